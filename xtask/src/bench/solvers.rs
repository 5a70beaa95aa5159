//! `cargo xtask bench solvers`: how many formulas a second real solvers answer, each in a fresh
//! process against all in a session, and how much of the processors' time is our own.

use std::time::{Duration, Instant};

use ::solvers::{
    Answer, Installer, Limits, PINNED_CVC5, PINNED_Z3, Package, Session, Solver, StartError,
    cache_dir,
};
use anyhow::{Context, Result};
use feat_runtime::{Index, Layout, Space};

use super::rates::build_etude;
use super::table::{Figure, Goal, Table};
use crate::theories;

/// The theories that are measured.
const THEORIES: [&str; 4] = ["Core", "Ints", "Arrays", "Strings"];
/// How many formulas a session gets. Fresh processes get every tenth of them: the same mixture.
const FORMULAS: u32 = 1_500;
const STEP: usize = 10;
/// A measurement ends after this long, however many formulas are left.
const MOST: Duration = Duration::from_secs(20);
/// How many times faster a session is to be.
const GOAL: f64 = 5.0;
/// How many hundredths of the processors' time may be our own.
const SHARE: f64 = 10.0;

/// Runs the whole table; it must run in release mode.
pub fn run() -> Result<()> {
    // cvc5 runs in a host of ours.
    let installer = Installer::new(cache_dir()?).with_host(build_etude()?);
    let grammars = theories::grammars()?;
    let mut table = Table::default();
    for package in [Package::z3(PINNED_Z3), Package::cvc5(PINNED_CVC5)] {
        let solver = Solver::of_program(&installer.install(&package)?);
        for theory in THEORIES {
            let path = grammars.get(theory).with_context(|| format!("no grammar of {theory}"))?;
            let space = Space::new(theories::compile_file(path)?.rtg);
            measure(&mut table, &solver, theory, &space)?;
        }
    }
    table.finish()
}

fn measure(table: &mut Table, solver: &Solver, theory: &str, space: &Space) -> Result<()> {
    let scripts: Vec<String> = (0..u64::from(FORMULAS))
        .filter_map(|index| space.text(&Index::from(index), Layout::Smtlib))
        .collect();
    let limits = Limits::of_time(Duration::from_secs(5));
    let who = format!("{} {theory}", solver.name);
    let fresh = pace(scripts.iter().step_by(STEP), |script| solver.solve(script, &limits))?;
    let mut session = Session::new(solver.clone(), limits);
    let lived = pace(scripts.iter(), |script| session.solve(script))?;
    table.figure(&format!("{who}, fresh processes"), fresh.rate, "/s");
    table.add(Figure {
        what: format!("{who}, a session"),
        measured: lived.rate,
        unit: "/s",
        yardstick: Some(fresh.rate),
        goal: Goal::AtLeast(GOAL * fresh.rate),
    });
    for (how, pace) in [("fresh processes", &fresh), ("a session", &lived)] {
        table.at_most(format!("{who}, our share, {how}"), pace.own_share, "%", SHARE);
    }
    Ok(())
}

/// How fast scripts were answered.
struct Pace {
    /// Scripts a second.
    rate: f64,
    /// Hundredths of all the processors' time that this process used, and not the solver.
    own_share: f64,
}

fn pace<'a>(
    scripts: impl Iterator<Item = &'a String>,
    mut solve: impl FnMut(&str) -> Result<Answer, StartError>,
) -> Result<Pace> {
    let (begin, own) = (Instant::now(), own_time());
    let (mut answered, mut theirs) = (0, Duration::ZERO);
    for script in scripts.take_while(|_| begin.elapsed() < MOST) {
        theirs += solve(script)?.cpu.unwrap_or_default();
        answered += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let own = own_time() - own;
    let own_share = 100.0 * own / (own + theirs.as_secs_f64());
    Ok(Pace { rate: f64::from(answered) / seconds, own_share })
}

/// The seconds of processor time that this process has used, all its threads and no children,
/// in steps of a hundredth; 0 where the system does not say.
fn own_time() -> f64 {
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The program's name, in parentheses, may hold anything; the 12th and 13th fields after it
    // are the ticks in the program and in the system.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / TICKS
}
