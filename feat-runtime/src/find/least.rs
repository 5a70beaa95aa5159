//! The least trees of a grammar, found without counting: of a nonterminal, and of the whole
//! grammar among those that use a production.

use crate::find::order::compare;
use crate::grammar::draft::{NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};

impl Rtg {
    /// The first tree of `nonterminal`: what `Space::get` has at index 0.
    pub fn least(&self, nonterminal: NonterminalId) -> Tree {
        least_trees(self).swap_remove(nonterminal.index())
    }

    /// The first tree of the start symbol that uses `production`: no tree of a lesser index
    /// uses it.
    ///
    /// `production` must be of this grammar; then there is such a tree, since every
    /// nonterminal of a checked grammar is reachable and productive. Costs a look at every
    /// production for each step on the longest way from the start, with one comparison of
    /// trees for each symbol.
    pub fn least_with(&self, production: ProductionId) -> Tree {
        let least = least_trees(self);
        // A tree uses the production at its root, or in one of its children while all others
        // are the least there are: a tree grows with each of its children.
        let mut using = settle(self, |id, using| {
            let symbols = self.production(id).symbols();
            let filled = |special: Option<usize>| {
                let child = |(place, symbol): (usize, &Symbol)| match symbol {
                    Symbol::Nonterminal(child) if special == Some(place) => {
                        using[child.index()].clone()
                    }
                    Symbol::Nonterminal(child) => Some(least[child.index()].clone()),
                    Symbol::Literal(_) | Symbol::Set(_) => leaf(symbol),
                };
                tree(id, symbols.iter().enumerate().map(child))
            };
            let places = (0..symbols.len())
                .filter(|&place| matches!(symbols[place], Symbol::Nonterminal(_)));
            let at_root = (id == production).then_some(None);
            at_root.into_iter().chain(places.map(Some)).filter_map(filled).collect()
        });
        match using.swap_remove(self.start().index()) {
            Some(tree) => tree,
            None => unreachable!("every production of a checked grammar is reachable"),
        }
    }
}

/// The least tree of each nonterminal.
fn least_trees(rtg: &Rtg) -> Vec<Tree> {
    let least = settle(rtg, |id, least| {
        let child = |symbol: &Symbol| match symbol {
            Symbol::Nonterminal(child) => least[child.index()].clone(),
            Symbol::Literal(_) | Symbol::Set(_) => leaf(symbol),
        };
        tree(id, rtg.production(id).symbols().iter().map(child)).into_iter().collect()
    });
    match least.into_iter().collect() {
        Some(trees) => trees,
        None => unreachable!("every nonterminal of a checked grammar is productive"),
    }
}

/// For each nonterminal the least of the trees that `candidates` makes of its productions
/// and of what is settled so far, until nothing gets less.
fn settle(
    rtg: &Rtg,
    candidates: impl Fn(ProductionId, &[Option<Tree>]) -> Vec<Tree>,
) -> Vec<Option<Tree>> {
    let mut settled: Vec<Option<Tree>> = vec![None; rtg.nonterminals().len()];
    loop {
        let mut changed = false;
        for id in rtg.productions() {
            let place = rtg.production(id).nonterminal().index();
            for candidate in candidates(id, &settled) {
                let is_less = |tree: &Tree| compare(rtg, &candidate, tree).is_lt();
                if settled[place].as_ref().is_none_or(is_less) {
                    settled[place] = Some(candidate);
                    changed = true;
                }
            }
        }
        if !changed {
            return settled;
        }
    }
}

/// The first tree of a symbol that is no nonterminal.
fn leaf(symbol: &Symbol) -> Option<Tree> {
    match symbol {
        Symbol::Literal(_) => Some(Tree::default()),
        Symbol::Set(set) => set.chars().next().map(|c| Tree::from_choices(vec![Choice::Char(c)])),
        Symbol::Nonterminal(_) => None,
    }
}

/// The tree of a production with these children; `None` where one is missing.
fn tree(id: ProductionId, children: impl Iterator<Item = Option<Tree>>) -> Option<Tree> {
    let mut choices = vec![Choice::Production(id)];
    for child in children {
        choices.extend_from_slice(child?.choices());
    }
    Some(Tree::from_choices(choices))
}
