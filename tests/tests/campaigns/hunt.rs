//! `etude hunt` as a person uses it, with solvers that are small scripts: what is found, what is
//! said, and what is left behind.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::lab::{ALL_TRUE, Lab, UNSAT, code, left_behind, text};
use campaign::{Outcome, Store};
use etude_tests::{etude, etude_command, project};
use serde_json::Value;

#[test]
fn wrong_answers_are_found_and_blamed() {
    let lab = Lab::new();
    let (model, unsat) = (lab.solver("model", ALL_TRUE), lab.solver("unsat", UNSAT));
    let arguments = ["--theory", "Core", "--count", "150", "--solver", &model, "--solver", &unsat];
    let output = lab.run(&arguments);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let dossiers = lab.dossiers("etude-hunt");
    let kinds = |solver: &str| -> Vec<&str> {
        let of_solver = dossiers.iter().filter(|it| it.finding.accused.is_only(solver));
        let mut kinds: Vec<&str> = of_solver.map(|it| it.finding.kind.name()).collect();
        kinds.dedup();
        kinds
    };
    // Who says unsat is wrong where a model was checked; a model of all true is wrong elsewhere.
    assert!(kinds("unsat").contains(&"refutation-unsoundness"), "{}", text(&output));
    assert!(kinds("model").contains(&"invalid-model"), "{}", text(&output));
    assert!(kinds("model").contains(&"solution-unsoundness"), "{}", text(&output));
    assert!(!kinds("model").contains(&"refutation-unsoundness"));
    assert!(!kinds("unsat").contains(&"solution-unsoundness"));
    for dossier in &dossiers {
        let formula = &dossier.finding.evidence.formula;
        let index = dossier.finding.formula.place.to_string();
        let shown = etude_command().args(["show", "Core", &index]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&shown.stdout).trim(), formula.trim());
    }
    // The summary names the bugs and where their folders are.
    let said = text(&output);
    assert!(said.contains("refutation-unsoundness"), "{said}");
    assert!(said.contains("etude-hunt/findings"), "{said}");
    assert!(said.contains("formulas of Core up to size"), "{said}");

    // The same again asks nothing, and says the same.
    let before = lab.records("etude-hunt");
    fs::remove_file(lab.path("model")).unwrap();
    lab.solver("model", ALL_TRUE);
    let again = lab.run(&arguments);
    assert_eq!(code(&again), 10);
    assert_eq!(lab.records("etude-hunt"), before);
    let said = text(&again);
    assert!(said.contains("an earlier run found it"), "{said}");

    // A list of what is known makes it no news.
    let list = "[[known]]\nsolver = 'model'\nreason = 'told'\n[[known]]\nsolver = 'unsat'\nreason = 'told too'\n";
    fs::write(lab.path("known.toml"), list).unwrap();
    let known = lab.run(&[&arguments[..], &["--known", "known.toml"]].concat());
    assert_eq!(code(&known), 0, "{}", text(&known));
    assert!(text(&known).contains("known: told"), "{}", text(&known));
    let known = lab.run(&[&arguments[..], &["--campaign", "b", "--known", "etude-hunt"]].concat());
    assert_eq!(code(&known), 0, "{}", text(&known));
}

/// Models that cannot be read are counted by what is strange about them.
#[test]
fn models_that_cannot_be_read_are_named() {
    let lab = Lab::new();
    // Its values are names that nobody knows, another one each time.
    let strange = lab.solver("strange", "echo sat\necho \"((define-fun a () Bool k!$$))\"");
    let arguments = ["--theory", "Core", "--count", "12", "--fresh", "--solver", &strange];
    let output = lab.run(&arguments);
    let said = text(&output);
    let line = "models of strange that cannot be read: 12, first at index 0: there is no `…` here";
    assert!(said.contains(line), "{said}");
    let output = lab.run(&[&arguments[..], &["--json"]].concat());
    let said = String::from_utf8_lossy(&output.stdout);
    let end: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    let unread = &end["theories"][0]["unread"][0];
    assert_eq!(unread["reason"], "there is no `…` here", "{end}");
    assert_eq!((&unread["formulas"], &unread["index"]), (&12.into(), &"0".into()), "{end}");
}

/// Commands that a solver was not sent belong to the evidence.
#[test]
fn what_was_left_out_is_told_in_the_finding() {
    let lab = Lab::new();
    let grammar = "grammar Incremental;\nstart : '(set-option :incremental true)' \
                   '(declare-const a Bool)' '(assert' term ')' '(check-sat)' ;\n\
                   term : 'a' | '(not' term ')' ;\n";
    fs::write(lab.path("Incremental.g4"), grammar).unwrap();
    // It refuses what only cvc5 knows, and is wrong about all else.
    let body = "case $f in *:incremental*) echo '(error \"unknown parameter\")';; esac\necho unsat";
    let z3 = lab.program("z3-wrong", &format!("f=$(cat)\n{body}"));
    let output =
        lab.run(&["--grammar", "Incremental.g4", "--count", "3", "--fresh", "--solver", &z3]);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let dossiers = lab.dossiers("etude-hunt");
    assert!(!dossiers.is_empty(), "{}", text(&output));
    let remark = "`(set-option :incremental true)` was left out: z3 does not know it".to_owned();
    for dossier in dossiers {
        let remarks = &dossier.finding.evidence.remarks;
        assert!(remarks.contains(&remark), "{remarks:?}");
    }
}

/// Two names of one program would be one column of the database.
#[test]
fn the_same_program_twice_is_asked_once() {
    let lab = Lab::new();
    let (one, two) = (lab.solver("one", UNSAT), lab.solver("two", UNSAT));
    let arguments = ["--theory", "Core", "--count", "5", "--solver", &one, "--solver", &two];
    let output = lab.run(&arguments);
    assert_eq!(code(&output), 10, "{}", text(&output));
    assert_eq!(lab.records("etude-hunt").len(), 1);
}

#[test]
fn a_hunt_in_which_all_is_well_finds_nothing() {
    let lab = Lab::new();
    // The judge itself decides what it says.
    let body = format!("echo \"$f\" | {} search - --budget 100000", etude().display());
    let sound = lab.solver("sound", &body);
    let output = lab.run(&["--theory", "Core", "--count", "60", "--solver", &sound]);
    assert_eq!(code(&output), 0, "{}", text(&output));
    assert!(text(&output).contains("no findings"), "{}", text(&output));
    // The search proves each `unsat` of Core that is this small, and each model is evaluated.
    let said = text(&output);
    assert!(said.contains("proven sat") && said.contains("proven unsat"), "{said}");
    assert!(!said.contains("claimed") && !said.contains("open"), "{said}");
}

#[test]
fn rounds_of_larger_formulas_are_tracks_of_their_own() {
    let lab = Lab::new();
    let (model, unsat) = (lab.solver("model", ALL_TRUE), lab.solver("unsat", UNSAT));
    let line = format!(
        "--theory Core --vars 3 --asserts 2 --from-bytes 400 --stride 10^10 --rounds 3 --count 8 \
         --json --solver {model} --solver {unsat}"
    );
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let output = lab.run(&arguments);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let store = Store::open_to_read(&lab.path("etude-hunt")).unwrap();
    let tracks = store.tracks().unwrap();
    assert_eq!(tracks.len(), 3);
    assert!(tracks.iter().all(|track| track.name() == "Core[vars=3,asserts=2]"));
    // Each round has its own line, and all their findings are counted in one of them.
    let last = text(&output).lines().last().map(str::to_owned).unwrap();
    let end: Value = serde_json::from_str(&last).unwrap();
    let titles: Vec<&str> = end["theories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["theory"].as_str().unwrap())
        .collect();
    assert!(titles.iter().all(|it| it.starts_with("Core[vars=3,asserts=2] from ")), "{titles:?}");
    assert!(titles[0] != titles[1] && titles[1] != titles[2], "{titles:?}");
    assert!(end["theories"].as_array().unwrap().iter().all(|it| it["formulas"] == 8), "{last}");
    let dossiers = lab.dossiers("etude-hunt");
    assert!(!dossiers.is_empty());
    for dossier in &dossiers {
        let formula = &dossier.finding.evidence.formula;
        assert!(formula.trim_end().len() >= 400, "{formula}");
        let files = dossier.files();
        let (_, report) = &files[1];
        let (_, command) = report.split_once("etude show ").unwrap();
        let words = command.lines().next().unwrap().split_whitespace();
        let shown = etude_command().arg("show").args(words).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&shown.stdout).trim(), formula.trim());
    }
}

#[test]
fn the_report_of_a_grammar_of_ones_own_shows_its_formula() {
    let lab = Lab::new();
    fs::copy(project().join("grammars/Core.g4"), lab.path("My own.g4")).unwrap();
    let unsat = lab.solver("unsat", UNSAT);
    let output = lab.run(&[
        "--grammar",
        "My own.g4",
        "--start",
        "start",
        "--from",
        "140",
        "--count",
        "9",
        "--solver",
        &unsat,
    ]);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let dossiers = lab.dossiers("etude-hunt");
    assert!(!dossiers.is_empty());
    for dossier in &dossiers {
        let files = dossier.files();
        let (_, report) = &files[1];
        let (_, command) = report.split_once("etude show ").unwrap();
        let words = shlex::split(command.lines().next().unwrap()).unwrap();
        assert_eq!(words[..4], ["--grammar", "My own.g4", "--start", "start"]);
        let shown = lab.etude(&["show"]).args(words).output().unwrap();
        let formula = &dossier.finding.evidence.formula;
        assert_eq!(String::from_utf8_lossy(&shown.stdout).trim(), formula.trim());
    }
}

#[test]
fn late_and_missing_answers_are_found_where_another_solver_answers() {
    let lab = Lab::new();
    let fast = lab.solver("fast", "echo unsat");
    let spins = lab.solver("spins", "while :; do :; done");
    let lazy = lab.solver("lazy", "echo unknown");
    let output = lab.run(&[
        "--theory",
        "Core",
        "--count",
        "3",
        "--timeout",
        "1s",
        "--solver",
        &fast,
        "--solver",
        &spins,
        "--solver",
        &lazy,
        "--json",
    ]);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let last: Value =
        serde_json::from_str(String::from_utf8_lossy(&output.stdout).lines().last().unwrap())
            .unwrap();
    let bugs: Vec<(String, String)> = last["bugs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bug| {
            let word = |key: &str| bug[key].as_str().unwrap().to_owned();
            (word("solver"), word("kind"))
        })
        .collect();
    let has = |solver: &str, kind: &str| bugs.contains(&(solver.to_owned(), kind.to_owned()));
    assert!(has("spins", "performance"), "{bugs:?}");
    assert!(has("lazy", "incompleteness"), "{bugs:?}");
}

/// A z3 that is wrong only in a process that lives on: the plain command line is asked again.
#[test]
fn what_only_a_session_shows_is_a_finding_of_its_own_kind() {
    let lab = Lab::new();
    let keeper = project().join("solvers/tests/zoo/keeper");
    let body = format!(
        "case \"$*\" in\n\
         --version) echo 'Z3 version 9.9.9'; exit;;\n\
         *-in*) answer() {{ echo unsat; }}; set --; . {};;\n\
         *) for last; do :; done; f=$(cat \"$last\")\n{ALL_TRUE};;\n\
         esac",
        keeper.display()
    );
    let solver = lab.program("z3", &body);
    let output = lab.run(&["--theory", "Core", "--from", "5", "--count", "1", "--solver", &solver]);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let dossiers = lab.dossiers("etude-hunt");
    let kinds: Vec<&str> = dossiers.iter().map(|it| it.finding.kind.name()).collect();
    assert_eq!(kinds, ["session-only"], "{}", text(&output));
    let finding = &dossiers[0].finding;
    assert!(finding.accused.is_only("z3-9.9.9"), "{finding:?}");
    assert!(finding.evidence.remarks[0].contains("it said unsat; in a fresh one sat"));
    // What counts is what a person sees who runs it.
    let store = Store::open_to_read(&lab.path("etude-hunt")).unwrap();
    let (track, solver) = (&store.tracks().unwrap()[0], &store.solvers().unwrap()[0]);
    let (outcome, _) = store.best_of(track.id, solver, 5).unwrap().unwrap();
    assert_eq!(outcome, Outcome::SatTrue);
}

/// A wrong answer of a living process counts if a fresh one gives it too, which takes longer than
/// the time limit where the process is slow to start.
#[test]
fn a_wrong_answer_is_not_lost_to_a_slow_start() {
    let lab = Lab::new();
    let keeper = project().join("solvers/tests/zoo/keeper");
    let body = format!(
        "if [ \"$*\" = --version ]; then echo 'Z3 version 9.9.9'; exit; fi\n\
         sleep 0.3\nanswer() {{ echo unsat; }}\n. {}",
        keeper.display()
    );
    let solver = lab.program("z3", &body);
    let few = ["--theory", "Core", "--from", "5", "--count", "1", "--timeout", "100ms"];
    let output = lab.run(&[&few[..], &["--solver", &solver]].concat());
    assert_eq!(code(&output), 10, "{}", text(&output));
    let kinds: Vec<&str> =
        lab.dossiers("etude-hunt").iter().map(|it| it.finding.kind.name()).collect();
    assert_eq!(kinds, ["refutation-unsoundness"], "{}", text(&output));
}

/// A hunt may take a night: its first bug can be looked at now.
#[test]
fn folders_are_written_while_the_hunt_goes_on() {
    let lab = Lab::new();
    let unsat = lab.solver("unsat", UNSAT);
    let arguments = ["--theory", "Core", "--time", "5m", "--solver", &unsat];
    let mut child =
        lab.hunt(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while lab.dossiers("etude-hunt").is_empty() {
        assert!(Instant::now() < deadline, "no folder after two minutes");
        thread::sleep(Duration::from_millis(50));
    }
    assert!(child.try_wait().unwrap().is_none(), "the hunt is over already");
    child.kill().unwrap();
    child.wait().unwrap();
    // What the kill left half written is gone after the next run, and nothing else is.
    let findings = lab.path("etude-hunt/findings");
    for name in [".z3-crash-Core-7.4711", ".mine"] {
        fs::create_dir(findings.join(name)).unwrap();
    }
    let output = lab.run(&["--theory", "Core", "--count", "1", "--solver", &unsat]);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let entries = fs::read_dir(&findings).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let hidden: Vec<String> = names.filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, [".mine"]);
}

/// Solvers that misbehave in every way: the hunt goes on, and nothing is left.
#[test]
fn misbehaving_solvers_are_classified_and_leave_nothing() {
    let lab = Lab::new();
    let zoo = project().join("solvers/tests/zoo");
    let cases = [
        ("hangs", Outcome::Timeout),
        ("ignores-sigterm", Outcome::Timeout),
        ("dies-by-segv", Outcome::Crash),
        ("fails-assertion", Outcome::Crash),
        ("prints-garbage", Outcome::Flawed),
        ("forks-and-crashes", Outcome::Crash),
        ("forks-and-hangs", Outcome::Timeout),
        ("eats-memory", Outcome::OutOfMemory),
        ("answers-twice", Outcome::Flawed),
    ];
    for (animal, expected) in cases {
        // It behaves at first, so that it is not sent away before the hunt.
        let body = format!(
            "case \"$f\" in *'set-logic QF_BV'*) echo sat;; *) exec {} < \"$1\";; esac",
            zoo.join(animal).display()
        );
        let solver = lab.solver(animal, &body);
        let campaign = format!("of-{animal}");
        // Who is not to be late may take its time on a busy machine.
        let timeout = if expected == Outcome::Timeout { "700ms" } else { "30s" };
        let output = lab.run(&[
            "--theory",
            "Core",
            "--count",
            "2",
            "--timeout",
            timeout,
            "--memory",
            "300MB",
            "--campaign",
            &campaign,
            "--solver",
            &solver,
            "--jobs",
            "2",
        ]);
        let records = lab.records(&campaign);
        let found = &records[&("Core".to_owned(), animal.to_owned())];
        assert_eq!(*found, [(0, expected), (1, expected)], "{animal}: {}", text(&output));
        let is_useless = expected != Outcome::Timeout;
        assert_eq!(code(&output) == 4, is_useless, "{animal}: {}", text(&output));
        if is_useless {
            assert!(text(&output).contains("tests nothing"), "{animal}: {}", text(&output));
        }
    }
    assert_eq!(left_behind(lab.0.path()), [""; 0]);
}

/// Long hunts are started with `nohup`, whose children ignore what it ignores.
#[test]
fn a_signal_that_we_ignore_is_a_crash_of_the_solver() {
    let lab = Lab::new();
    let body = "case \"$f\" in *'set-logic QF_BV'*) echo sat;; *) kill -HUP $$; sleep 5;; esac";
    let solver = lab.solver("dies", body);
    let output = Command::new("sh")
        .args(["-c", "trap '' HUP INT; exec \"$@\"", "sh"])
        .arg(etude())
        .args(["hunt", "--theory", "Core", "--count", "1", "--timeout", "30s", "--solver", &solver])
        .current_dir(lab.0.path())
        .env("ETUDE_OFFLINE", "1")
        .output()
        .unwrap();
    let records = lab.records("etude-hunt");
    let found = &records[&("Core".to_owned(), "dies".to_owned())];
    assert_eq!(*found, [(0, Outcome::Crash)], "{}", text(&output));
}

#[test]
fn parts_of_many_machines_make_a_whole() {
    let lab = Lab::new();
    let one = lab.solver("one", "case \"$f\" in *distinct*) echo unsat;; *) echo sat;; esac");
    let arguments = ["--theory", "Core,Ints", "--count", "300", "--solver", &one];
    lab.run(&[&arguments[..], &["--campaign", "whole"]].concat());
    for part in ["1/3", "2/3", "3/3"] {
        let name = part.replace('/', "of");
        let output = lab.run(&[&arguments[..], &["--campaign", &name, "--shard", part]].concat());
        assert!(code(&output) != 2 && code(&output) != 5, "{}", text(&output));
    }
    let merge = |from: &[&str]| {
        let mut command = etude_command();
        command.current_dir(lab.0.path()).args(["merge", "all"]).args(from);
        command.output().unwrap()
    };
    let merged = merge(&["1of3", "2of3", "3of3"]);
    assert!(merged.status.success(), "{}", text(&merged));
    assert_eq!(lab.records("all"), lab.records("whole"));
    // Twice is once.
    let again = merge(&["2of3"]);
    assert!(text(&again).contains(": 0 verdicts, 0 findings"), "{}", text(&again));
    assert_eq!(lab.records("all"), lab.records("whole"));
}

/// A campaign may hold what others asked before: their findings are its findings still.
#[test]
fn a_hunt_with_other_solvers_leaves_the_folders_of_those_before() {
    let lab = Lab::new();
    let first = lab.solver("first", "echo unsat");
    let second = lab.solver("second", "echo unsat # another program");
    let mut before = 0;
    for solver in [&first, &second] {
        let words = ["--theory", "Core", "--count", "20", "--solver", solver.as_str()];
        let output = lab.run(&[&words[..], &["--campaign", "it", "--follow-up", "0s"]].concat());
        assert_eq!(code(&output), 10, "{}", text(&output));
        let folders = lab.dossiers("it").len();
        assert!(folders > before, "{folders} folders after {solver}, {before} before");
        before = folders;
    }
    let of = |name: &str| {
        lab.dossiers("it").iter().filter(|it| it.finding.accused.is_only(name)).count()
    };
    assert!(of("first") > 0 && of("first") == of("second"), "{} {}", of("first"), of("second"));
}

/// A program has done under every name that it has now what it did under its first.
#[test]
fn the_same_program_under_another_name_is_known_by_the_first() {
    let lab = Lab::new();
    let (first, second) = (lab.solver("first", "echo unsat"), lab.solver("second", "echo unsat"));
    for solver in [&first, &second] {
        let words = ["--theory", "Core", "--count", "20", "--solver", solver.as_str()];
        let output = lab.run(&[&words[..], &["--follow-up", "0s"]].concat());
        assert_eq!(code(&output), 10, "{}", text(&output));
        assert!(text(&output).contains("wrong       first "), "{}", text(&output));
        assert!(text(&output).contains("12 proven sat"), "{}", text(&output));
        assert_eq!(lab.dossiers("etude-hunt").len(), 1);
    }
}

#[test]
fn a_hunt_tells_what_its_solvers_did_in_the_theories_that_it_asks() {
    let lab = Lab::new();
    let solver = lab.solver("mine", "case $f in *Int*) echo unsat;; *) echo sat;; esac");
    let hunt = |theory: &str, count: &str| {
        let what = ["--theory", theory, "--count", count, "--solver", &solver];
        lab.run(&[&what[..], &["--follow-up", "0s"]].concat())
    };
    let ints = hunt("Ints", "30");
    assert_eq!(code(&ints), 10, "{}", text(&ints));
    let folders = lab.dossiers("etude-hunt");
    assert!(!folders.is_empty(), "{}", text(&ints));
    // What is known of another theory is not what this hunt found, and stays where it is.
    let core = hunt("Core", "1");
    assert_eq!(code(&core), 0, "{}", text(&core));
    assert!(text(&core).contains("no findings"), "{}", text(&core));
    assert_eq!(lab.dossiers("etude-hunt"), folders);
    // The same again tells it again.
    let again = hunt("Ints", "30");
    assert_eq!(code(&again), 10, "{}", text(&again));
}
