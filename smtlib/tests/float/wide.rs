//! Exponents too large to be written out, limits, and texts.

use num_bigint::{BigInt, BigUint};
use num_traits::One;
use smtlib::Rational;
use smtlib::float::{Float, Format, FormatError, RoundingMode, Undetermined};

const EVEN: RoundingMode = RoundingMode::NearestTiesToEven;

/// The widest exponents of a word, of two words, and of all.
fn huge() -> [Format; 4] {
    [(60, 4), (60, 53), (100, 24), (120, 200)].map(|(eb, sb)| Format::new(eb, sb).unwrap())
}

#[test]
fn the_largest_and_the_smallest_meet() {
    for format in huge() {
        let (large, small) = (Float::greatest(format), Float::least_subnormal(format));
        let infinity = Float::infinity(format);
        assert_eq!(large.add(&small, EVEN), large);
        assert_eq!(large.add(&small, RoundingMode::TowardPositive), infinity);
        assert_eq!(small.sub(&large, RoundingMode::TowardNegative), large.neg());
        assert_eq!(large.mul(&small, EVEN).add(&small, EVEN), large.mul(&small, EVEN));
        assert_eq!(large.div(&small, EVEN), infinity);
        assert_eq!(large.div(&small, RoundingMode::TowardZero), large);
        assert_eq!(small.div(&large, EVEN), Float::zero(format));
        assert_eq!(small.div(&large, RoundingMode::TowardPositive), small);
        assert_eq!(large.fma(&large, &small.neg(), RoundingMode::TowardZero), large);
        assert_eq!(small.fma(&small, &large, RoundingMode::TowardNegative), large);
        assert_eq!(
            small.fma(&small, &small.neg(), RoundingMode::TowardZero),
            Float::zero(format).neg()
        );
        assert_eq!(large.round_to_integral(EVEN), large);
        assert_eq!(
            small.round_to_integral(RoundingMode::TowardPositive).to_rational(),
            Ok(Rational::one())
        );
        assert_eq!(large.to_ubv(EVEN, 64), None);
        assert_eq!(small.neg().to_sbv(RoundingMode::TowardNegative, 64), Some(BigInt::from(-1)));
        assert_eq!(large.to_format(Format::FLOAT64, EVEN), Float::from(f64::INFINITY));
        assert_eq!(small.to_format(Format::FLOAT64, EVEN), Float::from(0.0));
        assert!(small.lt(&large) && large.neg().lt(&small.neg()) && large.lt(&infinity));
        assert_eq!(large.min(&small), Some(small));
    }
}

/// √2^2k = 2^k.
#[test]
fn roots_of_huge_powers() {
    for format in huge() {
        let normal = Float::least_normal(format);
        let exponent = normal.magnitude().unwrap();
        let root = normal.sqrt(EVEN);
        assert_eq!(exponent % 2, 0);
        assert_eq!(root.magnitude(), Some(exponent / 2));
        assert_eq!(root.mul(&root, RoundingMode::TowardZero), normal);
        assert_eq!(root.mul(&root, RoundingMode::TowardPositive), normal);
    }
}

/// 2^e mod 3 is 1 or 2, by the parity of e, and 2 is nearer to 3 than to 0.
#[test]
fn remainders_over_huge_distances() {
    for format in huge() {
        let three = Float::from_integer(format, &BigInt::from(3), EVEN);
        let one = Float::from_integer(format, &BigInt::one(), EVEN);
        // The greatest power of two has the exponent 2^(eb-1) - 1, which is odd.
        let fields = (BigUint::one() << format.eb()) - 2_u8;
        let power = Float::from_fields(format, false, &fields, &BigUint::ZERO);
        assert_eq!(power.rem(&three), one.neg());
        assert_eq!(power.neg().rem(&three), one);
        let fields = fields - 1_u8;
        let power = Float::from_fields(format, false, &fields, &BigUint::ZERO);
        assert_eq!(power.rem(&three), one);
        assert_eq!(power.neg().rem(&Float::least_subnormal(format)), Float::zero(format).neg());
        assert_eq!(three.rem(&power), three);
    }
}

#[test]
fn numbers_too_long_are_refused() {
    for format in huge() {
        let lowest = 3 - (1_i128 << (format.eb() - 1)) - i128::from(format.sb());
        assert_eq!(
            Float::least_subnormal(format).to_rational(),
            Err(Undetermined::TooLarge { exponent: lowest })
        );
        assert_eq!(Float::least_subnormal(format).magnitude(), Some(lowest));
        assert_eq!(Float::greatest(format).magnitude(), Some((1 << (format.eb() - 1)) - 1));
        assert!(matches!(
            Float::greatest(format).to_rational(),
            Err(Undetermined::TooLarge { exponent }) if exponent > 0
        ));
    }
    let widest = Format::new(15, 113).unwrap();
    assert!(Float::least_subnormal(widest).to_rational().is_ok());
    assert!(Float::greatest(widest).to_rational().is_ok());
}

#[test]
fn formats_have_limits() {
    assert_eq!(Format::new(1, 5), Err(FormatError::TooNarrow { eb: 1, sb: 5 }));
    assert_eq!(Format::new(5, 1), Err(FormatError::TooNarrow { eb: 5, sb: 1 }));
    assert_eq!(Format::new(121, 5), Err(FormatError::TooWide { eb: 121, sb: 5 }));
    assert_eq!(Format::new(5, u32::MAX), Err(FormatError::TooWide { eb: 5, sb: u32::MAX }));
    assert_eq!(
        Format::new(1, 5).unwrap_err().to_string(),
        "(_ FloatingPoint 1 5) is no sort: both numbers must be at least 2"
    );
    assert_eq!(Format::new(8, 24), Ok(Format::FLOAT32));
    assert_eq!(Format::FLOAT128.to_string(), "(_ FloatingPoint 15 113)");
}

#[test]
fn literals() {
    let format = Format::new(3, 5).unwrap();
    let check = |value: Float, text: &str| assert_eq!(value.to_string(), text);
    check(Float::zero(format), "(_ +zero 3 5)");
    check(Float::zero(format).neg(), "(_ -zero 3 5)");
    check(Float::infinity(format), "(_ +oo 3 5)");
    check(Float::infinity(format).neg(), "(_ -oo 3 5)");
    check(Float::nan(format).neg(), "(_ NaN 3 5)");
    check(Float::least_subnormal(format).neg(), "(fp #b1 #b000 #b0001)");
    check(Float::least_normal(format), "(fp #b0 #b001 #b0000)");
    check(Float::greatest(format), "(fp #b0 #b110 #b1111)");
    let wide = Format::new(62, 3).unwrap();
    check(Float::greatest(wide), &format!("(fp #b0 #b{}0 #b11)", "1".repeat(61)));
}

#[test]
fn hints() {
    let check = |value: f64, hint: &str| assert_eq!(Float::from(value).hint(), hint);
    check(1.5, "1.5");
    check(-0.0, "-0");
    check(0.0, "0");
    check(f64::NAN, "NaN");
    check(f64::NEG_INFINITY, "-oo");
    check(f64::INFINITY, "+oo");
    check(5e-324, "2^-1074");
    check(-0.1, "-3602879701896397*2^-55");
    check(0.03125, "0.03125");
    check(-1024.0, "-1024");
    check(18_446_744_073_709_551_616.0, "2^64");
    check(f64::MAX, "9007199254740991*2^971");
    assert_eq!(Float::greatest(Format::new(5, 200).unwrap()).neg().hint(), "about -2^15");
    assert_eq!(
        Float::greatest(Format::new(100, 200).unwrap()).hint(),
        format!("about 2^{}", (1_i128 << 99) - 1)
    );
}

#[test]
fn modes_have_two_names() {
    for (short, long, mode) in [
        ("RNE", "roundNearestTiesToEven", RoundingMode::NearestTiesToEven),
        ("RNA", "roundNearestTiesToAway", RoundingMode::NearestTiesToAway),
        ("RTP", "roundTowardPositive", RoundingMode::TowardPositive),
        ("RTN", "roundTowardNegative", RoundingMode::TowardNegative),
        ("RTZ", "roundTowardZero", RoundingMode::TowardZero),
    ] {
        assert_eq!(short.parse(), Ok(mode));
        assert_eq!(long.parse(), Ok(mode));
        assert_eq!(mode.to_string(), short);
    }
    let error = "RNX".parse::<RoundingMode>().unwrap_err();
    assert_eq!(error.to_string(), "`RNX` is no rounding mode: RNE, RNA, RTP, RTN and RTZ are");
}

/// In a format with more precision than range, an integer may be beyond all finite values.
#[test]
fn integers_beyond_the_range() {
    let format = Format::new(2, 10).unwrap();
    let greatest = Float::greatest(format);
    assert_eq!(greatest.round_to_integral(RoundingMode::TowardPositive), Float::infinity(format));
    let three = Float::from_integer(format, &BigInt::from(3), EVEN);
    assert_eq!(greatest.round_to_integral(RoundingMode::TowardZero), three);
    assert_eq!(greatest.to_ubv(RoundingMode::TowardPositive, 3), Some(BigUint::from(4_u8)));
}

/// Zeros, infinities, NaN and ones have results that every format holds.
#[test]
fn special_values_are_alike_in_all_formats() {
    let wide = Format::FLOAT128;
    let widen = |x: &Float| x.to_format(wide, EVEN);
    let values =
        [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(Float::from);
    for x in &values {
        let a = widen(x);
        assert_eq!(a.class(), x.class());
        assert_eq!(
            (a.is_nan(), a.is_negative(), a.is_positive()),
            (x.is_nan(), x.is_negative(), x.is_positive())
        );
        assert_eq!((a.neg(), a.abs()), (widen(&x.neg()), widen(&x.abs())));
        for y in &values {
            let b = widen(y);
            assert_eq!(a == b, x == y, "{x} {y}");
            assert_eq!(a.compare(&b), x.compare(y), "{x} {y}");
            assert_eq!(a.min(&b), x.min(y).as_ref().map(widen), "{x} {y}");
            assert_eq!(a.max(&b), x.max(y).as_ref().map(widen), "{x} {y}");
            assert_eq!(a.rem(&b), widen(&x.rem(y)), "{x} {y}");
            for mode in RoundingMode::ALL {
                assert_eq!(a.add(&b, mode), widen(&x.add(y, mode)), "{mode} {x} {y}");
                assert_eq!(a.sub(&b, mode), widen(&x.sub(y, mode)), "{mode} {x} {y}");
                assert_eq!(a.mul(&b, mode), widen(&x.mul(y, mode)), "{mode} {x} {y}");
                assert_eq!(a.div(&b, mode), widen(&x.div(y, mode)), "{mode} {x} {y}");
                assert_eq!(a.sqrt(mode), widen(&x.sqrt(mode)), "{mode} {x}");
                for z in &values {
                    let c = widen(z);
                    assert_eq!(
                        a.fma(&b, &c, mode),
                        widen(&x.fma(y, z, mode)),
                        "{mode} {x} {y} {z}"
                    );
                }
            }
        }
    }
}

#[test]
fn wide_patterns_of_nan() {
    let format = Format::FLOAT128;
    let exponent = (BigUint::one() << 15) - 1_u8;
    let check = |negative, exponent: &BigUint, significand: &BigUint, nan: bool| {
        let value = Float::from_fields(format, negative, exponent, significand);
        assert_eq!(value.is_nan(), nan);
        assert_eq!(value == Float::nan(format), nan);
        assert_eq!(value.to_bits().is_none(), nan);
    };
    let half = BigUint::one() << 111;
    for negative in [false, true] {
        check(negative, &exponent, &BigUint::one(), true);
        check(negative, &exponent, &half, true);
        check(negative, &exponent, &(&half + 1_u8), true);
        check(negative, &exponent, &BigUint::ZERO, false);
        check(negative, &(&exponent - 1_u8), &half, false);
        check(negative, &(&exponent >> 1), &half, false);
    }
}
