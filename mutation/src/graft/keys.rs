//! Floating-point numbers in a row: each has a number, so that sets of them are spans of integers.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use smtlib::float::{Float, Format};

/// Floating-point numbers from one to another in the order -∞ … -0, +0 … +∞, and NaN or not. All of
/// them but NaN: from `-∞` to `+∞`, with `has_nan` false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The format.
    pub format: Format,
    /// The key of the first one.
    pub low: i128,
    /// The key of the last one; less than that of the first one if there is none.
    pub high: i128,
    /// Whether NaN is one of them.
    pub has_nan: bool,
}

/// The widest format whose numbers have keys.
const WIDEST: u32 = 128;

/// Returns the place of a number in the row: `+0` has 0, `-0` has -1. `None` of NaN, and of formats
/// of more than 128 bits.
pub fn key(float: &Float) -> Option<i128> {
    let format = float.format();
    if format.width() > WIDEST {
        return None;
    }
    let magnitude = i128::try_from(float.abs().to_bits()?.to_u128()?).ok()?;
    Some(if float.is_negative() { -magnitude - 1 } else { magnitude })
}

/// Returns the number at a place in the row. Precondition: the place is between the infinities.
pub fn at(format: Format, key: i128) -> Float {
    let magnitude = if key < 0 { -(key + 1) } else { key };
    let magnitude = BigUint::from(magnitude.unsigned_abs());
    let float = Float::from_bits(format, &magnitude);
    if key < 0 { float.neg() } else { float }
}

impl Keys {
    /// All numbers, and NaN or not; `None` of formats that are too wide.
    pub fn all(format: Format, has_nan: bool) -> Option<Self> {
        let high = key(&Float::infinity(format))?;
        Some(Self { format, low: -high - 1, high, has_nan })
    }

    /// Those less than a number, or equal as IEEE 754 has it: zeros are. None of NaN.
    pub fn below(float: &Float, is_strict: bool) -> Option<Self> {
        let all = Self::all(float.format(), false)?;
        let Some(at) = key(float) else { return Some(Self { high: all.low - 1, ..all }) };
        let high = match (float.is_zero(), is_strict) {
            (true, true) => -2,
            (true, false) => 0,
            (false, strict) => at - i128::from(strict),
        };
        Some(Self { high, ..all })
    }

    /// Those greater than a number, or equal as IEEE 754 has it.
    pub fn above(float: &Float, is_strict: bool) -> Option<Self> {
        Some(Self::below(&float.neg(), is_strict)?.negated())
    }

    /// Those that are not below, with NaN: what makes a comparison false.
    pub fn not_below(float: &Float, is_strict: bool) -> Option<Self> {
        if float.is_nan() {
            return Self::all(float.format(), true);
        }
        Some(Self { has_nan: true, ..Self::above(float, !is_strict)? })
    }

    /// Those that are not above, with NaN.
    pub fn not_above(float: &Float, is_strict: bool) -> Option<Self> {
        Some(Self::not_below(&float.neg(), is_strict)?.negated())
    }

    /// The `x` with `-x` among these.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { low: -self.high - 1, high: -self.low - 1, ..self.clone() }
    }

    /// Those of both.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        Self {
            format: self.format,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            has_nan: self.has_nan && other.has_nan,
        }
    }

    /// Returns whether a number is one of them.
    pub fn contains(&self, float: &Float) -> bool {
        if float.format() != self.format {
            return false;
        }
        if float.is_nan() {
            return self.has_nan;
        }
        key(float).is_some_and(|key| self.low <= key && key <= self.high)
    }

    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        let numbers = self.high.saturating_sub(self.low).saturating_add(1).max(0);
        u64::try_from(numbers).unwrap_or(u64::MAX).saturating_add(u64::from(self.has_nan))
    }

    /// The numbers at the ends and next to them, of which some may be outside.
    pub fn edges(&self) -> Vec<Float> {
        let Some(all) = Self::all(self.format, true) else { return Vec::new() };
        let near = [self.low, self.high]
            .into_iter()
            .flat_map(|at| [at, at.saturating_add(1), at.saturating_sub(1)]);
        let near = near.filter(|&key| all.low <= key && key <= all.high);
        near.map(|key| at(self.format, key)).chain([Float::nan(self.format)]).collect()
    }
}

/// As `[-0, 1]` and `[-oo, -1] or NaN`.
impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", at(self.format, self.low), at(self.format, self.high))?;
        f.write_str(if self.has_nan { " or NaN" } else { "" })
    }
}
