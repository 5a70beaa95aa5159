//! Bit-vectors of any width, those of up to 64 bits without an allocation.

use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// A bit-vector: a width of 1 or more, and an unsigned value below 2^width.
///
/// Invariant: widths of up to 64 are `Small`, so that equal bit-vectors are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    Small(u64),
    Big(Arc<BigUint>),
}

impl BitVec {
    /// The bit-vector of the lowest `width` bits of `value`.
    pub fn new(width: u32, value: u64) -> BitVec {
        if width <= 64 {
            BitVec { width, bits: Bits::Small(value & mask(width)) }
        } else {
            BitVec { width, bits: Bits::Big(Arc::new(BigUint::from(value))) }
        }
    }

    /// The bit-vector of the lowest `width` bits of `value`.
    pub fn from_big(width: u32, value: &BigUint) -> BitVec {
        let value = value & (power(width) - 1_u32);
        if width <= 64 {
            return BitVec::new(width, value.to_u64().expect("it was cut to the width"));
        }
        BitVec { width, bits: Bits::Big(Arc::new(value)) }
    }

    /// The bit-vector that is congruent to `value` modulo 2^width.
    pub fn from_int(width: u32, value: &BigInt) -> BitVec {
        match value.sign() {
            Sign::Minus => BitVec::from_big(width, value.magnitude()).neg(),
            _ => BitVec::from_big(width, value.magnitude()),
        }
    }

    /// Returns its number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Its value as a natural number.
    pub fn to_big(&self) -> BigUint {
        match &self.bits {
            Bits::Small(small) => BigUint::from(*small),
            Bits::Big(big) => (**big).clone(),
        }
    }

    /// Its value as a natural number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(small) => Some(*small),
            Bits::Big(big) => big.to_u64(),
        }
    }

    /// Its value in two's complement.
    pub fn to_signed(&self) -> BigInt {
        let value = BigInt::from(self.to_big());
        if self.is_negative() { value - BigInt::from(power(self.width)) } else { value }
    }

    /// Returns whether the highest bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Returns whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(small) => *small == 0,
            Bits::Big(big) => big.is_zero(),
        }
    }

    /// Bit number `at`, from the lowest.
    pub fn bit(&self, at: u32) -> bool {
        match &self.bits {
            Bits::Small(small) => at < 64 && small >> at & 1 == 1,
            Bits::Big(big) => big.bit(u64::from(at)),
        }
    }

    /// `bvnot`.
    #[must_use]
    pub fn not(&self) -> BitVec {
        self.map(|small| !small, |big| power(self.width) - 1_u32 - big)
    }

    /// `bvneg`.
    #[must_use]
    pub fn neg(&self) -> BitVec {
        self.map(u64::wrapping_neg, |big| power(self.width) - big)
    }

    /// `bvand`.
    #[must_use]
    pub fn and(&self, other: &BitVec) -> BitVec {
        self.with(other, |a, b| a & b, |a, b| a & b)
    }

    /// `bvor`.
    #[must_use]
    pub fn or(&self, other: &BitVec) -> BitVec {
        self.with(other, |a, b| a | b, |a, b| a | b)
    }

    /// `bvxor`.
    #[must_use]
    pub fn xor(&self, other: &BitVec) -> BitVec {
        self.with(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// `bvadd`.
    #[must_use]
    pub fn add(&self, other: &BitVec) -> BitVec {
        self.with(other, u64::wrapping_add, |a, b| a + b)
    }

    /// `bvsub`.
    #[must_use]
    pub fn sub(&self, other: &BitVec) -> BitVec {
        self.with(other, u64::wrapping_sub, |a, b| power(self.width) + a - b)
    }

    /// `bvmul`.
    #[must_use]
    pub fn mul(&self, other: &BitVec) -> BitVec {
        self.with(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// `bvudiv`: all ones for a zero divisor, as the standard says.
    #[must_use]
    pub fn udiv(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return BitVec::new(self.width, 0).not();
        }
        self.with(other, |a, b| a / b, |a, b| a / b)
    }

    /// `bvurem`: the dividend for a zero divisor, as the standard says.
    #[must_use]
    pub fn urem(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return self.clone();
        }
        self.with(other, |a, b| a % b, |a, b| a % b)
    }

    /// The absolute value in two's complement; that of the least one is itself.
    fn magnitude(&self) -> BitVec {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// `bvsdiv`: rounded towards zero.
    #[must_use]
    pub fn sdiv(&self, other: &BitVec) -> BitVec {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.is_negative() == other.is_negative() { quotient } else { quotient.neg() }
    }

    /// `bvsrem`: with the sign of the dividend.
    #[must_use]
    pub fn srem(&self, other: &BitVec) -> BitVec {
        let rest = self.magnitude().urem(&other.magnitude());
        if self.is_negative() { rest.neg() } else { rest }
    }

    /// `bvsmod`: with the sign of the divisor.
    #[must_use]
    pub fn smod(&self, other: &BitVec) -> BitVec {
        let rest = self.magnitude().urem(&other.magnitude());
        match (self.is_negative(), other.is_negative()) {
            _ if rest.is_zero() => rest,
            (false, false) => rest,
            (true, false) => rest.neg().add(other),
            (false, true) => rest.add(other),
            (true, true) => rest.neg(),
        }
    }

    /// `bvshl`.
    #[must_use]
    pub fn shl(&self, other: &BitVec) -> BitVec {
        match self.distance(other) {
            None => BitVec::new(self.width, 0),
            Some(by) => self.map(|small| small << by, |big| big << by),
        }
    }

    /// `bvlshr`.
    #[must_use]
    pub fn lshr(&self, other: &BitVec) -> BitVec {
        match self.distance(other) {
            None => BitVec::new(self.width, 0),
            Some(by) => self.map(|small| small >> by, |big| big >> by),
        }
    }

    /// `bvashr`.
    #[must_use]
    pub fn ashr(&self, other: &BitVec) -> BitVec {
        if self.is_negative() { self.not().lshr(other).not() } else { self.lshr(other) }
    }

    /// Returns the distance of a shift, if anything is left then.
    fn distance(&self, by: &BitVec) -> Option<u32> {
        by.to_u64().and_then(|by| u32::try_from(by).ok()).filter(|&by| by < self.width)
    }

    /// `concat`: this one's bits are the higher ones.
    #[must_use]
    pub fn concat(&self, low: &BitVec) -> BitVec {
        let width = self.width + low.width;
        match (&self.bits, &low.bits) {
            (Bits::Small(a), Bits::Small(b)) if width <= 64 => {
                BitVec::new(width, a << low.width | b)
            }
            _ => BitVec::from_big(width, &((self.to_big() << low.width) | low.to_big())),
        }
    }

    /// `(_ extract high low)`.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> BitVec {
        let width = high - low + 1;
        match &self.bits {
            Bits::Small(small) => BitVec::new(width, small >> low),
            Bits::Big(big) => BitVec::from_big(width, &(&**big >> low)),
        }
    }

    /// `(_ repeat times)`.
    #[must_use]
    pub fn repeat(&self, times: u32) -> BitVec {
        // (2^w)^0 + … + (2^w)^(times-1) = (2^(w·times) - 1) / (2^w - 1)
        let ones = (power(self.width * times) - 1_u32) / (power(self.width) - 1_u32);
        BitVec::from_big(self.width * times, &(self.to_big() * ones))
    }

    /// `(_ zero_extend by)`.
    #[must_use]
    pub fn zero_extend(&self, by: u32) -> BitVec {
        match &self.bits {
            Bits::Small(small) => BitVec::new(self.width + by, *small),
            Bits::Big(big) => BitVec { width: self.width + by, bits: Bits::Big(big.clone()) },
        }
    }

    /// `(_ sign_extend by)`.
    #[must_use]
    pub fn sign_extend(&self, by: u32) -> BitVec {
        if self.is_negative() { self.not().zero_extend(by).not() } else { self.zero_extend(by) }
    }

    /// `(_ rotate_left by)`.
    #[must_use]
    pub fn rotate_left(&self, by: u32) -> BitVec {
        match by % self.width {
            0 => self.clone(),
            by => {
                let low = self.width - by;
                self.extract(low - 1, 0).concat(&self.extract(self.width - 1, low))
            }
        }
    }

    /// `(_ rotate_right by)`.
    #[must_use]
    pub fn rotate_right(&self, by: u32) -> BitVec {
        self.rotate_left(self.width - by % self.width)
    }

    /// `bvult`.
    pub fn ult(&self, other: &BitVec) -> bool {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a < b,
            _ => self.to_big() < other.to_big(),
        }
    }

    /// `bvslt`.
    pub fn slt(&self, other: &BitVec) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (a, b) if a == b => self.ult(other),
            (negative, _) => negative,
        }
    }

    /// Returns whether an integer lies outside of what this many bits hold in two's complement.
    pub fn overflows_signed(width: u32, value: &BigInt) -> bool {
        let half = BigInt::from(power(width - 1));
        value >= &half || *value < -half
    }

    /// Returns whether a natural number needs more bits.
    pub fn overflows_unsigned(width: u32, value: &BigInt) -> bool {
        value.sign() == Sign::Minus || value.bits() > u64::from(width)
    }

    fn map(&self, small: impl Fn(u64) -> u64, big: impl Fn(&BigUint) -> BigUint) -> BitVec {
        match &self.bits {
            Bits::Small(a) => BitVec::new(self.width, small(*a)),
            Bits::Big(a) => BitVec::from_big(self.width, &big(a)),
        }
    }

    fn with(
        &self,
        other: &BitVec,
        small: impl Fn(u64, u64) -> u64,
        big: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> BitVec {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => BitVec::new(self.width, small(*a, *b)),
            _ => BitVec::from_big(self.width, &big(&self.to_big(), &other.to_big())),
        }
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn power(width: u32) -> BigUint {
    BigUint::one() << width
}

/// Written as in SMT-LIB: `#x1f` where the width allows it, else `#b01`.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, radix, count) = if self.width.is_multiple_of(4) {
            ("#x", 16, self.width as usize / 4)
        } else {
            ("#b", 2, self.width as usize)
        };
        if let Bits::Small(bits) = &self.bits {
            f.write_str(mark)?;
            return if radix == 16 {
                write!(f, "{bits:0count$x}")
            } else {
                write!(f, "{bits:0count$b}")
            };
        }
        // `write!` pads no further than 65,535; zero has a digit all the same.
        let digits = self.to_big().to_str_radix(radix);
        f.write_str(mark)?;
        f.write_str(&"0".repeat(count - digits.len()))?;
        f.write_str(&digits)
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
