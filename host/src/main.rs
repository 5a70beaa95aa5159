//! The part of `etude` that loads solvers which come as libraries, as a small program of its own.
//!
//! A static program cannot load a library, and cvc5 is one. So the static `etude` carries this
//! program inside and becomes it when it is called as `etude host cvc5 FOLDER`.
//!
//! ```console
//! $ echo '(assert (< 1 2))(check-sat)' | etude-host host cvc5 ~/.cache/etude/solvers/cvc5-1.4.2
//! sat
//! ```

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

fn main() -> ExitCode {
    let line: Vec<OsString> = env::args_os().collect();
    if solvers::host::is_supervised() {
        // As `etude` does: its supervisor ends it.
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let _ = flag::register(signal, Arc::new(AtomicBool::new(false)));
        }
    }
    match solvers::host::serve(&line) {
        Ok(code) => code.into(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
