//! The tests of the room from outside, in one program: linking takes longer than running.

mod baseline;
mod corpora;
mod culprits;
mod damage;
mod findings;
mod folders;
mod known_answers;
mod ladder;
mod learning;
mod mutants;
mod occasions;
mod outcomes;
mod reductions;
mod regressions;
mod replays;
mod seed_answers;
mod sequels;
mod shorter_walks;
mod standings;
mod store;
mod support;
