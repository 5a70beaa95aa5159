//! Every tree of one text.
//!
//! The forest of a text is itself a regular tree grammar: its nonterminals are the items and
//! nonterminals of the chart with the stretches of text they cover. So the forest is counted
//! and enumerated by the same runtime as everything else.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::analysis::{self, Place};
use crate::graph::Graph;
use crate::order::compare_tuples;
use crate::parse::{Chart, Item, Last};
use crate::rtg::{Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Rtg, Symbol};
use crate::space::Space;
use crate::tree::{Choice, Tree};
use crate::{Cost, Index};

/// The trees that have one text: one, several, or infinitely many.
#[derive(Debug)]
pub struct Forest {
    least: Tree,
    /// The forest as a grammar.
    space: Space,
    /// For each production of that grammar the choice that it stands for.
    choices: Vec<Option<Choice>>,
}

impl Forest {
    /// The tree of the least index.
    pub fn least(&self) -> &Tree {
        &self.least
    }

    /// How many trees there are; `None` if there is no end of them.
    pub fn len(&self) -> Option<BigUint> {
        self.space.len()
    }

    /// Never: a text without a tree makes no forest.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All trees, smaller sizes first; inside a size they stand in no particular order.
    pub fn trees(&self) -> impl Iterator<Item = Tree> + '_ {
        self.space.iter_from(&Index::default()).map(|tree| {
            let chosen = tree.choices().iter().filter_map(|choice| match choice {
                Choice::Production(id) => self.choices[id.index()],
                Choice::Char(_) => None,
            });
            Tree::from_choices(chosen.collect())
        })
    }

    /// The forest of the trees of these nonterminals over these stretches, at least one.
    pub(crate) fn new(chart: &Chart, roots: &[(NonterminalId, usize, usize)]) -> Self {
        let Drawing { draft, choices, .. } = Drawing::new(chart, roots);
        let flat: Vec<Option<Choice>> = choices.iter().flatten().copied().collect();
        let least = least(chart.rtg, &draft, &choices);
        match draft.check() {
            Ok(rtg) => Self { least, space: Space::new(rtg), choices: flat },
            Err(flaws) => unreachable!("a chart of a checked grammar is checked: {flaws:?}"),
        }
    }
}

/// A nonterminal of the forest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    /// Any of the stretches of the whole text.
    Root,
    /// The trees of a nonterminal over a stretch.
    Nonterminal(NonterminalId, usize, usize),
    /// The tuples of an item that ends at a position.
    Tuple(Item, usize),
    /// A character out of a set.
    Char(char),
}

/// The forest grammar while it is drawn from a chart, from the root down.
struct Drawing {
    draft: Draft,
    /// For each production of the draft, by nonterminal, the choice it stands for.
    choices: Vec<Vec<Option<Choice>>>,
    numbers: HashMap<Vertex, NonterminalId>,
    vertices: Vec<Vertex>,
}

impl Drawing {
    fn new(chart: &Chart, roots: &[(NonterminalId, usize, usize)]) -> Self {
        let draft = Draft { start: NonterminalId::new(0), nonterminals: Vec::new() };
        let mut drawing =
            Self { draft, choices: Vec::new(), numbers: HashMap::new(), vertices: Vec::new() };
        drawing.number(Vertex::Root);
        let mut next = 0;
        while let Some(&vertex) = drawing.vertices.get(next) {
            drawing.draw(chart, roots, next, vertex);
            next += 1;
        }
        drawing
    }

    fn number(&mut self, vertex: Vertex) -> NonterminalId {
        let vertices = &mut self.vertices;
        *self.numbers.entry(vertex).or_insert_with(|| {
            vertices.push(vertex);
            NonterminalId::new(vertices.len() - 1)
        })
    }

    fn draw(
        &mut self,
        chart: &Chart,
        roots: &[(NonterminalId, usize, usize)],
        number: usize,
        vertex: Vertex,
    ) {
        let mut productions: Vec<(Cost, Vec<Vertex>, Option<Choice>)> = Vec::new();
        match vertex {
            Vertex::Root => {
                for &(id, start, end) in roots {
                    productions.push((Cost(0), vec![Vertex::Nonterminal(id, start, end)], None));
                }
            }
            Vertex::Nonterminal(id, start, end) => {
                for production_id in chart.rtg.nonterminal(id).productions() {
                    let production = chart.rtg.production(production_id);
                    let dot = production.symbols().len();
                    let item = Item { production: production_id, dot, origin: start };
                    if chart.links(item, end).is_some() {
                        let choice = Choice::Production(production_id);
                        let tuple = vec![Vertex::Tuple(item, end)];
                        productions.push((production.cost(), tuple, Some(choice)));
                    }
                }
            }
            Vertex::Tuple(item, _) if item.dot == 0 => {
                productions.push((Cost(0), Vec::new(), None));
            }
            Vertex::Tuple(item, end) => {
                let before = Item { dot: item.dot - 1, ..item };
                for link in chart.links(item, end).unwrap_or_default() {
                    let left = Vertex::Tuple(before, link.before);
                    let right = match link.last {
                        Last::Literal => None,
                        Last::Char(c) => Some(Vertex::Char(c)),
                        Last::Nonterminal(id, start, stop) => {
                            Some(Vertex::Nonterminal(id, start, stop))
                        }
                    };
                    productions.push((Cost(0), std::iter::once(left).chain(right).collect(), None));
                }
            }
            Vertex::Char(c) => productions.push((Cost(0), Vec::new(), Some(Choice::Char(c)))),
        }
        self.choices.push(productions.iter().map(|(_, _, choice)| *choice).collect());
        let productions = productions
            .into_iter()
            .map(|(cost, children, _)| DraftProduction {
                constructor: String::new(),
                cost,
                symbols: children
                    .into_iter()
                    .map(|v| Symbol::Nonterminal(self.number(v)))
                    .collect(),
            })
            .collect();
        debug_assert_eq!(self.draft.nonterminals.len(), number);
        self.draft.nonterminals.push(DraftNonterminal {
            name: String::new(),
            join: Join::Separated,
            productions,
        });
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
        Symbol::Nonterminal(id) => sizes[id.index()].unwrap_or(u32::MAX),
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
