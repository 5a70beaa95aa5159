//! Values of functions against published digits, and at hard places.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::cmp::Ordering;

use num_bigint::BigInt;
use smtlib::Rational;
use smtlib::real::{Budget, Function, Open, Real};

/// Function, argument, and the value rounded to 52 digits.
const VALUES: &[(&str, &str, &str)] = &[
    ("sqrt", "2/1", "1.414213562373095048801688724209698078569671875376948"),
    ("sqrt", "1/3", "0.5773502691896257645091487805019574556476017512701269"),
    ("exp", "1/1", "2.718281828459045235360287471352662497757247093699960"),
    ("exp", "-1/2", "0.6065306597126334236037995349911804534419181354871870"),
    ("exp", "100/1", "26881171418161354484126255515800135873611118.77374192"),
    ("ln", "2/1", "0.6931471805599453094172321214581765680755001343602553"),
    ("ln", "1/1000", "-6.907755278982137052053974364053092622803304465886319"),
    ("ln", "99/100", "-0.01005033585350144118354885755854770608551500767462987"),
    ("sin", "1/1", "0.8414709848078965066525023216302989996225630607983711"),
    ("sin", "-22/7", "0.001264488930377353400360350475645932491773911391197603"),
    ("sin", "1000000/3", "-0.8004283623864724313132373709586357420131756564824329"),
    ("cos", "1/1", "0.5403023058681397174009366074429766037323104206179222"),
    ("cos", "11/7", "-0.0006322445915532736545183507752145567303142029199635075"),
    ("cos", "-3/1", "-0.9899924966004454572715727947312613023936790966155883"),
    ("tan", "1/1", "1.557407724654902230506974807458360173087250772381520"),
    ("tan", "11/7", "-1581.666041106983707972929081698218158830706720764128"),
    ("csc", "1/1", "1.188395105778121216261599452374551003527829834097963"),
    ("csc", "3/1", "7.086167395737185918217532272461279867366440225139508"),
    ("sec", "1/1", "1.850815717680925617911753241398650193470396655094009"),
    ("sec", "-2/1", "-2.402997961722380989754600401420066226245121093154526"),
    ("cot", "1/1", "0.6420926159343307030064199865942656202302781139181714"),
    ("cot", "-1/9", "-8.962932443919148149619935569254530930316347432287587"),
    ("arcsin", "1/3", "0.3398369094541219370963925133917640663882446903324581"),
    ("arcsin", "-9/10", "-1.119769514998634186686677055845399615895162186403303"),
    ("arcsin", "1/1", "1.570796326794896619231321691639751442098584699687553"),
    ("arccos", "1/3", "1.230959417340774682134929178247987375710340009355095"),
    ("arccos", "-9/10", "2.690565841793530805917998747485151057993746886090856"),
    ("arccos", "-1/1", "3.141592653589793238462643383279502884197169399375106"),
    ("arccos", "0/1", "1.570796326794896619231321691639751442098584699687553"),
    ("arctan", "1/3", "0.3217505543966421934014046143586613190207552955576562"),
    ("arctan", "-50/1", "-1.550798992821746086170568494738154954149351501001044"),
    ("arctan", "3/2", "0.9827937232473290679857106110146660144968774536316286"),
    ("arctan", "1/1", "0.7853981633974483096156608458198757210492923498437765"),
    ("arccsc", "3/1", "0.3398369094541219370963925133917640663882446903324581"),
    ("arccsc", "-2/1", "-0.5235987755982988730771072305465838140328615665625176"),
    ("arcsec", "3/1", "1.230959417340774682134929178247987375710340009355095"),
    ("arcsec", "-2/1", "2.094395102393195492308428922186335256131446266250071"),
    ("arccot", "3/1", "0.3217505543966421934014046143586613190207552955576562"),
    ("arccot", "-2/1", "2.677945044588987122248387151818288482168632345088986"),
    ("arccot", "0/1", "1.570796326794896619231321691639751442098584699687553"),
    ("sinh", "1/1", "1.175201193643801456882381850595600815155717981334096"),
    ("sinh", "-1/100", "-0.01000016666750000198412973986141173801764156013522752"),
    ("cosh", "1/1", "1.543080634815243778477905620757061682601529112365864"),
    ("cosh", "-3/1", "10.06766199577776584195393603511588983680980371537129"),
    ("tanh", "1/1", "0.7615941559557648881194582826047935904127685972579366"),
    ("tanh", "-1/100", "-0.009999666679999460339328919708839497510011031424233652"),
    ("asinh", "1/1", "0.8813735870195430252326093249797923090281603282616354"),
    ("asinh", "-7/2", "-1.965720471649651521238756348670069302283699388407253"),
    ("acosh", "2/1", "1.316957896924816708625046347307968444026981971467516"),
    ("acosh", "9/8", "0.4949329230945269058895630995767185785075338061971354"),
    ("atanh", "1/2", "0.5493061443340548456976226184612628523237452789113747"),
    ("atanh", "-9/10", "-1.472219489583220230004513715943926768618689630649564"),
];

fn budget() -> Budget {
    Budget::default()
}

fn rational(text: &str) -> Rational {
    match text.split_once('.') {
        None => text.parse().unwrap(),
        Some((whole, part)) => {
            let numer: BigInt = format!("{whole}{part}").parse().unwrap();
            Rational::new(numer, BigInt::from(10).pow(u32::try_from(part.len()).unwrap()))
        }
    }
}

fn real(text: &str) -> Real {
    Real::from(rational(text))
}

fn at(function: &str, argument: &Real) -> Result<Real, Open> {
    Function::named(function).unwrap().at(argument, &budget())
}

/// The number is the decimal up to one unit of its last digit, and compares so.
fn check_digits(number: &Real, digits: &str) {
    let decimals = digits.split_once('.').map_or(0, |(_, part)| part.len());
    let unit = Rational::new(1.into(), BigInt::from(10).pow(u32::try_from(decimals).unwrap()));
    let (below, above) = (rational(digits) - &unit, rational(digits) + &unit);
    assert_eq!(
        number.compare(&Real::from(below), &budget()),
        Some(Ordering::Greater),
        "{digits} {number}"
    );
    assert_eq!(
        number.compare(&Real::from(above), &budget()),
        Some(Ordering::Less),
        "{digits} {number}"
    );
    let (low, high) = number.enclose(200, &budget()).unwrap();
    assert!(low <= high && &low + &unit > rational(digits) && &high - &unit < rational(digits));
}

#[test]
fn values_have_the_published_digits() {
    for (function, argument, digits) in VALUES {
        check_digits(&at(function, &real(argument)).unwrap(), digits);
    }
}

#[test]
fn constants_have_the_published_digits() {
    check_digits(&Real::pi(), "3.141592653589793238462643383279502884197169399375106");
    let e = at("exp", &Real::ONE).unwrap();
    check_digits(&e, "2.718281828459045235360287471352662497757247093699960");
}

#[test]
fn huge_arguments() {
    let power = |n| Real::from(Rational::from_integer(BigInt::from(10).pow(n)));
    let value = at("sin", &power(1000)).unwrap();
    check_digits(&value, "0.6533597982103698569480994680397685742659165408154052");
    let value = at("cos", &power(22)).unwrap();
    check_digits(&value, "0.5232147853951389454975944733847094921409199724393880");
    let third = power(100).mul(&real("1/3")).unwrap();
    check_digits(
        &at("tan", &third).unwrap(),
        "-1.313286125029360555598932578267522865862677191683439",
    );
    // Beyond the budget, and beyond all exponents: open, and soon so.
    let value = at("sin", &power(100_000)).unwrap();
    assert_eq!(value.sign(&budget()), None);
    assert_eq!(value.equals(&Real::ZERO, &budget()), Some(false));
    let value = at("exp", &power(1000)).unwrap();
    assert_eq!(value.sign(&budget()), Some(Ordering::Greater));
    assert_eq!(value.compare(&Real::ONE, &budget()), None);
    assert_eq!(value.floor(&budget()), None);
    assert_eq!(value.to_string(), "?");
    let value = at("exp", &power(1000).neg().unwrap()).unwrap();
    assert_eq!(value.compare(&real("1/1000"), &budget()), Some(Ordering::Less));
    assert_eq!(value.floor(&budget()), Some(0.into()));
}

#[test]
fn values_that_are_rational() {
    for (function, argument, value) in [
        ("sin", "0", "0"),
        ("cos", "0", "1"),
        ("tan", "0", "0"),
        ("exp", "0", "1"),
        ("ln", "1", "0"),
        ("sqrt", "0", "0"),
        ("sqrt", "9/4", "3/2"),
        ("arcsin", "0", "0"),
        ("arccos", "1", "0"),
        ("arctan", "0", "0"),
        ("arcsec", "1", "0"),
        ("sec", "0", "1"),
        ("sinh", "0", "0"),
        ("cosh", "0", "1"),
        ("tanh", "0", "0"),
        ("asinh", "0", "0"),
        ("acosh", "1", "0"),
        ("atanh", "0", "0"),
    ] {
        let found = at(function, &real(argument)).unwrap().to_rational();
        assert_eq!(found, Some(rational(value)), "{function} {argument}");
    }
}

#[test]
fn arguments_without_a_value() {
    for (function, argument) in [
        ("sqrt", "-1"),
        ("ln", "0"),
        ("ln", "-1/2"),
        ("csc", "0"),
        ("cot", "0"),
        ("arcsin", "2"),
        ("arcsin", "-101/100"),
        ("arccos", "2"),
        ("arccos", "-2"),
        ("arccsc", "0"),
        ("arccsc", "1/2"),
        ("arcsec", "-1/2"),
        ("acosh", "1/2"),
        ("acosh", "-2"),
        ("atanh", "1"),
        ("atanh", "-1"),
        ("atanh", "2"),
    ] {
        let found = at(function, &real(argument));
        assert_eq!(found.unwrap_err(), Open::Undefined, "{function} {argument}");
    }
    let half_pi = Real::pi().mul(&real("1/2")).unwrap();
    assert_eq!(at("tan", &half_pi).unwrap_err(), Open::Undefined);
    assert_eq!(at("cot", &Real::pi()).unwrap_err(), Open::Undefined);
    let root = at("sqrt", &real("2")).unwrap();
    assert_eq!(at("arcsin", &root).unwrap_err(), Open::Undefined);
    assert_eq!(at("sqrt", &root.neg().unwrap()).unwrap_err(), Open::Undefined);
    // 1 in disguise is still 1.
    let one = root.mul(&at("sqrt", &real("1/2")).unwrap()).unwrap();
    assert_eq!(at("atanh", &one).unwrap_err(), Open::Undefined);
    assert_eq!(at("arccos", &one).unwrap().to_rational(), Some(rational("0")));
}

#[test]
fn tangents_near_a_pole() {
    // 355/226 and 103993/66204 are fractions close to π/2, one above and one below.
    let above = at("tan", &real("355/226")).unwrap();
    assert_eq!(above.compare(&real("-7000000"), &budget()), Some(Ordering::Less));
    let below = at("tan", &real("103993/66204")).unwrap();
    assert_eq!(below.compare(&real("3000000000"), &budget()), Some(Ordering::Greater));
    // π/2 to 300 digits, rounded down.
    let (low, _) = Real::pi().mul(&real("1/2")).unwrap().enclose(1000, &budget()).unwrap();
    let steep = at("tan", &Real::from(low)).unwrap();
    let million = Real::from(Rational::from_integer(BigInt::from(10).pow(300)));
    assert_eq!(steep.compare(&million, &budget()), Some(Ordering::Greater));
}

#[test]
fn cosines_of_parts_of_a_turn_are_algebraic() {
    let angle = |text: &str| Real::pi().mul(&real(text)).unwrap();
    let cos = |text: &str| at("cos", &angle(text)).unwrap();
    for (part, value) in [("1/3", "1/2"), ("2/3", "-1/2"), ("7", "-1"), ("-4", "1"), ("5/2", "0")] {
        assert_eq!(cos(part).to_rational(), Some(rational(value)), "{part}");
    }
    let sine = at("sin", &angle("1/6")).unwrap();
    assert_eq!(sine.to_rational(), Some(rational("1/2")));
    // cos(π/5) = (1 + √5)/4.
    let golden = at("sqrt", &real("5")).unwrap().add(&Real::ONE).unwrap();
    let golden = golden.mul(&real("1/4")).unwrap();
    assert_eq!(cos("1/5").compare(&golden, &budget()), Some(Ordering::Equal));
    assert_eq!(cos("-9/5").compare(&golden, &budget()), Some(Ordering::Equal));
    // All roots are the right ones: against floating point.
    for parts in 1..=24_i32 {
        for part in 0..=2 * parts {
            let expected = (std::f64::consts::PI * f64::from(part) / f64::from(parts)).cos();
            let (low, _) = cos(&format!("{part}/{parts}")).enclose(60, &budget()).unwrap();
            assert!((to_float(&low) - expected).abs() < 1e-12, "{part}/{parts}");
        }
    }
}

/// Nearest enough for a test: 50 bits.
fn to_float(rational: &Rational) -> f64 {
    let scaled = (rational * Rational::from_integer(BigInt::from(1_i64 << 50))).to_integer();
    let scaled = i64::try_from(scaled).unwrap();
    #[expect(clippy::cast_precision_loss, reason = "a float is asked for")]
    let float = scaled as f64;
    float / f64::from(1 << 25) / f64::from(1 << 25)
}

#[test]
fn sines_against_the_neighbours_of_their_floating_point_value() {
    // A good library's sine is off by less than one unit, so the true value is strictly between
    // the floats two steps down and two steps up.
    for numer in -30..=30_i32 {
        for denom in 1..=12_i32 {
            if numer == 0 {
                continue;
            }
            let fraction = Rational::new(numer.into(), denom.into());
            // Only arguments that are floats: the rest would compare sines of different numbers.
            if denom & (denom - 1) != 0 {
                continue;
            }
            let float = (f64::from(numer) / f64::from(denom)).sin();
            let sine = at("sin", &Real::from(fraction)).unwrap();
            let below = float.next_down().next_down();
            let above = float.next_up().next_up();
            assert_eq!(sine.compare(&of_float(below), &budget()), Some(Ordering::Greater));
            assert_eq!(sine.compare(&of_float(above), &budget()), Some(Ordering::Less));
            assert_ne!(sine.compare(&of_float(float), &budget()), Some(Ordering::Equal));
            assert_ne!(sine.compare(&of_float(float), &budget()), None);
        }
    }
}

/// A float as it is.
fn of_float(float: f64) -> Real {
    let bits = float.to_bits();
    let exponent = i32::try_from((bits >> 52) & 0x7ff).unwrap();
    let mantissa = BigInt::from((bits & ((1 << 52) - 1)) | (1 << 52));
    let mantissa = if float < 0.0 { -mantissa } else { mantissa };
    let two = Rational::from_integer(2.into());
    Real::from(Rational::from_integer(mantissa) * two.pow(exponent - 1075))
}

#[test]
fn printing() {
    for (text, printed) in [
        ("2", "2.0"),
        ("-2", "(- 2.0)"),
        ("1/3", "(/ 1.0 3.0)"),
        ("-1/3", "(- (/ 1.0 3.0))"),
        ("0", "0.0"),
        ("-36893488147419103232/3", "(- (/ 36893488147419103232.0 3.0))"),
    ] {
        assert_eq!(real(text).to_string(), printed);
    }
    let root = at("sqrt", &real("2")).unwrap();
    assert_eq!(root.to_string(), "(root-obj (+ (^ x 2) (- 2)) 2)");
    assert_eq!(root.neg().unwrap().to_string(), "(- 1.4142135623?)");
    assert_eq!(at("sin", &real("1")).unwrap().to_string(), "0.8414709848?");
    assert_eq!(at("exp", &real("-5")).unwrap().to_string(), "0.0067379469?");
    assert_eq!(Real::pi().to_string(), "3.1415926535?");
    let cubic = [1, -3, 0, 2].map(|n: i64| Rational::from_integer(n.into()));
    let root = Real::root_of(&cubic, 1, &budget()).unwrap();
    assert_eq!(root.to_string(), "(root-obj (+ (* 2 (^ x 3)) (* (- 3) x) 1) 1)");
}
