//! The most that a question may cost, and what it means when the answer stays open.

use crate::work;

/// The most that one question may cost. Whether `(sin 1.0)` is below `0.84` is settled with little
/// of it.
///
/// Both bounds are of the question, not of the machine: the same questions in the same order have
/// the same answers everywhere. A number remembers the best interval that a question has cost, so
/// a later question may be settled for less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The longest mantissa of an interval's end.
    pub bits: u64,
    /// Products of 64-bit words, roughly: a thousand million of them take about a second.
    pub work: u64,
}

impl Default for Budget {
    /// Enough for numbers of a thousand digits; spent in some tenths of a second.
    fn default() -> Budget {
        Budget { bits: 8192, work: 1 << 27 }
    }
}

impl Budget {
    /// The same with no more work than this.
    #[must_use]
    pub fn within(self, work: u64) -> Budget {
        Budget { work: self.work.min(work), ..self }
    }
}

/// Operations on words for each unit of work: most of it goes into making numbers.
pub(crate) const WORDS_PER_UNIT: u64 = 8;

/// Reason for which an operation gives no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Open {
    /// The function has no value there: `arcsin 2`, `tan` at a pole, the third root of `x² - 2`.
    #[error("the function has no value at this argument")]
    Undefined,
    /// Whether the function has a value there was not settled within the budget.
    #[error("the budget does not suffice to tell whether the function has a value here")]
    Unsettled,
    /// The number is an expression that nests deeper than [`Real::MAX_DEPTH`](super::Real).
    #[error("the number is an expression that nests too deep")]
    TooDeep,
    /// The number's digits would fill the memory.
    #[error("the number is too long to be written down")]
    TooLarge,
}

/// Rest of a budget.
pub(super) struct Meter {
    pub(super) bits: u64,
    work: u64,
}

/// The budget is spent.
pub(super) struct Spent;

impl Meter {
    pub(super) fn new(budget: &Budget) -> Meter {
        Meter { bits: budget.bits.clamp(64, 1 << 24), work: budget.work }
    }

    /// Returns the rest, for a question inside a question.
    pub(super) fn rest(&self) -> Budget {
        Budget { bits: self.bits, work: self.work }
    }

    /// Pays for `count` products of two numbers of `bits` bits.
    pub(super) fn pay(&mut self, count: u64, bits: u64) -> Result<(), Spent> {
        self.pay_products(count, bits, bits)
    }

    /// Pays for `count` products of numbers of `left` and `right` bits.
    pub(super) fn pay_products(&mut self, count: u64, left: u64, right: u64) -> Result<(), Spent> {
        let words = (left / 64 + 1).saturating_mul(right / 64 + 1);
        let price = count.saturating_mul(words).saturating_add(8);
        work::add(price.min(self.work).saturating_mul(WORDS_PER_UNIT));
        self.work = self.work.checked_sub(price).ok_or(Spent)?;
        Ok(())
    }
}
