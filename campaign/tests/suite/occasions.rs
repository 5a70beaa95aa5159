//! Times and places of runs: kept in the campaign, merged, told in reports.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use campaign::{
    Finding, KnownBugs, Occasion, Order, REPORT, Store, folder_name, source_of_grammar,
    write_folders,
};
use rusqlite::Connection;
use tempfile::tempdir;

fn kept(name: &str) -> Finding {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/findings/{name}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn occasion(began: u64) -> Occasion {
    Occasion {
        began,
        ended: None,
        processor: None,
        cores: 2,
        system: "Some Linux 12, Linux 6.1.0, x86_64".to_owned(),
        load_at_begin: Some(0.25),
        load_at_end: None,
    }
}

fn store_with(folder: &Path, findings: &[Finding]) -> Store {
    let space = generated::Theory::find("Core").unwrap().space().clone();
    let source = source_of_grammar("Core", space, Order::exhaustive(), None);
    let mut store = Store::open(folder).unwrap();
    let run = store.begin_run_on("{}", &occasion(1_700_000_000)).unwrap();
    let id = store.track(&source).unwrap();
    let findings: Vec<(u64, Finding)> = (7..).zip(findings.iter().cloned()).collect();
    store.commit(id, &[], &findings, run).unwrap();
    let end = Occasion { ended: Some(1_700_000_060), ..occasion(1_700_000_000) };
    store.keep_occasion(run, &end).unwrap();
    store
}

#[test]
fn an_occasion_is_kept_and_goes_along_when_campaigns_are_merged() {
    let folder = tempdir().unwrap();
    let store = store_with(&folder.path().join("one"), &[kept("invalid-model")]);
    let mut both = Store::open(&folder.path().join("both")).unwrap();
    both.merge(&store).unwrap();
    for store in [&store, &both] {
        let run = store.runs().unwrap().remove(0);
        let occasion = store.occasion(run.id).unwrap().unwrap();
        assert_eq!((occasion.began, occasion.ended), (1_700_000_000, Some(1_700_000_060)));
        let bug = store.bugs(None).unwrap().remove(0);
        assert_eq!(bug.system.as_deref(), Some("Some Linux 12, Linux 6.1.0, x86_64"));
        let seen = bug.seen.unwrap();
        assert!((1_700_000_000..1_700_000_060).contains(&seen), "{seen}");
    }
}

#[test]
fn a_finding_keeps_the_moment_when_it_was_first_seen() {
    let folder = tempdir().unwrap();
    let finding = kept("invalid-model");
    let mut store = store_with(folder.path(), std::slice::from_ref(&finding));
    let first = store.bugs(None).unwrap()[0].seen;
    let run = store.begin_run_on("{}", &occasion(1_800_000_000)).unwrap();
    let track = store.tracks().unwrap()[0].id;
    store.commit(track, &[], &[(7, finding)], run).unwrap();
    assert_eq!(store.bugs(None).unwrap()[0].seen, first);
}

#[test]
fn a_campaign_of_before_has_no_occasions_and_gets_them() {
    let folder = tempdir().unwrap();
    let path = store_with(folder.path(), &[kept("invalid-model")]).path().to_owned();
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("DROP TABLE occasion; DROP TABLE sighting").unwrap();
    let store = Store::open_to_read(folder.path()).unwrap();
    let (bug, run) = (store.bugs(None).unwrap().remove(0), store.runs().unwrap().remove(0));
    assert_eq!((bug.seen, bug.system, store.occasion(run.id).unwrap()), (None, None, None));
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    store.keep_occasion(run.id, &occasion(5)).unwrap();
    assert_eq!(store.occasion(run.id).unwrap(), Some(occasion(5)));
}

#[test]
fn a_report_names_the_system_and_the_other_triggers_of_its_cause() {
    let folder = tempdir().unwrap();
    let finding = kept("invalid-model");
    let mut other = finding.clone();
    // Another bug by its operators, which has one of the first's.
    other.operators = vec!["bvadd".to_owned(), "bvmul".to_owned()];
    other.formula.size += 1;
    other.formula.place = campaign::Place::Index(8.into());
    let mut first = finding;
    first.operators = vec!["bvadd".to_owned(), "bvneg".to_owned()];
    let store = store_with(folder.path(), &[first.clone(), other.clone()]);
    let bugs = store.bugs(None).unwrap();
    assert_eq!(bugs.len(), 2);
    write_folders(folder.path(), &KnownBugs::default(), &bugs).unwrap();
    let report = |finding: &Finding| {
        let folder = folder.path().join("findings").join(folder_name(finding));
        fs::read_to_string(folder.join(REPORT)).unwrap()
    };
    let text = report(&first);
    assert!(text.contains("; Some Linux 12, Linux 6.1.0, x86_64.\n"), "{text}");
    let told = |it: &Finding| {
        format!(
            "Probably of the same cause:\n\n- {} (`{}`)\n",
            it.formula.name(),
            it.operators.join(" ")
        )
    };
    assert!(text.contains(&told(&other)), "{text}");
    let text = report(&other);
    assert!(text.contains(&told(&first)), "{text}");
}
