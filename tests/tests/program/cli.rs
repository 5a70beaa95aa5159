//! The command line as people use it: `cli/*.trycmd` hold commands with what they print and
//! their exit codes; below stand the few that a transcript cannot hold.
//!
//! To add a case, write its command into one of those files and run the command that the
//! failing test prints.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use etude_tests::{etude, etude_command, files, path_without_solvers};
use serde_json::Value;
use trycmd::TestCases;

#[test]
fn transcripts() {
    assert!(!files("tests/cli", "trycmd").is_empty());
    TestCases::new()
        .register_bin("etude", etude())
        .env("PATH", path_without_solvers().to_string_lossy())
        // Help is as wide as the terminal.
        .env("COLUMNS", "100")
        .env("ETUDE_CONFIG", "")
        .case("cli/*.trycmd");
}

/// Transcripts of a machine without solvers and without a network.
#[test]
fn transcripts_offline() {
    assert!(!files("tests/cli/offline", "trycmd").is_empty());
    TestCases::new()
        .register_bin("etude", etude())
        .env("COLUMNS", "100")
        .env("ETUDE_CONFIG", "")
        .env("ETUDE_CACHE", "no-cache-yet")
        .env("ETUDE_OFFLINE", "1")
        .env("PATH", "/nowhere")
        .case("cli/offline/*.trycmd");
}

/// The program with these arguments, in the folder of the transcripts.
fn command(arguments: &str) -> Command {
    let mut command = etude_command();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments.split_whitespace());
    command
}

fn output(arguments: &str) -> Output {
    command(arguments).output().unwrap()
}

fn stdout(arguments: &str) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "etude {arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that `help` lists, with those below them.
pub(crate) fn commands(above: &str) -> Vec<String> {
    let help = stdout(&format!("{above} --help"));
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").and_then(|line| line.split_whitespace().next()));
    words
        .filter(|word| *word != "help")
        .flat_map(|word| {
            let command = format!("{above} {word}").trim().to_owned();
            let below = commands(&command);
            if below.is_empty() { vec![command] } else { below }
        })
        .collect()
}

/// The names of the option that a line of a help text begins with: `-j` and `--jobs`.
fn names(line: &str) -> Option<Vec<&str>> {
    let line = line.trim_start();
    let names = line.split("  ").next().filter(|_| line.starts_with('-'))?;
    Some(names.split([' ', ',']).filter(|word| word.starts_with('-')).collect())
}

#[test]
fn every_option_of_every_command_stands_in_a_transcript_and_every_help_has_an_example() {
    let transcripts: String = ["tests/cli", "tests/cli/offline"]
        .iter()
        .flat_map(|folder| files(folder, "trycmd"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let used = |command: &str, names: &[&str]| {
        transcripts.lines().any(|line| {
            line.strip_prefix("$ etude ").is_some_and(|line| {
                line.starts_with(command)
                    && line.split_whitespace().any(|word| names.contains(&word))
            })
        })
    };
    let of_all = stdout("--help");
    let of_all: Vec<Vec<&str>> = of_all.lines().filter_map(names).collect();
    let mut missing = BTreeSet::new();
    for names in of_all.iter().filter(|names| !names.contains(&"--help")) {
        if !used("", names) && !names.contains(&"--version") {
            missing.insert(format!("etude … {}", names.join(", ")));
        }
    }
    let commands = commands("");
    assert!(commands.len() >= 8, "{commands:?}");
    for command in &commands {
        let help = stdout(&format!("{command} --help"));
        assert!(help.contains(&format!("\n  etude {command} ")), "no example in\n{help}");
        for names in help.lines().filter_map(names).filter(|names| !of_all.contains(names)) {
            if !used(command, &names) {
                missing.insert(format!("etude {command} … {}", names.join(", ")));
            }
        }
    }
    // What writes files is tested below and in `output.rs`.
    for option in ["-o, --out", "--one-file", "--compress"] {
        missing.remove(&format!("etude enumerate … {option}"));
    }
    missing.remove("etude grammar compile … -o, --out");
    missing.remove("etude man … -o, --out");
    assert!(missing.is_empty(), "no transcript has {missing:?}");
}

#[test]
fn json_holds_exact_texts_and_big_numbers_as_strings() {
    let line = stdout("show Core 2^64 --json");
    let object: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(object["theory"], "Core");
    assert_eq!(object["index"], "18446744073709551616");
    assert_eq!(object["size"], 10);
    let text = stdout("show Core 2^64");
    assert_eq!(object["formula"], text.trim_end_matches('\n'));
    assert_eq!(line.matches('\n').count(), 1, "one line, ended");
}

#[test]
fn show_then_rank_gives_the_index_back() {
    let check = |source: &str, index: &str, layout: &str| {
        let text = stdout(&format!("show {source} {index} --layout {layout}"));
        let mut rank = command(&format!("rank {source} -"));
        let mut rank = rank.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        rank.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let ranked = String::from_utf8(rank.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(ranked, format!("{index}\n"), "{source}: {text}");
    };
    for layout in ["smtlib", "spaced"] {
        check("Core", "12345", layout);
        check("Strings", "1000000", layout);
        check("FP", "123456789012345678901234567890", layout);
        check("--grammar golden/Twig.g4", "42", layout);
    }
}

#[test]
fn files_hold_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let formulas = path("new/formulas");
    let arguments = format!("enumerate Core --from 4 --count 3 --out {}", formulas.display());
    assert_eq!(stdout(&arguments), "");
    let mut names: Vec<String> = fs::read_dir(&formulas)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["000000"]);
    let written = fs::read_to_string(formulas.join("000000/Core-000000005.smt2")).unwrap();
    assert_eq!(written, stdout("show Core 5"));

    let module = path("finite.rs");
    let arguments = "grammar compile grammars/Finite.g4";
    assert_eq!(stdout(&format!("{arguments} --out {}", module.display())), "");
    assert_eq!(fs::read_to_string(module).unwrap(), stdout(arguments));
}

/// Waits for the end of a program that should end at once.
fn end(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
            panic!("it did not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// `etude … | head -n LINES`: quiet, and no failure.
#[test]
fn a_reader_that_is_gone_ends_it_quietly() {
    let check = |arguments: &str, lines: usize| {
        let mut child =
            command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let read = BufReader::new(child.stdout.take().unwrap()).lines().take(lines).count();
        assert_eq!(read, lines, "{arguments}");
        let status = end(&mut child);
        let complaint = child.wait_with_output().unwrap().stderr;
        assert_eq!(String::from_utf8_lossy(&complaint), "", "{arguments}");
        assert_eq!(status.code(), Some(0), "{arguments}");
    };
    check("enumerate Core", 1);
    check("enumerate Core --layout spaced", 3);
    check("enumerate Core --json", 1);
    check("enumerate Core --tree", 1);
    check("show Core 0 --count 1e9", 1);
    check("sample Core --size 9 -n 1000000000", 1);
    for arguments in [
        "theories",
        "count Core --up-to 300",
        "rank --grammar grammars/Ambiguous.g4 cli/files/sum.txt --all",
        "grammar compile grammars/Sugar.g4",
        "grammar check cli/files/Warned.g4",
        "--help",
    ] {
        check(arguments, 0);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    use std::os::unix::process::ExitStatusExt;
    use std::sync::{Arc, atomic::AtomicBool};
    // Where the tests run in the background, interrupts are ignored, and a child would go on to
    // ignore them; what is handled here is not ignored there.
    let is_default = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, is_default)
        .unwrap();
    let mut child =
        command("enumerate Core --layout spaced").stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "there is no end of formulas");
    let start = Instant::now();
    assert!(
        Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success()
    );
    let status = end(&mut child);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(status.signal(), Some(2), "{status}");
}

/// Counting for a formula far out tells whoever waits what it does, and ends when it is told to.
#[cfg(unix)]
#[test]
fn counting_is_told_and_can_be_interrupted() {
    use std::os::unix::process::ExitStatusExt;

    let mut child = command("show Strings 10^25000 --patience 100h")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut told).unwrap();
    assert!(told.starts_with("counting Strings up to size "), "{told}");
    assert!(told.contains(" % done, about ") && told.trim_end().ends_with(" left"), "{told}");
    assert!(
        Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success()
    );
    // A shell shows this as exit code 130.
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}
