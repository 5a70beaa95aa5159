//! The remainder of IEEE 754, which is exact.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::arithmetic::{by_width, shared_format};
use super::exact::{Exact, Unpacked, to_exponent};
use super::mode::RoundingMode;
use super::natural::Natural;
use super::value::Float;

impl Float {
    /// `fp.rem`: self - n · other, where n is the integer nearest to self / other, and the even one
    /// of two nearest. A zero has the sign of self.
    ///
    /// Costs as many multiplications as the distance of the exponents has bits.
    pub fn rem(&self, other: &Float) -> Float {
        by_width!(self.format(), rem(self, other))
    }
}

pub(super) fn rem<N: Natural>(x: &Float, y: &Float) -> Float {
    let format = shared_format(x, y);
    match (x.unpack::<N>(), y.unpack::<N>()) {
        (Unpacked::Nan | Unpacked::Infinite { .. }, _)
        | (_, Unpacked::Nan | Unpacked::Zero { .. }) => Float::nan(format),
        (Unpacked::Zero { .. }, _) | (_, Unpacked::Infinite { .. }) => x.clone(),
        (Unpacked::Finite(dividend), Unpacked::Finite(divisor)) => {
            let negative = dividend.negative;
            match remainder(dividend, divisor) {
                // The remainder is a multiple of the quanta of both operands, and no longer than
                // one of them: any mode gives it itself.
                Some(exact) => exact.round(format, RoundingMode::NearestTiesToEven),
                None => Float::zero(format).negated_if(negative),
            }
        }
    }
}

/// dividend - n · divisor, where n is the nearest integer to their quotient; nothing if it is zero.
fn remainder<N: Natural>(dividend: Exact<N>, divisor: Exact<N>) -> Option<Exact<N>> {
    if dividend.end() + 1 < divisor.end() {
        // Less than half the divisor. From here on, a divisor of the greater exponent is so by no
        // more than the dividend is long.
        return Some(dividend);
    }
    let negative = dividend.negative;
    let exponent = dividend.exponent.min(divisor.exponent);
    let divisor = divisor.count(exponent, RoundingMode::TowardZero);

    // Modulo twice the divisor, the quotient's last bit is seen too.
    let doubled = divisor.clone() << 1;
    let distance = (dividend.exponent - exponent).unsigned_abs();
    let rest = dividend.significand % doubled.clone();
    let rest = rest * power_modulo(distance, &doubled) % doubled;
    let (odd, rest) = if rest >= divisor { (true, rest - divisor.clone()) } else { (false, rest) };

    let up = match (rest.clone() << 1).cmp(&divisor) {
        Ordering::Less => false,
        Ordering::Equal => odd,
        Ordering::Greater => true,
    };
    let (negative, significand) = if up { (!negative, divisor - rest) } else { (negative, rest) };
    (!significand.is_zero()).then_some(Exact { negative, exponent, significand })
}

/// 2^exponent mod modulus.
fn power_modulo<N: Natural>(exponent: u128, modulus: &N) -> N {
    let short = modulus.bit_length().min(64);
    if exponent < to_exponent(short).unsigned_abs() {
        return N::power(usize::try_from(exponent).unwrap_or(short)) % modulus.clone();
    }
    let mut power = N::one();
    for bit in (0..u128::BITS - exponent.leading_zeros()).rev() {
        power = power.clone() * power % modulus.clone();
        if exponent >> bit & 1 == 1 {
            power = power << 1;
            if power >= *modulus {
                power = power - modulus.clone();
            }
        }
    }
    power
}
