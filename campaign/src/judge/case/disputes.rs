//! Disagreements: somebody is wrong, and nobody knows who.
//!
//! Solvers contradict each other, a model contradicts the evaluator where the standard does not say
//! what the formula means, or an answer contradicts a known one that proves nothing.

use super::Case;
use crate::finding::fault::Fault;
use crate::judge::kind::Kind;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::seat::handle::SeatId;
use crate::source::known::Decision;

impl Case<'_> {
    /// Accuses those who disagree and whom nothing proves wrong.
    pub(super) fn accuse_those_who_disagree(&mut self) {
        let disputes = self.disputes();
        if disputes.is_empty() {
            // A model that is false, in a formula of which the standard does not say what it means.
            let doubted = self.standard_ones(self.unblamed(|it| it == Outcome::SatFalse));
            self.accuse_together(doubted, &Fault::ModelDispute);
            self.accuse_against_known();
        }
        for accused in disputes {
            self.suspect(Kind::Disagreement, accused, Fault::Contradiction);
        }
    }

    /// Returns the groups of solvers that contradict each other.
    fn disputes(&self) -> Vec<Vec<SeatId>> {
        let sat = self.unblamed(Outcome::is_sat);
        let unsat = self.unblamed(Outcome::is_unsat);
        let opponents = self.replies.opponents;
        match opponents {
            Opponents::All if !sat.is_empty() && !unsat.is_empty() => {
                vec![[sat, unsat].concat()]
            }
            Opponents::All => Vec::new(),
            Opponents::References(_) | Opponents::Arbiter(_) => {
                let pairs = sat.iter().flat_map(|yes| unsat.iter().map(move |no| (*yes, *no)));
                pairs
                    .filter(|&(yes, no)| opponents.has(yes, no) || opponents.has(no, yes))
                    .map(|(yes, no)| vec![yes, no])
                    .collect()
            }
        }
    }

    /// Returns the solvers with an outcome of some sort that are not proven wrong.
    fn unblamed(&self, wanted: impl Fn(Outcome) -> bool) -> Vec<SeatId> {
        let is_blamed = |seat: SeatId| {
            let mut suspicions = self.suspicions.iter();
            suspicions.any(|it| it.kind.is_wrong_answer() && it.accused.contains(&seat))
        };
        let outcomes = self.outcomes.pairs();
        let meant = outcomes.filter(|(_, outcome)| outcome.is_some_and(&wanted));
        meant.map(|(seat, _)| seat).filter(|seat| !is_blamed(*seat)).collect()
    }

    /// Returns those of some solvers to which formulas mean what the standard says.
    fn standard_ones(&self, seats: Vec<SeatId>) -> Vec<SeatId> {
        let is_standard = |seat: &SeatId| self.replies.settings[*seat].changes().is_empty();
        seats.into_iter().filter(is_standard).collect()
    }

    /// Accuses solvers with the same fault: as one where all are compared, else each by itself.
    fn accuse_together(&mut self, seats: Vec<SeatId>, fault: &Fault) {
        if seats.is_empty() {
            return;
        }
        match self.replies.opponents {
            Opponents::All => self.suspect(Kind::Disagreement, seats, fault.clone()),
            Opponents::References(_) | Opponents::Arbiter(_) => {
                for seat in seats {
                    self.suspect(Kind::Disagreement, vec![seat], fault.clone());
                }
            }
        }
    }

    /// Accuses those who contradict a known answer that proves nothing against them, unless a model
    /// or the search has settled who is right.
    fn accuse_against_known(&mut self) {
        let Some(known) = self.known else { return };
        let contradicts: fn(Outcome) -> bool = match (known.answer(), &self.proof) {
            (Decision::Unsat, Some(_)) => |it| it == Outcome::SatChosen,
            (Decision::Sat, Some(_)) => return,
            (_, None) if self.has_model() || self.is_refuted() => return,
            (Decision::Unsat, None) => Outcome::is_sat,
            (Decision::Sat, None) => Outcome::is_unsat,
        };
        let seats = self.standard_ones(self.unblamed(contradicts));
        let said = match known.answer() {
            Decision::Sat => Decision::Unsat,
            Decision::Unsat => Decision::Sat,
        };
        let fault = Fault::AgainstKnown(format!("{said} and {}", known.label()));
        self.accuse_together(seats, &fault);
    }
}
