//! Sequels of findings after the hunt: kept in the campaign, merged, told in reports.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use campaign::{
    AskedRelease, Dossier, Finding, Health, Lifetime, Order, REPORT, Sequel, Store,
    source_of_grammar,
};
use rusqlite::Connection;
use tempfile::tempdir;

fn kept(name: &str) -> Finding {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/findings/{name}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn store_with(folder: &Path, finding: &Finding) -> Store {
    let space = generated::Theory::find("Core").unwrap().space().clone();
    let source = source_of_grammar("Core", space, Order::exhaustive(), None);
    let mut store = Store::open(folder).unwrap();
    let run = store.begin_run("{}").unwrap();
    let id = store.track(&source).unwrap();
    store.commit(id, &[], &[(7, finding.clone())], run).unwrap();
    store
}

fn sequel() -> Sequel {
    let asked = |release: &str, health| AskedRelease { release: release.to_owned(), health };
    let lifetime = Lifetime::new(
        "z3".to_owned(),
        Some("4.8.7".to_owned()),
        vec![asked("4.8.8", Health::Good)],
        Some(vec!["4.8.7".to_owned(), "4.8.8".to_owned()]),
    );
    Sequel { trimmed: Some("(assert true)\n(check-sat)\n".to_owned()), lifetime: Some(lifetime) }
}

#[test]
fn a_sequel_is_kept_merged_and_told() {
    let folder = tempdir().unwrap();
    let finding = kept("invalid-model");
    let store = store_with(&folder.path().join("one"), &finding);
    assert_eq!(store.bugs(None).unwrap()[0].sequel, None);
    store.keep_sequel(&finding, &sequel()).unwrap();
    let mut both = Store::open(&folder.path().join("both")).unwrap();
    both.merge(&store).unwrap();
    let bug = both.bugs(None).unwrap().remove(0);
    assert_eq!(bug.sequel, Some(sequel()));

    let dossier = Dossier::of_bug(&bug, None);
    let written = dossier.write(folder.path()).unwrap();
    assert_eq!(Dossier::read(&written).unwrap(), dossier);
    let report = fs::read_to_string(written.join(REPORT)).unwrap();
    let (shown, rest) = report.split_once("<details>").unwrap();
    assert!(shown.contains("\n\nz3 4.8.7; fixed in 4.8.8.\n\n"), "{report}");
    // The shorter formula is for people, the enumerated one stays in the evidence.
    assert!(shown.contains("(set-option :produce-models true)\n(assert true)\n"), "{report}");
    assert!(rest.contains("(declare-const b Bool)"), "{report}");
    // A model names what the shown formula names, which is nothing here.
    let models = |formula: &str| -> Vec<String> {
        finding.arguments(formula).into_iter().map(|it| it.model).collect()
    };
    assert!(models(&finding.evidence.formula).iter().any(|it| it.contains("define-fun")));
    assert!(
        models(dossier.formula()).iter().all(|it| !it.contains("define-fun"))
            && !report.contains("define-fun")
    );
    assert!(report.trim_end().lines().last().unwrap().starts_with("Found by etude "), "{report}");
}

#[test]
fn a_campaign_of_before_has_no_sequels_and_gets_them() {
    let folder = tempdir().unwrap();
    let finding = kept("invalid-model");
    let path = store_with(folder.path(), &finding).path().to_owned();
    Connection::open(&path).unwrap().execute_batch("DROP TABLE sequel").unwrap();
    assert_eq!(Store::open_to_read(folder.path()).unwrap().bugs(None).unwrap()[0].sequel, None);
    let store = Store::open(folder.path()).unwrap();
    store.keep_sequel(&finding, &sequel()).unwrap();
    assert_eq!(store.bugs(None).unwrap()[0].sequel, Some(sequel()));
}

#[test]
fn times_of_a_session_stand_beside_none_of_a_fresh_process() {
    let mut finding = kept("performance-timeout");
    let accused = finding.accused.first().to_string();
    assert!(finding.sentence().contains(" s), and "), "{}", finding.sentence());
    for reply in &mut finding.evidence.answers {
        reply.is_fresh = reply.solver.name == accused;
    }
    assert!(finding.sentence().contains("in a session"), "{}", finding.sentence());
    let told = finding.evidence.answers.iter().filter(|it| finding.is_comparable(it));
    assert_eq!(told.count(), 1);
}
