//! From a text to every tree that has it: Earley's algorithm over the characters.
//!
//! It takes any context-free grammar, left recursion and ambiguity included. A position is
//! the place behind a token (or behind a character inside a token); what separates tokens is
//! skipped at the beginning of the next one, so an empty symbol needs no separator.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::forest::Forest;
use crate::rtg::{Join, NonterminalId, ProductionId, Rtg, Symbol};
use crate::space::Space;

/// Why a text has no tree: where the parser could go no further, and what it looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}", describe(.expected, *.at_end))]
pub struct ParseError {
    /// The byte at which no continuation fits.
    pub offset: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its column in characters, counted from 1.
    pub column: usize,
    /// Whether the text ends there.
    pub at_end: bool,
    /// What could have stood there.
    pub expected: Vec<String>,
}

fn describe(expected: &[String], at_end: bool) -> String {
    const MOST: usize = 12;
    let found = if at_end { "the text ends here" } else { "this fits no formula" };
    let shown = expected.iter().take(MOST).cloned().collect::<Vec<_>>().join(" ");
    let more = expected.len().saturating_sub(MOST);
    match (expected.len(), more) {
        (0, _) => format!("{found}; expected the end of the text"),
        (1, _) => format!("{found}; expected {shown}"),
        (_, 0) => format!("{found}; expected one of {shown}"),
        _ => format!("{found}; expected one of {shown} and {more} more"),
    }
}

impl Space {
    /// All trees with this text, in either layout; if there are none, all trees whose text
    /// differs from it in the amount of white space alone.
    ///
    /// Costs time in the length of the text where the grammar is unambiguous and looks one
    /// token ahead, its cube at the worst.
    pub fn parse(&self, text: &str) -> Result<Forest, ParseError> {
        let attempt = |spacing| Chart::new(self.rtg(), text, spacing).parse(self.nonterminal());
        attempt(Spacing::Exact).or_else(|_| attempt(Spacing::Loose))
    }
}

/// How much white space may stand between two tokens.
#[derive(Clone, Copy, PartialEq)]
enum Spacing {
    /// What one of the layouts writes.
    Exact,
    /// Any amount, and none beside a parenthesis.
    Loose,
}

/// A production of which the first `dot` symbols were found from `origin` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub production: ProductionId,
    pub dot: usize,
    pub origin: usize,
}

/// One way in which an item came about: the item before it ended at `before`, and then came
/// the last symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub before: usize,
    pub last: Last,
}

/// The symbol that an item found last.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Last {
    Literal,
    Char(char),
    Nonterminal(NonterminalId, usize, usize),
}

/// What is known at one position.
#[derive(Default)]
pub(crate) struct Column {
    pub items: Vec<(Item, Vec<Link>)>,
    places: HashMap<Item, usize>,
    /// Items that wait for a nonterminal to begin here, with the position they ended at.
    waiting: HashMap<NonterminalId, Vec<(Item, usize)>>,
    /// The nonterminals that end here, with where they began.
    complete: HashSet<(NonterminalId, usize)>,
}

/// Earley's chart.
pub(crate) struct Chart<'a> {
    pub rtg: &'a Rtg,
    text: &'a str,
    spacing: Spacing,
    pub columns: Vec<Column>,
    farthest: usize,
    expected: BTreeSet<String>,
}

impl<'a> Chart<'a> {
    fn new(rtg: &'a Rtg, text: &'a str, spacing: Spacing) -> Self {
        let columns = (0..=text.len()).map(|_| Column::default()).collect();
        Self { rtg, text, spacing, columns, farthest: 0, expected: BTreeSet::new() }
    }

    fn parse(mut self, start: NonterminalId) -> Result<Forest, ParseError> {
        // A start symbol that is a token begins after white space, like every token.
        let starts = match self.rtg.nonterminal(start).join() {
            Join::Separated => vec![0],
            Join::Joined => self.token_starts(0),
        };
        for &position in &starts {
            self.predict(start, position);
        }
        for position in 0..self.columns.len() {
            let mut next = 0;
            while let Some(&(item, _)) = self.columns[position].items.get(next) {
                self.step(item, position);
                next += 1;
            }
        }
        let mut roots = Vec::new();
        for end in (0..self.columns.len()).filter(|&end| self.may_end(end)) {
            let complete = &self.columns[end].complete;
            let origins = starts.iter().filter(|&&origin| complete.contains(&(start, origin)));
            roots.extend(origins.map(|&origin| (start, origin, end)));
        }
        if roots.is_empty() { Err(self.error()) } else { Ok(Forest::new(&self, &roots)) }
    }

    fn step(&mut self, item: Item, position: usize) {
        let production = self.rtg.production(item.production);
        let Some(symbol) = production.symbols().get(item.dot) else {
            self.complete(production.nonterminal(), item.origin, position);
            return;
        };
        let is_token = self.rtg.nonterminal(production.nonterminal()).join() == Join::Separated;
        let advanced = Item { dot: item.dot + 1, ..item };
        match symbol {
            Symbol::Nonterminal(id) => {
                let is_token = is_token && self.rtg.nonterminal(*id).join() == Join::Joined;
                let starts = if is_token { self.token_starts(position) } else { vec![position] };
                for start in starts {
                    self.await_nonterminal(*id, start, item, position);
                }
            }
            Symbol::Literal(literal) if literal.is_empty() => {
                self.add(advanced, position, Some(Link { before: position, last: Last::Literal }));
            }
            Symbol::Literal(_) | Symbol::Set(_) => {
                let starts = if is_token { self.token_starts(position) } else { vec![position] };
                for start in starts {
                    if let Some((last, end)) = self.scan(symbol, start) {
                        self.add(advanced, end, Some(Link { before: position, last }));
                    }
                }
            }
        }
    }

    /// The terminal at `start`, if it stands there.
    fn scan(&mut self, symbol: &Symbol, start: usize) -> Option<(Last, usize)> {
        let rest = &self.text[start..];
        let found = match symbol {
            Symbol::Literal(literal) => {
                rest.starts_with(literal.as_str()).then(|| (Last::Literal, start + literal.len()))
            }
            Symbol::Set(set) => rest
                .chars()
                .next()
                .filter(|&c| set.contains(c))
                .map(|c| (Last::Char(c), start + c.len_utf8())),
            Symbol::Nonterminal(_) => None,
        };
        if found.is_none() && start >= self.farthest {
            if start > self.farthest {
                self.expected.clear();
                self.farthest = start;
            }
            self.expected.insert(match symbol {
                Symbol::Literal(literal) => format!("'{literal}'"),
                Symbol::Set(set) => set.to_string(),
                Symbol::Nonterminal(id) => self.rtg.nonterminal(*id).name().to_owned(),
            });
        }
        found
    }

    fn predict(&mut self, nonterminal: NonterminalId, position: usize) {
        for production in self.rtg.nonterminal(nonterminal).productions() {
            self.add(Item { production, dot: 0, origin: position }, position, None);
        }
    }

    fn await_nonterminal(&mut self, id: NonterminalId, start: usize, item: Item, end: usize) {
        let waiting = self.columns[start].waiting.entry(id).or_default();
        let first = waiting.is_empty();
        waiting.push((item, end));
        if first {
            self.predict(id, start);
        }
        // An empty tree of it may be complete already.
        if self.columns[start].complete.contains(&(id, start)) {
            self.advance(item, end, id, start, start);
        }
    }

    fn complete(&mut self, id: NonterminalId, origin: usize, position: usize) {
        if !self.columns[position].complete.insert((id, origin)) {
            return;
        }
        let waiting = self.columns[origin].waiting.get(&id).cloned().unwrap_or_default();
        for (item, end) in waiting {
            self.advance(item, end, id, origin, position);
        }
    }

    /// Moves an item that ended at `end` over the nonterminal found from `start` to `stop`.
    fn advance(&mut self, item: Item, end: usize, id: NonterminalId, start: usize, stop: usize) {
        let empty = start == stop;
        // An empty token leaves no trace, so no separator can stand before it.
        if empty && start != end {
            return;
        }
        let link = Link { before: end, last: Last::Nonterminal(id, start, stop) };
        self.add(Item { dot: item.dot + 1, ..item }, stop, Some(link));
    }

    fn add(&mut self, item: Item, position: usize, link: Option<Link>) {
        let column = &mut self.columns[position];
        let place = *column.places.entry(item).or_insert_with(|| {
            column.items.push((item, Vec::new()));
            column.items.len() - 1
        });
        column.items[place].1.extend(link);
    }

    /// In which ways an item came about at a position; `None` if it did not.
    pub fn links(&self, item: Item, position: usize) -> Option<&[Link]> {
        let column = &self.columns[position];
        column.places.get(&item).map(|&place| &column.items[place].1[..])
    }

    /// Where a token may begin whose predecessor ended at `end`.
    fn token_starts(&self, end: usize) -> Vec<usize> {
        let bytes = self.text.as_bytes();
        let before = end.checked_sub(1).map(|before| bytes[before]);
        let after = bytes.get(end).copied();
        let spaces = bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let (glued, most) = match self.spacing {
            Spacing::Exact => {
                let layout_glues = before == Some(b'(') || after == Some(b')');
                (before.is_none() || layout_glues, spaces.min(usize::from(end > 0)))
            }
            Spacing::Loose => {
                let parenthesis = |byte| matches!(byte, Some(b'(' | b')'));
                (before.is_none() || parenthesis(before) || parenthesis(after), spaces)
            }
        };
        (usize::from(!glued)..=most).map(|skipped| end + skipped).collect()
    }

    fn may_end(&self, end: usize) -> bool {
        let rest = self.text.get(end..);
        match self.spacing {
            Spacing::Exact => rest.is_some_and(|rest| rest.is_empty() || rest == "\n"),
            Spacing::Loose => rest.is_some_and(|rest| rest.trim_ascii_start().is_empty()),
        }
    }

    fn error(&self) -> ParseError {
        // Point at the text, not at the white space before it.
        let rest = &self.text[self.farthest..];
        let offset = self.farthest + (rest.len() - rest.trim_ascii_start().len());
        let before = &self.text[..offset];
        ParseError {
            offset,
            line: before.matches('\n').count() + 1,
            column: before.chars().rev().take_while(|&c| c != '\n').count() + 1,
            at_end: offset == self.text.len(),
            expected: self.expected.iter().cloned().collect(),
        }
    }
}
