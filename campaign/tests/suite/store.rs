//! The database: what goes in comes out, and a million verdicts take little room.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use campaign::{Chunk, Manner, Order, Outcome, Setting, Source, Store, source_of_grammar};
use solvers::{Limits, Solver};

fn source() -> Arc<dyn Source> {
    let space = generated::Theory::find("Core").unwrap().space().clone();
    source_of_grammar("Core", space, Order::exhaustive(), None)
}

fn setting(number: u32) -> Setting {
    let solver = Solver::parse(&format!("z3 smt.random_seed={number}")).unwrap();
    Setting::new(solver, Limits::default(), Manner::Session).unwrap()
}

/// A hundred thousand formulas, ten solvers: a tenth of what must stay below 100 MB.
#[test]
fn a_million_verdicts_take_less_than_ten_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let run = store.begin_run("{}").unwrap();
    let track = store.track(&source()).unwrap();
    let settings: Vec<_> = (0..10).map(|it| store.setting(&setting(it)).unwrap()).collect();
    // Times and outcomes that differ, as real ones do.
    let outcome = |number: u64| {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let outcome = Outcome::ALL[usize::try_from(mixed % 13).unwrap()];
        (outcome, Duration::from_micros(300 + mixed % 5000))
    };
    for first in (0..100_000).step_by(64) {
        let numbers = first..(first + 64).min(100_000);
        let chunks: Vec<_> = settings
            .iter()
            .map(|id| (*id, Chunk { first, outcomes: numbers.clone().map(outcome).collect() }))
            .collect();
        store.commit(track, &chunks, &[], run).unwrap();
    }
    let mut read = Vec::new();
    store.chunks(track, settings[7], 777..50_000, |chunk| read.extend(chunk.outcomes)).unwrap();
    assert_eq!(read.len(), 50_000 - 777);
    for (number, (found, time)) in (777..).zip(read) {
        let (expected, exact) = outcome(number);
        assert_eq!(found, expected);
        assert!(time.abs_diff(exact) <= exact / 2000, "{time:?} for {exact:?}");
    }
    assert_eq!(store.done(track, settings[3]).unwrap().len(), 1);
    drop(store);
    let bytes = fs::metadata(folder.path().join("campaign.db")).unwrap().len();
    assert!(bytes < 10_000_000, "{bytes} bytes");
}

#[test]
fn one_writer_at_a_time_and_any_number_of_readers() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let error = Store::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("in use by another etude"), "{error}");
    Store::open_to_read(folder.path()).unwrap();
    drop(store);
    Store::open(folder.path()).unwrap();
}

#[test]
fn what_is_no_campaign_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let text = "no database\n".repeat(1000);
    fs::write(&path, &text).unwrap();
    assert!(Store::open(folder.path()).is_err());
    assert!(Store::open_to_read(folder.path()).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn runs_are_told_as_command_lines() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for plan in [
        r#"{"arguments":["--count","5"]}"#,
        r#"{"command":"evolve","arguments":[]}"#,
        r#"{"arguments":[5]}"#,
        "no JSON",
    ] {
        store.begin_run(plan).unwrap();
    }
    let runs = store.runs().unwrap();
    let lines: Vec<Option<String>> =
        runs.iter().map(|run| run.words().map(|words| words.join(" "))).collect();
    let expected = [Some("etude hunt --count 5"), Some("etude evolve"), None, None];
    assert_eq!(lines, expected.map(|line| line.map(str::to_owned)));
    assert_eq!(store.last_plan().unwrap().as_deref(), Some("no JSON"));
}
