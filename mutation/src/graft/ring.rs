//! Bit-vectors between two ends on the circle of all of one width: what comes after the last one
//! is the first.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use smtlib::BitVec;

/// The bit-vectors from `low` up to `high`, both included, through zero if `low` is greater.
///
/// Invariant: not all of them: where `high + 1` is `low`, there is no ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    low: BitVec,
    high: BitVec,
}

/// Returns 1 of a width.
fn one(width: u32) -> BitVec {
    BitVec::new(width, 1)
}

/// Returns the least value of a width in two's complement.
pub fn least_signed(width: u32) -> BitVec {
    BitVec::from_big(width, &(BigUint::one() << (width - 1)))
}

/// Returns 2^bits.
fn power(bits: u32) -> BigUint {
    BigUint::one() << bits
}

impl Ring {
    /// The bit-vectors from one to another; `None` if these are all of the width.
    pub fn new(low: BitVec, high: BitVec) -> Option<Self> {
        (high.add(&one(high.width())) != low).then_some(Self { low, high })
    }

    /// All but one.
    pub fn without(value: &BitVec) -> Self {
        let one = one(value.width());
        Self { low: value.add(&one), high: value.sub(&one) }
    }

    /// The first one.
    pub fn low(&self) -> &BitVec {
        &self.low
    }

    /// The last one.
    pub fn high(&self) -> &BitVec {
        &self.high
    }

    /// Returns whether it is between the ends.
    pub fn contains(&self, value: &BitVec) -> bool {
        let (at, last) = (value.sub(&self.low), self.high.sub(&self.low));
        value.width() == self.low.width() && !last.ult(&at)
    }

    /// Returns how many there are.
    pub fn count(&self) -> BigUint {
        self.high.sub(&self.low).to_big() + 1_u32
    }

    /// The `x` with `x + by` in the ring.
    #[must_use]
    pub fn before_adding(&self, by: &BitVec) -> Self {
        Self { low: self.low.sub(by), high: self.high.sub(by) }
    }

    /// The `x` with `from - x` in the ring.
    #[must_use]
    pub fn before_subtracting_from(&self, from: &BitVec) -> Self {
        Self { low: from.sub(&self.high), high: from.sub(&self.low) }
    }

    /// The `x` of a shorter width, those from `first` on in the order of two's complement or of
    /// natural numbers, whose extension is in the ring; the stretch with `own` among them, which is
    /// in it. `None` if these are all.
    ///
    /// Extended, they are `first`, `first + 1`, … up to 2^width of them.
    pub fn before_extension(&self, width: u32, first: &BitVec, own: &BitVec) -> Option<Self> {
        // Seen from the first one on, those of the shorter width come first.
        let shifted = self.before_adding(first);
        let own = own.sub(first);
        let most = BitVec::from_big(self.low.width(), &(power(width) - 1_u32));
        let wraps = shifted.high.ult(&shifted.low);
        // Of two stretches, the one that begins at zero or the one that ends at the greatest.
        let is_first = wraps && own.ult(&shifted.low);
        let is_last = wraps && !is_first;
        let least = BitVec::new(most.width(), 0);
        let low = if is_first { least } else { shifted.low };
        let high = if is_last || most.ult(&shifted.high) { most } else { shifted.high };
        let cut = |value: &BitVec| value.add(first).extract(width - 1, 0);
        Self::new(cut(&low), cut(&high))
    }

    /// The `x` of a shorter width with `x·2^below + rest` in the ring, which has one. `None` if
    /// these are all.
    pub fn before_joining_below(&self, width: u32, below: u32, rest: &BitVec) -> Option<Self> {
        let (from, unit) = (self.low.sub(rest).to_big(), power(below));
        let last = self.high.sub(&self.low).to_big();
        let first = (&unit - (&from % &unit)) % &unit;
        let more = (&last - &first) >> below;
        if more >= power(width) - 1_u32 {
            return None;
        }
        let low = BitVec::from_big(width, &((from + first) >> below));
        let high = low.add(&BitVec::from_big(width, &more));
        Self::new(low, high)
    }

    /// The `x` with `x div by` in the stretch of the ring around `own`, which does not pass zero.
    /// `None` if these are all.
    pub fn before_dividing(&self, by: &BigUint, own: &BitVec) -> Option<Self> {
        let width = self.low.width();
        let most = power(width) - 1_u32;
        let wraps = self.high.ult(&self.low);
        let is_upper = wraps && !own.ult(&self.low);
        let low = if wraps && !is_upper { BigUint::ZERO } else { self.low.to_big() * by };
        let high = if is_upper { most.clone() } else { self.high.to_big() * by + by - 1_u32 };
        Self::new(BitVec::from_big(width, &low), BitVec::from_big(width, &high.min(most)))
    }

    /// Returns how many there are, up to a number.
    pub fn count_up_to(&self, most: u64) -> u64 {
        self.count().to_u64().map_or(most, |count| count.min(most))
    }
}

/// As `[#b10, #b01]`.
impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.low, self.high)
    }
}
