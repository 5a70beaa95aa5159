//! What a judge looks at, and whose answers are held against whose.

/// What a judge looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// Wrong answers, and late and missing ones.
    #[default]
    Everything,
    /// What is wrong whatever the clock says: times are kept, and accuse nobody.
    Wrong,
}

/// Whose answers an answer is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rivals {
    /// Everybody else's.
    #[default]
    All,
    /// Those of one reference, which each solver has by its place; a reference may have its own.
    References(Vec<Option<usize>>),
}

impl Rivals {
    /// Whether an answer is held against another.
    pub(crate) fn has(&self, place: usize, other: usize) -> bool {
        match self {
            Self::All => place != other,
            Self::References(references) => {
                references.get(place).copied().flatten() == Some(other) && place != other
            }
        }
    }
}
