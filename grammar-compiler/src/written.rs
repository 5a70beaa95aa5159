//! Productions as their author wrote them, without labels, actions and layout.

use std::fmt::Write;

use crate::grammar::{Alternative, Atom, Element, NotItem, Repeat};

/// One alternative on one line.
pub fn alternative(alternative: &Alternative) -> String {
    let mut out = String::new();
    write_alternative(&mut out, alternative);
    out
}

fn write_alternative(out: &mut String, alternative: &Alternative) {
    let mut separator = "";
    for element in &alternative.elements {
        if matches!(element.atom, Atom::Action | Atom::Predicate) {
            continue;
        }
        out.push_str(separator);
        write_element(out, element);
        separator = " ";
    }
}

fn write_element(out: &mut String, element: &Element) {
    match &element.atom {
        Atom::Literal(text) => write_literal(out, text),
        Atom::Reference(name) => out.push_str(&name.value),
        Atom::Set(set) => out.push_str(&set.to_string()),
        Atom::Range(first, last) => write_range(out, *first, *last),
        Atom::Not(items) => {
            out.push('~');
            let many = items.len() > 1;
            out.push_str(if many { "(" } else { "" });
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place > 0 { " | " } else { "" });
                write_not_item(out, item);
            }
            out.push_str(if many { ")" } else { "" });
        }
        Atom::Wildcard => out.push('.'),
        Atom::Group(alternatives) => {
            out.push('(');
            for (place, alternative) in alternatives.iter().enumerate() {
                out.push_str(if place > 0 { " | " } else { "" });
                write_alternative(out, alternative);
            }
            out.push(')');
        }
        Atom::Action | Atom::Predicate => {}
    }
    out.push_str(match element.repeat {
        Some(Repeat::Optional) => "?",
        Some(Repeat::Star) => "*",
        Some(Repeat::Plus) => "+",
        None => "",
    });
}

/// A literal in its quotes.
pub fn literal(text: &str) -> String {
    let mut out = String::new();
    write_literal(&mut out, text);
    out
}

/// Writes what stands after `~`.
pub fn not_item(item: &NotItem) -> String {
    let mut out = String::new();
    write_not_item(&mut out, item);
    out
}

fn write_not_item(out: &mut String, item: &NotItem) {
    match item {
        NotItem::Literal(text) => write_literal(out, text),
        NotItem::Reference(name) => out.push_str(&name.value),
        NotItem::Set(set) => out.push_str(&set.to_string()),
        NotItem::Range(first, last) => write_range(out, *first, *last),
    }
}

fn write_range(out: &mut String, first: char, last: char) {
    write_literal(out, first.encode_utf8(&mut [0; 4]));
    out.push_str("..");
    write_literal(out, last.encode_utf8(&mut [0; 4]));
}

fn write_literal(out: &mut String, text: &str) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let written = write!(out, "\\u{{{:X}}}", u32::from(c));
                debug_assert!(written.is_ok(), "writing to a string cannot fail");
            }
            c => out.push(c),
        }
    }
    out.push('\'');
}
