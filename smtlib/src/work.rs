//! A count of the work that a thread has done, for those who cannot foresee it.
//!
//! What a question about irrational numbers or regular expressions costs shows only when it is
//! answered. It is counted where it is done, far below the evaluation that has to pay for it; the
//! difference of two readings is the price of what was done between them. The count decides
//! nothing by itself: the same questions have the same price everywhere.

use std::cell::Cell;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// Returns the operations on words of 64 bits that this thread has counted so far.
pub(crate) fn done() -> u64 {
    DONE.get()
}

/// Counts operations on words.
pub(crate) fn add(words: u64) {
    DONE.set(DONE.get().wrapping_add(words));
}
