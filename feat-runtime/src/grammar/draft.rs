//! Grammars before they are checked: a [`Draft`] that anybody can write, and the handles and
//! symbols that it shares with the checked grammar.

use super::charset::CharSet;
use crate::number::Cost;

/// A nonterminal of one grammar. The first rule of a grammar is number `0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NonterminalId(pub(crate) u32);

/// A production of one grammar; productions are numbered through all nonterminals. With two
/// alternatives in the first rule, the second rule begins at `2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProductionId(pub(crate) u32);

impl NonterminalId {
    /// Nonterminal number `index` of a draft.
    ///
    /// # Panics
    ///
    /// From 2^32 on: no grammar has as many.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a grammar has fewer than 2^32 nonterminals"))
    }

    /// The number of the nonterminal, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ProductionId {
    /// Production number `index` of a grammar.
    ///
    /// # Panics
    ///
    /// From 2^32 on: no grammar has as many.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a grammar has fewer than 2^32 productions"))
    }

    /// The number of the production, counted from 0 through all nonterminals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The way in which the texts of a nonterminal's symbols are joined. Parser rules give `( not a )`,
/// lexer rules `abc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Join {
    /// Each symbol is a token or makes tokens; a separator stands between tokens.
    Separated,
    /// All symbols together make one token.
    Joined,
}

/// One symbol on the right-hand side of a production. In `'(not' term ')'` there are two literals
/// around a nonterminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A fixed text: one tree of size 0.
    Literal(String),
    /// Any one of these characters: a tree of size 0 for each.
    Set(CharSet),
    /// Any tree of that nonterminal.
    Nonterminal(NonterminalId),
}

impl From<&str> for Symbol {
    fn from(literal: &str) -> Self {
        Self::Literal(literal.to_owned())
    }
}

impl From<NonterminalId> for Symbol {
    fn from(id: NonterminalId) -> Self {
        Self::Nonterminal(id)
    }
}

/// A grammar before it is checked. The front page of this crate writes the grammar `term : 'x' |
/// '(' term term ')'` as one.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The start symbol.
    pub start: NonterminalId,
    /// The nonterminals; a [`NonterminalId`] is a place in this list.
    pub nonterminals: Vec<DraftNonterminal>,
}

/// A nonterminal with its productions in the order they are written. For `term : 'x' | '(' term
/// term ')'` it has two productions.
#[derive(Clone, Debug)]
pub struct DraftNonterminal {
    /// Its name in the grammar.
    pub name: String,
    /// The way in which the texts of its symbols are joined.
    pub join: Join,
    /// Its productions.
    pub productions: Vec<DraftProduction>,
}

impl DraftNonterminal {
    /// A nonterminal with these productions.
    pub fn new(name: &str, join: Join, productions: impl Into<Vec<DraftProduction>>) -> Self {
        Self { name: name.to_owned(), join, productions: productions.into() }
    }
}

/// One alternative of a nonterminal. `'(' term term ')'` is one, with four symbols.
#[derive(Clone, Debug)]
pub struct DraftProduction {
    /// Its name in the datatype.
    pub constructor: String,
    /// Its share of a tree's size.
    pub cost: Cost,
    /// Its right-hand side.
    pub symbols: Vec<Symbol>,
}

impl DraftProduction {
    /// A production with this right-hand side:
    /// `DraftProduction::new("Not", 1, ["(not".into(), term.into(), ")".into()])`.
    pub fn new(constructor: &str, cost: u32, symbols: impl Into<Vec<Symbol>>) -> Self {
        Self { constructor: constructor.to_owned(), cost: Cost(cost), symbols: symbols.into() }
    }
}
