//! The outcome of one formula with one solver, in three bytes: a code and a time.

use std::fmt;
use std::time::Duration;

use solvers::Verdict;

use crate::judge::verdict_kind::VerdictKind;

/// The outcome of one formula with one solver. `sat:true` is one.
///
/// The codes are kept in databases and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// `sat`, and the formula is true under the solver's model.
    SatTrue = 1,
    /// `sat`, and whether the formula is true under the model is open.
    SatOpen = 2,
    /// `sat` with no model, or one that cannot be read.
    SatUnread = 3,
    /// `sat`, and the formula is false under the solver's model.
    SatFalse = 4,
    /// `unsat`.
    Unsat = 5,
    /// `unknown`.
    Unknown = 6,
    /// No answer in time.
    Timeout = 7,
    /// No answer within the memory.
    OutOfMemory = 8,
    /// The solver died.
    Crash = 9,
    /// The solver found by itself that its model is wrong.
    InvalidModel = 10,
    /// The solver refused the formula.
    Rejected = 11,
    /// No answer, or several.
    Flawed = 12,
    /// `sat`, and the formula is true under the model, which chose what the standard leaves open.
    SatChosen = 13,
    /// `unsat`, and the small search refuted every assignment: it is proven.
    UnsatProven = 14,
    /// `sat`, and the model is too large to be read, or judging it too much work.
    SatTooLarge = 15,
}

impl Outcome {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 15] = [
        Self::SatTrue,
        Self::SatOpen,
        Self::SatUnread,
        Self::SatFalse,
        Self::Unsat,
        Self::Unknown,
        Self::Timeout,
        Self::OutOfMemory,
        Self::Crash,
        Self::InvalidModel,
        Self::Rejected,
        Self::Flawed,
        Self::SatChosen,
        Self::UnsatProven,
        Self::SatTooLarge,
    ];

    /// The code in a database.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The outcome with a code.
    pub fn of_code(code: u8) -> Option<Self> {
        // Codes count from 1, in the order of the list: every answer of a campaign comes by here.
        Self::ALL.get(usize::from(code.checked_sub(1)?)).copied()
    }

    /// Returns the outcome of a verdict; the model of a `sat` is not looked at.
    pub fn of_verdict(verdict: &Verdict) -> Self {
        Self::of_kind(VerdictKind::of(verdict))
    }

    /// Returns the outcome of a kind of verdict; the model of a `sat` is not looked at.
    pub fn of_kind(kind: VerdictKind) -> Self {
        match kind {
            VerdictKind::Sat => Self::SatUnread,
            VerdictKind::Unsat => Self::Unsat,
            VerdictKind::Unknown => Self::Unknown,
            VerdictKind::Timeout => Self::Timeout,
            VerdictKind::OutOfMemory => Self::OutOfMemory,
            VerdictKind::Crash => Self::Crash,
            VerdictKind::InvalidModel => Self::InvalidModel,
            VerdictKind::Rejected => Self::Rejected,
            VerdictKind::Flawed => Self::Flawed,
        }
    }

    /// Whether the solver said `sat`.
    pub fn is_sat(self) -> bool {
        self.verdict() == VerdictKind::Sat
    }

    /// Whether the solver said `unsat`.
    pub fn is_unsat(self) -> bool {
        self.verdict() == VerdictKind::Unsat
    }

    /// Whether the solver said `sat` or `unsat`.
    pub fn is_decided(self) -> bool {
        self.is_sat() || self.is_unsat()
    }

    /// Whether the solver gave nothing that could be judged, and did not say `unknown` either: it
    /// refused, was late, died, took its answer back, or said nothing or several things.
    pub fn is_silent(self) -> bool {
        !self.is_decided() && self != Self::Unknown
    }

    /// Its name in tables and files; what a solver said is the part before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Self::SatChosen => "sat:chosen",
            Self::SatOpen => "sat:open",
            Self::SatUnread => "sat:unread",
            Self::SatFalse => "sat:false",
            Self::SatTooLarge => "sat:too-large",
            Self::UnsatProven => "unsat:exhausted",
            // There is nothing to add to what the solver said.
            _ => self.verdict().name(),
        }
    }

    /// Returns a name that means this outcome and no other, where [`Outcome::name`] is also the
    /// word for a group of them: `sat:true` for `sat`, `unsat:said` for `unsat`.
    pub fn exact_name(self) -> &'static str {
        match self {
            Self::SatTrue => "sat:true",
            Self::Unsat => "unsat:said",
            other => other.name(),
        }
    }

    /// Whether a word means this outcome: its name, its exact name, or what the solver said, which
    /// is the part of the name before the colon. `sat` means every `sat`.
    pub fn is_meant_by(self, word: &str) -> bool {
        [self.name(), self.exact_name(), self.verdict().name()].contains(&word)
    }

    /// Returns the kind of the verdict, whatever it is worth: `sat` for `sat:open`.
    pub fn verdict(self) -> VerdictKind {
        match self {
            Self::SatTrue
            | Self::SatChosen
            | Self::SatOpen
            | Self::SatUnread
            | Self::SatFalse
            | Self::SatTooLarge => VerdictKind::Sat,
            Self::Unsat | Self::UnsatProven => VerdictKind::Unsat,
            Self::Unknown => VerdictKind::Unknown,
            Self::Timeout => VerdictKind::Timeout,
            Self::OutOfMemory => VerdictKind::OutOfMemory,
            Self::Crash => VerdictKind::Crash,
            Self::InvalidModel => VerdictKind::InvalidModel,
            Self::Rejected => VerdictKind::Rejected,
            Self::Flawed => VerdictKind::Flawed,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Steps for each doubling of a time: two times that differ by 0.04 % differ in the database.
const STEPS: f64 = 2000.0;

/// A time in 16 bits, with a relative error below 0.02 % from a millisecond to an hour.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded and cut to the range of the type"
)]
pub fn pack_time(time: Duration) -> u16 {
    ((1.0 + time.as_secs_f64() * 1e6).log2() * STEPS).round().min(65535.0) as u16
}

/// The time that was packed.
pub fn unpack_time(packed: u16) -> Duration {
    let microseconds = (f64::from(packed) / STEPS).exp2() - 1.0;
    Duration::from_secs_f64(microseconds.max(0.0) / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_old_databases() {
        for (place, outcome) in (1..).zip(Outcome::ALL) {
            assert_eq!(outcome.code(), place);
            assert_eq!(Outcome::of_code(place), Some(outcome));
        }
        assert_eq!((Outcome::of_code(0), Outcome::of_code(16)), (None, None));
    }

    #[test]
    fn a_word_means_all_that_a_solver_said_with_it() {
        let meant = |word: &str| -> Vec<&str> {
            let all = Outcome::ALL.into_iter().filter(|it| it.is_meant_by(word));
            all.map(Outcome::name).collect()
        };
        assert_eq!(meant("unsat"), ["unsat", "unsat:exhausted"]);
        assert_eq!(meant("sat").len(), 6);
        for outcome in Outcome::ALL {
            assert_eq!(meant(outcome.exact_name()), [outcome.name()]);
            assert!(outcome.name().starts_with(outcome.verdict().name()));
        }
    }

    #[test]
    fn times_survive() {
        for seconds in [0.0, 1e-6, 1e-4, 0.0123, 1.0, 59.99, 3600.0] {
            let time = Duration::from_secs_f64(seconds);
            let kept = unpack_time(pack_time(time)).as_secs_f64();
            assert!((kept - seconds).abs() <= 0.0002 * seconds + 1e-9, "{seconds} became {kept}");
        }
        assert_eq!(pack_time(Duration::MAX), u16::MAX);
    }
}
