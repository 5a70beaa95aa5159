//! The fault of an answer: what tells a bug from others of its kind.

use std::fmt;

use serde::{Serialize, Serializer};
use solvers::Crash;

use crate::judge::kind::Kind;
use crate::judge::normal::normal_crash;

/// The fault of an answer. Findings of one kind that differ here are different bugs.
///
/// [`Display`](fmt::Display) writes the text of files and databases, [`Fault::parse`] reads it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// `unsat`, where there is a model.
    Unsat,
    /// `sat`, where there is no model, or with a model under which the formula is false.
    Sat,
    /// The solver takes back its own model, and nothing says that the model is right:
    /// `its own check fails`.
    TakesBack,
    /// The solver takes back a model that is right: `its own check of a right model fails`.
    WrongAlarm,
    /// A crash, such as `ASSERTION VIOLATION at theory_arith.cpp:123`.
    Crash(CrashSignature),
    /// The solver's own words, without what differs from run to run, such as `(incomplete
    /// quantifiers)`; empty if it gave none. Also what is wrong with a process in a session.
    Reason(String),
    /// No answer in time: `timeout`.
    Late,
    /// No answer within the memory: `out-of-memory`.
    OutOfMemory,
    /// An answer that took far longer than another solver's: `slow`.
    Slow,
    /// Solvers contradict each other: `sat and unsat`.
    Contradiction,
    /// A solver's model contradicts our evaluator, and the standard does not settle who is right:
    /// `the model and the evaluator`.
    ModelDispute,
    /// An answer contradicts one that is known beforehand and proves nothing:
    /// `unsat and declared sat by :status`.
    AgainstKnown(String),
    /// A fault that only a process shows which answered other formulas before, such as
    /// `invalid-model in a session`.
    InSession(Kind),
}

/// A crash without what differs from run to run: `bad index N at a.cpp:7`, or `SIGSEGV`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrashSignature(String);

impl CrashSignature {
    /// Returns the signature of a crash.
    pub fn of(crash: &Crash) -> Self {
        Self(normal_crash(crash))
    }

    /// Whether it says more than the signal that ended the solver.
    fn is_located(&self) -> bool {
        !self.0.starts_with("SIG")
    }
}

pub(crate) const TAKES_BACK: &str = "its own check fails";
const WRONG_ALARM: &str = "its own check of a right model fails";
const CONTRADICTION: &str = "sat and unsat";
const MODEL_DISPUTE: &str = "the model and the evaluator";
const IN_SESSION: &str = " in a session";

impl Fault {
    /// Returns the fault that a text of a file or a database means for a kind of finding. A text
    /// that is none of ours is the solver's.
    pub fn parse(kind: Kind, text: &str) -> Self {
        match (kind, text) {
            (Kind::RefutationUnsoundness, "unsat") => Self::Unsat,
            (Kind::SolutionUnsoundness | Kind::InvalidModel, "sat") => Self::Sat,
            (Kind::InvalidModel, TAKES_BACK) => Self::TakesBack,
            (Kind::Crash, WRONG_ALARM) => Self::WrongAlarm,
            (Kind::Crash, signature) => Self::Crash(CrashSignature(signature.to_owned())),
            (Kind::Disagreement, CONTRADICTION) => Self::Contradiction,
            (Kind::Disagreement, MODEL_DISPUTE) => Self::ModelDispute,
            (Kind::Disagreement, text) => Self::AgainstKnown(text.to_owned()),
            (Kind::Performance, "timeout") => Self::Late,
            (Kind::Performance, "out-of-memory") => Self::OutOfMemory,
            (Kind::Performance, "slow") => Self::Slow,
            (Kind::SessionOnly, text) => {
                let kind = text.strip_suffix(IN_SESSION).and_then(Kind::named);
                kind.map_or_else(|| Self::Reason(text.to_owned()), Self::InSession)
            }
            (_, reason) => Self::Reason(reason.to_owned()),
        }
    }

    /// Whether it says where a solver crashed, so that the formula's operators tell nothing more.
    pub(crate) fn is_located(&self) -> bool {
        match self {
            Self::WrongAlarm => true,
            Self::Crash(signature) => signature.is_located(),
            _ => false,
        }
    }

    /// Returns the fault without a line's number at its end: `bad index at a.cpp` for `bad index
    /// at a.cpp:12`. A line moves with every change above it.
    #[must_use]
    pub(crate) fn without_line(&self) -> Self {
        let cut = |text: &str| match text.rsplit_once(':') {
            Some((file, line)) if !line.is_empty() && line.chars().all(|c| c.is_ascii_digit()) => {
                file.to_owned()
            }
            _ => text.to_owned(),
        };
        match self {
            Self::Crash(signature) => Self::Crash(CrashSignature(cut(&signature.0))),
            Self::Reason(reason) => Self::Reason(cut(reason)),
            other => other.clone(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unsat => "unsat",
            Self::Sat => "sat",
            Self::TakesBack => TAKES_BACK,
            Self::WrongAlarm => WRONG_ALARM,
            Self::Crash(signature) => &signature.0,
            Self::Reason(text) | Self::AgainstKnown(text) => text,
            Self::Late => "timeout",
            Self::OutOfMemory => "out-of-memory",
            Self::Slow => "slow",
            Self::Contradiction => CONTRADICTION,
            Self::ModelDispute => MODEL_DISPUTE,
            Self::InSession(kind) => return write!(f, "{kind}{IN_SESSION}"),
        })
    }
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_as_it_was_written() {
        let texts = [
            "unsat",
            "sat",
            TAKES_BACK,
            WRONG_ALARM,
            "SIGSEGV",
            "bad index N at a.cpp:7",
            "timeout",
            "out-of-memory",
            "slow",
            CONTRADICTION,
            MODEL_DISPUTE,
            "crash in a session",
            "sloth in a session",
            "",
        ];
        for kind in Kind::ALL {
            for text in texts {
                assert_eq!(Fault::parse(kind, text).to_string(), text, "{kind}");
            }
        }
    }

    #[test]
    fn a_kind_tells_what_a_text_means() {
        for (kind, text, fault) in [
            (Kind::InvalidModel, "sat", Fault::Sat),
            (Kind::Flawed, "sat", Fault::Reason("sat".to_owned())),
            (Kind::Performance, "timeout", Fault::Late),
            (Kind::Incompleteness, "timeout", Fault::Reason("timeout".to_owned())),
            (Kind::SessionOnly, "invalid-model in a session", Fault::InSession(Kind::InvalidModel)),
        ] {
            assert_eq!(Fault::parse(kind, text), fault, "{kind}: {text}");
        }
    }

    #[test]
    fn lines_move_and_places_stay() {
        let crash = |text: &str| Fault::parse(Kind::Crash, text);
        assert_eq!(crash("bad at a.cpp:12").without_line(), crash("bad at a.cpp"));
        assert_eq!(crash("bad at a::b").without_line(), crash("bad at a::b"));
        let located = ["bad at a.cpp:12", WRONG_ALARM, "SIGSEGV"].map(|it| crash(it).is_located());
        assert_eq!(located, [true, true, false]);
    }
}
