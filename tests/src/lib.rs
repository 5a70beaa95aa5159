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

mod grammars;
mod system;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub use grammars::{all_grammars, files, project, read_grammar, stem};
pub use system::{
    etude_command, not_asked, path_without_solvers, system_browser, system_solver, system_solvers,
};

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
