//! The one place that rounds: exact numbers into values of a format.

use super::exact::Exact;
use super::format::Format;
use super::mode::{RoundingMode, Tail};
use super::natural::Natural;
use super::value::Float;

impl<N: Natural> Exact<N> {
    /// The value of the format that the mode gives for this number.
    ///
    /// A sticky number must have been made for at least the format's precision.
    pub fn round(self, format: Format, mode: RoundingMode) -> Float {
        let negative = self.negative;
        let lowest = format.lowest_exponent();
        let quantum = (self.end() - i128::from(format.sb())).max(lowest);
        let count = self.count(quantum, mode);

        // The hidden bit, where there is one, adds the last 1 to the exponent's field. So does the
        // carry of a count that grew to the next power of two; beyond the greatest value, that
        // makes the bits of an infinity, as it should in a mode that lets the count grow.
        let hidden = count.bit_length() > format.fraction_bits();
        let before = if hidden { quantum - lowest } else { 0 };
        if before + 1 >= format.special_field() {
            return if mode.overflows_to_infinity(negative) {
                Float::infinity(format)
            } else {
                Float::greatest(format)
            }
            .negated_if(negative);
        }
        Float::assemble(format, negative, before, count)
    }

    /// n ≥ 0 such that ±n · 2^quantum is what the mode gives for this number among all such.
    pub fn count(self, quantum: i128, mode: RoundingMode) -> N {
        let shift = quantum - self.exponent;
        if shift <= 0 {
            let shift = usize::try_from(-shift).expect("a count that fits memory");
            return self.significand << shift;
        }
        let (kept, tail) = match usize::try_from(shift) {
            Ok(shift) if shift <= self.significand.bit_length() => {
                let rest = self.significand.low_zeros() + 1 < shift;
                let doubled = self.significand >> (shift - 1);
                let tail = match (doubled.is_odd(), rest) {
                    (false, false) => Tail::Nothing,
                    (false, true) => Tail::LessThanHalf,
                    (true, false) => Tail::Half,
                    (true, true) => Tail::MoreThanHalf,
                };
                (doubled >> 1, tail)
            }
            _ => (N::zero(), Tail::LessThanHalf),
        };
        if mode.grows(self.negative, kept.is_odd(), tail) { kept + N::one() } else { kept }
    }
}
