//! A finding and releases of a solver into the releases between which its bug came and went.

mod search;

use serde::Serialize;
use solvers::{Limits, Solver};

pub use search::{Boundaries, Breadth, Edge, boundaries};

use crate::finding::Finding;
use crate::history::replay::{ReplayError, accused_seats, ask_one, or_missing};
use crate::history::retrial::{Recurrence, Retrial, limits_of, setting_of};
use crate::judge::Judge;
use crate::judge::health::Health;
use crate::judge::kind::Kind;
use crate::judge::reply::Reply;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::Setting;

/// A release, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// The solver.
    pub solver: String,
    /// Its verdict; `None`, written as `missing`, if it could not be asked.
    #[serde(serialize_with = "or_missing")]
    pub verdict: Option<VerdictKind>,
    /// Whether it has the bug.
    pub health: Health,
    /// Details beyond that.
    pub detail: String,
}

/// A finding before several releases of the solver that is to blame. `etude bisect FOLDER --versions 4.8.6,4.8.7,4.8.8`
/// makes one.
#[derive(Debug)]
pub struct Bisection<'a> {
    finding: &'a Finding,
    retrial: Retrial<'a>,
    /// The solver whose releases are asked, by its place in the evidence.
    seat: SeatId,
    limits: Limits,
}

impl<'a> Bisection<'a> {
    /// Returns a bisection over releases of the first of the accused whose family `is_meant`; of
    /// the first of all if no family is, as with builds that say nothing of theirs.
    pub fn new(
        finding: &'a Finding,
        judge: &'a Judge,
        is_meant: impl Fn(&str) -> bool,
    ) -> Result<Self, ReplayError> {
        let accused = accused_seats(finding)?;
        let replies: PerSeat<_> = finding.evidence.answers.iter().collect();
        let family = |seat: SeatId| replies[seat].solver.family.as_str();
        let meant = accused.all().iter().copied().find(|seat| is_meant(family(*seat)));
        let seat = meant.unwrap_or_else(|| accused.first());
        let limits = limits_of(replies[seat]);
        Ok(Self { finding, retrial: Retrial::new(finding, judge), seat, limits })
    }

    /// The same, with these limits instead of those of the evidence.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Asks a release, and returns whether it has the bug. The other solvers' old answers stand.
    pub fn test(&self, solver: Solver) -> Tested {
        let name = solver.name.clone();
        let (setting, answer) = match ask_one(&self.finding.evidence.formula, solver, self.limits) {
            Ok(asked) => asked,
            Err(reason) => {
                let (verdict, health) = (None, Health::Untestable);
                return Tested { solver: name, verdict, health, detail: reason.to_string() };
            }
        };
        let mut settings: Vec<Setting> = Vec::new();
        let mut said = Vec::new();
        let mut here = self.seat;
        for (place, reply) in self.finding.evidence.answers.iter().enumerate() {
            if place == self.seat.place() {
                here = SeatId::new(settings.len());
                said.push(Some(Reply::alone(answer.clone(), setting.limits.wall)));
                settings.push(setting.clone());
            } else if let Some(other) = setting_of(reply) {
                settings.push(other);
                said.push(self.retrial.recalled(reply));
            }
        }
        let judgement = self.retrial.judge(&settings.into(), &said.into());
        let mut standing = self.retrial.standing(&judgement, &[here]);
        if let (Some(before), Recurrence::Gone) = (self.retrial.before(), &standing)
            && let Ok((_, before)) = ask_one(before, setting.solver.clone(), self.limits)
        {
            let (now, before) =
                (VerdictKind::of(&answer.verdict), VerdictKind::of(&before.verdict));
            standing = Retrial::standing_beside(now, before);
        }
        let (health, detail) = self.health(&standing);
        let verdict = VerdictKind::at(&answer, self.retrial.scope());
        // That it says again what its verdict says tells nobody anything.
        let is_told = detail.is_empty() || detail == verdict.name();
        let detail = if is_told { answer.verdict.detail() } else { detail };
        Tested { solver: name, verdict: Some(verdict), health, detail }
    }

    /// Releases differ in where they crash, and one that gives up has not the bug.
    fn health(&self, standing: &Recurrence) -> (Health, String) {
        match standing {
            Recurrence::Holds => (Health::Bad, String::new()),
            Recurrence::Gone => (Health::Good, String::new()),
            Recurrence::Open { reason } => (Health::Untestable, reason.clone()),
            Recurrence::Changed { now, fault } => {
                if now.contains(&self.finding.kind) {
                    return (Health::Bad, fault.to_string());
                }
                if now.iter().all(|kind| *kind == Kind::Incompleteness) {
                    return (Health::Good, String::new());
                }
                let names: Vec<&str> = now.iter().map(|kind| kind.name()).collect();
                (Health::Untestable, format!("another fault: {}", names.join(", ")))
            }
        }
    }
}
