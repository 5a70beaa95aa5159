//! The counts of one grammar: tables that grow on demand, shared by threads.

use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use num_bigint::BigUint;

use super::demand::Demand;
use super::growth::Growth;
use super::plan::{CountingPlan, Spectrum};
use super::progress::CountingProgress;
use super::tables::Tables;
use super::{residues, workers};
use crate::grammar::rtg::Rtg;

/// Counts for every nonterminal and product of one grammar.
#[derive(Debug)]
pub(crate) struct Counts {
    plan: CountingPlan,
    tables: RwLock<Tables>,
    growth: OnceLock<Growth>,
    progress: CountingProgress,
}

/// From this size on, counting many sizes at once pays for foreseeing their lengths.
const PLAIN_SIZES: usize = 96;

impl Counts {
    pub fn new(rtg: &Rtg) -> Self {
        let plan = CountingPlan::new(rtg);
        let tables = Tables::new(&plan);
        let (growth, progress) = (OnceLock::new(), CountingProgress::default());
        Self { plan, tables: RwLock::new(tables), growth, progress }
    }

    pub fn plan(&self) -> &CountingPlan {
        &self.plan
    }

    /// The tables as they are.
    pub fn read(&self) -> RwLockReadGuard<'_, Tables> {
        // A thread that died while counting left whole sizes only: see `push_size`.
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables with every size up to `size` counted.
    pub fn up_to(&self, size: u32) -> RwLockReadGuard<'_, Tables> {
        let wanted = size as usize + 1;
        loop {
            let tables = self.read();
            if tables.sizes >= wanted {
                return tables;
            }
            drop(tables);
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            self.grow(&mut tables, wanted);
            self.progress.end();
        }
    }

    fn grow(&self, tables: &mut Tables, wanted: usize) {
        let (plan, progress) = (&self.plan, &self.progress);
        while tables.sizes < wanted.min(PLAIN_SIZES) {
            tables.push_plain(plan);
        }
        // Counting by residues starts over, so it pays for many new sizes only.
        if wanted > PLAIN_SIZES.max(tables.sizes + tables.sizes / 16)
            && let slope = self.growth().slope()
            && let Some(mut pairs) =
                workers::install(|| residues::convolutions(plan, slope, wanted, progress))
        {
            while tables.sizes < wanted {
                tables.push_counted(plan, &mut pairs);
            }
        }
        // Another thread may have counted further in the meantime.
        progress.begin(wanted, wanted.saturating_sub(tables.sizes) as u64);
        while tables.sizes < wanted {
            tables.push_plain(plan);
            progress.add(1);
        }
    }

    /// The growth of the counts, found when it is first asked for.
    pub fn growth(&self) -> &Growth {
        self.growth.get_or_init(|| Growth::new(&self.plan))
    }

    /// The cost of tables up to `size`; `None` where they are made already, and for the first
    /// sizes, which cost nothing to speak of.
    pub fn demand(&self, size: u32) -> Option<Demand> {
        let sizes = size as usize + 1;
        (sizes > PLAIN_SIZES.max(self.read().sizes))
            .then(|| Demand::new(&self.plan, self.growth(), sizes))
    }

    /// The progress of the counting that is under way, if any.
    pub fn progress(&self) -> Option<(u64, f64)> {
        self.progress.read()
    }

    /// The size, as a rough number, at which there are more than `index` trees of `spectrum` up to
    /// it, rather too large than too small; at least one more than is counted.
    pub fn foresee(&self, spectrum: &Spectrum, index: &BigUint) -> f64 {
        let next = self.read().sizes();
        let least = f64::from(next);
        let Spectrum::Table(row) = spectrum else { return least };
        if (next as usize) < PLAIN_SIZES {
            return least;
        }
        let growth = self.growth();
        match growth.size_for(*row, index) {
            // Where the language grows slowly, a small error is one of many sizes.
            Some(size) if growth.slope() < 0.1 => (size * 1.01 + 2.0).max(least),
            Some(size) => (size + 2.0).max(least),
            // Where the first sizes do not tell, one size at a time would take for ever.
            None => 1.25 * least,
        }
    }
}
