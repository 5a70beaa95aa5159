//! The values that an odometer's wheels begin with: the first ones, or those of a given tree.

use num_traits::ToPrimitive;

use super::context::Context;
use crate::find::order::{SubtreeExtent, extents};
use crate::grammar::charset::CharSet;
use crate::grammar::draft::{NonterminalId, ProductionId};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};
use crate::grammar::writing_steps::ChoiceSymbol;

/// The source of the first values.
pub(crate) enum StartAt<'a> {
    /// The first ones there are.
    First,
    /// Those of a tree, from its choice number `next` on.
    Along { tree: &'a Tree, extents: Vec<SubtreeExtent>, next: usize },
}

impl<'a> StartAt<'a> {
    /// The values of a tree.
    pub fn along(rtg: &Rtg, tree: &'a Tree) -> Self {
        Self::Along { tree, extents: extents(rtg, tree.choices()), next: 0 }
    }

    /// The production of a subtree, whose part must have a tree; the sizes of its children are
    /// appended.
    pub fn production(
        &mut self,
        context: Context,
        id: NonterminalId,
        size: u32,
        sizes: &mut Vec<u32>,
    ) -> ProductionId {
        let writing = context.steps();
        match self {
            StartAt::First => {
                let mut productions = context.engine.rtg().nonterminal(id).productions();
                let first = productions.find(|&production| {
                    context.splits.first(production, writing.of(production), size, sizes)
                });
                first.expect("a part that is asked for has a tree")
            }
            StartAt::Along { tree, extents, next } => {
                let Choice::Production(production) = tree.choices()[*next] else {
                    unreachable!("a nonterminal is followed by its production")
                };
                *next += 1;
                let mut place = *next;
                for _ in &writing.of(production).children {
                    sizes.push(extents[place].size);
                    place = extents[place].end;
                }
                production
            }
        }
    }

    /// The place of a subtree among the trees of its size.
    ///
    /// Costs ranking the subtree, which is small if its part has a pool.
    pub fn place_in_pool(&mut self, context: Context, child: ChoiceSymbol) -> usize {
        match (child, &mut *self) {
            (_, StartAt::First) => 0,
            (ChoiceSymbol::Set(set), _) => self.place_in_set(context.steps().set(set)) as usize,
            (ChoiceSymbol::Node(id), StartAt::Along { tree, extents, next }) => {
                let start = std::mem::replace(next, extents[*next].end);
                let subtree = Tree::from_choices(tree.choices()[start..*next].to_vec());
                let is_tree = subtree.belongs_to(context.engine.rtg(), id);
                assert!(is_tree, "a subtree is a tree of its nonterminal");
                context.engine.rank(&subtree).to_usize().expect("a pool is held in memory")
            }
        }
    }

    /// The place of a character in its set.
    pub fn place_in_set(&mut self, set: &CharSet) -> u32 {
        let StartAt::Along { tree, next, .. } = self else { return 0 };
        *next += 1;
        match tree.choices()[*next - 1] {
            Choice::Char(c) => set.rank(c).expect("the character is out of its set"),
            Choice::Production(_) => unreachable!("a set is followed by its character"),
        }
    }
}
