//! A finding into the answer whether it still holds: every solver is asked afresh.

use std::time::Duration;

use serde::Serialize;
use solvers::{Answer, Limits, Session, Solver, Verdict, Want};
use thiserror::Error;

use crate::finding::{Finding, Testimony};
use crate::history::retrial::{Recurrence, Retrial, limits_of, recalled_reply, setting_of};
use crate::judge::Judge;
use crate::judge::kind::Kind;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::reply::Reply;
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Description, Manner, Setting};

/// How a finding is replayed.
#[derive(Clone, Debug, Default)]
pub struct Replaying {
    /// Who judges.
    pub judge: Judge,
    /// The longest that a solver may take; as long as it had, without it.
    pub timeout: Option<Duration>,
    /// What a session is asked before the formula, where only a session shows the fault.
    pub before: Vec<String>,
}

/// What became of a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replayed {
    /// Whether it holds.
    #[serde(flatten)]
    pub standing: Recurrence,
    /// What was said then and now, in the order of the evidence.
    pub answers: Vec<Comparison>,
}

/// What a solver said then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The solver, as it was called then.
    pub solver: String,
    /// What was asked now; `None` if it is missing, and its old answer had to do.
    pub now: Option<Description>,
    /// Whether it is to blame.
    pub is_accused: bool,
    /// What it said then.
    pub old_verdict: String,
    /// What the formula was under its model.
    pub old_evaluation: Option<String>,
    /// What it says now, or why it could not be asked.
    pub new_verdict: String,
    /// What it says beyond that.
    pub detail: String,
    /// What the formula is under its model now.
    pub evaluation: Option<String>,
    /// How long it took now.
    pub seconds: Option<f64>,
}

/// A finding that cannot be replayed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The solver that is to blame is not there.
    #[error("{name}: {reason}")]
    Missing {
        /// What it is called.
        name: String,
        /// Why, and what to do.
        reason: String,
    },
    /// The evidence does not say who is to blame.
    #[error(
        "the evidence holds no answer of {name}, which is to blame: the folder is damaged, fetch \
         it again"
    )]
    NobodyAccused {
        /// Who is to blame.
        name: String,
    },
}

/// Asks every solver of a finding afresh, and judges again.
///
/// `resolve` finds the solver of a description, or says why it cannot. One that is not to blame
/// may be missing: its old answer does instead. Costs one process for each solver.
pub fn replay(
    finding: &Finding,
    options: &Replaying,
    mut resolve: impl FnMut(&Testimony) -> Result<Solver, String>,
) -> Result<Replayed, ReplayError> {
    let accused = accused_seats(finding)?;
    let testimonies: PerSeat<&Testimony> = finding.evidence.answers.iter().collect();
    let mut asked = Vec::new();
    for (seat, testimony) in testimonies.pairs() {
        let one = ask(finding, testimony, options, &mut resolve);
        if let (Err(reason), true) = (&one, accused.contains(&seat)) {
            let (name, reason) = (testimony.solver.name.clone(), reason.clone());
            return Err(ReplayError::Missing { name, reason });
        }
        asked.push(one);
    }
    let asked = PerSeat::from(asked);
    let setting = |(seat, one): (SeatId, &Asked)| match one {
        Ok((setting, _)) => Some(setting.clone()),
        Err(_) => setting_of(testimonies[seat]),
    };
    let Some(settings) = asked.pairs().map(setting).collect::<Option<PerSeat<Setting>>>() else {
        let name = finding.solver.clone();
        let reason = "a solver's program cannot be read; check that it may be".to_owned();
        return Err(ReplayError::Missing { name, reason });
    };
    let reply = |(seat, one): (SeatId, &Asked)| match one {
        Ok((setting, answer)) => Some(Reply::alone(answer.clone(), setting.limits.wall)),
        Err(_) => recalled_reply(testimonies[seat]),
    };
    let retrial = Retrial::new(finding, &options.judge);
    let judgement = retrial.judge(&settings, &asked.pairs().map(reply).collect());
    let mut standing = retrial.standing(&judgement, &accused);
    if finding.kind == Kind::SessionOnly && standing == Recurrence::Gone {
        standing = session_standing(finding, options, &asked, &accused);
    }
    let comparisons = asked.pairs().map(|(seat, one)| {
        let evaluation = judgement.evaluations[seat].clone();
        compare(testimonies[seat], one, evaluation, accused.contains(&seat))
    });
    Ok(Replayed { standing, answers: comparisons.collect() })
}

/// Returns the seats, in the order of the evidence, of those who are to blame; at least one.
pub(crate) fn accused_seats(finding: &Finding) -> Result<Vec<SeatId>, ReplayError> {
    let accused = finding.accused();
    let answers = finding.evidence.answers.iter().enumerate();
    let accused = answers.filter(|(_, it)| accused.contains(it));
    let seats: Vec<SeatId> = accused.map(|(place, _)| SeatId::new(place)).collect();
    if seats.is_empty() {
        return Err(ReplayError::NobodyAccused { name: finding.solver.clone() });
    }
    Ok(seats)
}

/// A solver's setting, and what it says now; the reason if it cannot be asked.
type Asked = Result<(Setting, Answer), String>;

fn ask(
    finding: &Finding,
    testimony: &Testimony,
    options: &Replaying,
    resolve: &mut impl FnMut(&Testimony) -> Result<Solver, String>,
) -> Asked {
    let solver = resolve(testimony)?;
    let limits = match options.timeout {
        Some(wall) => Limits::of_time(wall),
        None => limits_of(testimony),
    };
    ask_one(&finding.evidence.formula, solver, limits)
}

/// What a solver says of a formula in a fresh process, with a model if there is one.
pub(crate) fn ask_one(formula: &str, solver: Solver, limits: Limits) -> Asked {
    let setting = Setting::new(solver, limits, Manner::Fresh).map_err(|error| error.to_string())?;
    let mut parsed = ParsedFormula::new(formula).ok();
    let mut questions = |answer: &Answer| {
        let parsed = parsed.as_mut();
        parsed.map_or_else(Vec::new, |it| it.questions(answer, setting.dialect()))
    };
    let answer = setting.solver.confirm(formula, &limits, &mut questions);
    let answer = answer.map_err(|error| error.to_string())?;
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
        if said.kind() != fresh.verdict.kind() {
            return Recurrence::Holds;
        }
    }
    let count = options.before.len();
    open(&format!(
        "only a session shows it, and one that was asked {count} formulas before did not; which \
         formulas came before decides"
    ))
}

fn compare(
    testimony: &Testimony,
    asked: &Asked,
    evaluation: Option<String>,
    is_accused: bool,
) -> Comparison {
    let (now, new_verdict, detail, seconds) = match asked {
        Ok((setting, answer)) => (
            Some(setting.description()),
            answer.verdict.kind().to_owned(),
            answer.verdict.detail(),
            Some(answer.time.as_secs_f64()),
        ),
        Err(reason) => (None, "missing".to_owned(), reason.clone(), None),
    };
    Comparison {
        solver: testimony.solver.name.clone(),
        now,
        is_accused,
        old_verdict: testimony.verdict.clone(),
        old_evaluation: testimony.evaluation.clone(),
        new_verdict,
        detail,
        evaluation,
        seconds,
    }
}
