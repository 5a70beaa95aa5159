//! The tests of the room from outside, in one program: linking takes longer than running.

mod evolution;
mod figures;
mod golden;
mod invented;
mod report;
mod support;
