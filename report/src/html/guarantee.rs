//! The guarantee for all formulas: a line of numbers and a bar for each theory, then the sentences.

use std::fmt::Write as _;

use campaign::Standing;
use outlet::{counted, escaped, grouped};

use super::{capitalized, end_table, table};
use crate::report::{Guarantee, Report};
use crate::words::left_open;

pub(super) fn render(page: &mut String, report: &Report) {
    if report.guarantees.is_empty() {
        page.push_str("<p>Nothing was judged.</p>\n");
        return;
    }
    // Who did not answer comes first: what follows rests on the others.
    let gaps: Vec<&String> = report.guarantees.iter().flat_map(|it| &it.gaps).collect();
    if !gaps.is_empty() {
        page.push_str("<ul class=\"guarantees\">\n");
        for gap in gaps {
            let _ = writeln!(page, "<li class=\"gap\">{}.</li>", escaped(gap));
        }
        page.push_str("</ul>\n");
    }
    let has =
        |standing: &Standing| report.guarantees.iter().any(|it| it.standings.count(*standing) > 0);
    let standings: Vec<Standing> = Standing::ALL.into_iter().filter(has).collect();
    counts(page, report, &standings);
    legend(page, &standings);
    sentences(page, report);
}

/// A line of numbers with a bar for each theory.
fn counts(page: &mut String, report: &Report, standings: &[Standing]) {
    let mut names = vec!["theory".to_owned(), "#formulas".to_owned(), "all up to size".to_owned()];
    names.push("what is known of them".to_owned());
    names.extend(standings.iter().map(|it| format!("#{}", it.words())));
    names.push("#answered wrongly".to_owned());
    table(page, &names.iter().map(String::as_str).collect::<Vec<_>>());
    for guarantee in &report.guarantees {
        let size = guarantee.complete_size.map_or_else(|| "–".to_owned(), |it| it.to_string());
        let _ = write!(
            page,
            "<tr class=\"{}\"><th scope=\"row\">{} <small>{}</small></th><td class=\"number\">{}</td><td>{size}</td><td>",
            class(guarantee),
            escaped(&guarantee.theory),
            escaped(&asked(&guarantee.solvers)),
            grouped(guarantee.formulas)
        );
        bar(page, guarantee, standings);
        page.push_str("</td>");
        for standing in standings {
            number(page, guarantee.standings.count(*standing));
        }
        number(page, guarantee.wrong);
        page.push_str("</tr>\n");
    }
    end_table(page);
}

/// Returns who was asked; of many, how many they are. The sentences name all.
fn asked(solvers: &[String]) -> String {
    const MOST: usize = 4;
    match solvers.len() {
        0..=MOST => solvers.join(", "),
        count => counted(count as u64, "solver"),
    }
}

fn number(page: &mut String, count: u64) {
    let class = if count == 0 { "number none" } else { "number" };
    let _ = write!(page, "<td class=\"{class}\">{}</td>", grouped(count));
}

/// A bar whose parts are as long as the standings are frequent. Its numbers stand beside it.
fn bar(page: &mut String, guarantee: &Guarantee, standings: &[Standing]) {
    page.push_str("<div class=\"shares\" aria-hidden=\"true\">");
    for standing in standings {
        let count = guarantee.standings.count(*standing);
        if count > 0 {
            let (words, shown) = (standing.words(), grouped(count));
            let _ = write!(
                page,
                "<span class=\"{standing}\" style=\"flex-grow: {count}\" title=\"{shown} {words}\"></span>"
            );
        }
    }
    page.push_str("</div>");
}

/// Writes what the colours and words mean.
fn legend(page: &mut String, standings: &[Standing]) {
    page.push_str("<dl class=\"note standings\">\n");
    for standing in standings {
        let (words, meaning) = (standing.words(), standing.meaning());
        let _ = writeln!(
            page,
            "<dt><span class=\"swatch {standing}\"></span>{words}</dt><dd>{meaning}.</dd>"
        );
    }
    page.push_str(
        "</dl>\n<p class=\"note\">Every model is evaluated by etude itself, with exact arithmetic; no \
         solver judges another. What the standard leaves open blames nobody.</p>\n",
    );
}

/// The same in sentences, with what each solver left open.
fn sentences(page: &mut String, report: &Report) {
    page.push_str(
        "<details><summary>In sentences, with what each solver left open</summary>\n\
         <ul class=\"guarantees\">\n",
    );
    for guarantee in &report.guarantees {
        let _ = writeln!(
            page,
            "<li class=\"{}\"><strong>{}</strong>: {}.",
            class(guarantee),
            escaped(&capitalized(&guarantee.subject)),
            escaped(&guarantee.statement)
        );
        if let Some(open) = left_open(guarantee) {
            let _ = writeln!(page, "<br /><small>Left open by {}.</small>", escaped(&open));
        }
        if let Some(unreadable) = &guarantee.unreadable {
            let unreadable = escaped(&capitalized(unreadable));
            let _ = writeln!(page, "<br /><small>{unreadable}.</small>");
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n</details>\n");
}

/// The colour of a guarantee; its numbers say it too.
fn class(guarantee: &Guarantee) -> &'static str {
    let is_doubted = guarantee.wrong > 0 || guarantee.standings.count(Standing::Disputed) > 0;
    match (guarantee.is_clean, is_doubted) {
        (true, _) => "settled",
        (false, true) => "disputed",
        (false, false) => "unsettled",
    }
}
