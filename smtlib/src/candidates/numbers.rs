//! Integers, rationals, bit-vectors and floating-point numbers.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;

use super::{Candidates, Values, is_of};
use crate::Rational;
use crate::float::{Float, Format, RoundingMode};
use crate::value::{BitVec, Int, Value};

/// Longer numbers are not computed with: they stand for themselves.
const LONGEST: u64 = 4096;

/// Powers of two at which machine words end.
const WORDS: [u32; 7] = [7, 8, 15, 16, 31, 32, 63];

impl Candidates {
    pub(super) fn ints(&self, to: &mut Values) {
        to.extend([0, 1, -1, 2, -2, 3, -3].map(|int| Value::Int(int.into())));
        for int in self.int_literals() {
            if to.is_full() {
                return;
            }
            let near = [0, 1, -1].map(|by: i64| int.add(&Int::from(by)));
            to.extend(near.iter().cloned().map(Value::Int));
            to.extend(near.iter().map(|int| Value::Int(int.neg())));
        }
        to.extend((4..12).flat_map(|int| [int, -int]).map(|int| Value::Int(int.into())));
        // What formulas do with two literals.
        let short = || self.int_literals().filter(|int| int.bits() <= LONGEST).take(6);
        for a in short() {
            for b in short() {
                to.extend([a.add(b), a.sub(b), a.mul(b)].map(Value::Int));
                to.extend([a.div_euclid(b), a.rem_euclid(b)].into_iter().flatten().map(Value::Int));
            }
        }
        for word in WORDS {
            let power = BigInt::one() << word;
            let near = [power.clone(), &power - 1, -power.clone(), -power - 1];
            to.extend(near.map(|int| Value::Int(int.into())));
        }
        to.extend((12..).flat_map(|int: i64| [int, -int]).map(|int| Value::Int(int.into())));
    }

    pub(super) fn int_literals(&self) -> impl Iterator<Item = &Int> {
        self.literals.iter().filter_map(|literal| match literal {
            Value::Int(int) => Some(int),
            _ => None,
        })
    }

    pub(super) fn reals(&self, to: &mut Values) {
        let rational = |numer: i64, denom: i64| {
            Value::Real(Rational::new(BigInt::from(numer), BigInt::from(denom)).into())
        };
        to.extend([0, 1, -1, 2, -2].map(|int| rational(int, 1)));
        to.extend([rational(1, 2), rational(-1, 2)]);
        let mut centers = Vec::new();
        for literal in &self.literals {
            match literal {
                Value::Real(real) => centers.extend(real.to_rational()),
                Value::Int(int) => centers.push(Rational::from_integer(int.to_big())),
                _ => {}
            }
        }
        let one = Rational::one();
        let two = &one + &one;
        let bits = |center: &Rational| center.numer().bits() + center.denom().bits();
        let (centers, long): (Vec<_>, Vec<_>) =
            centers.into_iter().partition(|center| bits(center) <= LONGEST);
        for center in &centers {
            let near = [center.clone(), center + &one, center - &one, center / &two];
            to.extend(near.iter().cloned().map(|rational| Value::Real(rational.into())));
            to.extend(near.map(|rational| Value::Real((-rational).into())));
        }
        // Irrational and long literals, as they are.
        to.extend(long.into_iter().map(|center| Value::Real(center.into())));
        to.extend(self.literals.iter().filter(|value| matches!(value, Value::Real(_))).cloned());
        for a in centers.iter().take(6) {
            for b in centers.iter().take(6) {
                let near = [a + b, a - b, a * b, (a + b) / &two];
                to.extend(near.map(|rational| Value::Real(rational.into())));
            }
        }
        // All others by their height, the greater of numerator and denominator.
        let by_height = (3_i64..).flat_map(|height| {
            let lesser = (1..height).filter(move |&least| least.gcd(&height) == 1);
            lesser.flat_map(move |least| {
                let whole = (least == 1).then_some([(height, 1), (-height, 1)]).into_iter();
                let parts = [(least, height), (-least, height)];
                let inverse = (least > 1).then_some([(height, least), (-height, least)]);
                whole.chain([parts]).chain(inverse).flatten()
            })
        });
        to.extend(by_height.map(|(numer, denom)| rational(numer, denom)));
    }

    pub(super) fn bits(&self, width: u32, to: &mut Values) {
        let zero = BitVec::new(width, 0);
        to.push(Value::BitVec(zero.clone()));
        if to.is_full() {
            return;
        }
        let one = BitVec::new(width, 1);
        let most = zero.not().lshr(&one);
        to.extend(
            [zero.clone(), one.clone(), zero.not(), most.clone(), most.not()].map(Value::BitVec),
        );
        let beside_extremes = [one.not(), most.sub(&one), most.sub(&one).not()];
        for literal in &self.literals {
            if let Value::BitVec(bits) = literal
                && bits.width() == width
            {
                if to.is_full() {
                    return;
                }
                let near = [bits.clone(), bits.add(&one), bits.sub(&one), bits.not(), bits.neg()];
                to.extend(near.map(Value::BitVec));
            }
        }
        to.extend(beside_extremes.map(Value::BitVec));
        // An integer that is converted to bits.
        to.extend(
            self.int_literals().map(|int| Value::BitVec(BitVec::from_int(width, &int.to_big()))),
        );
        to.extend((2..8).map(|bits| Value::BitVec(BitVec::new(width, bits))));
        let powers = (3..width.min(256)).map(|at| BitVec::from_big(width, &(BigUint::one() << at)));
        to.extend(powers.flat_map(|power| [power.sub(&one), power]).map(Value::BitVec));
        let last = if width < 64 { 1 << width } else { u64::MAX };
        to.extend((8..last).map(|bits| Value::BitVec(BitVec::new(width, bits))));
    }

    pub(super) fn floats(&self, format: Format, to: &mut Values) {
        let both = |float: Float| [float.clone(), float.neg()].map(Value::Float);
        let of_int =
            |int: i64| Float::from_integer(format, &int.into(), RoundingMode::NearestTiesToEven);
        to.extend(both(Float::zero(format)));
        if to.is_full() {
            return;
        }
        to.push(Value::Float(Float::nan(format)));
        to.extend(both(of_int(1)));
        to.extend(both(Float::infinity(format)));
        for float in [
            Float::least_subnormal(format),
            Float::greatest(format),
            Float::least_normal(format),
            beside(&Float::least_normal(format)).0,
            of_int(2),
            of_int(1).div(&of_int(2), RoundingMode::NearestTiesToEven),
            of_int(3),
        ] {
            to.extend(both(float));
        }
        for literal in &self.literals {
            if to.is_full() {
                return;
            }
            if let Value::Float(float) = literal
                && float.format() == format
            {
                let (below, above) = beside(float);
                to.extend([float.clone(), below, above].into_iter().flat_map(both));
            }
            if let Value::Real(real) = literal {
                for mode in [RoundingMode::TowardPositive, RoundingMode::TowardNegative] {
                    let near = real.to_rational();
                    to.extend(
                        near.map(|near| Float::from_rational(format, &near, mode))
                            .into_iter()
                            .flat_map(both),
                    );
                }
            }
        }
        let (below, above) = beside(&of_int(1));
        to.extend([below, above].into_iter().flat_map(both));
        // Small integers, and all patterns from the least subnormal on.
        let last = if format.width() < 64 { 1 << format.width() } else { i64::MAX };
        to.extend((2..last).flat_map(|number| {
            let pattern = Float::from_bits(format, &BigUint::from(number.unsigned_abs()));
            both(of_int(number)).into_iter().chain(both(pattern))
        }));
    }

    /// The literals of a sort, as they are.
    pub(super) fn literals_of(
        &self,
        terms: &crate::term::Terms,
        sort: crate::sort::Sort,
        to: &mut Values,
    ) {
        to.extend(self.literals.iter().filter(|value| is_of(terms, value, sort)).cloned());
    }
}

/// The numbers whose patterns are one less and one more; NaN is beside itself.
fn beside(float: &Float) -> (Float, Float) {
    let Some(bits) = float.to_bits() else { return (float.clone(), float.clone()) };
    let format = float.format();
    let all = (BigUint::one() << format.width()) - 1_u32;
    let below = if bits == BigUint::ZERO { all.clone() } else { &bits - 1_u32 };
    let above = (bits + 1_u32) & all;
    (Float::from_bits(format, &below), Float::from_bits(format, &above))
}
