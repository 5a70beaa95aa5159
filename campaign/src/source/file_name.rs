//! The names of a corpus's files, as text that people read and type.

use std::fmt;
use std::path::{Component, Path};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A file's path inside its corpus, such as `QF_S/sat/issue164.smt2`.
///
/// It is one line of text whatever the file is called: control characters and bytes that are not
/// UTF-8 are written `\x0a`, as is a backslash before an `x`, so that different files have different
/// names. Names are ordered by their bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct FileName(Arc<str>);

impl FileName {
    /// Returns the name of a file by its path inside the corpus.
    pub fn of_path(path: &Path) -> Self {
        let parts = path.components().filter_map(|part| match part {
            Component::Normal(part) => Some(plain(part.as_encoded_bytes())),
            _ => None,
        });
        Self(parts.collect::<Vec<_>>().join("/").into())
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the names of the folders that lead to the file, the outermost first.
    pub fn folders(&self) -> impl DoubleEndedIterator<Item = &str> {
        let folders = self.0.rsplit_once('/').map_or("", |(folders, _)| folders);
        folders.split('/').filter(|folder| !folder.is_empty())
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for FileName {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&str> for FileName {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<FileName> for String {
    fn from(name: FileName) -> Self {
        name.0.as_ref().to_owned()
    }
}

/// Returns a word of any bytes as one line of text; different words have different texts.
pub(super) fn plain(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid().chars().peekable();
        while let Some(c) = rest.next() {
            if c.is_control() || (c == '\\' && rest.peek() == Some(&'x')) {
                let mut buffer = [0; 4];
                c.encode_utf8(&mut buffer).bytes().for_each(|byte| text.push_str(&hex(byte)));
            } else {
                text.push(c);
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&hex(*byte)));
    }
    text
}

fn hex(byte: u8) -> String {
    format!("\\x{byte:02x}")
}

/// The files of a corpus in the order of their numbers; a copy shares them. Number 0 may be
/// `sat/a.smt2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<FileName>", into = "Vec<FileName>")]
pub struct FileNames(Arc<[FileName]>);

impl FileNames {
    /// Returns the names.
    pub fn as_slice(&self) -> &[FileName] {
        &self.0
    }
}

impl From<Vec<FileName>> for FileNames {
    fn from(names: Vec<FileName>) -> Self {
        Self(names.into())
    }
}

impl From<FileNames> for Vec<FileName> {
    fn from(names: FileNames) -> Self {
        names.0.to_vec()
    }
}

impl FromIterator<FileName> for FileNames {
    fn from_iter<I: IntoIterator<Item = FileName>>(names: I) -> Self {
        Self(names.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_one_line_of_its_own() {
        let words: [(&[u8], &str); 6] = [
            (b"a b.smt2", "a b.smt2"),
            ("gr\u{f6}\u{df}e".as_bytes(), "gr\u{f6}\u{df}e"),
            (b"n\xff", "n\\xff"),
            (b"n\\xff", "n\\x5cxff"),
            (b"a\\b", "a\\b"),
            (b"a\nb", "a\\x0ab"),
        ];
        for (bytes, text) in words {
            assert_eq!(plain(bytes), text);
        }
    }

    #[test]
    fn folders_are_those_above_the_file() {
        let folders = |name: &str| {
            let name = FileName::of_path(Path::new(name));
            name.folders().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(folders("QF_S/./sat/unsat"), ["QF_S", "sat"]);
        assert!(folders("sat").is_empty());
    }
}
