//! Campaigns from the command line: hunts, evolutions, `etude ci`, and what is reported of them.
#![cfg(unix)]

mod browser;
mod checks;
mod ci;
mod cluster;
mod corpora;
mod damaged;
mod evolve;
mod generations;
mod guarantee;
mod hunt;
mod incremental;
mod lab;
mod machines;
mod page;
mod read_only;
mod reduced;
mod report;
mod trouble;
mod variants;
mod words;
mod workflow;
