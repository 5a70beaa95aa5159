//! Sets of strings: those between two in the order of `str.<`, and those with a part.

use std::fmt;

use smtlib::text::{Regex, Text};

/// The strings between two in the order of `str.<`. Every `XΣ*` of first characters is such a set,
/// and so are the strings from a given one on, which first characters do not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The lower end, and whether the string itself is outside.
    pub low: Option<(Text, bool)>,
    /// The upper end, and whether the string itself is outside.
    pub high: Option<(Text, bool)>,
}

impl Stretch {
    /// Those after a string, or from it on.
    pub fn from(text: Text, is_open: bool) -> Self {
        Self { low: Some((text, is_open)), high: None }
    }

    /// Those before a string, or up to it.
    pub fn up_to(text: Text, is_open: bool) -> Self {
        Self { low: None, high: Some((text, is_open)) }
    }

    /// Returns whether a string is between the ends.
    pub fn contains(&self, text: &Text) -> bool {
        let above = |(end, open): &(Text, bool)| if *open { text > end } else { text >= end };
        let below = |(end, open): &(Text, bool)| if *open { text < end } else { text <= end };
        self.low.as_ref().is_none_or(above) && self.high.as_ref().is_none_or(below)
    }

    /// Those of both.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            (one, None) | (None, one) => one.clone(),
        };
        let high = match (&self.high, &other.high) {
            (Some(a), Some(b)) => Some(if (&a.0, !a.1) <= (&b.0, !b.1) { a } else { b }.clone()),
            (one, None) | (None, one) => one.clone(),
        };
        Self { low, high }
    }
}

/// As `("a", "b"]`.
impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.low {
            None => f.write_str("[\"\", ")?,
            Some((text, open)) => write!(f, "{}{text}, ", if *open { '(' } else { '[' })?,
        }
        match &self.high {
            None => f.write_str("...)"),
            Some((text, open)) => write!(f, "{text}{}", if *open { ')' } else { ']' }),
        }
    }
}

/// A property of strings, by another string or a regular expression. `Starts("ab")` is that of all
/// strings that begin with `ab`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// It begins with this.
    Starts(Text),
    /// It ends with this.
    Ends(Text),
    /// It contains this.
    Holds(Text),
    /// It is a beginning of this.
    StartOf(Text),
    /// It is an end of this.
    EndOf(Text),
    /// It is contained in this.
    Within(Text),
    /// It matches this.
    Matches(Regex),
}

/// Work that one match may be.
const MATCH: u64 = 1 << 16;

impl Word {
    /// Returns whether a string has the property; `None` if that takes too long to say.
    pub fn holds_of(&self, text: &Text) -> Option<bool> {
        Some(match self {
            Self::Starts(part) => part.prefixof(text),
            Self::Ends(part) => part.suffixof(text),
            Self::Holds(part) => text.contains(part),
            Self::StartOf(whole) => text.prefixof(whole),
            Self::EndOf(whole) => text.suffixof(whole),
            Self::Within(whole) => whole.contains(text),
            Self::Matches(regex) => return regex.matches_within(text, MATCH).ok(),
        })
    }

    /// Returns how many strings have the property, if they are few.
    pub fn count(&self) -> Option<u64> {
        let length = |text: &Text| text.len() as u64;
        match self {
            Self::StartOf(whole) | Self::EndOf(whole) => Some(length(whole) + 1),
            Self::Within(whole) => Some(length(whole) * (length(whole) + 1) / 2 + 1),
            _ => None,
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starts(part) => write!(f, "starts with {part}"),
            Self::Ends(part) => write!(f, "ends with {part}"),
            Self::Holds(part) => write!(f, "contains {part}"),
            Self::StartOf(whole) => write!(f, "begins {whole}"),
            Self::EndOf(whole) => write!(f, "ends {whole}"),
            Self::Within(whole) => write!(f, "within {whole}"),
            Self::Matches(regex) => write!(f, "matches {regex}"),
        }
    }
}
