//! A script and solvers into what is wrong with their answers.

use std::fmt;
use std::io;

use campaign::{Judge, Judgement, Kind, Manner, ParsedFormula, Reply, Setting};
use solvers::{Answer, Limits, Solver, StartError};
use thiserror::Error;

/// A solver that cannot be asked. A path where no program stands, `./no-such-z3`, is one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// Its program cannot be read.
    #[error("{solver} cannot be read: {reason}")]
    Unreadable {
        /// The solver's name.
        solver: String,
        /// Error of the system.
        reason: io::Error,
    },
    /// It cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Answers of solvers to one script, judged. A solver that says `unsat` to `(assert (> x 3))` has
/// one bug.
#[derive(Debug)]
pub struct Judged {
    /// Each solver's name and answer, in the order in which they were given.
    pub answers: Vec<(String, Answer)>,
    /// The judge's word on all of them.
    pub judgement: Judgement,
}

/// Something that is wrong with the answer of a solver, or of several: `z3-4.8.7:
/// refutation-unsoundness`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverFault {
    /// The solvers that are to blame; several where they disagree and nobody knows who is wrong.
    pub solvers: Vec<String>,
    /// Kind of fault.
    pub kind: Kind,
}

impl fmt::Display for SolverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.solvers.join(" and "), self.kind)
    }
}

/// Asks solvers of a script, each in a fresh process, and judges what they say: models are
/// evaluated, an `unsat` is put to a small search. No solver judges another.
///
/// ```no_run
/// use etude_core::prelude::*;
///
/// let z3 = Solver::named("z3@4.8.7")?;
/// let judged = judge("(assert false)(check-sat)", &[z3], &Limits::default())?;
/// assert_eq!(judged.answers[0].1.verdict, Verdict::Unsat);
/// assert_eq!(judged.faults().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(script: &str, solvers: &[Solver], limits: &Limits) -> Result<Judged, AskError> {
    let mut parsed = ParsedFormula::new(script).ok();
    let (mut settings, mut answers) = (Vec::new(), Vec::new());
    for setting in settings_of(solvers, limits)? {
        let mut questions = |answer: &Answer| {
            let parsed = parsed.as_mut();
            parsed.map_or_else(Vec::new, |it| it.questions(answer, setting.dialect()))
        };
        let answer = setting.solver.solve_asking(script, limits, &mut questions)?;
        answers.push((setting.name().to_owned(), answer));
        settings.push(setting);
    }
    let reply = |(_, answer): &(String, Answer)| Some(Reply::alone(answer.clone(), limits.wall));
    let said = answers.iter().map(reply).collect();
    let judgement = Judge::default().judge(script, &settings.into(), &said);
    Ok(Judged { answers, judgement })
}

/// Returns the solvers as a campaign asks them, in fresh processes.
pub(crate) fn settings_of(solvers: &[Solver], limits: &Limits) -> Result<Vec<Setting>, AskError> {
    let setting = |solver: &Solver| {
        Setting::new(solver.clone(), *limits, Manner::Fresh)
            .map_err(|reason| AskError::Unreadable { solver: solver.name.clone(), reason })
    };
    solvers.iter().map(setting).collect()
}

impl Judged {
    /// Returns what is wrong: answers that are proven wrong, crashes, and disagreements that nothing
    /// settles. A late or missing answer is none of these.
    pub fn faults(&self) -> impl Iterator<Item = SolverFault> {
        let counts =
            |kind: Kind| kind.is_wrong_answer() || matches!(kind, Kind::Disagreement | Kind::Crash);
        let wrong = self.judgement.suspicions.iter().filter(move |it| counts(it.kind));
        wrong.map(|it| SolverFault {
            solvers: self
                .judgement
                .outcomes
                .seats()
                .zip(&self.answers)
                .filter(|(seat, _)| it.accused.contains(seat))
                .map(|(_, (name, _))| name.clone())
                .collect(),
            kind: it.kind,
        })
    }
}
