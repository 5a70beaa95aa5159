//! From a grammar of scripts to one with more variables and more assertions.
//!
//! The grammar itself is changed and checked again, so that the wider language has indices of its
//! own, as exact as those of a grammar that somebody wrote. What is looked for: declarations,
//! literals such as `(declare-const a Int)` that every formula has; rules with alternatives that
//! are such a variable and nothing else, as in `var : 'a' | 'b' ;`; and in the start rule symbols
//! whose texts begin with `(assert`.

mod error;
mod variables;

use std::fmt;
use std::num::NonZeroU32;

use feat_runtime::{Draft, NonterminalId, Space, Symbol};

pub use error::WidenError;

/// The widening of a grammar, such as `vars=5,asserts=2`; `None` leaves it as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Widening {
    /// Number of variables in all.
    pub variables: Option<u32>,
    /// Number of times in a row that an assertion stands where one stands.
    pub asserts: Option<u32>,
}

impl Widening {
    /// A theory's name and how it was widened: the inverse of writing one behind the other.
    ///
    /// `Core[vars=5]` is Core with five variables; a name without a widening is all name.
    pub fn of_name(name: &str) -> (&str, Self) {
        let split = || {
            let (theory, inside) = name.strip_suffix(']')?.split_once('[')?;
            let mut widening = Self::default();
            for part in inside.split(',') {
                let (key, number) = part.split_once('=')?;
                let number = Some(number.parse::<NonZeroU32>().ok()?.get());
                match key {
                    "vars" => widening.variables = number,
                    "asserts" => widening.asserts = number,
                    _ => return None,
                }
            }
            Some((theory, widening))
        };
        split().unwrap_or((name, Self::default()))
    }
}

/// The text behind a theory's name: `[vars=5,asserts=2]`, or nothing.
impl fmt::Display for Widening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.variables, self.asserts) {
            (Some(variables), Some(asserts)) => write!(f, "[vars={variables},asserts={asserts}]"),
            (Some(variables), None) => write!(f, "[vars={variables}]"),
            (None, Some(asserts)) => write!(f, "[asserts={asserts}]"),
            (None, None) => Ok(()),
        }
    }
}

/// The formulas of the widened grammar, from the same rule on.
///
/// New variables take turns among the sorts that have one, in the order of their declarations.
/// They are declared right after the last declaration, and stand in each rule that lists variables
/// of their sort right after the last of these, at the same cost. All else stays as it is; with
/// the numbers that hold already, so does the whole grammar.
///
/// Costs the length of the grammar.
pub fn widen(space: &Space, widening: Widening) -> Result<Space, WidenError> {
    let mut draft = space.rtg().draft();
    if let Some(variables) = widening.variables {
        variables::widen(&mut draft, variables)?;
    }
    if let Some(asserts) = widening.asserts {
        repeat_asserts(&mut draft, asserts)?;
    }
    let rtg = draft.check().map_err(WidenError::Flawed)?;
    Ok(Space::new(rtg).of(space.nonterminal()))
}

/// Makes each run of assertions in the start rule as long as is wanted.
fn repeat_asserts(draft: &mut Draft, wanted: u32) -> Result<(), WidenError> {
    let start = draft.start.index();
    let mut found = false;
    for place in 0..draft.nonterminals[start].productions.len() {
        let symbols = draft.nonterminals[start].productions[place].symbols.clone();
        let mut widened = Vec::new();
        for run in symbols.chunk_by(|left, right| left == right) {
            let is_assert =
                matches!(&run[0], Symbol::Nonterminal(id) if begins_with_assert(draft, *id));
            let there = u32::try_from(run.len()).expect("a production in memory is shorter");
            if !is_assert {
                widened.extend_from_slice(run);
            } else if wanted < there {
                return Err(WidenError::FewerAsserts { wanted, there });
            } else {
                found = true;
                widened.extend((0..wanted).map(|_| run[0].clone()));
            }
        }
        draft.nonterminals[start].productions[place].symbols = widened;
    }
    let name = &draft.nonterminals[start].name;
    if found { Ok(()) } else { Err(WidenError::NoAssert { rule: name.clone() }) }
}

/// Whether every text of a nonterminal begins with `(assert`, as the first symbols tell.
fn begins_with_assert(draft: &Draft, id: NonterminalId) -> bool {
    let (mut seen, mut open) = (vec![false; draft.nonterminals.len()], vec![id]);
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        for production in &draft.nonterminals[id.index()].productions {
            match production.symbols.first() {
                Some(Symbol::Nonterminal(first)) => open.push(*first),
                Some(Symbol::Literal(text)) if is_assert(text) => {}
                Some(Symbol::Literal(_) | Symbol::Set(_)) | None => return false,
            }
        }
    }
    true
}

/// Whether a text begins with `(assert` and no longer word.
fn is_assert(text: &str) -> bool {
    let rest = text.strip_prefix("(assert");
    rest.is_some_and(|rest| rest.chars().next().is_none_or(|c| c == '(' || c.is_whitespace()))
}
