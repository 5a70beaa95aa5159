//! The first formulas of every theory, put to real solvers; each model is evaluated.
//!
//! Under a model of a right solver every formula is true. What is anything else is in
//! `tests/models/exceptions.txt`, a line each: the solver, the theory, how the outcome begins, and
//! after a `#` why. A line that nothing needs fails the test.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use feat_runtime::{Index, Layout};
use generated::{THEORIES, Theory};
use rayon::prelude::*;
use smtlib::{Dialect, Evaluator, Model, Script, Value};
use solvers::{InstallError, Installer, PINNED_Z3, cache_dir};

/// So many formulas of each theory.
const FORMULAS: usize = 2000;

/// So many in one process, for a process that dies takes the rest with it.
const BATCH: usize = 250;

/// A program that reads scripts.
struct Solver {
    name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
    /// The commands before each formula, which make it the first one.
    fresh: &'static str,
}

/// What a solver said of a formula.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    /// With its model, as it was printed.
    Sat(String),
    Unsat,
    /// Unknown, out of time, or never asked because the process had died.
    None,
    /// An error, or something else that is no answer.
    Strange(String),
}

/// What a solver says of each formula, in one process.
fn ask(solver: &Solver, formulas: &[String]) -> Vec<Answer> {
    let mut script = String::new();
    for (number, formula) in formulas.iter().enumerate() {
        let fresh = solver.fresh;
        writeln!(script, "{fresh}\n(echo \"formula {number}\")\n{formula}\n(get-model)")
            .expect("a string takes everything");
    }
    let file = tempfile::NamedTempFile::with_suffix(".smt2").expect("a temporary file");
    fs::write(file.path(), script).expect("a temporary file can be written");
    let output = Command::new(&solver.program)
        .args(solver.arguments)
        .arg(file.path())
        .output()
        .expect("the solver starts");
    answers(&String::from_utf8_lossy(&output.stdout), formulas.len())
}

/// What was said after each `formula N`.
fn answers(said: &str, number: usize) -> Vec<Answer> {
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    let mut current = None;
    for line in said.lines() {
        let word = line.trim_matches('"');
        match word.strip_prefix("formula ").and_then(|number| number.parse().ok()) {
            Some(number) => current = Some(number),
            None => texts.entry(current.unwrap_or(0)).or_default().extend([line, "\n"]),
        }
    }
    (0..number).map(|number| answer(&texts.remove(&number).unwrap_or_default())).collect()
}

fn answer(text: &str) -> Answer {
    match text.split_once('\n').unwrap_or((text, "")) {
        ("sat", model) => Answer::Sat(model.to_owned()),
        // After these, `get-model` is an error.
        ("unsat", _) => Answer::Unsat,
        ("" | "unknown" | "timeout", _) => Answer::None,
        _ => Answer::Strange(text.to_owned()),
    }
}

/// What a formula is under a model: `true`, `false`, `open: …`, `error: …`.
fn judge(formula: &str, model: &str) -> String {
    let mut script = match Script::parse(formula) {
        Ok(script) => script,
        Err(error) => return format!("script: {error}"),
    };
    let mut model = match Model::parse(&mut script, model, Dialect::Standard) {
        Ok(model) => model,
        Err(error) => return format!("error: {error}"),
    };
    let query = script.queries().swap_remove(0);
    model.complete(&script.terms, &query.functions);
    let mut evaluator = Evaluator::new(&script.terms);
    let mut open = None;
    for assertion in query.assertions {
        match evaluator.eval(&model, assertion) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return "false".to_owned(),
            Err(why) => open = open.or(Some(why)),
        }
    }
    open.map_or("true".to_owned(), |why| format!("open: {}", why.0.display(&script.terms)))
}

/// The first formulas of a theory.
fn formulas(theory: &Theory) -> Vec<String> {
    let mut stream = theory.space().stream(&Index::from(0_u64), Layout::Smtlib);
    let mut formulas = Vec::with_capacity(FORMULAS);
    while formulas.len() < FORMULAS {
        let Some(text) = stream.next_text() else { break };
        formulas.push(text.to_owned());
    }
    formulas
}

/// A formula, and the outcome that is not `true`.
struct Finding {
    solver: &'static str,
    theory: &'static str,
    index: usize,
    outcome: String,
    evidence: String,
}

/// An outcome that need not be `true`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Exception {
    solver: String,
    theory: String,
    outcome: String,
}

impl Exception {
    fn covers(&self, finding: &Finding) -> bool {
        self.solver == finding.solver
            && self.theory == finding.theory
            && finding.outcome.starts_with(&self.outcome)
    }
}

fn exceptions(text: &str) -> Vec<Exception> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (line, _) = line.split_once(" # ").unwrap_or_else(|| panic!("no reason: {line}"));
            let mut words = line.trim().splitn(3, ' ').map(str::to_owned);
            let mut next = || words.next().unwrap_or_else(|| panic!("three parts: {line}"));
            Exception { solver: next(), theory: next(), outcome: next() }
        })
        .collect()
}

/// What is wrong: findings that are no exceptions, and exceptions that nothing needs.
fn complaints(findings: &[Finding], exceptions: &[Exception]) -> Vec<String> {
    let excused = |finding: &&Finding| exceptions.iter().any(|exception| exception.covers(finding));
    let mut complaints: Vec<String> = findings
        .iter()
        .filter(|finding| !excused(finding))
        .map(|finding| {
            let Finding { solver, theory, index, outcome, evidence } = finding;
            format!("{solver}, {theory} {index}: {outcome}\n{evidence}")
        })
        .collect();
    let needless = exceptions
        .iter()
        .filter(|exception| !findings.iter().any(|finding| exception.covers(finding)));
    complaints.extend(needless.map(|exception| format!("nothing needs {exception:?}")));
    complaints
}

/// Puts the formulas to a solver; the findings, and how often there was which outcome.
fn findings(solver: &Solver, theory: &Theory) -> (Vec<Finding>, BTreeMap<&'static str, usize>) {
    let formulas = formulas(theory);
    let answers: Vec<Answer> =
        formulas.par_chunks(BATCH).flat_map(|batch| ask(solver, batch)).collect();
    let mut findings = Vec::new();
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (index, (formula, answer)) in formulas.iter().zip(answers).enumerate() {
        let (outcome, said) = match answer {
            Answer::Sat(model) => (judge(formula, &model), model),
            Answer::Unsat => {
                *counts.entry("unsat").or_default() += 1;
                continue;
            }
            Answer::None => {
                *counts.entry("none").or_default() += 1;
                continue;
            }
            Answer::Strange(said) => ("strange".to_owned(), said),
        };
        let kind = ["true", "false", "open", "error", "script", "strange"];
        let kind = kind.into_iter().find(|kind| outcome.starts_with(kind)).expect("one of these");
        *counts.entry(kind).or_default() += 1;
        if kind != "true" {
            let evidence = format!("{formula}\n{said}");
            let (solver, theory) = (solver.name, theory.name());
            findings.push(Finding { solver, theory, index, outcome, evidence });
        }
    }
    (findings, counts)
}

/// The solvers that can be had; without network and cache, none.
fn installed() -> Vec<Solver> {
    let cache = cache_dir().unwrap_or_else(|error| panic!("{error}"));
    match Installer::new(cache).z3(&PINNED_Z3) {
        Ok(z3) => vec![Solver {
            name: "z3",
            program: z3.path,
            arguments: &["-T:170"],
            fresh: "(reset)\n(set-option :timeout 200)",
        }],
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            writeln!(io::stderr(), "z3 was not asked: {error}").expect("stderr can be written");
            Vec::new()
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn models_of_the_first_formulas_are_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/exceptions.txt");
    let exceptions = exceptions(&fs::read_to_string(file).expect("the exceptions are there"));
    let mut all = Vec::new();
    let mut summary = String::new();
    let solvers = installed();
    for solver in &solvers {
        for theory in THEORIES {
            let (findings, counts) = findings(solver, theory);
            writeln!(summary, "{} {}: {counts:?}", solver.name, theory.name()).expect("a string");
            all.extend(findings);
            assert!(counts.contains_key("true"), "no model was true\n{summary}");
        }
    }
    let asked =
        |exception: &Exception| solvers.iter().any(|solver| solver.name == exception.solver);
    let exceptions: Vec<Exception> = exceptions.into_iter().filter(asked).collect();
    let complaints = complaints(&all, &exceptions);
    println!("{summary}");
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// The test above can fail: wrong models are noticed, and exceptions are needed.
#[test]
fn a_wrong_model_is_found() {
    let formula = "(declare-const a Int)\n(assert (= a 2))\n(check-sat)";
    assert_eq!(judge(formula, "((define-fun a () Int 2))"), "true");
    assert_eq!(judge(formula, "((define-fun a () Int 3))"), "false");
    let said =
        "formula 0\nsat\n(\n)\nformula 1\nunsat\n(error \"no model\")\nformula 3\nnonsense\n";
    let expected = [
        Answer::Sat("(\n)\n".to_owned()),
        Answer::Unsat,
        Answer::None,
        Answer::Strange("nonsense\n".to_owned()),
    ];
    assert_eq!(answers(said, 4), expected);
    let finding = |outcome: &str| {
        let (outcome, evidence) = (outcome.to_owned(), String::new());
        [Finding { solver: "z3", theory: "Ints", index: 7, outcome, evidence }]
    };
    let open = exceptions("# a comment\nz3 Ints open: the standard # division by zero\n");
    assert_eq!(complaints(&finding("open: the standard leaves"), &open), [""; 0]);
    assert_eq!(complaints(&finding("false"), &[]), ["z3, Ints 7: false\n"]);
    assert_eq!(complaints(&finding("false"), &open).len(), 2);
}
