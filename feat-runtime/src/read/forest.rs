//! Every tree of one text.
//!
//! The forest of a text is itself a regular tree grammar: its nonterminals are the items and
//! nonterminals of the chart with the stretches of text they cover. So the forest is counted
//! and enumerated by the same runtime as everything else.

mod drawing;

use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::find::order::compare_tuples;
use crate::grammar::analysis::{self, Place};
use crate::grammar::draft::{Draft, DraftProduction, Symbol};
use crate::grammar::graph::Graph;
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};
use crate::number::Index;
use crate::read::parse::{Chart, Stretch};
use crate::space::Space;
use drawing::Drawing;

/// The trees that have one text: one, several, or infinitely many.
#[derive(Debug)]
pub struct Forest {
    least: Tree,
    number: Option<BigUint>,
    /// The forest as a grammar.
    draft: Draft,
    /// For each production of that grammar the choice that it stands for.
    choices: Vec<Option<Choice>>,
    /// The grammar with its counts, made when the trees are enumerated: for one tree it would
    /// cost more than the parsing.
    space: OnceLock<Space>,
}

impl Forest {
    /// The tree of the least index.
    pub fn least(&self) -> &Tree {
        &self.least
    }

    /// How many trees there are; `None` if there is no end of them.
    pub fn len(&self) -> Option<BigUint> {
        self.number.clone()
    }

    /// Never: a text without a tree makes no forest.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All trees, smaller sizes first; inside a size they stand in no particular order.
    pub fn trees(&self) -> impl Iterator<Item = Tree> + '_ {
        self.space().iter_from(&Index::default()).map(|tree| {
            let chosen = tree.choices().iter().filter_map(|choice| match choice {
                Choice::Production(id) => self.choices[id.index()],
                Choice::Char(_) => None,
            });
            Tree::from_choices(chosen.collect())
        })
    }

    /// The forest with its trees counted by size.
    pub(crate) fn space(&self) -> &Space {
        self.space.get_or_init(|| match self.draft.clone().check() {
            Ok(rtg) => Space::new(rtg),
            Err(flaws) => unreachable!("a chart of a checked grammar is checked: {flaws:?}"),
        })
    }

    /// The forest of the trees of these nonterminals over these stretches, at least one.
    pub(crate) fn new(chart: Chart, roots: &[Stretch]) -> Self {
        let rtg = chart.rtg;
        let Drawing { draft, choices, .. } = Drawing::new(chart, roots);
        let least = least(rtg, &draft, &choices);
        let number = analysis::cardinality(&draft, draft.start);
        let choices = choices.into_iter().flatten().collect();
        Self { least, number, draft, choices, space: OnceLock::new() }
    }
}

/// The tree of the least index in a forest.
///
/// Only ways of the least size can lead to it, and those ways make no cycle: going round
/// costs. Where several ways of a nonterminal remain, the production written first wins;
/// where several ways to split a tuple remain, their least tuples are compared.
fn least(rtg: &Rtg, draft: &Draft, choices: &[Vec<Option<Choice>>]) -> Tree {
    let sizes = analysis::least_sizes(draft);
    let size = |symbol: &Symbol| match symbol {
        Symbol::Nonterminal(id) => {
            sizes[id.index()].expect("whatever the chart completed has a tree")
        }
        Symbol::Literal(_) | Symbol::Set(_) => 0,
    };
    let is_least = |place: Place, production: &DraftProduction| {
        let total =
            production.symbols.iter().map(size).fold(production.cost.0, u32::saturating_add);
        Some(total) == sizes[place.nonterminal.index()]
    };
    let mut ways: Vec<Vec<usize>> = vec![Vec::new(); draft.nonterminals.len()];
    let mut edges = vec![Vec::new(); draft.nonterminals.len()];
    for (place, production) in
        draft.places().filter(|(place, production)| is_least(*place, production))
    {
        ways[place.nonterminal.index()].push(place.production);
        edges[place.nonterminal.index()].extend(production.symbols.iter().filter_map(target));
    }
    let mut chosen: Vec<usize> = vec![0; draft.nonterminals.len()];
    for node in (Graph { edges }).depth_first([draft.start.index()]).postorder {
        let productions = &draft.nonterminals[node].productions;
        let is_tuple = choices[node].iter().all(Option::is_none);
        chosen[node] = ways[node][0];
        for &way in &ways[node][1..] {
            if !is_tuple {
                break;
            }
            let written = |way: usize| write_out(draft, choices, &chosen, &productions[way]);
            if compare_tuples(rtg, &written(way), &written(chosen[node])).is_lt() {
                chosen[node] = way;
            }
        }
    }
    let start = &draft.nonterminals[draft.start.index()];
    let way = &start.productions[chosen[draft.start.index()]];
    Tree::from_choices(write_out(draft, choices, &chosen, way))
}

fn target(symbol: &Symbol) -> Option<(usize, ())> {
    match symbol {
        Symbol::Nonterminal(id) => Some((id.index(), ())),
        Symbol::Literal(_) | Symbol::Set(_) => None,
    }
}

/// The choices below a production, with the chosen way taken at every node.
fn write_out(
    draft: &Draft,
    choices: &[Vec<Option<Choice>>],
    chosen: &[usize],
    production: &DraftProduction,
) -> Vec<Choice> {
    let mut written = Vec::new();
    let mut open: Vec<usize> =
        production.symbols.iter().rev().filter_map(target).map(|(node, ())| node).collect();
    while let Some(node) = open.pop() {
        let way = chosen[node];
        written.extend(choices[node][way]);
        let symbols = &draft.nonterminals[node].productions[way].symbols;
        open.extend(symbols.iter().rev().filter_map(target).map(|(node, ())| node));
    }
    written
}
