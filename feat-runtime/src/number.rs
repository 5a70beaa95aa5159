//! The numbers of enumeration, each a type of its own so that they never mix.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::One;

/// The part of a tree's size that a production pays for. `'(' term ')'` pays `1`, `'x'` pays `0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(pub u32);

/// The sum of the costs in a tree. All trees of one size make a part. `(x(xx))` by `term : 'x' |
/// '(' term term ')'` has size `2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(pub u32);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// No index is looked for among larger trees.
pub const MOST_SIZE: Size = Size(50_000);

/// A tree's place in the whole enumeration, counted from 0.
///
/// Written and read in decimal; `10^1700`, `2^64` and `1e6` are read too.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(BigUint);

impl Index {
    /// The index as a plain number.
    pub fn number(&self) -> &BigUint {
        &self.0
    }

    /// The index as a plain number, given away.
    pub fn into_number(self) -> BigUint {
        self.0
    }
}

impl From<BigUint> for Index {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<u64> for Index {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<&Index> for Index {
    fn from(index: &Index) -> Self {
        index.clone()
    }
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The reason for which a text is no index. `-1` and `ten` are none; `10^1700` is one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// It is not of any form that an index can have.
    #[error("`{0}` is not an index: write a number such as 42, 1_000_000, 1e6, 2^64 or 10^1700")]
    Malformed(String),
    /// It is a power with more digits than anybody can wait for.
    #[error("`{0}` has more than a million digits: too large an index")]
    TooLarge(String),
}

/// An index of more bits than this would take longer to print than anybody waits.
const MOST_BITS: u64 = 3_500_000;

impl FromStr for Index {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        let malformed = || IndexError::Malformed(text.to_owned());
        let power = |base: &BigUint, exponent: &str| {
            let exponent = natural(exponent).ok_or_else(malformed)?;
            // 0 and 1 have the same power for every exponent but 0.
            let exponent =
                if *base <= BigUint::one() { exponent.min(BigUint::one()) } else { exponent };
            match u32::try_from(exponent) {
                Ok(exponent) if bits(base, exponent).is_some_and(|bits| bits <= MOST_BITS) => {
                    Ok(base.pow(exponent))
                }
                Ok(_) | Err(_) => Err(IndexError::TooLarge(text.to_owned())),
            }
        };
        let number = if let Some((base, exponent)) = text.split_once('^') {
            power(&natural(base).ok_or_else(malformed)?, exponent)?
        } else if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
            natural(factor).ok_or_else(malformed)? * power(&BigUint::from(10_u32), exponent)?
        } else {
            natural(text).ok_or_else(malformed)?
        };
        Ok(Self(number))
    }
}

/// A bound for the bits of a power, if it is a word.
fn bits(base: &BigUint, exponent: u32) -> Option<u64> {
    base.bits().checked_mul(exponent.into())
}

/// A natural number in decimal, where `_` may stand between digits.
fn natural(text: &str) -> Option<BigUint> {
    let plain = text.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with('_');
    (plain && text.chars().all(|c| c.is_ascii_digit() || c == '_'))
        .then(|| text.replace('_', "").parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let parsed = text.parse::<Index>().ok().map(|index| index.to_string());
        assert_eq!(parsed.as_deref(), expected, "{text}");
    }

    #[test]
    fn indices_are_read_in_all_their_forms() {
        check("42", Some("42"));
        check("1_000_000", Some("1000000"));
        check("1e6", Some("1000000"));
        check("12E3", Some("12000"));
        check("2^64", Some("18446744073709551616"));
        check("0^0", Some("1"));
        check("1^99999999999999999999", Some("1"));
        for wrong in ["", "-1", "1.5", "x", "10^", "^3", "1e", "_1", "1_", "0x10", " 1", "+1"] {
            check(wrong, None);
        }
        assert!(matches!("10^99999999".parse::<Index>(), Err(IndexError::TooLarge(_))));
        assert!(matches!("1e99999999999999999999".parse::<Index>(), Err(IndexError::TooLarge(_))));
    }
}
