//! A map: what was found of which solver in which theory.

use std::fmt::Write as _;

use campaign::Severity;
use outlet::{counted, escaped, grouped};

use super::findings::class;
use super::{end_table, table};
use crate::report::{Account, BugEntry, CauseEntry, Report};

/// A map of one cell says nothing.
pub(super) fn is_there(report: &Report) -> bool {
    solvers(report).len() > 1 || report.theories().len() > 1
}

pub(super) fn render(page: &mut String, report: &Report) {
    page.push_str(
        "<p>For each solver and theory the worst that was found, with the number of bugs; below, how \
         many formulas were asked.</p>\n",
    );
    let theories = report.theories();
    let names: Vec<&str> = ["solver"].into_iter().chain(theories.iter().copied()).collect();
    table(page, &names);
    for solver in solvers(report) {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", escaped(solver));
        for theory in &theories {
            cell(page, report, solver, theory);
        }
        page.push_str("</tr>\n");
    }
    end_table(page);
}

/// The solvers that were judged, each once.
fn solvers(report: &Report) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for account in report.accounts.iter().filter(|it| !it.is_timed) {
        if !names.contains(&account.solver.as_str()) {
            names.push(&account.solver);
        }
    }
    names
}

fn cell(page: &mut String, report: &Report, solver: &str, theory: &str) {
    let is_it = |it: &&Account| !it.is_timed && it.solver == solver && it.theory == theory;
    let asked: u64 = report.accounts.iter().filter(is_it).map(|account| account.answers).sum();
    if asked == 0 {
        page.push_str("<td class=\"unasked\">not asked</td>");
        return;
    }
    let found = |bug: &&BugEntry| {
        bug.finding.formula.theory == theory && bug.finding.accused.include(solver)
    };
    let bugs: Vec<&BugEntry> = report.bugs.iter().filter(found).collect();
    // Counted as everywhere: what probably has one cause is one.
    let causes: Vec<&CauseEntry> = report
        .causes
        .iter()
        .filter(|cause| {
            bugs.iter().any(|bug| cause.bugs.contains(bug.told_by.as_ref().unwrap_or(&bug.id)))
        })
        .collect();
    let worst = causes.iter().map(|cause| cause.severity).min();
    let words = |severity: Severity| {
        severity.counted(causes.iter().filter(|it| it.severity == severity).count() as u64)
    };
    let asked = counted(asked, "formula");
    let _ = match worst {
        None => write!(page, "<td class=\"good\">nothing<br /><small>{asked}</small></td>"),
        Some(severity) => {
            let formulas: usize = bugs.iter().map(|bug| bug.count).sum();
            write!(
                page,
                "<td class=\"{}\" title=\"{} that show something\">{}<br /><small>{asked}</small></td>",
                class(severity),
                grouped(formulas),
                words(severity)
            )
        }
    };
}
