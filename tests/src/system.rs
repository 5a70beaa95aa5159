//! The machine around the tests: which of its solvers and browsers they may look at.
//!
//! None, unless `ETUDE_TEST_SYSTEM=1` is set: a test must not pass or fail by what somebody happened
//! to install. What a test leaves out for that reason it says on stderr.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::UNIX_EPOCH;

use solvers::{Family, Solver};

use crate::{etude, profile_folder};

/// Browsers that show a page without a window.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Words on why something is left out, and how to have it.
const UNASKED: &str = "ETUDE_TEST_SYSTEM=1 lets tests look for it on the PATH";

/// Whether tests may look for solvers and browsers on the `PATH`.
fn is_system_asked() -> bool {
    env::var_os("ETUDE_TEST_SYSTEM").is_some_and(|value| value == "1")
}

/// Says that a test leaves something out: `not_asked("cvc4 1.8", "it is not on the PATH")`.
///
/// # Panics
///
/// If stderr is closed.
pub fn not_asked(what: &str, reason: &str) {
    // Past the capture of the test harness: a person should see it.
    writeln!(io::stderr(), "{what} was not asked: {reason}").expect("stderr can be written");
}

/// The machine's own solver of a family; `None`, which is told, if there is none or tests may not
/// look.
pub fn system_solver(family: Family) -> Option<Solver> {
    let path = look(family.name(), || Solver::in_path(family))?;
    Some(Solver::new(vec![path.into_os_string()]).with_family(family))
}

/// All solvers of the machine; none, which is told once, if there are none or tests may not look.
pub fn system_solvers() -> Vec<Solver> {
    if !is_system_asked() {
        not_asked("the machine's own solvers", UNASKED);
        return Vec::new();
    }
    let has_programs = |family: &Family| !family.program_names().is_empty();
    Family::all().filter(has_programs).filter_map(system_solver).collect()
}

/// The machine's own browser; `None`, which is told, if there is none or tests may not look.
pub fn system_browser() -> Option<PathBuf> {
    look("a browser", || {
        let path = env::var_os("PATH")?;
        env::split_paths(&path)
            .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
            .find(|program| program.is_file())
    })
}

fn look(what: &str, find: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    if !is_system_asked() {
        not_asked(what, UNASKED);
        return None;
    }
    let found = find();
    if found.is_none() {
        not_asked(what, "it is not on the PATH");
    }
    found
}

/// The program `etude`, which finds no solver of the machine, and does not see who runs the tests.
pub fn etude_command() -> Command {
    let mut command = Command::new(etude());
    command.env("PATH", path_without_solvers()).env_remove("GITHUB_ACTIONS");
    // What who runs the tests prefers is none of theirs.
    command.env("ETUDE_CONFIG", "");
    command
}

/// The `PATH` without solvers: a folder that holds one is replaced by one with links to all else
/// that it holds.
///
/// # Panics
///
/// If such a folder cannot be made.
pub fn path_without_solvers() -> &'static OsString {
    static PATH: OnceLock<OsString> = OnceLock::new();
    PATH.get_or_init(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = env::split_paths(&path).map(|folder| {
            let holds_one = solver_names().any(|name| folder.join(name).exists());
            if holds_one { replacement(&folder) } else { folder }
        });
        env::join_paths(folders).expect("folders of a PATH make a PATH")
    })
}

fn solver_names() -> impl Iterator<Item = &'static str> {
    Family::all().flat_map(|family| family.program_names().iter().copied())
}

/// A folder with links to all that `folder` holds but solvers. It is named by the time of the last
/// change, so that what is installed later is not missed.
fn replacement(folder: &Path) -> PathBuf {
    let changed = fs::metadata(folder).and_then(|it| it.modified()).expect("a folder of the PATH");
    let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let name: String = folder.to_string_lossy().replace(['/', '\\', ':'], "-");
    let parent = profile_folder().join("path-without-solvers");
    let place = parent.join(format!("{name}-{changed}"));
    if place.is_dir() {
        return place;
    }
    fs::create_dir_all(&parent).expect("a folder for links");
    // Tests run side by side: whoever is first gives it its name.
    let stage = tempfile::tempdir_in(&parent).expect("a folder for links");
    for entry in fs::read_dir(folder).expect("a folder of the PATH").flatten() {
        if !solver_names().any(|name| entry.file_name() == name) {
            link(&entry.path(), &stage.path().join(entry.file_name()));
        }
    }
    let stage = stage.keep();
    if fs::rename(&stage, &place).is_err() {
        fs::remove_dir_all(&stage).expect("links can be removed");
    }
    assert!(place.is_dir(), "{} was made", place.display());
    place
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) {
    std::os::unix::fs::symlink(from, to).expect("a link to a program");
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) {
    fs::copy(from, to).expect("a copy of a program");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_its_solvers_holds_all_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["z3", "yices-smt2", "sh", "z3-notes"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let place = replacement(folder.path());
        let mut names: Vec<_> =
            fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["sh", "z3-notes"]);
        assert_eq!(replacement(folder.path()), place);
        fs::remove_dir_all(place).unwrap();
    }

    /// Tests that run the program or look for solvers in other ways than those above are hermetic by
    /// luck.
    #[test]
    fn no_test_looks_at_the_path_by_itself() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        let mut folders = vec![folder];
        let mut seen = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                for word in ["Command::new(etude())", "in_path(", "on_path(", "\"PATH\")"] {
                    assert!(!text.contains(word), "{}: {word}", path.display());
                }
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen} files");
    }
}
