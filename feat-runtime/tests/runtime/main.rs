//! The runtime against its oracles, over every grammar there is: counts, orders, texts, streams,
//! indices and parsing.

mod fast_paths;
mod golden;
#[path = "../../../tests/src/grammars.rs"]
mod grammars;
mod invariants;
mod length;
mod order;
mod parsing;
mod reach;
mod stream;
mod threads;
