//! `etude ci`: a build of a solver in little time, against a reference and an earlier build.

mod annotation;
mod junit;
mod regression;
mod report;
mod stopwatch;

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use campaign::{
    ALL_TRIGGERS, Attention, Bug, Ending, Judge, Manner, Opponents, Plan, RunId, Setting, Shard,
    Store, Stretch, Tolerance, Track, compare, counterpart, hunt, recall, remember, rota,
    summarize, tell_apart,
};
use serde_json::json;
use solvers::{Entry, Family, Limits, Request, cache_dir, parse_list};

use crate::asking::{check_alive, setting, tracks};
use crate::choice::BrokenSolvers;
use crate::cli::Ci;
use crate::commands::hunt::{Knowledge, View, write_folders};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{say, warn};
use crate::words;
use regression::Review;
use report::Report;

/// So many formulas of each theory tell how fast the machine is.
const YARDSTICK: u64 = 64;
/// This part of the budget is kept for asking again what looks worse.
const RESERVE: u32 = 20;
/// What is asked again may take so much longer than the budget.
const GRACE: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &Ci) -> Result<ExitCode> {
    let begin = Instant::now();
    let known = Knowledge::read(&arguments.known)?;
    let tracks = tracks(&arguments.theory)?;
    let (tested, reference, plain_name) = contest(arguments)?;
    let baseline = baseline(arguments, &tested, &reference)?;
    let interrupt = Interrupt::watch();
    let course = Course { arguments, tested, plain_name, reference, tracks, begin, interrupt };
    let everything = course.everything();
    check_alive(&everything)?;
    // A request that cannot be met leaves no campaign behind.
    let mut store = Store::open(&arguments.campaign)?;
    let plan = json!({ "command": "ci", "arguments": words::to_json(&words::given()) });
    let run = store.begin_run(&plan.to_string())?;
    let ending = course.go(&mut store, run)?;
    if ending == Ending::Stopped {
        say(|| "stopped; the same command goes on from here".to_owned());
        interrupt.obey();
        return Ok(Exit::Interrupted.into());
    }
    let bugs = course.bugs(&store)?;
    write_folders(&arguments.campaign, &known, &bugs)?;
    let Course { tested, reference, .. } = &course;
    let usual = Tolerance::default();
    let tolerance = Tolerance {
        ratio: 1.0 + arguments.slower,
        // What takes longer than the limit is not decided at all.
        slow: usual.slow.min(arguments.timeout / 2),
        ..usual
    };
    let difference = match &baseline {
        Some(baseline) => {
            let tracks = course.tracks();
            Some(compare(&store, baseline, tested, reference, &tracks, &tolerance)?)
        }
        None => None,
    };
    let review = Review { course: &course, store: &store, tolerance, known: &known };
    let (regressions, notes) = review.regressions(&bugs, difference.as_ref())?;
    let report = Report {
        arguments,
        everything: &everything,
        summary: summarize(&everything, &store)?,
        difference,
        regressions,
        notes,
        time: begin.elapsed(),
    };
    report.write()?;
    let (_, useless) = report.summary.failures();
    match (report.regressions.is_empty(), useless.is_empty()) {
        (false, _) => Ok(Exit::Found.into()),
        (true, false) => Err(BrokenSolvers(useless).into()),
        (true, true) => Ok(Exit::Fine.into()),
    }
}

/// The solver under test, its reference, and the name of the first in any build.
fn contest(arguments: &Ci) -> Result<(Setting, Setting, String)> {
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let one = |text: &str, option: &str| -> Result<Setting> {
        let requests = parse_list(text)?;
        let [request] = <[Request; 1]>::try_from(requests)
            .map_err(|all| anyhow::anyhow!("{option} names {} solvers: name one", all.len()))?;
        setting(&Entry::new(request), &limits, Manner::Session)
            .map_err(|error| BrokenSolvers(vec![format!("{text}: {error:#}")]).into())
    };
    let mut tested = one(&arguments.solver, "--solver")?;
    let rival = if tested.solver.family == Family::Z3 { Family::Cvc5 } else { Family::Z3 };
    let newest = format!("{rival}@newest");
    let reference = one(arguments.reference.as_deref().unwrap_or(&newest), "--reference")?;
    if tested.key() == reference.key() {
        bail!("{} is held against itself: --reference names another solver", tested.name());
    }
    let plain_name = tested.name().to_owned();
    // Builds of one version lie in one campaign without being taken for each other.
    if let Some(fingerprint) = tested.description().fingerprint {
        tested.solver.name = format!("{}+{}", tested.solver.name, &fingerprint[..8]);
    }
    let mut both = [tested, reference];
    tell_apart(&mut both);
    let [tested, reference] = both;
    Ok((tested, reference, plain_name))
}

/// The baseline, if it is one: that nothing can be compared is said before anything is asked.
fn baseline(arguments: &Ci, tested: &Setting, reference: &Setting) -> Result<Option<Store>> {
    let Some(path) = &arguments.baseline else { return Ok(None) };
    let baseline = Store::open_to_read(path)?;
    if fs::canonicalize(baseline.path()).ok() == fs::canonicalize(&arguments.campaign).ok() {
        bail!("{} cannot be its own baseline", path.display());
    }
    counterpart(&baseline, tested, reference)?;
    Ok(Some(baseline))
}

/// What is asked, and how far it is.
struct Course<'a> {
    arguments: &'a Ci,
    tested: Setting,
    /// The name of the solver under test in lists and hunts, which do not know which build it is.
    plain_name: String,
    reference: Setting,
    tracks: Vec<Track>,
    begin: Instant,
    interrupt: &'a Interrupt,
}

impl Course<'_> {
    fn tracks(&self) -> Vec<&Track> {
        self.tracks.iter().collect()
    }

    /// What is left of the budget.
    fn left(&self) -> Duration {
        self.arguments.budget.saturating_sub(self.begin.elapsed())
    }

    /// Whether nothing may be asked any more.
    fn is_over(&self) -> bool {
        self.begin.elapsed() > self.arguments.budget + GRACE || self.interrupt.has_come()
    }

    /// The most formulas of each theory.
    fn most(&self) -> u64 {
        self.arguments.count.unwrap_or(ALL_TRIGGERS).min(ALL_TRIGGERS)
    }

    fn go(&self, store: &mut Store, run: RunId) -> Result<Ending> {
        self.recall(store);
        let yardstick = Plan {
            settings: vec![self.reference.yardstick()],
            opponents: Opponents::All,
            ..self.plan(self.stretches(YARDSTICK.min(self.most())))
        };
        let mut ending = self.hunt(store, run, &yardstick)?;
        for stretches in rota(&self.tracks, self.most()) {
            if ending != Ending::Done {
                break;
            }
            ending = self.hunt(store, run, &self.plan(stretches))?;
        }
        self.remember(store);
        Ok(ending)
    }

    fn hunt(&self, store: &mut Store, run: RunId, plan: &Plan) -> Result<Ending> {
        let mut view = View::new(plan, store, false)?;
        let stop = || self.interrupt.has_come();
        let ending = hunt(plan, store, run, &stop, &mut |event| view.show(event));
        view.close();
        if ending.is_err() {
            self.remember(store);
        }
        Ok(ending?)
    }

    fn stretches(&self, count: u64) -> Vec<Stretch> {
        self.tracks.iter().map(|track| Stretch::new(track.clone(), 0..count)).collect()
    }

    /// All that is asked if there is time.
    fn everything(&self) -> Plan {
        self.plan(self.stretches(self.most()))
    }

    fn plan(&self, stretches: Vec<Stretch>) -> Plan {
        let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let reserve = self.arguments.budget / RESERVE;
        Plan {
            stretches,
            settings: vec![self.tested.clone(), self.reference.clone()],
            shard: Shard::default(),
            jobs: self.arguments.jobs.unwrap_or(cores).get(),
            time: Some(self.left().saturating_sub(reserve)),
            judge: Judge { attention: Attention::Wrong, ..Judge::default() },
            opponents: Opponents::Arbiter(1),
        }
    }

    fn cache(&self) -> Result<PathBuf> {
        match &self.arguments.reference_cache {
            Some(path) => Ok(path.clone()),
            None => Ok(cache_dir()?.join("references.db")),
        }
    }

    /// Takes what the reference said in earlier runs from the cache. Without it, it is asked.
    fn recall(&self, store: &mut Store) {
        let recalled = self
            .cache()
            .and_then(|path| Ok(recall(store, &path, &self.reference, &self.tracks())?));
        if let Err(error) = recalled {
            warn(&format!("the reference's answers are asked anew: {error:#}"));
        }
    }

    fn remember(&self, store: &Store) {
        let remembered = self
            .cache()
            .and_then(|path| Ok(remember(store, &path, &self.reference, &self.tracks())?));
        if let Err(error) = remembered {
            warn(&format!("the reference's answers are not kept: {error:#}"));
        }
    }

    /// The bugs that the solver under test has a part in.
    fn bugs(&self, store: &Store) -> Result<Vec<Bug>> {
        let names = [self.tested.name().to_owned(), self.reference.name().to_owned()];
        let mut bugs = store.bugs(Some(&names))?;
        bugs.retain(|bug| bug.finding.accused.include(self.tested.name()));
        Ok(bugs)
    }
}
