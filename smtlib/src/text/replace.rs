//! The functions of the theory that look for a regular expression in a text.

use smallvec::SmallVec;

use super::functions::index;
use super::regex::{Length, Matches, Regex};
use super::word::{Text, TooLong};

impl Text {
    /// `(str.replace_re self pattern replacement)`: the leftmost match, and of those there the
    /// shortest. If the empty text matches, the replacement comes to stand first.
    pub fn replace_re(&self, pattern: &Regex, replacement: &Text) -> Result<Text, TooLong> {
        let text = self.characters();
        match Matches::new(pattern, text, Length::Any).leftmost(0) {
            None => Ok(self.clone()),
            Some(found) => {
                Text::joined(&[&text[..found.start], replacement.characters(), &text[found.end..]])
            }
        }
    }

    /// `(str.replace_re_all self pattern replacement)`: from left to right, each leftmost shortest
    /// match that is not empty.
    pub fn replace_re_all(&self, pattern: &Regex, replacement: &Text) -> Result<Text, TooLong> {
        let text = self.characters();
        let mut matches = Matches::new(pattern, text, Length::NotEmpty);
        let mut parts: SmallVec<[&[u32]; 16]> = SmallVec::new();
        let mut from = 0;
        while let Some(found) = matches.leftmost(from) {
            parts.extend([&text[from..found.start], replacement.characters()]);
            from = found.end;
        }
        if parts.is_empty() {
            return Ok(self.clone());
        }
        parts.push(&text[from..]);
        Text::joined(&parts)
    }

    /// `(str.indexof_re self pattern start)` of cvc5: the first place from `start` on where a word
    /// of the pattern begins, or −1. The empty text occurs everywhere from 0 to the length.
    pub fn indexof_re(&self, pattern: &Regex, start: i64) -> i64 {
        let text = self.characters();
        self.border(start)
            .and_then(|from| Matches::new(pattern, text, Length::Any).leftmost(from))
            .map_or(-1, |found| index(found.start))
    }
}
