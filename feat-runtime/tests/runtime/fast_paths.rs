//! The fast paths of the runtime against the plain ones.

use crate::grammars::all_grammars;
use feat_runtime::{Index, Layout, Sampler, Size, Space, plain};
use num_bigint::BigUint;
use rayon::prelude::*;

#[test]
fn counts_by_residues_are_those_of_the_plain_convolution() {
    all_grammars().into_par_iter().for_each(|(name, rtg)| {
        let space = Space::new(rtg);
        let size = Size(260);
        // All at once, so that most of them are counted by residues.
        space.count(size);
        let counted: Vec<_> = (0..=size.0).map(|size| space.count(Size(size))).collect();
        assert_eq!(counted, plain::counts(&space, size), "{name}");
    });
}

#[test]
fn trees_and_ranks_are_those_of_the_plain_way() {
    all_grammars().into_par_iter().for_each(|(name, rtg)| {
        let space = Space::new(rtg);
        let mut sampler = Sampler::new(7);
        // Sizes around which the numbers leave 64 bits, 128 bits, and far beyond.
        for size in (0..40).chain([60, 100, 150, 200, 260]) {
            for _ in 0..8 {
                let Some(index) = sampler.index_of_size(&space, Size(size)) else { continue };
                let tree = space.get(&index).unwrap();
                assert_eq!(Some(&tree), plain::get(&space, &index).as_ref(), "{name} {index}");
                assert_eq!(space.rank(&tree), Some(index.clone()), "{name}");
                assert_eq!(plain::rank(&space, &tree), index, "{name}");
            }
            // The first and the last tree of the part.
            let first = Index::from(match size {
                0 => 0_u32.into(),
                _ => space.count_up_to(Size(size - 1)),
            });
            let after = Index::from(space.count_up_to(Size(size)));
            for index in [first, after] {
                assert_eq!(space.get(&index), plain::get(&space, &index), "{name} {index}");
            }
        }
    });
}

/// The tree and the texts at an index, twice: first texts are made without pools.
fn check_text(name: &str, space: &Space, index: &Index) {
    let tree = plain::get(space, index);
    assert_eq!(space.get(index), tree, "{name} {index}");
    for layout in [Layout::Spaced, Layout::Smtlib] {
        let expected = tree.as_ref().map(|tree| space.rtg().render(tree, layout));
        for _ in 0..2 {
            assert_eq!(space.text(index, layout), expected, "{name} {index} {layout:?}");
        }
    }
}

#[test]
fn texts_are_those_of_trees_found_the_plain_way() {
    all_grammars().into_par_iter().for_each(|(name, rtg)| {
        let space = Space::new(rtg);
        let mut sampler = Sampler::new(11);
        for index in 0..200_u64 {
            check_text(&name, &space, &index.into());
        }
        for size in (0..40).chain([60, 150, 260]) {
            for _ in 0..4 {
                let Some(index) = sampler.index_of_size(&space, Size(size)) else { continue };
                check_text(&name, &space, &index);
            }
        }
    });
}

/// Indices that fit a word are found where the part that holds them does not.
#[test]
fn indices_up_to_the_largest_word_are_found() {
    let largest = BigUint::from(u64::MAX);
    let mut beyond = 0;
    for (name, rtg) in all_grammars() {
        let space = Space::new(rtg);
        // A language that grows slowly has no such index in any time.
        if space.count_up_to(Size(200)) <= largest {
            continue;
        }
        let part = space.locate(&u64::MAX.into()).unwrap().size;
        beyond += usize::from(space.count(part) > largest);
        let before_part = space.count_up_to(Size(part.0 - 1));
        let near = |middle: &BigUint| {
            (0..8_u32).flat_map(|by| [middle + by, middle - by]).collect::<Vec<_>>()
        };
        let mut indices = [near(&largest), near(&before_part)].concat();
        indices.extend((1..64_u32).map(|part| &largest / 64_u32 * part));
        for index in indices {
            check_text(&name, &space, &index.into());
        }
    }
    assert!(beyond > 8, "some parts do not fit a word");
}

/// Threads that ask for texts while others make the tables grow.
#[test]
fn texts_and_tables_are_made_at_the_same_time() {
    for (name, rtg) in all_grammars().into_iter().take(4) {
        let space = Space::new(rtg);
        let texts: Vec<_> = (0..64_u32)
            .into_par_iter()
            .map(|power| {
                let index = Index::from(BigUint::from(3_u32).pow(power));
                (space.text(&index, Layout::Smtlib), index)
            })
            .collect();
        for (text, index) in texts {
            let tree = plain::get(&space, &index);
            let expected = tree.map(|tree| space.rtg().render(&tree, Layout::Smtlib));
            assert_eq!(text, expected, "{name} {index}");
        }
    }
}

#[test]
fn a_large_index_is_found_in_tables_that_grow_at_once() {
    let mut found = 0;
    for (name, rtg) in all_grammars() {
        let space = Space::new(rtg);
        let index: Index = "10^300".parse().unwrap();
        // Some are finite, and some grow too slowly to have it.
        let Some(position) = space.locate(&index) else { continue };
        found += 1;
        assert_eq!(space.index_of(&position), index, "{name}");
        let tree = space.get(&index).unwrap();
        assert_eq!(tree.size(space.rtg()), position.size, "{name}");
        assert_eq!(space.rank(&tree), Some(index), "{name}");
    }
    assert!(found > 8);
}
