//! S-expressions, typed or not, each left out, or replaced by a part of it or something plain.

use std::ops::Range;

use smtlib::sexpr::{Kind, Sexpr, Sexprs};

use super::cut;
use super::edit::Edit;
use super::shape::Shape;

/// Words that may stand for a list of unknown sort.
const PLAIN: [&str; 5] = ["true", "false", "0", "\"\"", "0.0"];
/// Items of a list that are tried in its place.
const MOST_ITEMS: usize = 8;

/// Returns the changes of one list or atom.
pub(super) fn edits(shape: &Shape, place: usize) -> Vec<Edit> {
    let text = shape.text();
    let span = shape.cells[place].clone();
    let Ok(inner) = Sexprs::read(&text[span.clone()]) else { return Vec::new() };
    let Some(cell) = inner.top().next() else { return Vec::new() };
    let inside = |part: Range<usize>| part.start + span.start..part.end + span.start;
    let is_command = shape.commands.contains(&span);
    let mut edits = vec![Edit::Splice { at: with_space(text, span.clone()), with: String::new() }];
    let replace = |with: &str| Edit::Splice { at: span.clone(), with: with.to_owned() };
    let items: Vec<Sexpr> = inner.items(cell).collect();
    match inner.kind(cell) {
        Kind::List if !is_command => {
            edits.extend(PLAIN.iter().map(|word| replace(word)));
            edits.extend(items.iter().take(MOST_ITEMS).map(|item| replace(inner.text(*item))));
        }
        Kind::Numeral => {
            edits.extend(smaller_numerals(inner.text(cell)).iter().map(|it| replace(it)));
        }
        Kind::Decimal => edits.push(replace("0.0")),
        Kind::String => edits.push(replace("\"\"")),
        _ => {}
    }
    if items.len() > 2 {
        for level in 0..cut::levels(items.len()).saturating_sub(1) {
            for range in cut::ranges(items.len(), level) {
                let (first, last) = (items[range.start], items[range.end - 1]);
                let at = inside(inner.span(first).start..inner.span(last).end);
                edits.push(Edit::Splice { at: with_space(text, at), with: String::new() });
            }
        }
    }
    edits
}

fn smaller_numerals(text: &str) -> Vec<String> {
    let mut all = vec!["0".to_owned(), "1".to_owned()];
    if let Ok(number) = text.parse::<u64>() {
        all.extend([number / 2, number.saturating_sub(1)].iter().map(u64::to_string));
    }
    all.retain(|number| number != text);
    all
}

/// A part of a text, with one of the blanks around it.
fn with_space(text: &str, at: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    if bytes.get(at.end).is_some_and(u8::is_ascii_whitespace) {
        at.start..at.end + 1
    } else if at.start > 0 && bytes[at.start - 1].is_ascii_whitespace() {
        at.start - 1..at.end
    } else {
        at
    }
}
