//! Regular tree grammars that passed every check: from a [`Draft`] to an [`Rtg`].

use std::fmt;
use std::ops::Range;

use super::analysis::{self, Flaw};
use super::draft::{
    Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, ProductionId, Symbol,
};
use super::graph::Graph;
use crate::number::{Cost, Size};

impl Draft {
    /// The grammar, proved, or everything that is wrong with it.
    ///
    /// Costs the square of the number of nonterminals at the worst.
    pub fn check(self) -> Result<Rtg, Vec<Flaw>> {
        let least = analysis::least_sizes(&self);
        let flaws = analysis::flaws(&self, &least);
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let largest = analysis::largest_sizes(&self);
        let mut rtg = Rtg { start: self.start, nonterminals: Vec::new(), productions: Vec::new() };
        for (draft, (least, largest)) in
            self.nonterminals.into_iter().zip(least.into_iter().zip(largest))
        {
            let nonterminal = NonterminalId::new(rtg.nonterminals.len());
            let first = rtg.productions.len();
            rtg.productions.extend(draft.productions.into_iter().map(|production| Production {
                nonterminal,
                constructor: production.constructor,
                cost: production.cost,
                symbols: production.symbols,
            }));
            rtg.nonterminals.push(Nonterminal {
                name: draft.name,
                join: draft.join,
                productions: first..rtg.productions.len(),
                least: Size(least.expect("without a flaw every nonterminal is productive")),
                largest: largest.map(Size),
            });
        }
        Ok(rtg)
    }
}

/// A regular tree grammar that passed every check. That of `term : 'x' | '(' term term ')'` has one
/// nonterminal and two productions.
///
/// Invariants: every nonterminal is productive and reachable from the start; no cycle of
/// productions can be walked at no cost, so each size holds finitely many trees.
#[derive(Clone, PartialEq, Eq)]
pub struct Rtg {
    start: NonterminalId,
    nonterminals: Vec<Nonterminal>,
    productions: Vec<Production>,
}

/// A nonterminal of an [`Rtg`]. `term` in `term : 'x' | '(' term term ')'` is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonterminal {
    name: String,
    join: Join,
    productions: Range<usize>,
    least: Size,
    largest: Option<Size>,
}

/// A production of an [`Rtg`]. `'(' term term ')'` is one that costs 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    nonterminal: NonterminalId,
    constructor: String,
    cost: Cost,
    symbols: Vec<Symbol>,
}

impl Rtg {
    /// The start symbol.
    pub fn start(&self) -> NonterminalId {
        self.start
    }

    /// All nonterminals, in order.
    pub fn nonterminals(&self) -> impl ExactSizeIterator<Item = NonterminalId> + use<> {
        (0..self.nonterminals.len()).map(NonterminalId::new)
    }

    /// All productions, in order.
    pub fn productions(&self) -> impl ExactSizeIterator<Item = ProductionId> + use<> {
        (0..self.productions.len()).map(ProductionId::new)
    }

    /// The nonterminal of a handle.
    pub fn nonterminal(&self, id: NonterminalId) -> &Nonterminal {
        &self.nonterminals[id.index()]
    }

    /// The production of a handle.
    pub fn production(&self, id: ProductionId) -> &Production {
        &self.productions[id.index()]
    }

    /// The grammar as a draft, to be changed and checked again: `rtg.draft().check() == Ok(rtg)`.
    ///
    /// Nonterminals keep their numbers.
    pub fn draft(&self) -> Draft {
        let production = |id| {
            let Production { constructor, cost, symbols, .. } = self.production(id).clone();
            DraftProduction { constructor, cost, symbols }
        };
        let nonterminals = self.nonterminals.iter().map(|nonterminal| DraftNonterminal {
            name: nonterminal.name.clone(),
            join: nonterminal.join,
            productions: nonterminal.productions().map(production).collect(),
        });
        Draft { start: self.start, nonterminals: nonterminals.collect() }
    }

    /// Returns the references between nonterminals.
    pub(crate) fn graph(&self) -> Graph<()> {
        let productions = |id: NonterminalId| {
            self.nonterminal(id).productions().map(|id| self.production(id).symbols())
        };
        Graph::of_references(self.nonterminals().map(productions))
    }

    /// For each nonterminal whose trees can hold trees of their own kind, one that stands for it and
    /// for all nonterminals that it holds and that hold it; `None` for the others.
    pub fn recursion(&self) -> Vec<Option<NonterminalId>> {
        let graph = self.graph();
        let components = graph.components();
        let is_recursive = |node: usize| {
            let same = |&(target, ()): &(usize, ())| components[target] == components[node];
            graph.edges[node].iter().any(same)
        };
        let group = |node: usize| is_recursive(node).then(|| NonterminalId::new(components[node]));
        (0..components.len()).map(group).collect()
    }

    /// The nonterminal of that name.
    pub fn find(&self, name: &str) -> Option<NonterminalId> {
        self.nonterminals().find(|&id| self.nonterminal(id).name == name)
    }
}

impl Nonterminal {
    /// Its name in the grammar.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The way in which the texts of its symbols are joined.
    pub fn join(&self) -> Join {
        self.join
    }

    /// Its productions, in the order they are written.
    pub fn productions(&self) -> impl ExactSizeIterator<Item = ProductionId> + use<> {
        self.productions.clone().map(ProductionId::new)
    }

    /// The size of its smallest trees.
    pub fn least_size(&self) -> Size {
        self.least
    }

    /// The size of its largest trees; `None` if it has infinitely many trees.
    pub fn largest_size(&self) -> Option<Size> {
        self.largest
    }
}

impl Production {
    /// The nonterminal it belongs to.
    pub fn nonterminal(&self) -> NonterminalId {
        self.nonterminal
    }

    /// Its name in the datatype.
    pub fn constructor(&self) -> &str {
        &self.constructor
    }

    /// Its share of a tree's size.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Its right-hand side.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }
}

/// One production per line, as a grammar would write it, with its constructor and cost.
impl fmt::Debug for Rtg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for production in &self.productions {
            let name = self.nonterminal(production.nonterminal).name();
            write!(f, "{name} :")?;
            for symbol in &production.symbols {
                match symbol {
                    Symbol::Literal(text) => write!(f, " '{}'", text.escape_debug())?,
                    Symbol::Set(set) => write!(f, " {set}")?,
                    Symbol::Nonterminal(id) => write!(f, " {}", self.nonterminal(*id).name())?,
                }
            }
            writeln!(f, " # {} <cost={}>", production.constructor, production.cost.0)?;
        }
        Ok(())
    }
}
