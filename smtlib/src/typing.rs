//! From an operator and the sorts of its arguments to the sort of the whole.

mod error;
mod sequence;

use crate::float::Format;
use crate::op::{Op, Shape};
use crate::sort::{Sort, SortKind, Sorts};

pub use error::TypeError;

/// The sort of `op` applied to arguments of these sorts.
///
/// The error says what is wrong, without saying where.
pub fn result(sorts: &mut Sorts, op: Op, arguments: &[Sort]) -> Result<Sort, TypeError> {
    let count = arguments.len();
    match op.shape() {
        Shape::Fixed(signature) => {
            let (result, wanted) = signature.split_last().expect("a signature has a result");
            want_count(op, count, wanted.len(), wanted.len())?;
            for (place, (&found, &wanted)) in arguments.iter().zip(wanted).enumerate() {
                want_sort(sorts, op, place, found, wanted)?;
            }
            Ok(*result)
        }
        Shape::Fold(sort) => {
            want_count(op, count, 1, usize::MAX)?;
            want_all(sorts, op, arguments, sort)?;
            Ok(sort)
        }
        Shape::Chain(sort) => {
            want_count(op, count, 2, usize::MAX)?;
            want_all(sorts, op, arguments, sort)?;
            Ok(Sort::BOOL)
        }
        Shape::Number { least, most } => {
            want_count(op, count, least, most)?;
            number(sorts, op, arguments)
        }
        Shape::NumberChain => {
            want_count(op, count, 2, usize::MAX)?;
            number(sorts, op, arguments).map(|_| Sort::BOOL)
        }
        Shape::BitVec { least, most } => {
            want_count(op, count, least, most)?;
            bit_vec(sorts, op, 0, arguments[0])?;
            want_all(sorts, op, arguments, arguments[0])?;
            Ok(arguments[0])
        }
        Shape::BitVecTest(wanted) => {
            want_count(op, count, wanted, wanted)?;
            bit_vec(sorts, op, 0, arguments[0])?;
            want_all(sorts, op, arguments, arguments[0])?;
            Ok(Sort::BOOL)
        }
        Shape::Float { rounded, count: wanted } => {
            let before = usize::from(rounded);
            want_count(op, count, before + wanted, before + wanted)?;
            if rounded {
                want_sort(sorts, op, 0, arguments[0], Sort::ROUNDING)?;
            }
            float(sorts, op, before, arguments[before])?;
            want_all(sorts, op, &arguments[before..], arguments[before])?;
            Ok(arguments[before])
        }
        Shape::FloatChain => {
            want_count(op, count, 2, usize::MAX)?;
            float(sorts, op, 0, arguments[0])?;
            want_all(sorts, op, arguments, arguments[0])?;
            Ok(Sort::BOOL)
        }
        Shape::FloatTest => {
            want_count(op, count, 1, 1)?;
            float(sorts, op, 0, arguments[0])?;
            Ok(Sort::BOOL)
        }
        Shape::Own => own(sorts, op, arguments),
    }
}

/// The operators whose rule is theirs alone.
fn own(sorts: &mut Sorts, op: Op, arguments: &[Sort]) -> Result<Sort, TypeError> {
    let exactly = |count| want_count(op, arguments.len(), count, count);
    match op {
        Op::Eq | Op::Distinct => {
            want_count(op, arguments.len(), 2, usize::MAX)?;
            want_all(sorts, op, arguments, arguments[0])?;
            Ok(Sort::BOOL)
        }
        Op::Ite => {
            exactly(3)?;
            want_sort(sorts, op, 0, arguments[0], Sort::BOOL)?;
            want_sort(sorts, op, 2, arguments[2], arguments[1])?;
            Ok(arguments[1])
        }
        Op::Select => {
            exactly(2)?;
            let (index, element) = array(sorts, op, arguments[0])?;
            want_sort(sorts, op, 1, arguments[1], index)?;
            Ok(element)
        }
        Op::Store => {
            exactly(3)?;
            let (index, element) = array(sorts, op, arguments[0])?;
            want_sort(sorts, op, 1, arguments[1], index)?;
            want_sort(sorts, op, 2, arguments[2], element)?;
            Ok(arguments[0])
        }
        Op::ConstArray(sort) => {
            exactly(1)?;
            let (_, element) = array(sorts, op, sort)?;
            want_sort(sorts, op, 0, arguments[0], element)?;
            Ok(sort)
        }
        Op::Divisible(divisor) => {
            exactly(1)?;
            want_sort(sorts, op, 0, arguments[0], Sort::INT)?;
            if divisor == 0 {
                return Err(TypeError::DivisibleByZero);
            }
            Ok(Sort::BOOL)
        }
        Op::IntAnd(bits) => {
            exactly(2)?;
            if bits > MAX_WIDTH {
                return Err(TypeError::TooManyBits(op));
            }
            want_all(sorts, op, arguments, Sort::INT)?;
            Ok(Sort::INT)
        }
        Op::RePower(_) | Op::ReLoop(..) => {
            exactly(1)?;
            want_sort(sorts, op, 0, arguments[0], Sort::REGLAN)?;
            Ok(Sort::REGLAN)
        }
        _ if op.is_on_sequences() => sequence::result(sorts, op, arguments),
        _ if matches!(op, Op::Fp | Op::ToFp(_) | Op::ToFpUnsigned(_)) => {
            to_float(sorts, op, arguments)
        }
        Op::FpToReal => {
            exactly(1)?;
            float(sorts, op, 0, arguments[0])?;
            Ok(Sort::REAL)
        }
        Op::FpToIeeeBv => {
            exactly(1)?;
            let format = float(sorts, op, 0, arguments[0])?;
            Ok(sorts.bit_vec(format.width()))
        }
        Op::FpToUbv(width) | Op::FpToSbv(width) => {
            exactly(2)?;
            want_sort(sorts, op, 0, arguments[0], Sort::ROUNDING)?;
            float(sorts, op, 1, arguments[1])?;
            positive_width(sorts, op, u64::from(width))
        }
        _ => own_bit_vec(sorts, op, arguments),
    }
}

/// The operators on bit-vectors whose rule is theirs alone.
fn own_bit_vec(sorts: &mut Sorts, op: Op, arguments: &[Sort]) -> Result<Sort, TypeError> {
    if let Op::IntToBv(width) = op {
        want_count(op, arguments.len(), 1, 1)?;
        want_sort(sorts, op, 0, arguments[0], Sort::INT)?;
        return positive_width(sorts, op, u64::from(width));
    }
    let (least, most) = match op {
        Op::Concat => (1, usize::MAX),
        Op::BvComp => (2, 2),
        _ => (1, 1),
    };
    want_count(op, arguments.len(), least, most)?;
    let width = bit_vec(sorts, op, 0, arguments[0])?;
    let wide = u64::from(width);
    match op {
        Op::Concat => {
            let mut sum = 0;
            for (place, &argument) in arguments.iter().enumerate() {
                sum += u64::from(bit_vec(sorts, op, place, argument)?);
            }
            positive_width(sorts, op, sum)
        }
        Op::BvComp => {
            want_sort(sorts, op, 1, arguments[1], arguments[0])?;
            Ok(sorts.bit_vec(1))
        }
        Op::BvRedor | Op::BvRedand => Ok(sorts.bit_vec(1)),
        Op::UbvToInt | Op::SbvToInt => Ok(Sort::INT),
        Op::Extract(high, low) => {
            if high < low || high >= width {
                return Err(TypeError::Extract { op, width });
            }
            Ok(sorts.bit_vec(high - low + 1))
        }
        Op::Repeat(times) => positive_width(sorts, op, wide * u64::from(times)),
        Op::ZeroExtend(by) | Op::SignExtend(by) => positive_width(sorts, op, wide + u64::from(by)),
        Op::RotateLeft(_) | Op::RotateRight(_) => Ok(arguments[0]),
        _ => Err(TypeError::Inapplicable(op)),
    }
}

/// `fp`, `to_fp`, `to_fp_unsigned`.
fn to_float(sorts: &mut Sorts, op: Op, arguments: &[Sort]) -> Result<Sort, TypeError> {
    match op {
        Op::Fp => {
            want_count(op, arguments.len(), 3, 3)?;
            let sign = bit_vec(sorts, op, 0, arguments[0])?;
            let eb = bit_vec(sorts, op, 1, arguments[1])?;
            let significand = bit_vec(sorts, op, 2, arguments[2])?;
            if sign != 1 {
                return Err(TypeError::Sign);
            }
            let format = Format::new(eb, significand + 1)?;
            Ok(sorts.float(format))
        }
        Op::ToFp(format) | Op::ToFpUnsigned(format) => {
            let signed = matches!(op, Op::ToFp(_));
            match *arguments {
                [bits] if signed => {
                    let width = bit_vec(sorts, op, 0, bits)?;
                    if width != format.width() {
                        let wanted = format.width();
                        return Err(TypeError::Pattern { op, wanted, found: width });
                    }
                }
                [mode, from] => {
                    want_sort(sorts, op, 0, mode, Sort::ROUNDING)?;
                    let fits = match sorts.kind(from) {
                        SortKind::BitVec(_) => true,
                        SortKind::Float(_) | SortKind::Real => signed,
                        _ => false,
                    };
                    if !fits {
                        return Err(TypeError::Conversion { op, sort: sorts.text(from) });
                    }
                }
                _ => return Err(TypeError::Arguments { op, found: arguments.len() }),
            }
            Ok(sorts.float(format))
        }
        _ => Err(TypeError::Inapplicable(op)),
    }
}

fn want_count(op: Op, found: usize, least: usize, most: usize) -> Result<(), TypeError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(TypeError::Count { op, found, least, most })
    }
}

fn want_sort(
    sorts: &Sorts,
    op: Op,
    place: usize,
    found: Sort,
    wanted: Sort,
) -> Result<(), TypeError> {
    if found == wanted {
        return Ok(());
    }
    Err(wrong_sort(sorts, op, place, found, &sorts.text(wanted)))
}

fn want_all(sorts: &Sorts, op: Op, arguments: &[Sort], wanted: Sort) -> Result<(), TypeError> {
    match arguments.iter().position(|&found| found != wanted) {
        None => Ok(()),
        Some(place) => want_sort(sorts, op, place, arguments[place], wanted),
    }
}

fn number(sorts: &Sorts, op: Op, arguments: &[Sort]) -> Result<Sort, TypeError> {
    if !matches!(arguments[0], Sort::INT | Sort::REAL) {
        return Err(wrong_sort(sorts, op, 0, arguments[0], "Int or Real"));
    }
    want_all(sorts, op, arguments, arguments[0])?;
    Ok(arguments[0])
}

fn bit_vec(sorts: &Sorts, op: Op, place: usize, found: Sort) -> Result<u32, TypeError> {
    sorts.width(found).ok_or_else(|| wrong_sort(sorts, op, place, found, "a bit-vector"))
}

fn float(sorts: &Sorts, op: Op, place: usize, found: Sort) -> Result<Format, TypeError> {
    sorts
        .format(found)
        .ok_or_else(|| wrong_sort(sorts, op, place, found, "a floating-point number"))
}

fn array(sorts: &Sorts, op: Op, found: Sort) -> Result<(Sort, Sort), TypeError> {
    sorts.array(found).ok_or_else(|| wrong_sort(sorts, op, 0, found, "an array"))
}

/// Bit-vectors are bounded so that a short text cannot ask for all memory.
pub(crate) const MAX_WIDTH: u32 = 1 << 24;

fn positive_width(sorts: &mut Sorts, op: Op, width: u64) -> Result<Sort, TypeError> {
    match u32::try_from(width) {
        Ok(width) if (1..=MAX_WIDTH).contains(&width) => Ok(sorts.bit_vec(width)),
        _ => Err(TypeError::Width { op, width }),
    }
}

#[cold]
fn wrong_sort(sorts: &Sorts, op: Op, place: usize, found: Sort, wanted: &str) -> TypeError {
    let (found, wanted) = (sorts.text(found), wanted.to_owned());
    TypeError::Argument { place: place + 1, name: op.to_string(), found, wanted }
}
