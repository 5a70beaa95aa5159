//! A time line of first sightings: a line for each weight, a mark for each finding.

use std::fmt::Write as _;

use campaign::Severity;
use outlet::{escaped, times::rough};

use super::findings::class;
use crate::report::{BugEntry, Report};
use crate::words::moment;

/// Fewer bugs make no line.
const FEWEST: usize = 3;

/// Writes the line, where it shows more than that all was found at once.
#[expect(clippy::cast_precision_loss, reason = "a campaign is far below 2^52 seconds long")]
pub(super) fn render(page: &mut String, report: &Report) {
    let seen: Vec<(u64, &BugEntry)> =
        report.told().filter_map(|bug| Some((bug.seen?, bug))).collect();
    let occasions = report.runs.iter().filter_map(|run| run.occasion.as_ref());
    let begin = occasions.clone().map(|it| it.began).min();
    let last_seen = seen.iter().map(|(at, _)| *at).max();
    let end = occasions.filter_map(|it| it.ended).chain(last_seen).max();
    let (Some(begin), Some(end)) = (begin, end) else { return };
    if seen.len() < FEWEST || end <= begin || seen.iter().all(|(at, _)| *at == seen[0].0) {
        return;
    }
    let span = (end - begin) as f64;
    page.push_str("<figure class=\"timeline\">\n<div class=\"lanes\" role=\"img\" aria-label=\"");
    let _ = write!(
        page,
        "When {} findings were first seen; each says it itself below\">\n",
        seen.len()
    );
    for severity in Severity::ALL {
        let of: Vec<_> = seen.iter().filter(|(_, bug)| bug.severity == severity).collect();
        if of.is_empty() {
            continue;
        }
        let _ =
            write!(page, "<div class=\"lane {}\"><span>{severity}</span><div>", class(severity));
        for (at, bug) in of {
            let after = at.saturating_sub(begin) as f64;
            let _ = write!(
                page,
                "<a tabindex=\"-1\" href=\"#{}\" style=\"left: {:.2}%\" title=\"after {}: {}\"></a>",
                escaped(&bug.id),
                100.0 * after / span,
                rough(after),
                escaped(&bug.finding.title())
            );
        }
        page.push_str("</div></div>\n");
    }
    let _ = write!(
        page,
        "</div>\n<p class=\"ends\"><span>{}</span><span>{}</span></p>\n<figcaption><strong>When findings \
         were first seen</strong>. Each mark is one, from the start of the campaign to its end after \
         {}.</figcaption>\n</figure>\n",
        moment(begin),
        moment(end),
        rough(span)
    );
}
