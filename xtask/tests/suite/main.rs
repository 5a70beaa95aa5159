//! The tests of the developers' commands.

mod limits;
mod sharing;
mod statistics;
