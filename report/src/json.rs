//! A report as JSON: everything, for programs.

use serde::Serialize;

use crate::figure::Figure;
use crate::report::Report;

/// The form of the document; a change that older readers cannot read makes it a new one.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    #[serde(flatten)]
    report: &'a Report,
    figures: &'a [Figure],
}

/// The report as one JSON object.
pub fn render(report: &Report) -> String {
    let document = Document { format: FORMAT, report, figures: &report.figures };
    let mut text =
        serde_json::to_string_pretty(&document).expect("a report is plain data with text keys");
    text.push('\n');
    text
}
