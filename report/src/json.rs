//! A report as JSON: everything, for programs.

use serde_json::{Value, json};

use crate::report::Report;

/// The form of the document; a change that older readers cannot read makes it a new one.
const FORMAT: u32 = 1;

/// The report as one JSON object.
pub fn render(report: &Report) -> String {
    let mut object = json!({ "format": FORMAT });
    if let (Some(object), Ok(Value::Object(rest))) =
        (object.as_object_mut(), serde_json::to_value(report))
    {
        object.extend(rest);
        let figures = report.figures.iter().map(|figure| {
            json!({
                "id": figure.id,
                "title": figure.title,
                "caption": figure.caption,
                "csv": figure.csv,
                "svg": figure.svg,
            })
        });
        object.insert("figures".to_owned(), figures.collect());
    }
    let mut text = serde_json::to_string_pretty(&object).unwrap_or_default();
    text.push('\n');
    text
}
