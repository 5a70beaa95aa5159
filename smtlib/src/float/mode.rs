//! Rounding modes, and which way each of them rounds.

use std::fmt;
use std::str::FromStr;

/// Direction in which a result between two values is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    /// `RNE`: to the nearest; from the middle, to the even one.
    NearestTiesToEven,
    /// `RNA`: to the nearest; from the middle, away from zero.
    NearestTiesToAway,
    /// `RTP`: up.
    TowardPositive,
    /// `RTN`: down.
    TowardNegative,
    /// `RTZ`: to zero.
    TowardZero,
}

/// Part that rounding drops, against the distance of the values around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tail {
    Nothing,
    LessThanHalf,
    Half,
    MoreThanHalf,
}

/// A name that is no rounding mode. `RNX` is one; `RNE` is a mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no rounding mode: RNE, RNA, RTP, RTN and RTZ are")]
pub struct UnknownRoundingMode(pub String);

impl RoundingMode {
    /// All modes, in the order of the standard.
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestTiesToEven,
        RoundingMode::NearestTiesToAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];

    /// `RNE`.
    pub fn short_name(self) -> &'static str {
        match self {
            RoundingMode::NearestTiesToEven => "RNE",
            RoundingMode::NearestTiesToAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        }
    }

    /// `roundNearestTiesToEven`.
    pub fn long_name(self) -> &'static str {
        match self {
            RoundingMode::NearestTiesToEven => "roundNearestTiesToEven",
            RoundingMode::NearestTiesToAway => "roundNearestTiesToAway",
            RoundingMode::TowardPositive => "roundTowardPositive",
            RoundingMode::TowardNegative => "roundTowardNegative",
            RoundingMode::TowardZero => "roundTowardZero",
        }
    }

    /// Whether a magnitude grows to the next value above it, if its last bit kept is 1 (`odd`) and
    /// `tail` was dropped.
    pub(super) fn grows(self, negative: bool, odd: bool, tail: Tail) -> bool {
        match self {
            RoundingMode::NearestTiesToEven => tail > Tail::Half || tail == Tail::Half && odd,
            RoundingMode::NearestTiesToAway => tail >= Tail::Half,
            RoundingMode::TowardPositive => !negative && tail > Tail::Nothing,
            RoundingMode::TowardNegative => negative && tail > Tail::Nothing,
            RoundingMode::TowardZero => false,
        }
    }

    /// Whether a magnitude above all finite ones becomes infinite.
    pub(super) fn overflows_to_infinity(self, negative: bool) -> bool {
        self.grows(negative, true, Tail::MoreThanHalf)
    }

    /// Whether x + (-x) is -0.
    pub(super) fn cancels_to_negative_zero(self) -> bool {
        self == RoundingMode::TowardNegative
    }
}

impl fmt::Display for RoundingMode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.short_name())
    }
}

impl FromStr for RoundingMode {
    type Err = UnknownRoundingMode;

    fn from_str(name: &str) -> Result<RoundingMode, UnknownRoundingMode> {
        RoundingMode::ALL
            .into_iter()
            .find(|mode| mode.short_name() == name || mode.long_name() == name)
            .ok_or_else(|| UnknownRoundingMode(name.to_owned()))
    }
}
