//! Grammars as constant data: what generated modules hold.

use crate::grammar::analysis::Flaw;
use crate::grammar::charset::CharSet;
use crate::grammar::draft::{
    Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Symbol as RtgSymbol,
};
use crate::grammar::rtg::Rtg;
use crate::number::Cost;

/// A grammar as constant data.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The name of the start symbol.
    pub start: &'a str,
    /// The nonterminals, in order.
    pub rules: &'a [Rule<'a>],
}

/// A nonterminal as constant data.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    /// Its name.
    pub name: &'a str,
    /// How the texts of its symbols are joined.
    pub join: Join,
    /// Its productions, in the order they are written.
    pub alternatives: &'a [Alternative<'a>],
}

/// A production as constant data.
#[derive(Clone, Copy, Debug)]
pub struct Alternative<'a> {
    /// Its name in the datatype.
    pub constructor: &'a str,
    /// What it pays.
    pub cost: u32,
    /// Its right-hand side.
    pub symbols: &'a [Symbol<'a>],
}

/// A symbol as constant data.
#[derive(Clone, Copy, Debug)]
pub enum Symbol<'a> {
    /// A fixed text.
    Literal(&'a str),
    /// Any one character of these inclusive ranges.
    Set(&'a [(char, char)]),
    /// Any tree of the nonterminal of that name.
    Rule(&'a str),
}

/// Why a table is no grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A name that no rule has.
    #[error("no rule is called `{0}`")]
    UnknownName(String),
    /// The grammar failed its checks.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Flawed(Vec<Flaw>),
}

impl Table<'_> {
    /// The grammar, checked.
    pub fn check(&self) -> Result<Rtg, TableError> {
        let find = |name: &str| {
            let place = self.rules.iter().position(|rule| rule.name == name);
            place.map(NonterminalId::new).ok_or_else(|| TableError::UnknownName(name.to_owned()))
        };
        let symbol = |symbol: &Symbol| {
            Ok(match symbol {
                Symbol::Literal(text) => RtgSymbol::Literal((*text).to_owned()),
                Symbol::Set(ranges) => RtgSymbol::Set(CharSet::from_ranges(ranges.iter().copied())),
                Symbol::Rule(name) => RtgSymbol::Nonterminal(find(name)?),
            })
        };
        let production = |alternative: &Alternative| {
            Ok(DraftProduction {
                constructor: alternative.constructor.to_owned(),
                cost: Cost(alternative.cost),
                symbols: alternative.symbols.iter().map(symbol).collect::<Result<_, _>>()?,
            })
        };
        let nonterminal = |rule: &Rule| {
            Ok(DraftNonterminal {
                name: rule.name.to_owned(),
                join: rule.join,
                productions: rule.alternatives.iter().map(production).collect::<Result<_, _>>()?,
            })
        };
        let nonterminals = self.rules.iter().map(nonterminal).collect::<Result<_, _>>()?;
        Draft { start: find(self.start)?, nonterminals }.check().map_err(TableError::Flawed)
    }
}
