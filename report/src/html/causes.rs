//! The beginning of the page: a sentence with a colour, and a table with a line for each cause,
//! which a
//! few lines of script sort and filter. It reads without them.

use std::fmt::Write as _;

use campaign::{Kind, Lifetime, Severity};
use outlet::{counted, escaped, grouped};

use super::{end_table, prose};
use crate::report::{BugEntry, CauseEntry, Report};

/// Sorts the table of causes by the column whose heading is pressed, and shows the lines that hold
/// the text that is searched for; copies blocks of code.
const SCRIPT: &str = include_str!("page.js");

/// Writes the script, so that the page stays well-formed XML.
pub(super) fn script(page: &mut String) {
    let _ = write!(page, "<script>//<![CDATA[\n{SCRIPT}//]]></script>\n");
}

/// Writes the sentence that says what came of the campaign.
pub(super) fn verdict(page: &mut String, report: &Report) {
    let (class, sentence) = sentence(report);
    let _ = writeln!(page, "<p class=\"verdict {class}\">{}</p>", escaped(&sentence));
}

/// Returns the colour and the sentence: `2 bugs in z3-4.8.7; z3 5.4.0, the newest release that was asked,
/// does not show any of them`.
fn sentence(report: &Report) -> (&'static str, String) {
    let open = |severity: Severity| -> Vec<&CauseEntry> {
        let of = report.causes.iter().filter(|cause| cause.severity == severity);
        of.filter(|cause| !is_decided(report, cause)).collect()
    };
    let decided = report.causes.iter().filter(|cause| is_decided(report, cause)).count() as u64;
    let (wrong, suspicious) = (open(Severity::Wrong), open(Severity::Suspicious));
    let worst = if wrong.is_empty() { &suspicious } else { &wrong };
    let (class, mut sentence) = match (worst.first(), report.answers()) {
        (_, 0) => ("weak", "Nothing was asked.".to_owned()),
        (None, _) => ("good", "Nothing wrong was found".to_owned()),
        (Some(first), _) => {
            let count = first.severity.counted(worst.len() as u64);
            let class = if wrong.is_empty() { "odd" } else { "wrong" };
            (class, format!("{count} in {}", accused(report, worst)))
        }
    };
    let newest = |cause: &&&CauseEntry| {
        report.bug(&cause.bugs[0]).lifetime.as_ref().and_then(campaign::Lifetime::is_in_newest)
    };
    let told: Vec<bool> = worst.iter().filter_map(|cause| newest(&cause)).collect();
    let still = told.iter().filter(|is_there| **is_there).count();
    match (still, told.len() == worst.len() && !worst.is_empty()) {
        (0, true) => {
            let which = if worst.len() == 1 { "it" } else { "any of them" };
            let _ = write!(sentence, "; {} does not show {which}", newest_asked(report, worst));
        }
        (0, false) => {}
        (still, _) => {
            let _ = write!(sentence, "; {still} still in {}", newest_asked(report, worst));
        }
    }
    if decided > 0 {
        let _ = write!(sentence, "; {} decided about", counted(decided, "cause"));
    }
    (class, sentence)
}

/// Returns the newest release that was asked about some causes: `z3 5.4.0, the newest release that was
/// asked,`; without its name where it is not one for all.
fn newest_asked(report: &Report, causes: &[&CauseEntry]) -> String {
    let newest = |cause: &&CauseEntry| {
        let lifetime = report.bug(&cause.bugs[0]).lifetime.as_ref()?;
        Some(format!("{} {}", lifetime.solver, lifetime.newest()?))
    };
    let mut all: Vec<String> = causes.iter().filter_map(newest).collect();
    all.sort();
    all.dedup();
    match &all[..] {
        [newest] => format!("{newest}, the newest release that was asked,"),
        _ => "the newest release that was asked".to_owned(),
    }
}

/// Returns whether all bugs of a cause are known, reported, fixed or no bugs.
fn is_decided(report: &Report, cause: &CauseEntry) -> bool {
    cause.bugs.iter().all(|id| report.bug(id).decided().is_some())
}

/// Returns whom some causes accuse: `z3-4.8.7`, `z3-4.8.7 and z3-5.4.0`, `4 solvers`.
fn accused(report: &Report, causes: &[&CauseEntry]) -> String {
    let mut names: Vec<String> =
        causes.iter().map(|cause| report.bug(&cause.bugs[0]).finding.accused.to_string()).collect();
    names.sort();
    names.dedup();
    if names.len() > 2 { format!("{} solvers", names.len()) } else { names.join(" and ") }
}

/// Writes the table.
pub(super) fn table(page: &mut String, report: &Report) {
    page.push_str(
        "<p class=\"search\" hidden=\"hidden\"><label>Search <input type=\"search\" id=\"search\" />\
         </label> <span id=\"shown\" role=\"status\"></span></p>\n\
         <div class=\"scroll\" tabindex=\"0\"><table id=\"causes\">\n<thead><tr>",
    );
    for (name, filter) in COLUMNS {
        heading(page, name, filter);
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for cause in &report.causes {
        row(page, report, cause);
    }
    end_table(page);
}

/// The filter that the script offers for a column besides sorting by it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filter {
    /// Nothing.
    None,
    /// Offer its values.
    Values,
}

/// The columns; a name that begins with `#` is that of a column of numbers.
const COLUMNS: [(&str, Filter); 10] = [
    ("weight", Filter::Values),
    ("kind", Filter::Values),
    ("solver", Filter::Values),
    ("operators", Filter::None),
    ("#size", Filter::None),
    ("#triggers", Filter::None),
    ("#formulas", Filter::None),
    ("first bad", Filter::None),
    ("fixed", Filter::None),
    ("state", Filter::Values),
];

fn heading(page: &mut String, name: &str, filter: Filter) {
    let filter = if filter == Filter::Values { " data-filter=\"values\"" } else { "" };
    let _ = match name.strip_prefix('#') {
        Some(name) => write!(page, "<th class=\"number\" scope=\"col\">{name}</th>"),
        None => write!(page, "<th scope=\"col\"{filter}>{name}</th>"),
    };
}

fn row(page: &mut String, report: &Report, cause: &CauseEntry) {
    let bugs: Vec<&BugEntry> = cause.bugs.iter().map(|id| report.bug(id)).collect();
    let first = bugs[0];
    let operators = match &cause.shared {
        Some(shared) => shared.clone(),
        None => first.finding.operators.join(" "),
    };
    let formulas: usize = bugs.iter().map(|bug| bug.count).sum();
    let state = match first.decided() {
        Some(triage) => triage.to_string(),
        None => first.state().to_string(),
    };
    let is_new =
        report.news.as_ref().is_some_and(|news| cause.bugs.iter().all(|id| news.new.contains(id)));
    let _ = writeln!(
        page,
        "<tr class=\"{}\"><td data-sort=\"{}\"><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td>\
         <td><code>{}</code></td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
         <td class=\"number\">{}</td><td>{}</td><td>{}</td><td data-sort=\"{}\">{}{}</td></tr>",
        super::findings::class(cause.severity),
        cause.severity as u8,
        escaped(&first.id),
        cause.severity,
        escaped(&kinds_of(&bugs)),
        escaped(&first.finding.accused.to_string()),
        escaped(&operators),
        first.finding.formula.size,
        bugs.len(),
        grouped(formulas),
        prose(&first.since()),
        escaped(
            &first.lifetime.as_ref().and_then(Lifetime::until).unwrap_or_else(|| "–".to_owned())
        ),
        first.state(),
        escaped(&state),
        if is_new { " <small>(not seen before)</small>" } else { "" }
    );
}

/// Returns the kinds of the bugs of a cause, each once.
fn kinds_of(bugs: &[&BugEntry]) -> String {
    let has = |kind: &Kind| bugs.iter().any(|bug| bug.finding.kind == *kind);
    let names: Vec<&str> = Kind::ALL.into_iter().filter(|kind| has(kind)).map(Kind::name).collect();
    names.join(", ")
}
