//! π and ln 2 to any number of bits.

use std::sync::{Mutex, PoisonError};

use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The longest value asked for so far, and its bits after the point.
type Longest = Mutex<Option<(u64, BigInt)>>;

static PI: Longest = Mutex::new(None);
static LN_2: Longest = Mutex::new(None);

/// An integer `n` with `n ≤ π · 2^scale < n + 2`.
pub(super) fn pi(scale: u64) -> BigInt {
    longest(&PI, scale, |scale| {
        // Machin: π/4 = 4 arctan(1/5) - arctan(1/239).
        inverse_series(5, scale, Signs::Alternate) * 16
            - inverse_series(239, scale, Signs::Alternate) * 4
    })
}

/// An integer `n` with `n ≤ ln 2 · 2^scale < n + 2`.
pub(super) fn ln_2(scale: u64) -> BigInt {
    longest(&LN_2, scale, |scale| {
        // ln 2 = 18 artanh(1/26) - 2 artanh(1/4801) + 8 artanh(1/8749).
        inverse_series(26, scale, Signs::Equal) * 18 - inverse_series(4801, scale, Signs::Equal) * 2
            + inverse_series(8749, scale, Signs::Equal) * 8
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Signs {
    Alternate,
    Equal,
}

/// Bits beyond those asked for: each series has fewer than 2^24 terms, each off by less than 2,
/// and is taken at most 18 times; so the sum is off by less than 2^40.
const GUARD: u64 = 48;

fn longest(cell: &Longest, scale: u64, compute: impl Fn(u64) -> BigInt) -> BigInt {
    let mut held = cell.lock().unwrap_or_else(PoisonError::into_inner);
    match held.as_ref() {
        Some((bits, value)) if *bits >= scale + GUARD => lower(value, bits - scale),
        _ => {
            let value = compute(scale + GUARD);
            let answer = lower(&value, GUARD);
            *held = Some((scale + GUARD, value));
            answer
        }
    }
}

/// A value that is off by less than 2^40, as a bound from below with `drop` bits fewer.
fn lower(value: &BigInt, drop: u64) -> BigInt {
    (value - (BigInt::one() << 40_u8)) >> drop
}

/// `arctan(1/x)` or `artanh(1/x)` times `2^scale`, each term off by less than 2.
fn inverse_series(x: u32, scale: u64, signs: Signs) -> BigInt {
    let square = x * x;
    let mut power = (BigInt::one() << scale) / x;
    let mut sum = BigInt::zero();
    let mut odd = 1_u32;
    while !power.is_zero() {
        let term = &power / odd;
        if signs == Signs::Alternate && odd % 4 == 3 {
            sum -= term;
        } else {
            sum += term;
        }
        power /= square;
        odd += 2;
    }
    sum
}
