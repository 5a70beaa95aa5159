//! Campaigns from the command line: hunts, evolutions, `etude ci`, and what is reported of them.
#![cfg(unix)]

mod ci;
mod evolve;
mod hunt;
mod lab;
mod report;
mod trouble;
mod words;
mod workflow;
