//! `etude ci` as a machine uses it, with solvers that are small scripts: what fails and what does
//! not, what is asked of whom, and that a run that is killed loses nothing.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use campaign::{Outcome, Purpose, Store};
use etude_tests::etude;
use serde_json::Value;

/// A folder with solvers and campaigns in it.
struct Lab(tempfile::TempDir);

impl Lab {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A solver that runs `body` with the script in `$f`, and notes that it was asked.
    fn solver(&self, name: &str, body: &str) {
        let path = self.path(name);
        let log = self.path(&format!("{name}.log"));
        let script =
            format!("#!/bin/sh\nf=$(cat \"$1\")\necho asked >> {}\n{body}\n", log.display());
        // Another thread may hold a file open that is being written, and then it cannot run.
        let staged = self.path(&format!("{name}.new"));
        fs::write(&staged, script).unwrap();
        fs::set_permissions(&staged, fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(&staged, &path).unwrap();
    }

    /// How often a solver was asked since this was last looked at.
    fn asked(&self, name: &str) -> usize {
        let log = self.path(&format!("{name}.log"));
        let count = fs::read_to_string(&log).unwrap_or_default().lines().count();
        let _ = fs::remove_file(log);
        count
    }

    /// The command with the usual options, but for those that `more` gives.
    fn ci(&self, campaign: &str, more: &[&str]) -> Command {
        let usual = [
            ("--solver", "./build"),
            ("--reference", "./reference"),
            ("--reference-cache", "references.db"),
            ("--theory", "Core,Ints"),
            ("--count", "100"),
            ("--timeout", "20s"),
            // Nothing that a busy machine does looks slow.
            ("--slower", "900%"),
            ("--budget", "5m"),
            ("--jobs", "2"),
        ];
        let mut command = Command::new(etude());
        command.current_dir(self.0.path()).args(["ci", "--campaign", campaign]).args(more);
        for (option, value) in usual {
            if !more.contains(&option) {
                command.args([option, value]);
            }
        }
        command.env_remove("GITHUB_ACTIONS").env("ETUDE_OFFLINE", "1").stdin(Stdio::null());
        command
    }

    fn run(&self, campaign: &str, more: &[&str]) -> Output {
        self.ci(campaign, more).output().unwrap()
    }

    /// What a campaign or a cache holds, but for the yardstick: by theory and solver.
    fn records(&self, campaign: &str) -> BTreeMap<(String, String), Vec<Outcome>> {
        let store = Store::open_to_read(&self.path(campaign)).unwrap();
        let mut records = BTreeMap::new();
        for track in store.tracks().unwrap() {
            for setting in store.settings().unwrap() {
                if setting.recorded.purpose == Purpose::Yardstick {
                    continue;
                }
                let mut outcomes = Vec::new();
                store
                    .chunks(track.id, setting.id, 0..u64::MAX, |chunk| {
                        assert_eq!(chunk.first, outcomes.len() as u64, "in order, each once");
                        outcomes.extend(chunk.outcomes.into_iter().map(|(outcome, _)| outcome));
                    })
                    .unwrap();
                records.insert((track.name.clone(), setting.name().to_owned()), outcomes);
            }
        }
        records
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn text(output: &Output) -> String {
    let stdout = String::from_utf8_lossy(&output.stdout);
    format!("{stdout}{}", String::from_utf8_lossy(&output.stderr))
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(output)))
}

fn titles(report: &Value) -> Vec<String> {
    let regressions = report["regressions"].as_array().unwrap().iter();
    regressions.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
}

/// An answer that depends on the formula and gives no model, so that nobody can be blamed.
const VARIED: &str = "case \"$f\" in *distinct*) echo unknown;; *) echo sat;; esac";

/// The same, but it dies of some formulas.
const CRASHES: &str = "case \"$f\" in *QF_BV*) echo sat;; *xor*) kill -SEGV $$;; \
     *distinct*) echo unknown;; *) echo sat;; esac";

#[test]
fn what_is_worse_than_the_baseline_fails_and_nothing_else() {
    let lab = Lab::new();
    lab.solver("build", VARIED);
    lab.solver("reference", VARIED);
    let first = lab.run("main.db", &["--json"]);
    // Nobody answers well here, but a `sat` of which the model is missing is not wrong by itself.
    let known = code(&first);
    assert!(known == 0 || known == 10, "{}", text(&first));
    assert!(lab.asked("reference") > 2 * (100 + 64), "the reference and its yardstick");

    // The same build again: what it does was there before.
    let again = lab.run("again", &["--json", "--baseline", "main.db"]);
    assert_eq!(code(&again), 0, "{}", text(&again));
    let report = json(&again);
    assert_eq!(titles(&report), [""; 0]);
    assert_eq!(report["theories"][0]["compared"], 100);
    assert!(report["machine"]["factor"].as_f64().unwrap() > 0.0, "{report}");
    let asked = lab.asked("reference");
    assert!(asked < 2 * 100, "its answers were cached, but for the yardstick: {asked}");

    // A build that crashes, and one that gives up.
    lab.solver("build", CRASHES);
    let crash = lab.run("crash", &["--json", "--baseline", "main.db"]);
    assert_eq!(code(&crash), 10, "{}", text(&crash));
    let found = titles(&json(&crash));
    assert!(found.iter().any(|title| title.starts_with("crash on Core")), "{found:?}");
    assert!(found.iter().any(|title| title.contains("no longer decided")), "{found:?}");
    lab.solver(
        "build",
        "case \"$f\" in *=*) echo unknown;; *distinct*) echo unknown;; *) echo sat;; esac",
    );
    let lazy = lab.run("lazy", &["--baseline", "main.db", "--annotate", "github"]);
    assert_eq!(code(&lazy), 10, "{}", text(&lazy));
    assert!(text(&lazy).contains("::error title=Core%3A"), "{}", text(&lazy));
    assert!(text(&lazy).contains("no longer decided"), "{}", text(&lazy));

    // A build that answers more.
    lab.solver("build", "echo sat");
    let better = lab.run("better", &["--json", "--baseline", "lazy"]);
    let report = json(&better);
    let is_missing = |title: &String| title.contains("no longer");
    assert!(!titles(&report).iter().any(is_missing), "{report}");
}

#[test]
fn one_formula_that_became_slow_is_asked_again_before_it_counts() {
    let lab = Lab::new();
    lab.solver("build", "echo unknown");
    lab.solver("reference", "echo unknown");
    let few = ["--count", "30", "--theory", "Core", "--timeout", "60s", "--json"];
    let spin = "i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done; echo sat";
    let run = |campaign: &str, body: &str, more: &[&str]| {
        lab.solver("build", body);
        lab.run(campaign, &[&few[..], more].concat())
    };
    let first = run("main", "case \"$f\" in *'and a a'*) echo sat;; *) echo unknown;; esac", &[]);
    assert!([0, 10].contains(&code(&first)), "{}", text(&first));
    let slow = format!("case \"$f\" in *'and a a'*) {spin};; *) echo unknown;; esac");
    let second = run("slow", &slow, &["--baseline", "main"]);
    let found = titles(&json(&second));
    assert!(found.iter().any(|title| title.contains("10 times as slow")), "{}", text(&second));
    // Slow once, and never again: each formula leaves a mark.
    let marks = lab.path("marks");
    fs::create_dir(&marks).unwrap();
    let once = format!(
        "m={}/$(echo \"$f\" | cksum | cut -d' ' -f1); case \"$f\" in *'and a a'*) \
         if [ -e $m ]; then echo sat; else touch $m; {spin}; fi;; *) echo unknown;; esac",
        marks.display()
    );
    let third = run("once", &once, &["--baseline", "main"]);
    let found = titles(&json(&third));
    assert!(!found.iter().any(|title| title.contains("10 times")), "{}", text(&third));
}

#[test]
fn killed_at_any_moment_it_goes_on_and_says_the_same() {
    let lab = Lab::new();
    lab.solver("build", &format!("sleep 0.005; {CRASHES}"));
    lab.solver("reference", "case \"$f\" in *=\\>*) echo unknown;; *) echo sat;; esac");
    let calm = lab.run("calm", &["--reference-cache", "calm.db"]);
    let mut moment = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..6 {
        // Moments that differ, and are the same in every run of the test.
        moment ^= moment << 13;
        moment ^= moment >> 7;
        moment ^= moment << 17;
        let mut command = lab.ci("disturbed", &[]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(50 + moment % 1500));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let disturbed = lab.run("disturbed", &[]);
    assert_eq!(code(&disturbed), code(&calm), "{}", text(&disturbed));
    assert_eq!(lab.records("calm"), lab.records("disturbed"));
    assert!(lab.records("calm").values().all(|outcomes| outcomes.len() == 100));
    assert_eq!(lab.records("calm.db"), lab.records("references.db"));
    let told = |output: &Output| -> Vec<String> {
        let lines = text(output);
        lines.lines().filter(|line| !line.contains(" s of ")).map(str::to_owned).collect()
    };
    let renamed: Vec<String> =
        told(&disturbed).iter().map(|line| line.replace("disturbed", "calm")).collect();
    assert_eq!(told(&calm), renamed);
}

#[test]
fn a_cache_that_cannot_be_used_is_no_failure() {
    let lab = Lab::new();
    lab.solver("build", "echo unknown");
    lab.solver("reference", "echo unknown");
    let writer = Store::open(&lab.path("references.db")).unwrap();
    let busy = lab.run("busy", &[]);
    assert_eq!(code(&busy), 0, "{}", text(&busy));
    assert!(text(&busy).contains("are not kept"), "{}", text(&busy));
    drop(writer);
    fs::write(lab.path("notes.db"), "these are my notes\n".repeat(99)).unwrap();
    let foreign = lab.run("foreign", &["--reference-cache", "notes.db"]);
    assert_eq!(code(&foreign), 0, "{}", text(&foreign));
    assert!(text(&foreign).contains("are asked anew"), "{}", text(&foreign));
    assert!(fs::read_to_string(lab.path("notes.db")).unwrap().starts_with("these are my notes"));
}

#[test]
fn the_budget_ends_it_and_what_was_not_reached_is_told() {
    let lab = Lab::new();
    lab.solver("build", "sleep 0.05; echo unknown");
    lab.solver("reference", "echo unknown");
    let arguments =
        ["--theory", "Core,FP", "--count", "5000", "--budget", "4s", "--junit", "j.xml"];
    let output = lab.run("c.db", &arguments);
    assert_eq!(code(&output), 0, "{}", text(&output));
    let said = text(&output);
    assert!(said.contains("not reached within the budget: "), "{said}");
    assert!(said.contains("FP, all of it") && said.contains("formulas of Core"), "{said}");
    let junit = fs::read_to_string(lab.path("j.xml")).unwrap();
    assert!(junit.contains("<skipped message=\"not reached within the budget\"/>"), "{junit}");
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is_asked() {
    let lab = Lab::new();
    lab.solver("build", "echo unknown");
    lab.solver("reference", "echo unknown");
    let refuses = |more: &[&str], exit: i32, words: &str| {
        let output = lab.run("none.db", more);
        assert_eq!(code(&output), exit, "{}", text(&output));
        assert!(text(&output).contains(words), "{}", text(&output));
        assert!(!Path::new(&lab.path("none.db")).exists(), "{more:?} leaves a campaign behind");
    };
    refuses(&["--baseline", "missing.db"], 5, "there is no such campaign");
    drop(Store::open(&lab.path("empty.db")).unwrap());
    refuses(&["--baseline", "empty.db"], 2, "holds no earlier build to compare");
    refuses(&["--theory", "Nonsense"], 2, "Nonsense");
    refuses(&["--slower", "much"], 2, "is no share");
    refuses(&["--known", "no.toml"], 2, "cannot read no.toml");
    refuses(&["--reference", "./build"], 2, "is held against itself");
    refuses(&["--solver", "./none"], 4, "none");
    // A baseline that was made with another limit.
    assert_eq!(code(&lab.run("main.db", &[])), 0);
    let output = lab.run("main.db", &["--baseline", "main.db"]);
    assert!(text(&output).contains("cannot be its own baseline"), "{}", text(&output));
    refuses(&["--baseline", "main.db", "--memory", "1GB"], 2, "memory=1");
}
