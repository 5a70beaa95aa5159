//! Asking: a plan is cut into tasks, questions go to solvers, what they said is written down.

pub(crate) mod evolution;
pub(crate) mod examiner;
pub(crate) mod hunt;
mod inquiry;
pub(crate) mod job;
pub(crate) mod ladder;
pub(crate) mod lineup;
pub(crate) mod plan;
pub(crate) mod processes;
pub(crate) mod rota;
mod schedule;
pub(crate) mod seed_answers;
pub(crate) mod shard;
mod timing;
pub(crate) mod watcher;
