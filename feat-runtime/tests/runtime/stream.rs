//! Streams against plain unranking: the same bytes from every start, in both layouts, for
//! every grammar there is.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::grammars::{all_grammars, project, read_grammar};
use feat_runtime::{
    CharSet, Cost, Draft, DraftNonterminal, DraftProduction, Index, Join, Layout, Limit,
    NonterminalId, Rtg, Sampler, Size, Space, Symbol,
};
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
        if space.cardinality().is_some() {
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

/// Returns what a stream writes with this number of threads.
fn written(space: &Space, from: &BigUint, count: u64, layout: Layout, threads: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let stream = space.stream(&from.clone().into(), layout);
    let written = stream.write(Some(count), "\n\n", threads, &mut out).unwrap();
    let left = space.cardinality().map(|len| u64::try_from(len - from).unwrap());
    assert_eq!(written, left.unwrap_or(count).min(count));
    out
}

#[test]
fn threads_write_what_one_writes() {
    for_all(|name, space, layout| {
        let from = BigUint::from(17_u32);
        let one = written(space, &from, 30_000, layout, 1);
        let lines = plain(space, &from, 100, layout).join("\n\n");
        assert!(one.starts_with(lines.as_bytes()), "{name}");
        for threads in [2, 3, 8] {
            // Without a word on the difference, which is megabytes long.
            assert!(one == written(space, &from, 30_000, layout, threads), "{name} {threads}");
        }
    });
}

#[test]
fn an_error_ends_all_threads() {
    let space = theory("Core");
    for threads in [1, 2, 5] {
        let mut rest = 3_000_000_usize;
        let take = |text: &[u8], _| {
            rest = rest.checked_sub(text.len()).ok_or("full")?;
            Ok(())
        };
        let stream = space.stream(&Index::default(), Layout::Spaced);
        assert_eq!(stream.for_pieces(None, "\n", threads, take), Err("full"));
    }
}

#[test]
fn a_finite_language_ends() {
    let mut finite = 0;
    for_all(|name, start, layout| {
        let mut from = BigUint::ZERO;
        for nonterminal in start.rtg().nonterminals() {
            let space = start.of(nonterminal);
            let Some(len) = space.cardinality().filter(|len| *len < BigUint::from(10_000_u32))
            else {
                continue;
            };
            check(name, &space, &BigUint::ZERO, 10_000, layout);
            from = (&from + 7_u32) % &len;
            let mut stream = space.stream(&from.clone().into(), layout);
            assert_eq!(BigUint::from(stream.skip(20_000)), &len - &from, "{name}");
            assert_eq!(stream.next_text(), None, "{name}");
            assert_eq!(space.stream(&len.into(), layout).next_text(), None, "{name}");
        }
    });
    for (_, rtg) in all_grammars() {
        finite += usize::from(Space::new(rtg).cardinality().is_some());
    }
    assert!(finite > 0, "some grammar is finite");
}

#[test]
fn skipping_is_starting_later() {
    for_all(|name, space, layout| {
        let mut stream = space.stream(&Index::default(), layout);
        let mut at = 0_u64;
        for distance in [0, 1, 5, 100, 3, 2_500, 40_000, 1_000_000, 7, 12_345_678] {
            // A language that grows slowly is soon too long to go through.
            if space.count_up_to(Size(200)) < BigUint::from(at + distance)
                && space.cardinality().is_none()
            {
                break;
            }
            at += stream.skip(distance);
            let mut later = space.stream(&at.into(), layout);
            for _ in 0..20 {
                assert_eq!(stream.next_text(), later.next_text(), "{name} {at}");
                at += 1;
            }
            if later.next_text().is_none() {
                break;
            }
        }
    });
}

/// Nothing recurses as deep as a formula nests.
#[test]
fn a_small_stack_is_enough() {
    let test = || {
        for (name, rtg) in all_grammars() {
            let space = Space::new(rtg);
            check(&name, &space, &BigUint::ZERO, 300, Layout::Smtlib);
        }
        let far = BigUint::from(10_u32).pow(400);
        check("Core", &theory("Core"), &far, 100, Layout::Smtlib);
    };
    std::thread::Builder::new().stack_size(128 * 1024).spawn(test).unwrap().join().unwrap();
}

fn theory(name: &str) -> Space {
    Space::new(read_grammar(&project().join(format!("grammars/{name}.g4"))))
}

/// Grammars that nobody would write: parentheses and quotes that do not match, in sets and
/// glued to other characters, empty tokens, tokens in tokens.
fn random_grammar(seed: u64) -> Option<Rtg> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = move |below: usize| {
        // Xorshift: any numbers will do, if they are the same in every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let literals = ["(", ")", "\"", "|", "a", "", "x(", ")y", "()", "b ", "\"(\"", "é", "(not"];
    let sets = ["()", "ab", "\"a", "|)", "xyz", "(", "é€"];
    let count = 1 + draw(4);
    let nonterminals = (0..count).map(|number| DraftNonterminal {
        name: format!("n{number}"),
        join: if draw(3) == 0 { Join::Joined } else { Join::Separated },
        productions: (0..=draw(4))
            .map(|_| DraftProduction {
                constructor: String::new(),
                cost: Cost(u32::from(draw(3) > 0)),
                symbols: (0..draw(5))
                    .map(|_| match draw(5) {
                        0 | 1 => Symbol::Literal(literals[draw(literals.len())].to_owned()),
                        2 => Symbol::Set(CharSet::from_chars(sets[draw(sets.len())].chars())),
                        _ => Symbol::Nonterminal(NonterminalId::new(draw(count))),
                    })
                    .collect(),
            })
            .collect(),
    });
    let nonterminals = nonterminals.collect();
    Draft { start: NonterminalId::new(0), nonterminals }.check().ok()
}

#[test]
fn random_grammars_stream_as_they_render() {
    let tested = (0..20_000_u64).into_par_iter().filter(|&seed| {
        let Some(rtg) = random_grammar(seed) else { return false };
        let space = Space::new(rtg);
        for layout in [Layout::Spaced, Layout::Smtlib] {
            for from in [0_u32, 1_234] {
                let from = BigUint::from(from);
                let least = space.cardinality().is_none_or(|len| len > from);
                if least && space.count_up_to(Size(40)) > from {
                    check(&format!("seed {seed} {layout:?}"), &space, &from, 200, layout);
                }
            }
        }
        true
    });
    assert!(tested.count() > 1_000);
}
