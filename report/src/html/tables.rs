//! Tables: answers in numbers, what took long, what was left open.

use std::fmt::Write as _;

use campaign::commands_for_people::verdicts;
use campaign::{Kind, Outcome};
use outlet::times::fine;
use outlet::{counted, escaped, grouped, quoted};

use super::{download, end_table, table};
use crate::report::{Account, Report, Slow};
use crate::words;

pub(super) fn answers(page: &mut String, report: &Report) {
    let campaign = escaped(&quoted(&report.campaign));
    let _ = writeln!(
        page,
        "<p>The formulas behind each number: <code>{}</code> with <code>--verdict unsat</code> for a column of answers, \
         <code>--kind performance</code> for one of findings. Each number has its command as its \
         title. {}</p>",
        verdicts(&campaign, " --theory THEORY --solver SOLVER"),
        download("answers.csv", "text/csv", &crate::csv::render(report))
    );
    for theory in report.theories() {
        let accounts: Vec<&Account> =
            report.accounts.iter().filter(|account| account.theory == theory).collect();
        let asked: u64 = accounts.iter().map(|account| account.answers).sum();
        let _ = writeln!(
            page,
            "<details open=\"open\"><summary>{} <span class=\"where\">{}</span></summary>",
            escaped(theory),
            counted(asked, "answer")
        );
        of_theory(page, &accounts);
        page.push_str("</details>\n");
    }
}

fn of_theory(page: &mut String, accounts: &[&Account]) {
    let outcomes: Vec<Outcome> = Outcome::ALL
        .into_iter()
        .filter(|outcome| accounts.iter().any(|account| account.tally.contains_key(outcome)))
        .collect();
    let kinds: Vec<Kind> = Kind::ALL
        .into_iter()
        .filter(|kind| accounts.iter().any(|account| account.found.contains_key(kind)))
        .collect();
    let mut names = vec!["solver".to_owned(), "#asked".to_owned()];
    names.extend(outcomes.iter().map(|outcome| format!("#{outcome}")));
    names.extend(kinds.iter().map(|kind| format!("#✗ {kind}")));
    names.extend(["#median", "#total"].map(str::to_owned));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    table(page, &names);
    for account in accounts {
        let manner = match &*account.manner {
            "session" => String::new(),
            manner => format!(" <small>({})</small>", escaped(manner)),
        };
        let _ = write!(page, "<tr><th scope=\"row\">{}{manner}</th>", escaped(&account.solver));
        number(page, account, account.answers, "");
        for outcome in &outcomes {
            let count = account.tally.get(outcome).copied().unwrap_or(0);
            number(page, account, count, &format!(" --verdict {}", outcome.exact_name()));
        }
        for kind in &kinds {
            let count = account.found.get(kind).copied().unwrap_or(0);
            number(page, account, count, &format!(" --kind {kind}"));
        }
        let _ = writeln!(
            page,
            "<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            fine(account.median_seconds),
            fine(account.total_seconds)
        );
    }
    end_table(page);
}

/// A number with the command that lists its formulas.
fn number(page: &mut String, account: &Account, count: u64, rest: &str) {
    if count == 0 {
        page.push_str("<td class=\"number none\">0</td>");
        return;
    }
    let command = format!("{}{rest}", account.command);
    let (command, count) = (escaped(&command), grouped(count));
    let _ = write!(page, "<td class=\"number\" title=\"{command}\">{count}</td>");
}

pub(super) fn slowest(page: &mut String, report: &Report) {
    let campaign = escaped(&quoted(&report.campaign));
    let _ = writeln!(
        page,
        "<p>The slowest answers of each solver to each theory, 20 at most, beside the fastest of the \
         others. What was stopped at its limit is no answer: see <a href=\"#left-open\">what was \
         left open</a>. All of them: <code>{}</code></p>",
        verdicts(&campaign, " --slower 1s")
    );
    for theory in report.theories() {
        let all: Vec<&Slow> = report.slowest.iter().filter(|slow| slow.theory == theory).collect();
        let Some(worst) = all.iter().map(|slow| slow.seconds).max_by(f64::total_cmp) else {
            continue;
        };
        let _ = writeln!(
            page,
            "<details><summary>{} <span class=\"where\">up to {}</span></summary>",
            escaped(theory),
            fine(worst)
        );
        let place = words::heading_of(all.iter().map(|slow| &slow.place));
        let place = if place == "index" { "#index" } else { place };
        table(page, &["solver", "#time", "answer", "fastest other", place, "formula"]);
        for slow in all {
            row(page, slow);
        }
        end_table(page);
        page.push_str("</details>\n");
    }
}

fn row(page: &mut String, slow: &Slow) {
    let rival = slow.rival.as_ref().map_or_else(
        || "–".to_owned(),
        |rival| format!("{}: {}, {}", rival.solver, rival.verdict, fine(rival.seconds)),
    );
    let manner = if slow.manner == "session" { "" } else { &slow.manner };
    let _ = writeln!(
        page,
        "<tr><td>{} <small>{}</small></td><td class=\"number\">{}</td><td>{}</td><td>{}</td>\
         <td class=\"number\">{}</td><td class=\"formula\"><code>{}</code></td></tr>",
        escaped(&slow.solver),
        escaped(manner),
        fine(slow.seconds),
        escaped(&slow.verdict),
        escaped(&rival),
        escaped(&slow.place.short()),
        escaped(slow.formula.as_deref().map_or("", assertions))
    );
}

/// The part of a formula that tells it from others: from its first assertion on, without the
/// question.
fn assertions(formula: &str) -> &str {
    let formula = formula.trim_end();
    let formula = formula.strip_suffix("(check-sat)").unwrap_or(formula).trim_end();
    formula.find("(assert").map_or(formula, |start| &formula[start..])
}

pub(super) fn left_open(page: &mut String, report: &Report) {
    if report.left_open.is_empty() {
        page.push_str("<p>Nothing was left open.</p>\n");
        return;
    }
    table(page, &["theory", "solver", "what", "#formulas", "list them"]);
    for it in &report.left_open {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td>\
             <td class=\"command\"><code>{}</code></td></tr>",
            escaped(&it.theory),
            escaped(&it.solver),
            escaped(&it.meaning),
            grouped(it.count),
            escaped(&it.command)
        );
    }
    end_table(page);
}
