//! Sets of characters: atoms with a count, never spelled out one by one.

use std::fmt;

/// A set of characters, kept as sorted, disjoint, non-adjacent ranges.
///
/// Its trees are its characters in ascending order of code point: `set.get(i)` is
/// number i, and `set.rank(c)` is the inverse. All look-ups cost the logarithm of the
/// number of ranges.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct CharSet {
    ranges: Vec<Run>,
}

/// An inclusive range of characters with the number of characters before it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Run {
    first: char,
    last: char,
    before: u32,
}

/// Surrogates lie between these two and are no characters.
const LAST_BEFORE_SURROGATES: u32 = 0xD7FF;
const SURROGATES: u32 = 0x800;

/// A character's place among all characters; the surrogates leave no gap.
fn position(c: char) -> u32 {
    let code = u32::from(c);
    if code > LAST_BEFORE_SURROGATES { code - SURROGATES } else { code }
}

/// The inverse of [`position`].
fn at_position(position: u32) -> Option<char> {
    let code = if position > LAST_BEFORE_SURROGATES { position + SURROGATES } else { position };
    char::from_u32(code)
}

impl CharSet {
    /// The set of the characters in these inclusive ranges, which may overlap and stand
    /// in any order. A range whose ends are swapped holds nothing.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (char, char)>) -> Self {
        let mut spans: Vec<(u32, u32)> = ranges
            .into_iter()
            .filter(|(first, last)| first <= last)
            .map(|(first, last)| (position(first), position(last)))
            .collect();
        spans.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (first, last) in spans {
            match merged.last_mut() {
                Some((_, end)) if first <= *end + 1 => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        let mut before = 0;
        let ranges = merged
            .into_iter()
            .filter_map(|(first, last)| {
                let run = Run { first: at_position(first)?, last: at_position(last)?, before };
                before += last - first + 1;
                Some(run)
            })
            .collect();
        Self { ranges }
    }

    /// The set of these characters.
    pub fn from_chars(chars: impl IntoIterator<Item = char>) -> Self {
        Self::from_ranges(chars.into_iter().map(|c| (c, c)))
    }

    /// The printable characters of ASCII, space to tilde: the alphabet that `.` and `~`
    /// range over unless an author says otherwise.
    pub fn printable_ascii() -> Self {
        Self::from_ranges([(' ', '~')])
    }

    /// The inclusive ranges, ascending.
    pub fn ranges(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.ranges.iter().map(|run| (run.first, run.last))
    }

    /// The characters, ascending.
    pub fn chars(&self) -> impl Iterator<Item = char> + '_ {
        self.ranges.iter().flat_map(|run| run.first..=run.last)
    }

    /// The number of characters in the set.
    pub fn len(&self) -> u32 {
        self.ranges.last().map_or(0, |run| run.before + run.len())
    }

    /// Whether the set holds no character.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The character at `index`, counted from 0 in ascending order.
    pub fn get(&self, index: u32) -> Option<char> {
        let run = &self.ranges[..self.ranges.partition_point(|run| run.before <= index)].last()?;
        let offset = index - run.before;
        if offset < run.len() { at_position(position(run.first) + offset) } else { None }
    }

    /// The index of `c`: `set.get(set.rank(c)?) == Some(c)`.
    pub fn rank(&self, c: char) -> Option<u32> {
        let run = self.ranges[..self.ranges.partition_point(|run| run.first <= c)].last()?;
        (c <= run.last).then(|| run.before + position(c) - position(run.first))
    }

    /// Whether the set holds `c`.
    pub fn contains(&self, c: char) -> bool {
        self.rank(c).is_some()
    }

    /// The characters in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::from_ranges(self.ranges().chain(other.ranges()))
    }

    /// The characters in this set but not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut kept = Vec::new();
        for (first, last) in self.ranges() {
            let (mut first, last) = (position(first), position(last));
            for (cut_first, cut_last) in other.ranges() {
                let (cut_first, cut_last) = (position(cut_first), position(cut_last));
                if cut_last < first || cut_first > last {
                    continue;
                }
                if cut_first > first {
                    kept.push((first, cut_first - 1));
                }
                first = cut_last + 1;
            }
            if first <= last {
                kept.push((first, last));
            }
        }
        Self::from_ranges(
            kept.into_iter()
                .filter_map(|(first, last)| Some((at_position(first)?, at_position(last)?))),
        )
    }
}

impl Run {
    fn len(&self) -> u32 {
        position(self.last) - position(self.first) + 1
    }
}

/// Written as in a grammar: `[a-z\]]`.
impl fmt::Display for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (first, last) in self.ranges() {
            write_escaped(f, first)?;
            if first < last {
                f.write_str("-")?;
                write_escaped(f, last)?;
            }
        }
        f.write_str("]")
    }
}

fn write_escaped(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    match c {
        ']' | '\\' | '-' => write!(f, "\\{c}"),
        ' '..='~' => write!(f, "{c}"),
        _ => write!(f, "\\u{{{:X}}}", u32::from(c)),
    }
}

impl fmt::Debug for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: &CharSet, written: &str) {
        assert_eq!(set.to_string(), written);
        assert_eq!(set.chars().count(), set.len() as usize);
        for (i, c) in (0..).zip(set.chars()) {
            assert_eq!(set.get(i), Some(c));
            assert_eq!(set.rank(c), Some(i));
        }
        assert_eq!(set.get(set.len()), None);
    }

    #[test]
    fn ranges_merge_and_sort() {
        let set =
            CharSet::from_ranges([('x', 'z'), ('b', 'd'), ('a', 'a'), ('d', 'f'), ('9', '0')]);
        check(&set, "[a-fx-z]");
        assert!(!set.contains('g'));
        assert!(CharSet::from_ranges([('9', '0')]).is_empty());
    }

    #[test]
    fn surrogates_leave_no_gap() {
        let set = CharSet::from_ranges([('\u{D7FE}', '\u{E001}')]);
        assert_eq!(set.len(), 4);
        check(&set, "[\\u{D7FE}-\\u{E001}]");
        assert_eq!(CharSet::from_ranges([('\0', char::MAX)]).len(), 0x11_0000 - SURROGATES);
    }

    #[test]
    fn minus_splits_ranges() {
        let letters = CharSet::from_ranges([('a', 'z')]);
        check(&letters.minus(&CharSet::from_chars(['a', 'm', 'z'])), "[b-ln-y]");
        check(&letters.minus(&CharSet::from_ranges([('c', '~')])), "[a-b]");
        check(&letters.minus(&letters), "[]");
        check(&letters.union(&CharSet::from_chars(['-', ']'])), "[\\-\\]a-z]");
    }
}
