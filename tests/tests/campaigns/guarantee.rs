//! Statements of a hunt about itself, with solvers that refuse, sleep or answer: nobody agrees who
//! said nothing, and who said nothing is told first, in its own words.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use crate::lab::{Lab, UNSAT, code, text};
use serde_json::Value;

/// Refuses whatever it is asked but for the question whether it is alive.
const REFUSES: &str = r#"case "$f" in *'set-logic QF_BV'*) echo sat;;
*) echo '(error "line 7 column 12: unknown constant or, sorry")';; esac"#;

/// Refuses conjunctions, and says `unsat` to the rest.
const REFUSES_SOME: &str = r#"case "$f" in *'(and '*) echo '(error "no conjunctions")';;
*) echo unsat;; esac"#;

/// A solver of a family, which says nothing of its version: it runs `body` with the script in `$f`.
fn solver(lab: &Lab, family: &str, body: &str) -> String {
    let read = r#"case "$*" in *version*) exit;; esac
for last; do :; done
if [ -f "$last" ]; then f=$(cat "$last"); else f=$(cat); fi"#;
    lab.program(family, &format!("{read}\n{body}"))
}

/// The last line of a hunt that writes for programs.
fn end(output: &std::process::Output) -> Value {
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    serde_json::from_str(said.lines().last().unwrap()).unwrap()
}

#[test]
fn two_that_refuse_everything_are_told_first_and_agree_on_nothing() {
    let lab = Lab::new();
    let (one, two) = (solver(&lab, "z3", REFUSES), solver(&lab, "cvc5", REFUSES));
    let few = ["--theory", "Core", "--count", "10", "--fresh"];
    let solvers = ["--solver", &one, "--solver", &two];
    let output = lab.run(&[&few[..], &solvers].concat());
    let said = text(&output);
    assert!(!said.contains("agree") && said.contains("10 open"), "{said}");
    assert_eq!(code(&output), 4, "it tests nothing: {said}");
    let first = said.lines().next().unwrap();
    assert!(first.starts_with("WARNING: ") && first.contains("10 of 10 formulas"), "{said}");
    assert!(first.contains("(10 refused)"), "{said}");
    assert!(first.contains("line N column N: unknown constant or, sorry"), "{said}");
    // A report of the same says the same.
    let report = lab.etude(&["report", "etude-hunt"]).output().unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    assert!(report.contains("line N column N: unknown constant or, sorry"), "{report}");
    assert!(report.contains("10 open"), "{report}");
}

#[test]
fn who_refuses_a_part_is_told_with_the_formula_and_the_standings_add_up() {
    let lab = Lab::new();
    let (one, two) = (solver(&lab, "z3", REFUSES_SOME), solver(&lab, "cvc5", UNSAT));
    let line = format!("--theory Core --count 150 --fresh --json --solver {one} --solver {two}");
    let output = lab.run(&line.split_whitespace().collect::<Vec<_>>());
    let end = end(&output);
    let theory = &end["theories"][0];
    let standings = theory["standings"].as_object().unwrap();
    let total: u64 = standings.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((total, theory["formulas"].as_u64()), (150, Some(150)), "{end}");
    // The search refutes most wrong answers and proves most right ones.
    assert!(standings["proven-sat"].as_u64() > Some(0), "{end}");
    assert!(standings["proven-unsat"].as_u64() > Some(0), "{end}");
    let refused = theory["verdicts"]["z3"]["rejected"].as_u64().unwrap();
    assert!(refused > 15, "{end}");
    let warning = end["warnings"][0].as_str().unwrap();
    assert!(warning.contains(&format!("({refused} refused)")), "{warning}");
    assert!(warning.contains(&format!("({refused} times, first at index ")), "{warning}");
    assert!(warning.ends_with("no conjunctions"), "{warning}");
    // The index that it names is one that was refused.
    let index = warning.split_once("first at index ").unwrap().1;
    let (index, _) = index.split_once(')').unwrap();
    let listed = lab
        .etude(&["verdicts", "etude-hunt", "--solver", "z3", "--verdict", "rejected"])
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.lines().next().unwrap().starts_with(&format!("Core\t{index}\t")), "{listed}");
    // What the search exhausted is kept, and is an `unsat`.
    let count = |verdict: &str| {
        let words = ["verdicts", "etude-hunt", "--solver", "cvc5", "--verdict", verdict];
        let listed = lab.etude(&words).output().unwrap();
        String::from_utf8(listed.stdout).unwrap().lines().count()
    };
    assert!(count("unsat:exhausted") > 0);
    assert_eq!(count("unsat:exhausted") + count("unsat:said"), count("unsat"));
    assert_eq!(count("unsat"), 150);
}

#[test]
fn late_answers_leave_formulas_open_and_the_page_is_not_green() {
    let lab = Lab::new();
    let sleeps = r#"case "$f" in *'set-logic QF_BV'*) echo sat;; *) sleep 20;; esac"#;
    let (one, two) = (solver(&lab, "z3", sleeps), solver(&lab, "cvc5", sleeps));
    let line =
        format!("--theory Core --count 3 --fresh --timeout 300ms --solver {one} --solver {two}");
    let said = text(&lab.run(&line.split_whitespace().collect::<Vec<_>>()));
    assert!(said.contains("3 open") && said.contains("(3 timeouts)"), "{said}");
    assert!(!said.contains("agree"), "{said}");
    let page = lab.etude(&["report", "etude-hunt", "--format", "html"]).output().unwrap();
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.contains("<li class=\"unsettled\">"), "{page}");
    assert!(!page.contains("<li class=\"settled\">"), "{page}");
}
