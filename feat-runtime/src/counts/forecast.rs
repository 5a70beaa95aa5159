//! How long counts will be, before they are counted.
//!
//! Counts of large sizes grow by about the same factor a size. The recurrences of the plan
//! are run in floating point on numbers from which that growth is taken out, so that none of
//! them overflows, and the logarithms give the lengths to within a bit.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::plan::{Plan, Rule};

/// By how many bits a size the numbers of a row grew in the second half of its sizes.
pub(super) fn bits_a_size(row: &[BigUint]) -> Option<f64> {
    // Parity and the like leave gaps: look for the last nonzero numbers.
    let last = row.iter().rposition(|number| number.bits() > 0)?;
    let middle = row[..=last / 2].iter().rposition(|number| number.bits() > 0)?;
    let grown = float(row[last].bits()) - float(row[middle].bits());
    (last > middle).then(|| (grown / float((last - middle) as u64)).max(0.0))
}

/// The size at which numbers that grow so have `bits` bits, rather too large than too small:
/// the growth itself still grows a little with the size.
pub(super) fn size_for(bits: u64, slope: f64) -> u32 {
    /// Numbers that grow so slowly reach no large index before the tables are too large.
    const SLOWEST: f64 = 0.01;
    ((float(bits) / slope.max(SLOWEST)) + 4.0).to_u32().unwrap_or(u32::MAX)
}

/// For each row and size below `sizes` a bound for the bits of its number; `None` where
/// floating point cannot tell.
pub(super) fn bits(plan: &Plan, counted: &[Vec<BigUint>], sizes: usize) -> Option<Vec<Vec<u32>>> {
    let slopes = counted.iter().filter_map(|row| bits_a_size(row));
    let slope = slopes.fold(0.0, f64::max);
    let mut rows: Vec<Vec<f64>> = vec![vec![0.0; sizes]; plan.rules.len()];
    for size in 0..sizes {
        for &row in &plan.order {
            let scaled = match &plan.rules[row.0] {
                Rule::Sum(terms) => terms
                    .iter()
                    .filter_map(|(cost, product)| {
                        let rest = size.checked_sub(*cost as usize)?;
                        let number = match product.row {
                            Some(row) => rows[row.0][rest],
                            None => f64::from(u8::from(rest == 0)),
                        };
                        let constant = product.constant.big().to_f64()?;
                        Some(number * constant * (-slope * f64::from(*cost)).exp2())
                    })
                    .sum(),
                // What is not counted yet is zero.
                Rule::Pair(left, right) => {
                    let rights = rows[right.0][..=size].iter().rev();
                    rows[left.0][..=size].iter().zip(rights).map(|(l, r)| l * r).sum::<f64>()
                }
            };
            if !scaled.is_finite() {
                return None;
            }
            rows[row.0][size] = scaled;
        }
    }
    let bits = |(size, scaled): (usize, &f64)| {
        // Less than the smallest float is a zero; rounding cannot cost a whole bit.
        let digits = if *scaled > 0.0 { scaled.log2() } else { -1000.0 };
        (digits + slope * float(size as u64) + 2.0).max(1.0).to_u32().unwrap_or(u32::MAX)
    };
    Some(rows.iter().map(|row| row.iter().enumerate().map(bits).collect()).collect())
}

fn float(number: u64) -> f64 {
    number.to_f64().unwrap_or(f64::MAX)
}
