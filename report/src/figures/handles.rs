//! Handles into a history: each names one thing of one [`View`](super::view::View), and no two
//! kinds of them can be mixed up.

/// A theory of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TheoryId(pub(super) usize);

/// A family of solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineageId(pub(super) usize);

/// A solver of a family, however it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SolverId {
    pub(super) lineage: LineageId,
    pub(super) place: usize,
}

/// A column of the history: a solver as it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ColumnId(pub(super) usize);
