//! The words of a command line into JSON and back, so that a campaign can be gone on with.
//!
//! A word is a string; one that is not UTF-8, which a file's name need not be, is the list of its
//! bytes: `["--campaign", [110, 255]]`.

use std::ffi::{OsStr, OsString};

use serde_json::Value;

/// The words as JSON.
pub(crate) fn to_json(words: &[OsString]) -> Value {
    words.iter().map(|word| word_to_json(word)).collect()
}

fn word_to_json(word: &OsStr) -> Value {
    match word.to_str() {
        Some(word) => word.into(),
        None => word.as_encoded_bytes().into(),
    }
}

/// The words in JSON; `None` if it holds anything else.
pub(crate) fn from_json(value: &Value) -> Option<Vec<OsString>> {
    value.as_array()?.iter().map(word_from_json).collect()
}

fn word_from_json(value: &Value) -> Option<OsString> {
    if let Some(word) = value.as_str() {
        return Some(word.into());
    }
    let bytes = value.as_array()?.iter().map(|byte| u8::try_from(byte.as_u64()?).ok());
    word_of_bytes(bytes.collect::<Option<Vec<u8>>>()?)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on other systems not all bytes make a word")]
fn word_of_bytes(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn word_of_bytes(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn words_come_back_as_they_were() {
        let words = [
            word_of_bytes(b"n\xff".to_vec()).unwrap(),
            "--theory".into(),
            "Gr\u{f6}\u{df}e".into(),
        ];
        let value = to_json(&words);
        assert_eq!(value.to_string(), "[[110,255],\"--theory\",\"Gr\u{f6}\u{df}e\"]");
        assert_eq!(from_json(&value).unwrap(), words);
        for other in ["3", "[3]", "[[256]]", "[[\"a\"]]"] {
            assert_eq!(from_json(&serde_json::from_str(other).unwrap()), None);
        }
    }
}
