//! Elementary functions of intervals, by Taylor series in fixed point.
//!
//! Every function counts how far its steps can be off, in units of the last place, and gives an
//! interval that is wider by that. The bounds in the comments are generous; what matters is that
//! they are bounds.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::budget::{Meter, Spent};
use super::constants::{ln_2, pi};
use super::dyadic::{Dyadic, Toward, signed, unsigned};
use super::interval::Interval;

/// Bits beyond the precision asked for.
const GUARD: u64 = 32;

/// Arguments of `exp` from here on have no approximation: its exponent would be out of bounds.
const MAX_EXPONENTIAL: i64 = 40;

/// Image of an interval under a function: nothing if the interval is too wide to tell anything.
type Image = Result<Option<Interval>, Spent>;

/// π to about `precision` bits.
pub(super) fn pi_interval(precision: u64, meter: &mut Meter) -> Image {
    pay_for_series(precision, meter)?;
    let low = pi(precision);
    let high = &low + 2;
    let exponent = -signed(precision);
    Ok(Some(Interval::new(Dyadic::new(low, exponent), Dyadic::new(high, exponent))))
}

/// The sine of every number in an interval.
pub(super) fn sin(x: &Interval, precision: u64, meter: &mut Meter) -> Image {
    circular(x, precision, 0, meter)
}

/// The cosine of every number in an interval.
pub(super) fn cos(x: &Interval, precision: u64, meter: &mut Meter) -> Image {
    circular(x, precision, 1, meter)
}

/// The exponential of every number in an interval.
pub(super) fn exp(x: &Interval, precision: u64, meter: &mut Meter) -> Image {
    rising(x, |end| exp_at(end, precision, meter))
}

/// The natural logarithm of every positive number in an interval.
pub(super) fn ln(x: &Interval, precision: u64, meter: &mut Meter) -> Image {
    if x.low.sign() != Ordering::Greater {
        return Ok(None);
    }
    rising(x, |end| ln_at(end, precision, meter))
}

/// The arcus tangent of every number in an interval.
pub(super) fn atan(x: &Interval, precision: u64, meter: &mut Meter) -> Image {
    rising(x, |end| atan_at(end, precision, meter))
}

/// The image of a rising function: from its value at one end to that at the other.
fn rising(x: &Interval, mut at: impl FnMut(&Dyadic) -> Image) -> Image {
    let Some(low) = at(&x.low)? else { return Ok(None) };
    if x.low == x.high {
        return Ok(Some(low));
    }
    Ok(at(&x.high)?.map(|high| Interval::new(low.low, high.high)))
}

/// Sine and cosine change no faster than their argument: the value at one end, widened by the
/// width.
fn circular(x: &Interval, precision: u64, quarters: u8, meter: &mut Meter) -> Image {
    let one = Dyadic::power_of_two(0);
    let all = Interval::new(one.negated(), one);
    let width = x.width();
    if width.magnitude() > 1 {
        return Ok(Some(all));
    }
    let Some(value) = circular_at(&x.low, precision, quarters, meter)? else { return Ok(None) };
    let wider = Interval::new(
        value.low.plus(&width.negated(), precision, Toward::Down),
        value.high.plus(&width, precision, Toward::Up),
    );
    Ok(Some(wider.meet(&all)))
}

/// `sin(x + quarters · π/2)`.
fn circular_at(x: &Dyadic, precision: u64, quarters: u8, meter: &mut Meter) -> Image {
    let scale = scale_for(x, precision, meter);
    let whole = unsigned(x.magnitude().max(0));
    if whole > meter.bits.saturating_mul(2) {
        // A longer argument costs more than the budget is meant for.
        return Ok(None);
    }
    // x - k · π/2 in units of 2^-fine: off by at most 1 + |k| · 2, which is less than 2^(whole+2).
    let fine = scale + whole + 4;
    pay_for_series(fine, meter)?;
    let half_pi = pi(fine + 1) >> 2_u8;
    let argument = x.scaled(fine);
    let turns = (&argument + (&half_pi >> 1_u8)).div_floor(&half_pi);
    // Off by less than 2 units of 2^-scale.
    let rest = (argument - &turns * half_pi) >> (whole + 4);
    let quadrant = (turns.mod_floor(&BigInt::from(4)).to_u8().expect("less than 4") + quarters) % 4;
    let square = (&rest * &rest) >> scale;
    // |rest| < 0.8, so a term is off by less than 3 units, and what is cut off by less than 6.
    let (mut term, mut n) =
        if quadrant.is_multiple_of(2) { (rest, 1_u64) } else { (BigInt::one() << scale, 0) };
    let mut sum = BigInt::zero();
    while !term.is_zero() {
        sum += &term;
        term = -((&term * &square) >> scale) / ((n + 1) * (n + 2));
        n += 2;
    }
    let centre = if quadrant >= 2 { -sum } else { sum };
    Ok(Some(Interval::around(&centre, 4 * n + 64, signed(scale))))
}

fn exp_at(x: &Dyadic, precision: u64, meter: &mut Meter) -> Image {
    if x.magnitude() > MAX_EXPONENTIAL {
        return Ok((x.sign() == Ordering::Less).then(|| {
            let tiny = Dyadic::power_of_two(-(1 << MAX_EXPONENTIAL));
            Interval::new(Dyadic::zero(), tiny)
        }));
    }
    let scale = precision + GUARD;
    let whole = unsigned(x.magnitude().max(0));
    let fine = scale + whole + 4;
    pay_for_series(fine, meter)?;
    // x - k · ln 2, as for the sine.
    let ln_2 = ln_2(fine);
    let argument = x.scaled(fine);
    let twos = argument.div_floor(&ln_2);
    let rest = (argument - &twos * ln_2) >> (whole + 4);
    // 0 ≤ rest < 0.7, so a term is off by less than 4 units; rest itself is off by less than 2,
    // the exponential of it by less than 5.
    let mut term = BigInt::one() << scale;
    let mut sum = BigInt::zero();
    let mut n = 0_u64;
    while term.is_positive() {
        sum += &term;
        n += 1;
        term = ((&term * &rest) >> scale) / n;
    }
    let twos = twos.to_i64().expect("the argument is small, and so is its quotient");
    Ok(Some(Interval::around(&sum, 6 * n + 64, signed(scale) - twos)))
}

fn ln_at(x: &Dyadic, precision: u64, meter: &mut Meter) -> Image {
    // x = m · 2^k with 3/4 ≤ m < 3/2.
    let mut twos = x.magnitude();
    let half = Dyadic::new(x.mantissa.clone(), x.exponent - twos);
    if half < Dyadic::new(BigInt::from(3), -2) {
        twos -= 1;
    }
    let mantissa = Dyadic::new(x.mantissa.clone(), x.exponent - twos);
    let scale = precision + GUARD + 64;
    pay_for_series(scale, meter)?;
    // ln m = 2 artanh z with z = (m-1)/(m+1), so |z| ≤ 1/5; z is off by less than 3 units, a
    // power of it by less than 4.
    let one = BigInt::one() << scale;
    let scaled = mantissa.scaled(scale);
    let z = ((&scaled - &one) << scale).div_floor(&(scaled + one));
    let square = (&z * &z) >> scale;
    let mut power = z;
    let mut sum = BigInt::zero();
    let mut odd = 1_u64;
    while power.bits() > 2 {
        sum += &power / odd;
        power = (power * &square) >> scale;
        odd += 2;
    }
    // |k| < 2^49, and ln 2 is off by less than 2 units.
    let centre = sum * 2 + ln_2(scale) * twos;
    let error = 16 * odd + 64 + 2 * twos.unsigned_abs();
    Ok(Some(Interval::around(&centre, error, signed(scale))))
}

fn atan_at(x: &Dyadic, precision: u64, meter: &mut Meter) -> Image {
    if x.sign() == Ordering::Equal {
        return Ok(Some(Interval::point(Dyadic::zero())));
    }
    let scale = scale_for(x, precision, meter);
    pay_for_series(scale, meter)?;
    let one = BigInt::one() << scale;
    let steep = x.magnitude() > 0;
    // |t| ≤ 1: x itself or its inverse, off by less than 2 units.
    let mut tangent = if steep {
        let shift = signed(scale) - x.exponent;
        if shift < 0 { BigInt::zero() } else { (BigInt::one() << unsigned(shift)) / &x.mantissa }
    } else {
        x.scaled(scale)
    };
    // Three times tan(a/2) = t / (1 + √(1 + t²)), which at least halves an error and adds less
    // than 3 units: off by less than 6.
    for _ in 0..3 {
        let hypotenuse = ((&one << scale) + &tangent * &tangent).sqrt();
        tangent = (tangent << scale) / (&one + hypotenuse);
    }
    let square = (&tangent * &tangent) >> scale;
    let mut power = tangent;
    let mut sum = BigInt::zero();
    let mut odd = 1_u64;
    while power.bits() > 2 {
        if odd % 4 == 1 {
            sum += &power / odd;
        } else {
            sum -= &power / odd;
        }
        power = (power * &square) >> scale;
        odd += 2;
    }
    let angle = sum << 3_u8;
    let centre = match (steep, x.sign()) {
        (false, _) => angle,
        (true, Ordering::Less) => -(pi(scale) >> 1_u8) - angle,
        (true, _) => (pi(scale) >> 1_u8) - angle,
    };
    Ok(Some(Interval::around(&centre, 64 * odd + 128, signed(scale))))
}

/// The bits after the point to compute with: more for small arguments, so that the result keeps
/// its leading digits.
fn scale_for(x: &Dyadic, precision: u64, meter: &Meter) -> u64 {
    let small = x.magnitude().clamp(-signed(meter.bits), 0).unsigned_abs();
    precision + GUARD + small
}

/// A series has about a quarter as many terms as bits.
fn pay_for_series(bits: u64, meter: &mut Meter) -> Result<(), Spent> {
    meter.pay(bits / 4 + 1, bits)
}
