//! `cargo xtask bench mutants`: hunts over mutants beside plain ones, and seeds from files.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ::solvers::{Limits, Solver};
use anyhow::{Context, Result, bail};
use campaign::{
    Corpus, Event, Judge, Ladder, Making, Manner, Mutants, Opponents, Order, Plan, SeedAnswers,
    Setting, Shard, Source, StepRange, Store, Stretch, Turns, hunt, source_of_grammar,
};
use feat_runtime::{Index, Layout, Space};
use mutation::{Technique, Tools};

use crate::hunt::{PAPER_THEORIES, children_time};
use crate::index::peak_memory;
use crate::page::Form;
use crate::solvers::{own_time, pinned};
use crate::spaces::{space, spaces};
use crate::table::{Figure, Goal, Table};

/// Time of each hunt.
const TIME: Duration = Duration::from_secs(15);
/// Part of the plain hunt's formulas per second that a hunt over weakened mutants is to reach.
const PART: f64 = 0.7;
/// The most of the processors' time that may be our own in a hunt over mutants, in percent.
const SHARE: f64 = 15.0;
/// Mutants of each seed, as in a hunt where nothing else is said.
const PER_SEED: u64 = 10;

/// Files of a folder of seeds, the seconds in which they are to be read, typed and answered, and the
/// GiB that this may take.
const FILES: u64 = 5_000;
const SECONDS: f64 = 60.0;
const MEMORY: f64 = 1.0;

/// Subject of the table.
const ABOUT: &str = "Hunts with the pinned z3 and cvc5 over the eight theories of the paper, two seconds the longest limit: formulas per second, plain and over mutants of each technique, and the part of the processors' time that is etude's own; seeds in files: reading, typing and answering all of them by the search.";

/// Runs the whole table; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let solvers = pinned()?;
    let mut table = Table::new(form, "mutants", ABOUT);
    let spaces = spaces()?;
    let tools =
        Tools { grammars: spaces.iter().map(|(_, space)| space).collect(), ..Tools::default() };
    let plain = measure(&solvers, &|source| Ok(Stretch::new(source, 0..u64::MAX)))?;
    table.figure("plain hunt", plain.rate, "/s");
    table.figure("plain hunt, our share", plain.share, "%");
    for technique in Technique::ALL {
        let making = Making::new(vec![technique], StepRange::default())?;
        let mutated = measure(&solvers, &|source| {
            let answers = SeedAnswers::default();
            let mutants = Mutants::new(source, &making, PER_SEED, answers, &tools);
            Ok(Stretch::new(Arc::new(mutants), 0..u64::MAX).in_turns(Turns::ByYield))
        })?;
        let goals = match technique {
            Technique::Weaken => (Goal::AtLeast(PART * plain.rate), Goal::AtMost(SHARE)),
            _ => (Goal::None, Goal::None),
        };
        table.add(Figure {
            what: format!("hunt over mutants by {technique}"),
            measured: mutated.rate,
            unit: "/s",
            yardstick: Some(plain.rate),
            goal: goals.0,
        });
        table.add(Figure {
            what: format!("hunt over mutants by {technique}, our share"),
            measured: mutated.share,
            unit: "%",
            yardstick: None,
            goal: goals.1,
        });
    }
    files(&mut table)?;
    table.finish()
}

/// Formulas per second of a hunt, and the percentage of the processors' time that was our own.
struct Pace {
    rate: f64,
    share: f64,
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
fn measure(
    solvers: &[Solver],
    stretch: &dyn Fn(Arc<dyn Source>) -> Result<Stretch>,
) -> Result<Pace> {
    let limits = Limits::of_time(Duration::from_secs(2));
    let setting = |solver: &Solver| Setting::new(solver.clone(), limits, Manner::Session);
    let of_theory = |theory: &&str| {
        stretch(source_of_grammar(*theory, space(theory)?, Order::exhaustive(), None))
    };
    let plan = Plan {
        stretches: PAPER_THEORIES.iter().map(of_theory).collect::<Result<_>>()?,
        settings: solvers.iter().map(setting).collect::<Result<_, _>>()?,
        ladder: Ladder::below(limits.wall),
        shard: Shard::default(),
        jobs: available_parallelism()?.get(),
        time: Some(TIME),
        judge: Judge::default(),
        opponents: Opponents::All,
    };
    let folder = tempfile::tempdir()?;
    let mut store = Store::open(folder.path())?;
    let run = store.begin_run("{}")?;
    let (begin, own, theirs) = (Instant::now(), own_time(), children_time());
    let mut asked = 0;
    hunt(&plan, &mut store, run, &|| false, &mut |event| {
        if let Event::Asked { formulas, .. } = event {
            asked += formulas;
        }
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let (own, theirs) = (own_time() - own, children_time() - theirs);
    Ok(Pace { rate: asked as f64 / seconds, share: 100.0 * own / (own + theirs) })
}

/// Writes a folder of seeds, and measures in a process of its own what becomes of them.
fn files(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let each = FILES / PAPER_THEORIES.len() as u64;
    for theory in PAPER_THEORIES {
        write_seeds(theory, &space(theory)?, each, folder.path())?;
    }
    let mut command = Command::new(std::env::current_exe()?);
    let output = command.arg("measure-seeds").arg(folder.path()).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [scripts, answered, seconds, memory] = numbers[..] else {
        bail!("measuring seeds failed: {}", String::from_utf8_lossy(&output.stderr));
    };
    let what = format!("{scripts} seeds in files, {answered} of them answered by the search");
    table.at_most(what, seconds, "s", SECONDS);
    table.at_most("memory for that".into(), memory, "GiB", MEMORY);
    Ok(())
}

/// Writes formulas of a theory whose indices are fourth powers, so that they are of many sizes.
fn write_seeds(theory: &str, space: &Space, count: u64, folder: &Path) -> Result<()> {
    for number in 0..count {
        let index = Index::from(number.pow(4));
        let text =
            space.text(&index, Layout::Smtlib).context("there is a formula of every index")?;
        fs::write(folder.join(format!("{theory}-{number}.smt2")), text)?;
    }
    Ok(())
}

/// Prints the number of scripts in a folder and of those that have an answer, the seconds that it took
/// to find out, and the peak memory in GiB.
#[expect(clippy::print_stdout, reason = "the numbers are the output")]
pub(crate) fn measure_seeds(folder: &Path) -> Result<()> {
    let begin = Instant::now();
    let (corpus, left_out) = Corpus::read(&[folder.to_owned()], u64::MAX)?;
    if let Some(file) = left_out.first() {
        bail!("left out: {file}");
    }
    let making = Making::new(vec![Technique::Weaken], StepRange::default())?;
    let scripts = corpus.scripts().len();
    let answers = SeedAnswers::default();
    let mutants = Mutants::new(corpus.source(None), &making, 1, answers, &Tools::default());
    let answered = (0..scripts as u64).filter(|number| mutants.seed(*number).is_ok()).count();
    println!("{scripts} {answered} {} {}", begin.elapsed().as_secs_f64(), peak_memory());
    Ok(())
}
