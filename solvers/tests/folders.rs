//! Solvers run in folders of their own: what they write does not land beside our files, and the
//! files that their commands name are found all the same.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use solvers::{Family, Input, Limits, Session, Solver, Verdict, said_version};

const SCRIPT: &str = "(declare-const a Bool)\n(assert a)\n(check-sat)\n";

/// The folder that this program is in, with a solver `build/z3` that writes files and answers only
/// if it can read the file that its option names, and is elsewhere.
fn here() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/keeper");
        let text = format!(
            "#!/bin/sh
             [ \"$1\" = --version ] && {{ echo 'Z3 version 5.4.0'; touch version.txt; exit; }}
             [ -e build ] && exit 3
             echo trace >.z3-trace
             config=${{1#--config=}}
             answer() {{ cat \"$config\"; touch core; }}
             . {}\n",
            keeper.display()
        );
        fs::create_dir(folder.path().join("build")).unwrap();
        for (name, text) in [
            ("build/z3", text.as_str()),
            ("build/no-shebang", text.split_once('\n').unwrap().1),
            ("opts.txt", "sat\n"),
        ] {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        env::set_current_dir(folder.path()).unwrap();
        folder
    });
    folder.path()
}

/// Everything in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in entries {
            if path.is_dir() {
                open.push(path.clone());
            }
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The solver of `command` answers in every way, and leaves no file.
fn check(command: &str) {
    let before = files(here());
    let solver = Solver::parse(command).unwrap().with_family(Family::Z3);
    let limits = Limits::default();
    for input in [Input::File, Input::Stdin] {
        let answer = solver.clone().with_input(input).solve(SCRIPT, &limits).unwrap();
        assert_eq!(answer.verdict, Verdict::Sat, "{command}: {answer:?}");
    }
    let mut session = Session::new(solver.clone(), limits);
    for _ in 0..2 {
        let answer = session.solve(SCRIPT).unwrap();
        assert_eq!((answer.verdict, answer.status), (Verdict::Sat, None), "{command}");
    }
    drop(session);
    assert_eq!(files(here()), before, "{command}");
}

#[test]
fn relative_paths_of_a_command_are_found() {
    check("./build/z3 --config=opts.txt");
    check("build/z3 opts.txt");
    check("./build/z3 --config=./build/../opts.txt");
    check("sh build/z3 opts.txt");
    check("build/no-shebang opts.txt");
}

/// A script finds, by the folder that it was started from, what nobody can know to be a path.
#[test]
fn a_script_knows_the_folder_that_it_was_started_from() {
    here();
    let solver = Solver::parse("sh -c 'cat \"$OLDPWD/opts.txt\"'").unwrap();
    let answer = solver.solve(SCRIPT, &Limits::default()).unwrap();
    assert_eq!(answer.verdict, Verdict::Sat, "{answer:?}");
}

#[test]
fn asking_for_a_version_leaves_no_file() {
    let before = files(here());
    let solver = Solver::parse("./build/z3").unwrap();
    assert_eq!(said_version(&solver).unwrap().to_string(), "5.4.0");
    assert_eq!(files(here()), before);
}

/// Set only in the program that has no place for temporary files.
const NO_ROOM: &str = "ETUDE_TEST_NO_ROOM";

/// Elsewhere it has nothing to do.
#[test]
fn without_room() {
    if env::var_os(NO_ROOM).is_none() {
        return;
    }
    for input in [Input::File, Input::Stdin] {
        let solver = Solver::parse("true").unwrap().with_input(input);
        let error = solver.solve(SCRIPT, &Limits::default()).unwrap_err();
        assert!(error.is_disk(), "{error}");
        assert!(error.to_string().contains("TMPDIR"), "{error}");
    }
    let missing = Solver::parse("/no/such/solver").unwrap();
    assert!(missing.solve(SCRIPT, &Limits::default()).unwrap_err().is_disk());
}

/// A disk that takes nothing is told apart from a solver that cannot be run.
#[test]
fn a_disk_without_room_is_no_fault_of_the_solver() {
    let this = env::current_exe().unwrap();
    let mut command = std::process::Command::new(this);
    command.args(["--exact", "without_room"]).env(NO_ROOM, "1").env("TMPDIR", "/no/such/folder");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let missing = Solver::parse("/no/such/solver").unwrap();
    let error = missing.solve(SCRIPT, &Limits::default()).unwrap_err();
    assert!(!error.is_disk(), "{error}");
}
