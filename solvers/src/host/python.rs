//! A solver's Python module into a program: this process becomes `python3`.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::{HostError, Hosted};

/// The host in Python. It reads scripts as the host in Rust does.
const HOST: &str = include_str!("python_host.py");

/// Runs the module in `folder`. Where there is `exec`, this is the last that happens here, so
/// that whoever limits or kills this process limits or kills the solver.
pub(super) fn run(solver: Hosted, folder: &Path, words: &[OsString]) -> Result<u8, HostError> {
    let mut python = Command::new("python3");
    // Neither installed packages nor the folder that this runs in may stand in for modules;
    // looking for the former would take longer than all the rest of the start at times.
    python.args(["-I", "-S", "-B", "-c", HOST, solver.name()]).arg(folder).args(words);
    become_program(&mut python)
        .map_err(|reason| HostError::NoPython { name: solver.name(), reason })
}

#[cfg(unix)]
fn become_program(command: &mut Command) -> std::io::Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> std::io::Result<u8> {
    let code = command.status()?.code().unwrap_or(1);
    Ok(u8::try_from(code).unwrap_or(1))
}
