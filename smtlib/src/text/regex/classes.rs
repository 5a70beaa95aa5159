//! The ranges of some expressions into characters that stand for all others.

use std::collections::BTreeMap;

use super::derivatives::{Derivatives, Term};
use crate::text::word::MAX_CHARACTER;

/// One character of each class, where two characters are in one class if no range of the terms
/// tells them apart. Derivatives by characters of a class are then the same.
///
/// Letters and digits are preferred, since people read the words that are made of them.
pub(super) fn representatives(states: &Derivatives) -> Vec<u32> {
    let mut ranges = Vec::new();
    for term in states.terms() {
        match term {
            Term::Range(low, high) => ranges.push((*low, *high)),
            Term::Rest { text, from } => {
                let rest = &states.text(*text).characters()[*from as usize..];
                ranges.extend(rest.iter().map(|&character| (character, character)));
            }
            _ => {}
        }
    }
    ranges.sort_unstable();
    ranges.dedup();
    let mut starts: Vec<u32> =
        ranges.iter().flat_map(|&(low, high)| [low, high + 1]).chain([0]).collect();
    starts.retain(|&start| start <= MAX_CHARACTER);
    starts.sort_unstable();
    starts.dedup();
    // For each interval between borders, the ranges that it lies in.
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); starts.len()];
    for (number, &(low, high)) in ranges.iter().enumerate() {
        let first = starts.partition_point(|&start| start < low);
        for (list, _) in
            inside[first..].iter_mut().zip(&starts[first..]).take_while(|x| *x.1 <= high)
        {
            list.push(number);
        }
    }
    let mut classes: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    for (at, list) in inside.into_iter().enumerate() {
        let end = starts.get(at + 1).map_or(MAX_CHARACTER, |next| next - 1);
        let candidate = nicest(starts[at], end);
        let best = classes.entry(list).or_insert(candidate);
        if rank(candidate) < rank(*best) {
            *best = candidate;
        }
    }
    let mut all: Vec<u32> = classes.into_values().collect();
    all.sort_unstable_by_key(|&character| (rank(character), character));
    all
}

const NICE: [(u32, u32); 4] = [(0x61, 0x7A), (0x30, 0x39), (0x41, 0x5A), (0x20, 0x7E)];

/// The nicest character of an interval.
fn nicest(low: u32, high: u32) -> u32 {
    let inside = NICE.iter().map(|&(a, b)| (a.max(low), b.min(high)));
    inside.filter(|(a, b)| a <= b).map(|(a, _)| a).next().unwrap_or(low)
}

fn rank(character: u32) -> usize {
    NICE.iter().position(|&(a, b)| (a..=b).contains(&character)).unwrap_or(NICE.len())
}
