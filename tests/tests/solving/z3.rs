//! For every production of every theory, the smallest formula that uses it, put to a real z3,
//! which must accept it: whatever the answer, there is no `(error`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;

use feat_runtime::Layout;
use generated::{THEORIES, Theory};
use rayon::prelude::*;
use solvers::{InstallError, Installer, PINNED_Z3, cache_dir};

/// A formula that z3 need not accept.
#[derive(Debug)]
struct Exception {
    theory: &'static str,
    /// The rule and the constructor: `bool_term Not`.
    production: &'static str,
    reason: &'static str,
}

/// Formulas that z3 does not accept though the standard does. One that is not needed fails the
/// test.
const EXCEPTIONS: &[Exception] = &[];

/// A formula and what to call it.
struct Question {
    theory: &'static str,
    production: String,
    formula: String,
}

/// The smallest formula for each production of a theory.
fn questions(theory: &Theory) -> Vec<Question> {
    let rtg = theory.space().rtg();
    let question = |id| {
        let production = rtg.production(id);
        let rule = rtg.nonterminal(production.nonterminal()).name();
        Question {
            theory: theory.name(),
            production: format!("{rule} {}", production.constructor()),
            formula: rtg.render(&rtg.least_with(id), Layout::Smtlib),
        }
    };
    rtg.productions().map(question).collect()
}

/// Asks z3 about each formula, many in one process: starting one for each takes far longer than all
/// answers together. Where a process dies (z3 5.4.0 does at the second `match` after a `(reset)`),
/// another one goes on with the formula that it did not answer.
fn ask(z3: &Path, questions: &[Question]) -> Vec<String> {
    let mut answers: Vec<String> = Vec::new();
    while answers.len() < questions.len() {
        let rest = ask_one_process(z3, &questions[answers.len()..]);
        let answered = rest.iter().position(String::is_empty).unwrap_or(rest.len());
        // One that a fresh process does not answer keeps its empty answer.
        answers.extend(rest.into_iter().take(answered.max(1)));
    }
    answers
}

fn ask_one_process(z3: &Path, questions: &[Question]) -> Vec<String> {
    let mut script = String::new();
    for (number, question) in questions.iter().enumerate() {
        // A second is plenty, and a formula that needs longer must not keep the others waiting.
        writeln!(script, "(reset)\n(set-option :timeout 1000)\n(echo \"formula {number}\")")
            .expect("a string takes everything");
        writeln!(script, "{}", question.formula).expect("a string takes everything");
    }
    let file = tempfile::NamedTempFile::with_suffix(".smt2").expect("a temporary file");
    fs::write(file.path(), script).expect("a temporary file can be written");
    let output = Command::new(z3).arg("-T:120").arg(file.path()).output().expect("z3 starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    answers(&said, questions.len())
}

/// Returns the answer after each `formula N`; after one that z3 never came to, nothing.
fn answers(said: &str, number: usize) -> Vec<String> {
    let mut answers: BTreeMap<usize, String> = BTreeMap::new();
    let mut current = None;
    for line in said.lines() {
        match line.strip_prefix("formula ").and_then(|number| number.parse().ok()) {
            Some(number) => current = Some(number),
            None => answers.entry(current.unwrap_or(0)).or_default().extend([line, "\n"]),
        }
    }
    (0..number).map(|number| answers.remove(&number).unwrap_or_default()).collect()
}

/// Returns what is wrong with the answers: formulas that were not accepted and are no exceptions,
/// and exceptions that were accepted or that nobody asked.
fn complaints(questions: &[Question], answers: &[String], exceptions: &[Exception]) -> Vec<String> {
    let is_about = |exception: &Exception, question: &Question| {
        exception.theory == question.theory && exception.production == question.production
    };
    let mut complaints = Vec::new();
    for (question, answer) in questions.iter().zip(answers) {
        let Question { theory, production, formula } = question;
        // A script of several checks has an answer for each.
        let is_answer = |line: &str| matches!(line, "sat" | "unsat" | "unknown" | "timeout");
        let accepted = !answer.is_empty() && answer.lines().all(is_answer);
        match (accepted, exceptions.iter().find(|exception| is_about(exception, question))) {
            (false, None) => complaints.push(format!(
                "{theory}, {production}: z3 does not accept\n{formula}\nbut says\n{answer}"
            )),
            (true, Some(Exception { reason, .. })) => complaints.push(format!(
                "{theory}, {production}: z3 accepts it, so the exception ({reason}) can go"
            )),
            (true, None) | (false, Some(_)) => {}
        }
    }
    for exception in exceptions {
        if !questions.iter().any(|question| is_about(exception, question)) {
            complaints.push(format!("no production is meant by the exception {exception:?}"));
        }
    }
    complaints
}

/// The pinned z3; `None` if `ETUDE_OFFLINE` is set and it was never fetched.
fn z3() -> Option<solvers::Program> {
    let cache = cache_dir().unwrap_or_else(|error| panic!("{error}"));
    match Installer::new(cache).z3(&PINNED_Z3) {
        Ok(z3) => Some(z3),
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            writeln!(io::stderr(), "z3 was not asked: {error}").expect("stderr can be written");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn z3_accepts_the_smallest_formula_of_every_production() {
    let Some(z3) = z3() else { return };
    let asked: Vec<(Vec<Question>, Vec<String>)> = THEORIES
        .par_iter()
        .map(|theory| {
            let questions = questions(theory);
            let answers = ask(&z3.path, &questions);
            (questions, answers)
        })
        .collect();
    let (questions, answers): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
    let complaints = complaints(
        &questions.into_iter().flatten().collect::<Vec<_>>(),
        &answers.concat(),
        EXCEPTIONS,
    );
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The test above can fail: z3 really reads what it is given, and one bad formula among good
/// ones is found.
#[test]
fn a_formula_that_z3_rejects_is_found() {
    let Some(z3) = z3() else { return };
    let mut questions: Vec<Question> =
        questions(Theory::find("Core").expect("a theory")).into_iter().take(3).collect();
    questions[1].formula = "(declare-const a Bool)\n(assert (+ a 1))\n(check-sat)".to_owned();
    let answers = ask(&z3.path, &questions);
    let check = |exceptions: &[Exception], expected: &[&str]| {
        let found = complaints(&questions, &answers, exceptions);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    };
    let exception = |production| Exception { theory: "Core", production, reason: "no `+`" };
    check(
        &[],
        &["Core, bool_const False: z3 does not accept\n(declare-const a Bool)\n(assert (+ a"],
    );
    check(&[exception("bool_const False")], &[]);
    check(
        &[exception("bool_const False"), exception("bool_const True")],
        &["Core, bool_const True: z3 accepts it, so the exception (no `+`) can go"],
    );
    check(
        &[exception("bool_const False"), exception("bool_const C9")],
        &["no production is meant by the exception"],
    );
}
