//! Formats: how many bits hold the exponent, and how many the significand.

use std::fmt;

/// `(_ FloatingPoint eb sb)`: `eb` bits of exponent, `sb` bits of significand with the hidden one.
///
/// Invariants: 2 ≤ eb ≤ [`Format::MOST_EXPONENT_BITS`], 2 ≤ sb ≤
/// [`Format::MOST_SIGNIFICAND_BITS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    eb: u32,
    sb: u32,
}

/// A format that this implementation does not hold. `(_ FloatingPoint 1 1)` is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Fewer bits than the standard allows.
    #[error("(_ FloatingPoint {eb} {sb}) is no sort: both numbers must be at least 2")]
    TooNarrow {
        /// The bits of the exponent.
        eb: u32,
        /// The bits of the significand.
        sb: u32,
    },
    /// More bits than are computed with.
    #[error(
        "(_ FloatingPoint {eb} {sb}) is too wide: exponents have at most {} bits, significands {}",
        Format::MOST_EXPONENT_BITS,
        Format::MOST_SIGNIFICAND_BITS
    )]
    TooWide {
        /// The bits of the exponent.
        eb: u32,
        /// The bits of the significand.
        sb: u32,
    },
}

impl Format {
    /// `Float16`.
    pub const FLOAT16: Format = Format { eb: 5, sb: 11 };
    /// `Float32`.
    pub const FLOAT32: Format = Format { eb: 8, sb: 24 };
    /// `Float64`.
    pub const FLOAT64: Format = Format { eb: 11, sb: 53 };
    /// `Float128`.
    pub const FLOAT128: Format = Format { eb: 15, sb: 113 };

    /// The widest exponent: sums of three such exponents fit 128 bits.
    pub const MOST_EXPONENT_BITS: u32 = 120;
    /// The widest significand: the slowest operation, a remainder, takes less than a second.
    pub const MOST_SIGNIFICAND_BITS: u32 = 1 << 16;

    /// The format with `eb` bits of exponent and `sb` bits of significand.
    pub fn new(eb: u32, sb: u32) -> Result<Format, FormatError> {
        if eb < 2 || sb < 2 {
            Err(FormatError::TooNarrow { eb, sb })
        } else if eb > Self::MOST_EXPONENT_BITS || sb > Self::MOST_SIGNIFICAND_BITS {
            Err(FormatError::TooWide { eb, sb })
        } else {
            Ok(Format { eb, sb })
        }
    }

    /// The bits of the exponent.
    pub fn eb(self) -> u32 {
        self.eb
    }

    /// The bits of the significand, with the hidden one.
    pub fn sb(self) -> u32 {
        self.sb
    }

    /// The bits of a value: eb + sb, since the sign takes the hidden bit's place.
    pub fn width(self) -> u32 {
        self.eb + self.sb
    }

    /// Whether a value's bits fit one word.
    pub(super) fn is_narrow(self) -> bool {
        self.width() <= 64
    }

    /// The bit of the sign; of a narrow format.
    pub(super) fn sign_mask(self) -> u64 {
        1 << (self.width() - 1)
    }

    /// The stored bits of the significand: sb - 1.
    pub(super) fn fraction_bits(self) -> usize {
        self.sb as usize - 1
    }

    /// The exponent field of infinities and of NaN: 2^eb - 1.
    pub(super) fn special_field(self) -> i128 {
        (1 << self.eb) - 1
    }

    /// e such that 2^e is the least positive value: 2 - 2^(eb-1) - (sb - 1).
    pub(super) fn lowest_exponent(self) -> i128 {
        3 - (1 << (self.eb - 1)) - i128::from(self.sb)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "(_ FloatingPoint {} {})", self.eb, self.sb)
    }
}
