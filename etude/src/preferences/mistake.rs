//! Faults of an `etude.toml`, and a key of it into the line on which it stands.

use std::fmt::Display;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::spelling::did_you_mean;

/// A fault of a file that is TOML.
pub(super) struct Mistake {
    /// The key at which it stands: `limits.hunt.timeout`.
    pub key: String,
    pub words: String,
}

impl Mistake {
    pub fn new(key: impl Into<String>, words: impl Into<String>) -> Self {
        Self { key: key.into(), words: words.into() }
    }

    /// The same of what stands behind the key, which is named.
    pub fn of_value(key: &str, words: impl Display) -> Self {
        Self::new(key, format!("{key}: {words}"))
    }

    /// A key that a table has not; `place` is the table's, nothing for the whole file.
    pub fn unknown(place: &str, key: &str, known: &[&str]) -> Self {
        let hint = did_you_mean(key, known.iter().copied());
        let known = known.join(", ");
        if place.is_empty() {
            return Self::new(key, format!("there is no `{key}`{hint} (there are {known})"));
        }
        let words = format!("{place} has no `{key}`{hint} (it has {known})");
        Self::new(format!("{place}.{key}"), words)
    }
}

/// Returns the line, counted from 1, of a key with dots, such as `limits.hunt.timeout`, or of a table
/// among several of a name: `solver.0`. `None` if it is not there.
pub(super) fn line_of(text: &str, key: &str) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    let mut words = key.split('.');
    let (name, mut value) = entry(table.get_ref(), words.next()?)?;
    let mut start = name.span().start;
    for word in words {
        match value.get_ref() {
            DeValue::Table(table) => {
                let (name, below) = entry(table, word)?;
                (start, value) = (name.span().start, below);
            }
            DeValue::Array(array) => {
                value = array.get(word.parse::<usize>().ok()?)?;
                start = value.span().start;
            }
            // Nothing stands below it.
            _ => break,
        }
    }
    Some(text[..start].matches('\n').count() + 1)
}

/// A key and what stands behind it.
type Entry<'a, 'i> = (&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>);

fn entry<'a, 'i>(table: &'a DeTable<'i>, name: &str) -> Option<Entry<'a, 'i>> {
    table.iter().find(|(key, _)| key.get_ref() == name)
}
