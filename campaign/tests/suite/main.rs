//! The tests of the room from outside, in one program: linking takes longer than running.

mod baseline;
mod damage;
mod findings;
mod folders;
mod known_answers;
mod ladder;
mod outcomes;
mod regressions;
mod replays;
mod sequels;
mod standings;
mod store;
mod support;
