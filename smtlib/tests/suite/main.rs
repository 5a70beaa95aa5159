//! The tests of the room from outside, in one program: linking takes longer than running.

mod completion;
mod corpus;
mod imports;
mod judgements;
mod large;
mod laws;
mod models;
mod places;
mod printing;
mod real_decide;
mod real_roots;
mod real_values;
mod scripts;
mod search;
mod search_models;
mod strange_models;
