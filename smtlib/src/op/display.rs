//! Operators into text.

use std::fmt::{self, Write as _};

use super::Op;

impl Op {
    /// Writes the operator as [`Display`](fmt::Display) does.
    pub(crate) fn write(self, to: &mut String) {
        match self {
            Op::Divisible(_)
            | Op::IntAnd(_)
            | Op::Repeat(_)
            | Op::ZeroExtend(_)
            | Op::SignExtend(_)
            | Op::RotateLeft(_)
            | Op::RotateRight(_)
            | Op::IntToBv(_)
            | Op::FpToUbv(_)
            | Op::FpToSbv(_)
            | Op::RePower(_)
            | Op::Extract(..)
            | Op::ReLoop(..)
            | Op::ToFp(_)
            | Op::ToFpUnsigned(_) => {
                let _ = write!(to, "{self}");
            }
            _ => to.push_str(self.name().trim_end()),
        }
    }
}

/// The operator as an identifier: `bvadd`, `(_ extract 3 0)`. An array's sort is not written.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name().trim_end();
        match *self {
            Op::Divisible(n)
            | Op::IntAnd(n)
            | Op::Repeat(n)
            | Op::ZeroExtend(n)
            | Op::SignExtend(n)
            | Op::RotateLeft(n)
            | Op::RotateRight(n)
            | Op::IntToBv(n)
            | Op::FpToUbv(n)
            | Op::FpToSbv(n)
            | Op::RePower(n) => write!(f, "(_ {name} {n})"),
            Op::Extract(m, n) | Op::ReLoop(m, n) => write!(f, "(_ {name} {m} {n})"),
            Op::ToFp(format) | Op::ToFpUnsigned(format) => {
                write!(f, "(_ {name} {} {})", format.eb(), format.sb())
            }
            _ => f.write_str(name),
        }
    }
}
