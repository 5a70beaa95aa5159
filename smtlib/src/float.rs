//! Floating point of any format, exactly rounded: the theory `FloatingPoint` of SMT-LIB.
//!
//! An operation takes its operands apart into exact binary numbers (`exact`), computes a result
//! that is exact but for a sticky last bit far below the target's precision (`arithmetic`,
//! `remainder`), and rounds it once (`round`). Formats of up to 64 bits compute with 128-bit
//! significands, all others with big ones, by the same code (`natural`); where the processor
//! rounds as asked, it does the work (`hardware`).
//!
//! What the standard leaves unspecified is `None` or [`Undetermined::Unspecified`].

mod arithmetic;
mod compare;
mod convert;
mod exact;
mod format;
mod hardware;
mod integral;
mod mode;
mod natural;
mod remainder;
mod round;
#[cfg(test)]
mod tests;
mod text;
mod value;

pub use convert::Undetermined;
pub use format::{Format, FormatError};
pub use mode::{RoundingMode, UnknownRoundingMode};
pub use value::{Class, Float};
