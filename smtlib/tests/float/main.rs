//! Tests of floating point against oracles that share no code with it.

mod exhaustive;
mod hardware;
mod oracle;
mod properties;
mod wide;
