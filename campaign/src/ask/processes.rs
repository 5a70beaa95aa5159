//! The solvers of a plan with the processes that live on: a script in, a reply back.

use solvers::{Answer, Limits, ModelQuestion, Session, StartError, Want};

use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::reply::{Reply, Way};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Manner, Setting};

/// The solvers of a plan, as one thread asks them.
pub(crate) struct Processes<'a> {
    settings: &'a PerSeat<Setting>,
    /// The processes of those that are asked many questions by one.
    sessions: PerSeat<Option<Session>>,
}

impl<'a> Processes<'a> {
    pub fn new(settings: &'a PerSeat<Setting>) -> Self {
        let session = |setting: &Setting| match setting.manner {
            Manner::Session => {
                let session = Session::new(setting.solver.clone(), setting.limits);
                Some(session.with_want(Want::Model))
            }
            Manner::Fresh | Manner::Timed { .. } => None,
        };
        Self { settings, sessions: settings.map(session) }
    }

    /// Asks one solver, and for what the evaluation of its model hangs on.
    pub fn ask(
        &mut self,
        seat: SeatId,
        script: &str,
        parsed: Option<&mut ParsedFormula>,
    ) -> Result<Reply, StartError> {
        let setting = &self.settings[seat];
        let mut follow_up = questions(parsed, setting);
        let answer = match &mut self.sessions[seat] {
            Some(session) => session.solve_asking(script, &mut follow_up)?,
            None => setting.solver.solve_asking(script, &setting.limits, &mut follow_up)?,
        };
        let lives_on = setting.manner == Manner::Session && setting.solver.has_sessions();
        let is_alone = !lives_on || answer.in_session.is_some();
        let way = if is_alone { Way::Alone } else { Way::Session };
        Ok(Reply::Given { answer: Box::new(answer), way, wall: setting.limits.wall })
    }

    /// Asks again as a person would who reproduces it; what a session did before is not forgotten.
    pub fn ask_again(
        &self,
        seat: SeatId,
        script: &str,
        parsed: Option<&mut ParsedFormula>,
        before: Option<&Reply>,
        limits: &Limits,
    ) -> Result<Reply, StartError> {
        let setting = &self.settings[seat];
        let answer = setting.solver.confirm(script, limits, &mut questions(parsed, setting))?;
        let in_session = before.and_then(Reply::answer).and_then(|it| it.in_session.clone());
        let answer = Box::new(Answer { in_session, ..answer });
        Ok(Reply::Given { answer, way: Way::Confirmed, wall: limits.wall })
    }

    /// Asks for the verdict alone, in a process that is asked nothing else.
    pub fn ask_verdict(&self, seat: SeatId, script: &str) -> Result<Answer, StartError> {
        let setting = &self.settings[seat];
        setting.solver.solve_for(script, &setting.limits, Want::Verdict)
    }
}

/// Returns the questions that follow a solver's answer; none if the formula cannot be read.
fn questions<'e>(
    mut parsed: Option<&'e mut ParsedFormula>,
    setting: &Setting,
) -> impl FnMut(&Answer) -> Vec<ModelQuestion> + use<'e> {
    let dialect = setting.dialect();
    move |answer| {
        let parsed = parsed.as_mut();
        parsed.map_or_else(Vec::new, |parsed| parsed.questions(answer, dialect))
    }
}
