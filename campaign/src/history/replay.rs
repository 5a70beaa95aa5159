//! A finding into the answer whether it still holds: every solver is asked afresh.

use std::error::Error;
use std::io;
use std::time::Duration;

use outlet::counted;
use serde::{Serialize, Serializer};
use solvers::{Answer, Limits, Session, Solver, StartError, Verdict, Want};
use thiserror::Error;

use crate::finding::Finding;
use crate::finding::accused::Accused;
use crate::finding::recorded_reply::RecordedReply;
use crate::history::retrial::{Recurrence, Retrial, limits_of, setting_of};
use crate::judge::Judge;
use crate::judge::evaluation::Evaluations;
use crate::judge::kind::Kind;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::reply::{Reply, Scope};
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Description, Manner, Setting};

/// The means of replaying a finding. With `--timeout 5s` the time limit is another than when it was
/// found.
#[derive(Clone, Debug, Default)]
pub struct Replaying {
    /// The judge.
    pub judge: Judge,
    /// The longest that a solver may take; as long as it had, without it.
    pub timeout: Option<Duration>,
    /// The scripts that a session is asked before the formula, where only a session shows the
    /// fault.
    pub before: Vec<String>,
}

/// The outcome of replaying a finding. People read `still holds (refutation-unsoundness)`, and the
/// table of answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replayed {
    /// Whether it holds.
    #[serde(flatten)]
    pub standing: Recurrence,
    /// All answers of then and now, in the order of the evidence.
    pub answers: Vec<Comparison>,
}

/// A solver's answers then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The solver, as it was called then.
    pub solver: String,
    /// The solver that was asked now; `None` if it is missing, and its old answer had to do.
    pub now: Option<Description>,
    /// Whether it is to blame.
    pub is_accused: bool,
    /// Its verdict then.
    pub old_verdict: VerdictKind,
    /// The truth of the formula under its model then.
    pub old_evaluation: Option<Evaluations>,
    /// Its verdict now; `None`, written as `missing`, if it could not be asked.
    #[serde(serialize_with = "or_missing")]
    pub new_verdict: Option<VerdictKind>,
    /// Its words beyond the verdict, or why it could not be asked.
    pub detail: String,
    /// The truth of the formula under its model now.
    pub evaluation: Option<Evaluations>,
    /// Time that it took now.
    pub seconds: Option<f64>,
}

/// A finding that cannot be replayed. `z3-4.8.7` may be missing on this machine.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The solver that is to blame is not there.
    #[error("{name}: {reason}")]
    Missing {
        /// Its name.
        name: String,
        /// Why, and what to do.
        reason: Unasked,
    },
    /// The evidence does not say who is to blame.
    #[error(
        "the evidence holds no answer of {name}, which is to blame: the folder is damaged, fetch \
         it again"
    )]
    NobodyAccused {
        /// The solver to blame.
        name: Accused,
    },
    /// The program of a solver cannot be read.
    #[error("{name}: a solver's program cannot be read; check that it may be")]
    Unreadable {
        /// The solver to blame.
        name: Accused,
    },
}

/// Reason why a solver could not be asked. `z3-4.8.7` may not be installed: `Absent`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unasked {
    /// It is not there, as whoever looked for it says.
    #[error("{0}")]
    Absent(#[source] Box<dyn Error + Send + Sync>),
    /// Its program cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// Its program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Writes a verdict, or `missing`.
#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the derived code passes a reference to the field"
)]
pub(super) fn or_missing<S: Serializer>(
    verdict: &Option<VerdictKind>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict.map_or("missing", VerdictKind::name))
}

/// Asks every solver of a finding afresh, and judges again.
///
/// `resolve` finds the solver of a description, or says why it cannot. One that is not to blame
/// may be missing: its old answer does instead. Costs one process for each solver.
pub fn replay(
    finding: &Finding,
    options: &Replaying,
    mut resolve: impl FnMut(&RecordedReply) -> Result<Solver, Unasked>,
) -> Result<Replayed, ReplayError> {
    let accused = accused_seats(finding)?;
    let replies: PerSeat<&RecordedReply> = finding.evidence.answers.iter().collect();
    let mut asked = Vec::new();
    for (seat, reply) in replies.pairs() {
        match ask(finding, reply, options, &mut resolve) {
            Err(reason) if accused.contains(seat) => {
                return Err(ReplayError::Missing { name: reply.solver.name.clone(), reason });
            }
            one => asked.push(one),
        }
    }
    let asked = PerSeat::from(asked);
    let setting = |(seat, one): (SeatId, &Asked)| match one {
        Ok((setting, _)) => Some(setting.clone()),
        Err(_) => setting_of(replies[seat]),
    };
    let Some(settings) = asked.pairs().map(setting).collect::<Option<PerSeat<Setting>>>() else {
        return Err(ReplayError::Unreadable { name: finding.accused.clone() });
    };
    let retrial = Retrial::new(finding, &options.judge);
    let said = |(seat, one): (SeatId, &Asked)| match one {
        Ok((setting, answer)) => Some(Reply::alone(answer.clone(), setting.limits.wall)),
        Err(_) => retrial.recalled(replies[seat]),
    };
    let judgement = retrial.judge(&settings, &asked.pairs().map(said).collect());
    let mut standing = retrial.standing(&judgement, accused.all());
    if finding.kind == Kind::SessionOnly && standing == Recurrence::Gone {
        standing = session_standing(finding, options, &asked, accused.all());
    }
    if let (Some(before), Recurrence::Gone) = (retrial.before(), &standing)
        && let Ok((setting, answer)) = &asked[accused.first()]
    {
        let now = VerdictKind::of(&answer.verdict);
        let (solver, limits) = (setting.solver.clone(), setting.limits);
        if let Ok((_, before)) = ask_one(before, solver, limits) {
            standing = Retrial::standing_beside(now, VerdictKind::of(&before.verdict));
        }
    }
    let comparisons = asked.pairs().map(|(seat, one)| {
        let evaluation = judgement.evaluations[seat].clone();
        compare(replies[seat], one, evaluation, (retrial.scope(), accused.contains(seat)))
    });
    Ok(Replayed { standing, answers: comparisons.collect() })
}

/// The seats of the accused, in the order of the evidence; at least one.
pub(crate) struct AccusedSeats(Vec<SeatId>);

impl AccusedSeats {
    /// Returns the first of them.
    pub fn first(&self) -> SeatId {
        *self.0.first().expect("somebody is accused, or there is no such value")
    }

    /// Returns all of them.
    pub fn all(&self) -> &[SeatId] {
        &self.0
    }

    fn contains(&self, seat: SeatId) -> bool {
        self.0.contains(&seat)
    }
}

/// Returns the seats of the accused; an error if the evidence holds no reply of theirs.
pub(crate) fn accused_seats(finding: &Finding) -> Result<AccusedSeats, ReplayError> {
    let answers = finding.evidence.answers.iter().enumerate();
    let accused = answers.filter(|(_, it)| finding.accused.include(&it.solver.name));
    let seats: Vec<SeatId> = accused.map(|(place, _)| SeatId::new(place)).collect();
    if seats.is_empty() {
        return Err(ReplayError::NobodyAccused { name: finding.accused.clone() });
    }
    Ok(AccusedSeats(seats))
}

/// A solver's setting, and what it says now.
type Asked = Result<(Setting, Answer), Unasked>;

fn ask(
    finding: &Finding,
    reply: &RecordedReply,
    options: &Replaying,
    resolve: &mut impl FnMut(&RecordedReply) -> Result<Solver, Unasked>,
) -> Asked {
    let solver = resolve(reply)?;
    let limits = match options.timeout {
        Some(wall) => Limits::of_time(wall),
        None => limits_of(reply),
    };
    ask_one(&finding.evidence.formula, solver, limits)
}

/// Asks a solver about a formula in a fresh process, with a model if there is one.
pub(crate) fn ask_one(formula: &str, solver: Solver, limits: Limits) -> Asked {
    let setting = Setting::new(solver, limits, Manner::Fresh)?;
    let mut parsed = ParsedFormula::new(formula).ok();
    let mut questions = |answer: &Answer| {
        let parsed = parsed.as_mut();
        parsed.map_or_else(Vec::new, |it| it.questions(answer, setting.dialect()))
    };
    let answer = setting.solver.confirm(formula, &limits, &mut questions)?;
    Ok((setting, answer))
}

/// Whether a process that answers other formulas first answers otherwise than a fresh one.
fn session_standing(
    finding: &Finding,
    options: &Replaying,
    asked: &PerSeat<Asked>,
    accused: &[SeatId],
) -> Recurrence {
    let open = |reason: &str| Recurrence::Open { reason: reason.to_owned() };
    for &seat in accused {
        let Ok((setting, fresh)) = &asked[seat] else { continue };
        if !setting.solver.has_sessions() {
            return open("only a process that lives on shows it, and this solver has none");
        }
        let mut session =
            Session::new(setting.solver.clone(), setting.limits).with_want(Want::Model);
        for formula in &options.before {
            if session.solve(formula).is_err() {
                return open("a session cannot be started");
            }
        }
        let Ok(answer) = session.solve(&finding.evidence.formula) else {
            return open("a session cannot be started");
        };
        let said: &Verdict = answer.in_session.as_ref().unwrap_or(&answer.verdict);
        if VerdictKind::of(said) != VerdictKind::of(&fresh.verdict) {
            return Recurrence::Holds;
        }
    }
    let before = counted(options.before.len() as u64, "formula");
    open(&format!(
        "only a session shows it, and one that was asked {before} before did not; which \
         formulas came before decides"
    ))
}

fn compare(
    reply: &RecordedReply,
    asked: &Asked,
    evaluation: Option<Evaluations>,
    (scope, is_accused): (Scope, bool),
) -> Comparison {
    let (now, new_verdict, detail, seconds) = match asked {
        Ok((setting, answer)) => (
            Some(setting.description()),
            Some(VerdictKind::at(answer, scope)),
            answer.verdict.detail(),
            Some(answer.time.as_secs_f64()),
        ),
        Err(reason) => (None, None, reason.to_string(), None),
    };
    Comparison {
        solver: reply.solver.name.clone(),
        now,
        is_accused,
        old_verdict: reply.verdict,
        old_evaluation: reply.evaluation.clone(),
        new_verdict,
        detail,
        evaluation,
        seconds,
    }
}
