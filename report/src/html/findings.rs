//! Each bug: formula, answers, evaluation, first bad version, how to see it again.

use std::fmt::Write as _;

use campaign::{Accused, Finding, Kind, Severity};
use outlet::{counted, escaped, grouped, quoted, short_index};

use super::{code, end_table, mark, prose, table};
use crate::report::{BugEntry, Report};
use crate::words::{meaning, taken};

pub(super) fn render(page: &mut String, report: &Report) {
    if report.bugs.is_empty() {
        page.push_str("<p>Nothing was found.</p>\n");
        return;
    }
    overview(page, report);
    for kind in Kind::ALL {
        let bugs: Vec<&BugEntry> = report.told().filter(|bug| bug.finding.kind == kind).collect();
        if bugs.is_empty() {
            continue;
        }
        let _ = write!(
            page,
            "<h3 id=\"kind-{kind}\"><span class=\"kind {}\">{kind}</span> {}</h3>\n<p>{}</p>\n",
            class(kind.severity()),
            mark(bugs.len(), "bug"),
            escaped(meaning(kind))
        );
        for bug in bugs {
            finding(page, bug, report);
        }
    }
}

/// The colour of a weight; its name says it too.
fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Wrong => "wrong",
        Severity::Suspicious => "odd",
        Severity::Note => "weak",
    }
}

/// Bugs and formulas by kind and solver.
fn overview(page: &mut String, report: &Report) {
    table(page, &["kind", "solver", "#bugs", "#formulas"]);
    for kind in Kind::ALL {
        let of_kind = || report.bugs.iter().filter(|bug| bug.finding.kind == kind);
        let mut solvers: Vec<&Accused> = of_kind().map(|bug| &bug.finding.accused).collect();
        solvers.sort_by_cached_key(ToString::to_string);
        solvers.dedup();
        for solver in solvers {
            let bugs: Vec<&BugEntry> =
                of_kind().filter(|bug| bug.finding.accused == *solver).collect();
            let formulas: usize = bugs.iter().map(|bug| bug.count).sum();
            let _ = writeln!(
                page,
                "<tr><td><a href=\"#kind-{kind}\">{kind}</a></td><td>{}</td>\
                 <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
                escaped(&solver.to_string()),
                bugs.len(),
                grouped(formulas)
            );
        }
    }
    end_table(page);
}

fn finding(page: &mut String, bug: &BugEntry, report: &Report) {
    let (id, finding) = (escaped(&bug.id), &bug.finding);
    let open = if finding.kind.is_wrong_answer() { " open=\"open\"" } else { "" };
    let _ = write!(
        page,
        "<details class=\"finding {}\" id=\"{id}\"{open}>\n<summary><span class=\"title\">{}</span> \
         <span class=\"where\">{} {} · {}</span></summary>\n<p>{}</p>\n",
        class(bug.severity),
        escaped(&finding.title()),
        escaped(&finding.formula.theory),
        escaped(&short_index(&finding.formula.index)),
        counted(bug.count as u64, "formula"),
        prose(&finding.sentence())
    );
    code(page, &bug.formula);
    answers(page, finding);
    let _ = writeln!(page, "<p class=\"age\">{}</p>", prose(&bug.history()));
    if let Some(sentence) = bug.also() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&sentence));
    }
    evaluation(page, bug);
    let _ = writeln!(page, "<p>{}</p>", prose(&finding.reason()));
    let outside = &finding.evidence.outside_standard;
    if !outside.is_empty() {
        let names: Vec<String> =
            outside.iter().map(|it| format!("<code>{}</code>", escaped(it))).collect();
        let _ = writeln!(page, "<p>Not in the SMT-LIB standard: {}.</p>", names.join(", "));
    }
    for remark in &finding.evidence.remarks {
        let _ = writeln!(page, "<p>Note: {}</p>", prose(remark.trim()));
    }
    origin(page, bug, report);
    page.push_str("</details>\n");
}

fn answers(page: &mut String, finding: &Finding) {
    table(page, &["solver", "answer", "#time", "the formula under its model"]);
    for reply in &finding.evidence.answers {
        let evaluation = reply.evaluation.as_ref();
        let fresh = if reply.is_fresh { "" } else { " <small>(in a session)</small>" };
        let _ = writeln!(
            page,
            "<tr><td>{}{fresh}</td><td>{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            escaped(&reply.solver.name),
            escaped(&reply.said()),
            escaped(&taken(finding, reply)),
            escaped(&evaluation.map_or_else(|| "–".to_owned(), ToString::to_string))
        );
    }
    end_table(page);
}

/// The models, and what each subterm is under them.
fn evaluation(page: &mut String, bug: &BugEntry) {
    for model in &bug.models {
        let open = if bug.finding.kind.is_wrong_answer() { " open=\"open\"" } else { "" };
        let _ = writeln!(
            page,
            "<details{open}><summary>{}, and each subterm under it</summary>",
            escaped(&model.title)
        );
        code(page, &model.model);
        match &model.values {
            Ok(values) => code(page, values),
            Err(problem) => {
                let problem = escaped(&problem.to_string());
                let _ = writeln!(page, "<p>Etude cannot evaluate it: {problem}.</p>");
            }
        }
        page.push_str("</details>\n");
    }
    if let Some(refutation) = &bug.finding.refutation() {
        let _ = writeln!(page, "<p>There is no model. {}</p>", prose(refutation));
    }
}

/// Which formula it is, which others show the same, and how to see it again.
fn origin(page: &mut String, bug: &BugEntry, report: &Report) {
    page.push_str("<details><summary>How to see it again</summary>\n");
    let folder = quoted(&format!("{}/findings/{}", report.campaign, bug.id));
    let mut lines = format!("cd {folder}\n");
    for command in &bug.finding.reproduction() {
        let _ = writeln!(lines, "{}", command.replace(&format!("replay {}", bug.id), "replay ."));
    }
    let _ = writeln!(lines, "{}", bug.finding.formula.show());
    code(page, &lines);
    if !bug.others.is_empty() {
        let more = if bug.count > bug.others.len() + 1 { ", …" } else { "" };
        let others = escaped(&bug.other_names().join(", "));
        let _ = writeln!(page, "<p>The same bug, as far as can be told: {others}{more}.</p>");
    }
    if let Some(command) = &bug.command {
        let command = escaped(command);
        let _ = writeln!(
            page,
            "<p>All formulas of {} with this kind of finding: <code>{command}</code></p>",
            escaped(&bug.finding.formula.theory)
        );
    }
    page.push_str("</details>\n");
}
