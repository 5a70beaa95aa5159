//! The figure in `docs` is drawn from the numbers beside it, which outlive the campaigns that they
//! are from.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::invented;

use std::fs;
use std::iter::repeat_n;
use std::path::Path;
use std::time::Duration;

use campaign::{Kind, Manner, Order, Outcome, Store};
use invented::{answer, find, finding, lines, setting, track};
use report::{History, figures};

#[test]
fn the_figure_shows_the_numbers_of_the_file() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    // A campaign with as many answers and findings of each kind: which formulas they are about is
    // not in the file, and not in the figure.
    for line in lines(&fs::read_to_string(docs.join("evolution.csv")).unwrap()) {
        // The file is older than some outcomes; that they add up is checked below.
        let count = |name: &str| line.get(name).map_or(0, |count| count.parse::<usize>().unwrap());
        let (theory, solver) = (&line["theory"], &line["solver"]);
        let track = track(theory, Order::exhaustive());
        let setting = setting(folder.path(), solver, None, Manner::Session);
        let outcomes: Vec<(Outcome, Duration)> = Outcome::ALL
            .iter()
            .flat_map(|outcome| repeat_n((*outcome, Duration::ZERO), count(outcome.name())))
            .collect();
        assert_eq!(outcomes.len(), 10_000, "{solver} on {theory}");
        answer(&mut store, &track, &setting, 0, outcomes);
        let findings: Vec<_> = Kind::ALL
            .into_iter()
            .flat_map(|kind| (0..count(&format!("findings:{kind}"))).map(move |at| (at, kind)))
            .map(|(at, kind)| finding(theory, at as u64, solver, kind))
            .collect();
        find(&mut store, &track, &findings);
    }
    let figures = figures(&History::read(&store).unwrap());
    let found = &figures.iter().find(|figure| figure.id == "triggers").unwrap().svg;
    let path = docs.join("triggers.svg");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, found).unwrap();
    }
    let drawn = fs::read_to_string(&path).unwrap();
    assert!(
        drawn == *found,
        "docs/triggers.svg is of other numbers than docs/evolution.csv: \
                              UPDATE=1 cargo test -p report --test suite evolution"
    );
}
