//! The tables themselves: rows of numbers by size, in three lengths.

use num_bigint::BigUint;

use super::constant::bounded;
use super::natural::Natural;
use super::plan::{CountingPlan, Product, Row, RowRule, Spectrum};

/// For each row its numbers for all sizes counted so far, three times over: in full, and as
/// words of 64 and 128 bits where the largest word stands for whatever does not fit.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub words: Vec<Vec<u64>>,
    pub doubles: Vec<Vec<u128>>,
    pub bigs: Vec<Vec<BigUint>>,
    /// The number of sizes counted so far.
    pub(super) sizes: usize,
}

impl Tables {
    /// Tables of no size.
    pub fn new(plan: &CountingPlan) -> Self {
        let rows = plan.rules.len();
        Self {
            words: vec![Vec::new(); rows],
            doubles: vec![Vec::new(); rows],
            bigs: vec![Vec::new(); rows],
            sizes: 0,
        }
    }

    /// The first sizes counted by plain convolution alone: the oracle of counting by residues.
    pub fn plain(plan: &CountingPlan, sizes: usize) -> Self {
        let mut tables = Self::new(plan);
        while tables.sizes < sizes {
            tables.push_plain(plan);
        }
        tables
    }

    /// The number of sizes counted so far.
    pub fn sizes(&self) -> u32 {
        u32::try_from(self.sizes).expect("every size is a word of 32 bits")
    }

    /// The number in `row` for `size`.
    pub fn get(&self, row: Row, size: u32) -> &BigUint {
        &self.bigs[row.0][size as usize]
    }

    /// The number of trees of `size` of a symbol, as far as `T` can say.
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

    /// The number of tuples of total `size` of a product, as far as `T` can say.
    pub fn product<T: Natural>(&self, product: &Product, size: u32) -> T {
        let constant = T::of_constant(&product.constant);
        match product.row {
            Some(row) => T::row(self, row)[size as usize].times(constant),
            None if size == 0 => constant.clone(),
            None => T::zero(),
        }
    }

    /// Counts one more size by plain convolution: for each row a sum of that many products
    /// at the most.
    pub fn push_plain(&mut self, plan: &CountingPlan) {
        let size = self.sizes;
        self.push_size(plan, |row, bigs| match &plan.rules[row.0] {
            RowRule::Sum(terms) => sum(terms, bigs, size),
            RowRule::Pair(left, right) => convolve(&bigs[left.0], &bigs[right.0], size),
        });
    }

    /// Adds one more size, whose convolutions are taken from `pairs`, by row and size.
    pub fn push_counted(&mut self, plan: &CountingPlan, pairs: &mut [Vec<BigUint>]) {
        let size = self.sizes;
        self.push_size(plan, |row, bigs| match &plan.rules[row.0] {
            RowRule::Sum(terms) => sum(terms, bigs, size),
            RowRule::Pair(..) => std::mem::take(&mut pairs[row.0][size]),
        });
    }

    fn push_size(
        &mut self,
        plan: &CountingPlan,
        mut number: impl FnMut(Row, &[Vec<BigUint>]) -> BigUint,
    ) {
        // Left over where a thread died in the middle of a size.
        self.words.iter_mut().for_each(|row| row.truncate(self.sizes));
        self.doubles.iter_mut().for_each(|row| row.truncate(self.sizes));
        self.bigs.iter_mut().for_each(|row| row.truncate(self.sizes));
        for &row in &plan.order {
            let number = number(row, &self.bigs);
            self.words[row.0].push(bounded(&number));
            self.doubles[row.0].push(bounded(&number));
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
