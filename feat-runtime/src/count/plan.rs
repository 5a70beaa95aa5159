//! The sums and products by which the trees of a grammar are counted, each product once.
//!
//! With `A_p` the number of trees of A of size p, a nonterminal is a sum and a production is a
//! product of its symbols, nested to the left:
//!
//! ```text
//! A_p     = sum over productions of cost c:  (product)_{p-c}
//! (l r)_p = sum over s from 0 to p:          l_s * r_{p-s}
//! ```
//!
//! Symbols that have trees of size 0 only (literals, sets, lists of operators) are constants.
//! They come out of the product as one factor, so that productions which differ in constants
//! alone share one convolution: `(and B B)` and `(= B B)` both cost the square of B.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::One;

use crate::count::constant::Constant;
use crate::grammar::draft::{NonterminalId, ProductionId, Symbol};
use crate::grammar::graph::Graph;
use crate::grammar::rtg::Rtg;

/// A row of numbers in the tables, one number per size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Row(pub usize);

/// The numbers of trees of a symbol, by size.
#[derive(Clone, Debug)]
pub(crate) enum Spectrum {
    /// A number of trees of size 0, and no others.
    Constant(Constant),
    /// Any sizes: a row of the tables.
    Table(Row),
}

/// A product of symbols: `constant` times a row, or `constant` trees of size 0 where no
/// symbol has a row.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub constant: Constant,
    pub row: Option<Row>,
}

/// One symbol of a production that makes a choice, with the product of all before it.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    /// The place of the symbol in its production.
    pub symbol: usize,
    pub spectrum: Spectrum,
    pub before: Product,
    /// The row of the pair of both, where both have a row.
    pub pair: Option<Row>,
}

/// The rule by which one row is made.
#[derive(Clone, Debug)]
pub(crate) enum RowRule {
    /// For each production its cost and product.
    Sum(Vec<(u32, Product)>),
    /// The convolution of two rows.
    Pair(Row, Row),
}

/// Everything to compute for a grammar, and in which order.
#[derive(Debug)]
pub(crate) struct CountingPlan {
    /// The rule of each row.
    pub rules: Vec<RowRule>,
    /// The rows in an order in which each needs, of its own size, only rows before it.
    pub order: Vec<Row>,
    spectra: Vec<Spectrum>,
    factors: Vec<Vec<Factor>>,
    products: Vec<Product>,
}

impl CountingPlan {
    pub fn new(rtg: &Rtg) -> Self {
        let mut plan = CountingPlan {
            rules: Vec::new(),
            order: Vec::new(),
            spectra: spectra(rtg),
            factors: Vec::new(),
            products: Vec::new(),
        };
        let tables = plan.spectra.iter().filter(|s| matches!(s, Spectrum::Table(_))).count();
        plan.rules.resize(tables, RowRule::Sum(Vec::new()));
        let mut pairs = HashMap::new();
        for id in rtg.productions() {
            let (factors, product) = plan.multiply(rtg, id, &mut pairs);
            let production = rtg.production(id);
            if let Spectrum::Table(row) = plan.spectra[production.nonterminal().index()]
                && let RowRule::Sum(terms) = &mut plan.rules[row.0]
            {
                terms.push((production.cost().0, product.clone()));
            }
            plan.factors.push(factors);
            plan.products.push(product);
        }
        plan.order = plan.same_size_order(rtg);
        plan
    }

    /// The numbers of trees of a nonterminal, by size.
    pub fn spectrum(&self, id: NonterminalId) -> &Spectrum {
        &self.spectra[id.index()]
    }

    /// The choosing symbols of a production.
    pub fn factors(&self, id: ProductionId) -> &[Factor] {
        &self.factors[id.index()]
    }

    /// The product of all symbols of a production.
    pub fn product(&self, id: ProductionId) -> &Product {
        &self.products[id.index()]
    }

    fn multiply(
        &mut self,
        rtg: &Rtg,
        id: ProductionId,
        pairs: &mut HashMap<(Row, Row), Row>,
    ) -> (Vec<Factor>, Product) {
        let mut factors = Vec::new();
        let mut product = Product { constant: BigUint::one().into(), row: None };
        for (place, symbol) in rtg.production(id).symbols().iter().enumerate() {
            let spectrum = match symbol {
                Symbol::Literal(_) => continue,
                Symbol::Set(set) => Spectrum::Constant(BigUint::from(set.len()).into()),
                Symbol::Nonterminal(id) => self.spectra[id.index()].clone(),
            };
            let before = product.clone();
            let mut pair = None;
            match &spectrum {
                Spectrum::Constant(count) => {
                    product.constant = (product.constant.big() * count.big()).into();
                }
                Spectrum::Table(right) => {
                    pair = before.row.map(|left| {
                        *pairs.entry((left, *right)).or_insert_with(|| {
                            self.rules.push(RowRule::Pair(left, *right));
                            Row(self.rules.len() - 1)
                        })
                    });
                    product.row = pair.or(Some(*right));
                }
            }
            factors.push(Factor { symbol: place, spectrum, before, pair });
        }
        (factors, product)
    }

    /// A row needs another row at its own size where the rest of the way there is free.
    /// The invariants of [`Rtg`] leave no cycle among these needs.
    fn same_size_order(&self, rtg: &Rtg) -> Vec<Row> {
        let mut least = vec![0; self.rules.len()];
        for id in rtg.nonterminals() {
            if let Spectrum::Table(row) = self.spectra[id.index()] {
                least[row.0] = rtg.nonterminal(id).least_size().0;
            }
        }
        // A pair stands behind both of its rows.
        for (number, rule) in self.rules.iter().enumerate() {
            if let RowRule::Pair(left, right) = rule {
                least[number] = least[left.0] + least[right.0];
            }
        }
        let needs = |rule: &RowRule| -> Vec<(usize, ())> {
            match rule {
                RowRule::Sum(terms) => terms
                    .iter()
                    .filter(|(cost, _)| *cost == 0)
                    .filter_map(|(_, product)| product.row.map(|row| (row.0, ())))
                    .collect(),
                RowRule::Pair(left, right) => [(left, right), (right, left)]
                    .into_iter()
                    .filter(|(_, other)| least[other.0] == 0)
                    .map(|(row, _)| (row.0, ()))
                    .collect(),
            }
        };
        let graph = Graph { edges: self.rules.iter().map(needs).collect() };
        let walk = graph.depth_first(0..self.rules.len());
        debug_assert!(walk.cycles.is_empty(), "a checked grammar has no free cycle");
        walk.postorder.into_iter().map(Row).collect()
    }
}

/// A nonterminal whose largest tree has size 0 is a constant; every other gets a row.
fn spectra(rtg: &Rtg) -> Vec<Spectrum> {
    let mut constants: Vec<Option<BigUint>> = vec![None; rtg.nonterminals().len()];
    for node in rtg.graph().depth_first(0..rtg.nonterminals().len()).postorder {
        let nonterminal = rtg.nonterminal(NonterminalId::new(node));
        if nonterminal.largest_size().is_some_and(|size| size.0 == 0) {
            let count = |id: ProductionId| {
                rtg.production(id).symbols().iter().fold(BigUint::one(), |product, symbol| {
                    match symbol {
                        Symbol::Literal(_) => product,
                        Symbol::Set(set) => product * set.len(),
                        Symbol::Nonterminal(id) => {
                            let count = constants[id.index()].as_ref();
                            product
                                * count.expect("what is below size 0 has size 0, and came first")
                        }
                    }
                })
            };
            constants[node] = Some(nonterminal.productions().map(count).sum());
        }
    }
    let mut rows = (0..).map(Row);
    constants
        .into_iter()
        .map(|constant| match constant {
            Some(count) => Spectrum::Constant(count.into()),
            None => Spectrum::Table(rows.next().expect("numbers do not end")),
        })
        .collect()
}
