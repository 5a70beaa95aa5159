//! Every value of small formats, every pair, every mode, against the naive oracle.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use smtlib::Rational;
use smtlib::float::{Float, Format, RoundingMode, Undetermined};

use crate::oracle::{Meaning, Oracle, integer, power_of_two};

/// Formats with ranges shorter and longer than their precision.
const TINY: [(u32, u32); 9] =
    [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (2, 5), (3, 4), (4, 3)];

fn check_pairs(eb: u32, sb: u32) {
    let oracle = Oracle::new(eb, sb);
    for (x, a) in &oracle.values {
        for (y, b) in &oracle.values {
            for mode in RoundingMode::ALL {
                let case = || format!("{mode} {x} {y}");
                let sum = oracle.add(a, b, mode);
                assert_eq!(x.add(y, mode), sum, "add {}", case());
                assert_eq!(x.sub(&y.neg(), mode), sum, "sub {}", case());
                let product = oracle.value(&Oracle::product(a, b), mode);
                assert_eq!(x.mul(y, mode), product, "mul {}", case());
                assert_eq!(x.div(y, mode), oracle.div(a, b, mode), "div {}", case());
            }
            assert_eq!(x.rem(y), oracle.rem(a, b), "rem {x} {y}");
            check_order(x, a, y, b);
        }
    }
}

fn check_order(x: &Float, a: &Meaning, y: &Float, b: &Meaning) {
    use Meaning::{Finite, Infinite, Nan};
    let order = match (a, b) {
        (Nan, _) | (_, Nan) => None,
        (Infinite { negative: a }, Infinite { negative: b }) => Some(b.cmp(a)),
        (Infinite { negative }, _) => {
            Some(if *negative { Ordering::Less } else { Ordering::Greater })
        }
        (_, Infinite { negative }) => {
            Some(if *negative { Ordering::Greater } else { Ordering::Less })
        }
        (Finite { number: a, .. }, Finite { number: b, .. }) => Some(a.cmp(b)),
    };
    assert_eq!(x.compare(y), order, "{x} {y}");
    assert_eq!(x.lt(y), order == Some(Ordering::Less), "{x} {y}");
    assert_eq!(x.le(y), order.is_some_and(Ordering::is_le), "{x} {y}");
    assert_eq!(x.ieee_eq(y), order == Some(Ordering::Equal), "{x} {y}");

    let zeros_of_both_signs = x.is_zero() && y.is_zero() && x.is_negative() != y.is_negative();
    let (least, greatest) = match order {
        None if x.is_nan() => (y, y),
        None => (x, x),
        Some(Ordering::Less) => (x, y),
        Some(_) => (y, x),
    };
    assert_eq!(x.min(y), (!zeros_of_both_signs).then(|| least.clone()), "{x} {y}");
    assert_eq!(x.max(y), (!zeros_of_both_signs).then(|| greatest.clone()), "{x} {y}");
}

fn check_values(eb: u32, sb: u32) {
    let oracle = Oracle::new(eb, sb);
    let least_normal = power_of_two(2 - (1 << (eb - 1)));
    for (index, (x, a)) in oracle.values.iter().enumerate() {
        let finite = match a {
            Meaning::Finite { number, .. } => Some(number),
            _ => None,
        };
        assert_eq!(x.is_nan(), *a == Meaning::Nan, "{x}");
        assert_eq!(x.is_infinite(), matches!(a, Meaning::Infinite { .. }), "{x}");
        assert_eq!(x.is_zero(), finite.is_some_and(Zero::is_zero), "{x}");
        assert_eq!(x.is_normal(), finite.is_some_and(|n| n.abs() >= least_normal), "{x}");
        assert_eq!(
            x.is_subnormal(),
            finite.is_some_and(|n| !n.is_zero() && n.abs() < least_normal),
            "{x}"
        );
        assert_eq!(x.is_negative(), a.is_negative(), "{x}");
        assert_eq!(x.is_positive(), !x.is_nan() && !a.is_negative(), "{x}");
        assert_eq!(x.to_rational(), finite.cloned().ok_or(Undetermined::Unspecified), "{x}");

        let half = oracle.values.len() / 2;
        if !x.is_nan() {
            assert_eq!(x.neg(), oracle.values[(index + half) % (2 * half)].0);
            assert_eq!(x.abs(), oracle.values[index % half].0);
        }
        for mode in RoundingMode::ALL {
            assert_eq!(x.sqrt(mode), oracle.sqrt(a, mode), "sqrt {mode} {x}");
            check_integers(&oracle, x, a, mode);
        }
    }
}

fn check_integers(oracle: &Oracle, x: &Float, a: &Meaning, mode: RoundingMode) {
    let Meaning::Finite { negative, number } = a else {
        assert_eq!(x.round_to_integral(mode), *x);
        assert_eq!(x.to_ubv(mode, 8), None);
        assert_eq!(x.to_sbv(mode, 8), None);
        return;
    };
    let integer = integer(number, mode);
    let rounded =
        Meaning::Finite { negative: *negative, number: Rational::from_integer(integer.clone()) };
    assert_eq!(x.round_to_integral(mode), oracle.value(&rounded, mode), "{mode} {x}");
    for width in 1..10 {
        let (end, half) = (BigInt::one() << width, BigInt::one() << (width - 1));
        let unsigned =
            (!number.is_negative() && integer < end).then(|| integer.to_biguint().unwrap());
        assert_eq!(x.to_ubv(mode, width), unsigned, "{mode} {width} {x}");
        let signed = (-&half <= integer && integer < half).then(|| integer.clone());
        assert_eq!(x.to_sbv(mode, width), signed, "{mode} {width} {x}");
    }
}

#[test]
fn classes_signs_roots_and_integers() {
    for (eb, sb) in TINY {
        check_values(eb, sb);
    }
    check_values(4, 5);
}

#[test]
fn sums_products_quotients_remainders_and_orders() {
    for (eb, sb) in TINY {
        check_pairs(eb, sb);
    }
}

#[test]
fn fused_sums_of_products() {
    for (eb, sb) in [(2, 2), (2, 3), (3, 2)] {
        let oracle = Oracle::new(eb, sb);
        for (x, a) in &oracle.values {
            for (y, b) in &oracle.values {
                let product = Oracle::product(a, b);
                for (z, c) in &oracle.values {
                    for mode in RoundingMode::ALL {
                        let sum = oracle.add(&product, c, mode);
                        assert_eq!(x.fma(y, z, mode), sum, "{mode} {x} {y} {z}");
                    }
                }
            }
        }
    }
}

#[test]
fn rationals_and_integers_into_values() {
    for (eb, sb) in TINY {
        let oracle = Oracle::new(eb, sb);
        for numerator in -200_i32..=200 {
            for denominator in [1, 2, 3, 7, 10, 16, 64, 96, 1000] {
                let number = Rational::new(BigInt::from(numerator), BigInt::from(denominator));
                for mode in RoundingMode::ALL {
                    let expected = if number.is_zero() {
                        Float::zero(oracle.format)
                    } else {
                        oracle.round(&number, mode)
                    };
                    let value = Float::from_rational(oracle.format, &number, mode);
                    assert_eq!(value, expected, "{mode} {number}");
                    if number.is_integer() {
                        let integer = number.to_integer();
                        let value = Float::from_integer(oracle.format, &integer, mode);
                        assert_eq!(value, expected, "{mode} {number}");
                    }
                }
            }
        }
    }
}

#[test]
fn formats_into_formats() {
    for (eb, sb) in TINY {
        let from = Oracle::new(eb, sb);
        for (eb, sb) in TINY {
            let to = Oracle::new(eb, sb);
            for (x, a) in &from.values {
                for mode in RoundingMode::ALL {
                    assert_eq!(x.to_format(to.format, mode), to.value(a, mode), "{mode} {x}");
                }
            }
        }
    }
}

/// The values of a narrow format are values of a wide one; there, sums, products and quotients have
/// other roundings, but going there and back changes nothing.
#[test]
fn wide_formats_hold_narrow_ones() {
    let wide = Format::new(70, 80).unwrap();
    for (eb, sb) in TINY {
        let oracle = Oracle::new(eb, sb);
        for (x, a) in &oracle.values {
            for mode in RoundingMode::ALL {
                let there = x.to_format(wide, mode);
                assert_eq!(there.to_format(oracle.format, mode), *x, "{mode} {x}");
                assert_eq!(there.is_nan(), x.is_nan());
                assert_eq!(there.is_negative(), x.is_negative());
                if let Meaning::Finite { number, .. } = a {
                    assert_eq!(there.to_rational().as_ref(), Ok(number), "{mode} {x}");
                }
            }
        }
    }
}

#[test]
fn every_pattern_of_a_nan_is_nan() {
    for (eb, sb) in TINY {
        let format = Format::new(eb, sb).unwrap();
        let nan = Float::nan(format);
        for bits in 0..1_u64 << (eb + sb) {
            let value = Float::from_bits(format, &BigUint::from(bits));
            assert_eq!(value, Float::from_word(format, bits));
            let exponent = bits >> (sb - 1) & ((1 << eb) - 1);
            let fraction = bits & ((1 << (sb - 1)) - 1);
            let negative = bits >> (eb + sb - 1) == 1;
            let fields = Float::from_fields(format, negative, &exponent.into(), &fraction.into());
            assert_eq!(value, fields);
            if exponent == (1 << eb) - 1 && fraction != 0 {
                assert_eq!(value, nan);
                assert_eq!(value.to_bits(), None);
            } else {
                assert_ne!(value, nan);
                assert_eq!(value.to_bits(), Some(BigUint::from(bits)));
            }
        }
    }
}
