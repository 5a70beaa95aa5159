//! Time and place of the campaign, and the command that made it.

use std::fmt::Write as _;

use campaign::Occasion;
use outlet::{counted, escaped};

use crate::report::{Report, Run};
use crate::words::{duration, machine, moment};

pub(super) fn render(page: &mut String, report: &Report) {
    let Some(last) = report.runs.last() else { return };
    let occasions: Vec<&Occasion> =
        report.runs.iter().filter_map(|run| run.occasion.as_ref()).collect();
    page.push_str("<dl class=\"occasion\">\n");
    if let (Some(first), Some(newest)) = (occasions.first(), occasions.last()) {
        let runs = report.runs.len() as u64;
        let times = if runs == 1 {
            format!("{}, {}", moment(newest.began), duration(newest))
        } else {
            let (first, newest_begin) = (moment(first.began), moment(newest.began));
            format!(
                "{} from {first} on; the last {newest_begin}, {}",
                counted(runs, "run"),
                duration(newest)
            )
        };
        line(page, "When", &escaped(&times));
        line(page, "Where", &escaped(&machine(newest)));
    }
    if let Run { command: Some(command), .. } = last {
        line(page, "Command", &format!("<code>{}</code>", escaped(command)));
    }
    page.push_str("</dl>\n");
}

fn line(page: &mut String, name: &str, html: &str) {
    let _ = writeln!(page, "<dt>{name}</dt><dd>{html}</dd>");
}
