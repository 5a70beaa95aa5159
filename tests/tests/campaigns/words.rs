//! Words of solvers that would do something to a terminal: nothing that a person reads holds them.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use crate::lab::{Lab, code, text};

/// Clears the screen, renames the window, beeps, ends strings, turns the text around, and is no
/// UTF-8.
const NASTY: &str = r"\033[2J\033]0;owned\007\000\377\302\2332J\r\342\200\256::error::owned";

/// Fails if a text holds a character that acts.
fn check(what: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let is_bad = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
    let bad: Vec<&str> = text.lines().filter(|line| line.contains(is_bad)).collect();
    assert!(bad.is_empty(), "{what}: {bad:?}");
    text.into_owned()
}

fn check_files(folder: &Path, ending: &str) -> usize {
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            seen += check_files(&path, ending);
        } else if path.extension().is_some_and(|found| found == ending) {
            check(&path.display().to_string(), &fs::read(&path).unwrap());
            seen += 1;
        }
    }
    seen
}

#[test]
fn what_solvers_say_does_nothing_to_a_terminal_or_a_page() {
    let lab = Lab::new();
    // Its name acts, too; it refuses some formulas, dies of some, and gives a wrong model to some.
    let nasty = lab.solver(
        "na\u{1b}[31msty",
        &format!(
            "case \"$f\" in \
             *QF_BV*) echo sat;; \
             *'(xor '*) printf '{NASTY}\\n(error \"{NASTY}\")\\n' >&2; kill -SEGV $$;; \
             *'(and '*) printf '(error \"{NASTY}\")\\n';; \
             *) printf 'sat\\n((define-fun a () Bool false)\\n; {NASTY}\\n(define-fun b () Bool false))\\n';; \
             esac"
        ),
    );
    let nasty = format!("'{nasty}'");
    let other = lab.solver("other", "echo unknown");
    for name in ["crash", "refused", "model"] {
        let body = match name {
            "crash" => "(assert (xor a a))",
            "refused" => "(assert (and a a))",
            _ => "(assert a)",
        };
        let script =
            format!("(declare-const a Bool)\n(declare-const b Bool)\n{body}\n(check-sat)\n");
        fs::write(lab.path(name), script).unwrap();
        let output = lab.etude(&["solve", name, "--model", "--solver", &nasty]).output().unwrap();
        // It is shown, and does nothing.
        let said = check(name, &[output.stdout, output.stderr].concat());
        assert!(said.contains("owned"), "{name}: {said}");
    }
    let hunt =
        lab.run(&["--theory", "Core", "--count", "60", "--solver", &nasty, "--solver", &other]);
    assert_eq!(code(&hunt), 10, "{}", text(&hunt));
    let said = check("hunt", &[hunt.stdout, hunt.stderr].concat());
    assert!(said.contains("owned"), "{said}");
    assert!(check_files(&lab.path("etude-hunt"), "md") > 1);
    let folders: Vec<String> = fs::read_dir(lab.path("etude-hunt/findings"))
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    assert!(folders.len() > 1, "{folders:?}");
    let mut said = String::new();
    for folder in &folders {
        for words in [&["replay", folder][..], &["bisect", folder, "--solver", &nasty]] {
            let output = lab.etude(words).output().unwrap();
            said += &check(&words.join(" "), &[output.stdout, output.stderr].concat());
        }
    }
    assert!(said.contains("owned"), "{said}");
    for words in [
        &["report", "etude-hunt", "--format", "md"][..],
        &["report", "etude-hunt", "--format", "html", "--out", "-"],
        &["report", "etude-hunt", "--format", "junit"],
        &["verdicts", "etude-hunt"],
        &["merge", "all", "etude-hunt"],
        &["evolve", "--theory", "Core", "--count", "3", "--repeat", "1", "--solver", &nasty],
        &["solvers", "doctor", &nasty],
    ] {
        let output = lab.etude(words).output().unwrap();
        check(&words.join(" "), &[output.stdout, output.stderr].concat());
    }
    let ci = [
        "ci",
        "--theory",
        "Core",
        "--count",
        "60",
        "--budget",
        "1m",
        "--solver",
        &nasty,
        "--reference",
        &other,
        "--reference-cache",
        "r.db",
        "--annotate",
        "github",
    ];
    let output = lab.etude(&ci).output().unwrap();
    assert_eq!(code(&output), 10, "{}", text(&output));
    // GitHub obeys a line of ours, and none of a solver's.
    let said = text(&output);
    let commands: Vec<&str> =
        said.lines().filter(|line| line.trim_start().starts_with("::")).collect();
    assert!(!commands.is_empty());
    let ours = ["::error title=", "::group::", "::endgroup::"];
    let is_ours = |line: &&str| ours.iter().any(|it| line.starts_with(it));
    assert!(commands.iter().all(is_ours), "{commands:?}");
    check("ci", &[output.stdout, output.stderr].concat());
}

/// Names out of grammars and files are other people's words, too.
#[test]
fn names_of_files_do_nothing_to_a_terminal() {
    let lab = Lab::new();
    fs::write(lab.path("no\u{1b}[2Jne.g4"), "grammar None;\nstart : missing ;\n").unwrap();
    for words in [
        &["show", "--grammar", "no\u{1b}[2Jne.g4", "3"][..],
        &["show", "--grammar", "not\u{1b}[2Jhere.g4", "3"],
        &["grammar", "check", "no\u{1b}[2Jne.g4"],
        &["solve", "not\u{1b}[2Jhere.smt2"],
        &["report", "not\u{1b}[2Jhere"],
        &["replay", "not\u{1b}[2Jhere"],
        &["rank", "Core", "not\u{1b}[2Jhere"],
        &["hunt", "--theory", "not\u{1b}[2Jhere"],
    ] {
        let output = lab.etude(words).output().unwrap();
        assert_eq!(code(&output), 2, "{words:?}: {}", text(&output));
        check(&words.join(" "), &[output.stdout, output.stderr].concat());
    }
}
