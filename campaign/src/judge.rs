//! Judging: from what solvers said of a formula to what is wrong with it.
//!
//! In this order: the model of a `sat` is evaluated; the answer that is known beforehand is looked
//! at, if its ground is a proof; an `unsat` is put to the small search; only then solvers are
//! compared with each other. No process is started here: the same answers give the same judgement.

mod case;
pub(crate) mod evaluation;
pub(crate) mod flaw;
pub(crate) mod health;
pub(crate) mod kind;
pub(crate) mod kinds;
pub(crate) mod normal;
pub(crate) mod opponents;
pub(crate) mod outcome;
pub(crate) mod parsed_formula;
pub(crate) mod reply;
pub(crate) mod severity;
pub(crate) mod standing;
pub(crate) mod verdict_kind;

use std::time::Duration;

use smtlib::Budget;

use crate::finding::fault::Fault;
use crate::judge::evaluation::{Evaluation, Evaluations};
use crate::judge::flaw::Flaw;
use crate::judge::kind::Kind;
use crate::judge::kinds::Kinds;
use crate::judge::opponents::{Attention, Opponents};
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched, Unreadable};
use crate::judge::reply::{Reply, Scope};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::Setting;
use crate::source::known::{KnownAnswer, KnownAnswers};
use case::Case;

/// The judge: when an answer is slow for it, and how hard its small search tries.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// For an `unsat` that nobody contradicts.
    pub quick: Budget,
    /// For a formula on which somebody must be wrong.
    pub thorough: Budget,
    /// An answer is not slow before that.
    pub slow: Duration,
    /// An answer is slow if it took this many times as long as another solver's.
    pub times: u32,
    /// The answers that are looked at.
    pub attention: Attention,
    /// The kinds of findings that are looked for.
    pub kinds: Kinds,
}

impl Default for Judge {
    /// A quick search is some microseconds, a thorough one up to a tenth of a second. Slow is
    /// half a second, and ten times as long as another solver took.
    fn default() -> Self {
        Self {
            quick: Budget { evaluations: 100, steps: 2_000, all_steps: 5_000 },
            thorough: Budget { evaluations: 100_000, steps: 20_000, all_steps: 3_000_000 },
            slow: Duration::from_millis(500),
            times: 10,
            attention: Attention::Everything,
            kinds: Kinds::ALL,
        }
    }
}

/// A script that is judged: as far as it can be read, and what is known of its answers. Made of
/// `(assert (< 1 2))(check-sat)`, with nothing known.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The script, or why etude cannot read it.
    pub parsed: Result<ParsedFormula, Unreadable>,
    /// The known answers to its checks.
    pub known: KnownAnswers,
}

impl Subject {
    /// Reads a script.
    pub fn new(text: &str, known: KnownAnswers) -> Self {
        Self { parsed: ParsedFormula::new(text), known }
    }
}

/// Solvers' replies to one script, and which of their answers are compared.
#[derive(Clone, Copy, Debug)]
pub struct Replies<'a> {
    /// The solvers.
    pub settings: &'a PerSeat<Setting>,
    /// The solvers with whose answers each answer is compared.
    pub opponents: &'a Opponents,
    /// Each solver's reply; `None` where it was not asked.
    pub said: &'a PerSeat<Option<Reply>>,
}

/// The judge's word on a formula. Its outcomes are such as `sat:true` and `unsat`.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The worth of each solver's answer.
    pub outcomes: PerSeat<Option<Outcome>>,
    /// The truth of the formula under each solver's models.
    pub evaluations: PerSeat<Option<Evaluations>>,
    /// The reasons why solvers' models cannot be read, where they cannot; those of the last check.
    pub unread: PerSeat<Option<String>>,
    /// All that looks wrong.
    pub suspicions: Vec<Suspicion>,
    /// The result of the small search for each check of the script, where it was asked.
    pub searched: Vec<Option<Searched>>,
    /// The known answer of each check of the script, where it is proven and nothing refutes it.
    pub proofs: Vec<Option<KnownAnswer>>,
    /// Known answers that are refuted.
    pub flaws: Vec<Flaw>,
    /// The operators in the formula, sorted; as far as can be told where it cannot be read.
    pub operators: Vec<String>,
    /// The operators that the standard lacks.
    pub outside_standard: Vec<String>,
    /// All else there is to know.
    pub remarks: Vec<String>,
}

/// Something that looks wrong. An `unsat` where another solver gave a model that is true is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// What.
    pub kind: Kind,
    /// The solvers whose answers look wrong; one unless solvers disagree.
    pub accused: Vec<SeatId>,
    /// The fault, which tells this bug from others of its kind.
    pub fault: Fault,
    /// The number of the check, from 0.
    pub check: usize,
}

impl Judgement {
    /// Returns what the small search found for a check.
    pub fn searched_at(&self, check: usize) -> Option<&Searched> {
        self.searched.get(check)?.as_ref()
    }

    /// Returns what the small search found for the last check.
    pub fn searched_last(&self) -> Option<&Searched> {
        self.searched.last()?.as_ref()
    }

    /// Returns the known answer of a check, if it is proven.
    pub fn proof_at(&self, check: usize) -> Option<&KnownAnswer> {
        self.proofs.get(check)?.as_ref()
    }

    /// Whether the answer of each check is known and proven, so that no answer is needed to judge
    /// another.
    pub fn is_known(&self) -> bool {
        !self.proofs.is_empty() && self.proofs.iter().all(Option::is_some)
    }
}

impl Judge {
    /// Judges what solvers say of a script of which nothing is known, each compared with all others.
    pub fn judge(
        &self,
        formula: &str,
        settings: &PerSeat<Setting>,
        said: &PerSeat<Option<Reply>>,
    ) -> Judgement {
        let replies = Replies { settings, opponents: &Opponents::All, said };
        self.judge_subject(&mut Subject::new(formula, KnownAnswers::default()), replies)
    }

    /// Judges what solvers say of a script.
    ///
    /// Every check of a script is judged by itself: its own assertions and names, the models that
    /// were given for it. Crashes, times and the like belong to the last one.
    pub fn judge_subject(&self, subject: &mut Subject, replies: Replies<'_>) -> Judgement {
        let checks = subject.parsed.as_ref().map_or(1, ParsedFormula::checks);
        let mut all = Judgement::of(&subject.parsed, replies.said.len());
        for check in 0..checks {
            let scope = Scope { check, checks };
            let mut case = Case::new(self, subject, replies, scope);
            case.evaluate();
            case.consult();
            case.search();
            case.accuse();
            let Case { outcomes, evaluated, proof, flaw, searched, suspicions, .. } = case;
            for seat in replies.said.seats() {
                all.note_outcome(seat, outcomes[seat], scope);
                all.note_evaluation(seat, evaluated[seat].as_ref(), scope);
            }
            all.searched.push(searched);
            all.proofs.push(proof);
            all.flaws.extend(flaw);
            all.suspicions.extend(suspicions);
        }
        all
    }
}

impl Judgement {
    /// A judgement in which nothing is said yet, of a number of seats.
    fn of(parsed: &Result<ParsedFormula, Unreadable>, seats: usize) -> Self {
        let mut judgement = Self {
            outcomes: PerSeat::filled(seats, None),
            evaluations: PerSeat::filled(seats, None),
            unread: PerSeat::filled(seats, None),
            ..Self::default()
        };
        match parsed {
            Ok(parsed) => {
                judgement.operators.clone_from(&parsed.operators);
                judgement.outside_standard.clone_from(&parsed.outside_standard);
            }
            Err(Unreadable { reason, operators }) => {
                judgement.operators.clone_from(operators);
                judgement.remarks.push(format!("etude cannot read it: {reason}"));
            }
        }
        judgement
    }

    /// Keeps the outcome of the last check, unless an earlier model is wrong. A script is proven only
    /// if each of its checks is.
    fn note_outcome(&mut self, seat: SeatId, outcome: Option<Outcome>, scope: Scope) {
        let before = self.outcomes[seat];
        let is_proven = matches!(before, Some(Outcome::SatTrue | Outcome::UnsatProven));
        self.outcomes[seat] = match outcome {
            _ if before == Some(Outcome::SatFalse) => before,
            Some(Outcome::SatTrue) if scope.check > 0 && !is_proven => Some(Outcome::SatOpen),
            Some(Outcome::UnsatProven) if scope.check > 0 && !is_proven => Some(Outcome::Unsat),
            outcome => outcome,
        };
    }

    fn note_evaluation(&mut self, seat: SeatId, evaluation: Option<&Evaluation>, scope: Scope) {
        let Some(evaluation) = evaluation else { return };
        if let Evaluation::Unread(reason) = evaluation {
            self.unread[seat] = Some(reason.clone());
        }
        let before = self.evaluations[seat].take();
        let Scope { check, checks } = scope;
        self.evaluations[seat] =
            Some(Evaluations::after(before, check, checks, evaluation.clone()));
    }
}

#[cfg(test)]
mod tests;
