//! Float32 and Float64 against the processor, and against exact rational numbers, on fixed
//! sequences of values and on extreme ones.

use num_traits::{Signed, Zero};
use smtlib::Rational;
use smtlib::float::{Float, Format, RoundingMode};

use crate::oracle::{exact_remainder, integer};

const EXTREME: [f64; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    3.0,
    f64::EPSILON,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    4_503_599_627_370_497.5,
];

/// Values that look random: extreme ones, neighbours of those, near 1, and any bits.
fn doubles(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state ^ (state >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31)
    };
    let mut doubles = EXTREME.to_vec();
    doubles.extend((0..count).map(|_| {
        let any = next();
        let extreme = EXTREME[(next() % 18) as usize];
        match any & 3 {
            0 => f64::from_bits(extreme.to_bits() ^ (any >> 60)),
            1 => {
                f64::from_bits((1023 + (any >> 8 & 63) - 32) << 52 | next() >> 12 | any >> 63 << 63)
            }
            _ => f64::from_bits(next()),
        }
    }));
    doubles
}

fn check_double(x: f64, y: f64, z: f64) {
    let mode = RoundingMode::NearestTiesToEven;
    let (a, b, c) = (Float::from(x), Float::from(y), Float::from(z));
    let case = || format!("{x:e} {y:e} {z:e}");
    assert_eq!(a.add(&b, mode), Float::from(x + y), "{}", case());
    assert_eq!(a.sub(&b, mode), Float::from(x - y), "{}", case());
    assert_eq!(a.mul(&b, mode), Float::from(x * y), "{}", case());
    assert_eq!(a.div(&b, mode), Float::from(x / y), "{}", case());
    assert_eq!(a.fma(&b, &c, mode), Float::from(x.mul_add(y, z)), "{}", case());
    assert_eq!(a.sqrt(mode), Float::from(x.sqrt()), "{}", case());
    assert_eq!(a.lt(&b), x < y, "{}", case());
    assert_eq!(a.le(&b), x <= y, "{}", case());
    #[expect(clippy::float_cmp, reason = "the processor's equality is the oracle")]
    let equal = x == y;
    assert_eq!(a.ieee_eq(&b), equal, "{}", case());
    assert_eq!(a.neg(), Float::from(-x), "{}", case());
    assert_eq!(a.abs(), Float::from(x.abs()), "{}", case());
    for (mode, integral) in [
        (RoundingMode::NearestTiesToEven, x.round_ties_even()),
        (RoundingMode::NearestTiesToAway, x.round()),
        (RoundingMode::TowardPositive, x.ceil()),
        (RoundingMode::TowardNegative, x.floor()),
        (RoundingMode::TowardZero, x.trunc()),
    ] {
        assert_eq!(a.round_to_integral(mode), Float::from(integral), "{mode} {}", case());
    }
    #[expect(clippy::cast_possible_truncation, reason = "the rounding is the oracle")]
    let single = x as f32;
    assert_eq!(a.to_format(Format::FLOAT32, mode), Float::from(single), "{}", case());
}

fn check_single(x: f32, y: f32, z: f32) {
    let mode = RoundingMode::NearestTiesToEven;
    let (a, b, c) = (Float::from(x), Float::from(y), Float::from(z));
    let case = || format!("{x:e} {y:e} {z:e}");
    assert_eq!(a.add(&b, mode), Float::from(x + y), "{}", case());
    assert_eq!(a.mul(&b, mode), Float::from(x * y), "{}", case());
    assert_eq!(a.div(&b, mode), Float::from(x / y), "{}", case());
    assert_eq!(a.fma(&b, &c, mode), Float::from(x.mul_add(y, z)), "{}", case());
    assert_eq!(a.sqrt(mode), Float::from(x.sqrt()), "{}", case());
    assert_eq!(a.to_format(Format::FLOAT64, mode), Float::from(f64::from(x)), "{}", case());
}

#[test]
fn double_precision() {
    let (xs, ys, zs) = (doubles(1, 20_000), doubles(2, 20_000), doubles(3, 20_000));
    for ((&x, &y), &z) in xs.iter().zip(&ys).zip(&zs) {
        check_double(x, y, z);
        check_double(x, y, -(x * y));
    }
    for x in EXTREME {
        for y in EXTREME {
            for z in EXTREME {
                check_double(x, y, z);
            }
        }
    }
}

#[test]
fn single_precision() {
    #[expect(clippy::cast_possible_truncation, reason = "any 32 bits of the value serve")]
    let singles =
        |seed| -> Vec<f32> {
            doubles(seed, 20_000)
                .into_iter()
                .map(|x| {
                    if x.to_bits() & 4 == 0 { x as f32 } else { f32::from_bits(x.to_bits() as u32) }
                })
                .collect()
        };
    let (xs, ys, zs) = (singles(4), singles(5), singles(6));
    for ((&x, &y), &z) in xs.iter().zip(&ys).zip(&zs) {
        check_single(x, y, z);
        check_single(x, y, -(x * y));
    }
}

/// The remainder, integers and rationals of doubles, by exact rational numbers.
#[test]
fn remainders_and_integers_of_doubles() {
    let (xs, ys) = (doubles(7, 2_000), doubles(8, 2_000));
    for (&x, &y) in xs.iter().zip(&ys) {
        let (a, b) = (Float::from(x), Float::from(y));
        let remainder = a.rem(&b);
        match (a.to_rational(), b.to_rational()) {
            (Ok(exact_a), Ok(exact_b)) if !exact_b.is_zero() => {
                let expected = exact_remainder(&exact_a, &exact_b);
                assert_eq!(remainder.to_rational(), Ok(expected.clone()), "{x:e} {y:e}");
                let negative =
                    if expected.is_zero() { a.is_negative() } else { expected.is_negative() };
                assert_eq!(remainder.is_negative(), negative, "{x:e} {y:e}");
            }
            (Ok(_), _) if b.is_infinite() => assert_eq!(remainder, a),
            _ => assert!(remainder.is_nan(), "{x:e} {y:e}"),
        }
        for mode in RoundingMode::ALL {
            let integer = a.to_rational().ok().map(|number| integer(&number, mode));
            let signed = integer.clone().filter(|n| i64::try_from(n).is_ok());
            assert_eq!(a.to_sbv(mode, 64), signed, "{mode} {x:e}");
            let unsigned = integer.filter(|n| x >= 0.0 && u64::try_from(n).is_ok());
            assert_eq!(a.to_ubv(mode, 64).map(Into::into), unsigned, "{mode} {x:e}");
        }
    }
}

/// In every mode, a result is the neighbour of the exact one on the right side; the exact one is
/// found in rational numbers, and the neighbours from the bits.
#[test]
fn directed_modes_of_doubles() {
    let (xs, ys) = (doubles(9, 3_000), doubles(10, 3_000));
    for (&x, &y) in xs.iter().zip(&ys) {
        let (a, b) = (Float::from(x), Float::from(y));
        let (Ok(exact_a), Ok(exact_b)) = (a.to_rational(), b.to_rational()) else { continue };
        check_directed(&(&exact_a + &exact_b), |mode| a.add(&b, mode));
        check_directed(&(&exact_a * &exact_b), |mode| a.mul(&b, mode));
        if !exact_b.is_zero() {
            check_directed(&(&exact_a / &exact_b), |mode| a.div(&b, mode));
        }
    }
}

fn check_directed(exact: &Rational, result: impl Fn(RoundingMode) -> Float) {
    let up = result(RoundingMode::TowardPositive).to_f64().unwrap();
    let down = result(RoundingMode::TowardNegative).to_f64().unwrap();
    let number = |x: f64| Float::from(x).to_rational().ok();
    assert!(number(up).is_none_or(|up| up >= *exact), "{up:e} {exact}");
    assert!(number(down).is_none_or(|down| down <= *exact), "{down:e} {exact}");
    assert!(up > f64::NEG_INFINITY && down < f64::INFINITY);
    if number(up).as_ref() == Some(exact) {
        assert_eq!(number(down).as_ref(), Some(exact));
    } else {
        assert_eq!(Float::from(down.next_up()), Float::from(up), "{exact}");
    }
    let zero = if exact.is_negative() { up } else { down };
    assert_eq!(result(RoundingMode::TowardZero).to_f64().map(f64::abs), Some(zero.abs()));

    let away = result(RoundingMode::NearestTiesToAway).to_f64().unwrap();
    let even = result(RoundingMode::NearestTiesToEven).to_f64().unwrap();
    let Some((low, high)) = number(down).zip(number(up)) else { return };
    let middle = (low + high) / Rational::from_integer(2.into());
    let lower = *exact < middle || *exact == middle && exact.is_negative();
    let nearest = if lower { down } else { up };
    assert_eq!(away.abs().to_bits(), nearest.abs().to_bits(), "{exact}");
    if *exact != middle {
        assert_eq!(even.abs().to_bits(), nearest.abs().to_bits(), "{exact}");
    }
}
