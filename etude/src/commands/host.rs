//! `etude host`: a solver that comes as a library, run as its program would run.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::Host;
use crate::interrupt::Interrupt;

pub(crate) fn run(arguments: &Host) -> Result<ExitCode> {
    // A host is called as its supervisor is: `pkill etude` means the one, and would make a crash of
    // the solver of the other.
    if solvers::host::is_supervised() {
        Interrupt::ignore();
    }
    let Host { solver, folder, arguments } = arguments;
    Ok(solvers::host::run(*solver, folder, arguments)?.into())
}
