//! The tables: how many trees of each size, grown on demand, shared by threads.

use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use num_bigint::BigUint;

use super::demand::Demand;
use super::growth::Growth;
use super::progress::Progress;
use super::{residues, workers};
use crate::count::natural::Natural;
use crate::count::plan::{Plan, Product, Row, Rule, Spectrum};
use crate::grammar::rtg::Rtg;

/// Counts for every nonterminal and product of one grammar.
#[derive(Debug)]
pub(crate) struct Counts {
    plan: Plan,
    tables: RwLock<Tables>,
    growth: OnceLock<Growth>,
    progress: Progress,
}

/// For each row its numbers for all sizes counted so far, three times over: in full, and as
/// words of 64 and 128 bits where the largest word stands for whatever does not fit.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub words: Vec<Vec<u64>>,
    pub doubles: Vec<Vec<u128>>,
    pub bigs: Vec<Vec<BigUint>>,
    sizes: usize,
}

/// From this size on, counting many sizes at once pays for foreseeing their lengths.
const PLAIN_SIZES: usize = 96;

impl Counts {
    pub fn new(rtg: &Rtg) -> Self {
        let plan = Plan::new(rtg);
        let tables = Tables::new(&plan);
        let (growth, progress) = (OnceLock::new(), Progress::default());
        Self { plan, tables: RwLock::new(tables), growth, progress }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The tables as they are.
    pub fn read(&self) -> RwLockReadGuard<'_, Tables> {
        // A thread that died while counting left whole sizes only: see `push_size`.
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables with every size up to `size` counted.
    pub fn up_to(&self, size: u32) -> RwLockReadGuard<'_, Tables> {
        let wanted = size as usize + 1;
        loop {
            let tables = self.read();
            if tables.sizes >= wanted {
                return tables;
            }
            drop(tables);
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            let growth = (wanted > PLAIN_SIZES).then(|| self.growth());
            tables.grow(&self.plan, growth, wanted, &self.progress);
            self.progress.end();
        }
    }

    /// How the counts grow, found when it is first asked for.
    pub fn growth(&self) -> &Growth {
        self.growth.get_or_init(|| Growth::new(&self.plan))
    }

    /// What tables up to `size` cost; `None` where they are made already, and for the first sizes,
    /// which cost nothing to speak of.
    pub fn demand(&self, size: u32) -> Option<Demand> {
        let sizes = size as usize + 1;
        (sizes > PLAIN_SIZES.max(self.read().sizes))
            .then(|| Demand::new(&self.plan, self.growth(), sizes))
    }

    /// How far the counting has come that is under way, if any.
    pub fn progress(&self) -> Option<(u64, f64)> {
        self.progress.read()
    }

    /// The size, as a rough number, at which there are more than `index` trees of `spectrum` up to
    /// it, rather too large than too small; at least one more than is counted.
    pub fn foresee(&self, spectrum: &Spectrum, index: &BigUint) -> f64 {
        let next = self.read().sizes();
        let least = f64::from(next);
        let Spectrum::Table(row) = spectrum else { return least };
        if (next as usize) < PLAIN_SIZES {
            return least;
        }
        let growth = self.growth();
        match growth.size_for(*row, index) {
            // Where the language grows slowly, a small error is one of many sizes.
            Some(size) if growth.slope() < 0.1 => (size * 1.01 + 2.0).max(least),
            Some(size) => (size + 2.0).max(least),
            // Where the first sizes do not tell, one size at a time would take for ever.
            None => 1.25 * least,
        }
    }
}

impl Tables {
    fn new(plan: &Plan) -> Self {
        let rows = plan.rules.len();
        Self {
            words: vec![Vec::new(); rows],
            doubles: vec![Vec::new(); rows],
            bigs: vec![Vec::new(); rows],
            sizes: 0,
        }
    }

    /// So many sizes counted by plain convolution alone: the oracle of counting by residues.
    pub fn plain(plan: &Plan, sizes: usize) -> Self {
        let mut tables = Self::new(plan);
        while tables.sizes < sizes {
            tables.push_plain(plan);
        }
        tables
    }

    /// How many sizes are counted.
    pub fn sizes(&self) -> u32 {
        u32::try_from(self.sizes).expect("every size is a word of 32 bits")
    }

    /// The number in `row` for `size`.
    pub fn get(&self, row: Row, size: u32) -> &BigUint {
        &self.bigs[row.0][size as usize]
    }

    /// How many trees of `size` a symbol has, as far as `T` can say.
    pub fn count<T: Natural>(&self, spectrum: &Spectrum, size: u32) -> T {
        match spectrum {
            Spectrum::Constant(count) if size == 0 => T::of_constant(count).clone(),
            Spectrum::Constant(_) => T::zero(),
            Spectrum::Table(row) => T::row(self, *row)[size as usize].clone(),
        }
    }

    /// Whether an index is below the count of a part.
    pub fn is_below_count(&self, index: &BigUint, spectrum: &Spectrum, size: u32) -> bool {
        match spectrum {
            Spectrum::Constant(count) => size == 0 && index < count.big(),
            Spectrum::Table(row) => index < self.get(*row, size),
        }
    }

    /// Adds the count of a part to a sum.
    pub fn add_count(&self, sum: &mut BigUint, spectrum: &Spectrum, size: u32) {
        match spectrum {
            Spectrum::Constant(count) if size == 0 => *sum += count.big(),
            Spectrum::Constant(_) => {}
            Spectrum::Table(row) => *sum += self.get(*row, size),
        }
    }

    /// Takes the count of a part, which must not be larger, from an index.
    pub fn subtract_count(&self, index: &mut BigUint, spectrum: &Spectrum, size: u32) {
        match spectrum {
            Spectrum::Constant(count) if size == 0 => *index -= count.big(),
            Spectrum::Constant(_) => {}
            Spectrum::Table(row) => *index -= self.get(*row, size),
        }
    }

    /// How many tuples of total `size` a product has, as far as `T` can say.
    pub fn product<T: Natural>(&self, product: &Product, size: u32) -> T {
        let constant = T::of_constant(&product.constant);
        match product.row {
            Some(row) => T::row(self, row)[size as usize].times(constant),
            None if size == 0 => constant.clone(),
            None => T::zero(),
        }
    }

    fn grow(&mut self, plan: &Plan, growth: Option<&Growth>, wanted: usize, progress: &Progress) {
        while self.sizes < wanted.min(PLAIN_SIZES) {
            self.push_plain(plan);
        }
        // Counting by residues starts over, so it pays for many new sizes only.
        if wanted > self.sizes + self.sizes / 16
            && let Some(slope) = growth.map(Growth::slope)
            && let Some(mut pairs) =
                workers::install(|| residues::convolutions(plan, slope, wanted, progress))
        {
            while self.sizes < wanted {
                let size = self.sizes;
                self.push_size(plan, |row, bigs| match &plan.rules[row.0] {
                    Rule::Sum(terms) => sum(terms, bigs, size),
                    Rule::Pair(..) => std::mem::take(&mut pairs[row.0][size]),
                });
            }
        }
        // Another thread may have counted further in the meantime.
        progress.begin(wanted, wanted.saturating_sub(self.sizes) as u64);
        while self.sizes < wanted {
            self.push_plain(plan);
            progress.add(1);
        }
    }

    /// Counts one more size by plain convolution: for each row a sum of that many products
    /// at the most.
    fn push_plain(&mut self, plan: &Plan) {
        let size = self.sizes;
        self.push_size(plan, |row, bigs| match &plan.rules[row.0] {
            Rule::Sum(terms) => sum(terms, bigs, size),
            Rule::Pair(left, right) => convolve(&bigs[left.0], &bigs[right.0], size),
        });
    }

    fn push_size(&mut self, plan: &Plan, mut number: impl FnMut(Row, &[Vec<BigUint>]) -> BigUint) {
        // Left over where a thread died in the middle of a size.
        self.words.iter_mut().for_each(|row| row.truncate(self.sizes));
        self.doubles.iter_mut().for_each(|row| row.truncate(self.sizes));
        self.bigs.iter_mut().for_each(|row| row.truncate(self.sizes));
        for &row in &plan.order {
            let number = number(row, &self.bigs);
            self.words[row.0].push(u64::try_from(&number).unwrap_or(u64::MAX));
            self.doubles[row.0].push(u128::try_from(&number).unwrap_or(u128::MAX));
            self.bigs[row.0].push(number);
        }
        self.sizes += 1;
    }
}

/// The sum over all productions of a nonterminal.
fn sum(terms: &[(u32, Product)], bigs: &[Vec<BigUint>], size: usize) -> BigUint {
    let term = |(cost, product): &(u32, Product)| {
        let rest = size.checked_sub(*cost as usize)?;
        match product.row {
            Some(row) => Some(&bigs[row.0][rest] * product.constant.big()),
            None => (rest == 0).then(|| product.constant.big().clone()),
        }
    };
    terms.iter().filter_map(term).sum()
}

/// The sum of `left_s * right_{size-s}`. A row that is not yet counted at this size meets a
/// zero, so what is missing does not matter.
fn convolve(left: &[BigUint], right: &[BigUint], size: usize) -> BigUint {
    let mut sum = BigUint::ZERO;
    for split in 0..=size {
        if let (Some(left), Some(right)) = (left.get(split), right.get(size - split))
            && !left.is_zero()
            && !right.is_zero()
        {
            sum += left * right;
        }
    }
    sum
}
