//! Float32 and Float64 by the processor, which rounds to the nearest even value.
//!
//! The exact way (`arithmetic`) is the oracle of this one (`tests`). A function here gives
//! nothing where the processor cannot answer.

use super::arithmetic::shared_format;
use super::format::Format;
use super::mode::RoundingMode;
use super::value::Float;

/// Processors of this kind compute with more bits than asked for, and round twice.
const ROUNDS_TWICE: bool = cfg!(all(target_arch = "x86", not(target_feature = "sse2")));

impl From<f32> for Float {
    fn from(value: f32) -> Float {
        Float::from_word(Format::FLOAT32, u64::from(value.to_bits()))
    }
}

impl From<f64> for Float {
    fn from(value: f64) -> Float {
        Float::from_word(Format::FLOAT64, value.to_bits())
    }
}

impl Float {
    /// The value as the processor's, if its format is Float64.
    pub fn to_f64(&self) -> Option<f64> {
        (self.format() == Format::FLOAT64).then(|| self.word().map(f64::from_bits)).flatten()
    }

    /// The value as the processor's, if its format is Float32.
    pub fn to_f32(&self) -> Option<f32> {
        if self.format() != Format::FLOAT32 {
            return None;
        }
        u32::try_from(self.word()?).ok().map(f32::from_bits)
    }
}

pub(super) fn add(x: &Float, y: &Float, mode: RoundingMode) -> Option<Float> {
    binary(x, y, mode, |x, y| x + y, |x, y| x + y)
}

pub(super) fn mul(x: &Float, y: &Float, mode: RoundingMode) -> Option<Float> {
    binary(x, y, mode, |x, y| x * y, |x, y| x * y)
}

pub(super) fn div(x: &Float, y: &Float, mode: RoundingMode) -> Option<Float> {
    binary(x, y, mode, |x, y| x / y, |x, y| x / y)
}

pub(super) fn sqrt(x: &Float, mode: RoundingMode) -> Option<Float> {
    binary(x, x, mode, |x, _| x.sqrt(), |x, _| x.sqrt())
}

#[inline]
fn binary(
    x: &Float,
    y: &Float,
    mode: RoundingMode,
    double: impl Fn(f64, f64) -> f64,
    single: impl Fn(f32, f32) -> f32,
) -> Option<Float> {
    if ROUNDS_TWICE || mode != RoundingMode::NearestTiesToEven {
        return None;
    }
    match shared_format(x, y) {
        Format::FLOAT64 => Some(Float::from(double(x.to_f64()?, y.to_f64()?))),
        Format::FLOAT32 => Some(Float::from(single(x.to_f32()?, y.to_f32()?))),
        _ => None,
    }
}
