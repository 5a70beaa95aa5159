//! Campaigns that nobody ran: releases with days, answers by rule, findings.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part, and is a test")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use campaign::{
    Chunk, Evidence, Fault, Finding, FormulaId, Kind, Manner, Order, Outcome, Setting, Source,
    Store, source_of_grammar,
};
use solvers::{Day, Family, Limits, Solver};

/// A setting of a release: its file was written on a day, or is not there at all.
pub fn setting(folder: &Path, name: &str, day: Option<&str>, manner: Manner) -> Setting {
    let (family, version) = name.split_once('-').unwrap_or((name, ""));
    let path = folder.join(name);
    if let Some(day) = day {
        let mut file = File::create(&path).unwrap();
        write!(file, "built on {day}").unwrap();
        file.set_modified(day.parse::<Day>().unwrap().start()).unwrap();
    }
    let solver = Solver::new(vec![path.into_os_string()])
        .with_family(family.parse().unwrap_or(Family::Other))
        .with_name(name);
    let solver = Solver { version: version.parse().ok(), ..solver };
    Setting::new(solver, Limits::of_time(Duration::from_secs(10)), manner).unwrap()
}

/// A track of that name; which formulas it has does not matter here.
pub fn track(name: &str, order: Order) -> Arc<dyn Source> {
    let space = generated::Theory::find("Core").unwrap().space().clone();
    source_of_grammar(name, space, order, None)
}

/// A finding against a solver.
pub fn finding(theory: &str, number: u64, solver: &str, kind: Kind) -> (u64, Finding) {
    let finding = Finding {
        kind,
        accused: solver.parse().unwrap(),
        fault: Fault::parse(kind, ""),
        formula: FormulaId {
            theory: theory.to_owned(),
            grammar: String::new(),
            origin: None,
            place: campaign::Place::Index(number.into()),
            size: 3,
        },
        operators: Vec::new(),
        evidence: Evidence::default(),
    };
    (number, finding)
}

/// A number that looks random, of two others.
pub fn mixed(one: u64, other: u64) -> u64 {
    let mixed = (one * 1009 + other + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 31)).wrapping_mul(0x94D0_49BB_1331_11EB) >> 40
}

/// Writes down what a setting said of the formulas from `first` on.
pub fn answer(
    store: &mut Store,
    track: &dyn Source,
    setting: &Setting,
    first: u64,
    outcomes: Vec<(Outcome, Duration)>,
) {
    let run = store.begin_run("{}").unwrap();
    let (track, setting) = (store.track(track).unwrap(), store.setting(setting).unwrap());
    store.commit(track, &[(setting, Chunk { first, outcomes })], &[], run).unwrap();
}

/// Writes findings down.
pub fn find(store: &mut Store, track: &dyn Source, findings: &[(u64, Finding)]) {
    let run = store.begin_run("{}").unwrap();
    let track = store.track(track).unwrap();
    store.commit(track, &[], findings, run).unwrap();
}

/// The lines of a table, each by the names of its columns. No cell here has a quote in it.
pub fn lines(csv: &str) -> Vec<BTreeMap<String, String>> {
    let cells = |line: &str| {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                letter => cells.last_mut().unwrap().push(letter),
            }
        }
        cells
    };
    let mut lines = csv.lines().map(cells);
    let names = lines.next().unwrap();
    lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect()
}
