//! The tables: how many trees of each size, grown on demand, shared by threads.

use std::sync::{RwLock, RwLockReadGuard};

use num_bigint::BigUint;
use num_traits::Zero;

use crate::Size;
use crate::plan::{Plan, Product, Row, Rule, Spectrum};
use crate::rtg::Rtg;

/// Counts for every nonterminal and product of one grammar.
#[derive(Debug)]
pub(crate) struct Counts {
    plan: Plan,
    tables: RwLock<Tables>,
}

/// For each row, its numbers for all sizes counted so far.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    rows: Vec<Vec<BigUint>>,
    sizes: usize,
}

impl Counts {
    pub fn new(rtg: &Rtg) -> Self {
        let plan = Plan::new(rtg);
        let rows = vec![Vec::new(); plan.rules.len()];
        Self { plan, tables: RwLock::new(Tables { rows, sizes: 0 }) }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The tables with every size up to `size` counted.
    pub fn up_to(&self, size: Size) -> RwLockReadGuard<'_, Tables> {
        loop {
            // A thread that died while counting left whole sizes only: see `grow`.
            let tables = self.tables.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            if tables.sizes > size.0 as usize {
                return tables;
            }
            drop(tables);
            let mut tables = self.tables.write().unwrap_or_else(std::sync::PoisonError::into_inner);
            while tables.sizes <= size.0 as usize {
                tables.grow(&self.plan);
            }
        }
    }
}

impl Tables {
    /// The number in `row` for `size`.
    pub fn get(&self, row: Row, size: u32) -> &BigUint {
        &self.rows[row.0][size as usize]
    }

    /// How many trees of `size` a symbol has.
    pub fn of_spectrum(&self, spectrum: &Spectrum, size: u32) -> BigUint {
        match spectrum {
            Spectrum::Constant(count) if size == 0 => count.clone(),
            Spectrum::Constant(_) => BigUint::ZERO,
            Spectrum::Table(row) => self.get(*row, size).clone(),
        }
    }

    /// How many tuples of total `size` a product has.
    pub fn of_product(&self, product: &Product, size: u32) -> BigUint {
        match product.row {
            Some(row) => self.get(row, size) * &product.constant,
            None if size == 0 => product.constant.clone(),
            None => BigUint::ZERO,
        }
    }

    /// Counts one more size: for each row a sum of that many products at the most.
    fn grow(&mut self, plan: &Plan) {
        let size = self.sizes;
        // Left over where a thread died in the middle of a size.
        self.rows.iter_mut().for_each(|row| row.truncate(size));
        for &row in &plan.order {
            let number = match &plan.rules[row.0] {
                Rule::Sum(terms) => terms
                    .iter()
                    .filter_map(|(cost, product)| {
                        Some((size.checked_sub(*cost as usize)?, product))
                    })
                    .map(|(rest, product)| {
                        self.of_product(product, u32::try_from(rest).unwrap_or(u32::MAX))
                    })
                    .sum(),
                Rule::Pair(left, right) => {
                    let mut sum = BigUint::ZERO;
                    for split in 0..=size {
                        // A row that is not yet counted at this size meets a zero.
                        let left = self.rows[left.0].get(split);
                        let right = self.rows[right.0].get(size - split);
                        if let (Some(left), Some(right)) = (left, right)
                            && !left.is_zero()
                            && !right.is_zero()
                        {
                            sum += left * right;
                        }
                    }
                    sum
                }
            };
            self.rows[row.0].push(number);
        }
        self.sizes += 1;
    }
}
