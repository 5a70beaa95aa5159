//! Tuples of positions, those of the least sum first.

/// All tuples with `tuple[i] < lengths[i]`, by their sums; those of one sum in the order of the
/// alphabet. Costs no more than a few operations a tuple, on average.
#[derive(Clone, Debug)]
pub(crate) struct Diagonal {
    lengths: Vec<usize>,
    /// Largest sum of the positions after each one.
    room: Vec<usize>,
    tuple: Vec<usize>,
    sum: usize,
    started: bool,
}

impl Diagonal {
    /// The tuples below these lengths.
    pub(crate) fn new(lengths: &[usize]) -> Diagonal {
        let mut room = vec![0_usize; lengths.len()];
        for at in (1..lengths.len()).rev() {
            room[at - 1] = room[at].saturating_add(lengths[at].saturating_sub(1));
        }
        Diagonal {
            lengths: lengths.to_vec(),
            room,
            tuple: vec![0; lengths.len()],
            sum: 0,
            started: false,
        }
    }

    /// The next tuple, and from which position on it differs from the last one.
    pub(crate) fn next(&mut self) -> Option<(&[usize], usize)> {
        if !self.started {
            self.started = true;
            return (!self.lengths.contains(&0)).then_some((&self.tuple, 0));
        }
        // The last position that can grow while those after it make up for it.
        let mut rest = 0;
        for at in (0..self.tuple.len()).rev() {
            if rest > 0 && self.tuple[at] + 1 < self.lengths[at] {
                self.tuple[at] += 1;
                self.spread(at + 1, rest - 1);
                return Some((&self.tuple, at));
            }
            rest += self.tuple[at];
        }
        self.sum += 1;
        let first = *self.lengths.first()?;
        if self.sum > self.room[0].saturating_add(first - 1) {
            return None;
        }
        self.spread(0, self.sum);
        Some((&self.tuple, 0))
    }

    /// The first tuple in the order of the alphabet whose positions from `from` on have this sum.
    fn spread(&mut self, from: usize, mut sum: usize) {
        for at in from..self.tuple.len() {
            self.tuple[at] = sum.saturating_sub(self.room[at]);
            sum -= self.tuple[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Diagonal;

    #[test]
    fn every_tuple_once_by_sum_then_alphabet() {
        for lengths in
            [&[][..], &[1], &[4], &[3, 2], &[1, 1, 1], &[2, 5, 3], &[4, 1, 2, 3], &[2, 0, 3]]
        {
            let mut all: Vec<Vec<usize>> = vec![vec![]];
            for &length in lengths {
                all = all
                    .iter()
                    .flat_map(|row| (0..length).map(|at| [row.as_slice(), &[at]].concat()))
                    .collect();
            }
            all.sort_by_key(|row| (row.iter().sum::<usize>(), row.clone()));
            let mut found: Vec<Vec<usize>> = Vec::new();
            let mut diagonal = Diagonal::new(lengths);
            while let Some((tuple, from)) = diagonal.next() {
                if let Some(last) = found.last() {
                    assert_eq!(last[..from], tuple[..from]);
                }
                found.push(tuple.to_vec());
            }
            assert_eq!(found, all, "{lengths:?}");
        }
    }
}
