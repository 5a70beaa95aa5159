//! Answers into evidence, and the questions that make them complete.

use std::time::Duration;

use solvers::{Answer, Question};

use super::{Heeded, Way};
use crate::finding::fault::Fault;
use crate::finding::recorded_reply::RecordedReply;
use crate::judge::evaluation::Evaluations;
use crate::judge::kind::Kind;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::verdict_kind::VerdictKind;
use crate::judge::{Judgement, Suspicion};
use crate::seat::setting::Setting;

/// Returns the questions that follow a solver's answer; none if the formula cannot be read.
pub(super) fn questions<'e>(
    mut parsed: Option<&'e mut ParsedFormula>,
    setting: &Setting,
) -> impl FnMut(&Answer) -> Vec<Question> + use<'e> {
    let dialect = setting.dialect();
    move |answer| {
        let parsed = parsed.as_mut();
        parsed.map_or_else(Vec::new, |parsed| parsed.questions(answer, dialect))
    }
}

/// Returns what a solver said of one check, for the evidence.
pub(super) fn testimony(
    setting: &Setting,
    heeded: &Heeded,
    evaluation: Option<Evaluations>,
    check: usize,
) -> RecordedReply {
    let answer = &heeded.answer;
    let mut testimony = RecordedReply {
        solver: setting.description(),
        verdict: VerdictKind::of(&answer.verdict),
        detail: answer.verdict.detail(),
        time: answer.time,
        limit: heeded.wall,
        limit_memory: setting.limits.memory,
        is_fresh: heeded.way != Way::Session,
        model: None,
        cut: None,
        values: Vec::new(),
        evaluation,
    };
    if let Some(said) = answer.checks.get(check) {
        testimony.keep_said(said);
    }
    testimony
}

/// Returns what an earlier run wrote down of a solver's answer.
pub(super) fn recorded(setting: &Setting, outcome: Outcome, time: Duration) -> RecordedReply {
    RecordedReply {
        solver: setting.description(),
        verdict: outcome.verdict(),
        detail: "from an earlier run".to_owned(),
        time,
        limit: setting.limits.wall,
        limit_memory: setting.limits.memory,
        is_fresh: false,
        model: None,
        cut: None,
        values: Vec::new(),
        evaluation: None,
    }
}

/// Returns a suspicion of what only a session showed, and a remark that says so.
pub(super) fn leak(
    suspicion: &Suspicion,
    first: &Judgement,
    before: &[Option<Heeded>],
    last: &Judgement,
    after: &[Option<Heeded>],
) -> Option<(Suspicion, String)> {
    let place = suspicion.accused.iter().copied().find(|&place| {
        let was_session = before[place].as_ref().is_some_and(|it| it.way == Way::Session);
        // That more searching proved an `unsat` is no difference of the solver's.
        let is_unsat =
            |judgement: &Judgement| judgement.outcomes[place].is_some_and(Outcome::is_unsat);
        let differs = first.outcomes[place] != last.outcomes[place];
        was_session && differs && !(is_unsat(first) && is_unsat(last))
    })?;
    // A limit that one of them hit tells nothing.
    let is_limit = |outcome: Option<Outcome>| {
        matches!(outcome, Some(Outcome::Timeout | Outcome::OutOfMemory | Outcome::Unknown))
    };
    if is_limit(first.outcomes[place]) || is_limit(last.outcomes[place]) {
        return None;
    }
    let said = |heeded: &[Option<Heeded>], judgement: &Judgement| {
        let verdict = heeded[place].as_ref().map(|it| it.answer.verdict.to_string());
        let evaluation = judgement.evaluations[place].as_ref();
        let evaluation = evaluation.map(|it| format!(" (evaluated: {it})")).unwrap_or_default();
        format!("{}{evaluation}", verdict.unwrap_or_default())
    };
    let remark = format!(
        "in a process that had answered other formulas it said {}; in a fresh one {}",
        said(before, first),
        said(after, last)
    );
    let fault = Fault::InSession(suspicion.kind);
    let check = suspicion.check;
    Some((Suspicion { kind: Kind::SessionOnly, accused: vec![place], fault, check }, remark))
}
