//! Sets of numbers as sorted ranges that do not touch.

use std::ops::Range;

/// Sorted, disjoint ranges with gaps between them. `[0..64, 128..192]` is one.
pub type Spans = Vec<Range<u64>>;

/// The union of ranges.
pub fn spans(mut ranges: Vec<Range<u64>>) -> Spans {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let mut spans: Spans = Vec::new();
    for range in ranges {
        match spans.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => spans.push(range),
        }
    }
    spans
}

/// Whether a number is in the set. Costs the logarithm of the number of ranges.
pub(crate) fn contains(spans: &[Range<u64>], number: u64) -> bool {
    let after = spans.partition_point(|span| span.start <= number);
    after > 0 && number < spans[after - 1].end
}

/// The first number above `number` at which the set begins or ends.
pub(crate) fn next_border(spans: &[Range<u64>], number: u64) -> Option<u64> {
    let place = spans.partition_point(|span| span.end <= number);
    let span = spans.get(place)?;
    Some(if span.start > number { span.start } else { span.end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_where_they_touch() {
        let joined = spans(vec![5..7, 0..2, 2..3, 6..9, 4..4]);
        assert_eq!(joined, [0..3, 5..9]);
        let inside: Vec<u64> = (0..12).filter(|&number| contains(&joined, number)).collect();
        assert_eq!(inside, [0, 1, 2, 5, 6, 7, 8]);
        let borders: Vec<Option<u64>> =
            [0, 2, 3, 5, 8, 9].map(|at| next_border(&joined, at)).into();
        assert_eq!(borders, [Some(3), Some(3), Some(5), Some(9), Some(9), None]);
    }
}
