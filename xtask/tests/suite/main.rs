//! The tests of the developers' commands.

mod front_pages;
mod licences;
mod limits;
mod sharing;
mod statistics;
