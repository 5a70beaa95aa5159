//! Each bug: formula, answers, evaluation, first bad version, how to see it again.

use std::fmt::Write as _;

use campaign::{EVIDENCE, FORMULA, Finding, REPORT, Severity};
use outlet::{counted, escaped, quoted};

use super::{capitalized, causes, code, end_table, mark, prose, table, timeline};
use crate::report::{BugEntry, CauseEntry, Report};
use crate::words::{moment, percent_encoded, taken};

pub(super) fn render(page: &mut String, report: &Report) {
    if report.bugs.is_empty() {
        page.push_str("<p>Nothing was found.</p>\n");
        return;
    }
    causes::table(page, report);
    timeline::render(page, report);
    for severity in Severity::ALL {
        let of = report.causes.iter().filter(|cause| cause.severity == severity);
        let causes: Vec<&CauseEntry> = of.collect();
        if causes.is_empty() {
            continue;
        }
        let _ = writeln!(
            page,
            "<h3 id=\"weight-{severity}\"><span class=\"kind {}\">{severity}</span> {}</h3>",
            class(severity),
            mark(&severity.counted(causes.len() as u64)),
        );
        for cause in causes {
            let Some(words) = &cause.words else {
                cause.bugs.iter().for_each(|id| finding(page, report.bug(id), report));
                continue;
            };
            let words = escaped(&capitalized(words));
            let _ = writeln!(page, "<div class=\"cause\">\n<p>{words}:</p>");
            cause.bugs.iter().for_each(|id| finding(page, report.bug(id), report));
            page.push_str("</div>\n");
        }
    }
}

/// The colour of a weight; its name says it too.
pub(super) fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Wrong => "wrong",
        Severity::Suspicious => "odd",
        Severity::Note => "weak",
    }
}

fn finding(page: &mut String, bug: &BugEntry, report: &Report) {
    let (id, finding) = (escaped(&bug.id), &bug.finding);
    let decided =
        bug.decided().map_or_else(String::new, |it| format!(" · {}", escaped(&it.to_string())));
    let _ = write!(
        page,
        "<details class=\"finding {}\" id=\"{id}\">\n<summary><span class=\"title\">{}</span> \
         <span class=\"where\">{} {} · {}{decided}</span></summary>\n<p>{}</p>\n",
        class(bug.severity),
        escaped(&finding.title()),
        escaped(&finding.formula.theory),
        escaped(&finding.formula.place.short()),
        counted(bug.count as u64, "formula"),
        prose(&finding.sentence())
    );
    code(page, &bug.formula);
    links(page, bug, report);
    answers(page, finding);
    let _ = writeln!(page, "<p class=\"age\">{}</p>", prose(&bug.history()));
    if let Some(sentence) = bug.also() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&sentence));
    }
    if let Some(seen) = bug.seen {
        let _ = writeln!(page, "<p>First seen {}.</p>", moment(seen));
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

/// The files of its folder, where it has one beside the page.
fn links(page: &mut String, bug: &BugEntry, report: &Report) {
    let Some(folder) = report.folders.get(&bug.id) else { return };
    // A name with a `?` or a `#` in it would end the path; one with a `:` in front would be a scheme.
    let folder = format!("./{}", percent_encoded(folder, "-._~/+,"));
    let link = |file: &str| format!("<a href=\"{folder}/{file}\">{file}</a>");
    let files = [FORMULA, REPORT, EVIDENCE].map(link).join(", ");
    let _ = writeln!(page, "<p class=\"files\">Files: {files}</p>");
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

/// Writes which formula it is, which others show the same, and how to see it again.
fn origin(page: &mut String, bug: &BugEntry, report: &Report) {
    page.push_str("<details><summary>How to see it again</summary>\n");
    let folder = quoted(&format!("{}/findings/{}", report.campaign, bug.id));
    let mut lines = format!("cd {folder}\n");
    for command in &bug.finding.reproduction() {
        let _ = writeln!(lines, "{}", command.replace(&format!("replay {}", bug.id), "replay ."));
    }
    lines.extend(bug.finding.formula.show().map(|command| format!("{command}\n")));
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
