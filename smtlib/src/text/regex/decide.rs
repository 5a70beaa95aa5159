//! Questions about whole languages, answered by looking at all derivatives within a budget.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Regex;
use super::classes::representatives;
use super::derivatives::{Derivatives, State};
use super::lower::Direction;
use crate::text::word::Text;

/// The question was not settled within the budget. `((_ re.loop 0 100000) (re.++ a b))` may be too
/// much.
///
/// The answer can cost time exponential in the expression, or proportional to its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a question about a regular language was not settled in its budget: raise the budget")]
pub struct OutOfBudget;

impl Regex {
    /// Returns whether no text is in the language.
    ///
    /// Looks at no more than about `budget` terms; expressions without intersection and complement
    /// mostly need none.
    pub fn is_empty_language(&self, budget: u64) -> Result<bool, OutOfBudget> {
        if self.0.inhabited {
            return Ok(false);
        }
        Ok(self.shortest_word(budget)?.is_none())
    }

    /// A word of the language that no other is shorter than; none if the language is empty.
    ///
    /// Looks at no more than about `budget` terms.
    pub fn shortest_word(&self, budget: u64) -> Result<Option<Text>, OutOfBudget> {
        let mut states = Derivatives::new();
        let start = states.lower(self, Direction::Forward);
        let characters = representatives(&states);
        // The states in the order in which they are met, each with the one it was reached from.
        let mut met = vec![(start, 0, 0)];
        let mut seen = FxHashSet::from_iter([start]);
        let mut at = 0;
        while let Some(&(state, ..)) = met.get(at) {
            if states.nullable(state) {
                return Ok(Some(word_to(&met, at)));
            }
            for &character in &characters {
                let next = states.derive(state, character);
                if next != Derivatives::NONE && seen.insert(next) {
                    met.push((next, at, character));
                }
                if states.work() > budget {
                    return Err(OutOfBudget);
                }
            }
            at += 1;
        }
        Ok(None)
    }

    /// Returns whether it is the same language. This is `=` on `RegLan`.
    ///
    /// Looks at no more than about `budget` terms.
    pub fn equivalent(&self, other: &Regex, budget: u64) -> Result<bool, OutOfBudget> {
        if self == other {
            return Ok(true);
        }
        let mut states = Derivatives::new();
        let pair =
            (states.lower(self, Direction::Forward), states.lower(other, Direction::Forward));
        let characters = representatives(&states);
        // Hopcroft and Karp: states that must be equivalent are merged, and only pairs that were
        // not merged before are looked at.
        let mut merged = Merged::default();
        let mut pairs = vec![pair];
        while let Some((a, b)) = pairs.pop() {
            if !merged.merge(a, b) {
                continue;
            }
            if states.nullable(a) != states.nullable(b) {
                return Ok(false);
            }
            for &character in &characters {
                pairs.push((states.derive(a, character), states.derive(b, character)));
                if states.work() > budget {
                    return Err(OutOfBudget);
                }
            }
        }
        Ok(true)
    }
}

/// The characters that lead from the first state to that at a place.
fn word_to(met: &[(State, usize, u32)], mut at: usize) -> Text {
    let mut characters = Vec::new();
    while at != 0 {
        let (_, before, character) = met[at];
        characters.push(character);
        at = before;
    }
    characters.reverse();
    Text::of(&characters)
}

/// Classes of states, each known by one of its members.
#[derive(Default)]
struct Merged(FxHashMap<State, State>);

impl Merged {
    fn find(&mut self, mut state: State) -> State {
        while let Some(&above) = self.0.get(&state) {
            // Halving the way keeps later ways short.
            if let Some(&top) = self.0.get(&above) {
                self.0.insert(state, top);
            }
            state = above;
        }
        state
    }

    /// Makes one class of two; false if it was one before.
    fn merge(&mut self, a: State, b: State) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        a != b && self.0.insert(a, b).is_none()
    }
}
