//! Enumeration as the whole program does it: counts, orders, texts and indices of every grammar.

mod drop_in;
mod fast_paths;
mod golden;
mod length;
mod order;
mod parsing;
mod reach;
mod stream;
mod theories;
mod threads;
mod widening;
