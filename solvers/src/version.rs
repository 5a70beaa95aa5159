//! Versions: the text `4.8.7` into numbers that compare.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The most numbers that a release has: wheels write `4.8.7.0`.
const MOST: usize = 4;

/// The numbers of a release, as in `4.8.7`: one to four of them.
///
/// Ordered by number, from the left: `4.8.7 < 4.8.12 < 5.0.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// Zero from `len` on, so that the derived order is the right one.
    numbers: [u32; MOST],
    len: usize,
}

impl Release {
    /// The release `major.minor.patch`.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { numbers: [major, minor, patch, 0], len: 3 }
    }

    /// Whether a request for `self` is met by `other`: `self`, without zeros
    /// that `other` does not write, is a prefix of `other`.
    ///
    /// So `5.4` and `5.4.0.0` are met by `5.4.0`, and `5.4.1` is not.
    pub fn is_met_by(&self, other: &Self) -> bool {
        let shared = self.len.min(other.len);
        self.numbers[..shared] == other.numbers[..shared]
            && self.numbers[shared..].iter().all(|&number| number == 0)
    }

    /// The release as people ask for it: without a fourth number that is zero, so `4.8.7` for
    /// `4.8.7.0`.
    pub(crate) fn shortened(&self) -> Self {
        let len = if self.numbers[MOST - 1] == 0 { self.len.min(MOST - 1) } else { self.len };
        Self { len, ..*self }
    }

    /// The release at the start of a wheel's version: `4.5.1.0.post2` is
    /// `4.5.1.0`. A version before its release (`5.0.0rc1`, `5.0.0.dev3`) has none.
    pub(crate) fn of_wheel(version: &str) -> Option<Self> {
        let version = version.trim();
        version.split_once(".post").map_or(version, |(release, _)| release).parse().ok()
    }

    fn from_numbers(found: &[u32]) -> Option<Self> {
        if found.is_empty() || found.len() > MOST {
            return None;
        }
        let mut numbers = [0; MOST];
        numbers[..found.len()].copy_from_slice(found);
        Some(Self { numbers, len: found.len() })
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.numbers[..self.len].iter().enumerate() {
            let dot = if place == 0 { "" } else { "." };
            write!(f, "{dot}{number}")?;
        }
        Ok(())
    }
}

impl FromStr for Release {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let wrong = || VersionError { text: text.to_owned() };
        // `u32::from_str` takes a sign; a version has none.
        if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(wrong());
        }
        let numbers: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        numbers.ok().and_then(|numbers| Self::from_numbers(&numbers)).ok_or_else(wrong)
    }
}

/// Version of a solver that is wanted. `z3` asks for the newest, `z3@4.8.7` for that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// The newest that has a wheel for this machine.
    Newest,
    /// This release, or the newest of those that it is a prefix of.
    Exact(Release),
}

impl Version {
    /// Whether `release` is an answer to this wish.
    pub fn is_met_by(&self, release: &Release) -> bool {
        match self {
            Self::Newest => true,
            Self::Exact(wanted) => wanted.is_met_by(release),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newest => f.write_str("newest"),
            Self::Exact(release) => release.fmt(f),
        }
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        if text == "newest" { Ok(Self::Newest) } else { text.parse().map(Self::Exact) }
    }
}

/// A text that is no version. `4.8.x` is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a version: write one to four numbers, as in `4.8.7`, or `newest`")]
pub struct VersionError {
    /// The text.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(text: &str) -> Release {
        text.parse().unwrap()
    }

    #[test]
    fn a_version_is_written_as_it_was_read() {
        for text in ["5", "5.4", "4.8.7", "4.8.7.0", "newest"] {
            assert_eq!(text.parse::<Version>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_version_is_refused() {
        for text in ["", ".", "4.", "v4", "4.8.7.0.1", "+4", "-1", "4.8.7rc1", "99999999999"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }

    #[test]
    fn releases_compare_by_number() {
        assert!(release("4.8.7") < release("4.8.12"));
        assert!(release("4.16.0") < release("5.0.0"));
        assert!(release("4.8") < release("4.8.7"));
    }

    #[test]
    fn a_prefix_is_met_and_another_release_is_not() {
        for wanted in ["5", "5.4", "5.4.0", "5.4.0.0"] {
            assert!(release(wanted).is_met_by(&release("5.4.0")), "{wanted}");
        }
        for wanted in ["4", "5.3", "5.4.1", "5.4.0.1"] {
            assert!(!release(wanted).is_met_by(&release("5.4.0")), "{wanted}");
        }
    }

    #[test]
    fn a_fourth_number_is_left_out_where_it_says_nothing() {
        for (long, short) in [("4.8.7.0", "4.8.7"), ("4.8.7.1", "4.8.7.1"), ("5.0", "5.0")] {
            assert_eq!(release(long).shortened(), release(short));
        }
    }

    #[test]
    fn a_wheel_says_its_release() {
        assert_eq!(Release::of_wheel(" 4.5.1.0.post2"), Some(release("4.5.1.0")));
        assert_eq!(Release::of_wheel("5.0.0rc1"), None);
    }
}
