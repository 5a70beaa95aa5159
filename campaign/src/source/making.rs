//! The making of mutants, as one word that people read and type: `weaken`, `weaken,graft:1..50`,
//! `recombine[incremental,witnesses=8]`.

mod options;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use mutation::{Technique, UnknownTechnique};
pub use options::MakingOptions;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The making of mutants: the techniques and the number of steps. Written `weaken` with the usual
/// number of steps, `weaken,graft:1..50` with others; what else is unusual stands between brackets,
/// `fuse[functions=5f0c2a91]:1..50`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Making {
    techniques: Vec<Technique>,
    /// `None` for all mutants that are one step away, each once: `weaken:all`.
    steps: Option<StepRange>,
    options: MakingOptions,
}

/// Numbers of steps that a walk may have, each with equal chance: `1..20`. At least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepRange {
    least: u32,
    most: u32,
}

/// The most steps of a walk.
const MOST_STEPS: u32 = 10_000;

/// A text that says not how mutants are made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MakingError {
    /// `weeken`
    #[error(transparent)]
    Technique(#[from] UnknownTechnique),
    /// `weaken,weaken`
    #[error("`{0}` stands there twice")]
    Twice(Technique),
    /// `fuse:all`
    #[error("all mutants that are one step away can be made by weaken alone, and not by {0}")]
    All(String),
    /// `weaken[colour=red]`
    #[error(
        "`{0}` does not say how mutants are made: there are incremental, witnesses=8 and \
         functions=5f0c2a91, in this order"
    )]
    Option(String),
    /// `weaken[witnesses=8]`
    #[error(
        "--witnesses goes with recombine or --incremental: nothing else takes several of a seed"
    )]
    Witnesses,
    /// `weaken[functions=5f0c2a91]`
    #[error("--fusion-functions goes with fuse: no other technique has fusion functions")]
    Functions,
    /// `--steps 20..1`
    #[error(
        "`{0}` is no number of steps: write `5`, or `1..20` for anything between, from 1 to {MOST_STEPS}"
    )]
    Steps(String),
}

impl Making {
    /// By some techniques; an error if there is none, or one twice.
    pub fn new(techniques: Vec<Technique>, steps: StepRange) -> Result<Self, MakingError> {
        for (place, technique) in techniques.iter().enumerate() {
            if techniques[..place].contains(technique) {
                return Err(MakingError::Twice(*technique));
            }
        }
        if techniques.is_empty() {
            return Err(MakingError::Technique("".parse::<Technique>().expect_err("no name")));
        }
        Ok(Self { techniques, steps: Some(steps), options: MakingOptions::default() })
    }

    /// The same with options, which must be about something that it does.
    pub fn with_options(self, options: MakingOptions) -> Result<Self, MakingError> {
        let has = |technique| self.techniques.contains(&technique);
        if options.is_incremental && self.is_all() {
            return Err(MakingError::Option(format!("{options}:all")));
        }
        if options.witnesses.is_some() && !options.is_incremental && !has(Technique::Recombine) {
            return Err(MakingError::Witnesses);
        }
        if options.functions.is_some() && !has(Technique::Fuse) {
            return Err(MakingError::Functions);
        }
        Ok(Self { options, ..self })
    }

    /// Returns what else is unusual.
    pub fn options(&self) -> &MakingOptions {
        &self.options
    }

    /// All mutants that are one step away, each once: by weaken alone.
    pub fn all(techniques: Vec<Technique>) -> Result<Self, MakingError> {
        let all = Self { steps: None, ..Self::new(techniques, StepRange::default())? };
        let is_weaken = all.techniques == [Technique::Weaken];
        if is_weaken { Ok(all) } else { Err(MakingError::All(all.names())) }
    }

    /// Whether all mutants that are one step away are made, each once.
    pub fn is_all(&self) -> bool {
        self.steps.is_none()
    }

    /// Returns the techniques, of which each step takes one.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    /// Returns how many steps a walk may have.
    pub fn steps(&self) -> StepRange {
        self.steps.unwrap_or(StepRange { least: 1, most: 1 })
    }

    /// Returns the names of the techniques with commas between them: `weaken,graft`.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.techniques.iter().map(|it| it.name()).collect();
        names.join(",")
    }

    /// Returns it in a few letters, for titles and columns: `all` stands for all techniques in their
    /// usual order, as behind `--mutate`, and `all:1..20` for them in other numbers of steps.
    pub fn short(&self) -> String {
        if self.techniques == Technique::ALL { self.spelled("all") } else { self.to_string() }
    }

    /// Returns it with these words for its techniques.
    fn spelled(&self, techniques: &str) -> String {
        let mut text = techniques.to_owned();
        if self.options != MakingOptions::default() {
            text = format!("{text}[{}]", self.options);
        }
        match self.steps {
            None => format!("{text}:all"),
            Some(steps) if steps == StepRange::default() => text,
            Some(steps) => format!("{text}:{steps}"),
        }
    }
}

impl StepRange {
    /// Returns the numbers.
    pub fn range(self) -> RangeInclusive<u32> {
        self.least..=self.most
    }
}

impl Default for StepRange {
    /// Few enough for a mutant of a small seed to be small, enough for rules to meet.
    fn default() -> Self {
        Self { least: 1, most: 10 }
    }
}

impl fmt::Display for StepRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, most } = self;
        if least == most { write!(f, "{least}") } else { write!(f, "{least}..{most}") }
    }
}

impl FromStr for StepRange {
    type Err = MakingError;

    fn from_str(text: &str) -> Result<Self, MakingError> {
        let wrong = || MakingError::Steps(text.to_owned());
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => (number(least)?, number(most.trim_start_matches('='))?),
            None => (number(text)?, number(text)?),
        };
        let is_right = 1 <= least && least <= most && most <= MOST_STEPS;
        is_right.then_some(Self { least, most }).ok_or_else(wrong)
    }
}

impl fmt::Display for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(&self.names()))
    }
}

impl FromStr for Making {
    type Err = MakingError;

    fn from_str(text: &str) -> Result<Self, MakingError> {
        let (names, steps) = text.split_once(':').map_or((text, None), |it| (it.0, Some(it.1)));
        let (names, options) = match names.split_once('[') {
            Some((names, rest)) => {
                let options = rest.strip_suffix(']').map(str::parse);
                (names, options.ok_or_else(|| MakingError::Option(rest.to_owned()))??)
            }
            None => (names, MakingOptions::default()),
        };
        let techniques: Result<_, _> = names.split(',').map(str::parse).collect();
        let making = match steps {
            Some("all") => Self::all(techniques?),
            Some(steps) => Self::new(techniques?, steps.parse()?),
            None => Self::new(techniques?, StepRange::default()),
        };
        making?.with_options(options)
    }
}

impl TryFrom<String> for Making {
    type Error = MakingError;

    fn try_from(text: String) -> Result<Self, MakingError> {
        text.parse()
    }
}

impl From<Making> for String {
    fn from(making: Making) -> Self {
        making.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_techniques_have_a_short_name() {
        for (text, short) in [
            ("weaken,fuse,recombine,graft", "all"),
            ("weaken,fuse,recombine,graft[witnesses=8]:1..20", "all[witnesses=8]:1..20"),
            ("graft,weaken,fuse,recombine", "graft,weaken,fuse,recombine"),
            ("weaken:all", "weaken:all"),
        ] {
            assert_eq!(text.parse::<Making>().unwrap().short(), short);
        }
    }

    #[test]
    fn makings_are_read_as_they_were_written() {
        for text in [
            "weaken",
            "weaken,graft",
            "fuse:1",
            "weaken:1..50",
            "weaken:all",
            "recombine,weaken:3..4",
            "recombine[witnesses=8]",
            "weaken[incremental]:1",
            "fuse,recombine[incremental,witnesses=8,functions=5f0c2a91]:1..50",
        ] {
            assert_eq!(text.parse::<Making>().unwrap().to_string(), text);
        }
        assert_eq!("weaken:1..10".parse::<Making>().unwrap().to_string(), "weaken");
        for text in [
            "",
            "weeken",
            "weaken,",
            "weaken,weaken",
            "weaken:",
            "weaken:0..2",
            "weaken:3..2",
            "fuse:all",
            "weaken[]",
            "weaken[incremental",
            "weaken[incremental]:all",
            "weaken[witnesses=8]",
            "recombine[witnesses=0]",
            "recombine[witnesses=65]",
            "recombine[witnesses=08]",
            "recombine[witnesses=8,incremental]",
            "recombine[functions=5f0c2a91]",
            "fuse[functions=5F0C2A91]",
            "fuse[functions=5f0c2a9]",
        ] {
            assert!(text.parse::<Making>().is_err(), "{text}");
        }
    }
}
