//! Leo's shortcut: chains of items, each of which is complete once the one below it is.
//!
//! A nonterminal is awaited at a position by several items. If one of them can end with it, as
//! `tail → 't' · tail opt` can where `opt` may be empty, and the text ahead rules out every other
//! way to go on (`opt` is not empty, or another item waits for more), then completing the
//! nonterminal completes that item, and so on: a chain. Which item is next in a chain depends only
//! on the position where the nonterminal begins, so chains are found once; what must not stand
//! ahead is remembered with them, and looked at wherever a chain is taken.

use smallvec::SmallVec;

use super::lookahead::{Emptiness, Rest, RestSet, RestSets};
use super::{Chart, Item, Last, Link, Shortcuts, Waiting};
use crate::grammar::draft::{Join, NonterminalId, Symbol};

/// A nonterminal and the position at which it begins.
type Key = (NonterminalId, usize);

/// The steps by which completing a nonterminal completes others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// The item that the last step moves.
    pub top: Waiting,
    /// The rests that were taken to be empty or wrong.
    pub passed: RestSet,
}

/// One step of a chain.
struct Step {
    /// The item that can end with the nonterminal.
    waiting: Waiting,
    /// The rests of the others that wait for it, none of which can be empty.
    others: SmallVec<[Rest; 2]>,
}

impl Chart<'_> {
    /// The chain that completing a nonterminal sets off; `None` if it sets off none, or one that
    /// runs in a circle.
    pub(super) fn chain(&mut self, id: NonterminalId, origin: usize) -> Option<Chain> {
        let mut seen: Vec<(Key, Step)> = Vec::new();
        let mut key = (id, origin);
        let known = loop {
            if let Some(known) = self.chains.get(&key) {
                break *known;
            }
            let Some(step) = self.next_in_chain(key) else { break None };
            // Claimed before it is known, so that coming back here ends the walk.
            self.chains.insert(key, None);
            let Item { production, origin, .. } = step.waiting.item;
            seen.push((key, step));
            key = (self.rtg.production(production).nonterminal(), origin);
        };
        if known.is_none() && seen.iter().any(|&(seen, _)| seen == key) {
            return None;
        }
        let mut chain = known;
        for (key, Step { waiting, others }) in seen.into_iter().rev() {
            let Chain { top, mut passed } = match chain {
                Some(Chain { top, passed }) => {
                    let rest = Rest::of(waiting.item.advanced());
                    let is_last = rest.symbols(self.rtg).is_empty();
                    let sets = &mut self.rest_sets;
                    Chain { top, passed: if is_last { passed } else { sets.with(passed, rest) } }
                }
                None => Chain { top: waiting, passed: RestSets::EMPTY },
            };
            for rest in others {
                passed = self.rest_sets.with(passed, rest);
            }
            chain = Some(Chain { top, passed });
            self.chains.insert(key, chain);
        }
        chain
    }

    /// The item that can end with a nonterminal, if a single one of those that wait for it can.
    fn next_in_chain(&self, (id, origin): Key) -> Option<Step> {
        // A tree of the whole text must stay visible.
        if self.shortcuts == Shortcuts::Avoided
            || (id == self.start && self.starts.contains(&origin))
        {
            return None;
        }
        let (mut last, mut others) = (None, SmallVec::new());
        for &waiting in self.waiting.get(&(id, origin))? {
            let rest = Rest::of(waiting.item.advanced());
            match self.lookahead.emptiness(rest) {
                Emptiness::Always if last.is_none() => last = Some(waiting),
                Emptiness::Always | Emptiness::Sometimes => return None,
                Emptiness::Never => others.push(rest),
            }
        }
        Some(Step { waiting: last?, others })
    }

    /// Whether no rest of a set can begin at a position; then each is looked for there, in vain,
    /// so that its empty trees and what was expected are known.
    pub(super) fn rules_out(&mut self, rests: RestSet, position: usize) -> bool {
        if rests == RestSets::EMPTY {
            return true;
        }
        if self.ahead.0 != position {
            self.ahead = (position, Vec::new());
        }
        if let Some(&(_, known)) = self.ahead.1.iter().find(|(known, _)| *known == rests) {
            return known;
        }
        let rests_of_set: SmallVec<[Rest; 4]> = self.rest_sets.rests(rests).into();
        let starts = self.starts_ahead(position);
        let is_ruled_out = !rests_of_set.iter().any(|&rest| self.begins(rest, &starts));
        self.ahead.1.push((rests, is_ruled_out));
        if is_ruled_out {
            for rest in rests_of_set {
                self.look_for(rest, position);
            }
        }
        is_ruled_out
    }

    /// Every place at which a terminal may begin before any other terminal behind `position`.
    fn starts_ahead(&self, position: usize) -> Vec<usize> {
        let mut starts = vec![position];
        let mut next = 0;
        while let Some(&start) = starts.get(next) {
            for start in self.text.token_starts(start) {
                if !starts.contains(&start) {
                    starts.push(start);
                }
            }
            next += 1;
        }
        starts
    }

    fn begins(&mut self, rest: Rest, starts: &[usize]) -> bool {
        let text = self.text;
        let stands = |symbol: &Symbol| starts.iter().any(|&at| text.terminal(symbol, at).is_some());
        self.lookahead.first(rest).iter().any(|symbol| stands(symbol))
    }

    /// Looks for a rest that cannot begin at a position, as an item would that has still to find it.
    fn look_for(&mut self, rest: Rest, position: usize) {
        let rtg = self.rtg;
        let is_separated = rest.join(rtg) == Join::Separated;
        for symbol in rest.symbols(rtg) {
            let is_token = match symbol {
                Symbol::Nonterminal(id) => rtg.nonterminal(*id).join() == Join::Joined,
                Symbol::Literal(text) if text.is_empty() => continue,
                Symbol::Literal(_) | Symbol::Set(_) => true,
            };
            let starts =
                if is_separated && is_token { self.token_starts(position) } else { vec![position] };
            let Symbol::Nonterminal(id) = symbol else {
                for start in starts {
                    self.miss(symbol, start);
                }
                return;
            };
            for &start in &starts {
                self.predict(*id, start);
            }
            let can_be_empty = match self.lookahead.emptiness_of(*id) {
                Emptiness::Never => false,
                Emptiness::Sometimes => self.text.token_starts(position).contains(&position),
                Emptiness::Always => starts.contains(&position),
            };
            if !can_be_empty {
                return;
            }
        }
    }

    /// Writes out the chain from a nonterminal up to the item `top` that it moved.
    pub(super) fn expand(&mut self, mut key: Key, top: Item, position: usize) {
        // From where two chains meet on, both are one.
        while self.expanded.insert((key.0, key.1, position)) {
            let step = self.next_in_chain(key).expect("a chain was found at its every step");
            let Waiting { item, end } = step.waiting;
            let mut item = item.advanced();
            let last = Last::Nonterminal(key.0, key.1, position);
            self.add(item, position, Some(Link { before: end, last }));
            if item == top {
                return;
            }
            for symbol in Rest::of(item).symbols(self.rtg) {
                let last = match symbol {
                    Symbol::Nonterminal(id) => Last::Nonterminal(*id, position, position),
                    Symbol::Literal(_) | Symbol::Set(_) => Last::Literal,
                };
                item = item.advanced();
                self.add_once(item, position, Link { before: position, last });
            }
            key = (self.rtg.production(item.production).nonterminal(), item.origin);
        }
    }

    /// Adds a way in which an item came about, unless it is known: an item that waits at two
    /// positions has its empty rest at the end of two chains.
    fn add_once(&mut self, item: Item, position: usize, link: Link) {
        let known = self.places.get(&(item, position));
        if known.is_none_or(|&place| !self.columns[position][place].1.contains(&link)) {
            self.add(item, position, Some(link));
        }
    }
}
