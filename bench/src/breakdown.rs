//! The time of a hunt, per theory and formula: the solvers' own work, and what lies around it.
//!
//! One thread takes each question through the rooms as a hunt does, with a watch at each door.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::solvers::{Limits, Session, Solver, Want};
use anyhow::Result;
use campaign::{
    Judge, Manner, Opponents, Order, ParsedFormula, PerSeat, Replies, Reply, Setting, Source,
    Subject, Way, source_of_grammar,
};

use crate::spaces::space;
use crate::table::Table;

/// Formulas of each theory that are asked, from the first on.
const FORMULAS: u64 = 300;
/// The rung of the usual ladder within which nearly all formulas are answered.
const LIMIT: Duration = Duration::from_millis(60);
/// The most that each part around the solvers may take, in hundredths of the whole.
const MOST: f64 = 10.0;

/// Seconds spent at each door.
#[derive(Clone, Copy, Default)]
struct Breakdown {
    whole: f64,
    /// The solvers' processor time.
    solving: f64,
    /// New processes, and what is said to a process before and after a script.
    starting: f64,
    printing: f64,
    parsing: f64,
    judging: f64,
    /// The solver had the script and used no processor.
    waiting: f64,
}

/// Prints a line per part for all theories together, and a line per theory.
pub(crate) fn run(table: &mut Table, solvers: &[Solver], theories: &[&str]) -> Result<()> {
    let mut all = Breakdown::default();
    for theory in theories {
        let source = source_of_grammar(*theory, space(theory)?, Order::exhaustive(), None);
        let parts = measure(solvers, &source)?;
        write(table, theory, &parts);
        all.add(&parts);
    }
    write(table, "all theories", &all);
    for (part, seconds) in all.around() {
        table.at_most(format!("{part}, of the whole"), 100.0 * seconds / all.whole, "%", MOST);
    }
    Ok(())
}

/// Writes milliseconds for each formula.
fn write(table: &mut Table, what: &str, parts: &Breakdown) {
    let own = ("solving", parts.solving);
    let count = f64::from(u32::try_from(FORMULAS).expect("a few hundred"));
    for (part, seconds) in [own].into_iter().chain(parts.around()) {
        let share = 100.0 * seconds / parts.whole;
        let what = format!("{what}, {part} ({share:.1} %)");
        table.figure(&what, 1e3 * seconds / count, "ms");
    }
}

impl Breakdown {
    /// The parts around the solvers' own work.
    fn around(&self) -> [(&'static str, f64); 5] {
        [
            ("starting", self.starting),
            ("printing", self.printing),
            ("parsing", self.parsing),
            ("judging", self.judging),
            ("waiting", self.waiting),
        ]
    }

    fn add(&mut self, other: &Self) {
        self.whole += other.whole;
        self.solving += other.solving;
        self.starting += other.starting;
        self.printing += other.printing;
        self.parsing += other.parsing;
        self.judging += other.judging;
        self.waiting += other.waiting;
    }
}

/// Returns what `work` gives, and adds the seconds that it took to `to`.
fn timed<T>(to: &mut f64, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let made = work();
    *to += begin.elapsed().as_secs_f64();
    made
}

fn measure(solvers: &[Solver], source: &Arc<dyn Source>) -> Result<Breakdown> {
    let mut parts = Breakdown::default();
    let (judge, limits) = (Judge::default(), Limits::of_time(LIMIT));
    let setting = |solver: &Solver| Setting::new(solver.clone(), limits, Manner::Session);
    let settings: PerSeat<Setting> = solvers.iter().map(setting).collect::<Result<_, _>>()?;
    let mut sessions =
        settings.map(|setting| Session::new(setting.solver.clone(), limits).with_want(Want::Model));
    let begin = Instant::now();
    let questions = timed(&mut parts.printing, || source.questions(0..FORMULAS));
    for question in questions {
        let known = question.known;
        let mut subject = timed(&mut parts.parsing, || Subject::new(&question.text, known));
        let mut said: PerSeat<Option<Reply>> = PerSeat::filled(settings.len(), None);
        for seat in settings.seats() {
            let dialect = settings[seat].dialect();
            let mut parsed = subject.parsed.as_mut().ok();
            let (mut asking, mut whole) = (0.0, 0.0);
            let answer = timed(&mut whole, || {
                sessions[seat].solve_asking(&question.text, &mut |answer| {
                    // What else to ask is found by reading the model.
                    let parsed = parsed.as_deref_mut();
                    let ask = |it: &mut ParsedFormula| it.questions(answer, dialect);
                    timed(&mut asking, || parsed.map_or_else(Vec::new, ask))
                })
            })?;
            let (time, cpu) = (answer.time.as_secs_f64(), answer.cpu.unwrap_or(answer.time));
            let cpu = cpu.as_secs_f64();
            parts.parsing += asking;
            parts.solving += cpu;
            parts.waiting += (time - cpu).max(0.0);
            parts.starting += (whole - asking - time.max(cpu)).max(0.0);
            let (answer, wall) = (Box::new(answer), limits.wall);
            said[seat] = Some(Reply::Given { answer, way: Way::Session, wall });
        }
        let replies = Replies { settings: &settings, opponents: &Opponents::All, said: &said };
        timed(&mut parts.judging, || judge.judge_subject(&mut subject, replies));
    }
    parts.whole = begin.elapsed().as_secs_f64();
    Ok(parts)
}
