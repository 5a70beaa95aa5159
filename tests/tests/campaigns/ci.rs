//! `etude ci` as a machine uses it, with solvers that are small scripts: what fails and what does
//! not, what is asked of whom, and that a run that is killed loses nothing.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use campaign::{Dossier, Kind, Store};
use serde_json::Value;

use crate::lab::{ALL_TRUE, Lab, code, text};

/// A lab with a build of a solver in it, and a reference.
struct Bench(Lab);

impl Bench {
    fn new(build: &str, reference: &str) -> Self {
        let bench = Self(Lab::new());
        bench.solver("build", build);
        bench.solver("reference", reference);
        bench
    }

    /// A solver that runs `body` with the script in `$f`, and notes that it was asked.
    fn solver(&self, name: &str, body: &str) {
        let log = self.0.path(&format!("{name}.log"));
        self.0.solver(name, &format!("echo asked >> {}\n{body}", log.display()));
    }

    /// Returns the number of times that a solver was asked since the last look.
    fn asked(&self, name: &str) -> usize {
        let log = self.0.path(&format!("{name}.log"));
        let count = fs::read_to_string(&log).unwrap_or_default().lines().count();
        let _ = fs::remove_file(log);
        count
    }

    /// The command with the usual options, but for those that `more` gives.
    fn ci(&self, campaign: &str, more: &[&str]) -> Command {
        let usual = [
            ("--solver", "./build"),
            ("--reference", "./reference"),
            ("--reference-cache", "references.db"),
            ("--theory", "Core,Ints"),
            ("--count", "100"),
            ("--timeout", "20s"),
            // Nothing that a busy machine does looks slow.
            ("--slower", "900%"),
            ("--budget", "5m"),
            ("--jobs", "2"),
        ];
        let mut command = self.0.etude(&["ci", "--campaign", campaign]);
        command.args(more).env_remove("GITHUB_ACTIONS");
        for (option, value) in usual {
            if !more.contains(&option) {
                command.args([option, value]);
            }
        }
        command
    }

    fn run(&self, campaign: &str, more: &[&str]) -> Output {
        self.ci(campaign, more).output().unwrap()
    }
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(output)))
}

fn titles(report: &Value) -> Vec<String> {
    let regressions = report["regressions"].as_array().unwrap().iter();
    regressions.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
}

/// An answer that depends on the formula and gives no model, so that nobody can be blamed.
const VARIED: &str = "case \"$f\" in *distinct*) echo unknown;; *) echo sat;; esac";

/// The same, but it dies of some formulas.
const CRASHES: &str = "case \"$f\" in *QF_BV*) echo sat;; *xor*) kill -SEGV $$;; \
     *distinct*) echo unknown;; *) echo sat;; esac";

#[test]
fn what_is_worse_than_the_baseline_fails_and_nothing_else() {
    let bench = Bench::new(VARIED, VARIED);
    let first = bench.run("main.db", &["--json"]);
    // Nobody answers well here, but a `sat` of which the model is missing is not wrong by itself.
    let known = code(&first);
    assert!(known == 0 || known == 10, "{}", text(&first));
    let asked = bench.asked("reference");
    assert!(asked > 2 * 64 + 100, "the yardstick, and where a model is missing: {asked}");

    // The same build again: what it does was there before.
    let again = bench.run("again", &["--json", "--baseline", "main.db"]);
    assert_eq!(code(&again), 0, "{}", text(&again));
    let report = json(&again);
    assert_eq!(titles(&report), [""; 0]);
    assert_eq!(report["theories"][0]["compared"], 100);
    assert!(report["machine"]["factor"].as_f64().unwrap() > 0.0, "{report}");
    let asked = bench.asked("reference");
    assert!(asked < 2 * 100, "its answers were cached, but for the yardstick: {asked}");

    // A build that crashes, and one that gives up.
    bench.solver("build", CRASHES);
    let crash = bench.run("crash", &["--json", "--baseline", "main.db"]);
    assert_eq!(code(&crash), 10, "{}", text(&crash));
    let found = titles(&json(&crash));
    assert!(found.iter().any(|title| title.starts_with("crash on Core")), "{found:?}");
    assert!(found.iter().any(|title| title.contains("no longer decided")), "{found:?}");
    bench.solver(
        "build",
        "case \"$f\" in *=*) echo unknown;; *distinct*) echo unknown;; *) echo sat;; esac",
    );
    let lazy = bench.run("lazy", &["--baseline", "main.db", "--annotate", "github"]);
    assert_eq!(code(&lazy), 10, "{}", text(&lazy));
    assert!(text(&lazy).contains("::error title=Core%3A"), "{}", text(&lazy));
    assert!(text(&lazy).contains("no longer decided"), "{}", text(&lazy));

    // A build that answers more.
    bench.solver("build", "echo sat");
    let better = bench.run("better", &["--json", "--baseline", "lazy"]);
    let report = json(&better);
    let is_missing = |title: &String| title.contains("no longer");
    assert!(!titles(&report).iter().any(is_missing), "{report}");
}

#[test]
fn one_formula_that_became_slow_is_asked_again_before_it_counts() {
    let bench = Bench::new("echo unknown", "echo unknown");
    let few = ["--count", "30", "--theory", "Core", "--timeout", "60s", "--json"];
    let spin = "i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done; echo sat";
    let run = |campaign: &str, body: &str, more: &[&str]| {
        bench.solver("build", body);
        bench.run(campaign, &[&few[..], more].concat())
    };
    let first = run("main", "case \"$f\" in *'and a a'*) echo sat;; *) echo unknown;; esac", &[]);
    assert!([0, 10].contains(&code(&first)), "{}", text(&first));
    let slow = format!("case \"$f\" in *'and a a'*) {spin};; *) echo unknown;; esac");
    let second = run("slow", &slow, &["--baseline", "main"]);
    let found = titles(&json(&second));
    assert!(found.iter().any(|title| title.contains("10 times as slow")), "{}", text(&second));
    // Slow once, and never again: each formula leaves a mark.
    let marks = bench.0.path("marks");
    fs::create_dir(&marks).unwrap();
    let once = format!(
        "m={}/$(echo \"$f\" | cksum | cut -d' ' -f1); case \"$f\" in *'and a a'*) \
         if [ -e $m ]; then echo sat; else touch $m; {spin}; fi;; *) echo unknown;; esac",
        marks.display()
    );
    let third = run("once", &once, &["--baseline", "main"]);
    let found = titles(&json(&third));
    assert!(!found.iter().any(|title| title.contains("10 times")), "{}", text(&third));
}

#[test]
fn where_something_looks_wrong_the_reference_is_asked_again_and_shows_its_model() {
    let bench = Bench::new("echo unknown", ALL_TRUE);
    let few = ["--count", "8", "--theory", "Core"];
    let first = bench.run("main", &few);
    bench.asked("reference");
    bench.solver("build", "case \"$f\" in *'(assert a)'*) echo unsat;; *) echo unknown;; esac");
    let second = bench.run("wrong", &[&few[..], &["--baseline", "main"]].concat());
    assert_eq!(code(&second), 10, "{}{}", text(&first), text(&second));
    let wrong = |dossier: &Dossier| dossier.finding.kind == Kind::RefutationUnsoundness;
    let dossier = bench.0.dossiers("wrong").into_iter().find(wrong).unwrap();
    let answers = dossier.finding.evidence.answers;
    let reference = answers.iter().find(|answer| answer.solver.name == "reference").unwrap();
    assert!(reference.is_fresh && reference.model.is_some(), "{reference:?}");
    assert!(reference.is_true(), "{reference:?}");
    // Its version, whether it lives, the yardstick, and once more: the rest was known.
    let asked = bench.asked("reference");
    assert!(asked < 8 + 8, "{asked}");
}

#[test]
fn killed_at_any_moment_it_goes_on_and_says_the_same() {
    let bench = Bench::new(
        &format!("sleep 0.005; {CRASHES}"),
        "case \"$f\" in *=\\>*) echo unknown;; *) echo sat;; esac",
    );
    let calm = bench.run("calm", &["--reference-cache", "calm.db"]);
    let mut moment = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..6 {
        // Moments that differ, and are the same in every run of the test.
        moment ^= moment << 13;
        moment ^= moment >> 7;
        moment ^= moment << 17;
        let mut command = bench.ci("disturbed", &[]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(50 + moment % 1500));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let disturbed = bench.run("disturbed", &[]);
    assert_eq!(code(&disturbed), code(&calm), "{}", text(&disturbed));
    assert_eq!(bench.0.records("calm"), bench.0.records("disturbed"));
    let lengths: Vec<usize> = bench.0.records("calm").values().map(Vec::len).collect();
    // Core has formulas that the build does not answer; there nobody need be asked who is right.
    let [100, needed, 64, 100, 100, 64] = lengths[..] else { panic!("{lengths:?}") };
    assert!((1..100).contains(&needed), "{lengths:?}");
    assert_eq!(bench.0.records("calm.db"), bench.0.records("references.db"));
    let told = |output: &Output| -> Vec<String> {
        let lines = text(output);
        lines.lines().filter(|line| !line.contains(" s of ")).map(str::to_owned).collect()
    };
    let renamed: Vec<String> =
        told(&disturbed).iter().map(|line| line.replace("disturbed", "calm")).collect();
    assert_eq!(told(&calm), renamed);
}

#[test]
fn a_cache_that_cannot_be_used_is_no_failure() {
    let bench = Bench::new("echo unknown", "echo unknown");
    let writer = Store::open(&bench.0.path("references.db")).unwrap();
    let busy = bench.run("busy", &[]);
    assert_eq!(code(&busy), 0, "{}", text(&busy));
    assert!(text(&busy).contains("are not kept"), "{}", text(&busy));
    drop(writer);
    fs::write(bench.0.path("notes.db"), "these are my notes\n".repeat(99)).unwrap();
    let foreign = bench.run("foreign", &["--reference-cache", "notes.db"]);
    assert_eq!(code(&foreign), 0, "{}", text(&foreign));
    assert!(text(&foreign).contains("are asked anew"), "{}", text(&foreign));
    assert!(
        fs::read_to_string(bench.0.path("notes.db")).unwrap().starts_with("these are my notes")
    );
}

#[test]
fn the_budget_ends_it_and_what_was_not_reached_is_told() {
    let bench = Bench::new("sleep 0.05; echo unknown", "echo unknown");
    let arguments =
        ["--theory", "Core,FP", "--count", "5000", "--budget", "4s", "--junit", "j.xml"];
    let more = ["--annotate", "github", "--sarif", "s.sarif"];
    let output = bench.run("c.db", &[&arguments[..], &more].concat());
    assert_eq!(code(&output), 0, "{}", text(&output));
    let said = text(&output);
    assert!(said.contains("not reached within the budget: "), "{said}");
    assert!(said.contains("FP, all of it") && said.contains("formulas of Core"), "{said}");
    let junit = fs::read_to_string(bench.0.path("j.xml")).unwrap();
    assert!(junit.contains("<skipped message=\"not reached within the budget\"/>"), "{junit}");
    // What was asked in part has not passed either.
    assert!(junit.contains(" of 5,000 formulas were reached within the budget"), "{junit}");
    assert!(!junit.contains("name=\"answers\"/>"), "{junit}");
    assert!(said.contains("::group::What is known of which formulas\n"), "{said}");
    assert!(said.contains("::endgroup::\n"), "{said}");
    let sarif = fs::read_to_string(bench.0.path("s.sarif")).unwrap();
    assert!(sarif.contains("\"version\": \"2.1.0\""), "{sarif}");
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is_asked() {
    let bench = Bench::new("echo unknown", "echo unknown");
    let refuses = |more: &[&str], exit: i32, words: &str| {
        let output = bench.run("none.db", more);
        assert_eq!(code(&output), exit, "{}", text(&output));
        assert!(text(&output).contains(words), "{}", text(&output));
        assert!(!bench.0.path("none.db").exists(), "{more:?} leaves a campaign behind");
    };
    refuses(&["--baseline", "missing.db"], 2, "there is no such campaign");
    drop(Store::open(&bench.0.path("empty.db")).unwrap());
    refuses(&["--baseline", "empty.db"], 2, "holds no earlier build to compare");
    refuses(&["--theory", "Nonsense"], 2, "Nonsense");
    refuses(&["--slower", "much"], 2, "is no share");
    refuses(&["--known", "no.toml"], 2, "cannot read no.toml");
    refuses(&["--reference", "./build"], 2, "is held against itself");
    refuses(&["--solver", "./none"], 4, "none");
    // A baseline that was made with another limit.
    assert_eq!(code(&bench.run("main.db", &[])), 0);
    let output = bench.run("main.db", &["--baseline", "main.db"]);
    assert!(text(&output).contains("cannot be its own baseline"), "{}", text(&output));
    refuses(&["--baseline", "main.db", "--memory", "1GB"], 2, "memory=1");
}

/// The summary is what a person reads first on the page of a run: Markdown that nothing in it breaks.
#[test]
fn the_summary_of_a_step_says_what_is_wrong_and_how_to_see_it() {
    let bench = Bench::new("echo unsat", ALL_TRUE);
    let summary = bench.0.path("summary.md");
    fs::write(&summary, "# what another step wrote\n").unwrap();
    let mut command = bench.ci("one", &["--annotate", "github"]);
    let output = command.env("GITHUB_STEP_SUMMARY", &summary).output().unwrap();
    assert_eq!(code(&output), 10, "{}", text(&output));
    let written = fs::read_to_string(&summary).unwrap();
    let (before, own) = written.split_once("## etude: ").unwrap();
    assert_eq!(before, "# what another step wrote\n", "it is added to what is there");
    let mut lines = own.lines();
    assert!(lines.next().unwrap().starts_with("build"), "{own}");
    let verdict = lines.find(|line| !line.is_empty()).unwrap();
    assert!(verdict.starts_with("FAIL: ") && verdict.contains("finding"), "{own}");
    assert_eq!(own.matches("<details>").count(), own.matches("</details>").count());
    assert!(own.contains("<summary>refutation-unsoundness on "), "{own}");
    assert!(own.contains("see it again: etude replay "), "{own}");
    assert_eq!(own.matches("\n```\n").count() % 2, 0, "every block ends: {own}");
    for theory in ["| Core | 100 |", "| Ints | 100 |"] {
        assert!(own.contains(theory), "{own}");
    }
    // Where nobody asks for it, there is none.
    fs::remove_file(&summary).unwrap();
    let mut command = bench.ci("two", &[]);
    assert_eq!(code(&command.env("GITHUB_STEP_SUMMARY", &summary).output().unwrap()), 10);
    assert!(!summary.exists());
}

/// Right as long as nothing has a quantifier: some mutants have.
const NO_QUANTIFIERS: &str = "case $f in *'(exists'*) echo unsat;; *) echo unknown;; esac";

#[test]
fn mutants_and_scripts_are_asked_as_theories_are() {
    let bench = Bench::new(NO_QUANTIFIERS, "echo unknown");
    let mutants = ["--theory", "Ints", "--mutate", "weaken", "--steps", "4..8", "--per-seed", "10"];
    let first = bench.run("first.db", &mutants);
    assert_eq!(code(&first), 10, "{}", text(&first));
    let said = text(&first);
    assert!(said.contains("FINDING: refutation-unsoundness on Ints "), "{said}");
    assert!(said.contains("weaken:4..8"), "{said}");
    assert!(!said.contains("REGRESSION") && !said.contains("not reached"), "{said}");
    // Against itself nothing is new.
    let again = bench.run("again.db", &[&mutants[..], &["--baseline", "first.db"]].concat());
    assert_eq!(code(&again), 0, "{}", text(&again));
    assert!(text(&again).contains("PASS: no regression against first.db"), "{}", text(&again));

    let folder = bench.0.path("scripts");
    fs::create_dir(&folder).unwrap();
    let script = "(assert (exists ((x Int)) (< x 0)))(check-sat)";
    fs::write(folder.join("wrong.smt2"), script).unwrap();
    let mut scripts = bench.0.etude(&["ci", "--campaign", "scripts.db", "--seeds", "scripts"]);
    scripts.args(["--solver", "./build", "--reference", "./reference", "--budget", "1m"]);
    scripts.args(["--timeout", "20s", "--reference-cache", "references.db"]);
    let output = scripts.env_remove("GITHUB_ACTIONS").output().unwrap();
    assert_eq!(code(&output), 10, "{}", text(&output));
    assert!(text(&output).contains("scripts/wrong.smt2"), "{}", text(&output));
}
