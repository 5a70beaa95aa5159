//! From which size on texts are long enough: against every text of the small sizes, and far out
//! against samples and a text that is too short.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::grammars::{all_grammars, grammars};
use feat_runtime::{
    Choice, Index, Layout, MOST_SIZE, NonterminalId, ProductionId, Rtg, Sampler, Size, Space,
    Symbol, Tree, naive,
};
use num_bigint::BigUint;
use rayon::prelude::*;

const LAYOUTS: [Layout; 2] = [Layout::Smtlib, Layout::Spaced];
/// More trees of one size are not spelled out.
const MOST_TREES: u32 = 20_000;

/// The length of the shortest text of each size, from 0 up to the first that has too many trees.
fn shortest(space: &Space, layout: Layout) -> Vec<Option<usize>> {
    let few = |size: &Size| space.count(*size) <= BigUint::from(MOST_TREES);
    let shortest = |size: Size| {
        let trees = naive::trees(space.rtg(), space.nonterminal(), size);
        trees.iter().map(|tree| space.rtg().render(tree, layout).len()).min()
    };
    space.sizes().take(12).take_while(few).map(shortest).collect()
}

#[test]
fn every_length_starts_where_the_last_short_text_ends() {
    all_grammars().into_par_iter().for_each(|(name, rtg)| {
        let space = Space::new(rtg);
        let mut is_met = false;
        for layout in LAYOUTS {
            let shortest = shortest(&space, layout);
            let longest = shortest.iter().copied().max().unwrap().unwrap();
            for bytes in 0..u32::try_from(longest).unwrap() + 20 {
                let is_short =
                    |length: &Option<usize>| length.is_some_and(|it| it < bytes as usize);
                let from = space.least_size_of_length(bytes, layout);
                let shown = format!("{name}, {layout:?}, {bytes} bytes: {from:?}");
                let Some(Size(from)) = from else {
                    // The last texts are too short, or there is no end of texts that are.
                    assert!(is_short(shortest.last().unwrap()), "{shown}");
                    is_met = true;
                    continue;
                };
                let after = shortest.get(from as usize..).unwrap_or_default();
                assert!(!after.iter().any(is_short), "{shown}");
                let before = from.checked_sub(1).and_then(|size| shortest.get(size as usize));
                assert!(before.is_none_or(is_short), "{shown}: a smaller size would do");
                is_met |= before.is_some();
                let index = space.first_of_length(bytes, layout).unwrap();
                let below = from.checked_sub(1).map(|size| space.count_up_to(Size(size)));
                assert_eq!(index, Index::from(below.unwrap_or_default()), "{shown}");
            }
        }
        assert!(is_met, "{name}: no length falls among the small sizes");
    });
}

#[test]
fn a_language_that_ends_too_soon_has_no_such_index() {
    let (_, rtg) = all_grammars().into_iter().find(|(name, _)| name == "Finite").unwrap();
    let space = Space::new(rtg);
    assert_eq!(space.first_of_length(4096, Layout::Smtlib), None);
}

#[test]
fn four_thousand_bytes() {
    grammars("grammars").into_par_iter().for_each(|(name, rtg)| {
        let space = &Space::new(rtg);
        let first = space.first_of_length(4096, Layout::Smtlib).unwrap();
        let size = space.locate(&first).unwrap().size;
        assert!(size < MOST_SIZE);
        let mut sampler = Sampler::new(13);
        for number in 0..200 {
            let index = sampler.index_of_size(space, Size(size.0 + number % 20)).unwrap();
            let text = space.text(&index, Layout::Smtlib).unwrap();
            assert!(text.len() >= 4096, "{name} {index}");
        }
        assert!(space.text(&first, Layout::Smtlib).unwrap().len() >= 4096, "{name}");
        let witness = short_tree(space, Size(size.0 - 1));
        assert_eq!(witness.size(space.rtg()), Size(size.0 - 1), "{name}");
        assert!(space.rank(&witness).unwrap() < first, "{name}");
        let length = space.rtg().render(&witness, Layout::Smtlib).len();
        assert!(length < 4096, "{name}: the shortest of size {size} less one has {length} bytes");
    });
}

/// A tree of a size with a short text: one production again and again inside a small tree, the
/// best of all that can be made so.
fn short_tree(space: &Space, size: Size) -> Tree {
    let rtg = space.rtg();
    let pumped = small_trees(space).into_iter().flat_map(|tree| {
        let places = 0..tree.choices().len();
        places.flat_map(move |place| pump(rtg, &tree, place, size)).collect::<Vec<Tree>>()
    });
    pumped.min_by_key(|tree| rtg.render(tree, Layout::Smtlib).len()).unwrap()
}

/// For each nonterminal the tree with the shortest text that holds it, of the two smallest sizes.
fn small_trees(space: &Space) -> Vec<Tree> {
    let rtg = space.rtg();
    let least = rtg.nonterminal(space.nonterminal()).least_size().0;
    let sizes = (least..least + 2).map(Size);
    let mut trees: Vec<Tree> =
        sizes.flat_map(|size| naive::trees(rtg, space.nonterminal(), size)).collect();
    trees.sort_by_key(|tree| rtg.render(tree, Layout::Smtlib).len());
    let holds = |tree: &Tree, id: NonterminalId| {
        let mut choices = tree.choices().iter();
        choices.any(|choice| matches!(choice, Choice::Production(it) if rtg.production(*it).nonterminal() == id))
    };
    rtg.nonterminals().filter_map(|id| trees.iter().find(|tree| holds(tree, id)).cloned()).collect()
}

fn shortest_tree(rtg: &Rtg, id: NonterminalId, size: u32) -> Tree {
    let trees = naive::trees(rtg, id, Size(size)).into_iter();
    trees.min_by_key(|tree| rtg.render(tree, Layout::Smtlib).len()).unwrap()
}

/// The trees of a size in which the subtree at `place` stands inside one production that holds
/// its nonterminal, over and over.
fn pump(rtg: &Rtg, tree: &Tree, place: usize, size: Size) -> Vec<Tree> {
    let Choice::Production(root) = tree.choices()[place] else { return Vec::new() };
    let id = rtg.production(root).nonterminal();
    let end = place + subtree(rtg, &tree.choices()[place..]);
    let missing = size.0 - tree.size(rtg).0;
    let around = |production: ProductionId| {
        let (before, after, gain) = context(rtg, production, id)?;
        (gain > 0 && missing.is_multiple_of(gain)).then(|| {
            let times = (missing / gain) as usize;
            let choices = tree.choices();
            Tree::from_choices(
                [
                    choices[..place].to_vec(),
                    before.repeat(times),
                    choices[place..end].to_vec(),
                    after.repeat(times),
                    choices[end..].to_vec(),
                ]
                .concat(),
            )
        })
    };
    rtg.nonterminal(id).productions().filter_map(around).collect()
}

/// Returns the number of choices of the tree at the beginning of some choices.
fn subtree(rtg: &Rtg, choices: &[Choice]) -> usize {
    let (mut open, mut length) = (1, 0);
    while open > 0 {
        if let Choice::Production(id) = choices[length] {
            let symbols = rtg.production(id).symbols().iter();
            open += symbols.filter(|symbol| !matches!(symbol, Symbol::Literal(_))).count();
        }
        open -= 1;
        length += 1;
    }
    length
}

/// The choices of a production before and after its first child `id`, and how much larger it
/// makes a tree; all other children are as small as they can be.
fn context(
    rtg: &Rtg,
    production: ProductionId,
    id: NonterminalId,
) -> Option<(Vec<Choice>, Vec<Choice>, u32)> {
    let mut gain = rtg.production(production).cost().0;
    let (mut before, mut after) = (vec![Choice::Production(production)], Vec::new());
    let mut is_behind = false;
    for symbol in rtg.production(production).symbols() {
        let Symbol::Nonterminal(child) = symbol else { continue };
        if *child == id && !is_behind {
            is_behind = true;
            continue;
        }
        let least = rtg.nonterminal(*child).least_size().0;
        gain += least;
        let side = if is_behind { &mut after } else { &mut before };
        side.extend_from_slice(shortest_tree(rtg, *child, least).choices());
    }
    is_behind.then_some((before, after, gain))
}
