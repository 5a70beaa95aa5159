//! `cargo xtask bench hunt`: a hunt with z3 and cvc5, every model evaluated, in sessions against
//! one fresh process a formula, how much of the processors' time is our own, and where the time of
//! a hunt goes.

use std::fs;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ::solvers::{Limits, Solver};
use anyhow::Result;
use campaign::{
    Judge, Ladder, Manner, Opponents, Order, Outcome, Plan, Setting, Shard, Source, Store, Stretch,
    hunt, source_of_grammar,
};

use crate::breakdown;
use crate::page::Form;
use crate::solvers::{SHARE, own_time, pinned};
use crate::spaces::space;
use crate::table::{Figure, Goal, Table};

/// The theories that are measured, and how many of their first formulas.
const THEORIES: [&str; 4] = ["Core", "Ints", "Arrays", "Strings"];
const FORMULAS: u64 = 500;
/// Those whose time is taken apart: all of the paper.
pub(crate) const PAPER_THEORIES: [&str; 8] =
    ["Core", "Ints", "Reals", "RealInts", "Bitvectors", "Arrays", "FP", "Strings"];
/// Factor by which sessions are to be faster, over the four theories. In Arrays alone the solvers'
/// own time on a few formulas rules, which no session can change.
const GOAL: f64 = 5.0;

/// Subject of the table.
const ABOUT: &str = "Hunts with the pinned z3 and cvc5 over the first 500 formulas of each theory, every model evaluated: formulas per second in sessions, with a fresh process per formula as the yardstick; the part of the processors' time that is etude's own; where the time of a hunt goes.";

/// Runs the whole table; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let solvers = pinned()?;
    let mut table = Table::new(form, "hunt", ABOUT);
    let mut all = [Pace::default(), Pace::default()];
    for theory in THEORIES {
        let source = source_of_grammar(theory, space(theory)?, Order::exhaustive(), None);
        let fresh = measure(&solvers, &source, Manner::Fresh)?;
        let lived = measure(&solvers, &source, Manner::Session)?;
        write(&mut table, theory, &fresh, &lived, |_| Goal::None);
        for (sum, pace) in all.iter_mut().zip([fresh, lived]) {
            sum.add(pace);
        }
    }
    let [fresh, lived] = all;
    write(&mut table, "the four together", &fresh, &lived, |fresh| Goal::AtLeast(GOAL * fresh));
    breakdown::run(&mut table, &solvers, &PAPER_THEORIES)?;
    table.finish()
}

/// Writes the lines of one hunt; `goal` makes what sessions are to reach of the fresh processes' rate.
#[expect(clippy::cast_precision_loss, reason = "a few verdicts differ at most")]
fn write(
    table: &mut Table,
    what: &str,
    fresh: &Pace,
    lived: &Pace,
    goal: impl FnOnce(f64) -> Goal,
) {
    table.figure(&format!("hunt {what}, fresh processes"), fresh.rate(), "/s");
    table.add(Figure {
        what: format!("hunt {what}, sessions"),
        measured: lived.rate(),
        unit: "/s",
        yardstick: Some(fresh.rate()),
        goal: goal(fresh.rate()),
    });
    table.at_most(format!("hunt {what}, our share in sessions"), lived.share(), "%", SHARE);
    let is_late = |outcome: &Outcome| *outcome == Outcome::Timeout;
    let pairs = fresh.outcomes.iter().zip(&lived.outcomes);
    let differ = pairs.filter(|(a, b)| word(**a) != word(**b) && !is_late(a) && !is_late(b));
    table.at_most(format!("hunt {what}, verdicts that differ"), differ.count() as f64, "", 0.0);
}

/// Returns the solver's word; two models of one formula may be worth different things.
fn word(outcome: Outcome) -> &'static str {
    outcome.name().split_once(':').map_or(outcome.name(), |(said, _)| said)
}

/// Speed of a hunt.
#[derive(Default)]
struct Pace {
    formulas: u64,
    seconds: f64,
    /// Seconds of processor time: ours, and the solvers'.
    own: f64,
    theirs: f64,
    outcomes: Vec<Outcome>,
}

impl Pace {
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
    fn rate(&self) -> f64 {
        self.formulas as f64 / self.seconds
    }

    fn share(&self) -> f64 {
        100.0 * self.own / (self.own + self.theirs)
    }

    fn add(&mut self, other: Self) {
        self.formulas += other.formulas;
        self.seconds += other.seconds;
        self.own += other.own;
        self.theirs += other.theirs;
        self.outcomes.extend(other.outcomes);
    }
}

fn measure(solvers: &[Solver], source: &Arc<dyn Source>, manner: Manner) -> Result<Pace> {
    let limits = Limits::of_time(Duration::from_secs(2));
    let setting = |solver: &Solver| Setting::new(solver.clone(), limits, manner);
    let plan = Plan {
        stretches: vec![Stretch::new(Arc::clone(source), 0..FORMULAS)],
        settings: solvers.iter().map(setting).collect::<Result<_, _>>()?,
        ladder: Ladder::none(),
        shard: Shard::default(),
        jobs: available_parallelism()?.get(),
        time: None,
        judge: Judge::default(),
        opponents: Opponents::All,
    };
    let folder = tempfile::tempdir()?;
    let mut store = Store::open(folder.path())?;
    let run = store.begin_run("{}")?;
    let (begin, own, theirs) = (Instant::now(), own_time(), children_time());
    hunt(&plan, &mut store, run, &|| false, &mut |_| {})?;
    let seconds = begin.elapsed().as_secs_f64();
    let (own, theirs) = (own_time() - own, children_time() - theirs);
    let mut outcomes = Vec::new();
    let id = store.track(source)?;
    for setting in &plan.settings {
        let setting = store.setting(setting)?;
        store.chunks(id, setting, 0..FORMULAS, |chunk| {
            outcomes.extend(chunk.outcomes.into_iter().map(|(outcome, _)| outcome));
        })?;
    }
    Ok(Pace { formulas: FORMULAS, seconds, own, theirs, outcomes })
}

/// The seconds of processor time of all our children that have ended. Linux says so; elsewhere 0.
pub(crate) fn children_time() -> f64 {
    /// Of a second; the same on all machines, whatever the kernel counts in.
    const TICK: f64 = 0.01;
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() * TICK
}
