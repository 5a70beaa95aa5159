//! `cargo xtask bench solvers`: how many formulas a second real solvers answer, each in a fresh
//! process against all in a session, and how much of the processors' time is our own.

use std::time::{Duration, Instant};

use ::solvers::{
    Answer, Installer, Limits, PINNED_CVC5, PINNED_Z3, Package, Session, Solver, StartError,
    Verdict, cache_dir,
};
use anyhow::Result;
use feat_runtime::{Index, Layout, Space};
use rustix::time::{ClockId, clock_gettime};

use crate::page::Form;
use crate::rates::build_etude;
use crate::spaces::space;
use crate::table::{Figure, Goal, Table};

/// The theories that are measured.
const THEORIES: [&str; 4] = ["Core", "Ints", "Arrays", "Strings"];
/// Number of formulas that are asked, the first of each theory, and the same both ways: fewer if
/// fresh processes do not answer as many within [`MOST`].
const FORMULAS: u32 = 1_000;
const MOST: Duration = Duration::from_secs(12);
/// Factor by which a session is to answer more formulas per second, the hardest tenth left out: on
/// those the solver itself works for long, which no session can change, and a few of them rule the
/// rate over all formulas. That rate is printed too.
const GOAL: f64 = 5.0;
/// Greatest share of the processors' time that may be our own, in percent.
pub(crate) const SHARE: f64 = 10.0;

/// Subject of the table.
const ABOUT: &str = "Formulas per second that the pinned z3 and cvc5 answer, all in one session, with a fresh process per formula as the yardstick.";

/// Runs the whole table; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let mut table = Table::new(form, "solvers", ABOUT);
    for solver in pinned()? {
        for theory in THEORIES {
            measure(&mut table, &solver, theory, &space(theory)?)?;
        }
    }
    table.finish()
}

/// Returns the pinned z3 and cvc5, which are fetched if they are not there.
pub(crate) fn pinned() -> Result<Vec<Solver>> {
    // cvc5 runs in a host of ours.
    let installer = Installer::new(cache_dir()?).with_host(build_etude()?);
    let packages = [Package::z3(PINNED_Z3), Package::cvc5(PINNED_CVC5)];
    let solver = |package| Ok(Solver::of_program(&installer.install(package)?));
    packages.iter().map(solver).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few verdicts differ at most")]
fn measure(table: &mut Table, solver: &Solver, theory: &str, space: &Space) -> Result<()> {
    let mut scripts: Vec<String> = (0..u64::from(FORMULAS))
        .filter_map(|index| space.text(&Index::from(index), Layout::Smtlib))
        .collect();
    let limits = Limits::of_time(Duration::from_secs(5));
    let who = format!("{} {theory}", solver.name);
    let fresh = pace(&scripts, MOST, |script| solver.solve(script, &limits))?;
    scripts.truncate(fresh.answers.len());
    let mut session = Session::new(solver.clone(), limits);
    let lived = pace(&scripts, Duration::MAX, |script| session.solve(script))?;
    for (how, pace) in [("fresh processes", &fresh), ("a session", &lived)] {
        table.figure(&format!("{who}, the median formula, {how}"), pace.median() * 1e3, "ms");
        table.at_most(format!("{who}, our share, {how}"), pace.own_share, "%", SHARE);
    }
    let most = easiest(&fresh, &lived);
    table.add(Figure {
        what: format!("{who}, {} but the hardest tenth, a session", scripts.len()),
        measured: lived.rate(&most),
        unit: "/s",
        yardstick: Some(fresh.rate(&most)),
        goal: Goal::AtLeast(GOAL * fresh.rate(&most)),
    });
    let all: Vec<usize> = (0..scripts.len()).collect();
    table.add(Figure {
        what: format!("{who}, all {}, a session", scripts.len()),
        measured: lived.rate(&all),
        unit: "/s",
        yardstick: Some(fresh.rate(&all)),
        goal: Goal::None,
    });
    let differ = fresh.answers.iter().zip(&lived.answers).filter(|(a, b)| differ(a, b)).count();
    table.at_most(format!("{who}, verdicts that differ"), differ as f64, "", 0.0);
    Ok(())
}

/// Whether two verdicts are different ones; a machine that was too busy once does not make them so.
fn differ(fresh: &Verdict, lived: &Verdict) -> bool {
    let is_late = |verdict: &Verdict| matches!(verdict, Verdict::Timeout);
    fresh.kind() != lived.kind() && !is_late(fresh) && !is_late(lived)
}

/// Speed with which scripts were answered.
struct Pace {
    answers: Vec<Verdict>,
    /// The seconds that each took.
    seconds: Vec<f64>,
    /// Hundredths of all the processors' time that this process used, and not the solver.
    own_share: f64,
}

impl Pace {
    /// Scripts a second, of those at `places`.
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
    fn rate(&self, places: &[usize]) -> f64 {
        places.len() as f64 / places.iter().map(|place| self.seconds[*place]).sum::<f64>()
    }

    /// The seconds of the script in the middle.
    fn median(&self) -> f64 {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        seconds.get(seconds.len() / 2).copied().unwrap_or_default()
    }
}

/// The places of the scripts but for the tenth that took longest, both ways together.
fn easiest(fresh: &Pace, lived: &Pace) -> Vec<usize> {
    let both = |place: &usize| fresh.seconds[*place] + lived.seconds[*place];
    let mut places: Vec<usize> = (0..fresh.seconds.len()).collect();
    places.sort_by(|a, b| both(a).total_cmp(&both(b)));
    places.truncate(places.len() - places.len() / 10);
    places
}

/// Asks the scripts one after another, until `most` is over.
fn pace(
    scripts: &[String],
    most: Duration,
    mut solve: impl FnMut(&str) -> Result<Answer, StartError>,
) -> Result<Pace> {
    let (begin, own) = (Instant::now(), own_time());
    let (mut answers, mut seconds, mut theirs) = (Vec::new(), Vec::new(), Duration::ZERO);
    for script in scripts.iter().take_while(|_| begin.elapsed() < most) {
        let start = Instant::now();
        let answer = solve(script)?;
        seconds.push(start.elapsed().as_secs_f64());
        theirs += answer.cpu.unwrap_or_default();
        answers.push(answer.verdict);
    }
    let own = own_time() - own;
    let own_share = 100.0 * own / (own + theirs.as_secs_f64());
    Ok(Pace { answers, seconds, own_share })
}

/// The seconds of processor time that this process has used, all its threads and no children.
pub(crate) fn own_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    #[expect(clippy::cast_precision_loss, reason = "microseconds are enough")]
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    seconds
}
