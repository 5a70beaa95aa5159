//! Numbers of any magnitude to about fifteen digits.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// `fraction * 2^exponent`, where the fraction is 0 or from 1 up to below 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rough {
    fraction: f64,
    exponent: i64,
}

impl Rough {
    pub const ZERO: Self = Self { fraction: 0.0, exponent: 0 };
    pub const ONE: Self = Self { fraction: 1.0, exponent: 0 };

    /// A product of a number that is not negative and a power of two.
    fn new(number: f64, exponent: i64) -> Self {
        if number <= 0.0 {
            return Self::ZERO;
        }
        let shift = number.log2().floor();
        let power = shift.to_i64().expect("the logarithm of a float is a small number");
        Self { fraction: number * (-shift).exp2(), exponent: exponent + power }
    }

    pub fn times(self, other: Self) -> Self {
        Self::new(self.fraction * other.fraction, self.exponent + other.exponent)
    }

    pub fn plus(self, other: Self) -> Self {
        let (large, small) = if self.is_less(other) { (other, self) } else { (self, other) };
        let distance = scale(large.exponent - small.exponent);
        Self::new(large.fraction + small.fraction * distance, large.exponent)
    }

    fn is_less(self, other: Self) -> bool {
        self.fraction <= 0.0 || (other.fraction > 0.0 && self.exponent < other.exponent)
    }

    /// The logarithm to base 2; minus infinity for 0.
    #[expect(clippy::cast_precision_loss, reason = "no count has 2^53 bits")]
    pub fn log2(self) -> f64 {
        self.fraction.log2() + self.exponent as f64
    }

    /// The sum of the products of `left`, read forwards, and `right`, read backwards.
    pub fn convolve(left: &[Self], right: &[Self]) -> Self {
        let pairs = || {
            let pairs = left.iter().zip(right.iter().rev());
            pairs.filter(|(left, right)| left.fraction > 0.0 && right.fraction > 0.0)
        };
        let Some(most) = pairs().map(|(left, right)| left.exponent + right.exponent).max() else {
            return Self::ZERO;
        };
        let product = |(left, right): (&Self, &Self)| {
            left.fraction * right.fraction * scale(most - left.exponent - right.exponent)
        };
        Self::new(pairs().map(product).sum(), most)
    }
}

impl From<&BigUint> for Rough {
    fn from(number: &BigUint) -> Self {
        let shift = number.bits().saturating_sub(64);
        let leading = (number >> shift).to_f64().expect("64 bits are a float");
        Self::new(leading, shift.to_i64().expect("no number has 2^63 bits"))
    }
}

/// Two to the minus `distance`, which is not negative; 0 where that does not matter.
fn scale(distance: i64) -> f64 {
    const BITS: i64 = 64;
    if distance < BITS {
        // The exponent of a float stands above its 52 bits, and 1.0 has the exponent 1023.
        #[expect(clippy::cast_sign_loss, reason = "at least 1023 - 63")]
        f64::from_bits(((1023 - distance) as u64) << 52)
    } else {
        0.0
    }
}

/// The float nearest to a word.
pub(super) fn float(number: u64) -> f64 {
    number.to_f64().expect("every word has a float near it")
}
