//! After a hunt: the formulas of findings are made small, as far as the time goes.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::Result;
use campaign::{
    Bug, Cause, Ended, Numbered, Plan, Progress, ReducedFinding, Setting, Source, Store, TrackId,
    Watch, causes_of, folder_name, reduce_finding,
};
use outlet::times::rough;
use outlet::{counted, grouped};

use crate::output::{note, warn};
use crate::terminal::{self, Frame};
use crate::view::hunt_progress::ProgressStyle;

/// The least time that a finding gets while there is any: one that gets less is not worth beginning.
const LEAST: Duration = Duration::from_secs(1);

/// Makes the formulas of bugs small that are no enumerated ones, for at most this long, and returns the
/// bugs as they are then: what large formulas show is told only by what is left of them.
///
/// Each gets an equal part of the time that is left; what one does not need the others get.
pub(crate) fn reduce_findings(
    store: &Store,
    plan: &Plan,
    bugs: Vec<Bug>,
    time: Duration,
    style: ProgressStyle,
    is_told_to_end: &dyn Fn() -> bool,
) -> Result<Vec<Bug>> {
    if time.is_zero() || plan.is_timed() || !bugs.iter().any(Bug::is_reducible) {
        return Ok(bugs);
    }
    let names: Vec<String> = plan.settings.iter().map(|it| it.name().to_owned()).collect();
    let mut work = Work::new(store, plan, time, style, is_told_to_end)?;
    let mut bugs = bugs;
    while let open = work.open(&bugs)
        && !open.is_empty()
        && !work.is_over()
    {
        for (place, bug) in open.iter().enumerate() {
            if work.is_over() {
                break;
            }
            work.reduce(bug, open.len() - place)?;
        }
        bugs = store.bugs(Some(&names))?;
    }
    work.tell(&bugs);
    Ok(bugs)
}

struct Work<'a> {
    store: &'a Store,
    sources: Vec<(TrackId, &'a dyn Source)>,
    settings: Vec<Setting>,
    threads: NonZeroUsize,
    begin: Instant,
    time: Duration,
    is_told_to_end: &'a dyn Fn() -> bool,
    lines: terminal::Progress,
    /// The findings that were begun, by their folders.
    begun: BTreeSet<String>,
    /// Those of them that cannot be reduced now.
    failed: BTreeSet<String>,
}

impl<'a> Work<'a> {
    fn new(
        store: &'a Store,
        plan: &'a Plan,
        time: Duration,
        style: ProgressStyle,
        is_told_to_end: &'a dyn Fn() -> bool,
    ) -> Result<Self> {
        let sources = plan.stretches.iter().map(|stretch| {
            let source: &dyn Source = &stretch.source;
            Ok((store.track(source)?, source))
        });
        Ok(Self {
            store,
            sources: sources.collect::<Result<_>>()?,
            settings: plan.settings.iter().cloned().collect(),
            threads: NonZeroUsize::new(plan.jobs).unwrap_or(NonZeroUsize::MIN),
            begin: Instant::now(),
            time,
            is_told_to_end,
            lines: style.lines(),
            begun: BTreeSet::new(),
            failed: BTreeSet::new(),
        })
    }

    fn left(&self) -> Duration {
        self.time.saturating_sub(self.begin.elapsed())
    }

    fn is_over(&self) -> bool {
        (self.is_told_to_end)() || self.left().is_zero()
    }

    /// Returns the bugs that are to be reduced next, one of each probable cause first: those that were
    /// not begun, and if there are none, those that had too little time.
    fn open<'b>(&self, bugs: &'b [Bug]) -> Vec<&'b Bug> {
        let causes = causes_of(bugs);
        let firsts = causes.iter().map(Cause::first);
        let others = causes.iter().flat_map(|cause| cause.others().iter().copied());
        let open = firsts.chain(others).map(|place| &bugs[place]);
        let open: Vec<&Bug> =
            open.filter(|bug| bug.is_reducible() && !self.failed.contains(&key(bug))).collect();
        let new: Vec<&Bug> =
            open.iter().copied().filter(|bug| !self.begun.contains(&key(bug))).collect();
        if new.is_empty() { open } else { new }
    }

    /// Reduces a finding, one of this many that share the time that is left.
    fn reduce(&mut self, bug: &Bug, sharing: usize) -> Result<()> {
        let share = self.left() / u32::try_from(sharing).unwrap_or(u32::MAX);
        let end = Instant::now() + share.max(LEAST).min(self.left());
        let source = self.sources.iter().find(|(track, _)| *track == bug.track);
        let mutant = source.map(|&(_, source)| Numbered { source, number: bug.number });
        let (name, number) = (bug.finding.formula.name(), self.begun.len() + 1);
        let (begin, time, is_told_to_end) = (self.begin, self.time, self.is_told_to_end);
        let before = grouped(bug.finding.asked().evidence.formula.len());
        let lines = &mut self.lines;
        let mut watch = Watch {
            halt: &|| is_told_to_end() || Instant::now() >= end,
            tell: &mut |progress: Progress| {
                lines.show(|_| {
                    let left = rough(time.saturating_sub(begin.elapsed()).as_secs_f64());
                    let (now, tried) = (grouped(progress.bytes), grouped(progress.calls));
                    // What matters most comes first, since a narrow terminal cuts the rest.
                    Frame::line(format!(
                        "reducing finding {number}, {left} left: {before} → {now} bytes, {tried} tried; \
                         {name}"
                    ))
                });
            },
        };
        self.begun.insert(key(bug));
        let (finding, settings) = (&bug.finding, &self.settings);
        match reduce_finding(finding, settings, mutant, self.threads, &mut watch) {
            Ok(reduced) => {
                // Told to end before anything was seen: it is as if nobody had begun.
                let is_empty = ReducedFinding { ended: Ended::Stopped, finding: None };
                if reduced != is_empty {
                    self.store.keep_reduction(finding, &reduced)?;
                }
            }
            Err(error) => {
                self.failed.insert(key(bug));
                warn(&format!("{} is not reduced: {error}", bug.finding.formula.name()));
            }
        }
        Ok(())
    }

    /// Says what came of it, and what the time was too short for.
    fn tell(&self, bugs: &[Bug]) {
        self.lines.close();
        let is_begun = |bug: &&Bug| self.begun.contains(&key(bug));
        let bytes = bugs.iter().filter(is_begun).filter_map(|bug| {
            let now = bug.finding.evidence.formula.len();
            let asked = bug.finding.evidence.original.as_ref()?.finding.evidence.formula.len();
            Some((asked, now))
        });
        let (before, after): (Vec<usize>, Vec<usize>) = bytes.unzip();
        let begun = counted(self.begun.len() as u64, "finding");
        let time = rough(self.begin.elapsed().as_secs_f64());
        let middle = |mut sizes: Vec<usize>| {
            sizes.sort_unstable();
            sizes.get(sizes.len() / 2).map(grouped)
        };
        if let (Some(before), Some(after)) = (middle(before), middle(after)) {
            let middle = if self.begun.len() == 1 { "" } else { " in the median" };
            note(|| format!("reduced {begun} in {time}: {before} → {after} bytes{middle}"));
        }
        let open = bugs.iter().filter(|bug| bug.is_reducible()).count();
        if open > 0 && !(self.is_told_to_end)() {
            let (open, verb) = match open {
                1 => ("1 finding".to_owned(), "is"),
                _ => (format!("{} findings", grouped(open)), "are"),
            };
            note(|| {
                format!(
                    "{open} {verb} not reduced as far as possible: the time of --reduce is over, and \
                     the same command goes on"
                )
            });
        }
    }
}

/// Returns what tells a bug's finding from others, whether it was reduced or not.
fn key(bug: &Bug) -> String {
    format!("{:?} {} {}", bug.track, bug.number, folder_name(bug.finding.asked()))
}
