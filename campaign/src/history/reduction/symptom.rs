//! A judgement into what a reduction must keep of it.

use std::fmt;
use std::time::Duration;

use crate::finding::fault::Fault;
use crate::judge::kind::Kind;
use crate::judge::normal::normal_reason;
use crate::judge::{Judgement, Suspicion};
use crate::seat::handle::SeatId;
use solvers::{Answer, Verdict};

/// The fault that every smaller script must show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symptom {
    /// `unsat`, where there is a model.
    WrongUnsat,
    /// `sat`, with a model that is none or where every assignment was refuted.
    WrongSat,
    /// A crash in the same place with the same message, and the like: kind and fault stay.
    Same(Kind, Fault),
    /// Solvers contradict each other; one that is proven wrong is as good.
    Disagreement,
    /// `unknown` for this reason.
    Unknown(String),
    /// No answer after this much of the solver's own processor time.
    Slow(Duration),
}

impl Symptom {
    /// Returns what must stay of a suspicion; `None` of those that only other solvers' answers or
    /// an earlier formula make.
    pub(super) fn of(suspicion: &Suspicion) -> Option<Self> {
        match (suspicion.kind, &suspicion.fault) {
            (Kind::RefutationUnsoundness, _) => Some(Self::WrongUnsat),
            (Kind::SolutionUnsoundness, _) | (Kind::InvalidModel, Fault::Sat) => {
                Some(Self::WrongSat)
            }
            (kind @ (Kind::InvalidModel | Kind::Crash | Kind::Flawed), fault) => {
                Some(Self::Same(kind, fault.clone()))
            }
            (Kind::Disagreement, _) => Some(Self::Disagreement),
            (Kind::SessionOnly | Kind::Performance | Kind::Incompleteness, _) => None,
        }
    }

    /// Returns what must stay of an answer against which the judge has nothing to say: that there
    /// is none.
    pub(super) fn of_answer(answer: &Answer) -> Option<Self> {
        match &answer.verdict {
            Verdict::Unknown(_) => Some(Self::Unknown(normal_reason(&answer.verdict.detail()))),
            // Half of it, since no two runs take the same time.
            Verdict::Timeout => Some(Self::Slow(answer.cpu.unwrap_or(answer.time) / 2)),
            _ => None,
        }
    }

    /// Whether a solver's answer to another script, and the judgement of it, show the same. Whoever
    /// is accused is among those that are asked, and these are all to blame.
    pub(super) fn is_in(&self, judgement: &Judgement, answers: &[(SeatId, &Answer)]) -> bool {
        let has = |same: &dyn Fn(&Suspicion) -> bool| judgement.suspicions.iter().any(same);
        match self {
            Self::WrongUnsat => has(&|it| it.kind == Kind::RefutationUnsoundness),
            Self::WrongSat => has(&|it| Self::of(it) == Some(Self::WrongSat)),
            Self::Same(kind, fault) => has(&|it| it.kind == *kind && it.fault == *fault),
            Self::Disagreement => {
                has(&|it| it.kind == Kind::Disagreement || it.kind.is_wrong_answer())
            }
            Self::Unknown(_) => {
                answers.iter().any(|(_, it)| Self::of_answer(it).as_ref() == Some(self))
            }
            Self::Slow(least) => answers.iter().any(|(_, it)| it.cpu.unwrap_or(it.time) >= *least),
        }
    }

    /// Whether it shows only after a long time.
    pub(super) fn is_slow(&self) -> bool {
        matches!(self, Self::Slow(_))
    }
}

impl fmt::Display for Symptom {
    /// `unsat, where there is a model`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongUnsat => f.write_str("it says unsat, where there is a model"),
            Self::WrongSat => f.write_str("it says sat, and its model is none"),
            Self::Same(kind, fault) => write!(f, "{kind}: {fault}"),
            Self::Disagreement => f.write_str("solvers contradict each other"),
            Self::Unknown(reason) if reason.is_empty() => f.write_str("it says unknown"),
            Self::Unknown(reason) => write!(f, "it says unknown: {reason}"),
            Self::Slow(least) => write!(f, "it takes more than {:.1} s", least.as_secs_f64()),
        }
    }
}
