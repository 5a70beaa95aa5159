//! News since the run before, or against another campaign.

use std::fmt::Write as _;

use outlet::{counted, escaped};

use crate::report::{Gone, News, Report};

pub(super) fn is_there(report: &Report) -> bool {
    report.news.is_some()
}

pub(super) fn render(page: &mut String, report: &Report) {
    let Some(News { against, new, gone }) = &report.news else { return };
    let against = escaped(against);
    if new.is_empty() {
        let _ = writeln!(page, "<p>Nothing is new against {against}.</p>");
    } else {
        let count = counted(new.len() as u64, "finding");
        let verb = if new.len() == 1 { "is" } else { "are" };
        let _ = writeln!(page, "<p>{count} {verb} new against {against}:</p>\n<ul>");
        for id in new {
            let bug = report.bug(id);
            let (id, title) = (escaped(id), escaped(&bug.finding.title()));
            let _ = writeln!(page, "<li>{}: <a href=\"#{id}\">{title}</a></li>", bug.severity);
        }
        page.push_str("</ul>\n");
    }
    if gone.is_empty() {
        return;
    }
    let count = counted(gone.len() as u64, "finding");
    let _ = writeln!(page, "<p>{count} of {against} nothing here shows:</p>\n<ul>");
    for Gone { title, formula, was_asked } in gone {
        let fate = if *was_asked { "gone" } else { "not asked here" };
        let (title, formula) = (escaped(title), escaped(&formula.to_string()));
        let _ = writeln!(page, "<li>{fate}: {title} <small>({formula})</small></li>");
    }
    page.push_str("</ul>\n");
}
