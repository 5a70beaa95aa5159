//! The way to do it all again: the runs, the solvers, the grammars.

use std::fmt::Write as _;

use campaign::{Order, commands_for_people};
use outlet::{counted, escaped, grouped, quoted};

use super::{code, end_table, table};
use crate::report::Report;
use crate::words::{limit, order};

pub(super) fn render(page: &mut String, report: &Report) {
    let campaign = escaped(&quoted(&report.campaign));
    let _ = writeln!(
        page,
        "<p>The same command asks the same formulas: the order of a grammar’s formulas never \
         changes. This campaign was made by {}; commands on this page are for the folder that holds \
         <code>{campaign}</code>.</p>",
        counted(report.runs.len() as u64, "run")
    );
    let mut lines = String::new();
    for run in &report.runs {
        let _ = match &run.command {
            Some(command) => writeln!(lines, "{command}  # etude {}", run.etude),
            None => writeln!(lines, "# a run of etude {} that did not say what it did", run.etude),
        };
    }
    code(page, &lines);
    let _ = writeln!(
        page,
        "<p>Do the findings still hold? <code>{}</code></p>",
        commands_for_people::replay(format!("{campaign}/findings/*"))
    );
    page.push_str("<h3>Solvers</h3>\n");
    table(page, &["solver", "version", "built", "asked by", "#limit", "command line"]);
    for solver in &report.solvers {
        let version = solver.version.as_deref().or(solver.fingerprint.as_deref()).unwrap_or("?");
        let _ = writeln!(
            page,
            "<tr title=\"{}\"><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td>\
             <td class=\"number\">{}</td><td class=\"command\"><code>{}</code></td></tr>",
            escaped(&solver.key),
            escaped(&solver.name),
            escaped(version),
            escaped(solver.built.as_deref().unwrap_or("?")),
            escaped(&solver.manner),
            limit(solver),
            escaped(&solver.command_line)
        );
    }
    end_table(page);
    page.push_str("<h3>Formulas</h3>\n");
    table(page, &["theory", "#formulas", "order", "grammar"]);
    for source in &report.sources {
        let is_told = !source.is_known && !matches!(source.order, Order::Corpus { .. });
        let known = if is_told { " (not in this etude)" } else { "" };
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td>{}</td>\
             <td><code>{}</code>{known}</td></tr>",
            escaped(&source.theory),
            grouped(source.formulas),
            escaped(&order(&source.order)),
            escaped(&source.grammar)
        );
    }
    end_table(page);
}
