//! The sorts of the terms that are asked, and random values of them, mostly extreme ones.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The widths of bit-vectors.
const WIDTHS: &[u32] = &[1, 2, 5, 8, 32, 64, 65, 128];

/// The formats of floating-point numbers.
const FORMATS: &[(u32, u32)] = &[(2, 2), (3, 3), (3, 5), (5, 11), (8, 24), (11, 53), (15, 113)];

/// Letters of strings: few, so that they occur in each other.
const LETTERS: &[&str] = &["a", "b", "a", "b", "a", "b", "1", "0", "A", "\\u{2ffff}", "\\u{0}"];

/// A sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    Bool,
    Int,
    Real,
    Bits(u32),
    Float(u32, u32),
    Mode,
    String,
    RegLan,
    Array(Box<Sort>, Box<Sort>),
    Sequence(Box<Sort>),
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(eb, sb) => write!(f, "(_ FloatingPoint {eb} {sb})"),
            Sort::Mode => f.write_str("RoundingMode"),
            Sort::String => f.write_str("String"),
            Sort::RegLan => f.write_str("RegLan"),
            Sort::Array(index, element) => write!(f, "(Array {index} {element})"),
            Sort::Sequence(element) => write!(f, "(Seq {element})"),
        }
    }
}

/// Random choices that are the same in every run.
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The choices that belong to a name.
    pub fn of(name: &str) -> Chance {
        let mut seed = [0; 32];
        for (place, byte) in name.bytes().enumerate() {
            seed[place % 32] ^= byte;
        }
        Chance(ChaCha8Rng::from_seed(seed))
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        self.0.next_u32() % end
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// True in this many of a hundred cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.0.next_u32() as usize % from.len()]
    }

    pub fn width(&mut self) -> u32 {
        *self.pick(WIDTHS)
    }

    pub fn format(&mut self) -> (u32, u32) {
        *self.pick(FORMATS)
    }

    /// A sort that values can be written down of.
    pub fn sort(&mut self, nesting: u32) -> Sort {
        match self.below(if nesting > 0 { 8 } else { 7 }) {
            0 => Sort::Bool,
            1 => Sort::Int,
            2 => Sort::Real,
            3 => Sort::Bits(self.width()),
            4 => {
                let (eb, sb) = self.format();
                Sort::Float(eb, sb)
            }
            5 => Sort::Mode,
            6 => Sort::String,
            _ => self.array(nesting - 1),
        }
    }

    /// A sort of arrays, half of them with very few indices.
    pub fn array(&mut self, nesting: u32) -> Sort {
        let index = match self.below(6) {
            0 => Sort::Bool,
            1 => Sort::Bits(1),
            2 => Sort::Bits(2),
            _ => self.sort(nesting),
        };
        Sort::Array(Box::new(index), Box::new(self.sort(nesting)))
    }

    /// A sort of sequences. Few values make that elements occur again.
    pub fn sequence(&mut self) -> Sort {
        Sort::Sequence(Box::new(match self.below(4) {
            0 => Sort::Bool,
            1 => Sort::Bits(2),
            2 => Sort::Sequence(Box::new(Sort::Bool)),
            _ => Sort::Int,
        }))
    }

    /// A value of a sort, as SMT-LIB writes it.
    pub fn value(&mut self, sort: &Sort) -> String {
        match sort {
            Sort::Bool => self.pick(&["true", "false"]).to_string(),
            Sort::Int => written(&self.int()),
            Sort::Real => self.real(),
            Sort::Bits(width) => binary(&self.bits(*width), *width),
            Sort::Float(eb, sb) => self.float(*eb, *sb),
            Sort::Mode => self.pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"]).to_string(),
            Sort::String => {
                let length = self.below(7);
                let letters: String = (0..length).map(|_| *self.pick(LETTERS)).collect();
                format!("\"{letters}\"")
            }
            Sort::RegLan => self.pick(&["re.none", "re.all", "re.allchar"]).to_string(),
            Sort::Sequence(element) => {
                let count = self.below(6);
                let mut unit = || match **element {
                    Sort::Int => format!("(seq.unit {})", self.below(3)),
                    _ => format!("(seq.unit {})", self.value(element)),
                };
                let units: Vec<String> = (0..count).map(|_| unit()).collect();
                match units.as_slice() {
                    [] => format!("(as seq.empty {sort})"),
                    [unit] => unit.clone(),
                    _ => format!("(seq.++ {})", units.join(" ")),
                }
            }
            Sort::Array(index, element) => {
                let mut array = format!("((as const {sort}) {})", self.value(element));
                for _ in 0..self.below(4) {
                    array =
                        format!("(store {array} {} {})", self.value(index), self.value(element));
                }
                array
            }
        }
    }

    /// Small, at the borders of machine words, or large.
    fn int(&mut self) -> BigInt {
        let magnitude = match self.below(10) {
            0..=5 => BigUint::from(self.below(9)),
            6..=7 => {
                let power = *self.pick(&[7, 8, 31, 32, 62, 63, 64, 65, 128]);
                (BigUint::from(1_u32) << power) + self.below(3) - 1_u32
            }
            8 => BigUint::from(self.0.next_u64()),
            _ => self.random(200),
        };
        let sign = if self.percent(40) { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, magnitude)
    }

    /// A fraction; or few bits at some power of two, near which floating-point numbers lie.
    fn real(&mut self) -> String {
        let (numerator, denominator) = match self.below(4) {
            0 => (self.int().into_parts().1, BigUint::from(1_u32)),
            1 => (self.int().into_parts().1, self.int().into_parts().1.max(1_u32.into())),
            _ => {
                let bits = *self.pick(&[1, 2, 3, 4, 5, 6, 7, 12, 13, 25, 26, 54, 55, 114]);
                let exponent = *self.pick(&[0, 1, 2, 3, 5, 6, 7, 8, 14, 24, 25, 126, 149, 150]);
                let tiny = BigUint::from(self.below(3));
                let exact = (self.random(bits) << 40_u32) + tiny;
                if self.percent(50) {
                    (exact << exponent, BigUint::from(1_u32) << 40)
                } else {
                    (exact, BigUint::from(1_u32) << (40 + exponent))
                }
            }
        };
        let fraction = format!("(/ {numerator}.0 {denominator}.0)");
        if self.percent(40) { format!("(- {fraction})") } else { fraction }
    }

    /// Zero, the least, the greatest, their neighbours, a single bit, or anything.
    fn bits(&mut self, width: u32) -> BigUint {
        let one = BigUint::from(1_u32);
        let all = (&one << width) - &one;
        let value = match self.below(10) {
            0 => BigUint::from(self.below(4)),
            1 => &all - self.below(4).min(width),
            2 => &one << (width - 1),
            3 => (&one << (width - 1)) + &one,
            4 => (&one << (width - 1)) + &all,
            5 => BigUint::from(width + self.below(3)) - &one,
            6 => &one << self.below(width),
            _ => self.random(width),
        };
        value & all
    }

    /// Zeros, subnormal numbers, infinities, NaN, numbers near 1 and near the borders, or anything.
    fn float(&mut self, eb: u32, sb: u32) -> String {
        let one = BigUint::from(1_u32);
        let greatest = (&one << eb) - &one;
        let bias: BigUint = &greatest >> 1;
        let exponent = match self.below(12) {
            0..=1 => BigUint::ZERO,
            2 => one,
            3 => greatest.clone(),
            4 => &greatest - &one,
            5..=6 => bias.clone(),
            7 => &bias + self.below(sb + 2),
            8 => {
                let below = BigUint::from(self.below(sb + 2));
                if below <= bias { &bias - below } else { BigUint::ZERO }
            }
            9 => &bias - &one,
            _ => self.random(eb),
        };
        let exponent = exponent.min(greatest);
        let sign = self.below(2);
        let exponent = binary(&exponent, eb);
        let fraction = match self.below(3) {
            0 => BigUint::ZERO,
            _ => self.bits(sb - 1),
        };
        format!("(fp #b{sign} {exponent} {})", binary(&fraction, sb - 1))
    }

    fn random(&mut self, width: u32) -> BigUint {
        let mut bytes = vec![0; width.div_ceil(8) as usize];
        self.0.fill_bytes(&mut bytes);
        BigUint::from_bytes_le(&bytes) & ((BigUint::from(1_u32) << width) - 1_u32)
    }
}

fn written(int: &BigInt) -> String {
    match int.sign() {
        Sign::Minus => format!("(- {})", int.magnitude()),
        _ => int.to_string(),
    }
}

fn binary(value: &BigUint, width: u32) -> String {
    format!("#b{:0>width$}", value.to_str_radix(2), width = width as usize)
}
