//! Decimal digits into numbers and back, where there may be a hundred thousand of them.

use std::fmt::Write as _;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::Rational;

/// Digits that are read at once; longer numbers are put together from such pieces.
const PIECE: usize = 1 << 11;

/// Returns the natural number that decimal digits denote.
///
/// Costs a few products of numbers of that length: pieces are joined in pairs, then pairs of pairs.
/// Anything but ASCII digits is no number, and the caller has seen to that.
pub(crate) fn natural(digits: &[u8]) -> BigUint {
    let values: Vec<u8> = digits.iter().map(|digit| digit - b'0').collect();
    let piece = |piece| BigUint::from_radix_be(piece, 10).expect("digits only");
    // The lowest piece first.
    let mut parts: Vec<BigUint> = values.rchunks(PIECE).map(piece).collect();
    let mut factor = BigUint::from(10_u32).pow(u32::try_from(PIECE).expect("a small constant"));
    while parts.len() > 1 {
        let joined = parts.chunks(2).map(|pair| match pair {
            [low, high] => high * &factor + low,
            _ => pair[0].clone(),
        });
        parts = joined.collect();
        if parts.len() > 1 {
            factor = &factor * &factor;
        }
    }
    parts.pop().unwrap_or_default()
}

/// Returns the number that a decimal such as `1.50` denotes: digits on both sides of a point.
///
/// The fraction is reduced by what a power of ten can have in common with its numerator, twos or
/// fives, since the greatest common divisor of long numbers takes seconds.
pub(crate) fn parse(text: &str) -> Rational {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    let numer = natural([whole.as_bytes(), fraction.as_bytes()].concat().as_slice());
    let places = u32::try_from(fraction.len()).expect("a text is shorter than 4 GiB");
    let (numer, twos, fives) = match fraction.bytes().last() {
        None => (numer, 0, 0),
        // A number that ends in 5 is odd, one that ends in 2 is no multiple of 5.
        Some(b'5') => {
            let (rest, found) = without_fives(numer, places);
            (rest, places, places - found)
        }
        Some(_) => {
            let zeros =
                numer.trailing_zeros().expect("its last digit is not 0").min(u64::from(places));
            let found = u32::try_from(zeros).expect("at most as many as places");
            (numer >> zeros, places - found, places)
        }
    };
    let denom = BigUint::from(5_u32).pow(fives) << twos;
    Rational::new_raw(numer.into(), denom.into())
}

/// Returns the number as a decimal such as `1.5`; `None` if it is negative or has no end.
pub(crate) fn text(rational: &Rational) -> Option<String> {
    if rational.is_negative() {
        return None;
    }
    let denom = rational.denom().magnitude();
    let twos = denom.trailing_zeros().expect("a denominator is not 0");
    let (rest, fives) = without_fives(denom >> twos, u32::MAX);
    if !rest.is_one() {
        return None;
    }
    // The least number of places p such that 10^p is a multiple of the denominator.
    let twos = u32::try_from(twos).ok()?;
    let places = twos.max(fives).max(1);
    let factor = BigInt::from(BigUint::from(5_u32).pow(places - fives) << (places - twos));
    let mut digits = (rational.numer() * factor).to_string();
    // `format!` pads no further than 65,535.
    let places = places as usize;
    digits.insert_str(0, &"0".repeat((places + 1).saturating_sub(digits.len())));
    digits.insert(digits.len() - places, '.');
    Some(digits)
}

/// Writes the fraction as [`text`] does; false, with nothing written, if it has no such text or its
/// digits do not fit a word. Precondition: the denominator is positive.
pub(crate) fn write_small(numer: i64, denom: i64, to: &mut String) -> bool {
    let Ok(numer) = u128::try_from(numer) else { return false };
    let twos = denom.trailing_zeros();
    let (mut rest, mut fives) = (denom >> twos, 0);
    while rest % 5 == 0 {
        rest /= 5;
        fives += 1;
    }
    if rest != 1 {
        return false;
    }
    let places = twos.max(fives).max(1);
    let (Some(twos), Some(fives)) =
        (2_u128.checked_pow(places - twos), 5_u128.checked_pow(places - fives))
    else {
        return false;
    };
    let digits = twos.checked_mul(fives).and_then(|factor| numer.checked_mul(factor));
    let (Some(digits), Some(one)) = (digits, 10_u128.checked_pow(places)) else { return false };
    let (whole, fraction, places) = (digits / one, digits % one, places as usize);
    let _ = write!(to, "{whole}.{fraction:0places$}");
    true
}

/// The number without its factors 5, and how many these were: at most `most`.
///
/// Divides by 5, 5², 5⁴ and so on, then back again, so that few divisions are needed.
fn without_fives(mut number: BigUint, most: u32) -> (BigUint, u32) {
    let mut found = 0_u32;
    let mut powers = vec![(BigUint::from(5_u32), 1_u32)];
    let mut divide = |by: &BigUint, exponent: u32, found: &mut u32| {
        if exponent > most - *found || by.bits() > number.bits() {
            return false;
        }
        let (quotient, rest) = number.div_rem(by);
        let divides = rest.is_zero() && !quotient.is_zero();
        if divides {
            number = quotient;
            *found += exponent;
        }
        divides
    };
    while let Some((power, exponent)) = powers.last()
        && divide(power, *exponent, &mut found)
    {
        let next = (power * power, exponent.saturating_mul(2));
        powers.push(next);
    }
    for (power, exponent) in powers.iter().rev() {
        divide(power, *exponent, &mut found);
    }
    (number, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reduces by the greatest common divisor, as the definition has it.
    fn plain(text: &str) -> Rational {
        let (whole, fraction) = text.split_once('.').expect("a point");
        let digits: BigInt = format!("{whole}{fraction}").parse().expect("digits");
        let places = u32::try_from(fraction.len()).expect("few");
        Rational::new(digits, BigInt::from(10).pow(places))
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        for text in ["0.0", "0.5", "2.50", "0.125", "10.0", "0.390625", "7.04", "100.36", "3.3"] {
            let (found, expected) = (parse(text), plain(text));
            assert_eq!((found.numer(), found.denom()), (expected.numer(), expected.denom()));
        }
    }

    proptest! {
        #[test]
        fn parsing_and_writing_agree_with_the_definition(
            whole in "0|[1-9][0-9]{0,30}", fives in 0_u32..70, twos in 0_u32..70, by in 0_u64..200,
        ) {
            // Products of twos and fives meet every way to reduce.
            let fraction = BigUint::from(5_u32).pow(fives) * (BigUint::one() << twos) * by;
            let decimal = format!("{whole}.{fraction}");
            let found = parse(&decimal);
            let expected = plain(&decimal);
            prop_assert_eq!(found.numer(), expected.numer());
            prop_assert_eq!(found.denom(), expected.denom());
            prop_assert_eq!(parse(&text(&found).expect("it ends")), expected);
        }

        #[test]
        fn short_fractions_are_written_as_long_ones(
            numer in prop_oneof![-9_i64..1000, any::<i64>()],
            (twos, fives) in (0_u32..30, 0_u32..14),
            other in prop_oneof![9 => Just(1_i64), 1 => Just(3)],
        ) {
            let denom = (5_i64.pow(fives) << twos.min(28)).saturating_mul(other);
            let expected = text(&Rational::new_raw(numer.into(), denom.into()));
            let mut found = String::new();
            if write_small(numer, denom, &mut found) {
                prop_assert_eq!(Some(found), expected);
            } else {
                prop_assert_eq!(found, "");
                // Digits that fit two words are written here.
                prop_assert!(expected.is_none_or(|text| text.len() > 30));
            }
        }

        #[test]
        fn long_numbers_are_what_their_digits_say(digits in "[0-9]{1,20}", times in 1_usize..1000) {
            let digits = digits.repeat(times);
            let expected: BigUint = digits.parse().expect("digits");
            prop_assert_eq!(natural(digits.as_bytes()), expected);
        }
    }
}
