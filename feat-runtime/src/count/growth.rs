//! The growth of counts, known before any of them is counted.
//!
//! The recurrences of the plan are run on rough numbers ([`Rough`]) for the first sizes. From
//! there on a count is about `c * n^a * 2^(b*n)`, as the counts of every context-free language
//! are, so that logarithms at three sizes foretell all others.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::rough::{Rough, float};
use crate::count::plan::{CountingPlan, Row, RowRule};

/// The logarithms, to base 2, of the counts of every row.
#[derive(Debug)]
pub(crate) struct Growth {
    /// For each row and size how many there are of that size or a smaller one.
    totals: Vec<Curve>,
    /// For each size the largest count of any row.
    longest: Curve,
}

/// Multiplications that the rough numbers may cost: a fraction of a second.
const MOST_WORK: usize = 20_000_000;

/// However many rows there are, growth shows in no fewer sizes than these; in more than those
/// it shows no better.
const SIZES: std::ops::RangeInclusive<usize> = 128..=2048;

impl Growth {
    pub fn new(plan: &CountingPlan) -> Self {
        let sizes = sizes(plan);
        let rows = counts(plan, sizes);
        let longest = (0..sizes)
            .map(|size| rows.iter().map(|row| row[size].log2()).fold(f64::NEG_INFINITY, f64::max));
        let total = |row: &Vec<Rough>| {
            let mut sum = Rough::ZERO;
            let sums = row.iter().map(|&count| {
                sum = sum.plus(count);
                sum.log2()
            });
            Curve::new(sums.collect())
        };
        Self { longest: Curve::new(longest.collect()), totals: rows.iter().map(total).collect() }
    }

    /// The size up to which a row has about more than `index` trees; `None` if the first sizes do
    /// not tell.
    pub fn size_for(&self, row: Row, index: &BigUint) -> Option<f64> {
        self.totals[row.0].place_of(Rough::from(&(index + 1_u32)).log2())
    }

    /// About how many trees a row has up to a size, as a logarithm; `None` if the first sizes do
    /// not tell.
    pub fn total(&self, row: Row, size: u32) -> Option<f64> {
        self.totals[row.0].at(f64::from(size)).filter(|bits| bits.is_finite())
    }

    /// The length, in bits, of about the longest number of the first sizes: at least 1, and 1
    /// where the first sizes tell of no growth.
    pub fn longest(&self, sizes: usize) -> f64 {
        self.longest.at(float(sizes as u64)).map_or(1.0, |bits| bits.max(1.0))
    }

    /// The bits by which the longest numbers grow per size in the long run: 0 where the first
    /// sizes tell of no growth.
    pub fn slope(&self) -> f64 {
        self.longest.fit().map_or(0.0, |fit| fit.slope)
    }
}

/// The number of sizes to look at: more where productions pay much, since growth may wait for them.
fn sizes(plan: &CountingPlan) -> usize {
    let pairs = plan.rules.iter().filter(|rule| matches!(rule, RowRule::Pair(..))).count();
    let costs = plan.rules.iter().flat_map(|rule| match rule {
        RowRule::Sum(terms) => terms.iter().map(|(cost, _)| *cost as usize).collect(),
        RowRule::Pair(..) => Vec::new(),
    });
    let most_cost = costs.fold(0, usize::max);
    let affordable = (2 * MOST_WORK / pairs.max(1)).isqrt();
    affordable.clamp(*SIZES.start(), *SIZES.end()).max((4 * most_cost).min(2 * SIZES.end()))
}

/// The counts of all rows.
fn counts(plan: &CountingPlan, sizes: usize) -> Vec<Vec<Rough>> {
    let constant = |number: &BigUint| Rough::from(number);
    let mut rows = vec![vec![Rough::ZERO; sizes]; plan.rules.len()];
    for size in 0..sizes {
        for &row in &plan.order {
            rows[row.0][size] = match &plan.rules[row.0] {
                RowRule::Sum(terms) => {
                    let term = |(cost, product): &(u32, crate::count::plan::Product)| {
                        let rest = size.checked_sub(*cost as usize)?;
                        let number = match product.row {
                            Some(row) => rows[row.0][rest],
                            None if rest == 0 => Rough::ONE,
                            None => return None,
                        };
                        Some(number.times(constant(product.constant.big())))
                    };
                    terms.iter().filter_map(term).fold(Rough::ZERO, Rough::plus)
                }
                // What is not counted yet is zero.
                RowRule::Pair(left, right) => {
                    Rough::convolve(&rows[left.0][..=size], &rows[right.0][..=size])
                }
            };
        }
    }
    rows
}

/// Logarithms by size, as far as they are known.
#[derive(Debug)]
struct Curve {
    known: Vec<f64>,
}

/// `level + slope * (n - n0) + power * log2(n / n0)`, where `n0` is the last known size.
struct Fit {
    last: f64,
    level: f64,
    slope: f64,
    power: f64,
}

impl Curve {
    fn new(known: Vec<f64>) -> Self {
        Self { known }
    }

    /// Through the logarithms at a quarter, a half and the whole of the known sizes.
    fn fit(&self) -> Option<Fit> {
        let whole = self.known.len() - 1;
        let at = |size: usize| self.known[size];
        let (first, second) = (at(whole / 2) - at(whole / 4), at(whole) - at(whole / 2));
        let (half, quarter) =
            (float((whole - whole / 2) as u64), float((whole / 2 - whole / 4) as u64));
        let slope = ((second - first) / (half - quarter)).max(0.0);
        let power = second - slope * half;
        let fit = Fit { last: float(whole as u64), level: at(whole), slope, power };
        (first.is_finite() && second.is_finite()).then_some(fit)
    }

    fn at(&self, size: f64) -> Option<f64> {
        match size.to_usize().and_then(|size| self.known.get(size)) {
            Some(&known) => Some(known),
            None => self.fit().map(|fit| fit.at(size)),
        }
    }

    /// The size at which the curve reaches `level`; infinity if it never does.
    fn place_of(&self, level: f64) -> Option<f64> {
        if let Some(place) = self.known.iter().position(|&known| known >= level) {
            return Some(float(place as u64));
        }
        let fit = self.fit()?;
        // The curve rises or stays, so doubling and halving finds the place.
        let (mut low, mut high) = (fit.last, 2.0 * fit.last);
        while fit.at(high) < level {
            if high > 1e300 {
                return Some(f64::INFINITY);
            }
            (low, high) = (high, 2.0 * high);
        }
        while high - low > 0.5 && high - low > 1e-9 * high {
            let middle = f64::midpoint(low, high);
            if fit.at(middle) < level {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }
}

impl Fit {
    fn at(&self, size: f64) -> f64 {
        self.level + self.slope * (size - self.last) + self.power * (size / self.last).log2()
    }
}
