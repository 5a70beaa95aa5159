//! Asking: a plan is cut into tasks, formulas go to solvers, what they said is written down.

pub(crate) mod evolution;
pub(crate) mod examiner;
pub(crate) mod hunt;
pub(crate) mod lineup;
pub(crate) mod plan;
pub(crate) mod rota;
pub(crate) mod watcher;
