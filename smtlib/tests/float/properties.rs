//! Laws that hold in every format.

use num_bigint::{BigInt, BigUint};
use num_traits::One;
use proptest::prelude::*;
use smtlib::Rational;
use smtlib::float::{Float, Format, RoundingMode};

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![
        Just((5, 11)),
        Just((8, 24)),
        Just((11, 53)),
        Just((15, 113)),
        (2_u32..=12, 2_u32..=140),
    ]
    .prop_map(|(eb, sb)| Format::new(eb, sb).unwrap())
}

/// Any bits of a format; the bytes are cut to its width.
fn value(format: Format, bytes: &[u8]) -> Float {
    let mask = (BigUint::one() << format.width()) - BigUint::one();
    Float::from_bits(format, &(BigUint::from_bytes_le(bytes) & mask))
}

/// Two values of a format. Random bytes seldom give near exponents, so the second one's may be the
/// first one's with other low bits.
fn pairs() -> impl Strategy<Value = (Float, Float)> {
    let bytes = || proptest::collection::vec(any::<u8>(), 20);
    (formats(), bytes(), bytes(), any::<bool>()).prop_map(|(format, x, mut y, near)| {
        if near {
            let shared = (format.width() as usize).div_ceil(8).saturating_sub(3);
            y[shared..].copy_from_slice(&x[shared..]);
        }
        (value(format, &x), value(format, &y))
    })
}

fn modes() -> impl Strategy<Value = RoundingMode> {
    proptest::sample::select(RoundingMode::ALL.to_vec())
}

/// Results in the directed modes lie around the exact one, and all others are one of these two.
fn check_bracket(exact: &Rational, result: impl Fn(RoundingMode) -> Float) {
    let up = result(RoundingMode::TowardPositive);
    let down = result(RoundingMode::TowardNegative);
    if let Ok(up) = up.to_rational() {
        assert!(up >= *exact);
    }
    if let Ok(down) = down.to_rational() {
        assert!(down <= *exact);
    }
    let inexact = !up.ieee_eq(&down);
    assert_eq!(inexact, up.to_rational().as_ref() != Ok(exact));
    if inexact {
        assert_eq!(steps_between(&down, &up), BigInt::one(), "{down} {up}");
    }
    for mode in RoundingMode::ALL {
        let result = result(mode);
        assert!(result.ieee_eq(&up) || result.ieee_eq(&down), "{mode} {result} {down} {up}");
    }
}

/// Counts the values above x, up to y: zeros count as one.
fn steps_between(x: &Float, y: &Float) -> BigInt {
    let place = |value: &Float| {
        let place = BigInt::from(value.abs().to_bits().unwrap());
        if value.is_negative() { -place } else { place }
    };
    place(y) - place(x)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(11),
        ..ProptestConfig::default()
    })]

    #[test]
    fn bits_come_back((x, _) in pairs()) {
        match x.to_bits() {
            Some(bits) => prop_assert_eq!(Float::from_bits(x.format(), &bits), x),
            None => prop_assert!(x.is_nan()),
        }
    }

    #[test]
    fn rationals_come_back((x, _) in pairs(), mode in modes()) {
        if let Ok(number) = x.to_rational() {
            prop_assert_eq!(number.clone(), Rational::new(number.numer().clone(), number.denom().clone()));
            let back = Float::from_rational(x.format(), &number, mode);
            prop_assert!(back.ieee_eq(&x));
            prop_assert!(back == x || x.is_zero() && x.is_negative());
        }
    }

    #[test]
    fn order_is_that_of_the_numbers((x, y) in pairs()) {
        let (Ok(a), Ok(b)) = (x.to_rational(), y.to_rational()) else { return Ok(()) };
        prop_assert_eq!(x.compare(&y), Some(a.cmp(&b)));
        prop_assert_eq!(x.neg().compare(&y.neg()), Some(b.cmp(&a)));
        prop_assert_eq!(x.compare(&x.neg()), Some(a.cmp(&-&a)));
    }

    #[test]
    fn sums_and_products_commute((x, y) in pairs(), mode in modes()) {
        prop_assert_eq!(x.add(&y, mode), y.add(&x, mode));
        prop_assert_eq!(x.mul(&y, mode), y.mul(&x, mode));
        prop_assert_eq!(x.sub(&y, mode), x.add(&y.neg(), mode));
    }

    #[test]
    fn modes_bracket_the_exact_result((x, y) in pairs(), (z, _) in pairs()) {
        let (Ok(a), Ok(b)) = (x.to_rational(), y.to_rational()) else { return Ok(()) };
        check_bracket(&(&a + &b), |mode| x.add(&y, mode));
        check_bracket(&(&a * &b), |mode| x.mul(&y, mode));
        if !y.is_zero() {
            check_bracket(&(&a / &b), |mode| x.div(&y, mode));
        }
        check_bracket(&a, |mode| x.to_format(z.format(), mode));
        let addend = x.mul(&y, RoundingMode::TowardZero).neg();
        if let Ok(c) = addend.to_rational() {
            check_bracket(&(&a * &b + c), |mode| x.fma(&y, &addend, mode));
        }
        check_bracket(&(&a * &b + &a), |mode| x.fma(&y, &x, mode));
    }

    #[test]
    fn roots_bracket_the_exact_result((x, _) in pairs()) {
        let root = x.abs();
        let Ok(square) = root.to_rational() else { return Ok(()) };
        let up = root.sqrt(RoundingMode::TowardPositive);
        let down = root.sqrt(RoundingMode::TowardNegative);
        let (high, low) = (up.to_rational().unwrap(), down.to_rational().unwrap());
        prop_assert!(&low * &low <= square && square <= &high * &high);
        prop_assert!(up == down || steps_between(&down, &up) == BigInt::one());
        prop_assert_eq!(up == down, &low * &low == square);
        prop_assert_eq!(root.sqrt(RoundingMode::TowardZero), down.clone());
        let middle = (&low + &high) / Rational::from_integer(2.into());
        let nearest = if square < &middle * &middle { down } else { up };
        // A root is never in the middle: that has one bit too many for its square to be a value.
        prop_assert_eq!(root.sqrt(RoundingMode::NearestTiesToEven), nearest.clone());
        prop_assert_eq!(root.sqrt(RoundingMode::NearestTiesToAway), nearest);
    }

    #[test]
    fn remainders_are_exact((x, y) in pairs()) {
        let (Ok(a), Ok(b)) = (x.to_rational(), y.to_rational()) else { return Ok(()) };
        if y.is_zero() {
            prop_assert!(x.rem(&y).is_nan());
        } else {
            let rest = x.rem(&y).to_rational().unwrap();
            let quotient = (&a - &rest) / &b;
            prop_assert!(quotient.is_integer());
            let twice = Rational::from_integer(2.into()) * &rest / &b;
            let one = Rational::one();
            prop_assert!(-&one <= twice && twice <= one);
            if twice == one || twice == -&one {
                prop_assert!((quotient / Rational::from_integer(2.into())).is_integer());
            }
            if rest == Rational::from_integer(BigInt::ZERO) {
                prop_assert_eq!(x.rem(&y).is_negative(), x.is_negative());
            }
        }
    }
}
