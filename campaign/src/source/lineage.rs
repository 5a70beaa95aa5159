//! The lineage of a mutant, in words that people read: its seeds, its steps, its witness.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mutation::{Decision, Ground, KnownAnswer, RuleName};
use serde::{Deserialize, Serialize};

/// The file with a mutant's steps.
pub(crate) const STEPS: &str = "steps.txt";
/// The file with the model under which a mutant is true.
pub(crate) const WITNESS: &str = "witness.txt";
/// The file with the script before the last step.
pub(crate) const BEFORE: &str = "before.smt2";
/// The file with the known answer of each check.
pub(crate) const CHECKS: &str = "checks.txt";
/// The file with the fusion functions, where they are not those that come with the program.
pub(crate) const FUNCTIONS: &str = "functions.fusion";

/// The lineage of a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// The seeds, the first one first.
    pub seeds: Vec<SeedText>,
    /// The steps, in order.
    pub steps: Vec<StepText>,
    /// The mutants that were seeds on the way, the first one first, where there are several
    /// generations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parents: Vec<Parent>,
    /// The answer that is known beforehand, with its ground, in words.
    pub known: String,
    /// Whether it has no model, since the search exhausted its seed and each step kept that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_refuted: bool,
    /// The model under which the mutant is true; `None` of an `unsat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// The script before the last step, where the finding is that this one was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The known answer of each check, where the script has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckText>,
    /// The table of fusion functions that it was made with, where these are not those that come with
    /// the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub functions: Option<String>,
}

/// The known answer of one check, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckText {
    /// `sat` or `unsat`.
    pub answer: String,
    /// The answer with its ground, in words.
    pub known: String,
    /// Whether it has no model, by steps from what the search exhausted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_refuted: bool,
    /// The model under which all that holds at it is true; `None` of an `unsat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
}

impl CheckText {
    /// Returns what is known of a check.
    pub(crate) fn of(known: &KnownAnswer) -> Self {
        let witness = match known.ground() {
            Ground::Witness(model) => Some(model.clone()),
            _ => None,
        };
        Self {
            answer: known.answer().to_string(),
            known: known.to_string(),
            is_refuted: known.answer() == Decision::Unsat && known.is_proven(),
            witness,
        }
    }
}

/// A seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedText {
    /// Name that people use: `Strings 1041`.
    pub name: String,
    /// The check as a script of its own.
    pub text: String,
}

/// A mutant that was the seed of the next generation, such as number 3 of `1041/weaken[generations=2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// Its number among the mutants of the same seed that are made in the same way.
    pub number: u64,
    /// The number of the steps that made it.
    pub steps: usize,
}

/// A step: what stood where, and what stands there since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepText {
    /// The technique: `weaken`.
    pub technique: String,
    /// The rule: `num-lt-ne`.
    pub rule: String,
    /// The number of the assertion, from 1; `None` if the whole script was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<usize>,
    /// The place in it: `0.2.1`, or `.` for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The term that stood there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The term that stands there now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Lineage {
    /// Whether one of these rules had a part in it.
    pub(crate) fn uses(&self, rules: &BTreeSet<RuleName>) -> bool {
        self.steps.iter().any(|step| {
            rules.iter().any(|it| it.technique.name() == step.technique && *it.rule == *step.rule)
        })
    }

    /// Returns the steps and seeds in a line: `weaken and-drop, recombine core of Strings 1041`.
    pub(crate) fn line(&self) -> String {
        let steps = self.steps.iter().map(|it| format!("{} {}", it.technique, it.rule));
        let seeds: Vec<&str> = self.seeds.iter().map(|it| it.name.as_str()).collect();
        format!("{} of {}", steps.collect::<Vec<_>>().join(", "), seeds.join(" and "))
    }

    /// Whether a check, by its number from 0, has no model, as is proven without a solver.
    pub(crate) fn is_refuted_at(&self, check: usize) -> bool {
        match self.checks.get(check) {
            Some(check) => check.is_refuted,
            None => self.is_refuted,
        }
    }

    /// Returns the known answer of each check as lines of text, numbered from 1, with their witnesses;
    /// `None` of a script with one check.
    pub fn checks_text(&self) -> Option<String> {
        let check = |(number, check): (usize, &CheckText)| {
            let witness = check.witness.iter().flat_map(|witness| witness.lines());
            let witness: String = witness.map(|line| ["   ", line, "\n"].concat()).collect();
            format!("{number}. {}\n{witness}", check.known)
        };
        let text: String = (1..).zip(&self.checks).map(check).collect();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the files that show it, by their names.
    pub(crate) fn files(&self) -> Vec<(String, String)> {
        let is_alone = self.seeds.len() == 1;
        let seed = |(number, seed): (usize, &SeedText)| {
            let name =
                if is_alone { "seed.smt2".to_owned() } else { format!("seed-{number}.smt2") };
            (name, format!("; {}\n{}", seed.name, seed.text))
        };
        let mut files: Vec<(String, String)> = (1..).zip(&self.seeds).map(seed).collect();
        files.push((STEPS.to_owned(), self.steps_text()));
        let witness = self.witness.as_ref();
        files.extend(witness.map(|witness| (WITNESS.to_owned(), format!("{witness}\n"))));
        let before = self.before.clone();
        files.extend(before.map(|before| (BEFORE.to_owned(), before)));
        files.extend(self.checks_text().map(|text| (CHECKS.to_owned(), text)));
        let functions = self.functions.clone();
        files.extend(functions.map(|functions| (FUNCTIONS.to_owned(), functions)));
        files
    }

    /// Returns the steps as lines of text, numbered from 1. Where a mutant was made that is the seed of
    /// the next generation, a line says which: `= mutant 3`.
    pub fn steps_text(&self) -> String {
        let mut text = String::new();
        for (number, step) in (1_usize..).zip(&self.steps) {
            let StepText { technique, rule, .. } = step;
            let _ = write!(text, "{number}. {technique} {rule}");
            match (&step.assertion, &step.position) {
                (Some(assertion), Some(position)) if position == "." => {
                    let _ = write!(text, ", assertion {assertion}");
                }
                (Some(assertion), Some(position)) => {
                    let _ = write!(text, ", assertion {assertion} at {position}");
                }
                _ => {}
            }
            text.push('\n');
            for (word, term) in [("before", &step.before), ("after ", &step.after)] {
                if let Some(term) = term {
                    let _ = writeln!(text, "   {word}  {term}");
                }
            }
            for parent in self.parents.iter().filter(|it| it.steps == number) {
                let _ = writeln!(text, "   = mutant {}", parent.number);
            }
        }
        text
    }
}
