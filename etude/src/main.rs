//! `etude`: every small formula of an SMT theory, by number.

use std::process::ExitCode;

fn main() -> ExitCode {
    etude::run(std::env::args_os())
}
