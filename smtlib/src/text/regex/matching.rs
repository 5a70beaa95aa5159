//! An expression and a text into matches, whatever the length of the text.

use std::ops::Range;

use super::Regex;
use super::decide::OutOfBudget;
use super::derivatives::{Derivatives, State};
use super::lower::Direction;
use super::spans::{LONGEST, spans};

/// Returns whether the text is a word of the expression.
pub(super) fn matches(expression: &Regex, text: &[u32], budget: u64) -> Result<bool, OutOfBudget> {
    if text.is_empty() {
        return Ok(expression.0.nullable);
    }
    if text.len() <= LONGEST {
        return Ok((spans(expression, text)[0] >> text.len()) & 1 == 1);
    }
    let mut states = Derivatives::new();
    let mut state = states.lower(expression, Direction::Forward);
    for &character in text {
        match state {
            Derivatives::NONE => return Ok(false),
            Derivatives::ALL => return Ok(true),
            _ => state = states.derive(state, character),
        }
        if states.work() > budget {
            return Err(OutOfBudget);
        }
        if states.is_full() {
            (states, state) = states.without_garbage(state);
        }
    }
    Ok(states.nullable(state))
}

/// Lengths of matches that count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum Length {
    Any,
    NotEmpty,
}

/// The parts of a text that are words of an expression.
pub(in crate::text) struct Matches<'a> {
    text: &'a [u32],
    length: Length,
    form: Form,
}

enum Form {
    /// The matrix of `spans`.
    Short(Vec<u64>),
    /// The places where a match begins, and how to find its end.
    Long { begins: Vec<bool>, states: Derivatives, start: State },
}

impl<'a> Matches<'a> {
    /// Costs as much as [`Regex::matches`].
    pub(in crate::text) fn new(expression: &Regex, text: &'a [u32], length: Length) -> Matches<'a> {
        let form = if text.len() <= LONGEST {
            Form::Short(spans(expression, text))
        } else {
            let begins = begins(expression, text, length);
            let mut states = Derivatives::new();
            let start = states.lower(expression, Direction::Forward);
            Form::Long { begins, states, start }
        };
        Matches { text, length, form }
    }

    /// Of the matches that begin at `from` or later, the leftmost; of those, the shortest.
    pub(in crate::text) fn leftmost(&mut self, from: usize) -> Option<Range<usize>> {
        let least = usize::from(self.length == Length::NotEmpty);
        match &mut self.form {
            Form::Short(rows) => (from..=self.text.len()).find_map(|start| {
                let ends = rows[start] & u64::MAX.checked_shl(to_shift(start + least))?;
                (ends != 0).then(|| start..ends.trailing_zeros() as usize)
            }),
            Form::Long { begins, states, start: state } => {
                let start = from + begins[from..].iter().position(|&begins| begins)?;
                let end = shortest(states, *state, &self.text[start..], least)?;
                if states.is_full() {
                    (*states, *state) = states.without_garbage(*state);
                }
                Some(start..start + end)
            }
        }
    }
}

/// The length of the shortest beginning of a text that is a word, and has `least` characters.
fn shortest(
    states: &mut Derivatives,
    mut state: State,
    text: &[u32],
    least: usize,
) -> Option<usize> {
    for (end, &character) in text.iter().enumerate() {
        if end >= least && states.nullable(state) {
            return Some(end);
        }
        state = states.derive(state, character);
    }
    states.nullable(state).then_some(text.len())
}

/// For each place of a text, the end included: does a match begin there?
///
/// Read from the right, a match that begins at a place is the end of what was read so far: one
/// pass over the text finds them all.
fn begins(expression: &Regex, text: &[u32], length: Length) -> Vec<bool> {
    let mut states = Derivatives::new();
    let mut word = states.lower(expression, Direction::Backward);
    if length == Length::NotEmpty {
        let not_empty = states.comp(Derivatives::EMPTY);
        word = states.inter([word, not_empty]);
    }
    let mut state = states.concat(Derivatives::ALL, word);
    let mut begins = vec![states.nullable(state)];
    for &character in text.iter().rev() {
        state = states.derive(state, character);
        begins.push(states.nullable(state));
        if states.is_full() {
            (states, state) = states.without_garbage(state);
        }
    }
    begins.reverse();
    begins
}

/// A place of a short text as a distance to shift by.
fn to_shift(place: usize) -> u32 {
    u32::try_from(place).expect("at most 64")
}
