//! Values: bits of a format, with one NaN.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::format::Format;
use super::natural::Natural;

/// A value of a format. `==` is SMT-LIB's `=`: NaN equals itself, and +0 differs from -0.
///
/// Cheap to clone and to compute with in formats of up to 64 bits; wider ones live on the heap.
#[derive(Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct Float {
    format: Format,
    bits: Bits,
}

/// Kind of value that a float is. `(_ -zero 8 24)` is a zero, `(_ NaN 8 24)` is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// No number.
    Nan,
    /// +oo or -oo.
    Infinite,
    /// A number with the full precision.
    Normal,
    /// A number nearer to zero than all normal ones.
    Subnormal,
    /// +0 or -0.
    Zero,
}

/// The sign, the exponent field and the stored significand, from the highest bit down. NaN is
/// always the same pattern: positive, with the highest stored bit of the significand alone.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    /// Of a format of up to 64 bits.
    Narrow(u64),
    /// Of any other.
    Wide(Box<BigUint>),
}

/// A value's bits by field.
pub(super) struct Fields<N> {
    pub negative: bool,
    pub exponent: i128,
    pub fraction: N,
}

impl Float {
    /// +0.
    pub fn zero(format: Format) -> Float {
        Float::assemble(format, false, 0, 0_u128)
    }

    /// +oo.
    pub fn infinity(format: Format) -> Float {
        Float::assemble(format, false, format.special_field(), 0_u128)
    }

    /// NaN.
    pub fn nan(format: Format) -> Float {
        let highest = format.fraction_bits() - 1;
        if format.is_narrow() {
            Float::assemble(format, false, format.special_field(), u128::power(highest))
        } else {
            Float::assemble(format, false, format.special_field(), BigUint::power(highest))
        }
    }

    /// The greatest finite value: (2 - 2^(1-sb)) · 2^(2^(eb-1) - 1).
    pub fn greatest(format: Format) -> Float {
        let ones = BigUint::power(format.fraction_bits()) - BigUint::one();
        Float::assemble(format, false, format.special_field() - 1, ones)
    }

    /// The least positive value, a subnormal: 2^(3 - 2^(eb-1) - sb).
    pub fn least_subnormal(format: Format) -> Float {
        Float::assemble(format, false, 0, 1_u128)
    }

    /// The least positive normal value: 2^(2 - 2^(eb-1)).
    pub fn least_normal(format: Format) -> Float {
        Float::assemble(format, false, 1, 0_u128)
    }

    /// The value with these bits; any pattern of a NaN is NaN.
    ///
    /// `bits` must be below 2^width.
    pub fn from_bits(format: Format, bits: &BigUint) -> Float {
        assert!(bits.bits() <= u64::from(format.width()), "bits beyond the width of {format}");
        Float::canonical(format, Bits::new(format, bits.clone()))
    }

    /// The value with these bits, as [`Float::from_bits`], of a format of up to 64 bits.
    pub fn from_word(format: Format, bits: u64) -> Float {
        let width = format.width();
        assert!(
            width == 64 || width < 64 && bits >> width == 0,
            "bits beyond the width of {format}"
        );
        Float::canonical(format, Bits::Narrow(bits))
    }

    /// `(fp sign exponent significand)`; any pattern of a NaN is NaN.
    ///
    /// `exponent` must be below 2^eb, and `significand`, which lacks the hidden bit, below
    /// 2^(sb-1).
    pub fn from_fields(
        format: Format,
        negative: bool,
        exponent: &BigUint,
        significand: &BigUint,
    ) -> Float {
        assert!(exponent.bits() <= u64::from(format.eb()), "no exponent of {format}");
        assert!(significand.bits() < u64::from(format.sb()), "no significand of {format}");
        let sign = BigUint::from(u8::from(negative)) << (format.width() - 1);
        let bits = sign + (exponent << format.fraction_bits()) + significand;
        Float::canonical(format, Bits::new(format, bits))
    }

    /// The value's format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The value's bits; of NaN, whose bits the standard leaves open, none.
    pub fn to_bits(&self) -> Option<BigUint> {
        (!self.is_nan()).then(|| match &self.bits {
            Bits::Narrow(bits) => BigUint::from(*bits),
            Bits::Wide(bits) => BigUint::clone(bits),
        })
    }

    /// Returns the kind of value it is.
    pub fn class(&self) -> Class {
        match &self.bits {
            Bits::Narrow(_) => self.fields::<u128>().class(self.format),
            Bits::Wide(_) => self.fields::<BigUint>().class(self.format),
        }
    }

    /// `fp.isNormal`.
    pub fn is_normal(&self) -> bool {
        self.class() == Class::Normal
    }

    /// `fp.isSubnormal`.
    pub fn is_subnormal(&self) -> bool {
        self.class() == Class::Subnormal
    }

    /// `fp.isZero`.
    pub fn is_zero(&self) -> bool {
        self.class() == Class::Zero
    }

    /// `fp.isInfinite`.
    pub fn is_infinite(&self) -> bool {
        self.class() == Class::Infinite
    }

    /// `fp.isNaN`.
    pub fn is_nan(&self) -> bool {
        // The only pattern: ones in all of the exponent and in the bit below it.
        let (ones, zeros) = (self.format.eb() + 1, self.format.sb() - 2);
        match &self.bits {
            Bits::Narrow(bits) => *bits == ((1 << ones) - 1) << zeros,
            Bits::Wide(bits) => {
                bits.bits() == u64::from(ones + zeros)
                    && bits.trailing_zeros() == Some(u64::from(zeros))
                    && bits.count_ones() == u64::from(ones)
            }
        }
    }

    /// `fp.isNegative`: also of -0 and -oo, but not of NaN.
    pub fn is_negative(&self) -> bool {
        // The only pattern of a NaN is positive.
        self.sign_bit()
    }

    /// `fp.isPositive`: also of +0 and +oo, but not of NaN.
    pub fn is_positive(&self) -> bool {
        !self.sign_bit() && !self.is_nan()
    }

    /// `fp.abs`.
    pub fn abs(&self) -> Float {
        if self.sign_bit() { self.with_other_sign() } else { self.clone() }
    }

    /// `fp.neg`.
    pub fn neg(&self) -> Float {
        if self.is_nan() { self.clone() } else { self.with_other_sign() }
    }

    /// Compares the bits as numbers; of two values of one format.
    pub(super) fn compare_bits(&self, other: &Float) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Narrow(x), Bits::Narrow(y)) => x.cmp(y),
            (Bits::Wide(x), Bits::Wide(y)) => x.cmp(y),
            (Bits::Narrow(_), Bits::Wide(_)) => Ordering::Less,
            (Bits::Wide(_), Bits::Narrow(_)) => Ordering::Greater,
        }
    }

    /// The bits of a value of a narrow format.
    pub(super) fn word(&self) -> Option<u64> {
        match self.bits {
            Bits::Narrow(bits) => Some(bits),
            Bits::Wide(_) => None,
        }
    }

    /// The bits by field; the fraction must fit `N`.
    pub(super) fn fields<N: Natural>(&self) -> Fields<N> {
        let stored = self.format.fraction_bits();
        match &self.bits {
            Bits::Narrow(bits) => {
                let magnitude = bits & !self.format.sign_mask();
                let exponent = magnitude >> stored;
                Fields {
                    negative: magnitude != *bits,
                    exponent: i128::from(exponent),
                    fraction: N::from(magnitude ^ (exponent << stored)),
                }
            }
            Bits::Wide(bits) => {
                let negative = self.sign_bit();
                let mut magnitude = BigUint::clone(bits);
                magnitude.set_bit(u64::from(self.format.width()) - 1, false);
                let exponent = &magnitude >> stored;
                let fraction = magnitude - (&exponent << stored);
                let exponent = exponent.to_i128().expect("an exponent has at most 120 bits");
                Fields { negative, exponent, fraction: N::from_wide(fraction) }
            }
        }
    }

    /// The value of these fields, which must fit the format and be no NaN but the only one.
    pub(super) fn assemble<N: Natural>(
        format: Format,
        negative: bool,
        exponent: i128,
        fraction: N,
    ) -> Float {
        let exponent = exponent.unsigned_abs();
        let stored = format.fraction_bits();
        let bits = if format.is_narrow() {
            let fraction = fraction.to_u128().expect("a narrow fraction has at most 61 bits");
            let magnitude = u64::try_from((exponent << stored) + fraction)
                .expect("a narrow magnitude has at most 63 bits");
            Bits::Narrow(if negative { magnitude | format.sign_mask() } else { magnitude })
        } else {
            let mut bits: BigUint = (BigUint::from(exponent) << stored) + fraction.into();
            bits.set_bit(u64::from(format.width()) - 1, negative);
            Bits::Wide(Box::new(bits))
        };
        Float { format, bits }
    }

    /// The value, or minus the value.
    pub(super) fn negated_if(self, negate: bool) -> Float {
        if negate { self.neg() } else { self }
    }

    fn canonical(format: Format, bits: Bits) -> Float {
        let float = Float { format, bits };
        if float.class() == Class::Nan { Float::nan(format) } else { float }
    }

    fn sign_bit(&self) -> bool {
        match &self.bits {
            Bits::Narrow(bits) => bits & self.format.sign_mask() != 0,
            Bits::Wide(bits) => bits.bit(u64::from(self.format.width()) - 1),
        }
    }

    fn with_other_sign(&self) -> Float {
        let bits = match &self.bits {
            Bits::Narrow(bits) => Bits::Narrow(bits ^ self.format.sign_mask()),
            Bits::Wide(bits) => {
                let mut bits = bits.clone();
                bits.set_bit(u64::from(self.format.width()) - 1, !self.sign_bit());
                Bits::Wide(bits)
            }
        };
        Float { format: self.format, bits }
    }
}

impl Bits {
    /// The bits, which must fit the format.
    fn new(format: Format, bits: BigUint) -> Bits {
        match bits.to_u64() {
            Some(bits) if format.is_narrow() => Bits::Narrow(bits),
            _ => Bits::Wide(Box::new(bits)),
        }
    }
}

impl<N: Zero> Fields<N> {
    fn class(&self, format: Format) -> Class {
        match (self.exponent, self.fraction.is_zero()) {
            (0, true) => Class::Zero,
            (0, false) => Class::Subnormal,
            (exponent, none) if exponent == format.special_field() => {
                if none {
                    Class::Infinite
                } else {
                    Class::Nan
                }
            }
            _ => Class::Normal,
        }
    }
}
