//! The progress of counting, for whoever waits: read without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

/// The work of the counting that is under way.
#[derive(Debug, Default)]
pub(crate) struct CountingProgress {
    sizes: AtomicU64,
    done: AtomicU64,
    /// 0 while nothing is counted.
    total: AtomicU64,
}

impl CountingProgress {
    /// Notes that the first `sizes` sizes are counted, by `total` units of work.
    pub fn begin(&self, sizes: usize, total: u64) {
        self.sizes.store(sizes as u64, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Notes that some of the work is done.
    pub fn add(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }

    /// Notes that nothing is counted any more.
    pub fn end(&self) {
        self.total.store(0, Ordering::Relaxed);
    }

    /// The number of sizes that are counted, and the part of the work, from 0 to 1, that is done;
    /// `None` while nothing is counted.
    pub fn read(&self) -> Option<(u64, f64)> {
        let total = self.total.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed).min(total);
        let part = super::rough::float(done) / super::rough::float(total);
        (total > 0).then(|| (self.sizes.load(Ordering::Relaxed), part))
    }
}
