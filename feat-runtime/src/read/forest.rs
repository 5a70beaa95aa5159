//! Every tree of one text.
//!
//! The forest of a text is itself a regular tree grammar: its nonterminals are the items and
//! nonterminals of the chart with the stretches of text they cover. So the forest is counted
//! and enumerated by the same runtime as everything else.

mod drawing;
mod least;

use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::grammar::analysis;
use crate::grammar::draft::Draft;
use crate::grammar::tree::{Choice, Tree};
use crate::number::Index;
use crate::read::parse::{Chart, Stretch};
use crate::space::Space;
use drawing::Drawing;
use least::least;

/// The trees that have one text: one, several, or infinitely many. The text `xx` has two by `t :
/// 'x' | t t | u` and `u : 'x' 'x'`.
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

    /// Returns the number of trees; `None` if there is no end of them.
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
        let Drawing { draft, choices, .. } = Drawing::new(chart, roots);
        let least = least(&draft, &choices);
        let number = analysis::cardinality(&draft, draft.start);
        let choices = choices.into_iter().flatten().collect();
        Self { least, number, draft, choices, space: OnceLock::new() }
    }
}
