//! Faults of ours: known answers that are wrong. They are named, and nobody is blamed.

use std::fmt;

use mutation::RuleName;

use crate::seat::handle::SeatId;
use crate::source::known::KnownAnswer;
use crate::source::order::Place;

/// A known answer that counted as proven, and is refuted. A mutant that should be `unsat`, with a
/// model that the evaluator finds true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The number of the check, from 0.
    pub check: usize,
    /// The answer, with its ground.
    pub known: KnownAnswer,
    /// The answer that refutes it.
    pub refutation: Refutation,
}

/// An answer that refutes a known answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Our evaluator, which does not find the formula true under our witness: `false`.
    Evaluation(String),
    /// The model of a solver, under which our evaluator finds the formula true.
    Model {
        /// The solver.
        seat: SeatId,
        /// Its model.
        model: String,
    },
}

/// A fault of etude that a hunt met, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFault {
    /// The name of the source.
    pub source: String,
    /// The name of the question.
    pub place: Place,
    /// The number of the check, from 1; `None` if the script has one only.
    pub check: Option<usize>,
    /// The answer that is wrong, with its ground.
    pub known: KnownAnswer,
    /// The refutation, in words.
    pub reason: String,
    /// The rules one of which is wrong: usually that of the one step that went wrong. None of what is
    /// no mutant, and where the seed's answer is wrong already.
    pub rules: Vec<RuleName>,
    /// The script.
    pub formula: String,
}

impl fmt::Display for OwnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, place, known, reason, .. } = self;
        write!(f, "{source} {place}")?;
        if let Some(check) = self.check {
            write!(f, " at check {check}")?;
        }
        write!(f, " should be {known}, but {reason}")?;
        if !self.rules.is_empty() {
            let mut rules: Vec<String> = self.rules.iter().map(ToString::to_string).collect();
            rules.sort();
            rules.dedup();
            let several = if rules.len() > 1 { ", one of which is wrong" } else { "" };
            write!(f, "; switched off in this campaign: {}{several}", rules.join(", "))?;
        }
        Ok(())
    }
}
