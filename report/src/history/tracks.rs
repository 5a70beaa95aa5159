//! Tracks into theories: what they are called, and in which order they stand.

use std::collections::BTreeMap;

use campaign::{Order, StoredTrack};

/// The theories that have a place of their own, in its order.
pub(crate) const THEORIES: [&str; 8] =
    ["Core", "Ints", "Reals", "RealInts", "Bitvectors", "Arrays", "FP", "Strings"];

/// The tracks with their names and orders: the known theories, then others by name; of one theory
/// all formulas from the first on, then samples, then what begins far out.
pub(super) fn in_order(tracks: Vec<StoredTrack>) -> Vec<(String, Order, StoredTrack)> {
    let mut tracks: Vec<(Order, StoredTrack)> =
        tracks.into_iter().map(|track| (track.identity.order.clone(), track)).collect();
    tracks.sort_by_cached_key(|(order, track)| {
        let theory =
            THEORIES.iter().position(|name| *name == track.name()).unwrap_or(THEORIES.len());
        let order = match order {
            order if order.is_from_zero() => (0, 0, 0, None),
            Order::Sampled { size, seed } => (1, *size, *seed, None),
            Order::Exhaustive { base } => (2, 0, 0, Some(base.clone())),
            Order::Corpus { .. } => (3, 0, 0, None),
            Order::Mutated { .. } => (4, 0, 0, None),
        };
        (theory, track.name().to_owned(), order, track.id)
    });
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    tracks
        .into_iter()
        .map(|(order, track)| {
            let mut name = name(track.name(), &order);
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            // Another grammar of that name, or another seed.
            if *count > 1 {
                name = format!("{name} #{count}");
            }
            (name, order, track)
        })
        .collect()
}

fn name(theory: &str, order: &Order) -> String {
    match order {
        order if order.is_from_zero() => theory.to_owned(),
        Order::Exhaustive { base } => format!("{theory} from {}", magnitude(&base.to_string())),
        Order::Sampled { size, .. } => format!("{theory} of size {size}, sampled"),
        Order::Corpus { .. } => theory.to_owned(),
        Order::Mutated { seeds, making, .. } => format!("{}/{making}", name(theory, seeds)),
    }
}

/// A number in decimal as a power of ten: `10^275` if it is one, `≈10^275` if it is near one; small
/// ones as they are.
fn magnitude(digits: &str) -> String {
    if digits.len() <= 6 {
        return digits.to_owned();
    }
    let zeros = digits.len() - 1;
    let is_power = digits.strip_prefix('1').is_some_and(|rest| rest.bytes().all(|it| it == b'0'));
    if is_power {
        return format!("10^{zeros}");
    }
    // The square root of ten is 3.1622776…: from there on, the next power is nearer.
    let is_upper = &digits[..7] >= "3162278";
    format!("≈10^{}", zeros + usize::from(is_upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_powers_of_ten() {
        let zeros = |count: usize| "0".repeat(count);
        for (digits, expected) in [
            (format!("1{}", zeros(275)), "10^275"),
            (format!("1{}7", zeros(274)), "≈10^275"),
            (format!("31{}", zeros(19)), "≈10^20"),
            (format!("32{}", zeros(19)), "≈10^21"),
            ("5000".to_owned(), "5000"),
        ] {
            assert_eq!(magnitude(&digits), expected);
        }
    }

    #[test]
    fn orders_have_names() {
        let far = Order::Exhaustive { base: "10^40".parse().unwrap() };
        assert_eq!(name("Core", &Order::exhaustive()), "Core");
        assert_eq!(name("Core", &far), "Core from 10^40");
        let sampled = Order::Sampled { size: 9, seed: 3 };
        assert_eq!(name("Core", &sampled), "Core of size 9, sampled");
    }
}
