//! Neighbours: all mutants of a seed that are one step of weakening away.
//!
//! *All* means: each rule, in each direction that the place allows, at each place, in each way in
//! which what stands there fits the rule. What only the new side has may stand for anything; four
//! choices stand for all of it: the first closed term of the sort in the seed, the last one, and two
//! fixed literals (of an index: the least, the greatest, and two between). Choices that come to the
//! same are one.

use rustc_hash::FxHashSet;

use crate::mutant::Mutant;
use crate::rules::{CHOICES, Choice};
use crate::seed::Seed;
use crate::weaken::{Found, Weaken};

/// All mutants of a seed that are one step of weakening away, in a fixed order: rule by rule as
/// their tables have them, then from the first place to the last.
///
/// ```
/// use mutation::{Neighbours, RuleSet, Seed, Weaken};
/// use smtlib::{Budget, Script};
///
/// let script = Script::parse("(declare-const a Int)(assert (> a 6))(check-sat)")?;
/// let seed = Seed::by_search("example", &script, 0, &Budget::default()).expect("7 is small");
/// let neighbours = Neighbours::of(&seed, &Weaken::new(RuleSet::shipped()));
/// let weaker = |number: &usize| {
///     neighbours.get(*number).is_some_and(|it| it.text().contains("(assert (>= a 6))"))
/// };
/// assert!((0..neighbours.len()).any(|number| weaker(&number)));
/// # Ok::<(), smtlib::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Neighbours {
    weaken: Weaken,
    seed: Seed,
    found: Box<[(Found, u64)]>,
}

impl Neighbours {
    /// Finds the neighbours of a seed by these rules.
    ///
    /// Costs what making all of them costs, but for printing and checking.
    pub fn of(seed: &Seed, weaken: &Weaken) -> Self {
        let specimen = seed.specimen();
        let (terms, sites) = (&specimen.terms, specimen.sites());
        let mut found = Vec::new();
        for (number, reading) in weaken.readings().iter().enumerate() {
            let groups = sites.groups(terms, &reading.target, reading.needs);
            let mut fitting: Vec<u32> = groups.flatten().copied().collect();
            fitting.retain(|&site| sites.meets(site, reading.needs));
            fitting.sort_unstable();
            for site in fitting {
                let term = sites.get(site).term;
                let mut seen = FxHashSet::default();
                for way in 0..reading.ways(terms, term) {
                    for choice in 0..if reading.draws() { CHOICES } else { 1 } {
                        // A copy for each, so that fresh names are the same ones.
                        let mut terms = terms.clone();
                        let chosen = Choice::Number(choice);
                        let new = reading.apply(&mut terms, term, way, &sites, chosen);
                        if new.is_some_and(|new| seen.insert(terms.text(new))) {
                            found.push((Found { reading: number, site, way }, choice));
                        }
                    }
                }
            }
        }
        Self { weaken: weaken.clone(), seed: seed.clone(), found: found.into() }
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the seed.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Makes a neighbour by its number from 0; `None` if there are fewer, or if it is lost: not
    /// seen to be true under the witness.
    pub fn get(&self, number: usize) -> Option<Mutant> {
        let &(found, choice) = self.found.get(number)?;
        let mut specimen = self.seed.specimen().clone();
        let sites = specimen.sites();
        let is_made = self.weaken.apply(&mut specimen, &sites, found, Choice::Number(choice));
        debug_assert!(is_made, "it was made before");
        is_made.then(|| Mutant::of(specimen).ok()).flatten()
    }
}
