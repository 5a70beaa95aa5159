//! Lookahead: the nonterminals that have an empty tree, and the terminals with which the rest of a
//! production can begin.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Item;
use crate::grammar::draft::{Join, NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;

/// The symbols of a production from number `dot` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Rest {
    production: ProductionId,
    dot: usize,
}

impl Rest {
    /// The symbols that an item has still to find.
    pub fn of(item: Item) -> Self {
        Self { production: item.production, dot: item.dot }
    }

    pub fn symbols(self, rtg: &Rtg) -> &[Symbol] {
        &rtg.production(self.production).symbols()[self.dot..]
    }

    /// Returns the way in which the texts of its symbols are joined.
    pub fn join(self, rtg: &Rtg) -> Join {
        rtg.nonterminal(rtg.production(self.production).nonterminal()).join()
    }
}

/// Whether symbols have an empty tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Emptiness {
    Never,
    /// Only where a token may begin without a separator: they hold a token without text.
    Sometimes,
    Always,
}

/// Facts of a grammar about the terminals ahead.
pub(super) struct Lookahead<'a> {
    rtg: &'a Rtg,
    /// For each nonterminal.
    emptiness: Vec<Emptiness>,
    /// The terminals with which a rest can begin, for the rests that were asked for.
    first: FxHashMap<Rest, Vec<&'a Symbol>>,
}

impl<'a> Lookahead<'a> {
    /// Costs a look at each production, once more for each step of the longest chain by which
    /// one nonterminal is empty because others are.
    pub fn new(rtg: &'a Rtg) -> Self {
        let emptiness = vec![Emptiness::Never; rtg.nonterminals().len()];
        let mut lookahead = Self { rtg, emptiness, first: FxHashMap::default() };
        loop {
            let mut changed = false;
            for production in rtg.productions() {
                let found = lookahead.emptiness(Rest { production, dot: 0 });
                let known =
                    &mut lookahead.emptiness[rtg.production(production).nonterminal().index()];
                changed |= found > *known;
                *known = found.max(*known);
            }
            if !changed {
                return lookahead;
            }
        }
    }

    /// Whether a rest can be passed without text.
    pub fn emptiness(&self, rest: Rest) -> Emptiness {
        let join = rest.join(self.rtg);
        let emptiness = |symbol: &Symbol| match symbol {
            Symbol::Literal(text) if text.is_empty() => Emptiness::Always,
            Symbol::Literal(_) | Symbol::Set(_) => Emptiness::Never,
            Symbol::Nonterminal(id) => {
                let is_token =
                    join == Join::Separated && self.rtg.nonterminal(*id).join() == Join::Joined;
                let most = if is_token { Emptiness::Sometimes } else { Emptiness::Always };
                self.emptiness[id.index()].min(most)
            }
        };
        rest.symbols(self.rtg).iter().map(emptiness).min().unwrap_or(Emptiness::Always)
    }

    /// Whether a nonterminal has an empty tree.
    pub fn emptiness_of(&self, id: NonterminalId) -> Emptiness {
        self.emptiness[id.index()]
    }

    /// The terminals with which the trees of a rest can begin, and perhaps some more.
    pub fn first(&mut self, rest: Rest) -> &[&'a Symbol] {
        if !self.first.contains_key(&rest) {
            let found = self.find_first(rest);
            self.first.insert(rest, found);
        }
        &self.first[&rest]
    }

    fn find_first(&self, rest: Rest) -> Vec<&'a Symbol> {
        let mut first = Vec::new();
        let mut seen: FxHashSet<NonterminalId> = FxHashSet::default();
        let mut open = vec![rest];
        while let Some(rest) = open.pop() {
            for symbol in rest.symbols(self.rtg) {
                match symbol {
                    Symbol::Literal(text) if text.is_empty() => {}
                    Symbol::Literal(_) | Symbol::Set(_) => {
                        first.push(symbol);
                        break;
                    }
                    Symbol::Nonterminal(id) => {
                        if seen.insert(*id) {
                            let productions = self.rtg.nonterminal(*id).productions();
                            open.extend(productions.map(|production| Rest { production, dot: 0 }));
                        }
                        if self.emptiness[id.index()] == Emptiness::Never {
                            break;
                        }
                    }
                }
            }
        }
        first
    }
}

/// A set of rests, kept once in [`RestSets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RestSet(usize);

/// Sets of rests; there are few, since a grammar has few rests that chains pass.
#[derive(Debug)]
pub(super) struct RestSets {
    sets: Vec<Vec<Rest>>,
    numbers: FxHashMap<Vec<Rest>, RestSet>,
}

impl RestSets {
    pub const EMPTY: RestSet = RestSet(0);

    /// No set but the empty one.
    pub fn new() -> Self {
        Self { sets: vec![Vec::new()], numbers: FxHashMap::from_iter([(Vec::new(), Self::EMPTY)]) }
    }

    /// The rests of a set, in order.
    pub fn rests(&self, set: RestSet) -> &[Rest] {
        &self.sets[set.0]
    }

    /// The set with one more rest.
    pub fn with(&mut self, set: RestSet, rest: Rest) -> RestSet {
        let Err(place) = self.sets[set.0].binary_search(&rest) else { return set };
        let mut rests = self.sets[set.0].clone();
        rests.insert(place, rest);
        let sets = &mut self.sets;
        *self.numbers.entry(rests).or_insert_with_key(|rests| {
            sets.push(rests.clone());
            RestSet(sets.len() - 1)
        })
    }
}
