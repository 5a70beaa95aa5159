//! The evaluator against real solvers: for every operator, random terms without variables, of which
//! a solver must say that they are equal to what the evaluator says they are.
//!
//! What the standard leaves open is not asked. Where a solver departs from the standard, an
//! exception says why; one that is not needed fails the test. `ETUDE_AGREEMENT=10` asks ten times
//! as many terms.

mod exceptions;
mod generate;
mod session;
mod sorts;

use std::collections::BTreeSet;
use std::env;
use std::io::{self, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use etude_tests::etude;
use exceptions::{CVC5, Exception, Z3};
use generate::{operators, term};
use session::{Answer, Ask, Session};
use smtlib::{Command, Evaluator, Model, Op, Script};
use solvers::{InstallError, Installer, PINNED_CVC5, PINNED_Z3, Program, cache_dir};
use sorts::Chance;

/// Number of terms for each operator; `ETUDE_AGREEMENT=10` makes thousands of them.
const TERMS: usize = 1000;

/// Number of terms in one question, where a solver that agrees says `unsat` once.
const AT_ONCE: usize = 100;

/// Disagreements on one operator after which the next operator is taken.
const MOST_DISAGREEMENTS: usize = 20;

/// Terms of one operator that the solver does not know of after which the next operator is taken.
const MOST_UNDECIDED: usize = 200;

/// A term and what the evaluator says it is.
#[derive(Clone, Debug)]
struct Question {
    operator: &'static str,
    term: String,
    value: String,
}

/// Counts for one operator after all was asked.
#[derive(Default)]
struct Tally {
    agreed: usize,
    open: usize,
    undecided: usize,
    disagreed: Vec<(Question, Answer)>,
}

/// The questions that random terms of an operator make, and how many terms are open.
fn questions(op: Op, count: usize) -> (Vec<Question>, usize) {
    let operator = op.name().trim_end();
    let mut chance = Chance::of(op.name());
    let texts: BTreeSet<String> = (0..count).map(|_| term(&mut chance, op)).collect();
    let listed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let script = Script::parse(&format!("(get-value ({}))", listed.join("\n")));
    let script = script.unwrap_or_else(|error| panic!("{operator}: {error}"));
    let Some(Command::GetValue(terms)) = script.commands().last() else {
        unreachable!("the script is one command");
    };
    let mut evaluator = Evaluator::new(&script.terms);
    let mut questions = Vec::new();
    for (term, &asked) in texts.iter().zip(terms) {
        match evaluator.eval(&Model::default(), asked) {
            Ok(value) if value.is_unique() => questions.push(Question {
                operator,
                term: term.clone(),
                value: value.display(&script.terms).to_string(),
            }),
            _ => {}
        }
    }
    let open = texts.len() - questions.len();
    (questions, open)
}

/// Asks all questions at once; if the solver does not agree to all, each half.
fn settle(solver: &mut dyn Ask, questions: &[Question], tally: &mut Tally) {
    // Many conditions on strings at once are a harder question than each alone.
    let strings = questions.iter().any(|question| question.term.contains('"'));
    let at_once = if strings { 1 } else { AT_ONCE };
    let mut waiting: Vec<&[Question]> = questions.chunks(at_once).rev().collect();
    while let Some(part) = waiting.pop() {
        if tally.disagreed.len() >= MOST_DISAGREEMENTS || tally.undecided >= MOST_UNDECIDED {
            return;
        }
        let differ = part.iter().map(|it| format!("(not (= {} {}))", it.term, it.value));
        let script = match part {
            [_] => format!("(assert {})\n(check-sat)", differ.collect::<String>()),
            _ => format!("(assert (or {}))\n(check-sat)", differ.collect::<Vec<_>>().join("\n")),
        };
        match (solver.ask(&script), part) {
            (Answer::Unsat, _) => tally.agreed += part.len(),
            (Answer::Unknown, [_]) => tally.undecided += 1,
            (answer, [question]) => tally.disagreed.push((question.clone(), answer)),
            (_, _) => {
                let (left, right) = part.split_at(part.len() / 2);
                waiting.extend([right, left]);
            }
        }
    }
}

/// Returns what is wrong: disagreements that are no exceptions, and exceptions that are not needed.
fn complaints(tallies: &[(Op, Tally)], exceptions: &[Exception]) -> Vec<String> {
    let mut needed = vec![false; exceptions.len()];
    let mut complaints = Vec::new();
    for (op, tally) in tallies {
        let mut unexcused = 0;
        for (question, answer) in &tally.disagreed {
            match exceptions.iter().position(|exception| exception.excuses(question, answer)) {
                Some(at) => needed[at] = true,
                None if unexcused < 5 => {
                    unexcused += 1;
                    let Question { operator, term, value } = question;
                    complaints
                        .push(format!("{operator}: {answer:?}, asked\n  {term}\n  = {value}"));
                }
                None => unexcused += 1,
            }
        }
        if unexcused > 5 {
            complaints.push(format!("{}: and {} more", op.name(), unexcused - 5));
        }
        let undecided = |it: &Exception| it.said == "Unknown" && it.operator == op.name();
        if tally.agreed > 0 || !tally.disagreed.is_empty() {
        } else if let Some(at) = exceptions.iter().position(undecided) {
            needed[at] = true;
        } else {
            complaints.push(format!("{}: nothing was decided", op.name()));
        }
    }
    for (exception, needed) in exceptions.iter().zip(needed) {
        if !needed {
            complaints.push(format!(
                "{}: the exception ({}) is not needed",
                exception.operator, exception.reason
            ));
        }
    }
    complaints
}

/// Puts all operators to two processes of a solver.
fn check(name: &str, command: &[String], prelude: &'static str, exceptions: &[Exception]) {
    let times: usize = env::var("ETUDE_AGREEMENT").map_or(1, |n| n.parse().expect("a number"));
    let operators = operators();
    let next = AtomicUsize::new(0);
    let tallies: Mutex<Vec<(Op, Tally)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut session = Session::new(command.to_vec(), prelude);
                while let Some(&op) = operators.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (questions, open) = questions(op, TERMS * times);
                    let mut tally = Tally { open, ..Tally::default() };
                    settle(&mut session, &questions, &mut tally);
                    tallies.lock().expect("no thread panicked").push((op, tally));
                }
            });
        }
    });
    let mut tallies = tallies.into_inner().expect("no thread panicked");
    tallies.sort_by_key(|(op, _)| *op);
    if env::var_os("ETUDE_AGREEMENT").is_some() {
        report(name, &tallies);
    }
    let complaints = complaints(&tallies, exceptions);
    assert!(complaints.is_empty(), "{name}\n{}", complaints.join("\n"));
}

/// Prints how many terms of each operator were agreed on, open and not agreed on.
fn report(name: &str, tallies: &[(Op, Tally)]) {
    let mut out = io::stderr().lock();
    let mut line = |name: &str, counts: [usize; 4]| {
        let [agreed, open, undecided, disagreed] = counts;
        writeln!(
            out,
            "{name:<20} {agreed:>8} agreed {open:>7} open {undecided:>5} undecided {disagreed:>3} disagreed"
        )
        .expect("stderr can be written");
    };
    let mut sum = [0; 4];
    for (op, tally) in tallies {
        let counts = [tally.agreed, tally.open, tally.undecided, tally.disagreed.len()];
        line(op.name(), counts);
        sum = std::array::from_fn(|at| sum[at] + counts[at]);
    }
    line(name, sum);
}

#[test]
fn z3_agrees_on_what_terms_are() {
    let Some(z3) = installed("z3", |installer| installer.z3(&PINNED_Z3)) else { return };
    check("z3", &[z3, vec!["-in".to_owned()]].concat(), "(set-option :rlimit 300000)", Z3);
}

#[test]
fn cvc5_agrees_on_what_terms_are() {
    let Some(cvc5) = installed("cvc5", |installer| installer.cvc5(&PINNED_CVC5)) else { return };
    let options =
        ["--interactive", "-q", "--incremental", "--strings-exp", "--fp-exp"].map(str::to_owned);
    let command = [cvc5, options.to_vec()].concat();
    check("cvc5", &command, "(set-option :rlimit-per 20000)\n(set-logic ALL)", CVC5);
}

/// The words that start a solver; `None` if it is not there and may not be fetched.
fn installed(
    name: &str,
    install: impl Fn(&Installer) -> Result<Program, InstallError>,
) -> Option<Vec<String>> {
    let cache = cache_dir().unwrap_or_else(|error| panic!("{error}"));
    match install(&Installer::new(cache).with_host(etude())) {
        Ok(program) => Some(
            program
                .command
                .words()
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
        ),
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            writeln!(io::stderr(), "{name} was not asked: {error}").expect("stderr can be written");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The tests above can fail: one wrong value among many is found, and exceptions are counted.
#[test]
fn a_wrong_value_is_found() {
    /// A solver that does not agree to what says `wrong`.
    struct Oracle;
    impl Ask for Oracle {
        fn ask(&mut self, script: &str) -> Answer {
            if script.contains("wrong") { Answer::Sat } else { Answer::Unsat }
        }
    }
    let question = |value: &str| Question {
        operator: "not",
        term: "(not true)".to_owned(),
        value: value.to_owned(),
    };
    let mut all = vec![question("false"); 5 * AT_ONCE / 2];
    all[AT_ONCE + 7] = question("wrong");
    let mut tally = Tally::default();
    settle(&mut Oracle, &all, &mut tally);
    assert_eq!(tally.agreed, all.len() - 1);
    let tallies = [(Op::Not, tally)];
    let exception = |operator| Exception { operator, said: "Sat", when: |_| true, reason: "" };
    let check = |exceptions: &[Exception], expected: &[&str]| {
        let found = complaints(&tallies, exceptions);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    };
    check(&[], &["not: Sat, asked\n  (not true)\n  = wrong"]);
    check(&[exception("not")], &[]);
    check(&[exception("not"), exception("and")], &["and: the exception () is not needed"]);
}
