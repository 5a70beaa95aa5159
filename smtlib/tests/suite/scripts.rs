//! Scripts are read, sort-checked, printed and read again; wrong ones are refused where they are
//! wrong.
//!
//! `scripts/good/*.smt2` have a `.printed` file each with what they are printed as; the first line
//! of a `scripts/bad/*.smt2` says what is wrong with it. `UPDATE=1 cargo test -p smtlib` writes the
//! printed files anew.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use smtlib::{Dialect, Evaluator, Model, Script, Value};

fn scripts(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts").join(kind);
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "smt2")).collect();
    files.sort();
    assert!(!files.is_empty(), "no scripts in {}", folder.display());
    files
}

/// The script as it is printed; printing what is read from that must change nothing.
fn printed(text: &str) -> String {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let printed = script.to_string();
    let again = Script::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(again.to_string(), printed);
    assert_eq!(again.commands().len(), script.commands().len());
    assert_eq!(again.queries().len(), script.queries().len());
    printed
}

#[test]
fn good_scripts_are_printed_as_they_should_be() {
    for path in scripts("good") {
        let found = printed(&fs::read_to_string(&path).unwrap());
        let golden = path.with_extension("printed");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&golden, &found).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(found, expected, "{}: run UPDATE=1 cargo test -p smtlib", path.display());
    }
}

#[test]
fn bad_scripts_are_refused_where_they_are_wrong() {
    for path in scripts("bad") {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("; error: "));
        let found = Script::parse(&text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(Some(found.as_str()), expected, "{}", path.display());
    }
}

#[test]
fn a_hundred_thousand_parentheses_are_as_good_as_one() {
    const DEEP: usize = 100_000;
    let nested = |open: &str, inside: &str| {
        format!(
            "(declare-const a Bool) (assert {}{inside}{}) (check-sat)",
            open.repeat(DEEP),
            ")".repeat(DEEP)
        )
    };
    for open in ["(not ", "(and a ", "(let ((x a)) ", "(ite a a ", "(! ", "(forall ((x Int)) "] {
        let text = nested(open, "a");
        let mut script = Script::parse(&text).unwrap_or_else(|error| panic!("{open}: {error}"));
        let printed = script.to_string();
        assert_eq!(Script::parse(&printed).unwrap().to_string(), printed, "{open}");
        let model =
            Model::parse(&mut script, "((define-fun a () Bool true))", Dialect::Standard).unwrap();
        let outcome = Evaluator::new(&script.terms).eval(&model, script.queries()[0].assertions[0]);
        assert!(open.contains("forall") || outcome == Ok(Value::Bool(true)), "{open}: {outcome:?}");
    }
    // These have no meaning, or too much of one; what matters is that they are refused.
    for text in [
        "(".repeat(DEEP),
        ")".repeat(DEEP),
        nested("(", "a"),
        format!("(declare-const x {}Int{})", "(Array Int ".repeat(DEEP), ")".repeat(DEEP)),
        nested("(! a :pattern (", "a"),
    ] {
        assert!(Script::parse(&text).is_err());
    }
}

/// Doubling a term n times shares all of it, and must be printed so.
#[test]
fn what_is_shared_is_printed_once() {
    let lets: Vec<String> =
        (1..100).map(|k| format!("(let ((x{k} (+ x{} x{}))) ", k - 1, k - 1)).collect();
    let lets = lets.join("");
    let text = format!("(declare-const x0 Int) (assert {lets}(= x99 0){})", ")".repeat(99));
    let printed = printed(&text);
    assert!(printed.len() < 10_000, "{} bytes", printed.len());
}

proptest! {
    /// A script with pieces cut out, doubled or swapped is read or refused; nothing panics.
    #[test]
    fn mangled_scripts_never_panic(
        which in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4_u8), 1..6),
    ) {
        let paths = [scripts("good"), scripts("bad")].concat();
        let mut bytes = fs::read(which.get(&paths)).unwrap();
        for (from, to, action) in cuts {
            if bytes.is_empty() {
                break;
            }
            let (a, b) = (from.index(bytes.len()), to.index(bytes.len()));
            let (a, b) = (a.min(b), a.max(b));
            match action {
                0 => drop(bytes.drain(a..b)),
                1 => {
                    let piece = bytes[a..b].to_vec();
                    bytes.splice(a..a, piece);
                }
                2 => bytes.swap(a, b),
                _ => bytes[a] = b"()|\"#:;! _0a\xc3"[b % 13],
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(mut script) = Script::parse(&text) {
            let printed = script.to_string();
            let again = Script::parse(&printed).map(|script| script.to_string());
            prop_assert_eq!(again.as_ref(), Ok(&printed));
            // A model may be as mangled as a script.
            let _ = Model::parse(&mut script, &text, Dialect::OldStrings);
            let model = Model::default();
            for query in script.queries() {
                for assertion in query.assertions {
                    let _ = Evaluator::new(&script.terms).eval(&model, assertion);
                }
            }
        }
    }
}
