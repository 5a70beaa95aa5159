//! The standing of a formula in the end: from all that was said of it to one word.
//!
//! Each answer adds what its outcome is worth, and each finding what it proves:
//!
//! | what was said or found | worth | worth with options that change what formulas mean |
//! |---|---|---|
//! | `sat` (the model is true by the standard alone) | proves sat | claims |
//! | `sat:chosen`, `sat:open`, `sat:unread`, `sat:too-large`, `sat:false` | claims sat | claims |
//! | `unsat:exhausted` (the small search tried every assignment) | proves unsat | proves unsat |
//! | `unsat` | claims unsat, in the name of the solver's family | claims |
//! | `unknown`, `timeout`, `out-of-memory`, `crash`, `invalid-model`, `rejected`, `flawed` | nothing | nothing |
//! | finding `refutation-unsoundness` (there is a checked model) | proves sat | – |
//! | finding `solution-unsoundness` (every assignment was tried) | proves unsat | – |
//! | finding `disagreement` | doubt | – |
//!
//! A `sat:false` still claims sat: its model is wrong, its answer may be right. An `invalid-model`
//! was taken back by the solver itself. An answer under options that change meanings is about
//! another formula: it neither agrees with anybody nor contradicts anybody.
//!
//! What is lost: a model that the small search found is kept only where it contradicts somebody,
//! since then it is a finding. Where nobody says `unsat` nothing is searched. A database written
//! before `unsat:exhausted` was kept says `unsat` there, which may be proven and counts as agreed
//! or claimed.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::judge::kind::Kind;
use crate::judge::outcome::Outcome;

/// All that is known of one formula, as one word: `proven-sat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Etude's evaluator found it true under a model, by the standard alone.
    ProvenSat,
    /// Etude's search refuted every assignment.
    ProvenUnsat,
    /// Solvers of two families say `unsat`, and nothing speaks against it.
    Agreed,
    /// Somebody said `sat` or `unsat`, and that is all: one family alone, or `sat` with a model
    /// that proves nothing.
    Claimed,
    /// Nobody said `sat` or `unsat`: all were late, refused, died, or did not know.
    Open,
    /// `sat` and `unsat` were both said, and nothing is proven; or both are proven, which is a
    /// fault of etude.
    Disputed,
}

impl Standing {
    /// All of them, the best first.
    pub const ALL: [Self; 6] = [
        Self::ProvenSat,
        Self::ProvenUnsat,
        Self::Agreed,
        Self::Claimed,
        Self::Open,
        Self::Disputed,
    ];

    /// Returns its name in tables and files: `proven-sat`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ProvenSat => "proven-sat",
            Self::ProvenUnsat => "proven-unsat",
            Self::Agreed => "agreed",
            Self::Claimed => "claimed",
            Self::Open => "open",
            Self::Disputed => "disputed",
        }
    }

    /// Returns how a sentence says it behind a number: `12 only claimed`.
    pub fn words(self) -> &'static str {
        match self {
            Self::ProvenSat => "proven sat",
            Self::ProvenUnsat => "proven unsat",
            Self::Agreed => "agreed unsat",
            Self::Claimed => "only claimed",
            Self::Open => "open",
            Self::Disputed => "disputed",
        }
    }

    /// Returns what it means, in one sentence for people who read a report.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ProvenSat => "etude evaluated a model, and the formula is true under it",
            Self::ProvenUnsat => "etude tried every assignment, and none makes it true",
            Self::Agreed => "solvers of two families say unsat, and nothing speaks against it",
            Self::Claimed => "a solver said sat or unsat, and nothing proves it",
            Self::Open => "no solver said sat or unsat",
            Self::Disputed => "sat and unsat were both said, and nothing is proven",
        }
    }

    /// Whether nothing is left to be done.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::ProvenSat | Self::ProvenUnsat | Self::Agreed)
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The solver behind an answer, as far as its weight goes. That of z3 has the family `z3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice<'a> {
    /// Its family. Solvers of one family share their code, and agree also where they are wrong.
    pub family: &'a str,
    /// Whether formulas mean to it what the standard says: no option changes that.
    pub is_standard: bool,
}

/// All that was said of one formula, weighed answer by answer, in any order.
#[expect(clippy::struct_excessive_bools, reason = "facts that hold or not, in any combination")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighed<'a> {
    proves_sat: bool,
    proves_unsat: bool,
    claims_sat: bool,
    /// The family of the first that said `unsat`.
    unsat_by: Option<&'a str>,
    /// Whether another family said so too.
    unsat_by_two: bool,
    /// Whether somebody decided another formula: one that options gave another meaning.
    claims_otherwise: bool,
    is_doubted: bool,
}

impl<'a> Weighed<'a> {
    /// Adds what one solver said.
    pub fn add(&mut self, voice: Voice<'a>, outcome: Outcome) {
        match outcome {
            Outcome::UnsatProven => self.proves_unsat = true,
            it if it.is_decided() && !voice.is_standard => self.claims_otherwise = true,
            Outcome::SatTrue => self.proves_sat = true,
            it if it.is_sat() => self.claims_sat = true,
            it if it.is_unsat() => match self.unsat_by {
                None => self.unsat_by = Some(voice.family),
                Some(family) => self.unsat_by_two |= family != voice.family,
            },
            _ => {}
        }
    }

    /// Adds what a finding says.
    pub fn add_finding(&mut self, kind: Kind) {
        match kind {
            Kind::RefutationUnsoundness => self.proves_sat = true,
            Kind::SolutionUnsoundness => self.proves_unsat = true,
            Kind::Disagreement => self.is_doubted = true,
            Kind::InvalidModel
            | Kind::Crash
            | Kind::Flawed
            | Kind::SessionOnly
            | Kind::Performance
            | Kind::Incompleteness => {}
        }
    }

    /// Returns what is known of the formula.
    pub fn standing(&self) -> Standing {
        let says_unsat = self.unsat_by.is_some();
        match (self.proves_sat, self.proves_unsat) {
            (true, true) => Standing::Disputed,
            (true, false) => Standing::ProvenSat,
            (false, true) => Standing::ProvenUnsat,
            (false, false) if self.is_doubted || self.claims_sat && says_unsat => {
                Standing::Disputed
            }
            (false, false) if self.unsat_by_two => Standing::Agreed,
            (false, false) if self.claims_sat || says_unsat || self.claims_otherwise => {
                Standing::Claimed
            }
            (false, false) => Standing::Open,
        }
    }
}

/// Number of formulas for each standing. In words: `15 proven sat, 3 proven unsat, 2 agreed unsat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standings([u64; Standing::ALL.len()]);

impl Standings {
    /// Counts one more formula.
    pub fn add(&mut self, standing: Standing) {
        self.0[standing as usize] += 1;
    }

    /// Returns how many formulas have a standing.
    pub fn count(&self, standing: Standing) -> u64 {
        self.0[standing as usize]
    }

    /// Returns how many formulas were counted.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Whether each formula is proven or agreed, and there is one.
    pub fn is_settled(&self) -> bool {
        let settled = Standing::ALL.into_iter().filter(|it| it.is_settled());
        self.total() > 0 && settled.map(|it| self.count(it)).sum::<u64>() == self.total()
    }

    /// Returns the counts, those of all standings, the best first.
    pub fn iter(&self) -> impl Iterator<Item = (Standing, u64)> {
        Standing::ALL.into_iter().map(|standing| (standing, self.count(standing)))
    }

    /// Returns those that are not zero in words: `12 proven sat, 3 open`.
    pub fn words(&self) -> String {
        let counts = self.iter().filter(|(_, count)| *count > 0);
        let counts = counts
            .map(|(standing, count)| format!("{} {}", outlet::grouped(count), standing.words()));
        counts.collect::<Vec<_>>().join(", ")
    }
}

impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(standing, count)| (standing.name(), count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Voice<'_> = Voice { family: "z3", is_standard: true };
    const OTHER: Voice<'_> = Voice { family: "cvc5", is_standard: true };
    const CHANGED: Voice<'_> = Voice { family: "yices", is_standard: false };

    fn standing(said: &[(Voice<'static>, Outcome)], found: &[Kind]) -> Standing {
        let mut weighed = Weighed::default();
        for (voice, outcome) in said {
            weighed.add(*voice, *outcome);
        }
        for kind in found {
            weighed.add_finding(*kind);
        }
        weighed.standing()
    }

    #[test]
    fn each_row_of_the_table_holds() {
        use Outcome::{
            Rejected, SatChosen, SatFalse, SatOpen, SatTrue, Timeout, Unsat, UnsatProven,
        };
        use Standing::{Agreed, Claimed, Disputed, Open, ProvenSat, ProvenUnsat};
        for (said, found, expected) in [
            (&[(ONE, SatTrue), (OTHER, Timeout)][..], None, ProvenSat),
            (&[(ONE, SatTrue), (OTHER, Unsat)], None, ProvenSat),
            (&[(CHANGED, SatTrue)], None, Claimed),
            (&[(ONE, SatOpen), (OTHER, SatChosen)], None, Claimed),
            (&[(ONE, SatFalse)], Some(Kind::InvalidModel), Claimed),
            (&[(ONE, SatFalse)], Some(Kind::SolutionUnsoundness), ProvenUnsat),
            (&[(ONE, UnsatProven)], None, ProvenUnsat),
            (&[(CHANGED, UnsatProven)], None, ProvenUnsat),
            (&[(ONE, Unsat)], None, Claimed),
            (&[(ONE, Unsat), (ONE, Unsat)], None, Claimed),
            (&[(ONE, Unsat), (CHANGED, Unsat)], None, Claimed),
            (&[(ONE, Unsat), (OTHER, Unsat)], None, Agreed),
            (&[(ONE, Unsat), (OTHER, Unsat), (CHANGED, SatTrue)], None, Agreed),
            (&[(ONE, Unsat), (OTHER, Unsat), (ONE, SatOpen)], None, Disputed),
            (&[(ONE, Unsat)], Some(Kind::RefutationUnsoundness), ProvenSat),
            (&[(ONE, Unsat), (CHANGED, SatTrue)], Some(Kind::Disagreement), Disputed),
            (&[(ONE, Rejected), (OTHER, Rejected)], None, Open),
            (&[(ONE, SatTrue), (OTHER, UnsatProven)], None, Disputed),
            (&[], None, Open),
        ] {
            assert_eq!(standing(said, found.as_slice()), expected, "{said:?} {found:?}");
        }
    }

    /// All ways in which three solvers can answer: the order does not matter, nobody is said to
    /// agree who is alone, and what nobody decided is open.
    #[test]
    fn three_answers_have_one_standing_in_any_order() {
        let voices = [ONE, OTHER, CHANGED, Voice { family: "z3", is_standard: false }];
        let each = || voices.into_iter().flat_map(|it| Outcome::ALL.map(|outcome| (it, outcome)));
        let mut counted = Standings::default();
        let mut cases = 0;
        for one in each() {
            for two in each() {
                for three in each() {
                    let said = [one, two, three];
                    let found = standing(&said, &[]);
                    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                        assert_eq!(standing(&order.map(|at| said[at]), &[]), found, "{said:?}");
                    }
                    counted.add(found);
                    cases += 1;
                    let decided = said.iter().filter(|(_, it)| it.is_decided());
                    assert_eq!(found == Standing::Open, decided.clone().count() == 0, "{said:?}");
                    let has = |voice: Voice<'_>, wanted: fn(Outcome) -> bool| {
                        said.iter().any(|(it, outcome)| *it == voice && wanted(*outcome))
                    };
                    if found == Standing::Agreed {
                        assert!(has(ONE, Outcome::is_unsat) && has(OTHER, Outcome::is_unsat));
                        assert!(!has(ONE, Outcome::is_sat) && !has(OTHER, Outcome::is_sat));
                    }
                    if found == Standing::ProvenSat {
                        assert!(said.iter().any(|it| it.1 == Outcome::SatTrue && it.0.is_standard));
                    }
                }
            }
        }
        assert_eq!(counted.total(), cases, "each has exactly one");
        assert!(counted.iter().all(|(_, count)| count > 0), "{counted:?}");
    }

    #[test]
    fn counts_are_told_in_words_and_for_programs() {
        let mut standings = Standings::default();
        assert!(!standings.is_settled());
        for standing in [Standing::ProvenSat, Standing::Agreed, Standing::ProvenSat] {
            standings.add(standing);
        }
        assert!(standings.is_settled());
        standings.add(Standing::Open);
        assert!(!standings.is_settled());
        assert_eq!(standings.words(), "2 proven sat, 1 agreed unsat, 1 open");
        let json = serde_json::to_string(&standings).unwrap();
        let expected =
            r#"{"proven-sat":2,"proven-unsat":0,"agreed":1,"claimed":0,"open":1,"disputed":0}"#;
        assert_eq!(json, expected);
    }
}
