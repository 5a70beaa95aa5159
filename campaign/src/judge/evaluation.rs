//! The truth of a formula under a solver's model, and its one text in files.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The truth of one check of a script under a solver's model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// True.
    True,
    /// True, as the model chose what the standard leaves open:
    /// `true by the model's own choice: (div 5 0)`.
    Chosen(String),
    /// False, or the solver contradicts itself; the reason, empty if there is nothing to add:
    /// `false: the solver gives two values to ...`.
    False(String),
    /// Neither the standard nor the model decides: `open: (div 5 0)`.
    Open(String),
    /// The model cannot be read: `the model cannot be read: there is none`.
    Unread(String),
    /// The model is too large to be read, or the evaluation too much work:
    /// `too much work: the model has 5000000 bytes`.
    TooLarge(String),
}

const CHOSEN: &str = "true by the model's own choice: ";
const FALSE: &str = "false: ";
const OPEN: &str = "open: ";
const UNREAD: &str = "the model cannot be read: ";
const TOO_LARGE: &str = "too much work: ";

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::Chosen(choice) => write!(f, "{CHOSEN}{choice}"),
            Self::False(reason) if reason.is_empty() => f.write_str("false"),
            Self::False(reason) => write!(f, "{FALSE}{reason}"),
            Self::Open(reason) => write!(f, "{OPEN}{reason}"),
            Self::Unread(reason) => write!(f, "{UNREAD}{reason}"),
            Self::TooLarge(reason) => write!(f, "{TOO_LARGE}{reason}"),
        }
    }
}

/// A text that is no evaluation. `perhaps` is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` does not say what a formula is under a model")]
pub struct NoEvaluation(String);

/// A kind of evaluation that has words of its own.
type Wordy = fn(String) -> Evaluation;

impl FromStr for Evaluation {
    type Err = NoEvaluation;

    fn from_str(text: &str) -> Result<Self, NoEvaluation> {
        match text {
            "true" => return Ok(Self::True),
            "false" => return Ok(Self::False(String::new())),
            _ => {}
        }
        let beginnings: [(&str, Wordy); 5] = [
            (CHOSEN, Self::Chosen),
            (FALSE, Self::False),
            (OPEN, Self::Open),
            (UNREAD, Self::Unread),
            (TOO_LARGE, Self::TooLarge),
        ];
        let found = beginnings.iter().find_map(|(beginning, evaluation)| {
            text.strip_prefix(beginning).map(|rest| evaluation(rest.to_owned()))
        });
        found.ok_or_else(|| NoEvaluation(text.to_owned()))
    }
}

/// The truth of a script under the models that one solver gave: of its only check (`true`), or of
/// each check that has a model (`check 1: true; check 3: false`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Evaluations {
    /// The script has one check.
    Single(Evaluation),
    /// The script has several; those with a model, each with its number from 1.
    Several(Vec<(usize, Evaluation)>),
}

impl Evaluations {
    /// Returns what is known after check number `check`, from 0, of a script of `checks` checks.
    pub(crate) fn after(
        before: Option<Self>,
        check: usize,
        checks: usize,
        evaluation: Evaluation,
    ) -> Self {
        if checks == 1 {
            return Self::Single(evaluation);
        }
        let mut all = match before {
            Some(Self::Several(all)) => all,
            Some(Self::Single(_)) | None => Vec::new(),
        };
        all.push((check + 1, evaluation));
        Self::Several(all)
    }

    /// Returns the evaluation of a script that has one check.
    pub fn single(&self) -> Option<&Evaluation> {
        match self {
            Self::Single(evaluation) => Some(evaluation),
            Self::Several(_) => None,
        }
    }

    /// Whether a check is false.
    pub fn is_false(&self) -> bool {
        let is_false = |it: &Evaluation| matches!(it, Evaluation::False(_));
        match self {
            Self::Single(evaluation) => is_false(evaluation),
            Self::Several(all) => all.iter().any(|(_, evaluation)| is_false(evaluation)),
        }
    }

    /// Whether the script has one check, and is true.
    pub fn is_true(&self) -> bool {
        *self == Self::Single(Evaluation::True)
    }
}

impl fmt::Display for Evaluations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(evaluation) => evaluation.fmt(f),
            Self::Several(all) => all.iter().enumerate().try_for_each(|(place, (check, it))| {
                let separator = if place == 0 { "" } else { "; " };
                write!(f, "{separator}check {check}: {it}")
            }),
        }
    }
}

impl FromStr for Evaluations {
    type Err = NoEvaluation;

    fn from_str(text: &str) -> Result<Self, NoEvaluation> {
        if numbered(text).is_none() {
            return Ok(Self::Single(text.parse()?));
        }
        let mut all: Vec<(usize, String)> = Vec::new();
        for part in text.split("; ") {
            match (numbered(part), all.last_mut()) {
                (Some((check, rest)), _) => all.push((check, rest.to_owned())),
                // A reason may hold what separates two checks.
                (None, Some((_, before))) => *before = format!("{before}; {part}"),
                (None, None) => return Err(NoEvaluation(text.to_owned())),
            }
        }
        let parsed = all.into_iter().map(|(check, text)| Ok((check, text.parse()?)));
        Ok(Self::Several(parsed.collect::<Result<_, _>>()?))
    }
}

/// Returns the number of a check and what is said of it: 2 and `true` for `check 2: true`.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.strip_prefix("check ")?.split_once(": ")?;
    let check: usize = number.parse().ok()?;
    (check.to_string() == number).then_some((check, rest))
}

impl TryFrom<String> for Evaluations {
    type Error = NoEvaluation;

    fn try_from(text: String) -> Result<Self, NoEvaluation> {
        text.parse()
    }
}

impl From<Evaluations> for String {
    fn from(evaluations: Evaluations) -> Self {
        evaluations.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        for text in [
            "true",
            "false",
            "false: the solver gives two values to `(div a 0)`",
            "true by the model's own choice: `(div 5 0)`",
            "open: a; b: c",
            "the model cannot be read: 1:2: there is no `check 2: true` here",
            "too much work: the model has 5000000 bytes",
            "check 1: true; check 2: false",
            "check 2: open: a; b; check 3: true",
        ] {
            assert_eq!(text.parse::<Evaluations>().unwrap().to_string(), text);
        }
        for text in ["", "maybe", "check 1: maybe", "check 01: true"] {
            assert!(text.parse::<Evaluations>().is_err(), "{text}");
        }
    }

    #[test]
    fn checks_are_told_apart() {
        let several: Evaluations = "check 2: open: a; b; check 3: true".parse().unwrap();
        let expected = vec![(2, Evaluation::Open("a; b".to_owned())), (3, Evaluation::True)];
        assert_eq!(several, Evaluations::Several(expected));
        assert!(!several.is_true() && several.single().is_none());
        let first = Evaluations::after(None, 0, 2, Evaluation::True);
        let both = Evaluations::after(Some(first), 1, 2, Evaluation::False(String::new()));
        assert_eq!(both.to_string(), "check 1: true; check 2: false");
        assert!(Evaluations::after(None, 0, 1, Evaluation::True).is_true());
    }
}
