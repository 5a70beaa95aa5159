//! The forest of a chart as a grammar, drawn from the root down.

use rustc_hash::FxHashMap;

use crate::grammar::draft::{
    Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Symbol,
};
use crate::grammar::tree::Choice;
use crate::number::Cost;
use crate::read::parse::{Chart, Item, Last, Link, Stretch};

/// A nonterminal of the forest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    /// Any of the stretches of the whole text.
    Root,
    /// The trees of a nonterminal over a stretch.
    Nonterminal(NonterminalId, usize, usize),
    /// The tuples of an item that found at least one symbol and ends at a position.
    Tuple(Item, usize),
    /// A character out of a set.
    Char(char),
}

impl Vertex {
    /// The tuples of an item; nothing where it found no symbol: there is one, which is empty.
    fn tuple(item: Item, end: usize) -> Option<Self> {
        (item.dot > 0).then_some(Self::Tuple(item, end))
    }
}

/// The forest grammar, complete once it is drawn.
pub(super) struct Drawing {
    pub draft: Draft,
    /// For each production of the draft, by nonterminal, the choice it stands for.
    pub choices: Vec<Vec<Option<Choice>>>,
    numbers: FxHashMap<Vertex, NonterminalId>,
    vertices: Vec<Vertex>,
}

/// A way of a vertex: what it costs, where it leads, and the choice it stands for.
type Way = (Cost, Vec<Vertex>, Option<Choice>);

impl Drawing {
    /// The forest of the trees over these stretches.
    pub fn new(mut chart: Chart, roots: &[Stretch]) -> Self {
        let draft = Draft { start: NonterminalId::new(0), nonterminals: Vec::new() };
        let (numbers, vertices) = (FxHashMap::default(), Vec::new());
        let mut drawing = Self { draft, choices: Vec::new(), numbers, vertices };
        drawing.number(Vertex::Root);
        while let Some(&vertex) = drawing.vertices.get(drawing.draft.nonterminals.len()) {
            let ways = ways(&mut chart, roots, vertex);
            drawing.draw(ways);
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

    /// Draws the next vertex.
    fn draw(&mut self, ways: Vec<Way>) {
        self.choices.push(ways.iter().map(|(_, _, choice)| *choice).collect());
        let production = |(cost, children, _): Way| DraftProduction {
            constructor: String::new(),
            cost,
            symbols: children.into_iter().map(|v| Symbol::Nonterminal(self.number(v))).collect(),
        };
        let productions = ways.into_iter().map(production).collect();
        let (name, join) = (String::new(), Join::Separated);
        self.draft.nonterminals.push(DraftNonterminal { name, join, productions });
    }
}

/// All ways of a vertex.
fn ways(chart: &mut Chart, roots: &[Stretch], vertex: Vertex) -> Vec<Way> {
    match vertex {
        Vertex::Root => {
            let root = |&(id, start, end): &Stretch| Vertex::Nonterminal(id, start, end);
            roots.iter().map(|stretch| (Cost(0), vec![root(stretch)], None)).collect()
        }
        Vertex::Nonterminal(id, start, end) => {
            let rtg = chart.rtg;
            let production = |production_id| {
                let production = rtg.production(production_id);
                let dot = production.symbols().len();
                let item = Item { production: production_id, dot, origin: start };
                chart.links(item, end)?;
                let tuple = Vertex::tuple(item, end).into_iter().collect();
                Some((production.cost(), tuple, Some(Choice::Production(production_id))))
            };
            rtg.nonterminal(id).productions().filter_map(production).collect()
        }
        Vertex::Tuple(item, end) => {
            let before = Item { dot: item.dot - 1, ..item };
            let links = chart.links(item, end).expect("who drew the way here found the item");
            let way = |link: &Link| {
                let left = Vertex::tuple(before, link.before);
                let right = match link.last {
                    Last::Literal => None,
                    Last::Char(c) => Some(Vertex::Char(c)),
                    Last::Nonterminal(id, start, stop) => {
                        Some(Vertex::Nonterminal(id, start, stop))
                    }
                    Last::Chain(..) => unreachable!("`links` writes chains out"),
                };
                (Cost(0), left.into_iter().chain(right).collect(), None)
            };
            links.iter().map(way).collect()
        }
        Vertex::Char(c) => vec![(Cost(0), Vec::new(), Some(Choice::Char(c)))],
    }
}
