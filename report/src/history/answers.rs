//! The answers of one solver to one track, five bytes each: a hundred thousand formulas of eight
//! theories for sixty releases are a quarter of a gigabyte.

use std::time::Duration;

use campaign::{Chunk, Outcome};

/// A solver's answers to a track's formulas, by their numbers. Number 2471 may have `unsat` after
/// 10 ms.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Apart from each other, in order.
    spans: Vec<Span>,
}

/// Answers to formulas that follow each other; the two lists have equal lengths.
#[derive(Clone, Debug)]
struct Span {
    first: u64,
    outcomes: Vec<Outcome>,
    seconds: Vec<f32>,
}

impl Span {
    fn end(&self) -> u64 {
        self.first + self.outcomes.len() as u64
    }
}

impl Answers {
    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        self.spans.iter().map(|span| span.outcomes.len()).sum()
    }

    /// Whether nothing was asked.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The formula's number, what was said, and how long it took, in the order of numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Outcome, Duration)> {
        self.in_seconds().map(|(number, outcome, seconds)| {
            (number, outcome, Duration::from_secs_f64(seconds.max(0.0)))
        })
    }

    /// As [`Answers::iter`], with the time in seconds.
    pub(crate) fn in_seconds(&self) -> impl Iterator<Item = (u64, Outcome, f64)> {
        self.spans.iter().flat_map(|span| {
            let answers = span.outcomes.iter().zip(&span.seconds);
            (span.first..)
                .zip(answers)
                .map(|(number, (outcome, seconds))| (number, *outcome, f64::from(*seconds)))
        })
    }

    /// Returns the answer to a formula. Costs a search among the spans.
    pub fn get(&self, number: u64) -> Option<(Outcome, Duration)> {
        let place = self.spans.partition_point(|span| span.end() <= number);
        let span = self.spans.get(place)?;
        let place = usize::try_from(number.checked_sub(span.first)?).ok()?;
        Some((span.outcomes[place], Duration::from_secs_f32(span.seconds[place])))
    }

    /// Gives back the room that was kept for more.
    pub(super) fn shrink(&mut self) {
        for span in &mut self.spans {
            span.outcomes.shrink_to_fit();
            span.seconds.shrink_to_fit();
        }
    }

    /// Adds what follows; what is there already stays as it is.
    pub(crate) fn push(&mut self, chunk: &Chunk) {
        let end = self.spans.last().map_or(0, Span::end);
        let skip = usize::try_from(end.saturating_sub(chunk.first)).unwrap_or(usize::MAX);
        let Some(outcomes) = chunk.outcomes.get(skip..).filter(|outcomes| !outcomes.is_empty())
        else {
            return;
        };
        let first = chunk.first.max(end);
        if self.spans.is_empty() || first > end {
            self.spans.push(Span { first, outcomes: Vec::new(), seconds: Vec::new() });
        }
        if let Some(span) = self.spans.last_mut() {
            span.outcomes.extend(outcomes.iter().map(|(outcome, _)| *outcome));
            span.seconds.extend(outcomes.iter().map(|(_, time)| time.as_secs_f32()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(first: u64, outcomes: &[Outcome]) -> Chunk {
        let time = Duration::from_millis(2);
        Chunk { first, outcomes: outcomes.iter().map(|outcome| (*outcome, time)).collect() }
    }

    #[test]
    fn chunks_become_answers_by_number() {
        use Outcome::{SatTrue, Unknown, Unsat};
        let mut answers = Answers::default();
        assert!(answers.is_empty());
        answers.push(&chunk(3, &[SatTrue, Unsat]));
        answers.push(&chunk(5, &[Unknown]));
        answers.push(&chunk(5, &[Unsat, Unsat]));
        answers.push(&chunk(9, &[Unsat]));
        let all: Vec<_> = answers.iter().map(|(number, outcome, _)| (number, outcome)).collect();
        assert_eq!(all, [(3, SatTrue), (4, Unsat), (5, Unknown), (6, Unsat), (9, Unsat)]);
        assert_eq!((answers.len(), answers.spans.len()), (5, 2));
        for number in 0..12 {
            let expected = all.iter().find(|(it, _)| *it == number).map(|(_, outcome)| *outcome);
            assert_eq!(answers.get(number).map(|(outcome, _)| outcome), expected, "{number}");
        }
    }
}
