//! The lengths of counts, foreseen before they are counted.
//!
//! Counts of large sizes grow by about the same factor per size. The recurrences of the plan
//! are run in floating point on numbers from which that growth is taken out, so that none of
//! them overflows, and the logarithms give the lengths to within a bit.

use num_traits::ToPrimitive;

use super::rough::float;
use crate::count::plan::{CountingPlan, RowRule};

/// For each row and size below `sizes` a bound for the bits of its number; `None` where
/// floating point cannot tell.
///
/// `slope` is by how many bits per size the numbers grow in the long run.
pub(super) fn bits(plan: &CountingPlan, slope: f64, sizes: usize) -> Option<Vec<Vec<u32>>> {
    let mut rows: Vec<Vec<f64>> = vec![vec![0.0; sizes]; plan.rules.len()];
    for size in 0..sizes {
        for &row in &plan.order {
            let scaled = match &plan.rules[row.0] {
                RowRule::Sum(terms) => terms
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
                RowRule::Pair(left, right) => {
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
        (digits + slope * float(size as u64) + 2.0).max(1.0).to_u32()
    };
    rows.iter().map(|row| row.iter().enumerate().map(bits).collect()).collect()
}
