//! Tests of floating point against oracles that share no code with it.
#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::many_single_char_names, reason = "operands have the names of the standard")]

mod exhaustive;
mod hardware;
mod oracle;
mod properties;
mod wide;
