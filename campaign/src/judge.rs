//! Judging: from what solvers said of a formula to what is wrong with it.
//!
//! In this order: the model of a `sat` is evaluated; an `unsat` is put to the small search; only
//! then solvers are held against each other. No process is started here: the same answers give
//! the same judgement.

use std::time::Duration;

use smtlib::Budget;
use solvers::{Answer, Cause, Check, Crash, Verdict};

use crate::exhibit::{Evaluation, Exhibit, Searched};
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::rivals::{Attention, Rivals};
use crate::setting::Setting;
use crate::signature::{normal_crash, normal_reason};

/// When an answer is slow, and how hard the small search tries.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// For an `unsat` that nobody contradicts.
    pub quick: Budget,
    /// For a formula on which somebody must be wrong.
    pub thorough: Budget,
    /// An answer is not slow before that.
    pub slow: Duration,
    /// An answer is slow if it took so many times as long as another solver's.
    pub times: u32,
    /// What is looked at.
    pub attention: Attention,
}

impl Default for Judge {
    /// A quick search is some microseconds, a thorough one up to a tenth of a second. Slow is
    /// half a second, and ten times as long as another solver took.
    fn default() -> Self {
        Self {
            quick: Budget { evaluations: 100, steps: 2_000, all_steps: 5_000 },
            thorough: Budget { evaluations: 100_000, steps: 20_000, all_steps: 3_000_000 },
            slow: Duration::from_millis(500),
            times: 10,
            attention: Attention::Everything,
        }
    }
}

/// What is known of one solver's answer to a formula.
#[derive(Clone, Debug)]
pub enum Heard<'a> {
    /// The answer.
    Now(&'a Answer),
    /// What an earlier run wrote down of it.
    Before(Outcome, Duration),
}

/// What the judge says of a formula.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// What each solver's answer is worth, in the order of the answers.
    pub outcomes: Vec<Option<Outcome>>,
    /// What the formula is under each solver's model.
    pub evaluations: Vec<Option<String>>,
    /// Why each solver's model cannot be read, if it cannot; that of the last check.
    pub unread: Vec<Option<String>>,
    /// What looks wrong.
    pub suspicions: Vec<Suspicion>,
    /// What the small search found for each check of the script, where it was asked.
    pub searched: Vec<Option<Searched>>,
    /// Whether the formula could be read, and what is in it.
    pub operators: Vec<String>,
    /// The operators that the standard lacks.
    pub outside_standard: Vec<String>,
    /// What else there is to know.
    pub remarks: Vec<String>,
}

/// Something that looks wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// What.
    pub kind: Kind,
    /// Whose answers, by their place; one unless solvers disagree.
    pub accused: Vec<usize>,
    /// What tells this bug from others of its kind.
    pub detail: String,
    /// The number of the check, from 0.
    pub check: usize,
}

impl Judgement {
    /// Returns what the small search found for a check.
    pub fn searched_at(&self, check: usize) -> Option<&Searched> {
        self.searched.get(check)?.as_ref()
    }

    /// Returns what the small search found for the last check.
    pub fn searched_last(&self) -> Option<&Searched> {
        self.searched.last()?.as_ref()
    }
}

impl Judge {
    /// What `heard` says of `formula`: one entry for each setting, `None` where nothing was asked.
    pub fn judge(
        &self,
        formula: &str,
        settings: &[Setting],
        heard: &[Option<Heard<'_>>],
    ) -> Judgement {
        self.judge_among(&Rivals::All, formula, settings, heard)
    }

    /// The same, where not everybody's answer is held against everybody else's.
    pub fn judge_among(
        &self,
        rivals: &Rivals,
        formula: &str,
        settings: &[Setting],
        heard: &[Option<Heard<'_>>],
    ) -> Judgement {
        self.judge_exhibit(rivals, &mut Exhibit::new(formula), settings, heard)
    }

    /// The same, of a formula that was read before, or cannot be read for a reason.
    ///
    /// Every check of a script is judged by itself: its own assertions and names, the models that
    /// were given for it. Crashes, times and the like belong to the last one.
    pub(crate) fn judge_exhibit(
        &self,
        rivals: &Rivals,
        exhibit: &mut Result<Exhibit, String>,
        settings: &[Setting],
        heard: &[Option<Heard<'_>>],
    ) -> Judgement {
        let checks = exhibit.as_ref().map_or(1, Exhibit::checks);
        let mut all = Judgement {
            outcomes: vec![None; heard.len()],
            evaluations: vec![None; heard.len()],
            unread: vec![None; heard.len()],
            ..Judgement::default()
        };
        match exhibit {
            Ok(exhibit) => {
                all.operators.clone_from(&exhibit.operators);
                all.outside_standard.clone_from(&exhibit.outside_standard);
            }
            Err(error) => all.remarks.push(format!("etude cannot read it: {error}")),
        }
        for check in 0..checks {
            let scope = Scope { check, checks };
            let mut case = Case::new(self, rivals, exhibit, settings, heard, scope);
            case.evaluate();
            case.search();
            case.accuse();
            let Case { outcomes, evaluated, searched, suspicions, .. } = case;
            for place in 0..heard.len() {
                all.note_outcome(place, outcomes[place], scope);
                all.note_evaluation(place, evaluated[place].as_ref(), scope);
            }
            all.searched.push(searched);
            all.suspicions.extend(suspicions);
        }
        all
    }
}

impl Judgement {
    /// Keeps the outcome of the last check, unless an earlier model is wrong. A script is proven only
    /// if each of its checks is.
    fn note_outcome(&mut self, place: usize, outcome: Option<Outcome>, scope: Scope) {
        let before = self.outcomes[place];
        let is_proven = matches!(before, Some(Outcome::SatTrue | Outcome::UnsatProven));
        self.outcomes[place] = match outcome {
            _ if before == Some(Outcome::SatFalse) => before,
            Some(Outcome::SatTrue) if scope.check > 0 && !is_proven => Some(Outcome::SatOpen),
            Some(Outcome::UnsatProven) if scope.check > 0 && !is_proven => Some(Outcome::Unsat),
            outcome => outcome,
        };
    }

    fn note_evaluation(&mut self, place: usize, evaluation: Option<&Evaluation>, scope: Scope) {
        let Some(evaluation) = evaluation else { return };
        if let Evaluation::Unread(reason) = evaluation {
            self.unread[place] = Some(reason.clone());
        }
        let text = if scope.checks == 1 {
            evaluation.text()
        } else {
            format!("check {}: {}", scope.check + 1, evaluation.text())
        };
        let known = &mut self.evaluations[place];
        *known =
            Some(known.take().map_or_else(|| text.clone(), |known| format!("{known}; {text}")));
    }
}

/// One check of a script.
#[derive(Clone, Copy, Debug)]
struct Scope {
    /// The number of the check, from 0.
    check: usize,
    /// The number of all checks.
    checks: usize,
}

impl Scope {
    fn is_last(self) -> bool {
        self.check + 1 == self.checks
    }
}

/// What a solver is accused of that takes a model back which is right.
pub(crate) const WRONG_ALARM: &str = "its own check of a right model fails";

/// What they disagree about where nobody says `unsat`.
const MODEL_DISPUTE: &str = "the model and the evaluator";

/// One check of a formula on trial.
struct Case<'a> {
    judge: &'a Judge,
    rivals: &'a Rivals,
    settings: &'a [Setting],
    heard: &'a [Option<Heard<'a>>],
    exhibit: Option<&'a mut Exhibit>,
    scope: Scope,
    outcomes: Vec<Option<Outcome>>,
    evaluated: Vec<Option<Evaluation>>,
    searched: Option<Searched>,
    suspicions: Vec<Suspicion>,
}

impl<'a> Case<'a> {
    fn new(
        judge: &'a Judge,
        rivals: &'a Rivals,
        exhibit: &'a mut Result<Exhibit, String>,
        settings: &'a [Setting],
        heard: &'a [Option<Heard<'a>>],
        scope: Scope,
    ) -> Self {
        let outcome = |heard: &Option<Heard>| heard.as_ref().and_then(|it| it.outcome_at(scope));
        Self {
            judge,
            rivals,
            settings,
            heard,
            exhibit: exhibit.as_mut().ok(),
            scope,
            outcomes: heard.iter().map(outcome).collect(),
            evaluated: vec![None; heard.len()],
            searched: None,
            suspicions: Vec::new(),
        }
    }

    /// Evaluates the formula under every model that was given.
    fn evaluate(&mut self) {
        for place in 0..self.heard.len() {
            let Some(Heard::Now(answer)) = &self.heard[place] else { continue };
            let is_doubted =
                self.scope.is_last() && matches!(answer.verdict, Verdict::InvalidModel(_));
            if self.outcomes[place] != Some(Outcome::SatUnread) && !is_doubted {
                continue;
            }
            let Some(exhibit) = &mut self.exhibit else { continue };
            let dialect = self.settings[place].dialect();
            let evaluation = match answer.checks.get(self.scope.check) {
                Some(said) if answer.checks.len() <= self.scope.checks => {
                    exhibit.evaluate(self.scope.check, said, dialect)
                }
                _ => Evaluation::Unread("there is none".to_owned()),
            };
            if !is_doubted {
                let is_standard = exhibit.outside_standard.is_empty();
                self.outcomes[place] = Some(match evaluation {
                    // What an operator outside the standard means is somebody's choice too.
                    Evaluation::True if is_standard => Outcome::SatTrue,
                    Evaluation::True | Evaluation::Chosen(_) => Outcome::SatChosen,
                    Evaluation::False(_) => Outcome::SatFalse,
                    Evaluation::Open(_) => Outcome::SatOpen,
                    Evaluation::Unread(_) => Outcome::SatUnread,
                    Evaluation::TooLarge(_) => Outcome::SatTooLarge,
                });
            }
            self.evaluated[place] = Some(evaluation);
        }
    }

    /// Asks the small search where no model settles the question.
    fn search(&mut self) {
        let Some(exhibit) = &self.exhibit else { return };
        let any = |wanted: fn(Outcome) -> bool| {
            self.outcomes.iter().flatten().any(|outcome| wanted(*outcome))
        };
        if self.has_model() {
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
        let searched = exhibit.search(self.scope.check, budget);
        if matches!(searched, Searched::Refuted(_)) && exhibit.outside_standard.is_empty() {
            let outcomes = self.outcomes.iter_mut().flatten();
            for outcome in outcomes.filter(|outcome| outcome.is_unsat()) {
                *outcome = Outcome::UnsatProven;
            }
        }
        self.searched = Some(searched);
    }

    fn accuse(&mut self) {
        for place in 0..self.heard.len() {
            if let Some((kind, detail)) = self.fault_of(place)
                && (self.judge.attention == Attention::Everything || !kind.is_of_time())
            {
                self.suspect(kind, vec![place], detail);
            }
            if let Some(detail) = self.session_fault_of(place) {
                self.suspect(Kind::SessionOnly, vec![place], detail);
            }
        }
        self.accuse_those_who_disagree();
    }

    fn suspect(&mut self, kind: Kind, accused: Vec<usize>, detail: String) {
        let check = self.scope.check;
        self.suspicions.push(Suspicion { kind, accused, detail, check });
    }

    /// What is wrong with one answer, whoever is right.
    fn fault_of(&self, place: usize) -> Option<(Kind, String)> {
        let outcome = self.outcomes[place]?;
        let is_refuted = matches!(self.searched, Some(Searched::Refuted(_)));
        let is_judged = self.is_judged(place);
        let of = |kind: Kind, detail: &str| Some((kind, detail.to_owned()));
        match outcome {
            outcome if outcome.is_unsat() && is_judged && self.has_model() => {
                of(Kind::RefutationUnsoundness, "unsat")
            }
            outcome if outcome.is_sat() && is_judged && is_refuted => {
                of(Kind::SolutionUnsoundness, "sat")
            }
            Outcome::SatFalse if is_judged => of(Kind::InvalidModel, "sat"),
            // All else is of the script as a whole.
            _ if !self.scope.is_last() => None,
            Outcome::InvalidModel if self.settings[place].changes().is_empty() => {
                match &self.evaluated[place] {
                    // What fails is the check.
                    Some(Evaluation::True | Evaluation::Chosen(_)) => of(Kind::Crash, WRONG_ALARM),
                    Some(Evaluation::Open(_) | Evaluation::TooLarge(_)) => None,
                    Some(Evaluation::False(_) | Evaluation::Unread(_)) | None => {
                        of(Kind::InvalidModel, "its own check fails")
                    }
                }
            }
            Outcome::Crash => Some((Kind::Crash, self.crash_of(place))),
            Outcome::Flawed => Some((Kind::Flawed, self.detail_of(place))),
            Outcome::Unknown if self.fastest_other(place).is_some() => {
                Some((Kind::Incompleteness, normal_reason(&self.detail_of(place))))
            }
            Outcome::Timeout => {
                let (time, other) = (self.time_of(place)?, self.fastest_other(place)?);
                // A solver that hardly got a core is late for no fault of its own.
                let is_busy = time * 8 >= self.settings[place].limits.wall;
                (is_busy && time >= other * self.judge.times)
                    .then(|| (Kind::Performance, outcome.to_string()))
            }
            Outcome::OutOfMemory => {
                let other = self.fastest_other(place)?;
                (other * self.judge.times <= self.settings[place].limits.wall)
                    .then(|| (Kind::Performance, outcome.to_string()))
            }
            outcome if outcome.is_decided() => {
                let time = self.time_of(place)?;
                let other = self.fastest_other(place)?;
                (time >= self.judge.slow && time >= other * self.judge.times)
                    .then(|| (Kind::Performance, "slow".to_owned()))
            }
            _ => None,
        }
    }

    /// What the process in a session did, if a fresh one did better.
    fn session_fault_of(&self, place: usize) -> Option<String> {
        let Heard::Now(answer) = self.heard[place].as_ref()? else { return None };
        if !self.scope.is_last() {
            return None;
        }
        let before = answer.in_session.as_ref()?;
        let differs = before.kind() != answer.verdict.kind();
        match before {
            Verdict::Crash(crash) if differs => Some(normal_crash(crash)),
            Verdict::Flawed(reason) if differs => Some(reason.clone()),
            _ => None,
        }
    }

    /// Somebody is wrong, and nobody knows who.
    fn accuse_those_who_disagree(&mut self) {
        let places = |wanted: &dyn Fn(Outcome) -> bool| -> Vec<usize> {
            let outcomes = self.outcomes.iter().enumerate();
            outcomes
                .filter(|(_, outcome)| outcome.is_some_and(wanted))
                .map(|(place, _)| place)
                .collect()
        };
        let is_blamed = |place: &usize| {
            let mut suspicions = self.suspicions.iter();
            suspicions.any(|it| it.kind.is_wrong_answer() && it.accused.contains(place))
        };
        let sat: Vec<usize> =
            places(&Outcome::is_sat).into_iter().filter(|place| !is_blamed(place)).collect();
        let unsat: Vec<usize> =
            places(&Outcome::is_unsat).into_iter().filter(|it| !is_blamed(it)).collect();
        // A model that is false, in a formula of which the standard does not say what it means.
        let doubted: Vec<usize> = places(&|it| it == Outcome::SatFalse)
            .into_iter()
            .filter(|place| !is_blamed(place) && self.settings[*place].changes().is_empty())
            .collect();
        let mut disputes: Vec<Vec<usize>> = Vec::new();
        match self.rivals {
            Rivals::All if !sat.is_empty() && !unsat.is_empty() => {
                disputes.push([&sat[..], &unsat[..]].concat());
            }
            Rivals::All => {}
            Rivals::References(_) | Rivals::Arbiter(_) => {
                for (&yes, &no) in sat.iter().flat_map(|yes| unsat.iter().map(move |no| (yes, no)))
                {
                    if self.rivals.has(yes, no) || self.rivals.has(no, yes) {
                        disputes.push(vec![yes, no]);
                    }
                }
            }
        }
        let rivals = self.rivals;
        let mut accuse = |accused: Vec<usize>, detail: &str| {
            self.suspect(Kind::Disagreement, accused, detail.to_owned());
        };
        if disputes.is_empty() && !doubted.is_empty() {
            match rivals {
                Rivals::All => accuse(doubted, MODEL_DISPUTE),
                Rivals::References(_) | Rivals::Arbiter(_) => {
                    for place in doubted {
                        accuse(vec![place], MODEL_DISPUTE);
                    }
                }
            }
        }
        for accused in disputes {
            accuse(accused, "sat and unsat");
        }
    }

    /// Whether a checked model exists, in which nothing rests on a choice that the standard leaves.
    fn has_model(&self) -> bool {
        let mut outcomes = self.outcomes.iter().enumerate();
        outcomes.any(|(place, outcome)| {
            *outcome == Some(Outcome::SatTrue) && self.settings[place].changes().is_empty()
        }) || matches!(self.searched, Some(Searched::Witness(_)))
    }

    /// Whether the standard says what the formula means to this solver.
    fn is_judged(&self, place: usize) -> bool {
        self.exhibit.as_ref().is_none_or(|exhibit| exhibit.outside_standard.is_empty())
            && self.settings[place].changes().is_empty()
    }

    /// How long a solver worked, not counting what other programs took of its cores.
    fn time_of(&self, place: usize) -> Option<Duration> {
        self.heard[place].as_ref().map(|heard| match heard {
            Heard::Now(answer) => answer.cpu.unwrap_or(answer.time),
            Heard::Before(_, time) => *time,
        })
    }

    /// How long the fastest of the others took that decided the formula.
    fn fastest_other(&self, place: usize) -> Option<Duration> {
        (0..self.heard.len())
            .filter(|other| self.rivals.has(place, *other))
            .filter(|other| self.outcomes[*other].is_some_and(Outcome::is_decided))
            .filter_map(|other| self.time_of(other))
            .min()
    }

    fn detail_of(&self, place: usize) -> String {
        match &self.heard[place] {
            Some(Heard::Now(answer)) => answer.verdict.detail(),
            _ => String::new(),
        }
    }

    fn crash_of(&self, place: usize) -> String {
        match &self.heard[place] {
            Some(Heard::Now(Answer { verdict: Verdict::Crash(crash), .. })) => normal_crash(crash),
            _ => normal_crash(&Crash {
                cause: Cause::Report,
                message: String::new(),
                location: None,
            }),
        }
    }
}

impl Heard<'_> {
    /// What was said of a check; of any but the last, only `sat` and `unsat` count.
    fn outcome_at(&self, scope: Scope) -> Option<Outcome> {
        match self {
            Self::Now(answer) if scope.is_last() => Some(Outcome::of_verdict(&answer.verdict)),
            Self::Now(answer) => match answer.checks.get(scope.check)?.check {
                Check::Sat => Some(Outcome::SatUnread),
                Check::Unsat => Some(Outcome::Unsat),
                Check::Unknown => None,
            },
            Self::Before(outcome, _) => scope.is_last().then_some(*outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::Manner;
    use solvers::{Checked, Limits, Solver};

    fn answer(verdict: Verdict, model: &str) -> Answer {
        let check = match verdict {
            Verdict::Unsat => Check::Unsat,
            Verdict::Sat | Verdict::InvalidModel(_) => Check::Sat,
            _ => Check::Unknown,
        };
        let model = (!model.is_empty()).then(|| model.to_owned());
        Answer {
            verdict,
            checks: vec![Checked { check, model, values: Vec::new() }],
            time: Duration::from_millis(1),
            cpu: None,
            memory: None,
            stdout: String::new(),
            stderr: String::new(),
            status: None,
            in_session: None,
            adapted: Vec::new(),
        }
    }

    fn setting(line: &str) -> Setting {
        let solver = Solver::parse(line).unwrap();
        Setting::new(solver, Limits::default(), Manner::Fresh).unwrap()
    }

    fn faults(formula: &str, solver: &str, answers: &[Answer]) -> Vec<(Kind, Vec<usize>)> {
        let settings: Vec<Setting> = answers.iter().map(|_| setting(solver)).collect();
        let heard: Vec<Option<Heard>> = answers.iter().map(|it| Some(Heard::Now(it))).collect();
        let judgement = Judge::default().judge(formula, &settings, &heard);
        judgement.suspicions.into_iter().map(|it| (it.kind, it.accused)).collect()
    }

    const SQUARE: &str = "(declare-const a Int)(assert (= (* a a) 4))(check-sat)";
    const DIVISION: &str = "(declare-const a Int)(assert (= 1 (div a 0)))(check-sat)";
    const TANGENT: &str = "(declare-const a Real)(assert (> 0.0 (tan a)))(check-sat)";
    const NEVER: &str = "(declare-const a Bool)(assert (and a (not a)))(check-sat)";

    #[test]
    fn models_prove_and_disprove() {
        let right = || answer(Verdict::Sat, "((define-fun a () Int 2))");
        let wrong = || answer(Verdict::Sat, "((define-fun a () Int 3))");
        let unsat = || answer(Verdict::Unsat, "");
        let judge = |answers: &[Answer]| faults(SQUARE, "mine", answers);
        assert_eq!(judge(&[right()]), []);
        assert_eq!(judge(&[wrong()]), [(Kind::InvalidModel, vec![0])]);
        // With and without somebody who says sat.
        assert_eq!(judge(&[unsat(), right()]), [(Kind::RefutationUnsoundness, vec![0])]);
        assert_eq!(judge(&[unsat()]), [(Kind::RefutationUnsoundness, vec![0])]);
        let sat = || answer(Verdict::Sat, "((define-fun a () Bool true))");
        let judge = |answers: &[Answer]| faults(NEVER, "mine", answers);
        assert_eq!(judge(&[sat(), unsat()]), [(Kind::SolutionUnsoundness, vec![0])]);
    }

    #[test]
    fn what_the_standard_does_not_say_blames_nobody() {
        let silent = || answer(Verdict::Sat, "((define-fun a () Int 2))");
        let model = "((define-fun a () Int 2) (define-fun div0 ((x Int)) Int 1))";
        let chosen = || answer(Verdict::Sat, model);
        let unsat = || answer(Verdict::Unsat, "");
        assert_eq!(faults(DIVISION, "mine", &[silent()]), []);
        assert_eq!(faults(DIVISION, "mine", &[chosen()]), []);
        let disagreement = [(Kind::Disagreement, vec![0, 1])];
        assert_eq!(faults(DIVISION, "mine", &[silent(), unsat()]), disagreement);
        assert_eq!(faults(DIVISION, "mine", &[chosen(), unsat()]), disagreement);
        // An operator that the standard lacks, and an option that changes what formulas mean.
        let zero = || answer(Verdict::Sat, "((define-fun a () Real 0.0))");
        assert_eq!(faults(TANGENT, "mine", &[zero()]), [(Kind::Disagreement, vec![0])]);
        let wrong = || answer(Verdict::Sat, "((define-fun a () Int 3))");
        assert_eq!(faults(SQUARE, "z3 hi_div0=false", &[wrong()]), []);
    }

    #[test]
    fn each_answer_is_held_against_its_reference_alone() {
        let silent = || answer(Verdict::Sat, "((define-fun a () Int 2))");
        let unsat = || answer(Verdict::Unsat, "");
        let late = || Answer { time: Duration::from_secs(2), ..answer(Verdict::Timeout, "") };
        let answers = [silent(), unsat(), unsat(), late(), silent()];
        let settings: Vec<Setting> = answers.iter().map(|_| setting("mine")).collect();
        let heard: Vec<Option<Heard>> = answers.iter().map(|it| Some(Heard::Now(it))).collect();
        // The first is the reference of all others but the last, and has the third as its own.
        let rivals = Rivals::References(vec![Some(2), Some(0), Some(0), Some(0), None]);
        let judge = |attention| Judge { attention, ..Judge::default() };
        let faults = |attention| -> Vec<(Kind, Vec<usize>)> {
            let judgement = judge(attention).judge_among(&rivals, DIVISION, &settings, &heard);
            judgement.suspicions.into_iter().map(|it| (it.kind, it.accused)).collect()
        };
        let disputes = [(Kind::Disagreement, vec![0, 1]), (Kind::Disagreement, vec![0, 2])];
        assert_eq!(faults(Attention::Wrong), disputes);
        let all = faults(Attention::Everything);
        assert_eq!(all[0], (Kind::Performance, vec![3]));
        assert_eq!(all[1..], disputes);
    }

    /// An answer to several checks, each with a model or none.
    fn answers(checks: &[(Check, &str)]) -> Answer {
        let checked = |(check, model): &(Check, &str)| Checked {
            check: *check,
            model: (!model.is_empty()).then(|| (*model).to_owned()),
            values: Vec::new(),
        };
        let last = match checks.last().map(|(check, _)| check) {
            Some(Check::Sat) => Verdict::Sat,
            Some(Check::Unsat) => Verdict::Unsat,
            _ => Verdict::Unknown(String::new()),
        };
        Answer { checks: checks.iter().map(checked).collect(), ..answer(last, "") }
    }

    #[test]
    fn every_check_is_judged_by_itself() {
        let script = "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)\
                      (declare-const w Bool)(assert w)(check-sat)";
        let (six, five) = ("((define-fun w () Int 6))", "((define-fun w () Int 5))");
        let (yes, no) = ("((define-fun w () Bool true))", "((define-fun w () Bool false))");
        let judge = |first: (Check, &str), second: (Check, &str)| {
            let answer = answers(&[first, second]);
            let heard = [Some(Heard::Now(&answer))];
            let judgement = Judge::default().judge(script, &[setting("mine")], &heard);
            let faults = judgement.suspicions.iter().map(|it| (it.kind, it.check)).collect();
            let evaluation = judgement.evaluations[0].clone().unwrap_or_default();
            (faults, judgement.outcomes[0], evaluation)
        };
        let nothing: Vec<(Kind, usize)> = Vec::new();
        let all = |first: &str, second: &str| format!("check 1: {first}; check 2: {second}");
        assert_eq!(
            judge((Check::Sat, six), (Check::Sat, yes)),
            (nothing, Some(Outcome::SatTrue), all("true", "true"))
        );
        assert_eq!(
            judge((Check::Sat, five), (Check::Sat, yes)),
            (vec![(Kind::InvalidModel, 0)], Some(Outcome::SatFalse), all("false", "true"))
        );
        assert_eq!(
            judge((Check::Sat, six), (Check::Sat, no)),
            (vec![(Kind::InvalidModel, 1)], Some(Outcome::SatFalse), all("true", "false"))
        );
        let (faults, outcome, _) = judge((Check::Unsat, ""), (Check::Sat, yes));
        assert_eq!(faults, [(Kind::RefutationUnsoundness, 0)]);
        // Not all of the script is proven.
        assert_eq!(outcome, Some(Outcome::SatOpen));
    }

    #[test]
    fn a_recursive_definition_proves_nothing_against_others() {
        let script = "(define-fun-rec f ((x Int)) Int (ite (= x 0) 0 (+ 1 (f x))))\
                      (assert (= (f 0) 0))(check-sat)";
        let sat = answer(Verdict::Sat, "()");
        let unsat = answer(Verdict::Unsat, "");
        assert_eq!(faults(script, "mine", &[sat, unsat]), [(Kind::Disagreement, vec![0, 1])]);
    }

    #[test]
    fn a_solver_that_doubts_itself_is_checked() {
        let doubt = |model: &str| answer(Verdict::InvalidModel(String::new()), model);
        let judge = |formula: &str, model: &str| faults(formula, "mine", &[doubt(model)]);
        assert_eq!(judge(SQUARE, "((define-fun a () Int 2))"), [(Kind::Crash, vec![0])]);
        assert_eq!(judge(SQUARE, "((define-fun a () Int 3))"), [(Kind::InvalidModel, vec![0])]);
        assert_eq!(judge(SQUARE, ""), [(Kind::InvalidModel, vec![0])]);
        assert_eq!(judge(DIVISION, "((define-fun a () Int 2))"), []);
    }
}
