//! The cost of tables, known before they are made.

use std::time::Duration;

use super::growth::Growth;
use super::reconstruction::{groups_for, primes_of};
use super::residues::MOST_RESIDUES;
use super::rough::float;
use super::workers;
use crate::count::plan::{CountingPlan, RowRule};

/// The cost of counting up to a size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand {
    /// Bytes at the peak.
    pub memory: f64,
    pub time: Duration,
}

/// Products of residues per second and thread, all else that counting does included: measured
/// with tables of Core up to sizes 4,000 and 8,000.
const PRODUCTS: f64 = 4e9;
/// Products of floats per second, on one thread, in foreseeing the lengths.
const FORESEEN: f64 = 1e9;
/// Bytes that no table exceeds: with more residues than that, numbers would be counted one size
/// after the other, which nobody can wait for.
pub(crate) const MOST_MEMORY: u64 = RESIDUE * MOST_RESIDUES as u64;
/// Bytes of a residue.
const RESIDUE: u64 = 4;
/// Bytes of a number in its three forms, beside its digits.
const FORMS: f64 = 48.0;

impl Demand {
    /// Counts by residues cost, per row and size, a residue per prime, and per prime half the
    /// square of the sizes in products; then come the numbers themselves.
    pub fn new(plan: &CountingPlan, growth: &Growth, sizes: usize) -> Self {
        let bits = growth.longest(sizes);
        let primes = match u32_of(bits) {
            Some(bits) => float(primes_of(groups_for(bits)) as u64),
            None => f64::INFINITY,
        };
        let (rows, count) = (float(plan.rules.len() as u64), float(sizes as u64));
        let pairs: f64 = plan.rules.iter().map(products).sum();
        // Numbers grow about evenly, so they are half as long as the longest on average.
        let digits = bits / 16.0;
        let kept = rows * count * (FORMS + digits);
        let residues = rows * count * primes;
        let memory = kept + float(RESIDUE) * residues + pairs * count * digits;
        let products = pairs * count * count / 2.0;
        let seconds =
            products * primes / (PRODUCTS * float(workers::threads() as u64)) + products / FORESEEN;
        // More seconds than a duration holds are as good as for ever.
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Self { memory, time }
    }
}

/// The share of a full convolution that a row costs; of a square only one half is computed.
fn products(rule: &RowRule) -> f64 {
    match rule {
        RowRule::Sum(_) => 0.0,
        RowRule::Pair(left, right) if left == right => 0.5,
        RowRule::Pair(..) => 1.0,
    }
}

fn u32_of(bits: f64) -> Option<u32> {
    num_traits::ToPrimitive::to_u32(&bits)
}
