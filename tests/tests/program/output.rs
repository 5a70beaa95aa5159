//! Output of `etude enumerate`: to standard output, into folders and files, compressed.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use etude_tests::etude_command;

fn run(arguments: &str, folder: &Path) -> Output {
    etude_command().current_dir(folder).args(arguments.split(' ')).output().unwrap()
}

/// Returns what a run prints that must succeed and must not say anything else.
fn stdout(arguments: &str, folder: &Path) -> Vec<u8> {
    let Output { status, stdout, stderr } = run(arguments, folder);
    assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
    stdout
}

/// The files below a folder, with their paths from there, sorted.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut files, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(entry) = open.pop() {
        if entry.is_dir() {
            open.extend(fs::read_dir(entry).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = entry.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            // A run that goes on may have renamed a file since it was listed.
            let Ok(bytes) = fs::read(entry) else { continue };
            files.push((name, bytes));
        }
    }
    files.sort();
    files
}

#[test]
fn texts_are_those_that_show_prints() {
    let folder = tempfile::tempdir().unwrap();
    for layout in ["spaced", "smtlib"] {
        let shown = (995..1_005)
            .map(|index| stdout(&format!("show Ints {index} --layout {layout}"), folder.path()));
        let between: &[u8] = if layout == "spaced" { b"" } else { b"\n" };
        let shown = shown.collect::<Vec<_>>().join(between);
        for jobs in [1, 2, 9] {
            let options = format!("--layout {layout} --jobs {jobs}");
            let range = "enumerate Ints --from 995 --count 10";
            assert_eq!(stdout(&format!("{range} {options}"), folder.path()), shown);
        }
        let range = format!("show Ints 995 --count 10 --layout {layout}");
        assert_eq!(stdout(&range, folder.path()), shown);
    }
}

#[test]
fn a_folder_holds_a_file_a_formula_in_subfolders_of_a_thousand() {
    let folder = tempfile::tempdir().unwrap();
    stdout("enumerate Ints --from 998 --count 4 --out some/where", folder.path());
    let files = files(&folder.path().join("some/where"));
    let names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
    let expected = [
        "000000/Ints-000000998.smt2",
        "000000/Ints-000000999.smt2",
        "000001/Ints-000001000.smt2",
        "000001/Ints-000001001.smt2",
    ];
    assert_eq!(names, expected);
    for ((_, text), index) in files.iter().zip(998..) {
        assert_eq!(*text, stdout(&format!("show Ints {index}"), folder.path()));
    }
    stdout("enumerate Ints --from 12345678901 --count 1 --json --out far", folder.path());
    assert!(folder.path().join("far/12345678/Ints-12345678901.json").is_file());
}

#[test]
fn one_file_holds_what_would_be_printed_compressed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let range = "enumerate Strings --from 12345 --count 20000";
    let plain = stdout(range, folder.path());
    let read = |name: &str| File::open(folder.path().join(name)).unwrap();
    let unpack = |unpacked: &mut dyn Read| {
        let mut bytes = Vec::new();
        unpacked.read_to_end(&mut bytes).unwrap();
        assert!(bytes == plain);
    };
    stdout(&format!("{range} --out x --one-file"), folder.path());
    unpack(&mut read("x"));
    stdout(&format!("{range} --out x.gz --one-file --compress gzip"), folder.path());
    unpack(&mut flate2::read::GzDecoder::new(read("x.gz")));
    stdout(&format!("{range} --out x.zst --one-file --compress zstd"), folder.path());
    unpack(&mut zstd::Decoder::new(read("x.zst")).unwrap());
    let printed = stdout(&format!("{range} --compress zstd"), folder.path());
    unpack(&mut zstd::Decoder::new(&*printed).unwrap());
    assert_eq!(files(folder.path()).len(), 3, "nothing else is left");
}

/// A run that fails prints an error with these words and ends with this code.
fn fails(arguments: &str, folder: &Path, code: i32, words: &str) {
    let Output { status, stderr, .. } = run(arguments, folder);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(words), "{stderr}");
}

#[test]
fn what_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let range = "enumerate Core --count 3";
    fails(&format!("{range} --out no/where --one-file"), folder.path(), 5, "cannot write no/where");
    File::create(folder.path().join("taken")).unwrap();
    fails(&format!("{range} --out taken"), folder.path(), 2, "taken is no folder: add --one-file");
    fails("enumerate Core --from 10^300 --count 1 --out far", folder.path(), 2, "--one-file");
    fails("enumerate Core --out all --one-file", folder.path(), 2, "--count");
    assert_eq!(files(folder.path()).len(), 1, "nothing else is left");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
    let full = || File::create("/dev/full").unwrap();
    let mut command = etude_command();
    command.args(["enumerate", "Core", "--count", "100000"]);
    let output = command.stdout(full()).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: cannot write to standard output: No space"), "{stderr}");

    let mut child = etude_command();
    child.args(["enumerate", "Core"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut vec![0; 1_000_000]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// Whether a file below a folder holds something. Nothing is read: a file that is written faster than
/// it is read has no end.
#[cfg(unix)]
fn holds_something(folder: &Path) -> bool {
    let mut open = vec![folder.to_owned()];
    while let Some(entry) = open.pop() {
        // A run that goes on may have renamed a file since it was listed.
        let Ok(data) = fs::metadata(&entry) else { continue };
        if data.is_dir() {
            open.extend(fs::read_dir(entry).unwrap().map(|entry| entry.unwrap().path()));
        } else if data.len() > 0 {
            return true;
        }
    }
    false
}

/// A program that ends with its test: one that goes on would fill the disk.
#[cfg(unix)]
struct Ending(std::process::Child);

#[cfg(unix)]
impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A run that is told to end dies of that signal and leaves no half of a file.
#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_nothing_half_written() {
    use std::os::unix::process::ExitStatusExt;
    use std::time::Duration;

    let check = |name: &str, number: i32, arguments: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = etude_command();
        command.args("enumerate Core --count 10^15 --out x".split(' '));
        command.args(arguments.split_whitespace()).current_dir(folder.path());
        let mut child = Ending(command.spawn().unwrap());
        // Files of formulas are short, so one that is whole shows that it goes on.
        while !holds_something(folder.path()) {
            assert_eq!(child.0.try_wait().unwrap(), None, "{arguments}");
            std::thread::sleep(Duration::from_millis(1));
        }
        let kill = Command::new("kill").args(["-s", name, &child.0.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.0.wait().unwrap().signal(), Some(number), "{arguments}");
        let left = files(folder.path());
        assert!(left.iter().all(|(name, _)| !name.contains(".part")), "{arguments}");
        assert!(!arguments.contains("one-file") || left.is_empty(), "{arguments}");
    };
    check("INT", 2, "--one-file --compress gzip");
    check("INT", 2, "--one-file --compress zstd --jobs 1");
    check("TERM", 15, "--one-file");
    check("HUP", 1, "--one-file --json");
    check("INT", 2, "");
}
