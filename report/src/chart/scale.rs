//! Scales: values into places between 0 and 1, and the values that are written at an axis.

/// A vertical scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scale {
    /// From 0 to `top`, a tick each `step`.
    Linear {
        /// The largest value.
        top: f64,
        /// Between two ticks.
        step: f64,
    },
    /// Counts by their logarithm, from 1 to 10^`decades`, with a place of its own for 0 below.
    Counts {
        /// Number of tens.
        decades: f64,
    },
    /// Positive values by their logarithm.
    Log {
        /// The smallest value.
        low: f64,
        /// The largest value.
        high: f64,
    },
}

/// Distance of 0 below 1 on a scale of counts, in decades.
const BELOW_ONE: f64 = 0.6;

impl Scale {
    /// From 0 to `most`, which no value passes: what is missing to the top is missing indeed.
    pub(crate) fn linear(most: f64) -> Self {
        let top = if most > 0.0 { most } else { 1.0 };
        Self::Linear { top, step: nice_above(top / 4.0) }
    }

    /// Counts up to at least `most`.
    pub(crate) fn counts(most: f64) -> Self {
        Self::Counts { decades: (most.max(1.0).log10() - 1e-9).ceil().max(1.0) }
    }

    /// Values that are all positive, from the smallest to the largest.
    pub(crate) fn log(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        for value in values.filter(|value| *value > 0.0) {
            (low, high) = (low.min(value), high.max(value));
        }
        (high > 0.0).then(|| {
            let (low, high) = (nice_below(low), nice_above(high));
            Self::Log { low, high: if high > low { high } else { low * 10.0 } }
        })
    }

    /// Returns the place of a value between the lower end, 0, and the upper end, 1.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = match *self {
            Self::Linear { top, .. } => value / top,
            Self::Counts { .. } if value < 1.0 => 0.0,
            Self::Counts { decades } => (BELOW_ONE + value.log10()) / (BELOW_ONE + decades),
            Self::Log { low, high } => (value.max(low) / low).log10() / (high / low).log10(),
        };
        place.clamp(0.0, 1.0)
    }

    /// The values at the axis, ascending.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        match *self {
            Self::Linear { top, step } => {
                steps().map(|count| count * step).take_while(|it| *it <= top * 1.0001).collect()
            }
            Self::Counts { decades } => {
                // More than five of them would stand too close.
                let stride = if decades > 4.0 { 2.0 } else { 1.0 };
                let powers = steps().map(|count| count * stride);
                let powers = powers.take_while(|power| *power <= decades).map(|it| 10_f64.powf(it));
                [0.0].into_iter().chain(powers).collect()
            }
            Self::Log { low, high } => {
                let decades = (high / low).log10();
                let first = (low.log10() + 1e-9).floor();
                let within: &[f64] = match decades {
                    few if few <= 1.4 => &[1.0, 2.0, 5.0],
                    some if some <= 2.6 => &[1.0, 3.0],
                    _ => &[1.0],
                };
                steps()
                    .map(|count| 10_f64.powf(first + count))
                    .take_while(|power| *power <= high * 1.0001)
                    .flat_map(|power| within.iter().map(move |factor| power * factor))
                    .filter(|tick| *tick >= low * 0.9999 && *tick <= high * 1.0001)
                    .collect()
            }
        }
    }
}

/// 0, 1, 2, …
fn steps() -> impl Iterator<Item = f64> {
    (0..1000_u32).map(f64::from)
}

/// The least of 1, 2, 5 times a power of ten that is not below a positive value.
fn nice_above(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= value * 0.999_999);
    factor.unwrap_or(10.0) * power
}

/// The largest of 1, 2, 5 times a power of ten that is not above a positive value.
fn nice_below(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let factors = [5.0, 2.0, 1.0];
    let factor = factors.into_iter().find(|factor| factor * power <= value * 1.000_001);
    factor.unwrap_or(1.0) * power
}

/// A value as it stands at an axis: `0`, `0.05`, `500`, `20k`, `1M`.
pub(super) fn tick_text(value: f64) -> String {
    let (value, unit) = match value {
        large if large >= 999_999.0 => (value / 1e6, "M"),
        large if large >= 9_999.0 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = match value {
        tiny if tiny > 0.0 && tiny < 0.001 => format!("{value:e}"),
        small if small < 10.0 => format!("{value:.3}"),
        _ => format!("{value:.1}"),
    };
    let is_trimmed = text.contains('.') && !text.contains('e');
    let text = if is_trimmed { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(tick_text).collect()
    }

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(texts(Scale::linear(100.0)), ["0", "50", "100"]);
        assert_eq!(texts(Scale::linear(70_000.0)), ["0", "20k", "40k", "60k"]);
        assert_eq!(texts(Scale::linear(0.0)), ["0", "0.5", "1"]);
        assert_eq!(texts(Scale::counts(0.0)), ["0", "1", "10"]);
        assert_eq!(texts(Scale::counts(345.0)), ["0", "1", "10", "100", "1000"]);
        assert_eq!(texts(Scale::counts(1_000_000.0)), ["0", "1", "100", "10k", "1M"]);
        let log = Scale::log([0.3, 42.0, 0.0].into_iter()).unwrap();
        assert_eq!(texts(log), ["0.3", "1", "3", "10", "30"]);
        assert_eq!(Scale::log([0.0].into_iter()), None);
    }

    #[test]
    fn places_ascend_from_end_to_end() {
        for scale in [
            Scale::linear(70.0),
            Scale::counts(345.0),
            Scale::log([0.3, 42.0].into_iter()).unwrap(),
        ] {
            let places: Vec<f64> = scale.ticks().iter().map(|tick| scale.place(*tick)).collect();
            assert!(places.is_sorted(), "{places:?}");
            assert!(places.iter().all(|place| (0.0..=1.0).contains(place)));
            assert!(scale.place(1e12) > 0.999);
        }
        assert!(Scale::counts(10.0).place(0.0) < Scale::counts(10.0).place(1.0));
    }
}
