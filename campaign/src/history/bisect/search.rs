//! Borders between good and bad in a row of releases, of which each test is dear.
//!
//! Bugs come and go, so the row need not be good up to one place and bad from there on. From a
//! bad release, both directions are searched for the nearest place where it turns good: the ends
//! are tested, halves are taken, and the neighbours of what was found are tested, since a search
//! by halves finds some boundary and not always the nearest.

use serde::Serialize;

use crate::judge::health::Health;

/// A boundary between two releases, by their places in the row. Where place 1 is bad and place 2 is
/// good it is `Edge { good: 2, bad: 1 }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// The release on the good side.
    pub good: usize,
    /// The release on the bad side. Releases between the two are untestable.
    pub bad: usize,
}

/// The number of releases that are tested: `All` of them, or those that a search by halves needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// As few as a search by halves needs, and neighbours.
    Few,
    /// All.
    All,
}

/// The places where a bug came and went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Boundaries {
    /// A release that has the bug, as near as possible to the one where it was found.
    pub anchor: Option<usize>,
    /// The place where it came; `None` if the oldest release that can be tested has it.
    pub introduced: Option<Edge>,
    /// The place where it went; `None` if the newest release that can be tested has it.
    pub fixed: Option<Edge>,
    /// Whether each release tested fits a bug that came once and went at most once.
    pub is_monotone: bool,
}

/// The boundaries of a bug in a row of `count` releases, oldest first, next to the place `near`.
///
/// `test` is called at most once for each place, and about twice the logarithm of `count` times
/// if the release at `near` is bad; if it is not, until one is found that is.
pub fn boundaries(
    count: usize,
    near: usize,
    breadth: Breadth,
    test: impl FnMut(usize) -> Health,
) -> Boundaries {
    let mut row = Row { known: vec![None; count], test };
    if breadth == Breadth::All {
        for place in 0..count {
            row.get(place);
        }
    }
    let Some(anchor) = row.anchor(near) else {
        return Boundaries { is_monotone: true, ..Boundaries::default() };
    };
    let older: Vec<usize> = (0..=anchor).rev().collect();
    let newer: Vec<usize> = (anchor..count).collect();
    let introduced = row.edge(&older);
    let fixed = row.edge(&newer);
    Boundaries { anchor: Some(anchor), introduced, fixed, is_monotone: row.is_monotone() }
}

/// A row of releases, with what is known of each.
struct Row<T> {
    known: Vec<Option<Health>>,
    test: T,
}

impl<T: FnMut(usize) -> Health> Row<T> {
    fn get(&mut self, place: usize) -> Health {
        if let Some(health) = self.known[place] {
            return health;
        }
        let health = (self.test)(place);
        self.known[place] = Some(health);
        health
    }

    /// The bad release that is nearest to `near`, but the ends are tried before its neighbours.
    fn anchor(&mut self, near: usize) -> Option<usize> {
        let last = self.known.len().checked_sub(1)?;
        let near = near.min(last);
        if self.known.iter().all(Option::is_none) {
            let ends = [near, last, 0];
            if let Some(bad) = ends.into_iter().find(|&place| self.get(place) == Health::Bad) {
                return Some(bad);
            }
        }
        let mut places: Vec<usize> = (0..=last).collect();
        places.sort_by_key(|place| place.abs_diff(near));
        places.into_iter().find(|&place| self.get(place) == Health::Bad)
    }

    /// The boundary nearest to the start of `path`, which is bad.
    fn edge(&mut self, path: &[usize]) -> Option<Edge> {
        // The end, or what can be tested next to it.
        let far = (1..path.len()).rev().find(|&at| self.get(path[at]) != Health::Untestable)?;
        let good = if self.get(path[far]) == Health::Good {
            Some(far)
        } else {
            // The bug may be older than the row, or have come twice: what is known may tell.
            (1..far).find(|&at| self.known[path[at]] == Some(Health::Good))
        };
        let (mut bad, mut good) = (0, good?);
        loop {
            (bad, good) = self.halve(path, bad, good);
            // A good one among those that were passed over as bad is nearer.
            let before = (1..bad).rev().find(|&at| {
                self.known[path[at]] == Some(Health::Good)
                    || at + 1 == bad && self.get(path[at]) == Health::Good
            });
            match before {
                Some(nearer) => (bad, good) = (0, nearer),
                None => break,
            }
        }
        if good + 1 < path.len() {
            // Only so that what is told of a bug that came twice is true.
            self.get(path[good + 1]);
        }
        Some(Edge { good: path[good], bad: path[bad] })
    }

    /// Halves what is between a bad and a good release until nothing testable is.
    fn halve(&mut self, path: &[usize], mut bad: usize, mut good: usize) -> (usize, usize) {
        loop {
            let middle = usize::midpoint(bad, good);
            let mut between: Vec<usize> = (bad + 1..good).collect();
            between.sort_by_key(|at| at.abs_diff(middle));
            let next = between.into_iter().find(|&at| self.get(path[at]) != Health::Untestable);
            match next {
                Some(at) if self.get(path[at]) == Health::Bad => bad = at,
                Some(at) => good = at,
                None => return (bad, good),
            }
        }
    }

    /// Whether what was tested is good, then bad, then good, each possibly missing.
    fn is_monotone(&self) -> bool {
        let mut turns: Vec<Health> =
            self.known.iter().flatten().copied().filter(|it| *it != Health::Untestable).collect();
        turns.dedup();
        turns.iter().filter(|it| **it == Health::Bad).count() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `g` good, `b` bad, `?` untestable.
    fn health(c: u8) -> Health {
        match c {
            b'g' => Health::Good,
            b'b' => Health::Bad,
            _ => Health::Untestable,
        }
    }

    /// The boundaries of a row, and how many were tested.
    fn check(row: &str, near: usize, breadth: Breadth) -> (Boundaries, usize) {
        let row = row.as_bytes();
        let mut tested = vec![0; row.len()];
        let found = boundaries(row.len(), near, breadth, |place| {
            tested[place] += 1;
            health(row[place])
        });
        assert!(tested.iter().all(|&times| times <= 1), "{tested:?}");
        (found, tested.iter().sum())
    }

    fn edge(good: usize, bad: usize) -> Edge {
        Edge { good, bad }
    }

    #[test]
    fn rows_of_one_bug() {
        for (row, near, introduced, fixed) in [
            ("gggbb", 3, Some(edge(2, 3)), None),
            ("bbbgg", 0, None, Some(edge(3, 2))),
            ("ggbbbgg", 3, Some(edge(1, 2)), Some(edge(5, 4))),
            ("bbb", 1, None, None),
            ("b", 0, None, None),
            ("gg?bb", 4, Some(edge(1, 3)), None),
            ("g???b", 4, Some(edge(0, 4)), None),
            ("?gbb?", 2, Some(edge(1, 2)), None),
            ("??bb?", 2, None, None),
            // The release of the finding is good here, or is none of the row.
            ("ggggb", 1, Some(edge(3, 4)), None),
            ("ggbgg", 0, Some(edge(1, 2)), Some(edge(3, 2))),
            ("ggbgg", 99, Some(edge(1, 2)), Some(edge(3, 2))),
        ] {
            for breadth in [Breadth::Few, Breadth::All] {
                let (found, _) = check(row, near, breadth);
                assert_eq!(
                    (found.introduced, found.fixed),
                    (introduced, fixed),
                    "{row} {breadth:?}"
                );
                assert!(found.is_monotone, "{row}");
            }
        }
    }

    #[test]
    fn no_release_has_it() {
        for row in ["", "g", "g?g"] {
            let (found, _) = check(row, 0, Breadth::Few);
            assert_eq!((found.anchor, found.introduced, found.fixed), (None, None, None), "{row}");
        }
    }

    #[test]
    fn few_are_tested() {
        let row = format!("{}{}", "g".repeat(37), "b".repeat(63));
        let (found, tested) = check(&row, 80, Breadth::Few);
        assert_eq!(found.introduced, Some(edge(36, 37)));
        assert!(tested <= 12, "{tested}");
        assert_eq!(check(&row, 80, Breadth::All).1, 100);
    }

    #[test]
    fn a_bug_that_came_twice_has_its_nearest_boundaries() {
        let (found, _) = check("bbggbbggbb", 4, Breadth::All);
        assert_eq!((found.introduced, found.fixed), (Some(edge(3, 4)), Some(edge(6, 5))));
        assert!(!found.is_monotone);
    }

    /// Every row of up to seven releases: what is found is a boundary, and testing all finds the
    /// nearest, as a walk from the anchor does.
    #[test]
    fn boundaries_are_boundaries() {
        for length in 1..=7_u32 {
            for number in 0..3_usize.pow(length) {
                let digit = |place: u32| b"gb?"[number / 3_usize.pow(place) % 3];
                let row: Vec<u8> = (0..length).map(digit).collect();
                let text = String::from_utf8(row.clone()).unwrap();
                for near in 0..row.len() {
                    for breadth in [Breadth::Few, Breadth::All] {
                        let (found, _) = check(&text, near, breadth);
                        let Some(anchor) = found.anchor else {
                            assert!(!row.contains(&b'b'), "{text}");
                            continue;
                        };
                        for edge in [found.introduced, found.fixed].into_iter().flatten() {
                            assert_eq!((row[edge.good], row[edge.bad]), (b'g', b'b'), "{text}");
                            let between = edge.good.min(edge.bad) + 1..edge.good.max(edge.bad);
                            assert!(between.clone().all(|at| row[at] == b'?'), "{text}");
                        }
                        if breadth == Breadth::All {
                            let older = (0..anchor).rev().find(|&at| row[at] == b'g');
                            assert_eq!(found.introduced.map(|it| it.good), older, "{text}");
                            let newer = (anchor..row.len()).find(|&at| row[at] == b'g');
                            assert_eq!(found.fixed.map(|it| it.good), newer, "{text}");
                        }
                    }
                }
            }
        }
    }
}
