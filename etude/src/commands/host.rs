//! `etude host`: a solver that comes as a library, run as its program would run.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::Host;

pub(crate) fn run(arguments: &Host) -> Result<ExitCode> {
    let Host { solver, folder, arguments } = arguments;
    Ok(solvers::host::run(*solver, folder, arguments)?.into())
}
