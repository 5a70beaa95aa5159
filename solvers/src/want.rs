//! Things wanted of a solver beside its verdict.

/// The answer that is wanted of a solver. A hunt wants `sat` with its model; `etude evolve --only
/// times` wants the word alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Its verdict.
    Verdict,
    /// Its verdict, and a model if that is sat.
    Model,
}
