//! The ways to one result against each other: processor, 128 bits, big numbers.

use num_bigint::BigUint;

use super::arithmetic::{add, div, fma, mul, sqrt};
use super::format::Format;
use super::hardware;
use super::mode::RoundingMode;
use super::natural::Natural;
use super::remainder::rem;
use super::value::Float;

/// A fixed sequence of words that look random.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A value of a narrow format: any, or near a special one, or with few bits, or near 1.
    fn float(&mut self, format: Format) -> Float {
        let width = format.width();
        let stored = format.sb() - 1;
        let mask = u64::MAX >> (64 - width);
        let special = ((1_u64 << format.eb()) - 1) << stored;
        let any = self.next();
        let sign = (any & 1) << (width - 1);
        let bits = match any >> 8 & 7 {
            0 => sign | [0, special, 1 << stored, special >> 1, 1][(any >> 16) as usize % 5],
            1 => [0, special, 1 << stored][(any >> 16) as usize % 3] ^ sign ^ (any >> 60),
            2 => self.next() & self.next() & self.next() & self.next(),
            3 | 4 => {
                let one = (1_u64 << (format.eb() - 1)) - 1;
                let exponent = one.wrapping_add(any >> 16 & 7).wrapping_sub(3);
                sign | exponent << stored & special | self.next() & ((1 << stored) - 1)
            }
            _ => self.next(),
        };
        Float::from_word(format, bits & mask)
    }
}

#[test]
fn the_processor_gives_the_exact_results() {
    let mode = RoundingMode::NearestTiesToEven;
    for format in [Format::FLOAT32, Format::FLOAT64] {
        let mut words = Words(1);
        for _ in 0..50_000 {
            let (x, y) = (words.float(format), words.float(format));
            let case = || format!("{x} {y}");
            assert_eq!(hardware::add(&x, &y, mode), Some(add::<u128>(&x, &y, mode)), "{}", case());
            assert_eq!(hardware::mul(&x, &y, mode), Some(mul::<u128>(&x, &y, mode)), "{}", case());
            assert_eq!(hardware::div(&x, &y, mode), Some(div::<u128>(&x, &y, mode)), "{}", case());
            assert_eq!(hardware::sqrt(&x, mode), Some(sqrt::<u128>(&x, mode)), "{x}");
        }
    }
}

#[test]
fn the_processor_is_not_asked_for_what_it_cannot_give() {
    let one = Float::from(1.0_f64);
    assert_eq!(hardware::add(&one, &one, RoundingMode::TowardZero), None);
    let half = Float::zero(Format::FLOAT16);
    assert_eq!(hardware::add(&half, &half, RoundingMode::NearestTiesToEven), None);
}

/// All results with one kind of significands.
fn results<N: Natural>(x: &Float, y: &Float, z: &Float) -> Vec<Float> {
    let mut results = vec![rem::<N>(x, y)];
    for mode in RoundingMode::ALL {
        results.extend([
            add::<N>(x, y, mode),
            mul::<N>(x, y, mode),
            div::<N>(x, y, mode),
            fma::<N>(x, y, z, mode),
            sqrt::<N>(x, mode),
        ]);
    }
    results
}

#[test]
fn significands_of_128_bits_give_what_big_ones_give() {
    // Among them the longest significands and the longest exponents of one word.
    for (eb, sb) in [(2, 62), (3, 61), (5, 11), (8, 24), (11, 53), (32, 32), (61, 3), (62, 2)] {
        let format = Format::new(eb, sb).unwrap();
        let mut words = Words(2);
        for _ in 0..1_000 {
            let (x, y) = (words.float(format), words.float(format));
            let z = match words.next() & 3 {
                // An addend that nearly cancels the product.
                0 => mul::<u128>(&x, &y, RoundingMode::TowardZero).neg(),
                _ => words.float(format),
            };
            assert_eq!(results::<u128>(&x, &y, &z), results::<BigUint>(&x, &y, &z), "{x} {y} {z}");
        }
    }
}
