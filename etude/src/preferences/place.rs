//! A key of a TOML file into the line on which it stands.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

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
