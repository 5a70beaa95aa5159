//! A report as `JUnit` XML, which every build server reads: a suite for each theory, in it a case
//! for the guarantee, one for the answers of each solver, and a failing case for each
//! probable cause. A case is skipped where nothing can be said (a guarantee with gaps, a solver that
//! answered nothing), and for a bug whose cause fails already.

mod suite;

use std::fmt::Write as _;

use campaign::Severity;
use outlet::counted;

use crate::report::{Account, BugEntry, Guarantee, Report};
use crate::words::left_open;

pub use suite::{Case, CaseResult, Document, Form, Suite};

/// Returns the report as `JUnit` XML.
pub fn render(report: &Report) -> String {
    let suites: Vec<Suite> =
        report.theories().into_iter().map(|theory| of_theory(report, theory)).collect();
    let document = Document {
        name: format!("etude {}", report.campaign),
        seconds: suites.iter().map(|suite| suite.seconds).sum(),
        suites,
        form: Form::Timed,
    };
    document.render()
}

/// Returns what was found out about one theory.
fn of_theory(report: &Report, theory: &str) -> Suite {
    // Where only times were measured nothing was judged, so nothing was tested.
    let accounts: Vec<&Account> =
        report.accounts.iter().filter(|it| it.theory == theory && !it.is_timed).collect();
    let guarantees = report.guarantees.iter().filter(|it| it.theory == theory);
    let bugs = report.bugs.iter().filter(|bug| bug.finding.formula.theory == theory);
    let bugs = bugs.map(|bug| of_bug(report, bug));
    let cases = guarantees.map(of_guarantee).chain(accounts.iter().copied().map(of_account));
    Suite {
        name: theory.to_owned(),
        seconds: accounts.iter().map(|account| account.total_seconds).sum(),
        cases: cases.chain(bugs).collect(),
        output: None,
    }
}

fn of_guarantee(guarantee: &Guarantee) -> Case {
    let gaps = guarantee.gaps.iter().map(|gap| format!("{gap}\n"));
    let open = left_open(guarantee).map_or_else(String::new, |it| format!("\nleft open by {it}"));
    let result = if guarantee.is_clean {
        CaseResult::Passed
    } else {
        let first = guarantee.gaps.first().unwrap_or(&guarantee.statement);
        CaseResult::Skipped(first.clone())
    };
    Case {
        name: format!("guarantee by {}", guarantee.solvers.join(", ")),
        class: format!("etude.{}", guarantee.theory),
        seconds: 0.0,
        result,
        output: Some(format!("{}{}{open}", gaps.collect::<String>(), guarantee.sentence)),
    }
}

fn of_account(account: &Account) -> Case {
    let result = match account.wrong {
        0 if is_mute(account) => {
            let formulas = counted(account.answers, "formula");
            CaseResult::Skipped(format!("it answered none of {formulas}"))
        }
        0 => CaseResult::Passed,
        count => {
            let message = format!("wrong answers to {}", counted(count, "formula"));
            let details = message.clone();
            CaseResult::Failed { message, kind: Some("wrong-answers"), details }
        }
    };
    Case {
        name: format!("{} answers ({})", account.solver, account.manner),
        class: format!("etude.{}", account.theory),
        seconds: account.total_seconds,
        result,
        output: None,
    }
}

fn of_bug(report: &Report, bug: &BugEntry) -> Case {
    let finding = &bug.finding;
    let times = finding.evidence.answers.iter().map(|reply| reply.time.as_secs_f64());
    Case {
        name: bug.id.clone(),
        class: format!("etude.{}.{}", finding.formula.theory, finding.kind),
        seconds: times.sum(),
        // A note fails no build: nothing is wrong. What was decided about fails none again, and one cause
        // fails once.
        result: match (bug.decided(), bug.severity, failing_for(report, bug)) {
            (Some(triage), ..) => CaseResult::Skipped(format!("{triage}: {}", finding.title())),
            (None, Severity::Note, _) => CaseResult::Skipped(format!("note: {}", finding.title())),
            (None, _, Some(first)) => {
                let (id, title) = (&first.id, finding.title());
                CaseResult::Skipped(format!("probably the same bug as {id}: {title}"))
            }
            (None, Severity::Wrong | Severity::Suspicious, None) => CaseResult::Failed {
                message: finding.title(),
                kind: Some(finding.kind.name()),
                details: details(bug),
            },
        },
        output: None,
    }
}

/// Returns the bug whose case fails for another one's cause; `None` for one that stands for itself, or
/// where either was decided about.
fn failing_for<'a>(report: &'a Report, bug: &BugEntry) -> Option<&'a BugEntry> {
    let is_open = |bug: &BugEntry| bug.decided().is_none() && bug.severity < Severity::Note;
    report.stand_in(bug).filter(|first| is_open(first) && is_open(bug))
}

/// Whether a solver decided nothing that it was asked.
fn is_mute(account: &Account) -> bool {
    !account.tally.keys().any(|outcome| outcome.is_decided())
}

fn details(bug: &BugEntry) -> String {
    let finding = &bug.finding;
    let mut text = format!("{}\n\n{}\n", finding.sentence(), bug.formula.trim_end());
    for reply in &finding.evidence.answers {
        let _ = write!(text, "\n{}: {}", reply.solver.name, reply.said());
    }
    let _ = write!(text, "\n\n{}\n", finding.reproduction().join("\n"));
    text
}
