//! Scripts into smaller ones: each file in `tests/reduce` is one.
//!
//! A file has lines above its script that say which words a smaller script must hold (`; keep:
//! str.suffixof`) and what is left when nothing else matters, up to the first empty line.

use std::fs;
use std::path::{Path, PathBuf};

use mutation::{Candidate, Reduction};
use smtlib::Script;

/// A file of `tests/reduce`.
struct Case {
    path: PathBuf,
    words: Vec<String>,
    left: String,
    script: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reduce");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 5, "{paths:?}");
    paths.into_iter().map(case).collect()
}

fn case(path: PathBuf) -> Case {
    let text = fs::read_to_string(&path).unwrap();
    let (head, script) = text.split_once("\n\n").unwrap();
    let words = head.lines().filter_map(|line| line.strip_prefix("; keep: "));
    let left: Vec<&str> = head.lines().filter_map(|line| line.strip_prefix("; left: ")).collect();
    Case {
        path,
        words: words.map(str::to_owned).collect(),
        left: left.join("\n") + "\n",
        script: script.to_owned(),
    }
}

/// Accepts whatever will do, and looks at every candidate.
fn reduced(text: &str, will_do: impl Fn(&str) -> bool, look: impl Fn(&str, &Candidate)) -> String {
    let mut reduction = Reduction::new(text, None).unwrap();
    while let Some(candidate) = reduction.next_candidate() {
        look(reduction.text(), &candidate);
        if will_do(&candidate.text) {
            reduction.accept(&candidate, None);
        }
    }
    reduction.text().to_owned()
}

#[test]
fn each_script_becomes_as_small_as_its_words_allow() {
    let mut wrong = Vec::new();
    for Case { path, words, left, script } in cases() {
        let is_typed = Script::parse(&script).is_ok();
        let will_do = |text: &str| words.iter().all(|word| text.contains(word.as_str()));
        assert!(will_do(&script), "{}", path.display());
        let found = reduced(&script, will_do, |before, candidate| {
            let text = &candidate.text;
            let place = path.display();
            let is_opening = text.contains("(check-sat)") && before == script;
            assert!(text.len() <= before.len() || is_opening, "{place}: {before}\nbecame\n{text}");
            assert_ne!(text, before, "{place}");
            if is_typed {
                let parsed = Script::parse(text);
                assert!(parsed.is_ok(), "{place}: {text}\n{:?}", parsed.err());
            }
        });
        if found != left {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "other scripts are left:\n{}", wrong.join("\n"));
}

#[test]
fn a_witness_follows_the_script() {
    let text = "(declare-const number Int)(declare-const bits (_ BitVec 8))
        (assert (and (> (* number number) 7) (= (+ number (* 2 number) 11) 20) (= bits #x03)))
        (check-sat)";
    let witness = "((define-fun number () Int 3) (define-fun bits () (_ BitVec 8) #x03))";
    let mut reduction = Reduction::new(text, Some(witness)).unwrap();
    let mut seen = [false; 3];
    while let Some(candidate) = reduction.next_candidate() {
        let model = candidate.witness.as_deref().unwrap();
        seen[0] |= candidate.text.contains("(declare-const z Bool)")
            && model.contains("(define-fun z () Bool true)");
        seen[1] |=
            model.contains("(define-fun a () Int 3)") && candidate.text.contains("const a Int");
        seen[2] |= candidate.text.contains("BitVec 2") && model.contains("#b11");
        if candidate.text.contains("number") && !candidate.text.contains("let") {
            // The opening only.
            if reduction.text() == text {
                reduction.accept(&candidate, Some(witness));
            }
        }
    }
    assert_eq!(seen, [true; 3], "a fresh constant, a shorter name, a narrower width");
}

/// The next candidate depends on the script and the place alone.
#[test]
fn what_was_tried_in_vain_changes_nothing() {
    let text = "(declare-const a Int)(declare-const b Int)(assert (> (+ a b 12) 7))
        (assert (and (= a b) (or (< a 3) (> b 4))))(check-sat)";
    let plain = reduced(text, |text| text.contains('<'), |_, _| {});
    // A reader who is ahead: the second candidate is made before the first is accepted.
    let mut reduction = Reduction::new(text, None).unwrap();
    let mut ahead: Vec<Candidate> = Vec::new();
    loop {
        while ahead.len() < 5 {
            let Some(candidate) = reduction.next_candidate() else { break };
            ahead.push(candidate);
        }
        if ahead.is_empty() {
            break;
        }
        let first = ahead.remove(0);
        if first.text.contains('<') {
            reduction.accept(&first, None);
            ahead.clear();
        }
    }
    assert_eq!(reduction.text(), plain);
}

#[test]
fn what_is_made_of_no_expressions_is_refused() {
    let error = Reduction::new("(assert (> a 3)", None).unwrap_err().to_string();
    assert_eq!(error, "1:1: this `(` is never closed");
}
