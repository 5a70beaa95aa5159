//! Every grammar there is, against the naive enumerator: what it lists, the runtime must
//! count, get, rank, compare, render and parse alike.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::grammars::all_grammars;
use feat_runtime::{Choice, Index, Layout, Rtg, Size, Space, Tree, compare, naive};
use num_bigint::BigUint;

/// Lists beyond this take too long to make.
const MOST_TREES: u64 = 3_000;

/// The parts that are small enough to list, from size 0 up, in one list.
fn listed(space: &Space) -> (Vec<Tree>, Size) {
    let mut trees = Vec::new();
    let mut last = Size(0);
    for size in space.sizes().take(12) {
        if space.count_up_to(size) > BigUint::from(MOST_TREES) {
            break;
        }
        trees.extend(naive::trees(space.rtg(), space.nonterminal(), size));
        last = size;
    }
    (trees, last)
}

#[test]
fn counts_and_trees_are_those_of_the_lists() {
    for (name, rtg) in all_grammars() {
        let start = Space::new(rtg);
        for nonterminal in start.rtg().nonterminals() {
            let space = start.of(nonterminal);
            let (trees, last) = listed(&space);
            assert_eq!(space.count_up_to(last), trees.len().into(), "{name}");
            for (index, tree) in (0_u64..).zip(&trees) {
                let index = Index::from(index);
                assert!(tree.belongs_to(space.rtg(), nonterminal), "{name} {index}");
                assert_eq!(space.get(&index).as_ref(), Some(tree), "{name} {index}");
                assert_eq!(space.rank(tree), Some(index), "{name}");
            }
            let streamed: Vec<Tree> =
                space.iter_from(&Index::default()).take(trees.len()).collect();
            assert_eq!(streamed, trees, "{name}");
        }
    }
}

#[test]
fn an_index_beyond_a_finite_language_is_none() {
    let mut finite = 0;
    for (name, rtg) in all_grammars() {
        let start = Space::new(rtg);
        for nonterminal in start.rtg().nonterminals() {
            let space = start.of(nonterminal);
            let Some(len) = space.cardinality() else { continue };
            finite += 1;
            assert!(space.get(&Index::from(&len - 1_u32)).is_some(), "{name}");
            assert!(space.get(&Index::from(len.clone())).is_none(), "{name}");
            let beyond = BigUint::from(10_u32).pow(100) + &len;
            assert!(space.locate(&Index::from(beyond)).is_none(), "{name}");
        }
    }
    assert!(finite > 0);
}

#[test]
fn trees_compare_as_their_indices_do() {
    for (name, rtg) in all_grammars() {
        let space = Space::new(rtg);
        let (trees, _) = listed(&space);
        // All pairs of neighbours at several distances.
        for distance in [0, 1, 2, 7, 50, 333] {
            for (a, b) in trees.iter().zip(trees.iter().skip(distance)) {
                let expected = if distance == 0 { Ordering::Equal } else { Ordering::Less };
                assert_eq!(compare(space.rtg(), a, b), expected, "{name}");
                assert_eq!(compare(space.rtg(), b, a), expected.reverse(), "{name}");
            }
        }
    }
}

/// For each text in this layout all listed trees that have it, in order.
fn by_text<'a>(rtg: &Rtg, trees: &'a [Tree], layout: Layout) -> BTreeMap<String, Vec<&'a Tree>> {
    let mut texts: BTreeMap<String, Vec<&Tree>> = BTreeMap::new();
    for tree in trees {
        texts.entry(rtg.render(tree, layout)).or_default().push(tree);
    }
    texts
}

#[test]
fn a_text_parses_to_exactly_the_trees_that_have_it() {
    let mut shared_texts = 0;
    for (name, rtg) in all_grammars() {
        let space = Space::new(rtg);
        let (trees, last) = listed(&space);
        for layout in [Layout::Spaced, Layout::Smtlib] {
            let expected = by_text(space.rtg(), &trees, layout);
            for tree in trees.iter().take(1_000) {
                let text = space.rtg().render(tree, layout);
                let expected = &expected[&text];
                let forest = space.parse(&text).unwrap_or_else(|e| panic!("{name}: {text:?}: {e}"));
                assert_eq!(forest.least(), expected[0], "{name}: {text:?}");
                let within = |tree: &Tree| tree.size(space.rtg()) <= last;
                let mut found: Vec<Tree> = forest.trees().take_while(within).collect();
                found.sort_by(|a, b| compare(space.rtg(), a, b));
                assert_eq!(found.iter().collect::<Vec<_>>(), *expected, "{name}: {text:?}");
                shared_texts += usize::from(expected.len() > 1);
            }
        }
    }
    assert!(shared_texts > 0, "some grammar is ambiguous");
}

#[test]
fn least_trees_are_the_first_in_the_list() {
    let mut checked = 0;
    for (name, rtg) in all_grammars() {
        let space = Space::new(rtg);
        let rtg = space.rtg();
        for nonterminal in rtg.nonterminals() {
            let first = space.of(nonterminal).get(&Index::default());
            assert_eq!(Some(rtg.least(nonterminal)), first, "{name}");
        }
        let (trees, last) = listed(&space);
        for production in rtg.productions() {
            let found = rtg.least_with(production);
            let uses = |tree: &&Tree| tree.choices().contains(&Choice::Production(production));
            assert!(found.belongs_to(rtg, rtg.start()) && uses(&&found), "{name}");
            match trees.iter().find(uses) {
                Some(first) => assert_eq!(found, *first, "{name}"),
                None => assert!(found.size(rtg) > last, "{name}"),
            }
            checked += usize::from(found.size(rtg) <= last);
        }
    }
    assert!(checked > 200, "only {checked} productions stand in the lists");
}
