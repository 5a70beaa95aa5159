//! A report as one page that needs nothing else: no network, light and dark. A script inside the page
//! sorts and searches the table of causes; everything reads without it.
//!
//! The page is well-formed XML too, so that any parser can check it.

mod brought;
mod causes;
mod findings;
mod guarantee;
mod map;
mod news;
mod occasion;
mod reproduction;
mod tables;
mod timeline;

use std::fmt::Write as _;

use campaign::Severity;
use outlet::{escaped, grouped};

use crate::figure::Figure;
use crate::report::Report;
use crate::words::percent_encoded;

const STYLE: &str = include_str!("html/style.css");

/// A part of the page.
struct Part {
    anchor: &'static str,
    heading: &'static str,
    write: fn(&mut String, &Report),
    /// Whether there is something to say.
    is_there: fn(&Report) -> bool,
}

const PARTS: [Part; 10] = [
    part("findings", "Findings", findings::render),
    Part { is_there: news::is_there, ..part("news", "What is new", news::render) },
    part("guarantee", "Guarantee", guarantee::render),
    Part { is_there: map::is_there, ..part("map", "Solvers and theories", map::render) },
    Part { is_there: has_figures, ..part("figures", "Figures", figures) },
    part("answers", "Answers", tables::answers),
    Part {
        is_there: brought::is_there,
        ..part("mutants", "What mutants brought", brought::render)
    },
    part("slowest", "Slowest formulas", tables::slowest),
    part("left-open", "Left open", tables::left_open),
    part("reproduce", "How to reproduce", reproduction::render),
];

/// A part that is always there.
const fn part(
    anchor: &'static str,
    heading: &'static str,
    write: fn(&mut String, &Report),
) -> Part {
    Part { anchor, heading, write, is_there: |_| true }
}

/// The parts of a page that have something to say.
fn parts(report: &Report) -> impl Iterator<Item = &'static Part> {
    PARTS.iter().filter(|part| (part.is_there)(report))
}

/// The report as a page.
pub fn render(report: &Report) -> String {
    let name = escaped(&report.campaign);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
         <meta name=\"color-scheme\" content=\"light dark\" />\n\
         <title>{name}: etude report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    opening(&mut page, report);
    page.push_str("<main>\n");
    for Part { anchor, heading, write, .. } in parts(report) {
        let _ = write!(page, "<section id=\"{anchor}\">\n<h2>{heading}</h2>\n");
        write(&mut page, report);
        page.push_str("</section>\n");
    }
    let _ = write!(
        page,
        "</main>\n<footer>Made by etude {}. This page needs no network, and reads without its \
         script.</footer>\n",
        escaped(&report.etude)
    );
    causes::script(&mut page);
    page.push_str("</body>\n</html>\n");
    page
}

/// The title, the main numbers, and where everything is.
fn opening(page: &mut String, report: &Report) {
    let name = escaped(&report.campaign);
    let _ = write!(page, "<header>\n<p class=\"kicker\">etude report</p>\n<h1>{name}</h1>\n");
    causes::verdict(page, report);
    occasion::render(page, report);
    page.push_str("<ul class=\"facts\">\n");
    let formulas: u64 = report.sources.iter().map(|source| source.formulas).sum();
    let facts = [
        (report.theories().len() as u64, ("theory", "theories"), "answers"),
        (formulas, ("formula", "formulas"), "guarantee"),
        (report.judged_solvers(), ("solver", "solvers"), "reproduce"),
        (report.answers(), ("answer", "answers"), "answers"),
        (report.count(Severity::Wrong), ("bug", "bugs"), "findings"),
        (report.count(Severity::Suspicious), ("suspicious", "suspicious"), "findings"),
        (report.count(Severity::Note), ("note", "notes"), "findings"),
    ];
    for (number, (one, many), anchor) in facts {
        let what = if number == 1 { one } else { many };
        let number = grouped(number);
        let _ = writeln!(
            page,
            "<li><a href=\"#{anchor}\"><strong>{number}</strong> <span>{what}</span></a></li>"
        );
    }
    page.push_str("</ul>\n</header>\n<nav aria-label=\"Contents\">\n<ol>\n");
    for Part { anchor, heading, .. } in parts(report) {
        let _ = writeln!(page, "<li><a href=\"#{anchor}\">{heading}</a></li>");
    }
    page.push_str("</ol>\n</nav>\n");
}

/// Whether a figure shows something that its numbers do not say as well.
fn has_figures(report: &Report) -> bool {
    report.figures.iter().any(|figure| figure.is_telling)
}

fn figures(page: &mut String, report: &Report) {
    let telling = report.figures.iter().filter(|figure| figure.is_telling);
    for Figure { id, title, caption, svg, csv, .. } in telling {
        let _ = write!(
            page,
            "<figure id=\"figure-{id}\">\n<div class=\"scroll\" tabindex=\"0\">{svg}</div>\n\
             <figcaption><strong>{}</strong>. {} {}</figcaption>\n</figure>\n",
            escaped(title),
            prose(caption),
            download(&format!("{id}.csv"), "text/csv", csv)
        );
    }
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// A link that holds a file.
fn download(name: &str, kind: &str, text: &str) -> String {
    format!(
        "<a class=\"download\" download=\"{0}\" href=\"data:{kind};charset=utf-8,{1}\">{0}</a>",
        escaped(name),
        percent_encoded(text, "-._~,:;/@=+()*!$ ").replace(' ', "%20")
    )
}

/// Text with `code` in it, as Markdown has it.
fn prose(markdown: &str) -> String {
    let mut html = String::new();
    let parts: Vec<&str> = markdown.split('`').collect();
    for (place, part) in parts.iter().enumerate() {
        let is_closed = place + 1 < parts.len();
        if place % 2 == 1 && is_closed {
            let _ = write!(html, "<code>{}</code>", escaped(part));
        } else if place % 2 == 1 {
            // A lone backtick is itself.
            let _ = write!(html, "`{}", escaped(part));
        } else {
            html.push_str(&escaped(part));
        }
    }
    html
}

/// A block of code.
fn code(page: &mut String, text: &str) {
    let _ = writeln!(page, "<pre><code>{}</code></pre>", escaped(text.trim_end()));
}

/// The start of a table that may be wider than the page; a name that begins with `#` is that of a
/// column of numbers.
fn table(page: &mut String, names: &[&str]) {
    page.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for name in names {
        let _ = match name.strip_prefix('#') {
            Some(name) => write!(page, "<th class=\"number\" scope=\"col\">{}</th>", escaped(name)),
            None => write!(page, "<th scope=\"col\">{}</th>", escaped(name)),
        };
    }
    page.push_str("</tr></thead>\n<tbody>\n");
}

fn end_table(page: &mut String) {
    page.push_str("</tbody></table></div>\n");
}

/// A mark beside a heading: `3 bugs`.
fn mark(words: &str) -> String {
    format!("<span class=\"mark\">{words}</span>")
}
