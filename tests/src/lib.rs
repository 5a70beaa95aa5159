//! What the tests of the whole program share: where things are, every grammar there is, and what of
//! the machine they may look at.
//!
//! Variables that tests read:
//!
//! | variable | meaning |
//! |---|---|
//! | `ETUDE_TEST_SYSTEM=1` | look on the `PATH` for solvers and browsers; without it no test does |
//! | `ETUDE_TEST_SOLVERS=all` | ask all releases that are known to work, not only the pinned ones |
//! | `ETUDE_AGREEMENT=10` | put ten times as many terms to solvers |
//! | `ETUDE_OFFLINE=1` | fetch nothing: what is not in the cache is not asked |
//! | `ETUDE_CACHE` | where fetched solvers are kept |

mod system;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use feat_runtime::Rtg;
use grammar_compiler::{Options, compile};

pub use system::{
    etude_command, not_asked, path_without_solvers, system_browser, system_solver, system_solvers,
};

/// The folder of the whole project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the project")
}

/// The files below a folder of the project that end so, sorted.
///
/// # Panics
///
/// If there are none: a test that finds nothing to test has failed.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = project().join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .{ending} files in {}", folder.display());
    files
}

/// Every grammar of the theories, the golden data and the tests, by name.
pub fn all_grammars() -> Vec<(String, Rtg)> {
    ["grammars", "tests/golden", "tests/grammars"]
        .iter()
        .flat_map(|folder| files(folder, "g4"))
        .map(|path| (stem(&path), read_grammar(&path)))
        .collect()
}

/// The grammar in a file.
///
/// # Panics
///
/// If it does not compile.
pub fn read_grammar(path: &Path) -> Rtg {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let outcome = compile(&text, &Options::default());
    match outcome.compiled {
        Some(compiled) => compiled.rtg,
        None => panic!("{}: {:#?}", path.display(), outcome.diagnostics),
    }
}

/// A file's name without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The folder of the build profile that this test was built in: `target/debug`.
fn profile_folder() -> PathBuf {
    // …/target/debug/deps/this-test
    let test = std::env::current_exe().expect("the path of this test");
    test.ancestors().nth(2).expect("a test stands in target/PROFILE/deps").to_owned()
}

/// The program `etude`, built once a test run in the profile of the tests. To run it, see
/// [`etude_command`].
///
/// # Panics
///
/// If it does not build.
pub fn etude() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = profile_folder();
        let mut build = Command::new(env!("CARGO"));
        build.current_dir(project()).args(["build", "--quiet", "--package", "etude"]);
        build.env("CARGO_TARGET_DIR", folder.parent().expect("the target folder"));
        if folder.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "etude builds");
        folder.join(format!("etude{}", std::env::consts::EXE_SUFFIX))
    })
}
