//! The fast paths of the runtime against the plain ones.

use etude_tests::all_grammars;
use feat_runtime::{Index, Sampler, Size, Space, plain};
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
