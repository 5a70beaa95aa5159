//! Line-ups of releases: which solvers are asked side by side, and whose answers each one's are
//! compared with.
//!
//! Every family has one reference: the newest release of a *rival* family, or a solver that a
//! person names. References are asked in every batch, but they answer only once: from the second
//! batch on their answers are known.

use solvers::Family;

use crate::judge::opponents::Opponents;
use crate::seat::handle::SeatId;
use crate::seat::setting::Setting;

/// Releases that are asked side by side, each with a living process on each core.
const BATCH: usize = 8;

/// Returns the family whose newest release is the reference of another: cvc5 for z3, z3 for all
/// others.
pub fn rival(family: Family) -> Family {
    if family == Family::Z3 { Family::Cvc5 } else { Family::Z3 }
}

/// The solvers of a run over many releases, with their references. In `etude evolve --solver z3@all`
/// the newest cvc5 is the reference of all.
#[derive(Clone, Debug)]
pub struct LineUp {
    /// References first.
    settings: Vec<Setting>,
    /// The place of each one's reference.
    references: Vec<Option<usize>>,
}

impl LineUp {
    /// Finds each family's reference among the solvers, or adds it.
    ///
    /// `named` is the one that a person asks for, as in `cvc5@1.2.0`. `find` gives the solver that
    /// such words mean; without a name and without a rival among the solvers it is asked for the
    /// newest of the rival family, as in `z3@newest`.
    pub fn new<E>(
        mut settings: Vec<Setting>,
        named: Option<&str>,
        mut find: impl FnMut(&str) -> Result<Setting, E>,
    ) -> Result<Self, E> {
        let mut families: Vec<Family> = settings.iter().map(|it| it.solver.family).collect();
        families.sort_by_key(|family| family.name());
        families.dedup();
        let mut chosen: Vec<(Family, String)> = Vec::new();
        for family in families {
            let rival = rival(family);
            let newest = settings
                .iter()
                .filter(|it| it.solver.family == rival)
                .max_by_key(|it| it.solver.version);
            let name = match (named, newest) {
                (None, Some(newest)) => newest.name().to_owned(),
                (named, _) => {
                    let words = named.map_or_else(|| format!("{rival}@newest"), str::to_owned);
                    let found = find(&words)?;
                    let same = settings.iter().find(|it| it.key() == found.key());
                    let name = same.unwrap_or(&found).name().to_owned();
                    if same.is_none() {
                        settings.push(found);
                    }
                    name
                }
            };
            chosen.push((family, name));
        }
        settings.sort_by_key(|it| !chosen.iter().any(|(_, name)| name == it.name()));
        let place = |name: &str| settings.iter().position(|it| it.name() == name);
        let references = settings
            .iter()
            .map(|it| {
                let (_, name) = chosen.iter().find(|(family, _)| *family == it.solver.family)?;
                place(name).filter(|&place| settings[place].name() != it.name())
            })
            .collect();
        Ok(Self { settings, references })
    }

    /// The solvers, references first.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The number of references, which come first.
    fn reference_count(&self) -> usize {
        self.references.iter().flatten().max().map_or(0, |last| last + 1)
    }

    /// Returns the settings in batches: each begins with the references, which know their answers
    /// from the first batch on.
    pub fn batches(&self) -> Vec<(Vec<Setting>, Opponents)> {
        let count = self.reference_count();
        let (references, others) = self.settings.split_at(count);
        let batch = |start: usize, others: &[Setting]| {
            let settings = [references, others].concat();
            let places = (0..count).chain(start..start + others.len());
            let references = places.map(|place| self.references[place].map(SeatId::new));
            (settings, Opponents::References(references.collect()))
        };
        if others.is_empty() {
            return vec![batch(count, &[])];
        }
        others
            .chunks(BATCH)
            .enumerate()
            .map(|(number, others)| batch(count + number * BATCH, others))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use solvers::{Limits, Solver};

    use super::*;
    use crate::seat::setting::Manner;

    fn setting(words: &str) -> Setting {
        let (family, version) = words.split_once('@').unwrap();
        let mut solver = Solver::parse(&format!("./{family}-{version}")).unwrap();
        solver.family = family.parse().unwrap();
        solver.version = version.parse().ok();
        solver.name = format!("{family}-{version}");
        Setting::new(solver, Limits::default(), Manner::Session).unwrap()
    }

    /// Each solver with its reference, and the words that had to be looked up.
    fn check(asked: &[&str], named: Option<&str>, expected: &[(&str, &str)], looked_up: &[&str]) {
        let mut words = Vec::new();
        let find = |text: &str| {
            words.push(text.to_owned());
            Ok::<_, Infallible>(setting(&text.replace("newest", "9.9")))
        };
        let asked = asked.iter().map(|words| setting(words)).collect();
        let Ok(line_up) = LineUp::new(asked, named, find);
        let name = |place: usize| line_up.settings[place].name();
        let pairs: Vec<(&str, &str)> = (0..line_up.settings.len())
            .map(|place| (name(place), line_up.references[place].map_or("-", name)))
            .collect();
        assert_eq!(pairs, expected);
        assert_eq!(words, looked_up);
    }

    #[test]
    fn each_family_is_compared_with_the_newest_of_its_rival() {
        check(
            &["z3@4.8.7", "cvc5@1.0.0", "cvc5@1.2.0", "z3@4.13.0"],
            None,
            &[
                ("cvc5-1.2.0", "z3-4.13.0"),
                ("z3-4.13.0", "cvc5-1.2.0"),
                ("z3-4.8.7", "cvc5-1.2.0"),
                ("cvc5-1.0.0", "z3-4.13.0"),
            ],
            &[],
        );
    }

    #[test]
    fn a_reference_that_is_not_there_is_looked_up() {
        check(
            &["z3@4.8.7"],
            None,
            &[("cvc5-9.9", "-"), ("z3-4.8.7", "cvc5-9.9")],
            &["cvc5@newest"],
        );
        check(
            &["z3@4.8.7"],
            Some("z3@4.13.0"),
            &[("z3-4.13.0", "-"), ("z3-4.8.7", "z3-4.13.0")],
            &["z3@4.13.0"],
        );
    }

    #[test]
    fn every_batch_begins_with_the_references() {
        let releases: Vec<String> = (0..10).map(|minor| format!("z3@4.8.{minor}")).collect();
        let asked = releases.iter().map(|words| setting(words)).collect();
        let find = |_: &str| Ok::<_, Infallible>(setting("cvc5@1.2.0"));
        let Ok(line_up) = LineUp::new(asked, None, find);
        let batches = line_up.batches();
        let sizes: Vec<usize> = batches.iter().map(|(settings, _)| settings.len()).collect();
        assert_eq!(sizes, [9, 3]);
        for (settings, opponents) in &batches {
            assert_eq!(settings[0].name(), "cvc5-1.2.0");
            let Opponents::References(references) = opponents else { panic!("{opponents:?}") };
            let first = SeatId::new(0);
            let is_right =
                |(seat, it): (SeatId, &Option<SeatId>)| *it == (seat != first).then_some(first);
            assert!(references.pairs().all(is_right));
        }
    }
}
