//! Matching against sets: an expression denotes a set of texts, and all short ones are looked at.

use smtlib::text::{Regex, Text};

use crate::sample::{Plan, Sample};
use crate::{strings, text};

/// The texts over {a, b} up to a length; a set of them is a word of bits.
struct Universe {
    words: Vec<String>,
    /// Index of `words[i] + words[j]`, if it is short enough.
    joined: Vec<Vec<Option<usize>>>,
}

impl Universe {
    fn new() -> Universe {
        let words = strings("ab", 5);
        let find = |word: String| words.iter().position(|other| *other == word);
        let joined = words.iter().map(|a| words.iter().map(|b| find(a.clone() + b)).collect());
        Universe { joined: joined.collect(), words }
    }

    fn filter(&self, inside: impl Fn(&str) -> bool) -> u64 {
        (0..self.words.len()).filter(|&at| inside(&self.words[at])).map(|at| 1 << at).sum()
    }

    /// The short words of an expression, by the definitions of the standard.
    fn language(&self, plan: &Plan) -> u64 {
        match plan {
            Plan::None => 0,
            Plan::All => self.filter(|_| true),
            Plan::AllChar => self.filter(|word| word.len() == 1),
            Plan::Word(one) => self.filter(|word| word == *one),
            Plan::Range(low, high) => self.filter(|word| {
                [*low, *high, word].iter().all(|one| one.len() == 1)
                    && *low <= word
                    && word <= *high
            }),
            Plan::Concat(a, b) => self.concat(self.language(a), self.language(b)),
            Plan::Union(a, b) => self.language(a) | self.language(b),
            Plan::Inter(a, b) => self.language(a) & self.language(b),
            Plan::Diff(a, b) => self.language(a) & !self.language(b),
            Plan::Comp(body) => self.filter(|_| true) & !self.language(body),
            Plan::Repeat(body, least, most) => self.powers(self.language(body), *least, *most),
        }
    }

    fn concat(&self, a: u64, b: u64) -> u64 {
        let mut all = 0;
        for (_, row) in self.joined.iter().enumerate().filter(|(i, _)| a >> i & 1 == 1) {
            for (_, at) in row.iter().enumerate().filter(|(j, _)| b >> j & 1 == 1) {
                all |= at.map_or(0, |at| 1 << at);
            }
        }
        all
    }

    /// `Lⁿ ∪ … ∪ Lᵐ`. Once a power is the same as that before, all others are too.
    fn powers(&self, language: u64, least: u64, most: Option<u64>) -> u64 {
        let mut all = 0;
        let mut power = self.filter(str::is_empty);
        let mut exponent = 0;
        while most.is_none_or(|most| exponent <= most) {
            all |= if exponent >= least { power } else { 0 };
            let next = self.concat(language, power);
            if next == power {
                let reaches = most.is_none_or(|most| most >= least);
                return if reaches { all | power } else { all };
            }
            power = next;
            exponent += 1;
        }
        all
    }
}

#[test]
fn matching_agrees_with_sets_of_short_texts() {
    let universe = Universe::new();
    let mut sample = Sample::new(7);
    for round in 0..6000 {
        let operators = sample.below(if round % 10 == 0 { 25 } else { 8 });
        let plan = sample.plan(operators);
        let (regex, language) = (plan.regex(), universe.language(&plan));
        for (at, word) in universe.words.iter().enumerate() {
            assert_eq!(regex.matches(&text(word)), language >> at & 1 == 1, "{regex} {word:?}");
        }
        assert_eq!(regex.is_nullable(), language & 1 == 1, "{regex}");
    }
}

#[test]
fn long_texts_are_matched_like_short_ones() {
    let universe = Universe::new();
    let mut sample = Sample::new(8);
    // With a long tail or head of other letters, the text is long, and the question the same.
    let padding = "d".repeat(64);
    let pad = Regex::literal(text(&padding));
    for _ in 0..250 {
        let operators = sample.below(9);
        let plan = sample.plan(operators);
        let (regex, language) = (plan.regex(), universe.language(&plan));
        let (before, after) = (pad.concat(&regex), regex.concat(&pad));
        for (at, word) in universe.words.iter().enumerate() {
            let expected = language >> at & 1 == 1;
            assert_eq!(
                before.matches(&text(&(padding.clone() + word))),
                expected,
                "{before} {word}"
            );
            assert_eq!(
                after.matches(&text(&(word.clone() + &padding))),
                expected,
                "{after} {word}"
            );
        }
    }
}

/// Returns true if a text is a word, by trying all splits: exponential, and plain.
fn naive(plan: &Plan, word: &[u32]) -> bool {
    let here = Text::from_characters(word).expect("in the alphabet");
    let splits = || (0..=word.len()).map(|at| word.split_at(at));
    match plan {
        Plan::Concat(a, b) => splits().any(|(left, right)| naive(a, left) && naive(b, right)),
        Plan::Union(a, b) => naive(a, word) || naive(b, word),
        Plan::Inter(a, b) => naive(a, word) && naive(b, word),
        Plan::Diff(a, b) => naive(a, word) && !naive(b, word),
        Plan::Comp(body) => !naive(body, word),
        Plan::Repeat(_, least, Some(most)) if least > most => false,
        Plan::Repeat(_, 0, _) if word.is_empty() => true,
        Plan::Repeat(_, _, Some(0)) => word.is_empty(),
        Plan::Repeat(body, least, most) => {
            if naive(body, &[]) {
                // Empty words fill up: only the words that are not empty count.
                word.is_empty()
                    || splits().skip(1).any(|(left, right)| {
                        let rest = Plan::Repeat(body.clone(), 0, most.map(|most| most - 1));
                        naive(body, left) && naive(&rest, right)
                    })
            } else {
                splits().skip(1).any(|(left, right)| {
                    let least = least.saturating_sub(1);
                    let rest = Plan::Repeat(body.clone(), least, most.map(|most| most - 1));
                    naive(body, left) && naive(&rest, right)
                })
            }
        }
        leaf => leaf.regex().matches(&here),
    }
}

#[test]
fn all_characters_are_treated_alike() {
    let mut sample = Sample::new(9);
    for _ in 0..1500 {
        let operators = sample.below(6);
        let plan = sample.plan(operators);
        let regex = plan.regex();
        for _ in 0..8 {
            let length = sample.below(7);
            let word: Vec<u32> = (0..length)
                .map(|_| [0x61, 0x62, 0x63, 0x7A, 0, 0x2_FFFF][sample.below(6)])
                .collect();
            let expected = naive(&plan, &word);
            let word = Text::from_characters(&word).unwrap();
            assert_eq!(regex.matches(&word), expected, "{regex} {word}");
        }
    }
}
