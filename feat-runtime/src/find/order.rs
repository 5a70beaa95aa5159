//! The order of enumeration on trees themselves, without counts.

use std::cmp::Ordering;

use crate::grammar::rtg::{Production, Rtg};
use crate::grammar::tree::{Choice, Tree};

/// Compares two trees of one nonterminal as their indices compare.
///
/// Costs time in the number of their choices; no big number is made.
pub fn compare(rtg: &Rtg, a: &Tree, b: &Tree) -> Ordering {
    let (sizes_a, sizes_b) = (extents(rtg, a.choices()), extents(rtg, b.choices()));
    let size = |extents: &[SubtreeExtent]| extents.first().map(|extent| extent.size);
    size(&sizes_a)
        .cmp(&size(&sizes_b))
        .then_with(|| compare_inside(rtg, (a.choices(), &sizes_a), (b.choices(), &sizes_b)))
}

/// A subtree's size, and the place after its last choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubtreeExtent {
    pub size: u32,
    pub end: usize,
}

/// For each choice the extent of the subtree that it begins.
pub(crate) fn extents(rtg: &Rtg, choices: &[Choice]) -> Vec<SubtreeExtent> {
    let mut extents = vec![SubtreeExtent { size: 0, end: 0 }; choices.len()];
    for (place, choice) in choices.iter().enumerate().rev() {
        let mut extent = SubtreeExtent { size: 0, end: place + 1 };
        if let Choice::Production(id) = choice {
            let production = rtg.production(*id);
            extent.size = production.cost().0;
            for _ in 0..arity(production) {
                let child = extents[extent.end];
                extent = SubtreeExtent { size: extent.size + child.size, end: child.end };
            }
        }
        extents[place] = extent;
    }
    extents
}

fn arity(production: &Production) -> usize {
    production.symbols().iter().filter(|symbol| symbol.makes_choice()).count()
}

/// The sizes of the subtrees that stand side by side from `place` on.
fn subtree_sizes(extents: &[SubtreeExtent], choices: &[Choice], mut place: usize) -> Vec<u32> {
    let mut sizes = Vec::new();
    while place < choices.len() {
        sizes.push(extents[place].size);
        place = extents[place].end;
    }
    sizes
}

/// A pair is ordered by the size of its left side first, and tuples nest to the left: so the
/// longest prefix decides first.
pub(crate) fn compare_prefixes(a: &[u32], b: &[u32]) -> Ordering {
    debug_assert_eq!(a.len(), b.len(), "tuples of one production");
    let (mut sum_a, mut sum_b) = (a.iter().sum::<u32>(), b.iter().sum::<u32>());
    for (last_a, last_b) in a.iter().zip(b).rev() {
        sum_a -= last_a;
        sum_b -= last_b;
        if sum_a != sum_b {
            return sum_a.cmp(&sum_b);
        }
    }
    Ordering::Equal
}

/// Inside a part the order is that of the preorder sequences in which each node gives its
/// production and then the sizes of its prefixes, longest first.
fn compare_inside(
    rtg: &Rtg,
    (a, sizes_a): (&[Choice], &[SubtreeExtent]),
    (b, sizes_b): (&[Choice], &[SubtreeExtent]),
) -> Ordering {
    for (place, (choice_a, choice_b)) in a.iter().zip(b).enumerate() {
        // Productions of one nonterminal are numbered in the order they are written.
        let mut ordering = choice_a.cmp(choice_b);
        if ordering.is_eq()
            && let Choice::Production(id) = choice_a
            && arity(rtg.production(*id)) > 1
        {
            let (end_a, end_b) = (sizes_a[place].end, sizes_b[place].end);
            ordering = compare_prefixes(
                &subtree_sizes(sizes_a, &a[..end_a], place + 1),
                &subtree_sizes(sizes_b, &b[..end_b], place + 1),
            );
        }
        if ordering.is_ne() {
            return ordering;
        }
    }
    Ordering::Equal
}
