//! `--shard auto`: the jobs of each engine, told their places by its variables, make a whole.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::{Command, Output};

use crate::lab::{Lab, code, text};

/// An engine, and what it sets for each of its three jobs.
struct Engine {
    name: &'static str,
    jobs: [&'static str; 3],
}

const ENGINES: [Engine; 6] = [
    Engine {
        name: "matrix",
        jobs: [
            "ETUDE_JOB_INDEX=0 ETUDE_JOB_TOTAL=3",
            "ETUDE_JOB_INDEX=1 ETUDE_JOB_TOTAL=3",
            "ETUDE_JOB_INDEX=2 ETUDE_JOB_TOTAL=3",
        ],
    },
    Engine {
        name: "slurm",
        jobs: [
            "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3",
            "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3",
            "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3",
        ],
    },
    Engine {
        name: "sge",
        jobs: [
            "SGE_TASK_ID=2 SGE_TASK_FIRST=2 SGE_TASK_LAST=6 SGE_TASK_STEPSIZE=2",
            "SGE_TASK_ID=4 SGE_TASK_FIRST=2 SGE_TASK_LAST=6 SGE_TASK_STEPSIZE=2",
            "SGE_TASK_ID=6 SGE_TASK_FIRST=2 SGE_TASK_LAST=6 SGE_TASK_STEPSIZE=2",
        ],
    },
    Engine {
        name: "kubernetes",
        jobs: [
            "JOB_COMPLETION_INDEX=0 ETUDE_JOB_TOTAL=3",
            "JOB_COMPLETION_INDEX=1 ETUDE_JOB_TOTAL=3",
            "JOB_COMPLETION_INDEX=2 ETUDE_JOB_TOTAL=3",
        ],
    },
    Engine {
        name: "gitlab",
        jobs: [
            "CI_NODE_INDEX=1 CI_NODE_TOTAL=3",
            "CI_NODE_INDEX=2 CI_NODE_TOTAL=3",
            "CI_NODE_INDEX=3 CI_NODE_TOTAL=3",
        ],
    },
    Engine {
        name: "buildkite",
        jobs: [
            "BUILDKITE_PARALLEL_JOB=0 BUILDKITE_PARALLEL_JOB_COUNT=3",
            "BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=3",
            "BUILDKITE_PARALLEL_JOB=2 BUILDKITE_PARALLEL_JOB_COUNT=3",
        ],
    },
];

fn pairs(job: &str) -> impl Iterator<Item = (&str, &str)> {
    job.split_whitespace().filter_map(|pair| pair.split_once('='))
}

/// A command as an engine starts it. The tests may be a job of an engine themselves.
fn start(mut command: Command, variables: &str) -> Output {
    for (name, _) in ENGINES.iter().flat_map(|engine| pairs(engine.jobs[0])) {
        command.env_remove(name);
    }
    command.envs(pairs(variables)).output().unwrap()
}

#[test]
fn the_jobs_of_every_engine_make_a_whole() {
    let lab = Lab::new();
    let one = lab.solver("one", "case \"$f\" in *distinct*) echo unsat;; *) echo unknown;; esac");
    let hunt = ["--theory", "Core", "--count", "200", "--solver", &one, "--ladder", "none"];
    let whole = lab.run(&[&hunt[..], &["--campaign", "whole"]].concat());
    assert_eq!(code(&whole), 10, "{}", text(&whole));
    for Engine { name, jobs } in &ENGINES {
        let command = [&hunt[..], &["--shard", "auto", "--campaign", name]].concat();
        for job in jobs {
            let output = start(lab.hunt(&command), job);
            assert!([0, 10].contains(&code(&output)), "{job}: {}", text(&output));
        }
        let parts = [1, 2, 3].map(|part| format!("{name}-{part}-of-3"));
        let all = format!("{name}-all");
        let words: Vec<&str> =
            ["merge", &all].into_iter().chain(parts.iter().map(String::as_str)).collect();
        let merged = lab.etude(&words).output().unwrap();
        assert_eq!(code(&merged), 0, "{name}: {}", text(&merged));
        assert_eq!(lab.records(&all), lab.records("whole"), "{name}");
    }
}

#[test]
fn a_job_whose_place_nothing_tells_is_refused() {
    let lab = Lab::new();
    let one = lab.solver("one", "echo unknown");
    let hunt = ["--theory", "Core", "--count", "9", "--solver", &one, "--shard", "auto"];
    let output = start(lab.hunt(&hunt), "");
    assert_eq!(code(&output), 2, "{}", text(&output));
    assert!(text(&output).contains("set ETUDE_JOB_INDEX"), "{}", text(&output));
    let output = start(lab.hunt(&hunt), "JOB_COMPLETION_INDEX=3");
    assert_eq!(code(&output), 2, "{}", text(&output));
    let told = "Kubernetes sets JOB_COMPLETION_INDEX but not ETUDE_JOB_TOTAL";
    assert!(text(&output).contains(told), "{}", text(&output));
    assert!(!lab.path("etude-hunt").exists());
}
