//! Which releases of a solver are meant: the text `4.8.5..4.12` into a set.

use std::fmt;
use std::str::FromStr;

use crate::version::{Release, VersionError};

/// A set of releases, written `all`, `4.8.5..`, `4.8.5..4.12`, `..4.8.7` or `4.8.5,4.8.7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Releases {
    /// Every release.
    All,
    /// Those from one to another, both included; `None` has no bound.
    Range(Option<Release>, Option<Release>),
    /// These.
    List(Vec<Release>),
}

impl Releases {
    /// Whether a text is meant as a set: a single release is none.
    pub(crate) fn is_set(text: &str) -> bool {
        text == "all" || text.contains("..") || text.contains(',')
    }

    /// Whether a release is among them: `..4.12` has `4.12.6`.
    pub fn means(&self, release: &Release) -> bool {
        match self {
            Self::All => true,
            Self::Range(first, last) => {
                first.is_none_or(|first| first <= *release)
                    && last.is_none_or(|last| *release <= last || last.is_met_by(release))
            }
            Self::List(list) => list.iter().any(|wanted| wanted.is_met_by(release)),
        }
    }
}

impl FromStr for Releases {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        if text == "all" {
            return Ok(Self::All);
        }
        if let Some((first, last)) = text.split_once("..") {
            let end = |text: &str| {
                let text = text.trim();
                if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
            };
            return Ok(Self::Range(end(first)?, end(last)?));
        }
        text.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>().map(Self::List)
    }
}

impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |release: &Option<Release>| release.map(|it| it.to_string()).unwrap_or_default();
        match self {
            Self::All => f.write_str("all"),
            Self::Range(first, last) => write!(f, "{}..{}", text(first), text(last)),
            Self::List(list) => {
                let list: Vec<String> = list.iter().map(Release::to_string).collect();
                f.write_str(&list.join(","))
            }
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
        ] {
            let releases: Releases = text.parse().unwrap();
            assert_eq!(releases.to_string(), text);
            let means = |version: &&str| releases.means(&version.parse().unwrap());
            assert!(inside.iter().all(means), "{text}");
            assert!(!outside.iter().any(means), "{text}");
        }
        for text in ["x..", "4.8.5,", "", "4..x"] {
            assert!(text.parse::<Releases>().is_err(), "{text}");
        }
    }
}
