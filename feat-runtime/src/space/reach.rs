//! Tables made within limits: what an index or a size costs is known before it is paid.
//!
//! [`Space::reach`] and [`Space::reach_size`] count as far as is needed, or refuse at once. Whoever
//! waits for them can read from another thread how far they are ([`Space::counting`]).

use std::f64::consts::LOG10_2;
use std::time::Duration;

use num_traits::ToPrimitive;

use crate::count::demand::{Demand, MOST_MEMORY};
use crate::count::plan::Spectrum;
use crate::number::{Index, MOST_SIZE, Size};
use crate::space::{Position, Space, TableGoal};

/// The memory and time that counting may cost. `etude --patience 30s` allows half a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountingBudget {
    /// Bytes of memory.
    pub memory: u64,
    /// Time, on this machine if nothing else runs on it.
    pub time: Duration,
}

/// The reason for which something is not counted. Index `10^1000000` wants more memory than a
/// laptop has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// The language grows so slowly that the tree would be larger than [`MOST_SIZE`].
    Size,
    /// The tables would take more bytes than are allowed: by the budget, or by what tables can be
    /// made of at all.
    Memory {
        /// Bytes that the tables would take.
        needed: u64,
        /// Bytes that they may take.
        allowed: u64,
    },
    /// Counting would take about this long, which is longer than allowed.
    Time(Duration),
}

/// A request that is refused before anything is counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("counting up to that size is beyond the limits; size {largest} is within")]
pub struct TooLarge {
    /// The size up to which trees would be counted; `None` if it is larger than [`MOST_SIZE`].
    pub size: Option<Size>,
    /// The limit that would be broken.
    pub excess: Excess,
    /// The largest size within the limits.
    pub largest: Size,
    /// About how many decimal digits the index of the last tree of that size has, if that can be
    /// told.
    pub digits: Option<u64>,
}

/// The progress of counting. It may be at size `800` of `2400`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counting {
    /// The size up to which trees are counted.
    pub size: Size,
    /// The part of the work that is done, from 0 to 1.
    pub part: f64,
}

impl Space {
    /// Counts until tree number `index` can be found, unless that costs more than `budget`; gives
    /// what [`locate`](Self::locate) does.
    pub fn reach(
        &self,
        index: &Index,
        budget: &CountingBudget,
    ) -> Result<Option<Position>, TooLarge> {
        self.find(index, |goal| match goal {
            TableGoal::Size(size) => self.check(size, budget),
            TableGoal::Beyond => Err(self.too_large(None, Excess::Size, budget)),
        })
    }

    /// Counts all sizes up to `size`, unless that costs more than `budget`.
    pub fn reach_size(&self, size: Size, budget: &CountingBudget) -> Result<(), TooLarge> {
        let size = self.largest().map_or(size, |largest| largest.min(size));
        self.check(size, budget)?;
        drop(self.counts().up_to(size.0));
        Ok(())
    }

    /// The progress of the counting that another thread does, if any.
    pub fn counting(&self) -> Option<Counting> {
        let (sizes, part) = self.counts().progress()?;
        let size = u32::try_from(sizes.saturating_sub(1)).expect("every size is a word");
        Some(Counting { size: Size(size), part })
    }

    fn check(&self, size: Size, budget: &CountingBudget) -> Result<(), TooLarge> {
        match self.counts().demand(size.0).and_then(|demand| exceeded(demand, budget)) {
            Some(excess) => Err(self.too_large(Some(size), excess, budget)),
            None => Ok(()),
        }
    }

    fn too_large(&self, size: Option<Size>, excess: Excess, budget: &CountingBudget) -> TooLarge {
        let is_within = |size: u32| {
            let demand = self.counts().demand(size);
            demand.and_then(|demand| exceeded(demand, budget)).is_none()
        };
        // Larger sizes cost more.
        let (mut within, mut beyond) = (0, size.map_or(MOST_SIZE.0 + 1, |size| size.0));
        while within + 1 < beyond {
            let middle = within.midpoint(beyond);
            if is_within(middle) {
                within = middle;
            } else {
                beyond = middle;
            }
        }
        let total = match self.spectrum() {
            Spectrum::Table(row) => self.counts().growth().total(*row, within),
            Spectrum::Constant(_) => None,
        };
        let digits = total.and_then(|bits| (bits.max(0.0) * LOG10_2).to_u64());
        TooLarge { size, excess, largest: Size(within), digits }
    }
}

/// The limit that a demand breaks, if any.
fn exceeded(demand: Demand, budget: &CountingBudget) -> Option<Excess> {
    // More bytes than a word holds are too many for any budget, and named by the largest word.
    let needed = demand.memory.to_u64().unwrap_or(u64::MAX);
    let allowed = budget.memory.min(MOST_MEMORY);
    if needed > allowed {
        return Some(Excess::Memory { needed, allowed });
    }
    (demand.time > budget.time).then_some(Excess::Time(demand.time))
}
