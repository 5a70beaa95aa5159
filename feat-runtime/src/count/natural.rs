//! Three kinds of numbers to count with: words of 64 bits, of 128 bits, and of any length.
//!
//! If the trees of a part fit a word, so does everything that is met while one of them is
//! found: its parts are no larger than the whole. So each subtree is found with the shortest
//! numbers that hold its part. What does not fit a word stands in the tables as the largest
//! word: a bound, met beside a zero, or larger than every index below that word. So a tree is
//! found in words also where only its index fits them, if it is less than the largest.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

use crate::count::constant::Constant;
use crate::count::plan::{Row, Spectrum};
use crate::count::tables::Tables;

/// A number to count with.
pub(crate) trait Natural: Clone + Ord {
    /// The numbers of a row, by size.
    fn row(tables: &Tables, row: Row) -> &[Self];
    /// A constant of the plan.
    fn of_constant(constant: &Constant) -> &Self;
    /// Nothing.
    fn zero() -> Self;
    /// Whether it is nothing.
    fn is_zero(&self) -> bool;
    /// Whether it may stand for any larger number too.
    fn is_bound(&self) -> bool;
    /// The product; too large a product is the largest number there is.
    fn times(&self, other: &Self) -> Self;
    /// The sum; the operands must be parts of a whole that fits.
    fn plus(self, other: &Self) -> Self;
    /// The difference; `other` must not be larger.
    fn minus(self, other: &Self) -> Self;
    /// Quotient and remainder.
    fn divide(self, by: &Self) -> (Self, Self);
    /// The index of a subtree in a part of this many trees, in the shortest form.
    fn into_rank(self, tables: &Tables, spectrum: &Spectrum, size: u32) -> Rank;
    /// The index of a subtree, in this form.
    fn from_rank(rank: Rank) -> Self;
}

/// An index inside a part, in the shortest form that holds the part.
#[derive(Clone, Debug)]
pub(crate) enum Rank {
    Word(u64),
    Double(u128),
    Big(BigUint),
}

/// The reason for which an index fits the numbers that hold its part.
const INSIDE: &str = "an index is below the count of its part";

impl Rank {
    /// The shortest form of an index in the part of `spectrum` of this size.
    pub fn new(index: BigUint, tables: &Tables, spectrum: &Spectrum, size: u32) -> Self {
        if tables.count::<u64>(spectrum, size) != u64::MAX {
            Rank::Word(u64::try_from(index).expect(INSIDE))
        } else if tables.count::<u128>(spectrum, size) != u128::MAX {
            Rank::Double(u128::try_from(index).expect(INSIDE))
        } else {
            Rank::Big(index)
        }
    }

    pub fn into_big(self) -> BigUint {
        match self {
            Rank::Word(word) => word.into(),
            Rank::Double(double) => double.into(),
            Rank::Big(big) => big,
        }
    }
}

/// The arithmetic that words of both lengths have in common.
macro_rules! word_arithmetic {
    () => {
        fn zero() -> Self {
            0
        }
        fn is_zero(&self) -> bool {
            *self == 0
        }
        fn is_bound(&self) -> bool {
            *self == Self::MAX
        }
        fn times(&self, other: &Self) -> Self {
            self.saturating_mul(*other)
        }
        fn plus(self, other: &Self) -> Self {
            self + other
        }
        fn minus(self, other: &Self) -> Self {
            self - other
        }
        fn divide(self, by: &Self) -> (Self, Self) {
            // Most constants are 1, and a division is slow.
            if *by == 1 { (self, 0) } else { (self / by, self % by) }
        }
    };
}

impl Natural for u64 {
    word_arithmetic!();

    fn row(tables: &Tables, row: Row) -> &[Self] {
        &tables.words[row.0]
    }
    fn of_constant(constant: &Constant) -> &Self {
        constant.word()
    }
    fn into_rank(self, _: &Tables, _: &Spectrum, _: u32) -> Rank {
        Rank::Word(self)
    }
    fn from_rank(rank: Rank) -> Self {
        match rank {
            Rank::Word(word) => word,
            Rank::Double(_) | Rank::Big(_) => unreachable!("parts are no larger than the whole"),
        }
    }
}

impl Natural for u128 {
    word_arithmetic!();

    fn row(tables: &Tables, row: Row) -> &[Self] {
        &tables.doubles[row.0]
    }
    fn of_constant(constant: &Constant) -> &Self {
        constant.double()
    }
    fn into_rank(self, tables: &Tables, spectrum: &Spectrum, size: u32) -> Rank {
        match tables.count::<u64>(spectrum, size) {
            u64::MAX => Rank::Double(self),
            _ => Rank::Word(u64::try_from(self).expect(INSIDE)),
        }
    }
    fn from_rank(rank: Rank) -> Self {
        match rank {
            Rank::Word(word) => word.into(),
            Rank::Double(double) => double,
            Rank::Big(_) => unreachable!("parts are no larger than the whole"),
        }
    }
}

impl Natural for BigUint {
    fn row(tables: &Tables, row: Row) -> &[Self] {
        &tables.bigs[row.0]
    }
    fn of_constant(constant: &Constant) -> &Self {
        constant.big()
    }
    fn zero() -> Self {
        BigUint::ZERO
    }
    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
    fn is_bound(&self) -> bool {
        false
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn plus(self, other: &Self) -> Self {
        self + other
    }
    fn minus(self, other: &Self) -> Self {
        self - other
    }
    fn divide(self, by: &Self) -> (Self, Self) {
        self.div_rem(by)
    }
    fn into_rank(self, tables: &Tables, spectrum: &Spectrum, size: u32) -> Rank {
        Rank::new(self, tables, spectrum, size)
    }
    fn from_rank(rank: Rank) -> Self {
        rank.into_big()
    }
}
