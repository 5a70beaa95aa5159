//! Sums, products, quotients, fused sums of products, and roots.
//!
//! Each operation is the standard's table of special cases, and one exact result that is rounded.

use num_bigint::BigUint;

use super::exact::Unpacked;
use super::exact::Unpacked::{Finite, Infinite, Nan, Zero};
use super::format::Format;
use super::hardware;
use super::mode::RoundingMode;
use super::natural::Natural;
use super::value::Float;

/// Calls a function with the significands that the format needs.
macro_rules! by_width {
    ($format:expr, $function:ident($($argument:expr),*)) => {
        if $format.is_narrow() {
            $function::<u128>($($argument),*)
        } else {
            $function::<BigUint>($($argument),*)
        }
    };
}
pub(super) use by_width;

impl Float {
    /// `fp.add`: self + other. The operands of this and all operations below share a format.
    pub fn add(&self, other: &Float, mode: RoundingMode) -> Float {
        hardware::add(self, other, mode)
            .unwrap_or_else(|| by_width!(self.format(), add(self, other, mode)))
    }

    /// `fp.sub`: self - other.
    pub fn sub(&self, other: &Float, mode: RoundingMode) -> Float {
        self.add(&other.neg(), mode)
    }

    /// `fp.mul`: self · other.
    pub fn mul(&self, other: &Float, mode: RoundingMode) -> Float {
        hardware::mul(self, other, mode)
            .unwrap_or_else(|| by_width!(self.format(), mul(self, other, mode)))
    }

    /// `fp.div`: self / other.
    pub fn div(&self, other: &Float, mode: RoundingMode) -> Float {
        hardware::div(self, other, mode)
            .unwrap_or_else(|| by_width!(self.format(), div(self, other, mode)))
    }

    /// `fp.fma`: self · factor + addend, rounded once.
    ///
    /// Never left to the platform: many compute it in software, and not all of them exactly.
    pub fn fma(&self, factor: &Float, addend: &Float, mode: RoundingMode) -> Float {
        by_width!(self.format(), fma(self, factor, addend, mode))
    }

    /// `fp.sqrt`: √self; √-0 = -0.
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        hardware::sqrt(self, mode).unwrap_or_else(|| by_width!(self.format(), sqrt(self, mode)))
    }
}

pub(super) fn add<N: Natural>(x: &Float, y: &Float, mode: RoundingMode) -> Float {
    let format = shared_format(x, y);
    sum::<N>(format, mode, x.unpack(), y.unpack())
}

pub(super) fn mul<N: Natural>(x: &Float, y: &Float, mode: RoundingMode) -> Float {
    let format = shared_format(x, y);
    match product::<N>(x.unpack(), y.unpack()) {
        Finite(exact) => exact.round(format, mode),
        special => pack(format, &special),
    }
}

pub(super) fn div<N: Natural>(x: &Float, y: &Float, mode: RoundingMode) -> Float {
    let format = shared_format(x, y);
    let negative = x.is_negative() != y.is_negative();
    match (x.unpack::<N>(), y.unpack::<N>()) {
        (Nan, _) | (_, Nan) | (Infinite { .. }, Infinite { .. }) | (Zero { .. }, Zero { .. }) => {
            Float::nan(format)
        }
        (Infinite { .. }, _) | (Finite(_), Zero { .. }) => {
            Float::infinity(format).negated_if(negative)
        }
        (Zero { .. }, _) | (Finite(_), Infinite { .. }) => Float::zero(format).negated_if(negative),
        (Finite(x), Finite(y)) => x.quotient(&y, format.sb() as usize).round(format, mode),
    }
}

pub(super) fn fma<N: Natural>(x: &Float, y: &Float, z: &Float, mode: RoundingMode) -> Float {
    let format = shared_format(x, y);
    assert_eq!(format, z.format(), "operands of different formats");
    sum::<N>(format, mode, product(x.unpack(), y.unpack()), z.unpack())
}

pub(super) fn sqrt<N: Natural>(x: &Float, mode: RoundingMode) -> Float {
    let format = x.format();
    match x.unpack::<N>() {
        Zero { .. } | Infinite { negative: false } => x.clone(),
        Finite(exact) if !exact.negative => exact.root(format.sb() as usize).round(format, mode),
        Nan | Infinite { .. } | Finite(_) => Float::nan(format),
    }
}

/// The format of both operands.
pub(super) fn shared_format(x: &Float, y: &Float) -> Format {
    assert_eq!(x.format(), y.format(), "operands of different formats");
    x.format()
}

fn product<N: Natural>(x: Unpacked<N>, y: Unpacked<N>) -> Unpacked<N> {
    let negative = x.is_negative() != y.is_negative();
    match (x, y) {
        (Nan, _) | (_, Nan) | (Infinite { .. }, Zero { .. }) | (Zero { .. }, Infinite { .. }) => {
            Nan
        }
        (Infinite { .. }, _) | (_, Infinite { .. }) => Infinite { negative },
        (Zero { .. }, _) | (_, Zero { .. }) => Zero { negative },
        (Finite(x), Finite(y)) => Finite(x.product(y)),
    }
}

fn sum<N: Natural>(format: Format, mode: RoundingMode, x: Unpacked<N>, y: Unpacked<N>) -> Float {
    let cancelled = Zero { negative: mode.cancels_to_negative_zero() };
    match (x, y) {
        (Nan, _) | (_, Nan) => Float::nan(format),
        (Infinite { negative: x }, Infinite { negative: y }) if x != y => Float::nan(format),
        (Zero { negative: x }, Zero { negative: y }) if x != y => pack::<N>(format, &cancelled),
        (Finite(x), Finite(y)) => match x.sum(y, format.sb() as usize) {
            Some(exact) => exact.round(format, mode),
            None => pack(format, &cancelled),
        },
        // A product need not be a value of the format, so it is rounded even if zero is added.
        (Finite(exact), Zero { .. }) | (Zero { .. }, Finite(exact)) => exact.round(format, mode),
        (special @ Infinite { .. }, _) | (_, special) => pack(format, &special),
    }
}

/// The value of the format that is no finite number other than zero.
fn pack<N>(format: Format, special: &Unpacked<N>) -> Float {
    match *special {
        Zero { negative } => Float::zero(format).negated_if(negative),
        Infinite { negative } => Float::infinity(format).negated_if(negative),
        Nan | Finite(_) => Float::nan(format),
    }
}

impl<N> Unpacked<N> {
    fn is_negative(&self) -> bool {
        match self {
            Nan => false,
            Infinite { negative } | Zero { negative } => *negative,
            Finite(exact) => exact.negative,
        }
    }
}
