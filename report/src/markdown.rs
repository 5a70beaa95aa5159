//! A report as Markdown, to be pasted into a wiki or an issue.

use std::fmt::Write as _;

use campaign::commands_for_people::verdicts;
use campaign::{FormulaId, Place, Standing};
use outlet::harmless;
use outlet::times::fine;
use outlet::{counted, grouped, quoted};

use crate::report::{Account, BugEntry, Gone, News, Report, Slow};
use crate::words::{self, limit, order, taken};

/// Number of the slowest answers to each theory that are shown.
const SLOWEST: usize = 5;

/// The report as Markdown.
pub fn render(report: &Report) -> String {
    let mut text = format!("# Campaign {}\n\n", line(&report.campaign));
    for run in &report.runs {
        let Some(it) = &run.occasion else { continue };
        let (when, where_) = (words::moment(it.began), words::machine(it));
        let _ = writeln!(text, "{when}, {}; {}.", words::duration(it), line(&where_));
    }
    let _ = write!(
        text,
        "{} of {}; found: {}.\n\n",
        counted(report.answers(), "answer"),
        counted(report.judged_solvers(), "solver"),
        report.found()
    );
    news(&mut text, report);
    guarantee(&mut text, report);
    findings(&mut text, report);
    figures(&mut text, report);
    answers(&mut text, report);
    slowest(&mut text, report);
    left_open(&mut text, report);
    reproduction(&mut text, report);
    harmless(&text).into_owned()
}

/// Writes what is new, where there is something to hold it against.
fn news(text: &mut String, report: &Report) {
    let Some(News { against, new, gone }) = &report.news else { return };
    let against = line(against);
    let _ = write!(text, "## What is new\n\n");
    if new.is_empty() {
        let _ = write!(text, "Nothing is new against {against}.\n\n");
    } else {
        let _ = write!(text, "New against {against}:\n\n");
        for id in new {
            let bug = report.bug(id);
            let _ = writeln!(text, "- {}: {}", bug.severity, line(&bug.finding.title()));
        }
        text.push('\n');
    }
    if !gone.is_empty() {
        let _ = write!(text, "Nothing here shows these of {against}:\n\n");
        for Gone { title, formula, was_asked } in gone {
            let fate = if *was_asked { "gone" } else { "not asked here" };
            let _ = writeln!(text, "- {fate}: {} ({})", line(title), line(&formula.to_string()));
        }
        text.push('\n');
    }
}

fn guarantee(text: &mut String, report: &Report) {
    text.push_str("## Guarantee\n\n");
    if report.guarantees.is_empty() {
        text.push_str("Nothing was judged.\n\n");
        return;
    }
    // Who did not answer comes first: what follows rests on the others.
    for gap in report.guarantees.iter().flat_map(|it| &it.gaps) {
        let _ = writeln!(text, "- **{}**", line(gap));
    }
    for guarantee in &report.guarantees {
        let _ = writeln!(text, "- {}", line(&guarantee.sentence));
        if let Some(open) = words::left_open(guarantee) {
            let _ = writeln!(text, "  - left open by {}", line(&open));
        }
        if let Some(unreadable) = &guarantee.unreadable {
            let _ = writeln!(text, "  - {}", line(unreadable));
        }
    }
    text.push('\n');
    let meaning = |it: Standing| format!("*{}*: {}", it.words(), it.meaning());
    let _ = write!(text, "{}.\n\n", Standing::ALL.map(meaning).join("; "));
}

fn findings(text: &mut String, report: &Report) {
    text.push_str("## Findings\n\n");
    if report.bugs.is_empty() {
        text.push_str("None.\n\n");
        return;
    }
    text.push_str(
        "| weight | kind | solver | theory | formula | formulas | detail | first bad version | state |\n",
    );
    text.push_str("|---|---|---|---|--:|--:|---|---|---|\n");
    for bug in &report.bugs {
        let finding = &bug.finding;
        let is_wrong = finding.kind.is_wrong_answer();
        let detail = if is_wrong { String::new() } else { finding.fault.to_string() };
        let first_bad = match (&bug.age.first_bad, &bug.age.last_good) {
            _ if bug.lifetime.is_some() => bug.history(),
            (Some(bad), Some(_)) => bad.clone(),
            (Some(bad), None) if bug.age.asked > 1 => format!("{bad} or older"),
            _ => "not asked".to_owned(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            bug.severity,
            finding.kind,
            cell(&finding.accused.to_string()),
            cell(&finding.formula.theory),
            cell(&finding.formula.place.short()),
            grouped(bug.count),
            cell(&detail),
            cell(&first_bad),
            bug.state()
        );
    }
    text.push('\n');
    for cause in &report.causes {
        if let Some(words) = &cause.words {
            let names = cause.bugs.join("`, `");
            let _ = write!(text, "*{}: `{names}`*\n\n", capitalized(words));
        }
        cause.bugs.iter().for_each(|id| finding(text, report.bug(id)));
    }
}

fn finding(text: &mut String, bug: &BugEntry) {
    let finding = &bug.finding;
    let (title, sentence) = (line(&finding.title()), finding.sentence());
    let _ = write!(text, "### {title}\n\n{sentence}\n\n");
    block(text, "smt2", &bug.formula);
    text.push_str("| solver | answer | time | the formula under its model |\n|---|---|--:|---|\n");
    for reply in &finding.evidence.answers {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            cell(&reply.solver.name),
            cell(&reply.said()),
            taken(finding, reply),
            cell(&reply.evaluated())
        );
    }
    let _ = write!(text, "\n{}\n\n", bug.history());
    if let Some(sentence) = bug.also() {
        let _ = write!(text, "{sentence}\n\n");
    }
    if finding.kind.is_wrong_answer() {
        for model in &bug.models {
            let _ = write!(text, "{}, and each subterm under it:\n\n", line(&model.title));
            block(text, "smt2", &model.model);
            if let Ok(values) = &model.values {
                block(text, "", values);
            }
        }
        if let Some(refutation) = finding.refutation() {
            let _ = write!(text, "There is no model. {refutation}\n\n");
        }
    }
    let others = match bug.count {
        0 | 1 => String::new(),
        2 => "; 1 further formula shows the same".to_owned(),
        count => format!("; {} further formulas show the same", grouped(count - 1)),
    };
    let FormulaId { theory, place, .. } = &finding.formula;
    let origin = match place {
        Place::File(file) => format!("The file {} of {}", line(file.as_str()), line(theory)),
        Place::Mutant { .. } => {
            format!("The mutant {} of {}", line(&place.to_string()), line(theory))
        }
        place => format!("Formula {place} of {theory}"),
    };
    let _ = write!(
        text,
        "{origin}{others}. All models, with the values of all subterms: \
         `findings/{}/report.md`.\n\n",
        bug.id
    );
}

fn figures(text: &mut String, report: &Report) {
    let telling: Vec<_> = report.figures.iter().filter(|figure| figure.is_telling).collect();
    if telling.is_empty() {
        return;
    }
    text.push_str("## Figures\n\n");
    for figure in telling {
        let _ = writeln!(text, "- **{}** (`{}.svg`): {}", figure.title, figure.id, figure.caption);
    }
    text.push('\n');
}

fn answers(text: &mut String, report: &Report) {
    text.push_str("## Answers\n\n");
    text.push_str(
        "| theory | solver | asked | sat | unsat | left open | findings | median | total |\n",
    );
    text.push_str("|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for account in &report.accounts {
        let count = |wanted: fn(campaign::Outcome) -> bool| {
            let counts = account.tally.iter().filter(|(outcome, _)| wanted(**outcome));
            grouped(counts.map(|(_, count)| count).sum::<u64>())
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            cell(&account.theory),
            cell(&named(account)),
            grouped(account.answers),
            count(campaign::Outcome::is_sat),
            count(campaign::Outcome::is_unsat),
            count(|outcome| !outcome.is_decided()),
            grouped(account.findings.values().sum::<u64>()),
            fine(account.median_seconds),
            fine(account.total_seconds)
        );
    }
    let _ = write!(
        text,
        "\n`{}` lists the formulas behind each \
         number, with `--verdict unsat`, `--kind invalid-model` or `--slower 1s` those behind a \
         part of it.\n\n",
        verdicts(quoted(&report.campaign), " --theory THEORY --solver SOLVER")
    );
}

/// The solver, and how it was asked if that is not the usual way.
fn named(account: &Account) -> String {
    match &*account.manner {
        "session" => account.solver.clone(),
        manner => format!("{} ({manner})", account.solver),
    }
}

fn slowest(text: &mut String, report: &Report) {
    text.push_str("## Slowest formulas\n\n");
    text.push_str("| theory | formula | solver | answer | time | the fastest other |\n");
    text.push_str("|---|--:|---|---|--:|---|\n");
    for theory in report.theories() {
        let mut slow: Vec<&Slow> = report.slowest.iter().filter(|it| it.theory == theory).collect();
        slow.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        for it in slow.into_iter().take(SLOWEST) {
            let rival = it.rival.as_ref().map_or_else(String::new, |rival| {
                format!("{}: {}, {}", rival.solver, rival.verdict, fine(rival.seconds))
            });
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                cell(theory),
                cell(&it.place.short()),
                cell(&it.solver),
                it.verdict,
                fine(it.seconds),
                cell(&rival)
            );
        }
    }
    text.push('\n');
}

fn left_open(text: &mut String, report: &Report) {
    text.push_str("## Left open\n\n");
    if report.left_open.is_empty() {
        text.push_str("Nothing.\n\n");
        return;
    }
    text.push_str("| theory | solver | what | formulas | list |\n|---|---|---|--:|---|\n");
    for it in &report.left_open {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | `{}` |",
            cell(&it.theory),
            cell(&it.solver),
            it.meaning,
            grouped(it.count),
            cell(&it.command)
        );
    }
    text.push('\n');
}

fn reproduction(text: &mut String, report: &Report) {
    text.push_str("## How to reproduce\n\n");
    let mut lines = String::new();
    for run in &report.runs {
        let _ = match &run.command {
            Some(command) => writeln!(lines, "{command}  # etude {}", run.etude),
            None => writeln!(lines, "# a run of etude {} that did not say what it did", run.etude),
        };
    }
    block(text, "console", &lines);
    text.push_str("| solver | version | built | asked by | limit | command line |\n");
    text.push_str("|---|---|---|---|--:|---|\n");
    for solver in &report.solvers {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | `{}` |",
            cell(&solver.name),
            cell(solver.version.as_deref().unwrap_or("?")),
            cell(solver.built.as_deref().unwrap_or("?")),
            solver.manner,
            limit(solver),
            cell(&solver.command_line)
        );
    }
    text.push_str("\n| theory | formulas | order | grammar |\n|---|--:|---|---|\n");
    for source in &report.sources {
        let (theory, order) = (cell(&source.theory), order(&source.order));
        let _ = writeln!(
            text,
            "| {theory} | {} | {order} | `{}` |",
            grouped(source.formulas),
            source.grammar
        );
    }
    let _ = writeln!(text, "\nMade by etude {}.", report.etude);
}

/// A text that does not break a table.
fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}

/// A text that does not break a heading, nor a terminal.
fn line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace(char::is_control, "\u{fffd}")
}

/// A block of code, with fences that are longer than any in the text.
fn block(text: &mut String, language: &str, code: &str) {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2);
    let fence = "`".repeat(longest + 1);
    let _ = write!(text, "{fence}{language}\n{}\n{fence}\n\n", code.trim_end());
}

fn capitalized(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
