//! Rules into examples: what each makes of what.

use smtlib::Command;

use super::Rule;
use super::claim::{Claim, Literals};
use super::reading::{Needs, Reading};

/// The change that a rule makes to a formula, or to a part of one. From `(< x y)` to `(<= x y)` is
/// `Weaker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It becomes weaker, or stays.
    Weaker,
    /// It becomes stronger, or stays.
    Stronger,
    /// It stays the same.
    Same,
}

impl Change {
    /// `weaker`, `stronger`, `same`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Weaker => "weaker",
            Self::Stronger => "stronger",
            Self::Same => "same",
        }
    }
}

/// A rule at work, in one of its directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The change.
    pub change: Change,
    /// The text before: `(< xs0 xs1)`.
    pub before: String,
    /// The text after: `(<= xs0 xs1)`.
    pub after: String,
    /// The declarations of the constants in it, one line each.
    pub declarations: String,
}

impl Rule {
    /// Returns an example for each direction. Variables, also those that are drawn, are constants.
    pub fn examples(&self) -> Vec<Example> {
        // Neither the shortest nor the longest instance shows best what it does.
        let order = |claim: &&Claim| (!claim.is_plain, claim.inputs.len().abs_diff(3));
        let claims = self.claims_with(Literals::AreThemselves);
        let Some(claim) = claims.iter().min_by_key(order) else {
            return Vec::new();
        };
        let (left, right) = (claim.terms.text(claim.left), claim.terms.text(claim.right));
        let declared: Vec<Command> =
            claim.inputs.iter().map(|&fun| Command::DeclareFun(fun)).collect();
        let declarations = claim.terms.text_of_commands(&declared);
        let mut examples: Vec<Example> = Vec::new();
        for reading in Reading::of_rule(self, 0) {
            let change = match reading.needs {
                Needs::Weaken => Change::Weaker,
                Needs::Strengthen => Change::Stronger,
                Needs::Nothing => Change::Same,
            };
            let (before, after) =
                if reading.is_reversed { (&right, &left) } else { (&left, &right) };
            let (before, after) = (before.clone(), after.clone());
            let declarations = declarations.clone();
            let example = Example { change, before, after, declarations };
            if !examples.contains(&example) {
                examples.push(example);
            }
        }
        examples
    }
}
