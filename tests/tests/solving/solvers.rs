//! Real solvers, fetched by name and run: those that are programs, and those that `etude host`
//! turns into programs.
//!
//! The pinned releases are always tried; with `ETUDE_TEST_SOLVERS=all` so are all others that
//! are known to work. Uses the ordinary cache, so that only a machine's first run downloads.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use etude_tests::{etude, etude_command, system_solver};
use serde_json::Value;
use solvers::{
    Family, InstallError, Installer, PINNED_CVC5, PINNED_Z3, Package, Program, cache_dir,
};

/// The releases that are tried on demand: the first, the last and the odd ones of each kind.
const ALL: &[&str] = &[
    "z3@4.5.1",
    "z3@4.8.0",
    "z3@4.8.5",
    "z3@4.8.7",
    "z3@4.8.17",
    "z3@4.13.0",
    "z3@4.16.0",
    "z3",
    "cvc5@1.0.9",
    "cvc5@1.1.2",
    "cvc5@1.2.0",
    "cvc5@1.3.0",
    "cvc5@1.4.0",
    "cvc5",
    "yices",
    "bitwuzla",
];

/// Those that no package has, but some systems: tried where they are on the `PATH`.
const OF_THE_SYSTEM: &[Family] = &[Family::Cvc4, Family::Boolector];

fn is_all() -> bool {
    env::var_os("ETUDE_TEST_SOLVERS").is_some_and(|value| value == "all")
}

/// The solvers to try; none of those that are not in the cache if `ETUDE_OFFLINE` is set.
fn programs() -> Vec<Program> {
    let mut packages = vec![Package::z3(PINNED_Z3), Package::cvc5(PINNED_CVC5)];
    if is_all() {
        packages.extend(ALL.iter().map(|text| text.parse::<Package>().unwrap()));
    }
    packages.iter().filter_map(fetch).collect()
}

fn fetch(package: &Package) -> Option<Program> {
    match Installer::new(cache_dir().unwrap()).with_host(etude()).install(package) {
        Ok(program) => Some(program),
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            writeln!(io::stderr(), "{package} was not asked: {error}").expect("it can be written");
            None
        }
        Err(error) => panic!("{package}: {error}"),
    }
}

fn cvc5() -> Option<Program> {
    fetch(&Package::cvc5(PINNED_CVC5))
}

/// Runs a solver on a script in a file, and returns what it prints and how it ends.
fn run(program: &Program, arguments: &[&str], script: &str) -> Output {
    let file = tempfile::NamedTempFile::with_suffix(".smt2").unwrap();
    fs::write(file.path(), script).unwrap();
    program.command().args(arguments).arg(file.path()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A solver that waits for commands.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn new(program: &Program, arguments: &[&str]) -> Self {
        let mut child = program
            .command()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    /// Sends commands, without a line's end, and reads a line.
    fn ask(&mut self, commands: &str) -> String {
        self.input.write_all(commands.as_bytes()).unwrap();
        self.input.flush().unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Returns the memory that it holds, in kB.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_solver_answers_a_script() {
    let script = "(set-option :produce-models true)\n(set-logic QF_BV)\n\
                  (declare-const a (_ BitVec 4))\n(assert (= a #b0101))\n(check-sat)\n(get-model)\n";
    for program in programs() {
        let output = run(&program, &[], script);
        let said = stdout(&output);
        let who = format!("{}@{}: {output:?}", program.name, program.release);
        assert!(said.starts_with("sat\n"), "{who}");
        assert!(said.contains("#b0101") || said.contains("#x5"), "{who}");
        assert!(!said.contains("error"), "{who}");
        assert!(output.status.success(), "{who}");
    }
}

/// Five releases of z3, two of cvc5 and what else there is, in one call, each by its own name.
#[test]
fn releases_answer_side_by_side() {
    let mut names = vec![format!("z3@{PINNED_Z3}"), format!("cvc5@{PINNED_CVC5}")];
    if is_all() {
        let more = ["z3@4.8.5", "z3@4.8.7", "z3@4.8.17", "z3@4.13.0", "cvc5@1.2.0", "yices@newest"];
        names.extend(more.map(str::to_owned));
        for family in OF_THE_SYSTEM {
            names.extend(
                system_solver(*family)
                    .map(|it| it.command.program().unwrap().display().to_string()),
            );
        }
    }
    let packages = names.iter().filter_map(|name| name.parse::<Package>().ok());
    if packages.filter_map(|package| fetch(&package)).count() < 2 {
        return;
    }
    for (constraint, verdict) in [("(bvult a #b0101)", "sat"), ("(bvult a #b0000)", "unsat")] {
        let script = format!(
            "(set-logic QF_BV)\n(declare-const a (_ BitVec 4))\n(assert {constraint})\n(check-sat)\n"
        );
        let file = tempfile::NamedTempFile::with_suffix(".smt2").unwrap();
        fs::write(file.path(), script).unwrap();
        let mut solve = etude_command();
        solve.arg("solve").arg(file.path()).args(["--json", "--timeout", "30s"]);
        solve.args(names.iter().flat_map(|name| ["--solver", name]));
        let output = solve.output().unwrap();
        let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
        let verdicts: Vec<&str> =
            rows.as_array().unwrap().iter().map(|row| row["verdict"].as_str().unwrap()).collect();
        assert_eq!(verdicts, vec![verdict; names.len()], "{names:?}: {output:?}");
    }
}

/// Every solver answers at once, and `(reset)` makes it forget everything: that keeps a session
/// alive.
#[test]
fn every_solver_answers_at_once_and_again_after_a_reset() {
    for program in programs() {
        let words: &[&str] = match program.name.as_str() {
            "z3" => &["-in"],
            "yices" => &["--incremental"],
            _ => &[],
        };
        let mut session = Session::new(&program, words);
        let who = format!("{}@{}", program.name, program.release);
        for round in 0..3 {
            let sat = "(set-logic QF_BV)(declare-const a Bool)(assert a)(check-sat)\n";
            assert_eq!(session.ask(sat), "sat", "{who}, round {round}");
            let unsat = "(reset)(set-logic QF_BV)(declare-const a (_ BitVec 2))\
                         (assert (distinct a a))(check-sat)\n";
            assert_eq!(session.ask(unsat), "unsat", "{who}, round {round}");
            session.input.write_all(b"(reset)\n").unwrap();
        }
    }
}

#[test]
fn hosted_cvc5_prints_what_its_program_prints() {
    let Some(cvc5) = cvc5() else { return };
    // (options, script, what is printed, exit code)
    for (options, script, expected, code) in [
        ("", "", "", 0),
        ("", "(echo \"a\"\"b\")(exit)(check-sat)", "\"a\"\"b\"\n", 0),
        ("-q", "(check-sat)(get-info :name)", "sat\n(:name \"cvc5\")\n", 0),
        (
            "-q --produce-models",
            "(declare-const a Int)(assert (= a 7))(check-sat)(get-value (a))",
            "sat\n((a 7))\n",
            0,
        ),
        // A question that cannot be answered is not the end.
        (
            "-q",
            "(check-sat)(get-model)(echo \"on\")",
            "sat\n(error \"cannot get model unless model generation is enabled (try \
             --produce-models)\")\n\"on\"\n",
            0,
        ),
        // Any other error is.
        (
            "-q",
            "(check-sat)(check-sat)(echo \"on\")",
            "sat\n(error \"cannot make multiple queries unless incremental solving is enabled \
             (try --incremental)\")\n",
            1,
        ),
        ("-q --incremental", "(push 1)(check-sat)(pop 1)(check-sat)", "sat\nsat\n", 0),
        (
            "--interactive -q",
            "(assert (f))(declare-const a Bool)(assert a)(check-sat)",
            "(error \"Parse Error: FILE:1.1: Symbol 'f' not declared as a variable\")\nsat\n",
            1,
        ),
        (
            "",
            "(set-logic ALL)\n (assert (f))(echo \"on\")",
            "(error \"Parse Error: FILE:2.2: Symbol 'f' not declared as a variable\")\n",
            1,
        ),
        (
            "",
            "(echo \"on\")\n)",
            "\"on\"\n(error \"Parse Error: FILE:2.1: Expected EOF_TOK or \
            LPAREN_TOK, got `)` (RPAREN_TOK).\")\n",
            1,
        ),
        // Not `unknown (INCOMPLETE)`.
        (
            "-q --tlimit-per=200",
            "(declare-const a Int)(declare-const b Int)(declare-const c Int)\
             (assert (= (+ (* a a a) (* b b b) (* c c c)) 33))(check-sat)",
            "unknown\n",
            0,
        ),
        ("--print-success", "(set-logic ALL)(reset)(echo \"on\")", "success\nsuccess\n\"on\"\n", 0),
    ] {
        let file = tempfile::NamedTempFile::with_suffix(".smt2").unwrap();
        fs::write(file.path(), script).unwrap();
        let options = options.split_whitespace();
        let output = cvc5.command().args(options).arg(file.path()).output().unwrap();
        let said = stdout(&output).replace(file.path().to_str().unwrap(), "FILE");
        assert_eq!(said, expected, "{script}: {output:?}");
        assert_eq!(output.status.code(), Some(code), "{script}: {output:?}");
    }
}

#[test]
fn hosted_cvc5_says_what_it_does_not_understand() {
    let Some(cvc5) = cvc5() else { return };
    for (words, part) in [
        ("--frobnicate", "frobnicate"),
        ("--seed=lots", "lots"),
        ("--dump-models", "own program only"),
        (
            "/nowhere/a.smt2",
            "cannot read /nowhere/a.smt2: No such file or directory (os error 2)\n",
        ),
    ] {
        let output = cvc5.command().args(words.split_whitespace()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(part) && stdout(&output).is_empty(), "{words}: {output:?}");
        assert!(!output.status.success(), "{words}: {output:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut host = etude_command();
    let output = host.args(["host", "cvc5"]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("holds no library `libcvc5parser`"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

/// Its time over, it is gone as cvc5's program would be: by a signal.
#[cfg(unix)]
#[test]
fn hosted_cvc5_is_aborted_after_its_time() {
    use std::os::unix::process::ExitStatusExt;
    let Some(cvc5) = cvc5() else { return };
    let script = "(declare-const a Int)(declare-const b Int)(declare-const c Int)\
                  (assert (= (+ (* a a a) (* b b b) (* c c c)) 33))(check-sat)";
    let output = run(&cvc5, &["--tlimit=300"], script);
    assert_eq!(stdout(&output), "");
    assert_eq!(output.status.signal(), Some(6), "{output:?}");
}

/// A deep formula is the solver's business: nothing of the host's own recurses.
#[test]
fn hosted_cvc5_reads_deep_formulas() {
    let Some(cvc5) = cvc5() else { return };
    let depth = 2000;
    let formula = format!("{}a{}", "(not ".repeat(depth), ")".repeat(depth));
    let script = format!("(set-logic ALL)(declare-const a Bool)(assert {formula})(check-sat)");
    assert_eq!(stdout(&run(&cvc5, &[], &script)), "sat\n");
}

/// Without the release of each command, a formula costs 700 kB.
#[cfg(target_os = "linux")]
#[test]
fn hosted_cvc5_does_not_grow() {
    let Some(cvc5) = cvc5() else { return };
    let mut session = Session::new(&cvc5, &[]);
    let mut solve = |round: usize| {
        let script = format!(
            "(reset)(set-logic ALL)(declare-const a Int)(declare-const b Int)\
             (assert (distinct (+ a b) (* 2 {round}) b))(check-sat)\n"
        );
        assert_eq!(session.ask(&script), "sat");
        session.memory()
    };
    let warm = (0..50).map(&mut solve).last().unwrap();
    let grown = (50..250).map(&mut solve).last().unwrap();
    assert!(grown < warm + 4_000, "from {warm} kB to {grown} kB in 200 formulas");
}

/// `etude solvers …` with the ordinary cache.
fn etude_solvers(arguments: &[&str]) -> Output {
    etude_command().arg("solvers").args(arguments).output().unwrap()
}

#[test]
fn what_is_installed_is_listed_with_the_words_that_start_it() {
    let Some(cvc5) = cvc5() else { return };
    let output = etude_solvers(&["install", "cvc5@1.4.2", "--json"]);
    let installed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let words = |entry: &Value| {
        let words = entry["command"].as_array().unwrap();
        words.iter().map(|word| word.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let command = words(&installed[0]);
    let (program, arguments) = command.split_first().unwrap();
    let answer = Command::new(program).args(arguments).arg("--version").output().unwrap();
    assert!(stdout(&answer).contains("cvc5 version 1.4.2"), "{answer:?}");

    let output = etude_solvers(&["list", "--json"]);
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    let path = cvc5.path.to_str().unwrap();
    let entries = list.as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["path"] == path).unwrap();
    assert_eq!((&entry["name"], &entry["release"]), (&"cvc5".into(), &"1.4.2".into()));
    assert_eq!(entry["origin"], "cache");
    assert_eq!(words(entry), command);
    let text = stdout(&etude_solvers(&["list"]));
    // Behind the path stands how much room it takes.
    let is_it = |line: &str| line.starts_with("cvc5") && line.contains(&format!("{path}  "));
    assert!(text.lines().any(is_it), "{text}");
}

#[test]
fn the_doctor_finds_the_pinned_solvers_well_and_a_program_that_says_nothing_broken() {
    if programs().is_empty() {
        return;
    }
    let output = etude_solvers(&["doctor", "z3@5.4.0", "cvc5@1.4.2", "--json"]);
    let reports: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.success(), "{output:?}");
    for report in reports.as_array().unwrap() {
        assert!(report["trouble"].is_null(), "{report}");
        let theories = report["theories"].as_array().unwrap();
        assert!(theories.len() >= 8, "{report}");
        for theory in theories {
            let verdicts = theory["verdicts"].as_object().unwrap();
            // A busy machine may cost a formula its time; none may be refused, but for what cvc5 does
            // with an option alone that is an experiment to its authors.
            let is_well = |kind: &String| ["sat", "unsat", "unknown", "timeout"].contains(&&**kind);
            let wants_option = |case: &Value| {
                case["detail"].as_str().is_some_and(|it| it.ends_with("Try --arrays-exp."))
            };
            let cases = theory["cases"].as_array();
            let is_excused = theory["theory"] == "NestedArrays"
                && cases.is_some_and(|cases| cases.iter().all(wants_option));
            assert!(is_excused || verdicts.keys().all(is_well), "{theory}");
            assert!(verdicts.contains_key("sat"), "{theory}");
        }
    }

    let output = etude_solvers(&["doctor", "/bin/false"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("false is broken: it answers no formula of Core"), "{said}");
}

/// A program whose bytes changed, though neither its size nor its time did, is found by `list` and
/// `doctor`, which read it; from then on it is not used.
#[test]
#[cfg(unix)]
fn a_damaged_program_is_listed_as_such_and_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let cache = tempfile::tempdir().unwrap();
    let folder = cache.path().join("solvers/z3-4.8.7");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("z3");
    fs::write(&program, "#!/bin/sh\necho sat\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1);
    fs::File::options().write(true).open(&program).unwrap().set_modified(time).unwrap();
    let (size, digest) = (program.metadata().unwrap().len(), "0".repeat(64));
    let receipt = format!(
        "wheel = \"z3.whl\"\nsha256 = \"{digest}\"\n[[files]]\npath = \"z3\"\nsize = {size}\n\
         modified = 1000000000\nsha256 = \"{digest}\"\n"
    );
    fs::write(folder.join("receipt.toml"), receipt).unwrap();
    let script = cache.path().join("a.smt2");
    fs::write(&script, "(check-sat)\n").unwrap();
    let etude = |arguments: &[&str]| {
        let mut command = etude_command();
        command.args(arguments).env("ETUDE_CACHE", cache.path()).env("ETUDE_OFFLINE", "1");
        let output = command.output().unwrap();
        (output.status.code(), stdout(&output), String::from_utf8(output.stderr).unwrap())
    };
    let solve = ["solve", script.to_str().unwrap(), "--solver", "z3@4.8.7"];
    let (code, said, complaint) = etude(&solve);
    assert_eq!(code, Some(0), "nobody has read it: {said}{complaint}");

    let (code, said, complaint) = etude(&["solvers", "list"]);
    assert_eq!(code, Some(0));
    assert!(!said.contains("4.8.7"), "{said}");
    assert!(complaint.contains(program.to_str().unwrap()), "{complaint}");
    assert!(complaint.contains("etude solvers install z3@4.8.7"), "{complaint}");
    let (_, listed, _) = etude(&["solvers", "list", "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let is_told = |entry: &Value| entry["release"] == "4.8.7" && entry["problem"].is_string();
    assert!(listed.as_array().unwrap().iter().any(is_told), "{listed}");

    let (code, said, complaint) = etude(&solve);
    assert_eq!(code, Some(4), "{said}{complaint}");
    assert!(complaint.contains("is damaged"), "{complaint}");
}
