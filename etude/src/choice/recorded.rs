//! The solvers that a finding names, as they can be had here.

use std::path::{Path, PathBuf};

use campaign::RecordedReply;
use solvers::{Package, Solver};
use thiserror::Error;

use super::installer;

/// A solver that is not there.
#[derive(Debug, Error)]
pub(crate) enum Absent {
    /// Its release is not in the cache.
    #[error("it is not installed: `etude solvers install {0}` fetches it, --solver asks another")]
    Release(Package),
    /// Its program is not where it was.
    #[error("`{0}` is not there: build it again, or name another by --solver")]
    Program(String),
}

/// Returns the solver of a reply: its release, which may lie elsewhere by now, else its program.
pub(crate) fn solver_of(reply: &RecordedReply) -> Result<Solver, Absent> {
    let description = &reply.solver;
    let described = description.solver();
    let package = description
        .version
        .as_ref()
        .and_then(|version| format!("{}@{version}", description.family).parse::<Package>().ok());
    let cached = package.as_ref().and_then(|package| {
        installer()
            .ok()?
            .find(package)
            .map(|program| Solver { command: program.command, ..described.clone() })
    });
    if let Some(solver) = cached {
        return Ok(solver);
    }
    let is_there = described.command.program().is_some_and(|program| {
        let path = Path::new(program);
        path.is_file() || path.components().count() == 1 && is_in_path(path)
    });
    if is_there {
        return Ok(described);
    }
    Err(package.map_or_else(|| Absent::Program(described.command_line()), Absent::Release))
}

fn is_in_path(program: &Path) -> bool {
    let Some(folders) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&folders)
        .map(|folder: PathBuf| folder.join(program))
        .any(|it| it.is_file())
}
