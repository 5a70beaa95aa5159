//! Strings and regular expressions.

use super::{Candidates, Values};
use crate::text::{Regex, Text};
use crate::value::Value;

/// Greatest number of letters of words, and greatest length.
const MOST_LETTERS: usize = 6;
const LONGEST_WORD: usize = 12;

/// Longer literals are neither cut nor joined, and no letters behind this are looked at.
const LONGEST_LITERAL: usize = 1 << 12;

/// There are no more words of one length than this.
const MOST_WORDS: usize = 1 << 13;

/// The digit 0, which may lead a number.
const ZERO: u32 = 0x30;

/// A length that a formula mentions is tried up to this.
const LONGEST_RUN: i64 = 64;

impl Candidates {
    pub(super) fn strings(&self, to: &mut Values) {
        let letters = self.letters();
        let mut words: Vec<Vec<u32>> = vec![Vec::new()];
        extend(to, &words);
        words = longer(&words, &letters);
        extend(to, &words);
        let literals: Vec<&[u32]> = self
            .literals
            .iter()
            .filter_map(|literal| match literal {
                Value::String(text) if !text.is_empty() => Some(text.characters()),
                _ => None,
            })
            .collect();
        extend(to, literals.iter().copied());
        let literals: Vec<&[u32]> =
            literals.into_iter().filter(|literal| literal.len() <= LONGEST_LITERAL).collect();
        if self.digits {
            let decimals = self.int_literals().filter(|int| int.bits() <= 4096);
            let decimals = decimals.map(|int| Text::from_int(&int.to_big()));
            for decimal in decimals {
                let zeros = [&[][..], &[ZERO], &[ZERO, ZERO]];
                extend(to, zeros.map(|zeros| [zeros, decimal.characters()].concat()));
            }
        }
        words = longer(&words, &letters);
        extend(to, &words);
        for literal in literals.iter().take(8) {
            let cuts = 1..literal.len().min(8);
            extend(to, cuts.clone().map(|at| &literal[..literal.len() - at]));
            extend(to, cuts.map(|at| &literal[at..]));
        }
        self.runs(letters[0], to);
        let parts: Vec<&[u32]> =
            literals.iter().take(6).copied().chain(letters.chunks(1).take(3)).collect();
        for a in &parts {
            extend(to, parts.iter().map(|b| [*a, *b].concat()));
        }
        while !to.is_full() && words[0].len() < LONGEST_WORD && words.len() < MOST_WORDS {
            words = longer(&words, &letters);
            extend(to, &words);
        }
    }

    /// One letter as often as an integer of the formula says.
    fn runs(&self, letter: u32, to: &mut Values) {
        for int in self.int_literals() {
            let Some(length) = int.to_i64().filter(|&int| (0..=LONGEST_RUN).contains(&int)) else {
                continue;
            };
            for length in [length, length + 1, (length - 1).max(0)] {
                let length = usize::try_from(length).expect("not negative");
                extend(to, [vec![letter; length]]);
            }
        }
    }

    /// The letters of the literals, one that is in none of them, and digits.
    fn letters(&self) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        for literal in &self.literals {
            if let Value::String(text) = literal {
                for &letter in text.characters().iter().take(LONGEST_LITERAL) {
                    if found.len() < MOST_LETTERS && !found.contains(&letter) {
                        found.push(letter);
                    }
                }
            }
        }
        // A letter that is in none of them comes second, or first and second.
        for place in [1, 1].into_iter().take(if found.is_empty() { 2 } else { 1 }) {
            let fresh = ('a'..='z').map(u32::from).find(|letter| !found.contains(letter));
            let place = found.len().min(place);
            found.splice(place..place, fresh);
        }
        let digits = if self.digits { "019" } else { "0" };
        for digit in digits.chars().map(u32::from) {
            if !found.contains(&digit) {
                found.push(digit);
            }
        }
        found
    }

    pub(super) fn regexes(&self, to: &mut Values) {
        to.extend([Regex::none(), Regex::all(), Regex::allchar()].map(Value::Regex));
        let mut words = Values::up_to(16);
        self.strings(&mut words);
        for word in words.list() {
            if let Value::String(text) = word {
                let literal = Regex::literal(text);
                to.extend([literal.star(), literal.comp(), literal].map(Value::Regex));
            }
        }
    }
}

fn longer(words: &[Vec<u32>], letters: &[u32]) -> Vec<Vec<u32>> {
    let longer = words
        .iter()
        .flat_map(|word| letters.iter().map(|&letter| [word.as_slice(), &[letter]].concat()));
    longer.collect()
}

fn extend<W: AsRef<[u32]>>(to: &mut Values, words: impl IntoIterator<Item = W>) {
    let texts = words.into_iter().filter_map(|word| Text::from_characters(word.as_ref()).ok());
    to.extend(texts.map(Value::String));
}
