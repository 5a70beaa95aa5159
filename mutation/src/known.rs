//! Answers that are known beforehand, each with its ground. Only some grounds are proofs.

use std::fmt;

/// One of the two answers that decide a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// `sat`.
    Sat,
    /// `unsat`.
    Unsat,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
        })
    }
}

/// The ground on which an answer is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A model, as solvers print them, under which our evaluator says true:
    /// `((define-fun a () Int 2))`.
    Witness(String),
    /// The small search refuted every assignment.
    Exhausted {
        /// After how many evaluations.
        evaluations: u64,
    },
    /// It follows from formulas that the small search exhausted, by steps that keep `unsat`.
    Derived {
        /// The steps in words: `weaken and-drop of Strings 1041`.
        from: String,
    },
    /// Solvers of two families said so of the seed.
    Agreed,
    /// Somebody wrote it down.
    Declared {
        /// Where: `:status`, `the folder unsat/`.
        by: String,
    },
}

/// An answer to one check that is known before anybody is asked.
///
/// Invariant: a witness is of a `sat`; what is exhausted or derived from that is an `unsat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAnswer {
    answer: Decision,
    ground: Ground,
}

impl KnownAnswer {
    /// `sat`, with a model.
    pub fn witnessed(model: impl Into<String>) -> Self {
        Self { answer: Decision::Sat, ground: Ground::Witness(model.into()) }
    }

    /// `unsat`, since the small search refuted every assignment.
    pub fn exhausted(evaluations: u64) -> Self {
        Self { answer: Decision::Unsat, ground: Ground::Exhausted { evaluations } }
    }

    /// `unsat`, by steps from what is exhausted.
    pub fn derived(from: impl Into<String>) -> Self {
        Self { answer: Decision::Unsat, ground: Ground::Derived { from: from.into() } }
    }

    /// An answer on which solvers of two families agreed.
    pub fn agreed(answer: Decision) -> Self {
        Self { answer, ground: Ground::Agreed }
    }

    /// An answer that somebody wrote down.
    pub fn declared(answer: Decision, by: impl Into<String>) -> Self {
        Self { answer, ground: Ground::Declared { by: by.into() } }
    }

    /// Returns the answer.
    pub fn answer(&self) -> Decision {
        self.answer
    }

    /// Returns why it is believed.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Whether its ground is a proof: what agrees or is declared proves nothing.
    pub fn is_proven(&self) -> bool {
        match self.ground {
            Ground::Witness(_) | Ground::Exhausted { .. } | Ground::Derived { .. } => true,
            Ground::Agreed | Ground::Declared { .. } => false,
        }
    }

    /// Returns the answer with its ground in a few words, the same for many formulas:
    /// `declared sat by :status`.
    pub fn label(&self) -> String {
        let answer = self.answer;
        match &self.ground {
            Ground::Witness(_) => format!("witnessed {answer}"),
            Ground::Exhausted { .. } => format!("exhausted {answer}"),
            Ground::Derived { .. } => format!("derived {answer}"),
            Ground::Agreed => format!("agreed {answer}"),
            Ground::Declared { by } => format!("declared {answer} by {by}"),
        }
    }
}

impl fmt::Display for KnownAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = self.answer;
        match &self.ground {
            Ground::Witness(_) => write!(f, "{answer}, with a model"),
            Ground::Exhausted { evaluations } => {
                write!(f, "{answer}, every assignment was refuted in {evaluations} evaluations")
            }
            Ground::Derived { from } => write!(f, "{answer}, derived: {from}"),
            Ground::Agreed => write!(f, "{answer}, agreed by solvers, which proves nothing"),
            Ground::Declared { by } => {
                write!(f, "{answer}, declared by {by}, which proves nothing")
            }
        }
    }
}

/// The known answers of one script, check by check. Of a script with three checks: `sat`, nothing,
/// `unsat`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownAnswers(Vec<Option<KnownAnswer>>);

impl KnownAnswers {
    /// Returns what is known of a check, by its number from 0.
    pub fn at(&self, check: usize) -> Option<&KnownAnswer> {
        self.0.get(check)?.as_ref()
    }

    /// Returns what is known of a script that has one check.
    pub fn single(&self) -> Option<&KnownAnswer> {
        match self.0.as_slice() {
            [known] => known.as_ref(),
            _ => None,
        }
    }
}

impl From<KnownAnswer> for KnownAnswers {
    /// The answer of a script with one check.
    fn from(known: KnownAnswer) -> Self {
        Self(vec![Some(known)])
    }
}

impl FromIterator<Option<KnownAnswer>> for KnownAnswers {
    fn from_iter<I: IntoIterator<Item = Option<KnownAnswer>>>(checks: I) -> Self {
        Self(checks.into_iter().collect())
    }
}
