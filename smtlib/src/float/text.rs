//! Values as SMT-LIB literals, and as people write them.

use std::fmt;

use num_bigint::BigUint;

use super::exact::Unpacked;
use super::natural::Natural;
use super::value::{Class, Float};

/// The longest number, in bits, that a hint writes out.
const MOST_HINT_BITS: usize = 128;

/// The most digits behind the point that a hint writes out.
const MOST_HINT_DECIMALS: i128 = 16;

impl fmt::Display for Float {
    /// The literal: `(fp #b0 #b011 #b1000)`, `(_ NaN 3 5)`, `(_ +oo 3 5)`, `(_ -zero 3 5)`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (eb, sb) = (self.format().eb(), self.format().sb());
        let sign = if self.is_negative() { '-' } else { '+' };
        match self.class() {
            Class::Nan => write!(out, "(_ NaN {eb} {sb})"),
            Class::Infinite => write!(out, "(_ {sign}oo {eb} {sb})"),
            Class::Zero => write!(out, "(_ {sign}zero {eb} {sb})"),
            Class::Normal | Class::Subnormal if self.format().is_narrow() => {
                let fields = self.fields::<u128>();
                let sign = u8::from(fields.negative);
                let (exponent, fraction) = (fields.exponent, fields.fraction);
                let (eb, digits) = (eb as usize, sb as usize - 1);
                write!(out, "(fp #b{sign} #b{exponent:0eb$b} #b{fraction:0digits$b})")
            }
            Class::Normal | Class::Subnormal => {
                let fields = self.fields::<BigUint>();
                let sign = u8::from(fields.negative);
                let exponent = format!("{:b}", fields.exponent);
                let fraction = fields.fraction.to_str_radix(2);
                write!(out, "(fp #b{sign} #b")?;
                write_binary(out, &exponent, eb)?;
                out.write_str(" #b")?;
                write_binary(out, &fraction, sb - 1)?;
                out.write_str(")")
            }
        }
    }
}

/// As [`fmt::Display`].
impl fmt::Debug for Float {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Float {
    /// The value for people: `1.5`, `-0`, `+oo`, `NaN`, `2^-1074`, `-3602879701896397*2^-55`.
    ///
    /// Exact, but for significands too long to be read: `about 2^300`.
    pub fn hint(&self) -> String {
        let exact = match self.unpack::<BigUint>() {
            Unpacked::Nan => return "NaN".to_owned(),
            Unpacked::Infinite { negative } => return if negative { "-oo" } else { "+oo" }.into(),
            Unpacked::Zero { negative } => return if negative { "-0" } else { "0" }.into(),
            Unpacked::Finite(exact) => exact.odd(),
        };
        let sign = if exact.negative { "-" } else { "" };
        let (end, exponent, odd) = (exact.end(), exact.exponent, exact.significand);
        if odd.bit_length() > MOST_HINT_BITS {
            return format!("about {sign}2^{}", end - 1);
        }
        match usize::try_from(exponent) {
            Ok(shift) if end <= 64 => format!("{sign}{}", odd << shift),
            Err(_) if -exponent <= MOST_HINT_DECIMALS => {
                format!("{sign}{}", decimal(&odd, -exponent))
            }
            _ if odd == BigUint::from(1_u8) => format!("{sign}2^{exponent}"),
            _ => format!("{sign}{odd}*2^{exponent}"),
        }
    }
}

/// odd / 2^places, written out.
fn decimal(odd: &BigUint, places: i128) -> String {
    let places = usize::try_from(places).unwrap_or(0);
    let scaled = (0..places).fold(odd.clone(), |scaled, _| scaled * 5_u8);
    let digits = format!("{:0>width$}", scaled.to_string(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{whole}.{fraction}")
}

/// Digits with zeros in front, `width` of them in all.
fn write_binary(out: &mut fmt::Formatter<'_>, digits: &str, width: u32) -> fmt::Result {
    for _ in digits.len()..width as usize {
        out.write_str("0")?;
    }
    out.write_str(digits)
}
