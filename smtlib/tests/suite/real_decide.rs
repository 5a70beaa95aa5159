//! Order, equality and integrality: proven where they can be, open where not.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::cmp::Ordering::{self, Equal, Greater, Less};

use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use smtlib::Rational;
use smtlib::real::{Budget, Function, Open, Real};

fn budget() -> Budget {
    Budget::default()
}

fn ratio(numer: i64, denom: i64) -> Real {
    Real::from(Rational::new(numer.into(), denom.into()))
}

fn int(integer: i64) -> Real {
    Real::from(integer)
}

fn at(function: &str, argument: &Real) -> Real {
    Function::named(function).unwrap().at(argument, &budget()).unwrap()
}

fn sqrt(integer: i64) -> Real {
    at("sqrt", &int(integer))
}

fn add(a: &Real, b: &Real) -> Real {
    a.add(b).unwrap()
}

fn mul(a: &Real, b: &Real) -> Real {
    a.mul(b).unwrap()
}

fn div(a: &Real, b: &Real) -> Real {
    a.div(b, &budget()).unwrap()
}

/// Both ways round.
fn check(a: &Real, b: &Real, order: Option<Ordering>) {
    assert_eq!(a.compare(b, &budget()), order, "{a} {b}");
    assert_eq!(b.compare(a, &budget()), order.map(Ordering::reverse), "{b} {a}");
    if let Some(order) = order {
        assert_eq!(a.equals(b, &budget()), Some(order == Equal), "{a} {b}");
    }
}

#[test]
fn algebraic_identities() {
    check(&mul(&sqrt(2), &sqrt(2)), &int(2), Some(Equal));
    check(&mul(&mul(&sqrt(2), &sqrt(3)), &sqrt(6)), &int(6), Some(Equal));
    let twelve = mul(&mul(&int(2), &sqrt(2)), &mul(&sqrt(2), &int(3)));
    assert_eq!(twelve.to_rational(), Some(int_of(12)));
    check(&sqrt(8), &mul(&int(2), &sqrt(2)), Some(Equal));
    let nested = at("sqrt", &add(&int(5), &mul(&int(2), &sqrt(6))));
    check(&add(&sqrt(2), &sqrt(3)), &nested, Some(Equal));
    check(&add(&sqrt(2), &sqrt(3)), &sqrt(10), Some(Less));
    // 1/(√3 - √2) = √3 + √2.
    let inverse = sqrt(3).sub(&sqrt(2)).unwrap().inverse(&budget()).unwrap();
    check(&inverse, &add(&sqrt(3), &sqrt(2)), Some(Equal));
    // Ramanujan: ∛(∛2 - 1) = ∛(1/9) - ∛(2/9) + ∛(4/9), as powers.
    let cube_root = |numer: i64, denom: i64| {
        let polynomial =
            [Rational::new((-numer).into(), denom.into()), int_of(0), int_of(0), int_of(1)];
        Real::root_of(&polynomial, 1, &budget()).unwrap()
    };
    let right = add(&cube_root(1, 9).sub(&cube_root(2, 9)).unwrap(), &cube_root(4, 9));
    let left = cube_root(2, 1).sub(&int(1)).unwrap();
    check(&right.pow(3).unwrap(), &left, Some(Equal));
    // Equal to 20 digits, and yet not: √2 against a convergent.
    let convergent = ratio(1_023_286_908_188_737, 723_573_111_879_672);
    assert!(matches!(sqrt(2).compare(&convergent, &budget()), Some(Less | Greater)));
}

fn int_of(integer: i64) -> Rational {
    Rational::from_integer(integer.into())
}

#[test]
fn sums_of_roots_that_nearly_agree() {
    // Graham's: √10 + √11 against √5 + √18; and closer ones.
    check(&add(&sqrt(10), &sqrt(11)), &add(&sqrt(5), &sqrt(18)), Some(Greater));
    let sum = |numbers: &[i64]| numbers.iter().fold(int(0), |sum, &n| add(&sum, &sqrt(n)));
    let (left, right) = (sum(&[5, 6, 18]), sum(&[4, 12, 12]));
    check(&left, &right, Some(Less));
    let (left, right) =
        (sum(&[1_000_001, 1_000_025, 1_000_031]), sum(&[1_000_000, 1_000_028, 1_000_029]));
    assert!(matches!(left.compare(&right, &budget()), Some(Less | Greater)));
}

#[test]
fn quotients_by_disguised_zeros_are_undefined() {
    let zero = mul(&mul(&sqrt(2), &sqrt(3)), &sqrt(6)).sub(&int(6)).unwrap();
    assert_eq!(zero.sign(&budget()), Some(Equal));
    assert_eq!(int(1).div(&zero, &budget()).unwrap_err(), Open::Undefined);
    assert_eq!(int(1).div(&int(0), &budget()).unwrap_err(), Open::Undefined);
    let (sine, cosine) = (at("sin", &int(1)), at("cos", &int(1)));
    let one = add(&mul(&sine, &sine), &mul(&cosine, &cosine));
    let zero = one.sub(&int(1)).unwrap();
    assert_eq!(int(1).div(&zero, &budget()).unwrap_err(), Open::Undefined);
    // Its exponential is 1 exactly, and whatever is said of it must agree with that.
    assert_ne!(at("exp", &zero).compare(&int(1), &budget()), Some(Less));
    assert_ne!(at("exp", &zero).compare(&int(1), &budget()), Some(Greater));
    assert_ne!(at("exp", &zero).equals(&int(1), &budget()), Some(false));
}

#[test]
fn identities_of_exponentials() {
    for x in [int(1), ratio(-22, 7), sqrt(2), at("sin", &int(2)), at("ln", &int(3))] {
        let (sin, cos, exp) = (at("sin", &x), at("cos", &x), at("exp", &x));
        let squares = add(&mul(&sin, &sin), &mul(&cos, &cos));
        check(&squares, &int(1), Some(Equal));
        assert_eq!(squares.is_integer(&budget()), Some(true));
        assert_eq!(squares.floor(&budget()), Some(1.into()));
        let double = mul(&int(2), &x);
        check(&at("sin", &double), &mul(&int(2), &mul(&sin, &cos)), Some(Equal));
        check(&at("exp", &double), &exp.pow(2).unwrap(), Some(Equal));
        check(&mul(&exp, &at("exp", &x.neg().unwrap())), &int(1), Some(Equal));
        check(&at("tan", &x), &div(&sin, &cos), Some(Equal));
        // 1 + tan² = sec².
        let tan = at("tan", &x);
        let sec = at("sec", &x);
        check(&add(&int(1), &tan.pow(2).unwrap()), &sec.pow(2).unwrap(), Some(Equal));
        let (sinh, cosh) = (at("sinh", &x), at("cosh", &x));
        let difference = cosh.pow(2).unwrap().sub(&sinh.pow(2).unwrap()).unwrap();
        check(&difference, &int(1), Some(Equal));
        check(&at("tanh", &x), &div(&sinh, &cosh), Some(Equal));
        // Order of summands and factors does not matter.
        check(&add(&sin, &cos), &add(&cos, &sin), Some(Equal));
        check(&sin.sub(&sin).unwrap(), &int(0), Some(Equal));
        check(&at("ln", &exp), &x, Some(Equal));
    }
    // Symmetries and periods.
    let x = ratio(1, 3);
    let (sin, cos) = (at("sin", &x), at("cos", &x));
    let turned = |q: Real| add(&mul(&q, &Real::pi()), &x);
    check(&at("sin", &x.neg().unwrap()), &sin.neg().unwrap(), Some(Equal));
    check(&at("sin", &turned(int(2))), &sin, Some(Equal));
    check(&at("sin", &turned(int(-1))), &sin.neg().unwrap(), Some(Equal));
    check(&at("sin", &turned(ratio(1, 2))), &cos, Some(Equal));
    check(&at("cos", &turned(ratio(-3, 2))), &sin.neg().unwrap(), Some(Equal));
    check(&at("sin", &turned(ratio(1, 4))), &sin, Some(Greater));
}

#[test]
fn arguments_that_are_rational_by_their_form() {
    let pi = Real::pi;
    let one = div(&pi(), &pi());
    let zero = pi().sub(&pi()).unwrap();
    check(&at("cos", &one), &at("cos", &int(1)), Some(Equal));
    assert_eq!(at("cosh", &zero).to_rational(), Some(int_of(1)));
    assert_eq!(at("arccos", &one).to_rational(), Some(int_of(0)));
    let third = div(&mul(&pi(), &at("exp", &int(1))), &mul(&int(3), &at("exp", &int(1))));
    assert_eq!(at("cos", &third).to_rational(), Some(Rational::new(1.into(), 2.into())));
}

#[test]
fn functions_of_their_inverses() {
    for x in [ratio(1, 3), ratio(-9, 10), int(1), int(-1), int(0), sqrt(2).sub(&int(1)).unwrap()] {
        for (function, inverse) in
            [("sin", "arcsin"), ("cos", "arccos"), ("tan", "arctan"), ("sinh", "asinh")]
        {
            check(&at(function, &at(inverse, &x)), &x, Some(Equal));
        }
        check(&at("cot", &at("arccot", &x)), &x, Some(Equal));
        if x.to_rational().is_none_or(|x| x.denom() > &1.into()) {
            check(&at("tanh", &at("atanh", &x)), &x, Some(Equal));
            let more = x.inverse(&budget()).unwrap();
            check(&at("sec", &at("arcsec", &more)), &more, Some(Equal));
            check(&at("csc", &at("arccsc", &more)), &more, Some(Equal));
            if x.sign(&budget()) == Some(Greater) {
                check(&at("cosh", &at("acosh", &more)), &more, Some(Equal));
            }
        }
    }
    // cos(arcsin x) = √(1 - x²), and exp((3/2) ln 4) = 8.
    check(&at("cos", &at("arcsin", &ratio(3, 5))), &ratio(4, 5), Some(Equal));
    check(&at("exp", &mul(&ratio(3, 2), &at("ln", &int(4)))), &int(8), Some(Equal));
    check(&at("exp", &mul(&int(-2), &at("ln", &int(3)))), &ratio(1, 9), Some(Equal));
    // The other way round it takes a number from another branch to this one.
    assert_eq!(at("arcsin", &at("sin", &int(3))).compare(&int(1), &budget()), Some(Less));
}

#[test]
fn transcendental_numbers_equal_no_algebraic_one() {
    for function in ["sin", "cos", "tan", "exp", "arctan", "sinh", "cosh", "tanh", "csc", "asinh"] {
        let value = at(function, &ratio(1, 2));
        let (low, high) = value.enclose(3000, &budget()).unwrap();
        // A rational that agrees to 3000 bits is told apart, though not which way for little.
        let small = Budget { bits: 256, work: 1 << 22 };
        let near = Real::from(low.clone());
        // A new number, which does not remember the interval.
        let fresh = at(function, &ratio(1, 2));
        assert_eq!(fresh.compare(&near, &small), None, "{function}");
        assert_eq!(value.equals(&near, &small), Some(false), "{function}");
        check(&value, &near, Some(Greater));
        check(&value, &Real::from(high), Some(Less));
        assert_eq!(value.is_integer(&small), Some(false));
        assert_eq!(mul(&value, &sqrt(2)).equals(&sqrt(3), &small), Some(false));
        assert_eq!(at("sqrt", &value).equals(&sqrt(3), &small), Some(false));
    }
    let pi = Real::pi();
    check(&pi, &ratio(355, 113), Some(Less));
    check(&mul(&pi, &pi), &pi.pow(2).unwrap(), Some(Equal));
    // A polynomial in π: it is not 0, whatever its value.
    let small = Budget { bits: 64, work: 1 << 22 };
    let (low, _) = pi.pow(2).unwrap().add(&pi).unwrap().enclose(900, &budget()).unwrap();
    let sum = add(&pi.pow(2).unwrap(), &pi);
    assert_eq!(sum.equals(&Real::from(low), &small), Some(false));
}

#[test]
fn sums_of_logarithms_and_angles() {
    let ln = |n: i64, d: i64| at("ln", &ratio(n, d));
    check(&add(&ln(2, 1), &ln(3, 1)), &ln(6, 1), Some(Equal));
    check(&at("ln", &sqrt(3)), &at("atanh", &ratio(1, 2)), Some(Equal));
    check(&mul(&ratio(2, 3), &ln(8, 27)), &mul(&int(2), &ln(2, 3)), Some(Equal));
    check(&ln(1_000_000_007, 1_000_000_006), &ratio(1, 1_000_000_006), Some(Less));
    let arctan = |n: i64, d: i64| at("arctan", &ratio(n, d));
    // Machin, and one that is off by a turn.
    let left = mul(&int(4), &arctan(1, 5)).sub(&arctan(1, 239)).unwrap();
    check(&left, &mul(&Real::pi(), &ratio(1, 4)), Some(Equal));
    check(&left, &mul(&Real::pi(), &ratio(-3, 4)), Some(Greater));
    check(&at("arccot", &int(2)), &arctan(1, 2), Some(Equal));
    check(&at("arcsin", &ratio(1, 2)), &mul(&Real::pi(), &ratio(1, 6)), Some(Equal));
    check(&at("arccos", &ratio(-1, 2)), &mul(&Real::pi(), &ratio(2, 3)), Some(Equal));
    check(&add(&arctan(1, 2), &arctan(1, 3)), &arctan(1, 1), Some(Equal));
    // Close, and yet not: 22/7 is no angle, and 1/3 + 1e-12 is another.
    let near = arctan(333_333_333_334, 1_000_000_000_000);
    check(&near, &arctan(1, 3), Some(Greater));
    // Differences that no cheap interval shows are known all the same.
    let (low, _) = sqrt(2).enclose(2000, &budget()).unwrap();
    let (left, right) = (at("ln", &Real::from(low)), mul(&ratio(1, 2), &ln(2, 1)));
    assert_eq!(left.equals(&right, &Budget { bits: 1 << 12, ..budget() }), Some(false));
}

#[test]
fn open_questions_stay_open() {
    // ln 2 · ln 9 = 2 ln 2 · ln 3 is true, but nothing here proves it.
    let (two, three, nine) = (at("ln", &int(2)), at("ln", &int(3)), at("ln", &int(9)));
    let (left, right) = (mul(&two, &nine), mul(&int(2), &mul(&two, &three)));
    check(&left, &right, None);
    assert_eq!(left.sub(&right).unwrap().floor(&budget()), None);
    // Nor that the inverse of a function takes its value back.
    check(&at("asinh", &at("sinh", &Real::pi())), &Real::pi(), None);
    // A small budget is spent soon on hard questions.
    let tight = Budget { bits: 1 << 20, work: 1000 };
    assert_eq!(left.compare(&right, &tight), None);
    // A bound beyond the budget: 40 roots of different numbers.
    let mut roots = int(0);
    for n in 2..42 {
        roots = add(&roots, &sqrt(n * n + 1));
    }
    let twice = add(&roots, &roots);
    let again = (2..42).fold(int(0), |sum, n| add(&sum, &sqrt(4 * n * n + 4)));
    assert_eq!(twice.compare(&again, &budget()), None);
}

#[test]
fn deep_expressions_are_refused() {
    let sine = at("sin", &int(1));
    let mut sum = sine.clone();
    let mut refused = 0;
    for _ in 0..100_000 {
        match sum.add(&sine) {
            Ok(more) => sum = more,
            Err(problem) => {
                assert_eq!(problem, Open::TooDeep);
                refused += 1;
            }
        }
    }
    assert!(refused > 90_000);
    // What was accepted can be compared, even with a difference that is one too deep.
    assert_eq!(sum.compare(&int(0), &budget()), Some(Greater));
    let product = mul(&int(i64::from(Real::MAX_DEPTH)), &sine);
    check(&sum, &product, Some(Equal));
    // Many paths through few nodes.
    let mut doubled = at("sin", &int(1));
    for _ in 0..500 {
        doubled = add(&doubled, &doubled);
    }
    assert_eq!(doubled.compare(&int(0), &budget()), Some(Greater));
    let power = Real::from(Rational::from_integer(BigInt::from(2).pow(500)));
    check(&doubled, &mul(&power, &sine), Some(Equal));
}

#[test]
fn long_powers_are_refused() {
    assert_eq!(int(2).pow(u32::MAX).unwrap_err(), Open::TooLarge);
    assert_eq!(int(-1).pow(u32::MAX).unwrap().to_rational(), Some(int_of(-1)));
    assert_eq!(int(0).pow(u32::MAX).unwrap().to_rational(), Some(int_of(0)));
    assert_eq!(int(0).pow(0).unwrap().to_rational(), Some(int_of(1)));
    check(&sqrt(2).pow(20).unwrap(), &int(1024), Some(Equal));
    check(&sqrt(2).pow(21).unwrap(), &mul(&int(1024), &sqrt(2)), Some(Equal));
    let huge = at("exp", &int(1 << 39));
    let huge = huge.pow(u32::MAX).unwrap();
    assert_eq!(huge.compare(&int(1), &budget()), None);
    assert_eq!(add(&at("exp", &int(1 << 39)), &int(1)).compare(&int(1), &budget()), Some(Greater));
}

#[test]
fn tiny_numbers_are_not_written_out() {
    // exp(-2^39) has half a million million zeros after the point.
    let tiny = at("exp", &int(-(1 << 39)));
    let (low, high) = tiny.enclose(100, &budget()).unwrap();
    assert_eq!((low, high > int_of(0)), (int_of(0), true));
    assert_eq!(tiny.to_string(), "0.0000000000?");
    assert_eq!(at("sin", &tiny).sign(&budget()), None);
    assert_eq!(at("cos", &add(&tiny, &int(1))).floor(&budget()), Some(0.into()));
    assert_eq!(add(&tiny, &sqrt(2)).floor(&budget()), Some(1.into()));
    check(&tiny, &mul(&tiny, &int(2)), Some(Less));
}

#[test]
fn numbers_are_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Real>();
    let sine = at("sin", &int(1));
    std::thread::scope(|scope| {
        for bits in [100, 1000, 2000] {
            let sine = &sine;
            scope.spawn(move || {
                let (low, high) = sine.enclose(bits, &budget()).unwrap();
                assert!(low < high);
            });
        }
    });
}

#[test]
fn floors() {
    for (number, floor) in [
        (ratio(7, 2), 3),
        (ratio(-7, 2), -4),
        (int(5), 5),
        (sqrt(2), 1),
        (sqrt(2).neg().unwrap(), -2),
        (mul(&mul(&sqrt(2), &sqrt(3)), &sqrt(6)), 6),
        (mul(&Real::pi(), &int(-1)), -4),
        (at("exp", &int(10)), 22026),
    ] {
        assert_eq!(number.floor(&budget()), Some(floor.into()), "{number}");
    }
    let six = mul(&mul(&sqrt(2), &sqrt(3)), &sqrt(6));
    assert_eq!(six.is_integer(&budget()), Some(true));
    assert_eq!(sqrt(2).is_integer(&budget()), Some(false));
    // e^(π√163) is an integer up to 12 digits.
    let near = at("exp", &mul(&Real::pi(), &sqrt(163)));
    assert_eq!(near.floor(&budget()), Some(262_537_412_640_768_743_i64.into()));
    assert_eq!(near.is_integer(&budget()), Some(false));
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn small_arithmetic_is_that_of_rationals(
        a in any::<i64>(), b in 1..i64::MAX, c in any::<i64>(), d in 1..i64::MAX,
        shifts in prop::array::uniform4(0_u32..63),
    ) {
        let left = Rational::new((a >> shifts[0]).into(), (b >> shifts[1]).max(1).into());
        let right = Rational::new((c >> shifts[2]).into(), (d >> shifts[3]).max(1).into());
        let (x, y) = (Real::from(left.clone()), Real::from(right.clone()));
        prop_assert_eq!(x.add(&y).unwrap().to_rational(), Some(&left + &right));
        prop_assert_eq!(x.sub(&y).unwrap().to_rational(), Some(&left - &right));
        prop_assert_eq!(x.mul(&y).unwrap().to_rational(), Some(&left * &right));
        prop_assert_eq!(x.compare(&y, &budget()), Some(left.cmp(&right)));
        prop_assert_eq!(x.floor(&budget()), Some(left.floor().to_integer()));
        prop_assert_eq!(x.is_integer(&budget()), Some(left.is_integer()));
        if right != int_of(0) {
            prop_assert_eq!(x.div(&y, &budget()).unwrap().to_rational(), Some(&left / &right));
        }
        prop_assert_eq!(x.equals(&y, &budget()), Some(left == right));
        prop_assert_eq!(x.neg().unwrap().to_rational(), Some(-left));
    }

    #[test]
    fn sums_of_square_roots_are_ordered_as_their_squares(
        a in 0_i64..50, b in 0_i64..50, c in 0_i64..50, d in 0_i64..50,
    ) {
        // √a + √b against √c + √d: square both sides, a + b + 2√(ab) against c + d + 2√(cd);
        // with n = c + d - a - b this is 2√(ab) against n + 2√(cd).
        let n = c + d - a - b;
        let square = |x: i64| 4 * x;
        // 2√(ab) - 2√(cd) against n, decided by integers alone.
        let (p, q) = (square(a * b), square(c * d));
        let expected = difference_of_roots_against(p, q, n);
        let order = add(&sqrt(a), &sqrt(b)).compare(&add(&sqrt(c), &sqrt(d)), &budget());
        prop_assert_eq!(order, Some(expected));
    }
}

/// √p - √q against n, by squaring.
fn difference_of_roots_against(p: i64, q: i64, n: i64) -> Ordering {
    // √p against n + √q.
    if n >= 0 {
        // Both sides are not negative: p against n² + q + 2n√q, so p - n² - q against 2n√q.
        against_root(p - n * n - q, 4 * n * n * q)
    } else {
        // √p - n against √q, the same with sides and signs exchanged.
        against_root(q - n * n - p, 4 * n * n * p).reverse()
    }
}

/// left against √square.
fn against_root(left: i64, square: i64) -> Ordering {
    if left < 0 { if square >= 0 { Less } else { Equal } } else { (left * left).cmp(&square) }
}
