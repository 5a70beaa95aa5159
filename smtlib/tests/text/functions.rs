//! The functions on texts against the definitions of the standard, for all short texts.

use smtlib::text::Text;

use crate::sample::Sample;
use crate::{int, strings, text};

/// All ways to write `w` as `u₁ middle u₂`, the shortest `u₁` first.
fn splits<'a>(w: &'a str, middle: &str) -> Vec<(&'a str, &'a str)> {
    (0..=w.len())
        .filter(|&at| w[at..].starts_with(middle))
        .map(|at| (&w[..at], &w[at + middle.len()..]))
        .collect()
}

fn naive_replace_all(w: &str, pattern: &str, replacement: &str) -> String {
    match splits(w, pattern).first() {
        Some((before, after)) if !pattern.is_empty() => {
            [before, replacement, &naive_replace_all(after, pattern, replacement)].concat()
        }
        _ => w.to_owned(),
    }
}

fn naive_indexof(w: &str, pattern: &str, start: i64) -> i64 {
    let places = splits(w, pattern).into_iter().map(|(before, _)| int(before.len()));
    if start < 0 { -1 } else { places.filter(|&place| place >= start).min().unwrap_or(-1) }
}

#[test]
fn searching_and_replacing_agree_with_the_definitions() {
    let words = strings("ab", 5);
    for w in &words {
        for pattern in words.iter().take_while(|pattern| pattern.len() <= 3) {
            let (whole, part) = (text(w), text(pattern));
            let found = splits(w, pattern);
            assert_eq!(whole.contains(&part), !found.is_empty(), "{w} {pattern}");
            assert_eq!(part.prefixof(&whole), found.iter().any(|(before, _)| before.is_empty()));
            assert_eq!(part.suffixof(&whole), found.iter().any(|(_, after)| after.is_empty()));
            for start in -2..=7 {
                let index = naive_indexof(w, pattern, start);
                assert_eq!(whole.indexof(&part, start), index, "{w} {pattern} {start}");
            }
            for replacement in ["", "a", "ab", "bba", pattern] {
                let with = text(replacement);
                let first = found.first().map_or(w.clone(), |(b, a)| [b, replacement, a].concat());
                assert_eq!(whole.replace(&part, &with).unwrap(), text(&first), "{w} {pattern}");
                let all = naive_replace_all(w, pattern, replacement);
                assert_eq!(whole.replace_all(&part, &with).unwrap(), text(&all), "{w} {pattern}");
            }
        }
    }
}

#[test]
fn parts_agree_with_the_definitions() {
    for w in strings("ab", 9).into_iter().step_by(3) {
        let whole = text(&w);
        let length = int(w.len());
        for m in -2..=length + 2 {
            for n in -2..=length + 2 {
                // The unique w₂ of the definition, if there is one.
                let expected = (0..=w.len())
                    .flat_map(|from| (from..=w.len()).map(move |to| (from, to)))
                    .filter(|_| 0 <= m && m < length && 0 < n)
                    .find(|&(i, j)| int(i) == m && int(j - i) == n.min(length - m))
                    .map_or("", |(from, to)| &w[from..to]);
                assert_eq!(whole.substr(m, n), text(expected), "{w} {m} {n}");
            }
            assert_eq!(whole.at(m), whole.substr(m, 1));
        }
    }
}

#[test]
fn long_patterns_are_found_where_they_first_occur() {
    let mut sample = Sample::new(1);
    for _ in 0..3000 {
        let letters = |sample: &mut Sample, length| -> String {
            (0..length).map(|_| if sample.below(8) == 0 { 'b' } else { 'a' }).collect()
        };
        let length = 40 + sample.below(200);
        let w = letters(&mut sample, length);
        let from = sample.below(w.len() - 20);
        let to = from + (15 + sample.below(40)).min(w.len() - from);
        let length = 15 + sample.below(10);
        let patterns = [w[from..to].to_owned(), letters(&mut sample, length)];
        for pattern in &patterns {
            let start = int(sample.below(w.len()));
            let found = text(&w).indexof(&text(pattern), start);
            assert_eq!(found, naive_indexof(&w, pattern, start), "{w} {pattern} {start}");
            let replaced = text(&w).replace_all(&text(pattern), &text("c")).unwrap();
            assert_eq!(replaced, text(&w.replace(pattern, "c")));
        }
    }
}

#[test]
fn order_and_length_do_not_depend_on_where_characters_are_stored() {
    let words = strings("ab", 9);
    for (at, w) in words.iter().enumerate().step_by(7) {
        assert_eq!(text(w).len(), w.len());
        for v in words.iter().skip(at % 5).step_by(11) {
            assert_eq!(text(w).cmp(&text(v)), w.cmp(v), "{w} {v}");
            assert_eq!(text(w).concat(&text(v)).unwrap(), text(&(w.clone() + v)));
        }
    }
    assert!(Text::from_code(0x1_0000) > Text::from_code(0xFFFF));
}
