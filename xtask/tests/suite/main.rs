//! The tests of the developers' commands.

mod sharing;
mod statistics;
