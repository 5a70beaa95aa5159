//! After a hunt: the formulas of findings are made small, as far as the time goes.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::Result;
use campaign::{
    Accused, Bug, Cause, Ended, Finding, Kind, Numbered, Plan, Progress, ReducedFinding, Setting,
    Severity, Source, Store, TrackId, Watch, causes_of, folder_name, reduce_finding,
};
use outlet::times::rough;
use outlet::{counted, grouped};

use crate::output::{note, warn};
use crate::terminal::{self, Frame};
use crate::view::hunt_progress::ProgressStyle;

/// The least time that a finding gets while there is any: one that gets less is not worth beginning.
const LEAST: Duration = Duration::from_secs(1);

/// The bytes of a formula that is small enough for a note: many enumerated ones are as long.
const SMALL: usize = 300;

/// Notes of one kind against one solver that become no smaller, one after the other, until those that are
/// left are taken to be like them.
const IN_VAIN: u32 = 3;

/// Makes the formulas of bugs small that are no enumerated ones, for at most this long, and returns the
/// bugs as they are then: what large formulas show is told only by what is left of them.
///
/// Wrong findings come first, then suspicious ones, and notes get the time that is left. Of one weight
/// each gets an equal part of it; what one does not need the others get.
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
            if work.is_given_up(bug) {
                continue;
            }
            work.reduce(bug, open.len() - place)?;
        }
        bugs = plan.bugs(store)?;
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
    /// Count of notes that became no smaller since one did, by the accused and the kind.
    in_vain: BTreeMap<(Accused, Kind), u32>,
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
            in_vain: BTreeMap::new(),
        })
    }

    fn left(&self) -> Duration {
        self.time.saturating_sub(self.begin.elapsed())
    }

    fn is_over(&self) -> bool {
        (self.is_told_to_end)() || self.left().is_zero()
    }

    /// Returns the bugs that are to be reduced next, all of one weight, one of each probable cause first:
    /// those that were not begun, and if there are none, those that had too little time.
    fn open<'b>(&self, bugs: &'b [Bug]) -> Vec<&'b Bug> {
        let causes = causes_of(bugs);
        let firsts = causes.iter().map(Cause::first);
        let others = causes.iter().flat_map(|cause| cause.others().iter().copied());
        let open = firsts.chain(others).map(|place| &bugs[place]);
        let is_open = |bug: &&Bug| is_worth_it(bug) && !self.is_given_up(bug);
        let mut open: Vec<&Bug> = open.filter(is_open).collect();
        let worst = open.iter().map(|bug| bug.finding.severity()).min();
        open.retain(|bug| Some(bug.finding.severity()) == worst);
        let new: Vec<&Bug> =
            open.iter().copied().filter(|bug| !self.begun.contains(&key(bug))).collect();
        if new.is_empty() { open } else { new }
    }

    /// Whether a finding cannot be reduced, or those like it became no smaller.
    fn is_given_up(&self, bug: &Bug) -> bool {
        let in_vain = self.in_vain.get(&(bug.finding.accused.clone(), bug.finding.kind));
        self.failed.contains(&key(bug))
            || bug.finding.severity() == Severity::Note && in_vain.is_some_and(|it| *it >= IN_VAIN)
    }

    /// Notes whether a finding became smaller.
    fn learn(&mut self, bug: &Bug, reduced: &ReducedFinding) {
        let bytes = |finding: &Finding| finding.evidence.formula.len();
        let is_smaller =
            reduced.finding.as_ref().is_some_and(|small| bytes(small) < bytes(&bug.finding));
        let kind = (bug.finding.accused.clone(), bug.finding.kind);
        let in_vain = self.in_vain.entry(kind).or_insert(0);
        *in_vain = if is_smaller { 0 } else { *in_vain + 1 };
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
                self.learn(bug, &reduced);
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

    /// Says which findings nobody tries to reduce, and why.
    fn tell_what_is_left(&self, bugs: &[Bug]) {
        let reducible = || bugs.iter().filter(|bug| bug.is_reducible());
        let in_session = reducible().filter(|bug| bug.finding.kind == Kind::SessionOnly).count();
        if in_session > 0 {
            let findings = counted(in_session as u64, "finding");
            note(|| {
                format!(
                    "not reduced: {findings} that only a process shows which had answered other \
                     formulas; which ones is not kept"
                )
            });
        }
        let alike = reducible()
            .filter(|bug| is_worth_it(bug) && !self.failed.contains(&key(bug)))
            .filter(|bug| self.is_given_up(bug))
            .count();
        if alike > 0 {
            let notes = Severity::Note.counted(alike as u64);
            note(|| format!("not reduced: {notes} like others that became no smaller"));
        }
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
        self.tell_what_is_left(bugs);
        let open = bugs.iter().filter(|bug| is_worth_it(bug) && !self.is_given_up(bug)).count();
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

/// Whether a formula is to be reduced: of a note only if it is long, and what only a process shows that had
/// answered others cannot be.
fn is_worth_it(bug: &Bug) -> bool {
    let is_small = bug.finding.evidence.formula.len() <= SMALL;
    let is_note = bug.finding.severity() == Severity::Note;
    bug.is_reducible() && !(is_note && is_small) && bug.finding.kind != Kind::SessionOnly
}

/// Returns what tells a bug's finding from others, whether it was reduced or not.
fn key(bug: &Bug) -> String {
    format!("{:?} {} {}", bug.track, bug.number, folder_name(bug.finding.asked()))
}
