//! Counting: how many trees of each size there are, grown on demand, shared by threads.
//!
//! Few sizes are counted one at a time by plain convolution. Many at once are counted by
//! residues ([`residues`]), for which the lengths of all numbers are foreseen ([`forecast`]). What
//! tables will cost is known before they are made ([`growth`], [`demand`]).

mod constant;
pub(crate) mod counts;
pub(crate) mod demand;
mod forecast;
pub(crate) mod growth;
pub(crate) mod natural;
pub(crate) mod plan;
mod primes;
mod progress;
mod reconstruction;
mod residues;
mod rough;
pub(crate) mod tables;
mod workers;
