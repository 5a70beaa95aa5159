//! Views of a command for people and programs: progress, tables, summaries, JSON.

pub(crate) mod answers;
pub(crate) mod bisection;
pub(crate) mod ci_outcome;
pub(crate) mod diagnosis;
pub(crate) mod evolution;
pub(crate) mod fusion;
pub(crate) mod hunt_progress;
pub(crate) mod hunt_summary;
pub(crate) mod joining;
pub(crate) mod lineage;
pub(crate) mod reduction;
pub(crate) mod replayed;
pub(crate) mod rules;
pub(crate) mod table;
pub(crate) mod theory;
pub(crate) mod watcher;
