//! `etude report` as a person uses it: every number traced to its formulas, and what is said when it
//! cannot be written.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};

use etude_tests::etude_command;
use serde_json::Value;

/// Says `sat` and gives a model in which every boolean is true.
const ALL_TRUE: &str = r#"echo sat
echo "("
echo "$f" | grep -o '(declare-const [^ ]* Bool)' |
    sed 's/(declare-const \([^ ]*\) Bool)/(define-fun \1 () Bool true)/'
echo ")""#;

/// Says `unknown` to some, dies of some, and `unsat` to the rest.
const MOODY: &str = r#"case "$f" in
*xor*) echo unknown ;;
*distinct*) kill -SEGV $$ ;;
*) echo unsat ;;
esac"#;

/// A folder with the campaign `etude-hunt` in it.
pub(super) fn campaign() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [("model", ALL_TRUE), ("moody", MOODY)] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\nf=$(cat \"$1\")\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let words = "hunt --theory Core --count 80 --solver ./model --solver ./moody";
    let output = run(folder.path(), words);
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    folder
}

pub(super) fn run(folder: &Path, words: &str) -> Output {
    let mut command = etude_command();
    command.current_dir(folder).args(words.split_whitespace()).stdin(Stdio::null());
    command.env("ETUDE_OFFLINE", "1").output().unwrap()
}

pub(super) fn stdout(folder: &Path, words: &str) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "etude {words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_number_is_a_list_of_formulas() {
    let folder = campaign();
    let report = stdout(folder.path(), "report etude-hunt --format json");
    let report: Value = serde_json::from_str(&report).unwrap();
    let lines = |command: &str| {
        let words = command.strip_prefix("etude ").unwrap();
        stdout(folder.path(), words).lines().count() as u64
    };
    let mut traced = 0;
    let mut check = |command: String, number: &Value| {
        assert_eq!(Some(lines(&command)), number.as_u64(), "{command}");
        traced += 1;
    };
    for account in report["accounts"].as_array().unwrap() {
        let command = account["command"].as_str().unwrap();
        check(command.to_owned(), &account["answers"]);
        for (part, option) in [("outcomes", "--verdict"), ("findings", "--kind")] {
            for (name, number) in account[part].as_object().unwrap() {
                // `sat` alone means every `sat`, and so does `unsat`.
                let name = match name.as_str() {
                    "sat" => "sat:true",
                    "unsat" => "unsat:said",
                    name => name,
                };
                check(format!("{command} {option} {name}"), number);
            }
        }
        let slow = format!("{command} --slower 0.000001s");
        let fast = format!("{command} --faster 1h --manner session");
        check(slow, &account["answers"]);
        check(fast, &account["answers"]);
        assert_eq!(lines(&format!("{command} --faster 0.000001s")), 0);
        assert_eq!(lines(&format!("{command} --manner timed")), 0);
    }
    for open in report["left_open"].as_array().unwrap() {
        check(open["command"].as_str().unwrap().to_owned(), &open["count"]);
    }
    assert!(traced > 12, "{traced}");
    for bug in report["bugs"].as_array().unwrap() {
        let listed = stdout(folder.path(), &bug["command"].as_str().unwrap()["etude ".len()..]);
        let place = format!("Core\t{}\t", bug["index"].as_str().unwrap());
        assert!(listed.lines().any(|line| line.starts_with(&place)), "{place} in\n{listed}");
        let formula = format!("etude-hunt/findings/{}/formula.smt2", bug["id"].as_str().unwrap());
        assert!(folder.path().join(&formula).is_file(), "{formula}");
    }
}

#[test]
fn the_ending_says_the_form_and_nothing_half_written_stays() {
    let folder = campaign();
    for (name, start) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.md", "# Campaign etude-hunt\n"),
        ("a.json", "{"),
        ("a.csv", "theory,"),
        ("a.xml", "<?xml"),
        ("a.sarif", "{"),
        ("b", "<!DOCTYPE html>"),
    ] {
        let printed = stdout(folder.path(), &format!("report etude-hunt --out {name}"));
        assert_eq!(printed, "", "{name}");
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(written.starts_with(start), "{name}: {written}");
        assert_eq!(stdout(folder.path(), "report ./etude-hunt/campaign.db --out again"), "");
    }
    let markdown = stdout(folder.path(), "report etude-hunt --figures pictures");
    assert_eq!(markdown, fs::read_to_string(folder.path().join("a.md")).unwrap());
    let overview = folder.path().join("pictures/overview");
    assert!(fs::read_to_string(overview.with_extension("svg")).unwrap().starts_with("<svg "));
    assert!(fs::read_to_string(overview.with_extension("csv")).unwrap().lines().count() > 1);
    let output = run(folder.path(), "report etude-hunt --out nowhere/a.html");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(5), "{message}");
    assert!(message.starts_with("error: cannot write nowhere/a.html: "), "{message}");
    // A folder stands where the file should.
    let output = run(folder.path(), "report etude-hunt --out pictures");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let left = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("part")).collect();
    assert!(left.is_empty(), "{left:?}");
}
