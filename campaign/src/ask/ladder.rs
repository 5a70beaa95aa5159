//! The time limits within which a formula is asked, one after the other, as long as it stays open.
//!
//! Most formulas are answered at once, and most of the time goes to the few that are not. So every
//! formula is asked within a short limit first, and what stays open again within the next, up to the
//! longest; each rung of the ladder gets its share of the time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::seat::setting::Setting;

/// The time limits below the longest, each with its share of the time. Written `60ms:60,360ms:25`,
/// or `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// The shortest limit first. The longest limit is the solvers' own, and gets the rest of the
    /// time.
    lower: Vec<Rung>,
}

/// A time limit below the longest. Written `60ms:60`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The limit.
    pub limit: Duration,
    /// Share of the time that its formulas get, in percent.
    pub share: u32,
}

/// A text that is no ladder. `60ms` is one: it has no share.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{text}` is no ladder: {reason}; write limits with their shares of the time in percent, the \
     shortest first, as in `60ms:60,360ms:25` (what is left goes to the longest limit), or `none`"
)]
pub struct LadderError {
    text: String,
    reason: String,
}

impl Ladder {
    /// The lowest rung: half of the answers that are ever given come sooner even in floating point.
    const LOWEST: Duration = Duration::from_millis(10);
    /// Factor from one limit to the next.
    const STEP: u32 = 6;
    /// Percent of what the rungs below it left that each rung gets.
    const SHARE: u32 = 60;

    /// No rung but the longest limit: each formula is asked once.
    pub fn none() -> Self {
        Self::default()
    }

    /// The usual rungs below a limit: 10 ms, 60 ms, 360 ms and so on.
    pub fn below(longest: Duration) -> Self {
        let mut lower = Vec::new();
        let (mut limit, mut rest) = (Self::LOWEST, 100);
        while limit * 2 <= longest {
            let share = (rest * Self::SHARE / 100).max(1);
            lower.push(Rung { limit, share });
            rest -= share;
            limit = limit.saturating_mul(Self::STEP);
        }
        Self { lower }
    }

    /// The rungs below the longest limit, the shortest first.
    pub fn lower(&self) -> &[Rung] {
        &self.lower
    }

    /// Returns how much of the time the formulas at the longest limit get, in percent.
    pub fn rest(&self) -> u32 {
        100 - self.lower.iter().map(|rung| rung.share).sum::<u32>()
    }

    /// A solver within each of the limits, its own the last.
    pub fn settings(&self, setting: &Setting) -> Vec<Setting> {
        let longest = setting.limits.wall;
        let lower = self.cut(longest).lower;
        let limits = lower.iter().map(|rung| rung.limit).chain([longest]);
        limits.map(|limit| setting.within(limit)).collect()
    }

    /// The same ladder, as far as its limits are below the longest.
    #[must_use]
    pub fn cut(&self, longest: Duration) -> Self {
        let lower = self.lower.iter().copied().filter(|rung| rung.limit < longest);
        Self { lower: lower.collect() }
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lower.is_empty() {
            return f.write_str("none");
        }
        for (place, rung) in self.lower.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{}ms:{}", rung.limit.as_millis(), rung.share)?;
        }
        Ok(())
    }
}

impl FromStr for Ladder {
    type Err = LadderError;

    fn from_str(text: &str) -> Result<Self, LadderError> {
        let wrong = |reason: String| LadderError { text: text.to_owned(), reason };
        if text == "none" {
            return Ok(Self::none());
        }
        let mut lower: Vec<Rung> = Vec::new();
        for part in text.split(',') {
            let rung = rung(part.trim()).map_err(&wrong)?;
            if lower.last().is_some_and(|before| before.limit >= rung.limit) {
                return Err(wrong(format!("`{part}` is not longer than the limit before it")));
            }
            lower.push(rung);
        }
        if lower.iter().map(|rung| u64::from(rung.share)).sum::<u64>() >= 100 {
            return Err(wrong("nothing is left for the longest limit".to_owned()));
        }
        Ok(Self { lower })
    }
}

/// Reads a rung, such as `60ms:60`.
fn rung(text: &str) -> Result<Rung, String> {
    let (limit, share) =
        text.split_once(':').ok_or_else(|| format!("`{text}` has no share of the time"))?;
    let limit = solvers::parse_time(limit).map_err(|error| format!("`{limit}`: {error}"))?;
    if limit < Duration::from_millis(1) {
        return Err(format!("`{text}` is shorter than a millisecond"));
    }
    let share = share.trim_end_matches('%').parse().ok().filter(|share| *share > 0);
    let share = share.ok_or_else(|| format!("`{text}` has no share of the time above 0"))?;
    Ok(Rung { limit, share })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ladders_are_read_and_written() {
        for text in ["none", "60ms:60", "60ms:60,360ms:25"] {
            assert_eq!(text.parse::<Ladder>().unwrap().to_string(), text);
        }
        assert_eq!("1s:10%".parse::<Ladder>().unwrap().to_string(), "1000ms:10");
        for wrong in ["", "60ms", "60ms:0", "60ms:100", "1s:10,60ms:10", "x:10", "0ms:5", "1s:-1"] {
            assert!(wrong.parse::<Ladder>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_usual_rungs_lie_well_below_the_longest_limit() {
        for (longest, expected) in [
            (19, "none"),
            (100, "10ms:60"),
            (2000, "10ms:60,60ms:24,360ms:9"),
            (60_000, "10ms:60,60ms:24,360ms:9,2160ms:4,12960ms:1"),
        ] {
            let ladder = Ladder::below(Duration::from_millis(longest));
            assert_eq!(ladder.to_string(), expected);
            assert!(ladder.rest() > 0);
        }
    }
}
