//! Each program in `examples/` does what its text in `tests/expected` says. A line in front of that
//! text has its command line, as in `$ reduce SCRIPT WRONG`: `WRONG` there is a solver that says `unsat`
//! to everything, `FOLDER` an empty folder, `SCRIPT` a script.
//!
//! `ETUDE_EXPECT=overwrite cargo test -p etude-core --test examples` writes the texts anew.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCRIPT: &str = "(set-info :source |somewhere|)\n(declare-const x Int)\n\
    (declare-const longer Int)\n(assert (< (+ 100 x) (* longer longer)))\n\
    (assert (distinct x longer 12))\n(check-sat)\n";

fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|it| it == ending));
    paths.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

/// The program of an example, which `cargo test` built beside this one.
fn program(name: &str) -> PathBuf {
    // …/target/debug/deps/this-test
    let test = env::current_exe().unwrap();
    test.ancestors().nth(2).unwrap().join("examples").join(name)
}

#[test]
fn every_example_does_what_it_says() {
    let examples = names("examples", "rs");
    assert_eq!(examples, names("tests/expected", "txt"), "each example has its text");
    for name in examples {
        let folder = tempfile::tempdir().unwrap();
        let path = |file: &str| folder.path().join(file).to_string_lossy().into_owned();
        fs::write(path("wrong"), "#!/bin/sh\necho unsat\n").unwrap();
        fs::set_permissions(path("wrong"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(path("bug.smt2"), SCRIPT).unwrap();
        let expected =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/expected/{name}.txt"));
        let text = fs::read_to_string(&expected).unwrap();
        let (arguments, said) = text.split_once('\n').unwrap();
        let words = arguments.strip_prefix(&format!("$ {name}")).unwrap();
        let words = words.split_whitespace().map(|word| match word {
            "WRONG" => path("wrong"),
            "FOLDER" => path("campaign"),
            "SCRIPT" => path("bug.smt2"),
            _ => word.to_owned(),
        });
        let output = Command::new(program(&name)).args(words).output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        if env::var_os("ETUDE_EXPECT").is_some_and(|value| value == "overwrite") {
            fs::write(&expected, format!("{arguments}\n{printed}")).unwrap();
        } else {
            assert_eq!(printed, said, "{name}; ETUDE_EXPECT=overwrite writes it anew");
        }
    }
}
