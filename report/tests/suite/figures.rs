//! The figures of a small campaign: their numbers are those of data files, and each number of a
//! table stands in its picture.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::invented;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use campaign::{Kind, Manner, Order, Outcome, Source, Store};
use invented::{answer, find, finding, lines, mixed, setting, track};
use report::{Figure, History, figures};

/// The releases, in the order of the figures.
const RELEASES: [(&str, Option<&str>); 7] = [
    ("z3-4.8.6", Some("2019-09-19")),
    ("z3-4.8.10", Some("2021-01-20")),
    // Built again after later releases.
    ("z3-4.8.7", Some("2021-02-01")),
    ("cvc4-1.8", Some("2020-06-19")),
    ("cvc5-0.0.2", Some("2021-10-05")),
    ("cvc5-1.1.2", Some("2024-03-01")),
    ("mine-2.0", None),
];

fn tracks() -> Vec<Arc<dyn Source>> {
    let far = Order::Exhaustive { base: "10^275".parse().unwrap() };
    vec![
        track("Zoo", Order::exhaustive()),
        track("Strings", Order::exhaustive()),
        track("Core", far),
        track("Core", Order::Sampled { size: 9, seed: 3 }),
        track("Core", Order::exhaustive()),
    ]
}

/// Answers by rule: later releases are slower at first sight, and decide more.
fn outcomes(release: u64, theory: u64, manner: Manner, count: u64) -> Vec<(Outcome, Duration)> {
    let outcome = |number: u64| {
        let chance = mixed(release * 10 + theory, number);
        let outcome = match (chance % 40, number % 3) {
            (0, _) if release < 5 => Outcome::Rejected,
            (1, _) => Outcome::Unknown,
            (2, _) => Outcome::Timeout,
            (_, 0) => Outcome::Unsat,
            _ => Outcome::SatTrue,
        };
        let start = if manner == Manner::Session { 1 } else { 8 + release };
        let millis = match outcome {
            Outcome::Timeout => 10_000,
            _ => start + (chance / 40 % 12).pow(3) * (theory + 1),
        };
        (outcome, Duration::from_millis(millis))
    };
    (0..count).map(outcome).collect()
}

fn campaign(folder: &Path) -> Store {
    let mut store = Store::open(folder).unwrap();
    let tracks = tracks();
    for (place, track) in (0..).zip(&tracks) {
        // In no order: figures have one of their own.
        for (release, (name, day)) in (0..7_u8).zip(RELEASES).rev() {
            let release = u64::from(release);
            let session = setting(folder, name, day, Manner::Session);
            answer(&mut store, track, &session, 0, outcomes(release, place, Manner::Session, 1200));
            let timed = Manner::Timed { repetitions: 3 };
            if !["cvc4-1.8", "mine-2.0"].contains(&name) && place != 3 {
                let setting = setting(folder, name, day, timed);
                answer(&mut store, track, &setting, 0, outcomes(release, place, timed, 1000));
            }
        }
    }
    // A solver that nobody asked has no column.
    store.setting(&setting(folder, "z3-5.0.0", None, Manner::Fresh)).unwrap();
    let found = |theory: &'static str, numbers: &[u64], solver: &'static str, kind: Kind| {
        numbers.iter().map(|it| finding(theory, *it, solver, kind)).collect::<Vec<_>>()
    };
    let many: Vec<u64> = (0..1100).collect();
    let strings = [
        found("Strings", &many, "z3-4.8.6", Kind::InvalidModel),
        found("Strings", &[1, 7], "z3-4.8.6", Kind::RefutationUnsoundness),
        found("Strings", &[8], "z3-4.8.6", Kind::SolutionUnsoundness),
        found("Strings", &[9, 10], "cvc4-1.8", Kind::Crash),
        found("Strings", &[10, 11], "cvc4-1.8", Kind::Flawed),
        found("Strings", &[12], "cvc4-1.8", Kind::Performance),
    ];
    find(&mut store, &tracks[1], &strings.concat());
    let core = found("Core", &[3, 4], "z3-4.8.10 and cvc5-0.0.2", Kind::Disagreement);
    find(&mut store, &tracks[4], &core);
    find(&mut store, &tracks[2], &found("Core", &[5], "cvc4-1.8", Kind::Crash));
    let sampled = found("Core", &[2, 1], "mine-2.0", Kind::InvalidModel);
    find(&mut store, &tracks[3], &sampled);
    store
}

fn history() -> History {
    let folder = tempfile::tempdir().unwrap();
    History::read(&campaign(folder.path())).unwrap()
}

#[test]
fn columns_and_theories_have_a_fixed_order() {
    let history = history();
    let mut names: Vec<&str> = history.columns.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.len(), 12);
    names.dedup();
    assert_eq!(names, RELEASES.map(|(name, _)| name));
    let theories: Vec<&str> = history.theories.iter().map(|it| it.name.as_str()).collect();
    let expected = ["Core", "Core of size 9, sampled", "Core from 10^275", "Strings", "Zoo"];
    assert_eq!(theories, expected);
    for theory in &history.theories {
        assert_eq!(theory.records.len(), history.columns.len());
        for (column, record) in history.columns.iter().zip(&theory.records) {
            assert!(!column.is_timed() || record.triggers.is_empty());
        }
    }
    assert_eq!(history.theories[1].index(7), "size9-seed3-7");
    assert_eq!(history.theories[2].index(7), format!("1{}7", "0".repeat(274)));
}

/// Without days, CVC4 comes before cvc5, and versions count by number.
#[test]
fn releases_without_days_are_ordered_by_version() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let track = track("Ints", Order::exhaustive());
    for (name, day) in [
        ("cvc5-0.0.10", None),
        ("cvc4-1.8", None),
        ("cvc5-0.0.2", Some("2012-01-01")),
        ("z3-4.8.12", None),
        ("z3-4.8.7", None),
    ] {
        let setting = setting(folder.path(), name, day, Manner::Fresh);
        let outcomes = vec![(Outcome::Unsat, Duration::from_millis(3))];
        answer(&mut store, &track, &setting, 0, outcomes);
    }
    let history = History::read(&store).unwrap();
    let names: Vec<&str> = history.columns.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["z3-4.8.7", "z3-4.8.12", "cvc4-1.8", "cvc5-0.0.2", "cvc5-0.0.10"]);
    let figures = figures(&history);
    let ids: Vec<&str> = figures.iter().map(|figure| figure.id).collect();
    let expected = ["overview", "triggers", "trigger-table", "solved", "runtime", "throughput"];
    assert_eq!(ids, expected);
    assert!(figures[3].caption.contains("sessions leave out"), "{}", figures[3].caption);
}

/// Builds whose version nobody knows are told apart by their programs, and at axes by their days.
#[test]
fn builds_of_one_name_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let track = track("Ints", Order::exhaustive());
    for (day, millis) in [("2024-03-02", 40), ("2024-03-01", 9)] {
        for manner in [Manner::Session, Manner::Timed { repetitions: 1 }] {
            let setting = setting(folder.path(), "z3", Some(day), manner);
            let outcomes = vec![(Outcome::Unsat, Duration::from_millis(millis))];
            answer(&mut store, &track, &setting, 0, outcomes);
        }
    }
    let history = History::read(&store).unwrap();
    assert_eq!(history.columns.len(), 4);
    let figures = figures(&history);
    let document = roxmltree::Document::parse(&figures[3].svg).unwrap();
    let labels: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("label"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(labels, ["z3 of 2024-03-01", "z3 of 2024-03-02"]);
    let soonest: Vec<String> =
        lines(&figures[3].csv).iter().map(|line| line["solved_0.015625s"].clone()).collect();
    assert_eq!(soonest, ["1", "0"]);
}

#[test]
fn an_empty_campaign_has_no_figures() {
    let folder = tempfile::tempdir().unwrap();
    let history = History::read(&Store::open(folder.path()).unwrap()).unwrap();
    assert!(history.columns.is_empty() && history.theories.is_empty());
    assert!(figures(&history).is_empty());
}

#[test]
fn numbers_are_those_of_the_data_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/figures");
    let figures = figures(&history());
    if std::env::var_os("UPDATE").is_some() {
        for Figure { id, csv, .. } in &figures {
            fs::write(folder.join(format!("{id}.csv")), csv).unwrap();
        }
    }
    let mut files: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut expected: Vec<String> = figures.iter().map(|it| format!("{}.csv", it.id)).collect();
    expected.sort();
    assert_eq!(files, expected, "a data file for each figure");
    for Figure { id, csv, .. } in &figures {
        let known = fs::read_to_string(folder.join(format!("{id}.csv"))).unwrap();
        for (line, (found, known)) in (1..).zip(csv.lines().zip(known.lines())) {
            assert_eq!(found, known, "line {line} of {id}.csv; {RENEW}");
        }
        assert_eq!(csv.lines().count(), known.lines().count(), "{id}.csv; {RENEW}");
    }
}

const RENEW: &str = "if it should: UPDATE=1 cargo test -p report --test suite figures";

/// Returns what a picture must say to who points at it, for each number of a line of its table.
fn titles(id: &str, line: &BTreeMap<String, String>) -> Vec<[String; 3]> {
    let solver = line["solver"].clone();
    let number = |name: &str| outlet::grouped(&line[name]);
    let track = || format!(", {}", line["track"]);
    match id {
        "overview" => vec![
            [solver.clone(), "unsound".into(), format!(": {} of", number("unsound"))],
            [solver.clone(), "invalid model".into(), format!(": {} of", number("invalid_model"))],
            [solver.clone(), "crash".into(), format!(": {} of", number("crash"))],
            [solver.clone(), String::new(), format!(" {} within 0.01", number("solved_0.015625s"))],
            [solver, String::new(), format!(" {} of 4,", number("solved_8s"))],
        ],
        "triggers" => {
            let count = format!(", {}: {} of", line["kind"], number("triggers"));
            vec![[solver, track(), count]]
        }
        "trigger-table" => {
            vec![[solver, line["kind"].clone(), format!(": {}", number("triggers"))]]
        }
        "runtime" if line["jointly_solved"] == "0" => Vec::new(),
        "runtime" => vec![[solver, track(), format!(": {} s", line["seconds"])]],
        "throughput" => vec![[solver, track(), format!(": {} ", line["formulas_per_second"])]],
        "solved" | "larger" => {
            let times = line.keys().filter_map(|name| name.strip_prefix("solved_"));
            times
                .map(|time| {
                    let count = number(&format!("solved_{time}"));
                    let time = time.strip_suffix('s').unwrap();
                    [solver.clone(), track(), format!(" {count} within {time} s")]
                })
                .collect()
        }
        other => panic!("a new figure, {other}: say where its numbers stand"),
    }
}

#[test]
fn pictures_are_xml_and_have_each_number_of_their_tables() {
    for Figure { id, svg, csv, title, .. } in figures(&history()) {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{id}");
        assert_eq!(root.attribute("role"), Some("img"));
        assert!(root.has_attribute("viewBox"));
        let first = root.first_element_child().unwrap();
        assert_eq!((first.tag_name().name(), first.text()), ("title", Some(title.as_str())));
        let said: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("title"))
            .filter_map(|node| node.text())
            .collect();
        let lines = lines(&csv);
        assert!(!lines.is_empty(), "{id}");
        for line in &lines {
            for [solver, what, number] in titles(id, line) {
                let is_said = said.iter().any(|text| {
                    text.starts_with(&format!("{solver},"))
                        && text.contains(&what)
                        && text.contains(&number)
                });
                assert!(is_said, "{id}: nothing says `{solver}`, `{what}`, `{number}`");
            }
        }
    }
}

/// A number that would surprise a reader is explained below the picture.
#[test]
fn captions_say_where_numbers_are_from() {
    let figures = figures(&history());
    let caption = |id: &str| &figures.iter().find(|figure| figure.id == id).unwrap().caption;
    for (id, words) in [
        ("solved", "Where a solver has no timing run"),
        ("solved", "--manner timed --verdict sat --faster 0.015625s"),
        ("solved", "Not all releases were asked equally many formulas"),
        ("triggers", "--kind invalid-model"),
        ("trigger-table", "far out are not counted: 1."),
    ] {
        assert!(caption(id).contains(words), "{id}: {}", caption(id));
    }
}

#[test]
fn names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let track = track("A<B & \"C\"", Order::exhaustive());
    let setting = setting(folder.path(), "<mine>&co", None, Manner::Session);
    answer(&mut store, &track, &setting, 0, vec![(Outcome::Unsat, Duration::from_millis(3))]);
    for figure in figures(&History::read(&store).unwrap()) {
        let document = roxmltree::Document::parse(&figure.svg).unwrap();
        let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        assert!(texts.contains(&"<mine>&co"), "{}", figure.id);
    }
}
