//! Answers of solvers to a script, before the judge with all that is known of it.

use smtlib::Dialect;
use solvers::{Answer, Check, Checked, StartError, Verdict};

use super::patient::{Footing, NoPatient};
use crate::ask::processes::Processes;
use crate::judge::evaluation::Evaluation;
use crate::judge::kind::Kind;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::judge::reply::Reply;
use crate::judge::{Judge, Judgement, Replies, Subject, Suspicion};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::Setting;
use crate::source::known::{Ground, KnownAnswer, KnownAnswers};

/// Answers of solvers to a script, judged.
pub(super) struct Heard {
    pub said: PerSeat<Option<Reply>>,
    pub judgement: Judgement,
    /// The witness that was given, if it is true.
    given: Option<String>,
}

impl Heard {
    /// Asks fresh processes, and searches with patience. Only the first `accused` are suspected.
    pub fn thoroughly(
        text: &str,
        known: Option<&KnownAnswer>,
        settings: &PerSeat<Setting>,
        accused: usize,
    ) -> Result<Self, StartError> {
        let judge = Judge::default();
        let judge = Judge { quick: judge.thorough, ..judge };
        let processes = Processes::new(settings);
        let mut heard = Self::of(text, known, settings, &judge, |seat, parsed| {
            processes.ask_again(seat, text, parsed, None, &settings[seat].limits)
        })?;
        heard.suspect_only(accused);
        Ok(heard)
    }

    /// Forgets what is suspected of others than the first few.
    pub fn suspect_only(&mut self, accused: usize) {
        let is_meant = |it: &Suspicion| it.accused.iter().all(|seat| seat.place() < accused);
        self.judgement.suspicions.retain(is_meant);
    }

    /// Asks for a script of whose last check this is known. A model is looked at again.
    pub fn of(
        text: &str,
        known: Option<&KnownAnswer>,
        settings: &PerSeat<Setting>,
        judge: &Judge,
        mut ask: impl FnMut(SeatId, Option<&mut ParsedFormula>) -> Result<Reply, StartError>,
    ) -> Result<Self, StartError> {
        let mut subject = Subject::new(text, KnownAnswers::default());
        let mut given = None;
        if let (Some(known), Ok(parsed)) = (known, &mut subject.parsed) {
            let model = match known.ground() {
                Ground::Witness(model) => Some(model),
                _ => None,
            };
            if model.is_none_or(|model| is_true(parsed, model)) {
                subject.known = of_last_check(parsed, known.clone());
                given = model.cloned();
            }
        }
        let mut said = PerSeat::filled(settings.len(), None);
        for seat in settings.seats() {
            said[seat] = Some(ask(seat, subject.parsed.as_mut().ok())?);
        }
        // The judge looks for a refutation only where somebody is contradicted, and not where it is
        // derived: one that the search finds rests on no rule.
        let is_derived = known.is_some_and(|it| matches!(it.ground(), Ground::Derived { .. }));
        let is_in_want = |parsed: &mut ParsedFormula, seat: SeatId| {
            let answer = said[seat].as_ref().and_then(Reply::answer);
            answer.is_some_and(|it| {
                it.verdict == Verdict::Sat
                    && (is_derived || is_undecided(parsed, it, &settings[seat]))
            })
        };
        if let Ok(parsed) = &mut subject.parsed
            && given.is_none()
            && parsed.checks() == 1
            && settings.seats().any(|seat| is_in_want(parsed, seat))
            && let Searched::Refuted(evaluations) = parsed.search(0, &judge.thorough)
        {
            subject.known = KnownAnswer::exhausted(evaluations).into();
        }
        let replies = Replies { settings, opponents: &Opponents::All, said: &said };
        let judgement = judge.judge_subject(&mut subject, replies);
        Ok(Self { said, judgement, given })
    }

    /// Returns what it rests on that something is wrong: on a choice, if anybody had to be asked what its
    /// model leaves open, and that there is no other model is not proven.
    pub fn footing(&self) -> Footing {
        if self.is_refuted() {
            return Footing::Standard;
        }
        let answers = self.answers();
        let mut checks = answers.iter().flat_map(|(_, answer)| &answer.checks);
        if checks.any(|said| !said.values.is_empty()) { Footing::Choice } else { Footing::Standard }
    }

    pub fn answers(&self) -> Vec<(SeatId, &Answer)> {
        let said = self.said.pairs();
        said.filter_map(|(seat, reply)| Some((seat, reply.as_ref()?.answer()?))).collect()
    }

    /// Returns a model of the script, if one is known: the one that was given, what the search
    /// found, or a solver's that is right.
    pub fn witness(&self) -> Option<String> {
        let searched = match self.judgement.searched_last() {
            Some(Searched::Witness(model)) => Some(model.clone()),
            _ => None,
        };
        let mut outcomes = self.judgement.outcomes.pairs();
        let right = outcomes.find(|(_, outcome)| **outcome == Some(Outcome::SatTrue));
        let model = || self.said[right?.0].as_ref()?.answer()?.checks.last()?.model.clone();
        self.given.clone().or(searched).or_else(model)
    }

    /// Whether an answer is wrong whatever the model: there is none.
    pub fn is_refuted(&self) -> bool {
        let suspicions = &self.judgement.suspicions;
        suspicions.iter().any(|it| it.kind == Kind::SolutionUnsoundness)
    }

    /// Says that there is nothing to keep of the script, and what was said.
    pub fn no_patient(&self, settings: &PerSeat<Setting>) -> NoPatient {
        let words = |(seat, answer): &(SeatId, &Answer)| {
            let (name, verdict) = (settings[*seat].name(), &answer.verdict);
            let first =
                verdict.detail().lines().next().map_or_else(String::new, |it| format!(": {it}"));
            format!("{name} says {}{first}", verdict.kind())
        };
        let answers = self.answers();
        let text = answers.iter().map(words).collect::<Vec<_>>().join(", ");
        let tells = |outcome: &Option<Outcome>| outcome.is_some_and(Outcome::is_decided);
        if self.judgement.outcomes.iter().all(tells) {
            NoPatient::Nothing(text)
        } else {
            NoPatient::Open(text)
        }
    }
}

/// Known answers of a script, of which only that to its last check is known.
fn of_last_check(parsed: &ParsedFormula, known: KnownAnswer) -> KnownAnswers {
    (1..parsed.checks()).map(|_| None).chain([Some(known)]).collect()
}

/// Whether the model of a `sat` tells neither that this is right nor that it is wrong.
fn is_undecided(parsed: &mut ParsedFormula, answer: &Answer, setting: &Setting) -> bool {
    let Some(said) = answer.checks.last().filter(|said| said.model.is_some()) else { return true };
    let evaluation = parsed.evaluate(parsed.checks() - 1, said, setting.dialect());
    !matches!(evaluation, Evaluation::True | Evaluation::False(_))
}

/// Whether a model makes the last question of a script true, by the standard alone.
pub(super) fn is_true(parsed: &mut ParsedFormula, model: &str) -> bool {
    let said = Checked { check: Check::Sat, model: Some(model.to_owned()), values: Vec::new() };
    let check = parsed.checks() - 1;
    parsed.outside_standard.is_empty()
        && parsed.evaluate(check, &said, Dialect::Standard) == Evaluation::True
}
