//! Limits of a solver, and the texts `5s` and `1GB` that say them.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Time that a process may need to start, on a machine that is not idle.
pub(crate) const START: Duration = Duration::from_secs(2);

/// Limits of a solver for one script; it is stopped at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most time, by the clock on the wall.
    pub wall: Duration,
    /// Most bytes of memory for it and its children; `None`: any.
    pub memory: Option<u64>,
    /// Most bytes that it may print, on both streams together.
    pub output: usize,
}

impl Default for Limits {
    /// Ten seconds, four gigabytes of memory, sixteen megabytes of output.
    fn default() -> Self {
        Self { wall: Duration::from_secs(10), memory: Some(4 << 30), output: 16 << 20 }
    }
}

impl Limits {
    /// The default, with this much time.
    pub fn of_time(wall: Duration) -> Self {
        Self { wall, ..Self::default() }
    }

    /// The same with time for a process to start in, where a fresh one is asked what one that
    /// lived said: a short limit would be over before it has read anything.
    #[must_use]
    pub fn with_start(self) -> Self {
        Self { wall: self.wall.saturating_add(START), ..self }
    }
}

/// A text that is no limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// It is no number with a unit: `5 parsecs`.
    #[error("`{text}` is not {what}: write {example}")]
    Unreadable {
        /// The text.
        text: String,
        /// Thing that was wanted: `a time limit`.
        what: &'static str,
        /// Example of how it is written.
        example: &'static str,
    },
    /// It leaves nothing: `0s`.
    #[error("`{text}` is nothing at all: write more, as in {example}")]
    None {
        /// The text.
        text: String,
        /// A smaller one that is allowed: `` `5s` ``.
        example: &'static str,
    },
}

impl LimitError {
    /// Returns true if the text says that there shall be none: `0s`.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None { .. })
    }
}

/// A length of time as people write it: `5s`, `500ms`, `2m`, `1h`, `1.5`. Without
/// a unit it counts seconds. It must be longer than nothing.
pub fn parse_time(text: &str) -> Result<Duration, LimitError> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let time = parse(text, &units)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| time.as_secs() < 1 << 32);
    match time {
        Some(time) if time.is_zero() => {
            Err(LimitError::None { text: text.to_owned(), example: "`5s` or `500ms`" })
        }
        Some(time) => Ok(time),
        None => Err(LimitError::Unreadable {
            text: text.to_owned(),
            what: "a time limit",
            example: "a number with a unit, as in `5s`, `500ms` or `2m`",
        }),
    }
}

/// An amount of memory in bytes as people write it: `1GB`, `512MB`, `2GiB`,
/// `100000`. Without a unit it counts bytes. It must be more than nothing.
pub fn parse_memory(text: &str) -> Result<u64, LimitError> {
    let units = [
        ("kib", 1024.0),
        ("mib", 1024.0 * 1024.0),
        ("gib", 1024.0 * 1024.0 * 1024.0),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("tb", 1e12),
        ("k", 1e3),
        ("m", 1e6),
        ("g", 1e9),
        ("b", 1.0),
        ("", 1.0),
    ];
    let bytes = parse(text, &units);
    if bytes == Some(0.0) {
        return Err(LimitError::None { text: text.to_owned(), example: "`512MB` or `2GB`" });
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 1 and at most 2^60, as the filter says"
    )]
    let whole = |bytes: f64| bytes as u64;
    bytes.filter(|bytes| (1.0..=1_152_921_504_606_846_976.0).contains(bytes)).map(whole).ok_or_else(
        || LimitError::Unreadable {
            text: text.to_owned(),
            what: "an amount of memory",
            example: "a number with a unit, as in `512MB` or `2GB`",
        },
    )
}

/// The number before the first unit that `text` ends with, times that unit.
fn parse(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, factor) =
        units.iter().find_map(|(unit, factor)| Some((lower.strip_suffix(unit)?, factor)))?;
    let number = number.trim_end();
    // `f64` also reads `inf`, `nan`, signs and exponents, which nobody means here.
    if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    f64::from_str(number).ok().map(|number| number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, milliseconds) in [
            ("5s", 5000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("1.5", 1500),
            ("2 S", 2000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in [
            "",
            "s",
            "0",
            "0s",
            "-1s",
            "inf",
            "nan",
            "1e3",
            "5 weeks",
            "1.2.3",
            "9999999999999999999h",
        ] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nothing_at_all_is_told_from_what_is_no_limit() {
        for (error, is_none) in [
            (parse_time("0s").unwrap_err(), true),
            (parse_time("0.0ms").unwrap_err(), true),
            (parse_time("5 weeks").unwrap_err(), false),
            (parse_memory("0GB").unwrap_err(), true),
            (parse_memory("GB").unwrap_err(), false),
        ] {
            assert_eq!(error.is_none(), is_none, "{error}");
        }
    }

    #[test]
    fn memory_is_read() {
        for (text, bytes) in [
            ("1GB", 1_000_000_000),
            ("512mb", 512_000_000),
            ("2GiB", 2 << 30),
            ("1.5k", 1500),
            ("100000", 100_000),
            ("7B", 7),
        ] {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "0", "-1", "1PB", "99999999999999999999"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
