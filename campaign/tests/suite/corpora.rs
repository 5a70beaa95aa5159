//! Corpora: what is read and what is left out, what a campaign keeps of it, and whom answers blame.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::support::{SAYS_THREE, SAYS_UNSAT, TIME, fake};
use campaign::{
    Corpus, Dossier, Event, Finding, Judge, KnownAnswer, Ladder, Manner, Opponents, Order, Place,
    Plan, Setting, Shard, Source, Store, StoreError, Stretch, hunt, summarize, summarize_stored,
};
use solvers::{Limits, Solver};

const ABOVE_TWO: &str = crate::support::ABOVE_TWO;
const LIMIT: u64 = 2_000;

/// A folder of scripts, the good and the bad.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("LIA/sat/above.smt2", ABOVE_TWO);
        folder.write("LIA/unsat/below.smt2", "(assert false)(check-sat)");
        folder.write("LIA/unsat/wrong.smt2", "(set-info :status sat)(assert true)(check-sat)");
        folder.write("a b.smt2", "(set-info :status sat)(check-sat)(assert false)(check-sat)");
        folder.write("strange.smt2", "(declare-const s (Set Int))(check-sat)");
        folder
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("seeds")
    }

    fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn corpus(&self) -> Corpus {
        Corpus::read(&[self.path()], LIMIT).unwrap().0
    }

    fn source(&self) -> Arc<dyn Source> {
        self.corpus().source(None)
    }

    fn plan(&self, solvers: &[(&str, &str)]) -> Plan {
        let setting = |(name, body): &(&str, &str)| {
            let solver = Solver { name: (*name).to_owned(), ..fake(self.0.path(), name, body) };
            Setting::new(solver, Limits::of_time(TIME), Manner::Fresh).unwrap()
        };
        Plan {
            stretches: vec![Stretch::new(self.source(), 0..u64::MAX)],
            settings: solvers.iter().map(setting).collect(),
            ladder: Ladder::none(),
            shard: Shard::default(),
            jobs: 1,
            time: None,
            judge: Judge::default(),
            opponents: Opponents::All,
        }
    }
}

/// Hunts, and returns the findings in the order of their scripts.
fn hunted(plan: &Plan, store: &mut Store) -> Vec<Finding> {
    let run = store.begin_run("{}").unwrap();
    let mut findings = Vec::new();
    let ending = hunt(plan, store, run, &|| false, &mut |event| {
        if let Event::Found { finding, .. } = event {
            findings.push((*finding).clone());
        }
    });
    ending.unwrap();
    findings.sort_by(|one, other| one.formula.place.cmp(&other.formula.place));
    findings
}

/// Each finding as `kind: solver, file`.
fn told(findings: &[Finding]) -> Vec<String> {
    let line = |it: &Finding| format!("{}: {}, {}", it.kind.name(), it.accused, it.formula.name());
    findings.iter().map(line).collect()
}

#[test]
fn scripts_come_by_name_and_what_is_none_is_left_out_with_the_reason() {
    let folder = Folder::new();
    folder.write("b/binary.smt2", b"(check-sat)\0\x01");
    folder.write("b/empty.smt2", "");
    folder.write("b/huge.smt2", "; x\n".repeat(1_000));
    folder.write("b/latin.smt2", b"(echo \"\xe9\")(check-sat)");
    folder.write("b/notes.txt", "(check-sat)");
    folder.write(OsStr::from_bytes(b"n\xff.smt2"), "(check-sat)");
    symlink(folder.path(), folder.path().join("b/above")).unwrap();
    let (corpus, left_out) = Corpus::read(&[folder.path()], LIMIT).unwrap();
    let names: Vec<&str> = corpus.scripts().iter().map(|it| it.name.as_str()).collect();
    let mut expected = vec![
        "LIA/sat/above.smt2",
        "LIA/unsat/below.smt2",
        "LIA/unsat/wrong.smt2",
        "a b.smt2",
        "n\\xff.smt2",
        "strange.smt2",
    ];
    assert_eq!((corpus.name(), &names), ("seeds", &expected));
    let root = folder.path().display().to_string();
    let told: Vec<String> = left_out.iter().map(|it| it.to_string().replace(&root, "")).collect();
    assert_eq!(
        told,
        [
            "/b/binary.smt2: is no text: byte 11 is NUL",
            "/b/empty.smt2: asks nothing: it has no (check-sat)",
            "/b/huge.smt2: has 4000 bytes, more than 2000",
            "/b/latin.smt2: is no text: byte 7 is not UTF-8",
        ]
    );
    // A file that is named is taken, whatever it is called; a script that is named twice is one.
    let paths = [folder.path().join("b/notes.txt"), folder.path(), folder.path().join("a b.smt2")];
    let (corpus, _) = Corpus::read(&paths, LIMIT).unwrap();
    expected.insert(4, "b/notes.txt");
    let names: Vec<&str> = corpus.scripts().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, expected);
    let missing = Corpus::read(&[folder.path().join("missing")], LIMIT).unwrap_err();
    assert!(missing.to_string().contains("missing: No such file"), "{missing}");
}

#[test]
fn labels_and_folders_declare_and_where_they_contradict_nothing_does() {
    let corpus = Folder::new().corpus();
    let declared = |name: &str| {
        let script = corpus.scripts().iter().find(|it| it.name.as_str() == name).unwrap();
        let label =
            |check| script.declared.at(check).map_or("nothing".to_owned(), KnownAnswer::label);
        ((0..script.checks).map(label).collect::<Vec<_>>(), script.contradiction.is_some())
    };
    let one = |label: &str| (vec![label.to_owned()], false);
    assert_eq!(declared("LIA/sat/above.smt2"), one("declared sat by the folder sat/"));
    assert_eq!(declared("LIA/unsat/below.smt2"), one("declared unsat by the folder unsat/"));
    assert_eq!(declared("LIA/unsat/wrong.smt2"), (vec!["nothing".to_owned()], true));
    let two = vec!["declared sat by :status".to_owned(), "nothing".to_owned()];
    assert_eq!(declared("a b.smt2"), (two, false));
}

#[test]
fn a_corpus_is_known_by_its_names_and_texts_wherever_it_lies() {
    let (one, other) = (Folder::new(), Folder::new());
    assert!(one.source().identity().is(other.source().identity()));
    let source = one.source();
    assert_eq!(source.len(), Some(5));
    assert_eq!(source.questions(1..3), source.questions(0..9)[1..3]);
    assert_eq!(source.questions(0..9).len(), 5);
    let question = source.questions(3..4).pop().unwrap();
    assert_eq!(question.place, source.place(3));
    assert_eq!(question.place.to_string(), "a b.smt2");
    assert_eq!(question.size as usize, question.text.len());
    let order = &source.identity().order;
    assert_eq!(Order::parse(&order.to_json()).unwrap(), *order);
    other.write("LIA/sat/above.smt2", "(check-sat)");
    assert!(!one.source().identity().is(other.source().identity()));
}

#[test]
fn files_are_named_in_findings_their_folders_and_whatever_only_the_database_tells() {
    let folder = Folder::new();
    let plan = folder.plan(&[("liar", SAYS_UNSAT), ("three", SAYS_THREE)]);
    let mut store = Store::open(&folder.0.path().join("campaign")).unwrap();
    let findings = hunted(&plan, &mut store);
    let all = told(&findings);
    let above = "refutation-unsoundness: liar, seeds/LIA/sat/above.smt2";
    assert!(all.contains(&above.to_owned()), "{all:#?}");
    // Etude cannot read it, and compares answers all the same.
    let strange = "disagreement: liar and three, seeds/strange.smt2";
    assert!(all.contains(&strange.to_owned()), "{all:#?}");
    let finding = &findings[0];
    let parent = folder.0.path().join("findings");
    let path = Dossier::new(finding.clone()).write(&parent).unwrap();
    assert_eq!(Dossier::read(&path).unwrap().finding, *finding);
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("liar-refutation-unsoundness-seeds-LIA_sat_above.smt2-"), "{name}");
    let report = fs::read_to_string(path.join("report.md")).unwrap();
    let bytes = ABOVE_TWO.len();
    let origin =
        format!("The file `LIA/sat/above.smt2` of the corpus seeds ({bytes} bytes, corpus ");
    assert!(report.contains(&origin), "{report}");

    let summary = summarize(&plan, &store).unwrap();
    let theory = &summary.theories[0];
    assert_eq!(theory.subject(), "all 5 scripts of seeds");
    let words = "etude cannot read 1 script, so no model of them is evaluated: 1 × the sort `Set` is \
                 not supported";
    assert_eq!(theory.unreadable_words().as_deref(), Some(words));
    drop(store);
    let store = Store::open_to_read(&folder.0.path().join("campaign")).unwrap();
    let track = &store.tracks().unwrap()[0];
    assert_eq!(track.place(0), Place::File("LIA/sat/above.smt2".into()));
    let stored = &summarize_stored(&store, &|_| None).unwrap()[0].theories[0];
    assert_eq!(stored.subject(), "all 5 scripts of seeds");
    assert_eq!(stored.unreadable, theory.unreadable);
    // A script that has no name was never asked.
    drop(store);
    let database =
        rusqlite::Connection::open(folder.0.path().join("campaign/campaign.db")).unwrap();
    database.execute("UPDATE chunk SET first = first + 1", []).unwrap();
    drop(database);
    let store = Store::open_to_read(&folder.0.path().join("campaign")).unwrap();
    let error = store.tracks().unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[test]
fn declared_answers_blame_nobody() {
    let folder = Folder::new();
    folder.write("LIA/sat/above.smt2", "(declare-const s (Set Int))(check-sat)");
    let mut store = Store::open(&folder.0.path().join("campaign")).unwrap();
    let findings = hunted(&folder.plan(&[("liar", SAYS_UNSAT)]), &mut store);
    let above: Vec<&Finding> =
        findings.iter().filter(|it| it.formula.place.to_string() == "LIA/sat/above.smt2").collect();
    assert_eq!(above.len(), 1, "{above:?}");
    assert_eq!(above[0].kind.name(), "disagreement");
    assert_eq!(above[0].fault.to_string(), "unsat and declared sat by the folder sat/");
    // Where label and folder contradict each other, neither is held against anybody: what convicts
    // is the search.
    let wrong: Vec<String> =
        told(&findings).into_iter().filter(|it| it.contains("wrong")).collect();
    assert_eq!(wrong, ["refutation-unsoundness: liar, seeds/LIA/unsat/wrong.smt2"]);
}

#[test]
fn parts_of_a_corpus_make_the_whole_and_a_run_goes_on() {
    let folder = Folder::new();
    for number in 0..150 {
        folder.write(format!("many/{number}.smt2"), format!("; {number}\n{ABOVE_TWO}"));
    }
    let solvers = [("liar", SAYS_UNSAT)];
    let open = |name: &str| Store::open(&folder.0.path().join(name)).unwrap();
    let mut all = open("all");
    let whole = hunted(&folder.plan(&solvers), &mut all);
    // One answer to two questions is none.
    assert_eq!(whole.len(), 153);
    assert_eq!(hunted(&folder.plan(&solvers), &mut all), [], "it is all asked");
    let mut merged = open("merged");
    let mut parts = 0;
    for part in ["1/2", "2/2"] {
        let mut store = open(&part.replace('/', "-of-"));
        let plan = Plan { shard: part.parse().unwrap(), ..folder.plan(&solvers) };
        parts += hunted(&plan, &mut store).len();
        merged.merge(&store).unwrap();
    }
    assert_eq!(parts, whole.len());
    let plan = folder.plan(&solvers);
    let subject = |store: &Store| summarize(&plan, store).unwrap().theories.remove(0);
    assert_eq!(subject(&merged).subject(), "all 155 scripts of seeds");
    assert_eq!(subject(&merged).standings, subject(&all).standings);
    assert_eq!(subject(&merged).unreadable, subject(&all).unreadable);
    assert_eq!(merged.finding_count().unwrap(), all.finding_count().unwrap());
}

#[test]
fn what_is_said_after_a_refusal_is_no_answer() {
    let folder = Folder::new();
    let checks = "(declare-const a Bool)(push 1)(assert a)(check-sat)(pop 1)(push 1)\
                  (assert (and a (not a)))(check-sat)(pop 1)(check-sat)";
    let folder = Folder(folder.0);
    fs::remove_dir_all(folder.path()).unwrap();
    folder.write("three.smt2", checks);
    // It knows no conjunction, and goes on without it.
    let refuses = "echo sat; echo '((define-fun a () Bool true))'; echo '(error \"no and\")'
        echo sat; echo '()'; echo sat; echo '()'";
    let mut store = Store::open(&folder.0.path().join("campaign")).unwrap();
    assert_eq!(told(&hunted(&folder.plan(&[("half", refuses)]), &mut store)), [""; 0]);
    // The same answers without a refusal are wrong.
    let lies = "echo sat; echo '((define-fun a () Bool true))'
        echo sat; echo '((define-fun a () Bool true))'; echo sat; echo '((define-fun a () Bool true))'";
    let found = told(&hunted(&folder.plan(&[("liar", lies)]), &mut store));
    assert_eq!(found, ["solution-unsoundness: liar, seeds/three.smt2"]);
}
