//! A campaign that contradicts itself, as a person meets it: no command believes it, and each says
//! which campaign it is and what to do.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::time::Duration;

use crate::lab::{Lab, UNSAT, code, text};
use campaign::{Chunk, Outcome, RunId, SettingId, Store, StoredSetting, TrackId};

/// Writes down that a formula that was answered before was answered otherwise.
fn contradict(store: &mut Store, ids: (TrackId, SettingId), run: RunId) {
    let outcomes = vec![(Outcome::SatTrue, Duration::from_millis(1)); 2];
    store.commit(ids.0, &[(ids.1, Chunk { first: 3, outcomes })], &[], run).unwrap();
}

#[test]
fn no_command_believes_a_campaign_that_contradicts_itself() {
    let lab = Lab::new();
    let unsat = lab.solver("unsat", UNSAT);
    let hunt = ["hunt", "--theory", "Core", "--count", "10", "--solver", &unsat];
    assert_eq!(code(&lab.etude(&hunt).output().unwrap()), 10);
    let mut store = Store::open(&lab.path("etude-hunt")).unwrap();
    let (track, settings) = (store.tracks().unwrap()[0].id, store.settings().unwrap());
    let answered = |it: &&StoredSetting| !store.done(track, it.id).unwrap().is_empty();
    let setting = settings.iter().find(answered).unwrap().id;
    let (ids, run) = ((track, setting), store.begin_run("{}").unwrap());
    contradict(&mut store, ids, run);
    drop(store);
    let more = ["hunt", "--theory", "Core", "--count", "20", "--solver", &unsat];
    for words in [
        &["verdicts", "etude-hunt"][..],
        &["report", "etude-hunt"],
        &["merge", "all", "etude-hunt"],
        &hunt,
        &more,
    ] {
        let output = lab.etude(words).output().unwrap();
        let said = text(&output);
        assert_ne!(code(&output), 0, "{words:?}: {said}");
        assert_ne!(code(&output), 10, "{words:?}: {said}");
        assert!(said.contains("etude-hunt/campaign.db contradicts itself"), "{words:?}: {said}");
        assert!(said.contains("the answers of unsat to Core"), "{words:?}: {said}");
        assert!(said.contains("restore it from a copy"), "{words:?}: {said}");
    }
}
