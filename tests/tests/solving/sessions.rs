//! A session gives the verdicts that fresh processes give, by real solvers on the first formulas
//! of every theory, and on scripts that go wrong.
//!
//! The pinned releases get the first 100 formulas a theory; with `ETUDE_TEST_SOLVERS=all` they
//! get 2,000, and other releases, side by side, a few.
#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::print_stdout, reason = "counts for whoever asks by --nocapture")]

use std::collections::BTreeMap;
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use etude_tests::{etude, system_solver, system_solvers};
use feat_runtime::{Index, Layout};
use generated::{THEORIES, Theory};
use rayon::prelude::*;
use solvers::{
    Answer, Family, InstallError, Installer, Limits, Mode, PINNED_CVC5, PINNED_Z3, Package,
    Session, Solver, Verdict, Want, cache_dir,
};

/// A formula on which a session need not say what a fresh process says.
struct Exception {
    solver: &'static str,
    theory: &'static str,
    indices: Range<u64>,
    #[expect(dead_code, reason = "it is for whoever reads the list")]
    reason: &'static str,
}

/// Places where state is known to leak from one script into the next.
const EXCEPTIONS: &[Exception] = &[];

/// Of a hundred formulas of these theories, how many may go undecided: they are easy.
const EASY: [&str; 3] = ["Core", "Ints", "Arrays"];
const UNDECIDED: usize = 3;

/// Number of formulas that go through one session.
const STRETCH: u64 = 250;

/// Returns the time after which a formula is counted and not compared: with more formulas there is
/// less time for each.
fn patience() -> Duration {
    if is_all() { Duration::from_millis(300) } else { Duration::from_secs(3) }
}

fn is_all() -> bool {
    env::var_os("ETUDE_TEST_SOLVERS").is_some_and(|value| value == "all")
}

/// A solver that was or can be fetched; `None` if `ETUDE_OFFLINE` is set and it was not.
fn fetch(package: &Package) -> Option<Solver> {
    match Installer::new(cache_dir().unwrap()).with_host(etude()).install(package) {
        Ok(program) => Some(Solver::of_program(&program)),
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            writeln!(io::stderr(), "{package} was not asked: {error}").expect("it can be written");
            None
        }
        Err(error) => panic!("{package}: {error}"),
    }
}

fn pinned() -> Vec<Solver> {
    [Package::z3(PINNED_Z3), Package::cvc5(PINNED_CVC5)].iter().filter_map(fetch).collect()
}

/// Whether a verdict depends on how busy the machine is: such a one is counted, not compared.
fn is_undecided(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Timeout | Verdict::OutOfMemory => true,
        Verdict::Unknown(reason) => {
            ["timeout", "resource", "cancel", "memout"].iter().any(|word| reason.contains(word))
        }
        _ => false,
    }
}

/// Returns what is to be the same: the kind, the answer to each question, whether sat has a model.
/// Of a script that was refused, the kind alone: cvc5 ends there, while a session goes on.
fn essence(answer: &Answer) -> String {
    if let Verdict::Rejected(_) = answer.verdict {
        return answer.verdict.kind().to_owned();
    }
    let answers: Vec<String> = answer.checks.iter().map(|it| it.check.to_string()).collect();
    // What some print after `unknown` is nobody's model.
    let has_model = answer.verdict == Verdict::Sat && answer.model().is_some();
    let model = if has_model { " with a model" } else { "" };
    format!("{} ({}){model}", answer.verdict.kind(), answers.join(" "))
}

/// Differences of a session from fresh processes.
#[derive(Default)]
struct Tally {
    asked: usize,
    undecided: usize,
    differences: Vec<String>,
}

impl Tally {
    fn compare(&mut self, what: &str, fresh: &Answer, lived: &Answer) {
        self.asked += 1;
        // A process that died is asked again in a fresh one, whose verdict hides a leak.
        let in_session = lived.in_session.as_ref();
        let verdicts = [Some(&fresh.verdict), Some(&lived.verdict), in_session];
        if verdicts.into_iter().flatten().any(is_undecided) {
            self.undecided += 1;
            return;
        }
        let is_hidden = in_session.is_some_and(|verdict| verdict.kind() != fresh.verdict.kind());
        if essence(fresh) != essence(lived) || is_hidden {
            let hidden = in_session.map(|verdict| format!(" after {verdict}")).unwrap_or_default();
            self.differences.push(format!(
                "{what}: fresh {} ({}), in a session {} ({}){hidden}",
                essence(fresh),
                fresh.verdict,
                essence(lived),
                lived.verdict
            ));
        }
    }

    fn add(mut self, other: Self) -> Self {
        self.asked += other.asked;
        self.undecided += other.undecided;
        self.differences.extend(other.differences);
        self
    }
}

/// Puts the formulas at `indices` to one session, and each to a fresh process.
fn stretch(solver: &Solver, theory: &Theory, indices: Range<u64>) -> Tally {
    let limits = Limits::of_time(patience());
    let mut session = Session::new(solver.clone(), limits);
    let mut tally = Tally::default();
    for index in indices {
        let is_known = |exception: &Exception| {
            (exception.solver, exception.theory) == (solver.family.name(), theory.name())
                && exception.indices.contains(&index)
        };
        if EXCEPTIONS.iter().any(is_known) {
            continue;
        }
        let script = theory.space().text(&Index::from(index), Layout::Smtlib).unwrap();
        let fresh = solver.solve(&script, &limits).unwrap();
        let lived = session.solve(&script).unwrap();
        tally.compare(
            &format!("{}, {} {index}\n{script}\n", solver.name, theory.name()),
            &fresh,
            &lived,
        );
    }
    tally
}

/// The same for the first `count` formulas of all theories, or of those that
/// `ETUDE_TEST_THEORIES` names.
fn compare(solvers: &[Solver], count: u64) {
    let wanted = env::var("ETUDE_TEST_THEORIES").ok();
    let is_wanted = |theory: &&Theory| {
        wanted.as_ref().is_none_or(|names| names.split(',').any(|name| name == theory.name()))
    };
    let mut work = Vec::new();
    for theory in THEORIES.iter().filter(is_wanted) {
        for solver in solvers {
            let starts = (0..count).step_by(usize::try_from(STRETCH).unwrap());
            work.extend(starts.map(|start| (solver, theory, start..count.min(start + STRETCH))));
        }
    }
    let done: Vec<_> = work
        .into_par_iter()
        .map(|(solver, theory, indices)| {
            let tally = stretch(solver, theory, indices);
            ((theory.name(), solver.name.clone()), tally)
        })
        .collect();
    let mut tallies: BTreeMap<_, Tally> = BTreeMap::new();
    for (who, tally) in done {
        let sum = tallies.remove(&who).unwrap_or_default().add(tally);
        tallies.insert(who, sum);
    }
    let mut complaints = Vec::new();
    for ((theory, solver), tally) in tallies {
        let Tally { asked, undecided, differences } = tally;
        let counts = format!("{asked} asked, {undecided} undecided, {} differ", differences.len());
        println!("{theory}, {solver}: {counts}");
        complaints.extend(differences);
        if EASY.contains(&theory) && undecided * 100 > asked * UNDECIDED {
            complaints.push(format!("{theory} {solver}: {undecided} of {asked} are undecided"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_session_says_what_fresh_processes_say() {
    compare(&pinned(), if is_all() { 2_000 } else { 100 });
}

/// Old releases of z3 are asked by the name of their tactic, and answer no otherwise for it.
#[test]
fn an_old_z3_says_what_its_fresh_processes_say() {
    let names = ["z3@4.5.1", "z3@4.12.1"].map(|text| text.parse::<Package>().unwrap());
    let solvers: Vec<Solver> = names.iter().filter_map(fetch).collect();
    for solver in &solvers {
        assert_eq!(solver.session_mode(), Mode::DefaultTactic, "{}", solver.name);
        let mut session = Session::new(solver.clone(), Limits::of_time(Duration::from_secs(10)));
        // Behind `(push 1)` 4.5.1 refuses this.
        let script = "(declare-const a String)\
                      (assert (str.prefixof \"a\" (str.replace \"\" \"\" a)))(check-sat)";
        assert_eq!(session.solve(script).unwrap().verdict, Verdict::Sat, "{}", solver.name);
    }
    compare(&solvers, 20);
}

/// Releases side by side: old and new, programs and hosts, and what is on the `PATH`.
#[test]
fn sessions_of_other_releases_say_what_their_fresh_processes_say() {
    if !is_all() {
        return;
    }
    let names = ["z3@4.8.5", "z3@4.8.7", "z3@4.8.17", "z3@4.13.0", "z3", "cvc5@1.2.0", "cvc5"];
    let more = ["yices", "bitwuzla"];
    let packages = names.iter().chain(&more).map(|text| text.parse::<Package>().unwrap());
    let mut solvers: Vec<Solver> =
        packages.filter_map(|package: Package| fetch(&package)).collect();
    for family in [Family::Z3, Family::Cvc5, Family::Cvc4, Family::Boolector] {
        let found = system_solver(family);
        solvers.extend(found.map(|solver| solver.with_name(format!("{family} of the system"))));
    }
    compare(&solvers, 30);
}

/// The machine's own solvers, whatever they are: what they say of a script does not depend on what
/// they were asked before.
#[test]
fn sessions_of_the_system_say_what_fresh_processes_say() {
    let scripts = [
        "(declare-const a Bool)(assert a)(check-sat)",
        "(set-logic QF_BV)(declare-const a Bool)(assert a)(assert (not a))(check-sat)",
        "(set-logic QF_BV)(declare-const a (_ BitVec 4))(assert (bvult a #b0101))(check-sat)",
        "(set-logic QF_BV)(declare-const b (_ BitVec 4))(assert (distinct b b))(check-sat)",
        "(set-logic QF_BV)(assert undeclared)(check-sat)",
        "(set-logic QF_BV)(declare-const a Bool)(check-sat)(assert (and a (not a)))(check-sat)",
        "(set-logic QF_BV)(declare-const a Bool)",
    ];
    for solver in system_solvers() {
        let limits = Limits::of_time(Duration::from_secs(10));
        let mut session = Session::new(solver.clone(), limits);
        for script in scripts {
            let fresh = solver.solve(script, &limits).unwrap();
            let lived = session.solve(script).unwrap();
            assert_eq!(lived.verdict.kind(), fresh.verdict.kind(), "{}: {script}", solver.name);
        }
    }
}

/// `pkill -INT etude` is meant for the program, not for the hosts that bear its name.
#[test]
fn a_host_leaves_signals_to_its_supervisor() {
    let Some(cvc5) = fetch(&Package::cvc5(PINNED_CVC5)) else { return };
    let start = |mark: Option<&str>| {
        let mut command = Command::new(cvc5.command.program().unwrap());
        command
            .args(&cvc5.command.words()[1..])
            .args(["--interactive", "-q"])
            .env_remove("ETUDE_RUN");
        command.envs(mark.map(|mark| ("ETUDE_RUN", mark)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    };
    let answer_after = |mut host: Child, signal: &str| {
        let mut said = BufReader::new(host.stdout.take().unwrap()).lines();
        let mut ask = |question: &str| {
            writeln!(host.stdin.as_ref().unwrap(), "{question}").ok()?;
            said.next()?.ok()
        };
        assert!(ask("(echo \"ready\")").is_some_and(|said| said.contains("ready")));
        let id = host.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let answer = ask("(assert true)(check-sat)");
        host.kill().unwrap();
        host.wait().unwrap();
        answer
    };
    for signal in ["-INT", "-TERM", "-HUP"] {
        let supervised = answer_after(start(Some("somebody")), signal);
        assert_eq!(supervised.as_deref(), Some("sat"), "{signal}");
    }
    // By itself it ends as any program does.
    assert_eq!(answer_after(start(None), "-TERM"), None);
}

/// Scripts that go wrong in every way, each followed by one that must find nothing of it.
#[test]
fn what_goes_wrong_in_a_session_goes_wrong_as_in_a_fresh_process() {
    let cubes = "(set-logic QF_NIA)(declare-const a Int)(declare-const b Int)\
                 (declare-const c Int)(assert (= (+ (* a a a) (* b b b) (* c c c)) 33))(check-sat)";
    let deep = 200_000;
    let deep = format!(
        "(set-logic ALL)(declare-const a Bool)(assert {}a{})(check-sat)",
        "(not ".repeat(deep),
        ")".repeat(deep)
    );
    let unknown = "(set-logic UFLIA)(declare-fun f (Int) Int)(declare-const c Int)\
                   (assert (forall ((x Int)) (= (f (f x)) (+ x 1 (f c)))))(check-sat)";
    let sat = "(set-logic ALL)(declare-const a Int)(assert (> a 1))(check-sat)";
    let unsat = "(set-logic ALL)(declare-const a Bool)(assert (distinct a a))(check-sat)";
    let wrong_sort = "(set-logic ALL)(declare-const a Bool)(assert a)(assert (+ a))(check-sat)";
    let twice = "(set-logic ALL)(declare-const a Bool)(assert a)(check-sat)(check-sat)";
    // (script, the kinds that a fresh process may come to)
    let scripts: [(&str, &[&str]); 14] = [
        (sat, &["sat"]),
        (unsat, &["unsat"]),
        ("(set-logic ALL)(assert (f))(check-sat)", &["rejected"]),
        (sat, &["sat"]),
        (wrong_sort, &["rejected"]),
        (unsat, &["unsat"]),
        (twice, &["sat"]),
        (sat, &["sat"]),
        // cvc5 overflows its stack.
        (&deep, &["crash", "sat", "timeout"]),
        (unsat, &["unsat"]),
        (cubes, &["timeout", "unknown"]),
        (sat, &["sat"]),
        (unknown, &["unknown", "timeout"]),
        (unsat, &["unsat"]),
    ];
    let work: Vec<(Solver, Want)> = pinned()
        .into_iter()
        .flat_map(|solver| [Want::Verdict, Want::Model].map(|want| (solver.clone(), want)))
        .collect();
    work.into_par_iter().for_each(|(solver, want)| {
        let limits = Limits::of_time(Duration::from_secs(3));
        let mut session = Session::new(solver.clone(), limits).with_want(want);
        let mut tally = Tally::default();
        for (script, kinds) in scripts {
            let fresh = solver.solve_for(script, &limits, want).unwrap();
            let lived = session.solve(script).unwrap();
            let start: String = script.chars().take(100).collect();
            let who = format!("{}, {want:?}: {start}", solver.name);
            assert!(kinds.contains(&fresh.verdict.kind()), "{who}: {}", fresh.verdict);
            println!("{who}: {} and {}", essence(&fresh), essence(&lived));
            tally.compare(&who, &fresh, &lived);
        }
        assert!(tally.differences.is_empty(), "{}", tally.differences.join("\n"));
    });
}
