//! Common parts of the tests of the whole program: where things are, every grammar there is, and
//! what of the machine they may look at.
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
//!
//! ```
//! use etude_tests::{project, stem};
//!
//! assert!(project().join("grammars/Core.g4").is_file());
//! assert_eq!(stem(&project().join("grammars/Core.g4")), "Core");
//! ```

mod grammars;
mod system;

use std::fs;
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

/// The program `etude` in the profile of the tests. To run it, see [`etude_command`].
///
/// `cargo test --workspace` has built it before any test runs. Where only some tests are built, it
/// is built here, once a test run, unless it is newer than all its sources: on its own it is another
/// build, with other features of the crates below it.
///
/// # Panics
///
/// If it does not build.
pub fn etude() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = profile_folder();
        let program = folder.join(format!("etude{}", std::env::consts::EXE_SUFFIX));
        if is_fresh(&program) {
            return program;
        }
        let mut build = Command::new(env!("CARGO"));
        build.current_dir(project()).args(["build", "--quiet", "--package", "etude"]);
        build.env("CARGO_TARGET_DIR", folder.parent().expect("the target folder"));
        if folder.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "etude builds");
        program
    })
}

/// Whether a program is newer than all its sources, which cargo lists beside it as a rule of make:
/// `target/debug/etude: etude/src/main.rs …`, with `\ ` for a space.
fn is_fresh(program: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let Some(built) = modified(program) else { return false };
    let Ok(rule) = fs::read_to_string(program.with_extension("d")) else { return false };
    let Some((_, sources)) = rule.trim_end().split_once(": ") else { return false };
    let sources = sources.replace("\\ ", "\0");
    let sources = sources.split(' ').map(|source| PathBuf::from(source.replace('\0', " ")));
    let versions = [project().join("Cargo.toml"), project().join("Cargo.lock")];
    sources.chain(versions).all(|source| modified(&source).is_some_and(|changed| changed < built))
}
