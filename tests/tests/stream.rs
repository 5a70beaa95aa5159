//! Streams against plain unranking: the same bytes from every start, in both layouts, for
//! every grammar there is.

use etude_tests::all_grammars;
use feat_runtime::{Layout, Limit, Sampler, Size, Space};
use num_bigint::BigUint;
use rayon::prelude::*;

/// Every grammar in each layout, in parallel.
fn for_all(check: impl Fn(&str, &Space, Layout) + Sync) {
    let grammars: Vec<(String, Space)> =
        all_grammars().into_iter().map(|(name, rtg)| (name, Space::new(rtg))).collect();
    grammars.par_iter().for_each(|(name, space)| {
        for layout in [Layout::Spaced, Layout::Smtlib] {
            check(&format!("{name} {layout:?}"), space, layout);
        }
    });
}

/// The texts from an index on, the plain way.
fn plain(space: &Space, from: &BigUint, count: usize, layout: Layout) -> Vec<String> {
    let trees = space.iter_from(&from.clone().into()).take(count);
    trees.map(|tree| space.rtg().render(&tree, layout)).collect()
}

/// The stream from an index on must give what plain unranking gives.
fn check(name: &str, space: &Space, from: &BigUint, count: usize, layout: Layout) {
    let expected = plain(space, from, count, layout);
    let mut stream = space.stream(&from.clone().into(), layout);
    // Some one by one, the rest in stretches of odd lengths.
    for (number, expected) in expected.iter().take(count / 4).enumerate() {
        assert_eq!(stream.next_text(), Some(&**expected), "{name} {from} + {number}");
    }
    let (mut streamed, mut out) = (expected[..expected.len().min(count / 4)].to_vec(), Vec::new());
    let mut stretch = 1;
    while streamed.len() < count {
        out.clear();
        let formulas = stretch.min(count - streamed.len()) as u64;
        let written = stream.fill(&mut out, "\u{1}", Limit { formulas, bytes: 5_000 });
        let texts = std::str::from_utf8(&out).unwrap();
        streamed.extend(texts.split_terminator('\u{1}').map(str::to_owned));
        if written == 0 {
            break;
        }
        stretch = stretch * 3 % 1009;
    }
    for (number, (streamed, expected)) in streamed.iter().zip(&expected).enumerate() {
        assert_eq!(streamed, expected, "{name} {from} + {number}");
    }
    assert_eq!(streamed.len(), expected.len(), "{name} {from}");
}

#[test]
fn from_the_beginning() {
    for_all(|name, space, layout| check(name, space, &BigUint::ZERO, 3_000, layout));
}

#[test]
fn across_the_borders_of_parts() {
    for_all(|name, space, layout| {
        for size in space.sizes().take(12) {
            let border = space.count_up_to(size);
            let before = BigUint::from(100_u32).min(border.clone());
            check(name, space, &(border - before), 200, layout);
        }
    });
}

#[test]
fn from_anywhere() {
    for_all(|name, space, layout| {
        let mut sampler = Sampler::new(7);
        for size in space.sizes().take(30) {
            let Some(index) = sampler.index_of_size(space, size) else { continue };
            check(name, space, index.number(), 150, layout);
        }
    });
}

#[test]
fn from_far_out() {
    for_all(|name, space, layout| {
        if space.len().is_some() {
            return;
        }
        for power in [50, 200] {
            // A language that grows slowly has no part at such an index in any time.
            if space.count_up_to(Size(200)) > BigUint::from(10_u32).pow(power) {
                check(name, space, &BigUint::from(10_u32).pow(power), 400, layout);
            }
        }
    });
}
