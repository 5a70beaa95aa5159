//! `etude solvers doctor`: which theories each solver can read and answer.
//!
//! For every production of a theory the smallest formula that uses it is put to the solver, so
//! that no operator is missed, and a formula that is refused shows the operator at fault.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{BufWriter, Write};
use std::iter;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use anyhow::Result;
use feat_runtime::Layout;
use generated::{THEORIES, Theory};
use serde_json::{Value, json};
use solvers::{
    Care, Entry, Family, Limits, OnPath, Session, Solver, StartError, Verdict, on_path, parse_list,
};

use crate::choice::{BrokenSolvers, installer, resolve};
use crate::cli::SolversDoctor;
use crate::cores::cores;
use crate::output::{say, stdout};

/// How long a solver gets for a formula; the smallest ones take milliseconds.
const TIME: Duration = Duration::from_secs(2);
/// After so many timeouts in a theory nothing more is learnt from its other formulas.
const PATIENCE: usize = 3;

pub(crate) fn run(arguments: &SolversDoctor) -> Result<()> {
    let patients = patients(&arguments.solvers)?;
    if patients.is_empty() {
        let advice = "to fetch one: etude solvers install z3";
        return Err(BrokenSolvers(vec![format!("no solver is installed: {advice}")]).into());
    }
    let reports: Vec<Report> = patients
        .into_iter()
        .map(|(name, solver)| {
            say(|| format!("examining {name} …"));
            Report::new(name, solver)
        })
        .collect();
    let mut out = BufWriter::new(stdout(arguments.json));
    if arguments.json {
        writeln!(out, "{}", reports.iter().map(Report::json).collect::<Value>())?;
    } else {
        write_table(&mut out, &reports)?;
    }
    out.flush()?;
    let broken: Vec<String> = reports.iter().filter_map(Report::trouble).collect();
    if broken.is_empty() { Ok(()) } else { Err(BrokenSolvers(broken).into()) }
}

/// Who is examined, by name: those that were asked for, else every release in the cache and
/// every program on the PATH.
fn patients(asked: &[String]) -> Result<Vec<(String, Result<Solver>)>> {
    let mut patients = Vec::new();
    for text in asked {
        for entry in parse_list(text)?.into_iter().map(Entry::new) {
            let solver = resolve(&entry.request).map(|solver| entry.describe(solver));
            let name = solver.as_ref().map_or_else(|_| entry.label(), |it| it.name.clone());
            patients.push((name, solver));
        }
    }
    if !asked.is_empty() {
        return Ok(patients);
    }
    let installer = installer()?.with_care(Care::Digests);
    for program in installer.installed() {
        let solver = Solver::of_program(&program);
        patients.push((solver.name.clone(), Ok(solver)));
    }
    for (name, release, problem) in installer.damaged() {
        patients.push((format!("{name}-{release}"), Err(problem.into())));
    }
    for OnPath { name, path, program } in on_path(&env::var_os("PATH").unwrap_or_default()) {
        let solver = program.map_or_else(
            // It does not say its version, and may answer all the same.
            |_| {
                let family = name.parse().unwrap_or(Family::Other);
                Solver::new(vec![path.clone().into()]).with_family(family)
            },
            |program| Solver::of_program(&program),
        );
        patients.push((path.display().to_string(), Ok(solver)));
    }
    Ok(patients)
}

/// What became of one solver.
struct Report {
    name: String,
    /// The solver and what it can do with each theory, if it could be found and started.
    outcome: Result<(Solver, Vec<Finding>)>,
}

/// Puts the formulas of every theory to a solver, as many theories at once as there are cores;
/// the findings stand in the order of the theories.
fn examine_all(solver: &Solver) -> Result<Vec<Finding>, StartError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let theories = numbers.map_while(|number| Some((number, THEORIES.get(number)?)));
        theories.map(|(number, theory)| (number, Finding::new(solver, theory))).collect::<Vec<_>>()
    };
    let mut findings = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores().get()).map(|_| scope.spawn(work)).collect();
        let findings = |worker: ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        workers.into_iter().flat_map(findings).collect::<Vec<_>>()
    });
    findings.sort_by_key(|(number, _)| *number);
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// What became of a theory's formulas.
struct Finding {
    theory: &'static str,
    /// How many formulas came to a verdict of each kind.
    kinds: BTreeMap<&'static str, usize>,
    /// Of each kind but the good ones, the first case: what was said, and of which formula.
    cases: BTreeMap<&'static str, (String, String)>,
}

/// The kinds of verdict that are no fault, and the others, the worst first.
const GOOD: [&str; 3] = ["sat", "unsat", "unknown"];
const BAD: [&str; 6] = ["crash", "invalid-model", "flawed", "out-of-memory", "rejected", "timeout"];

impl Report {
    fn new(name: String, solver: Result<Solver>) -> Self {
        let outcome = solver.and_then(|solver| {
            let findings = examine_all(&solver)?;
            Ok((solver, findings))
        });
        Self { name, outcome }
    }

    /// Why the solver counts as missing or broken, if it does: it answers nothing of Core.
    fn trouble(&self) -> Option<String> {
        match &self.outcome {
            Err(error) => Some(format!("{}: {error:#}", self.name)),
            Ok((_, findings)) => {
                let core = findings.iter().find(|finding| finding.theory == "Core")?;
                if core.number("sat") + core.number("unsat") > 0 {
                    return None;
                }
                let reason = core.notes().into_iter().next().unwrap_or_default();
                Some(format!("{} is broken: it answers no formula of Core: {reason}", self.name))
            }
        }
    }

    fn cells(&self) -> Vec<String> {
        let name = [self.name.clone()];
        match &self.outcome {
            Ok((_, findings)) => {
                name.into_iter().chain(findings.iter().map(Finding::cell)).collect()
            }
            Err(_) => name.into_iter().chain(THEORIES.iter().map(|_| "-".to_owned())).collect(),
        }
    }

    fn json(&self) -> Value {
        match &self.outcome {
            Ok((solver, findings)) => json!({
                "solver": self.name,
                "version": solver.version.map(|version| version.to_string()),
                "command": solver.command_line(),
                "trouble": self.trouble(),
                "theories": findings.iter().map(Finding::json).collect::<Value>(),
            }),
            Err(_) => json!({ "solver": self.name, "trouble": self.trouble(), "theories": [] }),
        }
    }
}

impl Finding {
    fn new(solver: &Solver, theory: &Theory) -> Result<Self, StartError> {
        let mut session = Session::new(solver.clone(), Limits::of_time(TIME));
        let (mut kinds, mut cases) = (BTreeMap::new(), BTreeMap::new());
        for formula in formulas(theory) {
            let verdict = session.solve(&formula)?.verdict;
            let kind = verdict.kind();
            *kinds.entry(kind).or_default() += 1;
            if !GOOD.contains(&kind) {
                cases.entry(kind).or_insert_with(|| (verdict.detail(), formula));
            }
            if verdict == Verdict::Timeout && kinds[kind] >= PATIENCE {
                break;
            }
        }
        Ok(Self { theory: theory.name(), kinds, cases })
    }

    fn number(&self, kind: &str) -> usize {
        self.kinds.get(kind).copied().unwrap_or(0)
    }

    fn asked(&self) -> usize {
        self.kinds.values().sum()
    }

    /// The kinds of verdict that are faults and did occur, the worst first.
    fn faults(&self) -> impl Iterator<Item = &'static str> {
        BAD.into_iter().filter(|kind| self.number(kind) > 0)
    }

    /// `ok`, or the worst fault and how many formulas have it, unless all do.
    fn cell(&self) -> String {
        let Some(kind) = self.faults().next() else { return "ok".to_owned() };
        let number = self.number(kind);
        if number == self.asked() {
            kind.to_owned()
        } else {
            format!("{number}/{} {kind}", self.asked())
        }
    }

    /// A sentence for each kind of fault.
    fn notes(&self) -> Vec<String> {
        let note = |kind| {
            let (detail, formula) = &self.cases[kind];
            let detail = detail.lines().next().unwrap_or_default();
            let colon = if detail.is_empty() { "" } else { ": " };
            let asserted = formula.lines().find(|line| line.starts_with("(assert"));
            let formula = clip(asserted.unwrap_or(formula));
            let number = self.number(kind);
            format!("{number} of {} {kind}{colon}{detail}, as for {formula}", self.asked())
        };
        self.faults().map(note).collect()
    }

    fn json(&self) -> Value {
        let case = |(kind, (detail, formula)): (&&str, &(String, String))| json!({ "verdict": kind, "detail": detail, "formula": formula });
        json!({
            "theory": self.theory,
            "verdicts": self.kinds,
            "cases": self.cases.iter().map(case).collect::<Value>(),
        })
    }
}

/// The start of a text, on one line.
fn clip(text: &str) -> String {
    const WIDTH: usize = 80;
    let mut start: String = text.chars().take(WIDTH).collect::<String>().replace('\n', " ");
    if text.chars().nth(WIDTH).is_some() {
        start.push('…');
    }
    start
}

/// The smallest formula for each production of a theory, each formula once.
fn formulas(theory: &Theory) -> BTreeSet<String> {
    let rtg = theory.space().rtg();
    rtg.productions().map(|id| rtg.render(&rtg.least_with(id), Layout::Smtlib)).collect()
}

/// A row a solver and a column a theory, and below it what is wrong.
fn write_table(out: &mut impl Write, reports: &[Report]) -> Result<()> {
    let header = ["solver"].into_iter().chain(THEORIES.iter().map(Theory::name));
    let header: Vec<String> = header.map(str::to_owned).collect();
    let table: Vec<Vec<String>> =
        [header].into_iter().chain(reports.iter().map(Report::cells)).collect();
    let columns = table[0].len();
    let widths: Vec<usize> = (0..columns)
        .map(|column| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    for row in &table {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    for Report { name, outcome } in reports {
        let Ok((_, findings)) = outcome else { continue };
        for finding in findings {
            for note in finding.notes() {
                writeln!(out, "{name}, {}: {note}", finding.theory)?;
            }
        }
    }
    Ok(())
}
