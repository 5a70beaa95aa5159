//! Random numbers and random expressions, the same in every run.

use smtlib::text::Regex;

use crate::text;

/// A sequence of numbers that a seed determines (`SplitMix64`).
pub struct Sample(u64);

impl Sample {
    pub fn new(seed: u64) -> Sample {
        Sample(seed)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let bounded = (mixed ^ (mixed >> 31)) % bound as u64;
        usize::try_from(bounded).expect("below a usize")
    }

    /// A plan of an expression with about this many operators.
    pub fn plan(&mut self, operators: usize) -> Plan {
        if operators == 0 {
            let word = |sample: &mut Sample| {
                let letters = ["", "a", "b", "ab", "ba", "aa", "aba", "c"];
                letters[sample.below(letters.len())]
            };
            return match self.below(9) {
                0 => Plan::None,
                1 => Plan::All,
                2 => Plan::AllChar,
                3 => {
                    let ends = [("a", "b"), ("b", "b"), ("b", "z"), ("b", "a"), ("", "b")];
                    let (low, high) = ends[self.below(ends.len())];
                    Plan::Range(low, high)
                }
                _ => Plan::Word(word(self)),
            };
        }
        let rest = operators - 1;
        match self.below(12) {
            kind @ 0..=5 => {
                let left = self.below(rest + 1);
                let (a, b) = (Box::new(self.plan(left)), Box::new(self.plan(rest - left)));
                match kind {
                    0..=2 => Plan::Concat(a, b),
                    3 => Plan::Union(a, b),
                    4 => Plan::Inter(a, b),
                    _ => Plan::Diff(a, b),
                }
            }
            kind => {
                let body = Box::new(self.plan(rest));
                match kind {
                    6 | 7 => Plan::Comp(body),
                    8 => Plan::Repeat(body, 0, None),
                    9 => Plan::Repeat(body, 1, None),
                    10 => Plan::Repeat(body, 0, Some(1)),
                    _ => {
                        let counts = [0, 1, 2, 3, 4, 7, 1 << 40];
                        let mut count = || counts[self.below(counts.len())];
                        Plan::Repeat(body, count(), Some(count()))
                    }
                }
            }
        }
    }
}

/// An expression as it is written, before any simplification.
#[derive(Clone, Debug)]
pub enum Plan {
    None,
    All,
    AllChar,
    Word(&'static str),
    Range(&'static str, &'static str),
    Concat(Box<Plan>, Box<Plan>),
    Union(Box<Plan>, Box<Plan>),
    Inter(Box<Plan>, Box<Plan>),
    Diff(Box<Plan>, Box<Plan>),
    Comp(Box<Plan>),
    Repeat(Box<Plan>, u64, Option<u64>),
}

impl Plan {
    pub fn regex(&self) -> Regex {
        match self {
            Plan::None => Regex::none(),
            Plan::All => Regex::all(),
            Plan::AllChar => Regex::allchar(),
            Plan::Word(word) => Regex::literal(text(word)),
            Plan::Range(low, high) => Regex::range(&text(low), &text(high)),
            Plan::Concat(a, b) => a.regex().concat(&b.regex()),
            Plan::Union(a, b) => a.regex().union(&b.regex()),
            Plan::Inter(a, b) => a.regex().inter(&b.regex()),
            Plan::Diff(a, b) => a.regex().diff(&b.regex()),
            Plan::Comp(body) => body.regex().comp(),
            Plan::Repeat(body, 0, None) => body.regex().star(),
            Plan::Repeat(body, 1, None) => body.regex().plus(),
            Plan::Repeat(body, 0, Some(1)) => body.regex().opt(),
            Plan::Repeat(body, least, None) => body.regex().at_least(*least),
            Plan::Repeat(body, least, Some(most)) if least == most => body.regex().power(*most),
            Plan::Repeat(body, least, Some(most)) => body.regex().repeat(*least, *most),
        }
    }
}
