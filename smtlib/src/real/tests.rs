//! Intervals hold what they should: against higher precision, floating point and exact values.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::budget::{Budget, Meter};
use super::constants::{ln_2, pi};
use super::dyadic::{Dyadic, Toward};
use super::interval::Interval;
use super::series;
use crate::Rational;

type Image = fn(&Interval, u64, &mut Meter) -> Option<Interval>;

/// A name, the function of intervals, and that of floats.
type Case = (&'static str, Image, fn(f64) -> f64);

const FUNCTIONS: [Case; 6] = [
    ("exp", |x, p, m| series::exp(x, p, m).ok().flatten(), f64::exp),
    ("ln", |x, p, m| series::ln(x, p, m).ok().flatten(), f64::ln),
    ("sin", |x, p, m| series::sin(x, p, m).ok().flatten(), f64::sin),
    ("cos", |x, p, m| series::cos(x, p, m).ok().flatten(), f64::cos),
    ("atan", |x, p, m| series::atan(x, p, m).ok().flatten(), f64::atan),
    ("sqrt", |x, p, _| x.sqrt(p), f64::sqrt),
];

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

/// Fixed numbers of many sizes: the high bits of a linear congruential sequence.
fn sample() -> impl Iterator<Item = Dyadic> {
    let mut state = 0x1234_5678_9abc_def1_u64;
    (0..300_i64).map(move |n| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mantissa = BigInt::from(state >> 34) - (1 << 29);
        Dyadic::new(mantissa, n % 41 - 50)
    })
}

fn contains(outer: &Interval, inner: &Interval) -> bool {
    outer.low <= inner.low && inner.high <= outer.high
}

/// Nearest enough; the numbers here fit.
fn float(dyadic: &Dyadic) -> f64 {
    let rounded = dyadic.clone().rounded(53, Toward::Down);
    let exponent = i32::try_from(rounded.exponent).unwrap();
    rounded.mantissa.to_f64().unwrap() * 2_f64.powi(exponent)
}

#[test]
fn lower_precision_holds_higher_precision() {
    for (name, function, _) in FUNCTIONS {
        for x in
            sample().filter(|x| x.sign() == Ordering::Greater || !matches!(name, "ln" | "sqrt"))
        {
            let point = Interval::point(x.clone());
            let best = function(&point, 700, &mut meter()).unwrap();
            for precision in [2, 10, 53, 64, 65, 128, 300, 500] {
                let image = function(&point, precision, &mut meter()).unwrap();
                assert!(contains(&image, &best), "{name} {x:?} {precision}");
                // Not trivially so: as narrow as promised.
                let width = image.width().magnitude();
                let size = image.magnitude().max(0);
                let promised = size - i64::try_from(precision).unwrap() + 2;
                assert!(width <= promised, "{name} {x:?} {precision}: {width} {promised}");
            }
        }
    }
}

#[test]
fn images_of_intervals_hold_the_images_of_their_points() {
    for (name, function, _) in FUNCTIONS {
        for x in sample().filter(|x| x.sign() == Ordering::Greater) {
            for width in [-80, -20, -3, 1, 3] {
                let end = x.plus_exactly(&Dyadic::power_of_two(width));
                let inside = x.plus_exactly(&Dyadic::new(BigInt::from(5), width - 4));
                let wide = Interval::new(x.clone(), end.clone());
                let Some(image) = function(&wide, 100, &mut meter()) else { continue };
                for point in [&x, &inside, &end] {
                    let point = Interval::point(point.clone());
                    let best = function(&point, 300, &mut meter()).unwrap();
                    assert!(contains(&image, &best), "{name} {x:?} {width}");
                }
            }
        }
    }
}

#[test]
fn values_are_near_those_of_floating_point() {
    for (name, function, expected) in FUNCTIONS {
        for x in
            sample().filter(|x| x.sign() == Ordering::Greater || !matches!(name, "ln" | "sqrt"))
        {
            let image = function(&Interval::point(x.clone()), 80, &mut meter()).unwrap();
            let value = expected(float(&x));
            if !(1e-250..1e250).contains(&value.abs()) {
                continue;
            }
            let close = |end: &Dyadic| {
                let found = float(end);
                (found - value).abs() <= 1e-14 * value.abs()
            };
            assert!(close(&image.low) && close(&image.high), "{name} {x:?} {image:?} {value}");
        }
    }
}

#[test]
fn arithmetic_holds_exact_results() {
    let numbers: Vec<Dyadic> = sample().take(40).collect();
    for a in &numbers {
        for b in &numbers {
            for precision in [1, 8, 30, 200] {
                let (x, y) = (Interval::point(a.clone()), Interval::point(b.clone()));
                let (p, q) = (a.to_rational(), b.to_rational());
                let holds = |interval: &Interval, exact: &Rational| {
                    interval.low.to_rational() <= *exact && *exact <= interval.high.to_rational()
                };
                assert!(holds(&x.plus(&y, precision), &(&p + &q)));
                assert!(holds(&x.times(&y, precision).unwrap(), &(&p * &q)));
                assert!(holds(&x.inverse(precision).unwrap(), &p.recip()));
                assert!(holds(&Interval::of_rational(&(&p / &q), precision), &(&p / &q)));
                for n in [0, 1, 2, 3, 6, 7] {
                    let power = x.power(n, precision).unwrap();
                    assert!(holds(&power, &p.pow(i32::try_from(n).unwrap())), "{n}");
                }
                assert_eq!(a.cmp(b), p.cmp(&q));
                // Mixed signs: an interval from the lesser to the greater.
                let wide = Interval::new(a.min(b).clone(), a.max(b).clone());
                for exact in [&p, &q] {
                    let cube = wide.power(3, precision).unwrap();
                    assert!(holds(&cube, &(exact * exact * exact)));
                    let square = wide.power(2, precision).unwrap();
                    assert!(holds(&square, &(exact * exact)));
                    assert!(square.low.sign() != Ordering::Less);
                    assert!(holds(&wide.times(&x, precision).unwrap(), &(exact * &p)));
                }
            }
        }
    }
}

#[test]
fn sums_of_far_apart_numbers_stay_short() {
    let huge = Dyadic::power_of_two(1 << 40);
    for (small, toward, above) in [
        (1, Toward::Up, Ordering::Greater),
        (1, Toward::Down, Ordering::Equal),
        (-1, Toward::Up, Ordering::Equal),
        (-1, Toward::Down, Ordering::Less),
    ] {
        let sum = huge.plus(&Dyadic::new(BigInt::from(small), 0), 64, toward);
        assert_eq!(sum.cmp(&huge), above);
        assert!(sum.mantissa.bits() < 200);
    }
}

#[test]
fn constants_agree_at_all_precisions() {
    let (best_pi, best_ln) = (pi(2000), ln_2(2000));
    for scale in [0_u64, 1, 7, 64, 500, 1999, 1000, 2500] {
        for (value, best) in [(pi(scale), &best_pi), (ln_2(scale), &best_ln)] {
            if scale <= 2000 {
                let exact = best >> (2000 - scale);
                assert!(value <= exact && exact <= &value + 2, "{scale}");
            } else {
                let shorter: BigInt = &value >> (scale - 2000);
                assert!((shorter - best).magnitude() <= BigInt::from(2).magnitude());
            }
        }
    }
}
