//! Replacing by expressions against the definition: the leftmost, and of those the shortest.

use smtlib::text::{Regex, Text};

use crate::sample::Sample;
use crate::{int, text};

/// The shortest `u₁`, then the shortest `w₁`, with `w = u₁ w₁ u₂` and `w₁` a word.
fn first_match(regex: &Regex, w: &str, least: usize) -> Option<(usize, usize)> {
    let spans = (0..=w.len()).flat_map(|i| (i..=w.len()).map(move |j| (i, j)));
    spans.filter(|(i, j)| j - i >= least).find(|&(i, j)| regex.matches(&text(&w[i..j])))
}

fn naive_replace(regex: &Regex, w: &str, with: &str) -> String {
    match first_match(regex, w, 0) {
        Some((i, j)) => [&w[..i], with, &w[j..]].concat(),
        None => w.to_owned(),
    }
}

fn naive_replace_all(regex: &Regex, w: &str, with: &str) -> String {
    match first_match(regex, w, 1) {
        Some((i, j)) => [&w[..i], with, &naive_replace_all(regex, &w[j..], with)].concat(),
        None => w.to_owned(),
    }
}

fn check(regex: &Regex, w: &str, with: &str) {
    let (whole, replacement) = (text(w), text(with));
    let one = whole.replace_re(regex, &replacement).expect("short");
    assert_eq!(one, text(&naive_replace(regex, w, with)), "{regex} {w}");
    let all = whole.replace_re_all(regex, &replacement).expect("short");
    assert_eq!(all, text(&naive_replace_all(regex, w, with)), "{regex} {w}");
    for start in [-1, 0, 1, 3, int(w.len()), int(w.len()) + 1] {
        let rest = usize::try_from(start).ok().and_then(|start| w.get(start..));
        let expected =
            rest.and_then(|rest| first_match(regex, rest, 0)).map_or(-1, |(i, _)| start + int(i));
        assert_eq!(whole.indexof_re(regex, start), expected, "{regex} {w} {start}");
    }
}

fn letters(sample: &mut Sample, length: usize) -> String {
    (0..length).map(|_| ['a', 'b', 'c'][sample.below(3)]).collect()
}

#[test]
fn short_texts() {
    let mut sample = Sample::new(20);
    for _ in 0..4000 {
        let operators = sample.below(7);
        let regex = sample.plan(operators).regex();
        let length = sample.below(9);
        let w = letters(&mut sample, length);
        let with = ["", "a", "xy"][sample.below(3)];
        check(&regex, &w, with);
    }
}

#[test]
fn long_texts_and_the_border_between() {
    let mut sample = Sample::new(21);
    for round in 0..150 {
        let operators = sample.below(6);
        let regex = sample.plan(operators).regex();
        let length = 62 + round % 5;
        let w = letters(&mut sample, length);
        check(&regex, &w, "xy");
    }
}

#[test]
fn a_text_of_ten_thousand_characters() {
    let w = "ab".repeat(5000);
    let word = |characters| Regex::literal(text(characters));
    let never = Regex::all().concat(&word("c"));
    assert_eq!(text(&w).replace_re_all(&never, &text("x")).unwrap(), text(&w));
    let pairs = word("a").concat(&Regex::allchar());
    let replaced = text(&w).replace_re_all(&pairs, &text("x")).unwrap();
    assert_eq!(replaced, text(&"x".repeat(5000)));
    assert_eq!(text(&w).indexof_re(&word("b").concat(&word("a")), 9000), 9001);
    assert_eq!(Text::EMPTY.replace_re_all(&pairs, &text("x")).unwrap(), Text::EMPTY);
}
