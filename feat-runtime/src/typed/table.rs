//! Grammars as constant data: what generated modules hold.

use crate::grammar::charset::CharSet;
use crate::grammar::draft::{
    Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Symbol as RtgSymbol,
};
use crate::number::Cost;
use crate::space::Space;

/// A grammar as constant data. The macro `theory!` makes one for each module of `generated`.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The number of the start symbol among the rules.
    pub start: usize,
    /// The nonterminals, in order.
    pub rules: &'static [Rule],
}

/// A nonterminal as constant data.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name in the grammar: `bool_term`.
    pub name: &'static str,
    /// Way in which the texts of its symbols are joined.
    pub join: Join,
    /// Its productions, in the order they are written.
    pub alternatives: &'static [Alternative],
}

/// A production as constant data.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// Its name in the datatype: `Not`.
    pub constructor: &'static str,
    /// Cost that it adds to the size of a tree.
    pub cost: u32,
    /// Its right-hand side.
    pub symbols: &'static [Symbol],
}

/// A symbol as constant data. `'(not'` and `bool_term` are two.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// A fixed text.
    Literal(&'static str),
    /// Any one character of these inclusive ranges.
    Set(&'static [(char, char)]),
    /// Any tree of the rule with this number.
    Rule(usize),
}

impl Table {
    /// Returns the number of the first production of a rule: productions are numbered through.
    pub const fn first_production(&self, rule: usize) -> usize {
        let (mut first, mut before) = (0, 0);
        while before < rule {
            first += self.rules[before].alternatives.len();
            before += 1;
        }
        first
    }

    /// Returns the trees of the start symbol.
    ///
    /// # Panics
    ///
    /// If this is no checked grammar: then the module was not generated but edited.
    pub fn space(&self) -> Space {
        let nonterminals = self.rules.iter().map(Rule::draft).collect();
        let draft = Draft { start: NonterminalId::new(self.start), nonterminals };
        Space::new(draft.check().expect("a generated table is a checked grammar"))
    }
}

impl Rule {
    fn draft(&self) -> DraftNonterminal {
        let productions = self.alternatives.iter().map(|alternative| DraftProduction {
            constructor: alternative.constructor.to_owned(),
            cost: Cost(alternative.cost),
            symbols: alternative.symbols.iter().map(Symbol::symbol).collect(),
        });
        let productions = productions.collect();
        DraftNonterminal { name: self.name.to_owned(), join: self.join, productions }
    }
}

impl Symbol {
    fn symbol(&self) -> RtgSymbol {
        match *self {
            Self::Literal(text) => RtgSymbol::Literal(text.to_owned()),
            Self::Set(ranges) => RtgSymbol::Set(CharSet::from_ranges(ranges.iter().copied())),
            Self::Rule(rule) => RtgSymbol::Nonterminal(NonterminalId::new(rule)),
        }
    }
}
