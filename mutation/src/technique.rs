//! Techniques: the ways of making mutants.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A way of making mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// Weakening and strengthening by polarity, by rules (Janus): `weaken`.
    Weaken,
    /// Seeds joined by fused variables (Semantic Fusion, YinYang): `fuse`.
    Fuse,
    /// Formulas made anew of a seed's subformulas (STORM): `recombine`.
    Recombine,
    /// Subterms replaced where the witness allows it (DIVER): `graft`.
    Graft,
}

/// A word that names no technique. `weeken` is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no technique; there are weaken, fuse, recombine and graft")]
pub struct UnknownTechnique(String);

impl Technique {
    /// All techniques, in the order of their names above.
    pub const ALL: [Self; 4] = [Self::Weaken, Self::Fuse, Self::Recombine, Self::Graft];

    /// Returns the name as people type it: `weaken`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Weaken => "weaken",
            Self::Fuse => "fuse",
            Self::Recombine => "recombine",
            Self::Graft => "graft",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(word: &str) -> Result<Self, UnknownTechnique> {
        let named = |technique: &Self| technique.name() == word;
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownTechnique(word.to_owned()))
    }
}
