//! Things wanted of a solver beside its verdict.

/// The answer that is wanted of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Its verdict.
    Verdict,
    /// Its verdict, and a model if that is sat.
    Model,
}
