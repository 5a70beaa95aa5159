//! Numbers as a person types them.

use std::num::NonZeroUsize;
use std::time::Duration;

use campaign::Decision;
use feat_runtime::{Index, IndexError};
use mutation::UnknownTechnique;
use solvers::{LimitError, parse_memory, parse_time};
use thiserror::Error;

/// Reason why a word of the command line is not the number that is wanted there.
#[derive(Debug, Error)]
pub(crate) enum NumberError {
    /// `--from-bytes many`
    #[error("`{0}` is no number of bytes: write one such as 4096")]
    Bytes(String),
    /// `--jobs 0`
    #[error("`{0}` is no number of things to do at once: write 1 or more")]
    Jobs(String),
    /// `--count 0`
    #[error("`{0}` is none: write 1 or more")]
    None(String),
    /// `--count many`
    #[error("`{0}` is no number: write a whole number such as 100")]
    Number(String),
    /// `--seed-bytes many`
    #[error("`{0}` is no length: write one such as `500kB` or 4096")]
    Length(String),
    /// `--size large`
    #[error("`{0}` is not a size: write a whole number such as 12")]
    Size(String),
    /// `--slower much`
    #[error("`{0}` is no share: write a number such as `10%`")]
    Share(String),
    /// `--stride far`
    #[error(transparent)]
    Index(#[from] IndexError),
    /// `--mutate weeken`
    #[error("{0}{1}")]
    Technique(UnknownTechnique, String),
    /// `--answer maybe`
    #[error("`{0}` is no answer: write sat or unsat")]
    Answer(String),
    /// `--stride 1`
    #[error("times {0} leads no further: write a factor such as 10^10")]
    Factor(String),
}

/// Parses an answer: `sat` or `unsat`.
pub(super) fn answer(text: &str) -> Result<Decision, NumberError> {
    match text {
        "sat" => Ok(Decision::Sat),
        "unsat" => Ok(Decision::Unsat),
        _ => Err(NumberError::Answer(text.to_owned())),
    }
}

/// Parses a number of things that are done at once: `4`.
pub(crate) fn jobs(text: &str) -> Result<NonZeroUsize, NumberError> {
    text.parse().map_err(|_| NumberError::Jobs(text.to_owned()))
}

/// Parses how many formulas are wanted, at least one: `100`, `1e9`.
pub(super) fn count(text: &str) -> Result<Index, NumberError> {
    let count: Index = text.parse()?;
    if count == Index::default() { Err(NumberError::None(text.to_owned())) } else { Ok(count) }
}

/// The same where nobody wants more than fit a machine's word.
pub(super) fn number(text: &str) -> Result<u64, NumberError> {
    match text.parse() {
        Ok(0) => Err(NumberError::None(text.to_owned())),
        Ok(number) => Ok(number),
        Err(_) => Err(NumberError::Number(text.to_owned())),
    }
}

/// Parses a time that may be none: `1m`, `0s`.
pub(super) fn time_or_none(text: &str) -> Result<Duration, LimitError> {
    match parse_time(text) {
        Err(error) if error.is_none() => Ok(Duration::ZERO),
        parsed => parsed,
    }
}

/// Parses a number of bytes: `4096`.
pub(super) fn bytes(text: &str) -> Result<u32, NumberError> {
    text.parse().map_err(|_| NumberError::Bytes(text.to_owned()))
}

/// Parses a length in bytes, with or without a unit: `100kB`.
pub(super) fn length(text: &str) -> Result<u64, NumberError> {
    parse_memory(text).map_err(|_| NumberError::Length(text.to_owned()))
}

/// Parses a size: `12`.
pub(super) fn size(text: &str) -> Result<u32, NumberError> {
    text.parse().map_err(|_| NumberError::Size(text.to_owned()))
}

/// Parses a factor of indices, greater than 1: `10^10`.
pub(super) fn factor(text: &str) -> Result<Index, NumberError> {
    let factor: Index = text.parse()?;
    if factor <= Index::from(1) {
        return Err(NumberError::Factor(text.to_owned()));
    }
    Ok(factor)
}

/// Parses a share of at most a hundred times the whole: `10%` and `10` are 0.1.
pub(super) fn percent(text: &str) -> Result<f64, NumberError> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    match number.parse::<f64>() {
        Ok(number) if (0.0..=10_000.0).contains(&number) => Ok(number / 100.0),
        _ => Err(NumberError::Share(text.to_owned())),
    }
}
