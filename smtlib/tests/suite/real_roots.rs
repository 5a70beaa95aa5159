//! Roots of polynomials against polynomials whose roots are known.

use std::cmp::Ordering;

use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use smtlib::Rational;
use smtlib::real::{Budget, Open, Real};

fn budget() -> Budget {
    Budget::default()
}

fn polynomial(coefficients: &[i64]) -> Vec<Rational> {
    coefficients.iter().map(|&c| Rational::from_integer(c.into())).collect()
}

fn product(left: &[Rational], right: &[Rational]) -> Vec<Rational> {
    let zero = Rational::from_integer(0.into());
    let mut product = vec![zero; left.len() + right.len() - 1];
    for (n, a) in left.iter().enumerate() {
        for (m, b) in right.iter().enumerate() {
            product[n + m] += a * b;
        }
    }
    product
}

#[test]
fn roots_by_index() {
    let square = polynomial(&[-2, 0, 1]);
    let (low, high) = (
        Real::root_of(&square, 1, &budget()).unwrap(),
        Real::root_of(&square, 2, &budget()).unwrap(),
    );
    assert_eq!(low.add(&high).unwrap().compare(&Real::ZERO, &budget()), Some(Ordering::Equal));
    assert_eq!(high.compare(&Real::from(1), &budget()), Some(Ordering::Greater));
    for index in [0, 3, usize::MAX] {
        assert_eq!(Real::root_of(&square, index, &budget()).unwrap_err(), Open::Undefined);
    }
    for rootless in [&[][..], &[0], &[5], &[1, 0, 1], &[0, 0, 0]] {
        let found = Real::root_of(&polynomial(rootless), 1, &budget());
        assert_eq!(found.unwrap_err(), Open::Undefined, "{rootless:?}");
    }
}

#[test]
fn roots_by_interval() {
    let square = polynomial(&[-2, 0, 1]);
    let between = |low: (i64, i64), high: (i64, i64)| {
        let ratio = |(numer, denom): (i64, i64)| Rational::new(numer.into(), denom.into());
        Real::root_between(&square, &ratio(low), &ratio(high), &budget())
    };
    let root = between((5, 4), (3, 2)).unwrap();
    assert_eq!(root.to_string(), "(root-obj (+ (^ x 2) (- 2)) 2)");
    assert_eq!(between((-3, 2), (-4, 3)).unwrap().to_string(), "(root-obj (+ (^ x 2) (- 2)) 1)");
    for (low, high) in [((-2, 1), (2, 1)), ((0, 1), (1, 1)), ((3, 2), (5, 4)), ((1, 3), (1, 3))] {
        assert_eq!(between(low, high).unwrap_err(), Open::Undefined);
    }
    // Roots at the ends: one inside goes before them.
    let ints = |n: i64| Rational::from_integer(n.into());
    let cubic = product(&square, &polynomial(&[-1, 1]));
    let root = Real::root_between(&cubic, &ints(1), &ints(2), &budget()).unwrap();
    assert_eq!(root.pow(2).unwrap().compare(&Real::from(2), &budget()), Some(Ordering::Equal));
    let root = Real::root_between(&cubic, &ints(0), &ints(1), &budget()).unwrap();
    assert_eq!(root.to_rational(), Some(ints(1)));
    let root = Real::root_between(&cubic, &ints(1), &ints(1), &budget()).unwrap();
    assert_eq!(root.to_rational(), Some(ints(1)));
}

#[test]
fn coefficients_may_be_fractions_and_roots_multiple() {
    // (x - 1/3)² (x² - 1/2)³ (x² + 1)
    let third = vec![Rational::new((-1).into(), 3.into()), Rational::from_integer(1.into())];
    let half = vec![
        Rational::new((-1).into(), 2.into()),
        Rational::from_integer(0.into()),
        Rational::from_integer(1.into()),
    ];
    let mut all = product(&third, &third);
    for _ in 0..3 {
        all = product(&all, &half);
    }
    all = product(&all, &polynomial(&[1, 0, 1]));
    let root = Real::root_of(&all, 2, &budget()).unwrap();
    assert_eq!(root.to_rational(), Some(Rational::new(1.into(), 3.into())));
    let root = Real::root_of(&all, 3, &budget()).unwrap();
    let square = root.mul(&root).unwrap();
    let half = Real::from(Rational::new(1.into(), 2.into()));
    assert_eq!(square.compare(&half, &budget()), Some(Ordering::Equal));
    assert_eq!(Real::root_of(&all, 4, &budget()).unwrap_err(), Open::Undefined);
}

#[test]
fn hard_polynomials() {
    // Mignotte: two roots extremely close to 1/1000, of x^9 - 2 (1000 x - 1)².
    let mut mignotte = vec![Rational::from_integer(0.into()); 10];
    for (power, coefficient) in [(0, -2), (1, 4000), (2, -2_000_000), (9, 1)] {
        mignotte[power] = Rational::from_integer(coefficient.into());
    }
    let first = Real::root_of(&mignotte, 1, &budget()).unwrap();
    let second = Real::root_of(&mignotte, 2, &budget()).unwrap();
    assert_eq!(first.compare(&second, &budget()), Some(Ordering::Less));
    let milli = Real::from(Rational::new(1.into(), 1000.into()));
    assert_eq!(first.compare(&milli, &budget()), Some(Ordering::Less));
    assert_eq!(second.compare(&milli, &budget()), Some(Ordering::Greater));
    // Wilkinson: (x - 1) … (x - 20).
    let wilkinson = (1..=20).fold(polynomial(&[1]), |all, n| product(&all, &polynomial(&[-n, 1])));
    for n in 1..=20_usize {
        let root = Real::root_of(&wilkinson, n, &budget()).unwrap();
        assert_eq!(root.to_rational(), Some(Rational::from_integer(n.into())));
    }
    // A high degree with few terms, and huge coefficients.
    let mut sparse = vec![Rational::from_integer(0.into()); 301];
    sparse[0] = Rational::from_integer(-BigInt::from(10).pow(300));
    sparse[300] = Rational::from_integer(1.into());
    assert_eq!(
        Real::root_of(&sparse, 2, &budget()).unwrap().to_rational(),
        Some(Rational::from_integer(10.into()))
    );
    // Too much for a small budget is refused, not computed.
    let dense: Vec<i64> = (1..400).map(|n| (n * n * 7919) % 1009 - 500).collect();
    let small = Budget { bits: 4096, work: 1 << 20 };
    assert_eq!(Real::root_of(&polynomial(&dense), 1, &small).unwrap_err(), Open::Unsettled);
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn roots_of_products_are_the_factors_roots(
        roots in prop::collection::vec((-20_i64..20, 1_i64..6), 1..6),
        squares in prop::collection::vec(1_i64..30, 0..3),
    ) {
        // The naive list: every rational, and plus and minus each square root.
        let mut all = polynomial(&[3]);
        let mut known: Vec<Real> = Vec::new();
        for &(numer, denom) in &roots {
            all = product(&all, &polynomial(&[-numer, denom]));
            known.push(Real::from(Rational::new(numer.into(), denom.into())));
        }
        for &square in &squares {
            all = product(&all, &polynomial(&[-square, 0, 1]));
            let root = Real::root_of(&polynomial(&[-square, 0, 1]), 2, &budget()).unwrap();
            known.push(root.neg().unwrap());
            known.push(root);
        }
        known.sort_by(|a, b| a.compare(b, &budget()).unwrap());
        known.dedup_by(|a, b| a.compare(b, &budget()) == Some(Ordering::Equal));
        for (n, expected) in known.iter().enumerate() {
            let root = Real::root_of(&all, n + 1, &budget()).unwrap();
            prop_assert_eq!(root.compare(expected, &budget()), Some(Ordering::Equal));
            prop_assert_eq!(root.sign(&budget()), expected.sign(&budget()));
            if expected.is_rational() {
                prop_assert!(root.is_rational());
            }
        }
        prop_assert!(Real::root_of(&all, known.len() + 1, &budget()).is_err());
    }
}
