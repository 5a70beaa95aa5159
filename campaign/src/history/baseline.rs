//! A solver against an earlier build of itself: what got worse, beyond what chance explains.
//!
//! Two databases are read, and nothing is asked.

mod answers;
mod bugs;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::history::statistics::holm;
use crate::judge::outcome::Outcome;
use crate::seat::setting::Setting;
use crate::source::Source;
use crate::store::{Bug, Store, StoreError, StoredSolver};

/// Reason why a campaign cannot be held against a baseline. That it holds no earlier build of `z3`
/// is one.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// A database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The baseline knows no earlier build.
    #[error(
        "{} holds no earlier build to compare {tested} with: no other {family} was asked there \
         with `{way}`; make a baseline with the same options and limits", path.display()
    )]
    NoCounterpart {
        /// The baseline.
        path: PathBuf,
        /// The solver under test.
        tested: String,
        /// Its family.
        family: String,
        /// Its options and limits.
        way: String,
    },
}

/// From when on a difference counts. Usual is an `alpha` of 0.01: by chance alone in one of a
/// hundred runs.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Probability that chance alone makes a run look slower in some theory.
    pub alpha: f64,
    /// Factor of the median formula's time from which on a theory is slower, beyond the machine's
    /// noise.
    pub ratio: f64,
    /// Fewer formulas of a theory say nothing of its speed.
    pub pairs: usize,
    /// One formula alone counts if it takes this many times as long,
    pub times: u32,
    /// and at least this long.
    pub slow: Duration,
}

impl Default for Tolerance {
    /// Once in a hundred runs; a tenth slower, in 20 formulas at least; a formula that takes ten
    /// times as long, and half a second.
    fn default() -> Self {
        let slow = Duration::from_millis(500);
        Self { alpha: 0.01, ratio: 1.1, pairs: 20, times: 10, slow }
    }
}

/// The difference between a run and its baseline.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The name of the earlier build in the baseline.
    pub counterpart: String,
    /// Speed of the machine. `None` if the baseline does not tell how fast its own was.
    pub machine: Option<Machine>,
    /// Bugs that the earlier build did not show.
    pub new: Vec<NewBug>,
    /// Bugs of the earlier build that are gone, on formulas that were asked now.
    pub fixed: Vec<Bug>,
    /// Each theory.
    pub theories: Vec<TheoryDifference>,
}

/// Speed of a machine compared with that of a baseline, by the times of the reference. One with the
/// factor `2.0` takes twice as long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Factor by which the median formula takes longer.
    pub factor: f64,
    /// By how many formulas that is known.
    pub pairs: usize,
    /// Factor by which the reference seems to take longer in the theory where it looks worst, with
    /// the factor of
    /// the machine taken out: that much is noise. At least 1.
    pub noise: f64,
}

/// A bug that the earlier build did not show. `was_asked` tells whether the earlier build was asked
/// the formula that shows it.
#[derive(Clone, Debug)]
pub struct NewBug {
    /// The bug.
    pub bug: Bug,
    /// Whether the earlier build was asked the formula at all; if not, the bug may be an old one.
    pub was_asked: bool,
}

/// The difference in one theory. `compared` formulas were put to both builds.
#[derive(Clone, Debug, Default)]
pub struct TheoryDifference {
    /// Its name.
    pub name: String,
    /// Number of formulas that both builds were asked.
    pub compared: u64,
    /// Formulas that the earlier build decided, and this one does not.
    pub undecided: Vec<Change>,
    /// Formulas that take far longer, each to be asked again before it counts.
    pub laggards: Vec<Change>,
    /// The speed on the formulas that both decide.
    pub speed: Speed,
    /// Some of these, spread evenly, by which the speed can be measured once more.
    pub sample: Vec<Change>,
}

/// One formula, then and now. From `sat:true` in 10 ms to `timeout` after 600 ms is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Its number.
    pub number: u64,
    /// The earlier build's answer, and how long that would take on this machine.
    pub before: (Outcome, Duration),
    /// This build's answer.
    pub now: (Outcome, Duration),
}

/// Speed of a build on the formulas of a theory, compared with an earlier one. A `ratio` of 1.5
/// says that the median formula takes half as long again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Number of formulas that both decided.
    pub pairs: usize,
    /// Factor by which the median formula takes longer, on the same machine.
    pub ratio: f64,
    /// Probability that chance alone makes it look that slow.
    pub probability: f64,
    /// Whether it is slower beyond the tolerance.
    pub is_slower: bool,
}

impl Default for Speed {
    /// Nothing is known.
    fn default() -> Self {
        Self { pairs: 0, ratio: 1.0, probability: 1.0, is_slower: false }
    }
}

/// Holds what a campaign knows of `tested` against what a baseline knows of an earlier build of it,
/// on the questions of some sources. Both were compared with `reference`.
pub fn compare(
    store: &Store,
    baseline: &Store,
    tested: &Setting,
    reference: &Setting,
    sources: &[Arc<dyn Source>],
    tolerance: &Tolerance,
) -> Result<Difference, BaselineError> {
    let earlier = counterpart(baseline, tested, reference)?;
    let Some(now) = store.solvers()?.into_iter().find(|it| it.has(&tested.key())) else {
        let reason = format!("{} was not asked yet", tested.name());
        return Err(StoreError::Unusable { path: store.path().to_owned(), reason }.into());
    };
    let sides = Sides { store, baseline, now, earlier, tolerance };
    let machine = sides.machine(&reference.yardstick().key(), sources)?;
    let (factor, noise) = machine.map_or((1.0, 1.0), |it| (it.factor, it.noise));
    let mut theories = Vec::new();
    for source in sources {
        theories.push(sides.theory(source, factor)?);
    }
    let probabilities: Vec<f64> = theories.iter().map(|it| it.speed.probability).collect();
    for (theory, falls) in theories.iter_mut().zip(holm(&probabilities, tolerance.alpha)) {
        let speed = &mut theory.speed;
        speed.is_slower =
            falls && speed.pairs >= tolerance.pairs && speed.ratio >= tolerance.ratio * noise;
    }
    let (new, fixed) = sides.bugs(sources)?;
    Ok(Difference { counterpart: sides.earlier.name().to_owned(), machine, new, fixed, theories })
}

/// The two databases, and the solver in each.
struct Sides<'a> {
    store: &'a Store,
    baseline: &'a Store,
    now: StoredSolver,
    earlier: StoredSolver,
    tolerance: &'a Tolerance,
}

/// The solver of the baseline that is an earlier build of `tested`: of its family, asked in the same
/// way, and not the reference. Of several, the last that was new.
pub fn counterpart(
    baseline: &Store,
    tested: &Setting,
    reference: &Setting,
) -> Result<StoredSolver, BaselineError> {
    let family = tested.solver.family.name();
    let is_build = tested.description().fingerprint.is_some();
    let key = tested.key();
    let way = key.strip_prefix(&tested.description().program());
    let way = way.expect("a key begins with its program").trim_start();
    let is_earlier = |it: &StoredSolver| {
        let description = &it.recorded().description;
        description.family == family
            && it.rungs().iter().any(|rung| rung.way() == way)
            && !it.is_yardstick()
            && (!it.has(&reference.key()) || it.has(&key))
            // A release is no build, and a build is no release.
            && description.fingerprint.is_some() == is_build
    };
    baseline.solvers()?.into_iter().rfind(is_earlier).ok_or_else(|| BaselineError::NoCounterpart {
        path: baseline.path().to_owned(),
        tested: tested.name().to_owned(),
        family: family.to_owned(),
        way: way.to_owned(),
    })
}
