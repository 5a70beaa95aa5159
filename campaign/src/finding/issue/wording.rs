//! Names of the kinds of findings, and why each is wrong, in words for those who mend it.

use crate::finding::recorded_reply::RecordedReply;
use crate::finding::{Evidence, Finding, Proof};
use crate::judge::kind::Kind;
use crate::judge::verdict_kind::VerdictKind;
use crate::source::order::Place;

/// The title of an issue.
pub(super) fn title(finding: &Finding) -> String {
    let who = finding.accused_labels();
    let what = match finding.kind {
        Kind::RefutationUnsoundness => "answers unsat to a satisfiable formula".to_owned(),
        Kind::SolutionUnsoundness => "answers sat to an unsatisfiable formula".to_owned(),
        Kind::InvalidModel => "gives an invalid model".to_owned(),
        Kind::Crash if is_self_made(finding) => "rejects its own right model".to_owned(),
        Kind::Crash => format!("crashes: {}", finding.fault),
        Kind::Flawed => "gives no proper answer".to_owned(),
        Kind::Disagreement if is_split(finding) => "disagree: sat and unsat".to_owned(),
        Kind::Disagreement => "gives a doubtful model".to_owned(),
        Kind::SessionOnly => "fails after other formulas in the same process".to_owned(),
        Kind::Performance => format!("is slow on {}", measured(finding)),
        Kind::Incompleteness => format!("answers unknown to {}", measured(finding)),
    };
    let what = match finding.evidence.check {
        Some(check) => format!("{what}, at check {check} of a script"),
        None => what,
    };
    let names: Vec<&str> = finding.operators.iter().map(String::as_str).collect();
    let title = match names.len() {
        0 => format!("{who} {what}"),
        1..=6 => format!("{who} {what} ({})", names.join(", ")),
        _ => format!("{who} {what} ({}, …)", names[..6].join(", ")),
    };
    match finding.standing_outside() {
        Some(outside) => format!("{title}; {outside}"),
        None => title,
    }
}

/// The formula, with what is known of its size.
fn measured(finding: &Finding) -> &'static str {
    match finding.formula.place {
        Place::Index(_) | Place::Drawn { .. } => "a small formula",
        Place::Mutant { .. } => "a formula",
        Place::File(_) => "a script",
    }
}

/// Returns what is wrong in one sentence, and one more on the check if there are several.
pub(super) fn sentence(finding: &Finding) -> String {
    let sentence = plain_sentence(finding);
    match finding.evidence.check {
        Some(check) => format!(
            "{sentence} The script has several checks, and this is about check {check}: the formula \
             is what holds there."
        ),
        None => sentence,
    }
}

fn plain_sentence(finding: &Finding) -> String {
    let who = finding.accused_labels();
    let detail = finding.fault.to_string();
    match finding.kind {
        Kind::RefutationUnsoundness => {
            format!("{who} answers `unsat`, but the formula is satisfiable.")
        }
        Kind::SolutionUnsoundness => {
            format!("{who} answers `sat`, but the formula is unsatisfiable.")
        }
        Kind::InvalidModel if is_self_made(finding) => {
            format!("{who} answers `sat` and then finds by itself that its model is wrong.")
        }
        Kind::InvalidModel => {
            format!("{who} answers `sat` with a model under which the formula is false.")
        }
        Kind::Crash if is_self_made(finding) => format!(
            "{who} answers `sat` with a model under which the formula is true, and then reports \
             that its check of that model failed."
        ),
        Kind::Crash => format!("{who} crashes on this formula: {detail}."),
        Kind::Flawed => format!("{who} gives no proper answer to this formula: {detail}."),
        Kind::Disagreement if is_split(finding) => {
            format!("{}: they cannot both be right.", said_by_each(finding))
        }
        Kind::Disagreement => format!(
            "{who} answers `sat` with a model under which etude finds the formula false, and the \
             standard does not settle who is right."
        ),
        Kind::SessionOnly => format!(
            "A process of {who} that answered other formulas before fails on this one ({detail}), \
             and a fresh process does not."
        ),
        Kind::Performance => match (finding.accused_replies().first(), rival(finding)) {
            (Some(slow), Some(fast)) if slow.is_fresh == fast.is_fresh => format!(
                "{who} {}, and {} answers `{}` after {:.3} s.",
                if matches!(slow.verdict, VerdictKind::Timeout | VerdictKind::OutOfMemory) {
                    let (verdict, seconds) = (slow.verdict, slow.time.as_secs_f64());
                    format!("gives no answer ({verdict} after {seconds:.1} s)")
                } else {
                    format!("answers `{}` after {:.1} s", slow.verdict, slow.time.as_secs_f64())
                },
                fast.solver.label(),
                fast.verdict,
                fast.time.as_secs_f64()
            ),
            // A session does not start for each formula: its times tell nothing here.
            (_, Some(fast)) => format!(
                "{who} is slow on this formula ({detail}), and {} answers `{}` in a session.",
                fast.solver.label(),
                fast.verdict
            ),
            _ => format!("{who} is slow on this formula: {detail}."),
        },
        Kind::Incompleteness => {
            let why = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
            match rival(finding) {
                Some(other) => format!(
                    "{who} answers `unknown`{why}, and {} answers `{}`.",
                    other.solver.label(),
                    other.verdict
                ),
                None => format!("{who} answers `unknown`{why}."),
            }
        }
    }
}

/// The right answer, where it is known.
pub(super) enum Expected {
    /// In a sentence.
    Answer(String),
    /// In a sentence that ends with a colon, and a model.
    Model(String, String),
}

/// Returns the answer that a right solver gives, as far as it is proven.
pub(super) fn expected(finding: &Finding) -> Option<Expected> {
    let mut others = finding.evidence.answers.iter().filter(|it| it.is_true());
    let model = match &finding.evidence.proof {
        Some(Proof::Model(model)) => Some(model.clone()),
        _ => others.find_map(|it| it.statement()?.model),
    };
    match finding.kind {
        Kind::SolutionUnsoundness => {
            Some(Expected::Answer("`unsat`: every assignment makes an assertion false.".to_owned()))
        }
        Kind::InvalidModel if finding.evidence.is_refuted() => {
            Some(Expected::Answer("`unsat`: every assignment makes an assertion false.".to_owned()))
        }
        Kind::RefutationUnsoundness => {
            Some(Expected::Model("`sat`, since this is a model:".to_owned(), model?))
        }
        Kind::InvalidModel => Some(match model {
            Some(model) => Expected::Model("`sat` with a model such as:".to_owned(), model),
            None => Expected::Answer(
                "`unsat`, `unknown`, or a model under which every assertion is true.".to_owned(),
            ),
        }),
        Kind::Crash | Kind::Flawed => {
            let right = finding.evidence.answers.iter().find(|it| it.verdict.is_decided());
            Some(Expected::Answer(match right {
                Some(other) => {
                    format!("an answer; {} says `{}`.", other.solver.label(), other.verdict)
                }
                None => "an answer, or `unknown`.".to_owned(),
            }))
        }
        Kind::SessionOnly => Some(Expected::Answer("what a fresh process says.".to_owned())),
        Kind::Disagreement | Kind::Performance | Kind::Incompleteness => None,
    }
}

/// Returns why it is wrong.
pub(super) fn reason(finding: &Finding) -> String {
    let text = match finding.kind {
        Kind::RefutationUnsoundness => {
            "`unsat` says that no model exists. There is one: under it every assertion is true \
             by the SMT-LIB standard, as the values of the subterms below show. They were \
             computed by etude's own evaluator, with exact arithmetic and no solver, so that no \
             other solver has to be trusted."
        }
        Kind::SolutionUnsoundness if is_derived(finding) => {
            "`sat` says that a model exists. Etude's search exhausted the seed of this formula: no \
             assignment makes all its assertions true. Each step from the seed to the formula, which \
             are below, makes it stronger or leaves it as it is, so this has no model either."
        }
        Kind::SolutionUnsoundness => {
            "`sat` says that a model exists. Etude's evaluator tried or ruled out every \
             assignment, with exact arithmetic and no solver, and none makes all assertions true."
        }
        Kind::InvalidModel if is_self_made(finding) => {
            "The solver's own check of its model failed, so the model that it built does not \
             satisfy the formula."
        }
        Kind::InvalidModel => {
            "A model must make every assertion true. Under this one an assertion is false by the \
             SMT-LIB standard, as the values of the subterms show; they were computed by etude's \
             own evaluator, with exact arithmetic and no solver."
        }
        Kind::Crash if is_self_made(finding) => {
            "The model is right, as the values of the subterms show. A solver whose own check of a \
             right model fails is wrong in the check, or in what it checks: an internal error."
        }
        Kind::Crash => "A solver answers, or says that it cannot. It does not die.",
        Kind::Flawed => "A script with one `(check-sat)` gets one of `sat`, `unsat`, `unknown`.",
        Kind::Disagreement if is_split(finding) => {
            "A formula has a model or it has none. Neither the evaluator nor the small search could \
             settle which, so this report blames nobody."
        }
        Kind::Disagreement => {
            "Either the model is wrong, or the solver means something else by this formula than \
             etude does. Where the standard is silent, that is for the solver's documentation to \
             say."
        }
        Kind::SessionOnly => {
            "What was asked before must not matter after `(reset)`. A fresh process answers this \
             formula, so state has leaked from one formula into the next."
        }
        Kind::Performance => {
            "The formula is small, and another solver decides it in a small part of the time."
        }
        Kind::Incompleteness if has_before(finding) => {
            "`unknown` is never wrong. The solver decides the formula before the last step, which \
             keeps the answer."
        }
        Kind::Incompleteness => {
            "`unknown` is never wrong. The formula is small, and another solver decides it."
        }
    };
    let doubt = if finding.kind == Kind::InvalidModel { doubt(finding) } else { String::new() };
    format!("{text}{doubt}")
}

/// Whether it is by steps from a seed that there is no model.
fn is_derived(finding: &Finding) -> bool {
    let Evidence { lineage, proof, check, .. } = &finding.evidence;
    let check = check.map_or(0, |check| check.saturating_sub(1));
    proof.is_none() && lineage.as_ref().is_some_and(|it| it.is_refuted_at(check))
}

/// Whether the solver decided what the formula was before its last step.
fn has_before(finding: &Finding) -> bool {
    finding.evidence.lineage.as_ref().is_some_and(|it| it.before.is_some())
}

/// Whether a `sat` with a wrong model is right, as far as the others tell.
fn doubt(finding: &Finding) -> String {
    let others = finding.evidence.answers.iter();
    match others.clone().find(|it| it.verdict == VerdictKind::Unsat) {
        Some(other) => {
            format!(" {} answers `unsat`, so `sat` may be wrong too.", other.solver.label())
        }
        None if matches!(finding.evidence.proof, Some(Proof::Model(_)))
            || others.clone().any(RecordedReply::is_true) =>
        {
            " `sat` is right: the formula has other models.".to_owned()
        }
        None => " `sat` may still be right.".to_owned(),
    }
}

/// Returns the heading of the part that says why this was reported.
pub(super) fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Performance | Kind::Incompleteness => "Why this matters",
        Kind::Disagreement => "What is known",
        _ => "Why this is wrong",
    }
}

/// `z3 4.8.7 answers sat, and cvc5 1.2.0 answers unsat`
fn said_by_each(finding: &Finding) -> String {
    let said = |it: &&RecordedReply| format!("{} answers `{}`", it.solver.label(), it.verdict);
    finding.accused_replies().iter().map(said).collect::<Vec<_>>().join(", and ")
}

/// The fastest other solver that decided the formula.
fn rival(finding: &Finding) -> Option<&RecordedReply> {
    let accused = finding.accused_replies();
    let others = finding.evidence.answers.iter().filter(|it| !accused.contains(it));
    let is_like = |it: &RecordedReply| accused.iter().all(|own| own.is_fresh == it.is_fresh);
    others.filter(|it| it.verdict.is_decided()).min_by_key(|it| (!is_like(it), it.time))
}

/// Whether solvers contradict each other, and not a solver the evaluator.
fn is_split(finding: &Finding) -> bool {
    let accused = finding.accused_replies();
    let said = |verdict: VerdictKind| accused.iter().any(|it| it.verdict == verdict);
    said(VerdictKind::Sat) && said(VerdictKind::Unsat)
}

/// Whether the solver itself found that its model is wrong.
fn is_self_made(finding: &Finding) -> bool {
    finding.accused_replies().iter().all(|it| it.verdict == VerdictKind::InvalidModel)
}
