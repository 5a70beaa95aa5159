//! The solvers that a finding names, as they can be had here.

use std::path::{Path, PathBuf};

use campaign::Testimony;
use solvers::{Package, Solver};

use super::installer;

/// The solver that gave a testimony: its release, which may lie elsewhere by now, else its program.
pub(crate) fn solver_of(testimony: &Testimony) -> Result<Solver, String> {
    let description = &testimony.solver;
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
    Err(match package {
        Some(package) => format!(
            "it is not installed: `etude solvers install {package}` fetches it, --solver asks another"
        ),
        None => format!(
            "`{}` is not there: build it again, or name another by --solver",
            described.command_line()
        ),
    })
}

fn is_in_path(program: &Path) -> bool {
    let Some(folders) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&folders)
        .map(|folder: PathBuf| folder.join(program))
        .any(|it| it.is_file())
}
