//! Spaces and solvers into findings.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use campaign::{
    Bug, HuntError, Judge, KnownBugs, Ladder, Manner, Opponents, Order, Plan, Setting, Shard,
    Source, Store, StoreError, Stretch, Summary, hunt, source_of_grammar, summarize, tell_apart,
    write_folders,
};
use feat_runtime::Space;
use solvers::{Limits, Solver};
use thiserror::Error;

use crate::judge::AskError;

/// Formulas that are put to solvers, in processes that live on; what looks wrong is asked again in a
/// fresh one. What `etude hunt` does, without a terminal.
///
/// ```no_run
/// use std::time::Duration;
///
/// use etude_core::prelude::*;
///
/// let hunted = Hunt::with([Solver::named("z3@4.8.7")?])
///     .space("Strings", Space::of_theory("Strings")?, 0..2000)
///     .time(Duration::from_secs(60))
///     .run("my-campaign".as_ref())?;
/// for bug in &hunted.bugs {
///     println!("{} {}: {}", bug.finding.accused, bug.finding.kind, bug.finding.formula.name());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hunt {
    solvers: Vec<Solver>,
    stretches: Vec<Stretch>,
    limits: Limits,
    jobs: NonZeroUsize,
    time: Option<Duration>,
}

/// Result of a hunt. `examples/hunt.rs` prints one.
#[derive(Debug)]
pub struct Hunted {
    /// Summary of the formulas that were asked, theory by theory.
    pub summary: Summary,
    /// Bugs, each with its smallest formula.
    pub bugs: Vec<Bug>,
}

/// Reason why there is no outcome of a hunt. A campaign in `/proc`
/// cannot be written, for one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HuntingError {
    /// A solver cannot be asked.
    #[error(transparent)]
    Solver(#[from] AskError),
    /// The hunt failed.
    #[error(transparent)]
    Hunt(#[from] HuntError),
    /// The campaign cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The list of known bugs in the campaign's folder cannot be read.
    #[error(transparent)]
    Known(#[from] campaign::KnownBugsError),
    /// A finding's folder cannot be written.
    #[error(transparent)]
    Folder(#[from] campaign::FolderError),
}

impl Hunt {
    /// A hunt with these solvers, two seconds and two gigabytes for each formula, as many formulas
    /// at a time as there are cores.
    pub fn with(solvers: impl IntoIterator<Item = Solver>) -> Self {
        Self {
            solvers: solvers.into_iter().collect(),
            stretches: Vec::new(),
            limits: Limits { memory: Some(2_000_000_000), ..Limits::of_time(USUAL_TIME) },
            jobs: available_parallelism().unwrap_or(NonZeroUsize::MIN),
            time: None,
        }
    }

    /// The same with the formulas of a space that have these indices.
    #[must_use]
    pub fn space(self, name: &str, space: Space, indices: Range<u64>) -> Self {
        let source = source_of_grammar(name.to_owned(), space, Order::exhaustive(), None);
        self.source(source, indices)
    }

    /// The same with the questions of a source that have these numbers: mutants, scripts.
    #[must_use]
    pub fn source(mut self, source: Arc<dyn Source>, numbers: Range<u64>) -> Self {
        self.stretches.push(Stretch::new(source, numbers));
        self
    }

    /// The same with other limits for each formula.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with this many formulas at a time.
    #[must_use]
    pub fn jobs(self, jobs: NonZeroUsize) -> Self {
        Self { jobs, ..self }
    }

    /// The same, which ends after this time at the latest.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Asks what the campaign in a folder was not asked before, and keeps there what was said: its
    /// database, and a folder for each finding.
    pub fn run(self, campaign: &Path) -> Result<Hunted, HuntingError> {
        let known = KnownBugs::of_campaign(campaign, &[])?;
        let plan = self.plan()?;
        let mut store = Store::open(campaign)?;
        let run = store.begin_run("{}")?;
        hunt(&plan, &mut store, run, &|| false, &mut |_| {})?;
        let summary = summarize(&plan, &store)?;
        let bugs = plan.bugs(&store)?;
        // Folders of what other solvers did in this campaign stay.
        write_folders(campaign, &known, &store.bugs(None)?)?;
        Ok(Hunted { summary, bugs })
    }

    fn plan(self) -> Result<Plan, AskError> {
        let setting = |solver: &Solver| {
            Setting::new(solver.clone(), self.limits, Manner::Session)
                .map_err(|reason| AskError::Unreadable { solver: solver.name.clone(), reason })
        };
        let mut settings: Vec<Setting> =
            self.solvers.iter().map(setting).collect::<Result<_, _>>()?;
        tell_apart(&mut settings);
        Ok(Plan {
            stretches: self.stretches,
            settings: settings.into(),
            ladder: Ladder::below(self.limits.wall),
            shard: Shard::default(),
            jobs: self.jobs.get(),
            time: self.time,
            judge: Judge::default(),
            opponents: Opponents::All,
        })
    }
}

/// The time that a solver has for a formula, if nobody says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(2);
