//! Earley's chart over the characters of a text.
//!
//! It takes any context-free grammar, left recursion and ambiguity included. A position is
//! the place behind a token (or behind a character inside a token); what separates tokens is
//! skipped at the beginning of the next one, so an empty symbol needs no separator.
//!
//! Right recursion would complete n nonterminals at each of n positions. Leo's shortcut avoids
//! that: where the text ahead leaves a single item to go on with a nonterminal, and that item can
//! end with it, completing the nonterminal completes that item, and so on, so the chart goes to
//! the topmost item of this [`chain`] at once. The steps between are written down
//! ([`Chart::expand`]) only where a tree uses them.

mod chain;
mod lookahead;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::spacing::Spaced;
use crate::grammar::draft::{Join, NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;
use chain::Chain;
use lookahead::{Lookahead, RestSet, RestSets};

/// A production of which the first `dot` symbols were found from `origin` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub production: ProductionId,
    pub dot: usize,
    pub origin: usize,
}

impl Item {
    /// The item that has found one more symbol.
    fn advanced(self) -> Self {
        Self { dot: self.dot + 1, ..self }
    }
}

/// One way in which an item came about: the item before it ended at `before`, and then came
/// the last symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub before: usize,
    pub last: Last,
}

/// The symbol that an item found last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Last {
    /// A literal.
    Literal,
    /// A character out of a set.
    Char(char),
    /// A nonterminal over a stretch.
    Nonterminal(NonterminalId, usize, usize),
    /// A nonterminal whose trees end, by a chain, with this one from a position on.
    Chain(NonterminalId, usize),
}

/// An item with all the ways in which it came about; most came about in one.
type Entry = (Item, SmallVec<[Link; 1]>);

/// An item that waits for a nonterminal, and the position it ended at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    item: Item,
    end: usize,
}

/// Whether a chart takes Leo's shortcuts; without them it is the oracle of the one with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortcuts {
    Taken,
    Avoided,
}

/// Everything that begins at one position and ends at another, for all positions of a text.
pub(crate) struct Chart<'a> {
    pub rtg: &'a Rtg,
    text: Spaced<'a>,
    shortcuts: Shortcuts,
    /// The nonterminal and the positions at which trees of the whole text may begin.
    start: NonterminalId,
    starts: Vec<usize>,
    columns: Vec<Vec<Entry>>,
    places: FxHashMap<(Item, usize), usize>,
    /// By nonterminal and position the items that wait for it to begin there.
    waiting: FxHashMap<(NonterminalId, usize), Vec<Waiting>>,
    /// The nonterminals that were completed, with where they begin and end.
    complete: FxHashSet<Stretch>,
    lookahead: Lookahead<'a>,
    /// By nonterminal and position the chain that its completion sets off, if any.
    chains: FxHashMap<(NonterminalId, usize), Option<Chain>>,
    /// The rests that chains pass.
    rest_sets: RestSets,
    /// The last position at which a chain was to be taken, and which rests cannot begin there.
    ahead: (usize, Vec<(RestSet, bool)>),
    /// The nonterminals whose step in a chain was written out.
    expanded: FxHashSet<Stretch>,
    farthest: Farthest,
}

/// The last position at which a terminal was looked for in vain, and which ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Farthest {
    pub position: usize,
    pub expected: BTreeSet<String>,
    /// The last position at which a token ended and no other could begin, for want of white space.
    pub unseparated: usize,
}

/// The trees of a nonterminal over a stretch of text.
pub(crate) type Stretch = (NonterminalId, usize, usize);

impl<'a> Chart<'a> {
    /// The chart of a text, and the stretches of `start` that are the whole of it; where there
    /// are none, how far it could be read.
    pub fn parse(
        rtg: &'a Rtg,
        start: NonterminalId,
        text: Spaced<'a>,
        shortcuts: Shortcuts,
    ) -> Result<(Self, Vec<Stretch>), Farthest> {
        // A start symbol that is a token begins after white space, like every token.
        let starts = match rtg.nonterminal(start).join() {
            Join::Separated => vec![0],
            Join::Joined => text.token_starts(0),
        };
        let columns = vec![Vec::new(); text.len() + 1];
        let mut chart = Self {
            rtg,
            text,
            shortcuts,
            start,
            starts,
            columns,
            places: FxHashMap::default(),
            waiting: FxHashMap::default(),
            complete: FxHashSet::default(),
            lookahead: Lookahead::new(rtg),
            chains: FxHashMap::default(),
            rest_sets: RestSets::new(),
            ahead: (0, Vec::new()),
            expanded: FxHashSet::default(),
            farthest: Farthest::default(),
        };
        chart.fill();
        let whole = chart.stretches().filter(|stretch| chart.text.may_end(stretch.2));
        let roots: Vec<Stretch> = whole.collect();
        if roots.is_empty() { Err(chart.farthest()) } else { Ok((chart, roots)) }
    }

    /// Returns how far a text could be read that has no tree.
    fn farthest(self) -> Farthest {
        match self.stretches().map(|stretch| stretch.2).max() {
            // A formula ended there, and nothing may follow it.
            Some(end) if end > self.farthest.position => {
                Farthest { position: end, expected: BTreeSet::new(), ..self.farthest }
            }
            _ => self.farthest,
        }
    }

    fn fill(&mut self) {
        for place in 0..self.starts.len() {
            self.predict(self.start, self.starts[place]);
        }
        for position in 0..self.columns.len() {
            let mut next = 0;
            while let Some(&(item, _)) = self.columns[position].get(next) {
                self.step(item, position);
                next += 1;
            }
        }
    }

    /// The stretches of the start symbol from the beginning of the text.
    fn stretches(&self) -> impl Iterator<Item = Stretch> + '_ {
        let ends = 0..self.columns.len();
        let stretches = ends.flat_map(|end| self.starts.iter().map(move |&origin| (origin, end)));
        let stretches = stretches.map(|(origin, end)| (self.start, origin, end));
        stretches.filter(|stretch| self.complete.contains(stretch))
    }

    fn step(&mut self, item: Item, position: usize) {
        let production = self.rtg.production(item.production);
        let Some(symbol) = production.symbols().get(item.dot) else {
            self.complete(production.nonterminal(), item.origin, position);
            return;
        };
        let is_token = self.rtg.nonterminal(production.nonterminal()).join() == Join::Separated;
        match symbol {
            Symbol::Nonterminal(id) => {
                if is_token && self.rtg.nonterminal(*id).join() == Join::Joined {
                    for start in self.token_starts(position) {
                        self.await_nonterminal(*id, start, item, position);
                    }
                } else {
                    self.await_nonterminal(*id, position, item, position);
                }
            }
            Symbol::Literal(literal) if literal.is_empty() => {
                let link = Link { before: position, last: Last::Literal };
                self.add(item.advanced(), position, Some(link));
            }
            Symbol::Literal(_) | Symbol::Set(_) => {
                if is_token {
                    for start in self.token_starts(position) {
                        self.scan(symbol, start, item, position);
                    }
                } else {
                    self.scan(symbol, position, item, position);
                }
            }
        }
    }

    /// Returns the offsets at which a token may begin whose predecessor ended at `end`.
    fn token_starts(&mut self, end: usize) -> Vec<usize> {
        let starts = self.text.token_starts(end);
        if starts.is_empty() {
            self.farthest.unseparated = self.farthest.unseparated.max(end);
        }
        starts
    }

    /// Moves an item that ended at `end` over the terminal at `start`, if it stands there.
    fn scan(&mut self, symbol: &Symbol, start: usize, item: Item, end: usize) {
        if let Some((last, stop)) = self.text.terminal(symbol, start) {
            self.add(item.advanced(), stop, Some(Link { before: end, last }));
        } else {
            self.miss(symbol, start);
        }
    }

    /// Notes that a terminal was looked for in vain.
    fn miss(&mut self, symbol: &Symbol, start: usize) {
        if start >= self.farthest.position {
            if start > self.farthest.position {
                self.farthest.position = start;
                self.farthest.expected.clear();
            }
            self.farthest.expected.insert(match symbol {
                Symbol::Literal(literal) => format!("'{literal}'"),
                Symbol::Set(set) => set.to_string(),
                Symbol::Nonterminal(_) => unreachable!("a nonterminal is no terminal"),
            });
        }
    }

    fn predict(&mut self, nonterminal: NonterminalId, position: usize) {
        for production in self.rtg.nonterminal(nonterminal).productions() {
            self.add(Item { production, dot: 0, origin: position }, position, None);
        }
    }

    fn await_nonterminal(&mut self, id: NonterminalId, start: usize, item: Item, end: usize) {
        let waiting = self.waiting.entry((id, start)).or_default();
        let first = waiting.is_empty();
        waiting.push(Waiting { item, end });
        if first {
            self.predict(id, start);
        }
        // An empty tree of it may be complete already.
        if self.complete.contains(&(id, start, start)) {
            self.advance(Waiting { item, end }, (id, start, start));
        }
    }

    fn complete(&mut self, id: NonterminalId, origin: usize, position: usize) {
        if !self.complete.insert((id, origin, position)) {
            return;
        }
        // Whoever waits at an earlier position is known by now.
        if origin < position
            && let Some(Chain { top, passed }) = self.chain(id, origin)
            && self.rules_out(passed, position)
        {
            let link = Link { before: top.end, last: Last::Chain(id, origin) };
            self.add(top.item.advanced(), position, Some(link));
            return;
        }
        let number = self.waiting.get(&(id, origin)).map_or(0, Vec::len);
        for place in 0..number {
            let waiting = self.waiting[&(id, origin)][place];
            self.advance(waiting, (id, origin, position));
        }
    }

    /// Moves an item over the nonterminal found over a stretch.
    fn advance(&mut self, Waiting { item, end }: Waiting, (id, start, stop): Stretch) {
        // An empty token leaves no trace, so no separator can stand before it.
        if start == stop && start != end {
            return;
        }
        let link = Link { before: end, last: Last::Nonterminal(id, start, stop) };
        self.add(item.advanced(), stop, Some(link));
    }

    fn add(&mut self, item: Item, position: usize, link: Option<Link>) {
        let column = &mut self.columns[position];
        let place = *self.places.entry((item, position)).or_insert_with(|| {
            column.push((item, SmallVec::new()));
            column.len() - 1
        });
        column[place].1.extend(link);
    }

    /// The ways in which an item came about at a position, every chain written out; `None` if
    /// it did not.
    ///
    /// Costs, beyond the ways themselves, the steps of chains that nobody asked for before.
    pub fn links(&mut self, item: Item, position: usize) -> Option<&[Link]> {
        let &place = self.places.get(&(item, position))?;
        let is_chain = |link: &Link| matches!(link.last, Last::Chain(..));
        if self.columns[position][place].1.iter().any(is_chain) {
            let links = std::mem::take(&mut self.columns[position][place].1);
            for link in links {
                match link.last {
                    Last::Chain(id, origin) => self.expand((id, origin), item, position),
                    _ => self.add(item, position, Some(link)),
                }
            }
        }
        Some(&self.columns[position][place].1)
    }
}
