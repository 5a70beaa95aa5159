//! Literals, ranges and sets → characters: the escapes of ANTLR, each checked at its place.

use std::iter::Peekable;
use std::str::CharIndices;

use feat_runtime::CharSet;

use super::code_points::{Range, range, surrogate_warning, unicode_property};
use crate::diagnostic::Diagnostic;

/// Reads characters out of `text`, which stands at byte `base` of the file.
pub(super) struct Characters<'t, 'd> {
    text: &'t str,
    base: usize,
    chars: Peekable<CharIndices<'t>>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// One character or property of a set.
enum Item {
    /// A code point, which may be a surrogate.
    Code(u32),
    Property(CharSet),
}

impl<'t, 'd> Characters<'t, 'd> {
    /// Reads what stands between the quotes or brackets of `written`.
    pub(super) fn new(
        written: &'t str,
        start: usize,
        diagnostics: &'d mut Vec<Diagnostic>,
    ) -> Self {
        let text = written.get(1..written.len().saturating_sub(1));
        let text = text.expect("a literal or a set stands between two delimiters");
        Self { text, base: start + 1, chars: text.char_indices().peekable(), diagnostics }
    }

    /// The text of a literal, or nothing if it has an error.
    pub(super) fn literal(mut self) -> Option<String> {
        let codes = self.codes()?;
        if codes.is_empty() {
            self.report_all("a literal cannot be empty")
                .hint("an alternative may be empty: leave the literal out");
            return None;
        }
        // Two surrogates may spell one character, as in Java.
        let units: Vec<u16> = codes
            .iter()
            .flat_map(|&code| match char::from_u32(code) {
                Some(c) => c.encode_utf16(&mut [0; 2]).to_vec(),
                None => u16::try_from(code).into_iter().collect(),
            })
            .collect();
        let decoded = String::from_utf16(&units).ok();
        if decoded.is_none() {
            self.report_all("half a surrogate pair is no character");
        }
        decoded
    }

    /// The one code point of a literal that ends a range, or nothing if it has an error.
    pub(super) fn single(mut self) -> Option<u32> {
        if let [code] = self.codes()?[..] {
            return Some(code);
        }
        self.report_all("a range needs exactly one character at each end");
        None
    }

    /// The characters of a set, or nothing if it has an error.
    pub(super) fn set(mut self) -> Option<CharSet> {
        if self.text.is_empty() {
            self.report_all("a set cannot be empty").hint("nothing could match it");
            return None;
        }
        let mut ranges = Vec::new();
        let mut sound = true;
        while let Some(&(start, _)) = self.chars.peek() {
            match self.set_item(start) {
                Some(item) => ranges.extend(item),
                None => sound = false,
            }
        }
        sound.then(|| CharSet::from_ranges(ranges))
    }

    /// The ranges of one character, range or property.
    fn set_item(&mut self, start: usize) -> Option<Vec<(char, char)>> {
        let first = self.item();
        // A dash at the very end stands for itself.
        let dash =
            self.text[self.position()..].starts_with('-') && self.position() + 1 < self.text.len();
        if !dash {
            return Some(match first? {
                Item::Property(set) => set.ranges().collect(),
                Item::Code(code) => self.characters(start, code, code)?,
            });
        }
        self.chars.next();
        let last = self.item();
        if let (Item::Code(first), Item::Code(last)) = (first?, last?) {
            return self.characters(start, first, last);
        }
        self.report(start, "a property cannot be an end of a range").hint("write `\\-` for a dash");
        None
    }

    /// The characters from `first` to `last`, both named since `start`.
    fn characters(&mut self, start: usize, first: u32, last: u32) -> Option<Vec<(char, char)>> {
        let range = range(first, last);
        match range {
            Some(Range { surrogates: true, .. }) => {
                let span = self.base + start..self.base + self.position();
                self.diagnostics.push(surrogate_warning(span));
            }
            Some(_) => {}
            None => {
                self.report(start, "this range is empty: its ends are swapped");
            }
        }
        Some(range?.characters)
    }

    /// All code points; each bad escape is reported.
    fn codes(&mut self) -> Option<Vec<u32>> {
        let mut codes = Some(Vec::new());
        while let Some(&(start, _)) = self.chars.peek() {
            match self.item() {
                Some(Item::Code(code)) => codes.iter_mut().for_each(|codes| codes.push(code)),
                Some(Item::Property(_)) => {
                    self.report(start, "a property can stand only in a set")
                        .hint("write it in brackets: `[\\p{…}]`");
                    codes = None;
                }
                None => codes = None,
            }
        }
        codes
    }

    /// One character, escape or property. Call it only where there is one.
    fn item(&mut self) -> Option<Item> {
        let (start, first) = self.chars.next()?;
        if first != '\\' {
            return Some(Item::Code(first.into()));
        }
        let (_, escape) = self.chars.next()?;
        let code = match escape {
            'n' => '\n'.into(),
            'r' => '\r'.into(),
            't' => '\t'.into(),
            'b' => 0x08,
            'f' => 0x0C,
            '\\' | '\'' | ']' | '-' => escape.into(),
            'u' => return self.code_point(start).map(Item::Code),
            'p' | 'P' => return self.property(start, escape == 'P').map(Item::Property),
            _ if escape.is_ascii_punctuation() => {
                let span = self.base + start..self.base + self.position();
                let warning = Diagnostic::warning(span, format!("`\\{escape}` needs no backslash"))
                    .hint(format!("write `{escape}`, which means the same"));
                self.diagnostics.push(warning);
                escape.into()
            }
            _ => {
                self.report(start, format!("unknown escape `\\{}`", escape.escape_default())).hint(
                    "the escapes are \\n \\r \\t \\b \\f \\\\ \\' \\uXXXX \\u{X…}, and in sets also \
                     \\] \\- \\p{…} \\P{…}",
                );
                return None;
            }
        };
        Some(Item::Code(code))
    }

    /// The rest of `\uXXXX` or `\u{X…}`.
    fn code_point(&mut self, start: usize) -> Option<u32> {
        let braced = self.braced();
        let spelled = braced.is_some();
        let digits = braced.unwrap_or_else(|| {
            let digit = |_| self.chars.next_if(|(_, c)| c.is_ascii_hexdigit());
            (0..4).map_while(digit).map(|(_, c)| c).collect()
        });
        // A number may have a sign, which a character has not.
        let sound = (spelled || digits.len() == 4) && !digits.starts_with('+');
        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| sound);
        match code {
            Some(code) if code <= char::MAX.into() => Some(code),
            Some(_) => {
                self.report(start, "there is no such character")
                    .hint("the last one is \\u{10FFFF}");
                None
            }
            None => {
                self.report(start, "this escape does not spell a character")
                    .hint("write four hexadecimal digits, as in \\u00E9, or some in braces, as in \\u{1F600}");
                None
            }
        }
    }

    /// The rest of `\p{…}` or `\P{…}`.
    fn property(&mut self, start: usize, negated: bool) -> Option<CharSet> {
        let name = self.braced();
        let Some(set) = name.clone().and_then(unicode_property) else {
            match name {
                Some(name) => self.report(start, format!("unknown Unicode property `{name}`")),
                None => self.report(start, "a property needs a name in braces"),
            }
            .hint(
                "known are categories, scripts and binary properties: \\p{Lu}, \\p{Script=Greek}",
            );
            return None;
        };
        Some(if negated { CharSet::from_ranges([('\0', char::MAX)]).minus(&set) } else { set })
    }

    /// Returns the text in the braces that come next, if any come.
    fn braced(&mut self) -> Option<String> {
        let rest = &self.text[self.position()..];
        let (inside, _) = rest.strip_prefix('{')?.split_once('}')?;
        // Both braces are one character each.
        for _ in 0..inside.chars().count() + 2 {
            self.chars.next();
        }
        Some(inside.to_owned())
    }

    fn position(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(at, _)| at)
    }

    /// Reports an error from `start` to what comes next.
    fn report(&mut self, start: usize, message: impl Into<String>) -> Hint<'_> {
        let span = self.base + start..self.base + self.position();
        self.diagnostics.push(Diagnostic::error(span, message));
        Hint(self.diagnostics)
    }

    /// Reports an error of the whole text with its quotes or brackets.
    fn report_all(&mut self, message: &str) -> Hint<'_> {
        let span = self.base - 1..self.base + self.text.len() + 1;
        self.diagnostics.push(Diagnostic::error(span, message));
        Hint(self.diagnostics)
    }
}

/// Lets the last diagnostic have a hint.
struct Hint<'d>(&'d mut Vec<Diagnostic>);

impl Hint<'_> {
    fn hint(self, hint: &str) {
        if let Some(last) = self.0.pop() {
            self.0.push(last.hint(hint));
        }
    }
}
