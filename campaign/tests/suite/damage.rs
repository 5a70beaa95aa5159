//! Databases that contradict themselves: none is believed, and all say which it is.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use campaign::{
    Chunk, Manner, Order, Outcome, Setting, Source, Store, StoreError, Stretch, source_again,
    source_of_grammar, summarize_stored,
};
use feat_runtime::Space;
use grammar_compiler::{Options, compile};
use solvers::{Limits, Solver};

/// A grammar with four formulas.
fn four() -> Space {
    let text = "grammar Four; start : 'a' | 'b' | 'c' | 'd' ;";
    Space::new(compile(text, &Options::default()).compiled.unwrap().rtg)
}

fn source(space: Space) -> Arc<dyn Source> {
    source_of_grammar("Core", space, Order::exhaustive(), None)
}

fn core() -> Space {
    generated::Theory::find("Core").unwrap().space().clone()
}

fn setting() -> Setting {
    let solver = Solver::parse("z3").unwrap();
    Setting::new(solver, Limits::default(), Manner::Session).unwrap()
}

/// A campaign in which three formulas from number 0 on were asked, after `change`.
fn campaign(space: &Space, change: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let run = store.begin_run("{}").unwrap();
    let ids = (store.track(&source(space.clone())).unwrap(), store.setting(&setting()).unwrap());
    let outcomes = vec![(Outcome::Unsat, Duration::from_millis(1)); 3];
    store.commit(ids.0, &[(ids.1, Chunk { first: 0, outcomes })], &[], run).unwrap();
    drop(store);
    let database = rusqlite::Connection::open(folder.path().join("campaign.db")).unwrap();
    database.execute_batch(change).unwrap();
    folder
}

/// Returns what each way of reading a campaign says of it.
fn readings(folder: &Path, space: &Space) -> Vec<(&'static str, Result<(), StoreError>)> {
    let open = || Store::open_to_read(folder).unwrap();
    let list = || {
        let store = open();
        for track in store.tracks()? {
            for setting in store.settings()? {
                store.chunks(track.id, setting.id, 0..u64::MAX, |_| {})?;
            }
        }
        Ok(())
    };
    let sum_up = || summarize_stored(&open(), &|it| source_again(it, space.clone())).map(|_| ());
    let merge = || {
        let into = tempfile::tempdir().unwrap();
        let mut store = Store::open(into.path())?;
        let merged = store.merge(&open()).map(|_| ());
        let is_empty = store.tracks()?.is_empty();
        assert!(merged.is_ok() || is_empty, "all of it or nothing");
        merged
    };
    let go_on = || {
        let mut store = Store::open(folder)?;
        let run = store.begin_run("{}")?;
        let plan = campaign::Plan {
            stretches: vec![Stretch::new(source(space.clone()), 0..3)],
            settings: vec![setting()].into(),
            ladder: campaign::Ladder::none(),
            shard: campaign::Shard::default(),
            jobs: 1,
            time: None,
            judge: campaign::Judge::default(),
            opponents: campaign::Opponents::All,
        };
        // Nothing is left to be asked: no solver is started.
        match campaign::hunt(&plan, &mut store, run, &|| true, &mut |_| {}) {
            Ok(_) => Ok(()),
            Err(campaign::HuntError::Store(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    };
    let remember = || {
        let into = tempfile::tempdir().unwrap();
        let asked = [source(space.clone())];
        campaign::remember(&open(), &into.path().join("a.db"), &[setting()], &asked).map(|_| ())
    };
    let compare = || {
        let (store, asked) = (open(), [source(space.clone())]);
        let reference = Solver::parse("cvc5").unwrap();
        let reference = Setting::new(reference, Limits::default(), Manner::Session).unwrap();
        let tolerance = campaign::Tolerance::default();
        match campaign::compare(&store, &store, &setting(), &reference, &asked, &tolerance) {
            Ok(difference) => {
                assert_eq!(difference.theories[0].compared, 3);
                Ok(())
            }
            Err(campaign::BaselineError::Store(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    };
    vec![
        ("list", list()),
        ("compare", compare()),
        ("sum up", sum_up()),
        ("merge", merge()),
        ("remember", remember()),
        ("go on", go_on()),
    ]
}

/// Fails unless each way of reading but those in `blind` refuses it, with these words.
fn check(space: &Space, change: &str, words: &str, blind: &[&str]) {
    let folder = campaign(space, change);
    for (way, read) in readings(folder.path(), space) {
        let said = match read {
            Ok(()) if blind.contains(&way) => continue,
            Ok(()) => panic!("{way} believes it after {change}"),
            Err(error @ StoreError::Damaged { .. }) => error.to_string(),
            Err(error) => panic!("{way} after {change}: {error:?}"),
        };
        assert!(said.contains(words), "{way}: {said}");
        assert!(said.contains("campaign.db contradicts itself"), "{way}: {said}");
        assert!(said.contains("restore it from a copy"), "{way}: {said}");
    }
}

#[test]
fn what_is_whole_is_believed() {
    for space in [core(), four()] {
        let folder = campaign(&space, "");
        for (way, read) in readings(folder.path(), &space) {
            assert!(read.is_ok(), "{way}: {read:?}");
        }
    }
}

#[test]
fn chunks_that_cannot_be_are_refused() {
    // A hunt that is told to stop at once does not read what was said.
    let unread = &["go on"];
    for (change, words, blind) in [
        ("UPDATE chunk SET length = 5", "for 5 formulas there are 3 outcomes", &unread[..]),
        ("UPDATE chunk SET length = 2", "for 2 formulas there are 3 outcomes", unread),
        ("UPDATE chunk SET times = x'0000'", "2 bytes of times", unread),
        ("UPDATE chunk SET outcomes = x'0505C8'", "no outcome 200", unread),
        ("UPDATE chunk SET outcomes = x'050005'", "no outcome 0", unread),
        ("UPDATE chunk SET length = 0", "there are no 0 formulas", &[]),
        ("UPDATE chunk SET length = -3", "there are no -3 formulas", &[]),
        ("UPDATE chunk SET first = -1", "there are no", &[]),
        ("UPDATE chunk SET first = 9223372036854775806", "there are no 3 formulas", &[]),
    ] {
        check(&core(), change, words, blind);
    }
}

#[test]
fn chunks_that_tell_different_things_are_refused() {
    let copy = |outcomes: &str| {
        format!(
            "INSERT INTO chunk SELECT track, setting, 1, 2, x'{outcomes}', x'00000000' FROM chunk"
        )
    };
    check(&core(), &copy("0501"), "number 2 is `unsat` in one place and `sat` in another", &[]);
    // What says the same twice is told once.
    let folder = campaign(&core(), &copy("0505"));
    let store = Store::open_to_read(folder.path()).unwrap();
    let mut numbers = Vec::new();
    let (track, setting) = (store.tracks().unwrap()[0].id, store.settings().unwrap()[0].id);
    let mut take = |chunk: Chunk| numbers.extend((chunk.first..).zip(chunk.outcomes));
    store.chunks(track, setting, 0..u64::MAX, &mut take).unwrap();
    assert_eq!(numbers.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn formulas_that_a_grammar_does_not_have_are_refused() {
    // Who only lists or copies answers has no grammar to compare them with.
    let blind = &["list", "merge"];
    check(&four(), "UPDATE chunk SET first = 4", "Core has 4 formulas", blind);
}

#[test]
fn an_order_of_a_later_version_is_refused_with_what_to_do() {
    let later = r#"UPDATE track SET sequence = '{"order":"shuffled","seed":7}'"#;
    let folder = campaign(&core(), later);
    for (way, read) in readings(folder.path(), &core()) {
        // Who goes on asks formulas of its own, and leaves the others as they are.
        if way == "go on" {
            assert!(read.is_ok(), "{read:?}");
            continue;
        }
        let error = read.expect_err(way);
        assert!(matches!(error, StoreError::Later { .. }), "{way}: {error:?}");
        let words = error.to_string();
        assert!(words.contains("track 1 (Core), `shuffled`"), "{way}: {words}");
        assert!(words.contains("use that version"), "{way}: {words}");
    }
}

#[test]
fn an_order_or_a_finding_that_nobody_wrote_is_refused() {
    let order = r#"UPDATE track SET sequence = '{"order":"exhaustive","base":"x"}'"#;
    check(&core(), order, "`x` is no index in decimal", &["go on"]);
    let folder = campaign(
        &core(),
        "INSERT INTO finding SELECT 1, track, 0, 'z3', 'odd', '', 1, '', '{}', 1 FROM chunk",
    );
    let store = Store::open_to_read(folder.path()).unwrap();
    let track = store.tracks().unwrap()[0].id;
    for said in [store.found(track).map(|_| ()), store.bugs(None).map(|_| ())] {
        let said = said.unwrap_err();
        assert!(matches!(said, StoreError::Damaged { .. }), "{said:?}");
        assert!(said.to_string().contains("no finding of kind `odd`"), "{said}");
    }
}
