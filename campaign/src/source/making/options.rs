//! Unusual options of making mutants: `incremental,witnesses=8,functions=5f0c2a91`.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use super::MakingError;

/// Unusual options of making mutants: `incremental,witnesses=8`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MakingOptions {
    /// Whether each mutant becomes a script of several checks.
    pub is_incremental: bool,
    /// Number of witnesses that are taken of a seed, up to
    /// [`MOST_WITNESSES`](Self::MOST_WITNESSES).
    pub witnesses: Option<NonZeroU64>,
    /// The digest of the fusion functions that take the place of those that come with the program,
    /// in 8 hexadecimal digits.
    pub functions: Option<String>,
}

impl MakingOptions {
    /// The most witnesses of a seed.
    pub const MOST_WITNESSES: u64 = 64;
}

impl fmt::Display for MakingOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { is_incremental, witnesses, functions } = self;
        let incremental = is_incremental.then(|| "incremental".to_owned());
        let witnesses = witnesses.map(|it| format!("witnesses={it}"));
        let functions = functions.as_ref().map(|it| format!("functions={it}"));
        let words: Vec<String> =
            [incremental, witnesses, functions].into_iter().flatten().collect();
        f.write_str(&words.join(","))
    }
}

impl FromStr for MakingOptions {
    type Err = MakingError;

    /// Reads what is written so, and nothing else: one making has one text.
    fn from_str(text: &str) -> Result<Self, MakingError> {
        let wrong = || MakingError::Option(text.to_owned());
        let mut options = Self::default();
        for word in text.split(',') {
            match word.split_once('=') {
                None if word == "incremental" => options.is_incremental = true,
                Some(("witnesses", number)) => {
                    options.witnesses = Some(number.parse().map_err(|_| wrong())?);
                }
                Some(("functions", digest)) => options.functions = Some(digest.to_owned()),
                _ => return Err(wrong()),
            }
        }
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        let is_digest = |it: &String| it.len() == 8 && it.chars().all(is_digit);
        let is_right = options.to_string() == text
            && options.witnesses.is_none_or(|it| it.get() <= Self::MOST_WITNESSES)
            && options.functions.as_ref().is_none_or(is_digest);
        if is_right { Ok(options) } else { Err(wrong()) }
    }
}
