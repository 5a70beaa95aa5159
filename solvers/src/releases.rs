//! Sets of releases of a solver: the text `4.8.5..4.12` into a set.

use std::fmt;
use std::str::FromStr;

use crate::version::{Release, VersionError};

/// A set of releases, written `all`, `4.8.5..`, `4.8.5..4.12`, `..4.8.7`, `4.8.5,4.8.7`, or with
/// commas between any of these: `4.5.1,4.8.5..4.12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Releases(Vec<Part>);

/// Text between two commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// This one, or those that it begins: `4.12`.
    One(Release),
    /// Those from one to another, both included; `None` has no bound.
    Range(Option<Release>, Option<Release>),
}

/// Every release there is.
const ALL: Part = Part::Range(None, None);

impl Releases {
    /// Whether a text is meant as a set: a single release is none.
    pub(crate) fn is_set(text: &str) -> bool {
        text == "all" || text.contains("..") || text.contains(',')
    }

    /// Whether a release is among them: `..4.12` has `4.12.6`.
    pub fn means(&self, release: &Release) -> bool {
        self.0.iter().any(|part| match part {
            Part::One(wanted) => wanted.is_met_by(release),
            Part::Range(first, last) => {
                first.is_none_or(|first| first <= *release)
                    && last.is_none_or(|last| *release <= last || last.is_met_by(release))
            }
        })
    }

    /// Those that stand there by themselves, and so must be had; a range means what there is.
    pub fn named(&self) -> impl Iterator<Item = Release> {
        self.0.iter().filter_map(|part| match part {
            Part::One(release) => Some(*release),
            Part::Range(..) => None,
        })
    }

    /// Whether there is no range among them.
    pub(crate) fn is_list(&self) -> bool {
        self.named().count() == self.0.len()
    }
}

impl FromStr for Releases {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        text.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>().map(Self)
    }
}

impl FromStr for Part {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        if text == "all" {
            return Ok(ALL);
        }
        let Some((first, last)) = text.split_once("..") else {
            return text.parse().map(Self::One);
        };
        let end = |text: &str| {
            let text = text.trim();
            if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
        };
        Ok(Self::Range(end(first)?, end(last)?))
    }
}

impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(Part::to_string).collect();
        f.write_str(&parts.join(","))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An open end is written as nothing: `4.8.5..`.
        let text = |release: &Option<Release>| release.map(|it| it.to_string()).unwrap_or_default();
        match self {
            &ALL => f.write_str("all"),
            Self::One(release) => release.fmt(f),
            Self::Range(first, last) => write!(f, "{}..{}", text(first), text(last)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_they_say() {
        for (text, inside, outside) in [
            ("all", &["0.1", "99.0.0"][..], &[][..]),
            ("4.8.5..", &["4.8.5", "4.8.10", "5.0"], &["4.8.4", "4.5.1"]),
            ("..4.12", &["4.5.1", "4.12.6"], &["4.13.0"]),
            ("4.8.7..4.8.10", &["4.8.7", "4.8.10"], &["4.8.6", "4.8.11"]),
            ("4.8.5,4.12", &["4.8.5", "4.12.0", "4.12.6"], &["4.8.6", "4.13.0"]),
            ("4.5.1,4.8.7..4.8.9,5.0..", &["4.5.1", "4.8.8", "5.4.0"], &["4.8.6", "4.16.0"]),
        ] {
            let releases: Releases = text.parse().unwrap();
            assert_eq!(releases.to_string(), text);
            let means = |version: &&str| releases.means(&version.parse().unwrap());
            assert!(inside.iter().all(means), "{text}");
            assert!(!outside.iter().any(means), "{text}");
        }
        for text in ["x..", "4.8.5,", "", "4..x", "4.8.5..4.8.7,x", "4.8.5..4.8.7..4.9"] {
            assert!(text.parse::<Releases>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_named_is_told_from_what_is_in_a_range() {
        for (text, named, is_list) in [
            ("all", &[][..], false),
            ("4.8.5,4.8.7", &["4.8.5", "4.8.7"], true),
            ("4.5.1,4.8.5..", &["4.5.1"], false),
        ] {
            let releases: Releases = text.parse().unwrap();
            let found: Vec<String> = releases.named().map(|release| release.to_string()).collect();
            assert_eq!(
                (&found[..], releases.is_list()),
                (&named.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..], is_list),
                "{text}"
            );
        }
    }
}
