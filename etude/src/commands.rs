//! One file a command.

pub(crate) mod bisect;
pub(crate) mod ci;
pub(crate) mod count;
pub(crate) mod doctor;
pub(crate) mod enumerate;
pub(crate) mod eval;
pub(crate) mod evolve;
pub(crate) mod grammar;
pub(crate) mod host;
pub(crate) mod hunt;
pub(crate) mod merge;
pub(crate) mod mutate;
pub(crate) mod rank;
pub(crate) mod reduce;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod solvers;
pub(crate) mod theories;
pub(crate) mod triage;
pub(crate) mod verdicts;
