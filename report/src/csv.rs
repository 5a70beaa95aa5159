//! A report as a table: one line for each theory, solver and manner. The columns `standing:…` count
//! what is known of the formulas that the solver was asked, by it and all who were asked the same.

use std::fmt::Write as _;

use campaign::{Kind, Outcome, Standing};

use crate::report::Report;
use crate::words::order;

/// The report as comma-separated values, with a line of names.
pub fn render(report: &Report) -> String {
    let mut names: Vec<String> =
        ["theory", "order", "solver", "manner", "limit_ms", "answers"].map(str::to_owned).into();
    names.extend(Outcome::ALL.iter().map(|outcome| outcome.name().to_owned()));
    names.extend(Standing::ALL.iter().map(|standing| format!("standing:{standing}")));
    names.extend(Kind::ALL.iter().map(|kind| format!("findings:{kind}")));
    names.extend(["median_seconds", "total_seconds"].map(str::to_owned));
    let mut text = line(&names);
    for account in &report.accounts {
        let mut fields = vec![
            account.theory.clone(),
            order(&account.order),
            account.solver.clone(),
            account.manner.clone(),
            account.limit_ms.to_string(),
            account.answers.to_string(),
        ];
        let count = |count: Option<&u64>| count.copied().unwrap_or(0).to_string();
        fields.extend(Outcome::ALL.iter().map(|it| count(account.outcomes.get(it.name()))));
        let standing = |it: &Standing| account.standings.map(|all| all.count(*it).to_string());
        // Where only times were measured nothing is known: the cells stay empty.
        fields.extend(Standing::ALL.iter().map(|it| standing(it).unwrap_or_default()));
        fields.extend(Kind::ALL.iter().map(|kind| count(account.findings.get(kind.name()))));
        fields.push(format!("{:.6}", account.median_seconds));
        fields.push(format!("{:.6}", account.total_seconds));
        text.push_str(&line(&fields));
    }
    text
}

/// Fields with commas between them; those that need it in quotes (RFC 4180).
fn line(fields: &[String]) -> String {
    let mut line = String::new();
    for (place, field) in fields.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        let _ = if field.contains([',', '"', '\n', '\r']) {
            write!(line, "{comma}\"{}\"", field.replace('"', "\"\""))
        } else {
            write!(line, "{comma}{field}")
        };
    }
    line.push('\n');
    line
}
