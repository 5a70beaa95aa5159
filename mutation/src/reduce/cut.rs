//! A number of things into ranges of them to leave out: halves first, then quarters, down to one.

use std::ops::Range;

/// Returns how many lengths of ranges there are for `count` things.
pub(super) fn levels(count: usize) -> usize {
    count.checked_ilog2().map_or(0, |log| log as usize + 1)
}

/// Returns the ranges of one length, which together are all of `count` things; the last is shorter
/// where they do not fit. The ranges of level 0 are halves, rounded up; those of the last, single.
pub(super) fn ranges(count: usize, level: usize) -> impl Iterator<Item = Range<usize>> {
    let length = (count >> (level + 1)).max(1);
    (0..count).step_by(length).map(move |start| start..(start + length).min(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_halved_down_to_single_things() {
        let all = |count| -> Vec<Vec<Range<usize>>> {
            (0..levels(count)).map(|level| ranges(count, level).collect()).collect()
        };
        assert_eq!(all(0), Vec::<Vec<Range<usize>>>::new());
        assert_eq!(all(1).concat(), vec![0..1; 1]);
        assert_eq!(all(4)[0], [0..2, 2..4]);
        assert_eq!(all(4)[1], [0..1, 1..2, 2..3, 3..4]);
        assert_eq!(all(5)[0], [0..2, 2..4, 4..5]);
        assert!(all(100).last().unwrap().iter().all(|range| range.len() == 1));
    }
}
