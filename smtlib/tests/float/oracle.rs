//! The naive oracle: every value of a small format in a sorted list, and rounding by looking
//! through it from the start. It knows rational numbers, and nothing of the library's arithmetic.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use smtlib::Rational;
use smtlib::float::{Float, Format, RoundingMode};

/// Meaning of the bits of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Nan,
    Infinite { negative: bool },
    Finite { negative: bool, number: Rational },
}

/// All values of a format.
pub struct Oracle {
    pub format: Format,
    /// Every value but NaN with its meaning, by its bits; and one NaN, the last.
    pub values: Vec<(Float, Meaning)>,
    /// All finite values that are not negative, ascending from zero, and behind them the number
    /// that would follow if exponents went on. A value's place is its bits.
    ladder: Vec<Rational>,
}

impl Oracle {
    pub fn new(eb: u32, sb: u32) -> Oracle {
        let format = Format::new(eb, sb).unwrap();
        let specials = ((1_u64 << eb) - 1) << (sb - 1);
        let ladder: Vec<Rational> = (0..=specials).map(|bits| magnitude(eb, sb, bits)).collect();
        assert!(ladder.is_sorted_by(|low, high| low < high));

        let mut values = Vec::new();
        for negative in [false, true] {
            for bits in 0..=specials {
                let meaning = if bits == specials {
                    Meaning::Infinite { negative }
                } else {
                    let number = ladder[usize::try_from(bits).unwrap()].clone();
                    Meaning::Finite { negative, number: if negative { -number } else { number } }
                };
                let sign = u64::from(negative) << (eb + sb - 1);
                values.push((Float::from_bits(format, &BigUint::from(sign | bits)), meaning));
            }
        }
        values.push((Float::nan(format), Meaning::Nan));
        Oracle { format, values, ladder }
    }

    /// Rounds a number whose magnitude compares to others as told.
    fn round_by(
        &self,
        negative: bool,
        mode: RoundingMode,
        compare: impl Fn(&Rational) -> Ordering,
    ) -> Float {
        let above = self.ladder.iter().position(|step| compare(step) != Ordering::Greater);
        let place = match above {
            // Beyond the number that would follow: as good as there, but not exactly there.
            None => self.ladder.len() - usize::from(!Oracle::grows_beyond(negative, mode)) - 1,
            Some(above) if compare(&self.ladder[above]) == Ordering::Equal => {
                if above == self.ladder.len() - 1 && !Oracle::grows_beyond(negative, mode) {
                    above - 1
                } else {
                    above
                }
            }
            Some(above) => {
                let below = above - 1;
                let middle = (&self.ladder[below] + &self.ladder[above]) / BigInt::from(2);
                let nearest = match compare(&middle) {
                    Ordering::Less => Some(below),
                    Ordering::Equal => None,
                    Ordering::Greater => Some(above),
                };
                match mode {
                    RoundingMode::NearestTiesToEven => {
                        nearest.unwrap_or(if below % 2 == 0 { below } else { above })
                    }
                    RoundingMode::NearestTiesToAway => nearest.unwrap_or(above),
                    RoundingMode::TowardPositive => {
                        if negative {
                            below
                        } else {
                            above
                        }
                    }
                    RoundingMode::TowardNegative => {
                        if negative {
                            above
                        } else {
                            below
                        }
                    }
                    RoundingMode::TowardZero => below,
                }
            }
        };
        self.values[place + usize::from(negative) * self.ladder.len()].0.clone()
    }

    fn grows_beyond(negative: bool, mode: RoundingMode) -> bool {
        match mode {
            RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway => true,
            RoundingMode::TowardPositive => !negative,
            RoundingMode::TowardNegative => negative,
            RoundingMode::TowardZero => false,
        }
    }

    /// A number that is not zero, rounded.
    pub fn round(&self, number: &Rational, mode: RoundingMode) -> Float {
        assert!(!number.is_zero());
        let size = number.abs();
        self.round_by(number.is_negative(), mode, |step| compare(&size, step))
    }

    /// The root of a positive number, rounded.
    pub fn round_root(&self, square: &Rational, mode: RoundingMode) -> Float {
        self.round_by(false, mode, |step| compare(square, &(step * step)))
    }

    pub fn zero(&self, negative: bool) -> Float {
        self.values[usize::from(negative) * self.ladder.len()].0.clone()
    }

    pub fn infinity(&self, negative: bool) -> Float {
        self.values[usize::from(negative) * self.ladder.len() + self.ladder.len() - 1].0.clone()
    }

    pub fn nan(&self) -> Float {
        self.values[self.values.len() - 1].0.clone()
    }

    /// A number, or a zero of this sign.
    fn round_or_zero(&self, number: &Rational, zero: bool, mode: RoundingMode) -> Float {
        if number.is_zero() { self.zero(zero) } else { self.round(number, mode) }
    }

    pub fn add(&self, x: &Meaning, y: &Meaning, mode: RoundingMode) -> Float {
        use Meaning::{Finite, Infinite, Nan};
        match (x, y) {
            (Nan, _) | (_, Nan) => self.nan(),
            (Infinite { negative: x }, Infinite { negative: y }) if x != y => self.nan(),
            (Infinite { negative }, _) | (_, Infinite { negative }) => self.infinity(*negative),
            (Finite { negative: x, number: a }, Finite { negative: y, number: b }) => {
                let zero = if a.is_zero() && b.is_zero() && x == y {
                    *x
                } else {
                    mode == RoundingMode::TowardNegative
                };
                self.round_or_zero(&(a + b), zero, mode)
            }
        }
    }

    /// The exact product, which need not be a value.
    pub fn product(x: &Meaning, y: &Meaning) -> Meaning {
        use Meaning::{Finite, Infinite, Nan};
        match (x, y) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinite { .. }, Finite { number, .. }) | (Finite { number, .. }, Infinite { .. })
                if number.is_zero() =>
            {
                Nan
            }
            (Finite { negative: x, number: a }, Finite { negative: y, number: b }) => {
                Finite { negative: x != y, number: a * b }
            }
            _ => Infinite { negative: x.is_negative() != y.is_negative() },
        }
    }

    /// A meaning that need not be a value, rounded.
    pub fn value(&self, meaning: &Meaning, mode: RoundingMode) -> Float {
        match meaning {
            Meaning::Nan => self.nan(),
            Meaning::Infinite { negative } => self.infinity(*negative),
            Meaning::Finite { negative, number } => self.round_or_zero(number, *negative, mode),
        }
    }

    pub fn div(&self, x: &Meaning, y: &Meaning, mode: RoundingMode) -> Float {
        use Meaning::{Finite, Infinite, Nan};
        let negative = x.is_negative() != y.is_negative();
        match (x, y) {
            (Nan, _) | (_, Nan) | (Infinite { .. }, Infinite { .. }) => self.nan(),
            (Infinite { .. }, _) => self.infinity(negative),
            (_, Infinite { .. }) => self.zero(negative),
            (Finite { number: a, .. }, Finite { number: b, .. }) => {
                match (a.is_zero(), b.is_zero()) {
                    (true, true) => self.nan(),
                    (false, true) => self.infinity(negative),
                    _ => self.round_or_zero(&(a / b), negative, mode),
                }
            }
        }
    }

    pub fn sqrt(&self, x: &Meaning, mode: RoundingMode) -> Float {
        match x {
            Meaning::Infinite { negative: false } => self.infinity(false),
            Meaning::Finite { negative, number } if number.is_zero() => self.zero(*negative),
            Meaning::Finite { negative: false, number } => self.round_root(number, mode),
            _ => self.nan(),
        }
    }

    /// The remainder, which must be a value.
    pub fn rem(&self, x: &Meaning, y: &Meaning) -> Float {
        use Meaning::{Finite, Infinite, Nan};
        match (x, y) {
            (Nan | Infinite { .. }, _) | (_, Nan) => self.nan(),
            (_, Finite { number, .. }) if number.is_zero() => self.nan(),
            (Finite { .. }, Infinite { .. }) => self.value(x, RoundingMode::TowardZero),
            (Finite { negative, number: a }, Finite { number: b, .. }) => {
                let rest = exact_remainder(a, b);
                let value = self.round_or_zero(&rest, *negative, RoundingMode::TowardZero);
                assert_eq!(
                    value,
                    self.round_or_zero(&rest, *negative, RoundingMode::TowardPositive),
                    "a remainder that is no value"
                );
                value
            }
        }
    }
}

impl Meaning {
    pub fn is_negative(&self) -> bool {
        match self {
            Meaning::Nan => false,
            Meaning::Infinite { negative } | Meaning::Finite { negative, .. } => *negative,
        }
    }
}

/// a - n·b, where n is the integer nearest to a/b, the even one of two.
pub fn exact_remainder(a: &Rational, b: &Rational) -> Rational {
    a - b * Rational::from_integer(integer(&(a / b), RoundingMode::NearestTiesToEven))
}

/// The integer that a mode gives for a number.
pub fn integer(number: &Rational, mode: RoundingMode) -> BigInt {
    let (below, above) = (number.floor().to_integer(), number.ceil().to_integer());
    let from_below = number - Rational::from_integer(below.clone());
    let half = Rational::new(BigInt::one(), BigInt::from(2));
    let tie_goes_up = match mode {
        RoundingMode::TowardPositive => return above,
        RoundingMode::TowardNegative => return below,
        RoundingMode::TowardZero => return number.trunc().to_integer(),
        RoundingMode::NearestTiesToEven => !(&below % BigInt::from(2)).is_zero(),
        RoundingMode::NearestTiesToAway => !number.is_negative(),
    };
    match from_below.cmp(&half) {
        Ordering::Less => below,
        Ordering::Greater => above,
        Ordering::Equal => [below, above][usize::from(tie_goes_up)].clone(),
    }
}

/// Compares two numbers. The library's own way, by continued fractions, takes much longer.
fn compare(a: &Rational, b: &Rational) -> Ordering {
    (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()))
}

/// The number of a pattern without its sign: 0.f · 2^(1-bias), or 1.f · 2^(e-bias).
fn magnitude(eb: u32, sb: u32, pattern: u64) -> Rational {
    let bias = (1_i32 << (eb - 1)) - 1;
    let unit = BigInt::one() << (sb - 1);
    let exponent = i32::try_from(pattern >> (sb - 1)).unwrap();
    let fraction = BigInt::from(pattern) % &unit;
    if exponent == 0 {
        Rational::new(fraction, unit) * power_of_two(1 - bias)
    } else {
        Rational::new(fraction + &unit, unit) * power_of_two(exponent - bias)
    }
}

/// 2^exponent.
pub fn power_of_two(exponent: i32) -> Rational {
    let power = Rational::from_integer(BigInt::one() << exponent.unsigned_abs());
    if exponent < 0 { power.recip() } else { power }
}
