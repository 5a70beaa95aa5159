//! The tests of the developers' commands.

mod licences;
mod limits;
mod sharing;
mod statistics;
