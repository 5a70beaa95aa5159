//! The host inside a static program: `etude` becomes the program `etude-host`, which it carries.
//!
//! A static program cannot load libraries, and cvc5 is one. Where etude is not static it loads them
//! itself, and nothing of this is in it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::fs::{MemfdFlags, memfd_create};
use thiserror::Error;

/// The program, which `cargo xtask dist` built.
const HOST: &[u8] = include_bytes!(env!("ETUDE_HOST_PROGRAM"));

/// The host cannot be started.
#[derive(Debug, Error)]
#[error(
    "the host for solvers that come as libraries cannot be started: {0}; it needs /proc, and glibc as the library does"
)]
pub(crate) struct NotStarted(#[source] io::Error);

/// Becomes the host, with these words. Comes back only if that fails.
pub(crate) fn become_host(line: &[OsString]) -> NotStarted {
    match in_memory() {
        // Its file goes away with it: nothing is left anywhere, whatever happens to it.
        Ok(file) => {
            let path = format!("/proc/self/fd/{}", file.as_raw_fd());
            NotStarted(Command::new(path).arg0("etude").args(&line[1..]).exec())
        }
        Err(error) => NotStarted(error),
    }
}

fn in_memory() -> io::Result<File> {
    let mut file = File::from(memfd_create("etude-host", MemfdFlags::CLOEXEC)?);
    file.write_all(HOST)?;
    Ok(file)
}
