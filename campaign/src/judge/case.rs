//! One check of a script on trial: its models evaluated, the known answer consulted, the small
//! search asked. Who is accused of what is in `faults` and `disputes`.

mod disputes;
mod faults;

use smtlib::Dialect;
use solvers::{Check, Checked, Verdict};

use super::flaw::{Flaw, Refutation};
use super::reply::{Reply, Scope};
use super::{Judge, Replies, Subject, Suspicion};
use crate::judge::evaluation::Evaluation;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::seat::handle::{PerSeat, SeatId};
use crate::source::known::{Decision, Ground, KnownAnswer};

/// One check of a script on trial.
pub(super) struct Case<'a> {
    judge: &'a Judge,
    replies: Replies<'a>,
    parsed: Option<&'a mut ParsedFormula>,
    known: Option<&'a KnownAnswer>,
    scope: Scope,
    pub outcomes: PerSeat<Option<Outcome>>,
    pub evaluated: PerSeat<Option<Evaluation>>,
    /// The known answer, where it is proven and nothing refutes it.
    pub proof: Option<KnownAnswer>,
    /// The fault of the known answer, if it has one.
    pub flaw: Option<Flaw>,
    pub searched: Option<Searched>,
    pub suspicions: Vec<Suspicion>,
}

impl<'a> Case<'a> {
    pub fn new(
        judge: &'a Judge,
        subject: &'a mut Subject,
        replies: Replies<'a>,
        scope: Scope,
    ) -> Self {
        let outcome = |reply: &Option<Reply>| reply.as_ref().and_then(|it| it.outcome_at(scope));
        Self {
            judge,
            replies,
            parsed: subject.parsed.as_mut().ok(),
            known: subject.known.at(scope.check),
            scope,
            outcomes: replies.said.map(outcome),
            evaluated: PerSeat::filled(replies.said.len(), None),
            proof: None,
            flaw: None,
            searched: None,
            suspicions: Vec::new(),
        }
    }

    /// Evaluates the formula under every model that was given.
    pub fn evaluate(&mut self) {
        for (seat, reply) in self.replies.said.pairs() {
            let Some(answer) = reply.as_ref().and_then(Reply::answer) else { continue };
            let is_doubted =
                self.scope.is_last() && matches!(answer.verdict, Verdict::InvalidModel(_));
            if self.outcomes[seat] != Some(Outcome::SatUnread) && !is_doubted {
                continue;
            }
            let Some(parsed) = &mut self.parsed else { continue };
            let dialect = self.replies.settings[seat].dialect();
            let evaluation = match answer.checks.get(self.scope.check) {
                Some(said) if answer.checks.len() <= self.scope.checks => {
                    parsed.evaluate(self.scope.check, said, dialect)
                }
                _ => Evaluation::Unread("there is none".to_owned()),
            };
            if !is_doubted {
                let is_standard = parsed.outside_standard.is_empty();
                self.outcomes[seat] = Some(match evaluation {
                    // What an operator outside the standard means is somebody's choice too.
                    Evaluation::True if is_standard => Outcome::SatTrue,
                    Evaluation::True | Evaluation::Chosen(_) => Outcome::SatChosen,
                    Evaluation::False(_) => Outcome::SatFalse,
                    Evaluation::Open(_) => Outcome::SatOpen,
                    Evaluation::Unread(_) => Outcome::SatUnread,
                    Evaluation::TooLarge(_) => Outcome::SatTooLarge,
                });
            }
            self.evaluated[seat] = Some(evaluation);
        }
    }

    /// Looks at the known answer, where its ground is a proof by the standard alone: it becomes the
    /// proof of this check, or a fault of ours.
    pub fn consult(&mut self) {
        let Some(known) = self.known.filter(|known| known.is_proven()) else { return };
        let Some(parsed) = &mut self.parsed else { return };
        if !parsed.outside_standard.is_empty() {
            return;
        }
        let refutation = match known.ground() {
            Ground::Witness(model) => {
                let said =
                    Checked { check: Check::Sat, model: Some(model.clone()), values: Vec::new() };
                match parsed.evaluate(self.scope.check, &said, Dialect::Standard) {
                    Evaluation::True => None,
                    false_one @ Evaluation::False(_) => {
                        Some(Refutation::Evaluation(false_one.to_string()))
                    }
                    // What rests on a choice, or cannot be decided, proves nothing.
                    Evaluation::Chosen(_)
                    | Evaluation::Open(_)
                    | Evaluation::Unread(_)
                    | Evaluation::TooLarge(_) => return,
                }
            }
            Ground::Exhausted { .. } | Ground::Derived { .. } => self.refuting_model(),
            Ground::Agreed | Ground::Declared { .. } => return,
        };
        if let Some(refutation) = refutation {
            let (check, known) = (self.scope.check, known.clone());
            self.flaw = Some(Flaw { check, known, refutation });
            return;
        }
        if known.answer() == Decision::Unsat {
            self.note_unsat_proven();
        }
        self.proof = Some(known.clone());
    }

    /// Returns a model that was given for this check and checked, if there is one.
    fn refuting_model(&self) -> Option<Refutation> {
        let seat = self.modelled_seats().next()?;
        let answer = self.replies.said[seat].as_ref()?.answer()?;
        let model = answer.checks.get(self.scope.check)?.model.clone()?;
        Some(Refutation::Model { seat, model })
    }

    fn note_unsat_proven(&mut self) {
        let outcomes = self.outcomes.iter_mut().flatten();
        outcomes.filter(|it| it.is_unsat()).for_each(|it| *it = Outcome::UnsatProven);
    }

    /// Asks the small search where neither a model nor the known answer settles the question.
    pub fn search(&mut self) {
        let Some(parsed) = &self.parsed else { return };
        let any = |wanted: fn(Outcome) -> bool| {
            self.outcomes.iter().flatten().any(|outcome| wanted(*outcome))
        };
        if self.has_model() || self.proof.is_some() || self.flaw.is_some() {
            return;
        }
        let unsat = any(Outcome::is_unsat);
        let contested =
            any(|outcome| outcome == Outcome::SatFalse) || unsat && any(Outcome::is_sat);
        let budget = match (contested, unsat) {
            (true, _) => &self.judge.thorough,
            (false, true) => &self.judge.quick,
            (false, false) => return,
        };
        let searched = parsed.search(self.scope.check, budget);
        if matches!(searched, Searched::Refuted(_)) && parsed.outside_standard.is_empty() {
            self.note_unsat_proven();
        }
        self.searched = Some(searched);
    }

    /// Returns the seats whose models were checked, and rest on no choice that the standard leaves.
    fn modelled_seats(&self) -> impl Iterator<Item = SeatId> {
        self.outcomes.pairs().filter_map(|(seat, outcome)| {
            let is_standard = self.replies.settings[seat].changes().is_empty();
            (*outcome == Some(Outcome::SatTrue) && is_standard).then_some(seat)
        })
    }

    /// Whether `sat` is proven: by a solver's model, by our witness or by the small search.
    fn has_model(&self) -> bool {
        self.modelled_seats().next().is_some()
            || self.has_proof_of(Decision::Sat)
            || matches!(self.searched, Some(Searched::Witness(_)))
    }

    /// Whether `unsat` is proven: by what is known, or by the small search.
    fn is_refuted(&self) -> bool {
        self.has_proof_of(Decision::Unsat) || matches!(self.searched, Some(Searched::Refuted(_)))
    }

    fn has_proof_of(&self, answer: Decision) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.answer() == answer)
    }

    /// Whether the standard says what the formula means to this solver.
    fn is_judged(&self, seat: SeatId) -> bool {
        self.parsed.as_ref().is_none_or(|parsed| parsed.outside_standard.is_empty())
            && self.replies.settings[seat].changes().is_empty()
    }
}
