//! Solvers' answers to seeds of several checks, which the search cannot answer.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;

use campaign::{
    AskedSeeds, KnownAnswers, Manner, Place, Question, SeedAnswer, Setting, Store, answer_seed,
    answer_seeds,
};
use solvers::Limits;
use tempfile::tempdir;

use crate::mutants::scripts;
use crate::support::{TIME, fake};

/// The first check is that of a large root; the second one, of a constant of its own, is 42 as the
/// sum of three cubes.
const TWO_CHECKS: &str = "(declare-const a Int)(assert (= (* a a) 15241578750190521))
(push 1)(declare-const b Int)(assert (> b 0))(assert (= (* b a) 15241578750190521))(check-sat)(pop 1)
(declare-const c Int)(declare-const d Int)
(assert (= (+ (* c c c) (* d d d) (* (- a c) (- a c) (- a c))) 42))(check-sat)
";

/// Returns the answer to the seed that solvers give which run these lines.
fn answer(bodies: &[&str]) -> Option<SeedAnswer> {
    let folder = tempdir().unwrap();
    let place = Place::Index(7.into());
    let question = Question {
        number: 7,
        place,
        text: TWO_CHECKS.to_owned(),
        size: 3,
        known: KnownAnswers::default(),
        rules: Vec::new(),
    };
    let setting = |(body, family): (&&str, &str)| {
        let solver = fake(folder.path(), family, body);
        Setting::new(solver, Limits::of_time(TIME), Manner::Fresh).unwrap()
    };
    let settings: Vec<Setting> = bodies.iter().zip(["z3", "cvc5"]).map(setting).collect();
    answer_seed(&question, &settings).unwrap()
}

const FIRST: &str =
    "echo sat; echo '((define-fun a () Int 123456789) (define-fun b () Int 123456789))'";

#[test]
fn a_check_before_the_last_is_a_seed_where_nobody_answers_the_last() {
    let only_first = format!("{FIRST}; echo unknown");
    let Some(SeedAnswer::Model { check: 0, model }) = answer(&[&only_first]) else {
        panic!("{:?}", answer(&[&only_first]))
    };
    assert!(model.contains("(define-fun b () Int 123456789)"), "{model}");
    // A model that is none is no answer, nor are the words of one family.
    let wrong = only_first.replace("6789)", "6788)");
    assert_eq!(answer(&[&wrong, "echo unsat; echo unsat"]), None);
    let agreed = ["echo unknown; echo unsat", "echo unsat; echo unsat"];
    assert_eq!(answer(&agreed), Some(SeedAnswer::Unsat { check: 1 }));
}

#[test]
fn what_was_asked_before_an_interrupt_is_not_asked_again() {
    let folder = tempdir().unwrap();
    let list = folder.path().join("list");
    let body = format!("echo x >> {}; {FIRST}; echo unknown", list.display());
    let setting =
        Setting::new(fake(folder.path(), "z3", &body), Limits::of_time(TIME), Manner::Fresh);
    let settings = [setting.unwrap()];
    let calls = || fs::read_to_string(&list).map_or(0, |text| text.lines().count());
    let seeds = scripts(&[TWO_CHECKS; 4]);
    let begun =
        answer_seeds(&*seeds, &settings, 1, AskedSeeds::default(), &|| calls() > 1).unwrap();
    assert_eq!((begun.0.len(), calls()), (1, 2), "the second may have been cut off");
    let campaign = folder.path().join("campaign");
    Store::open(&campaign).unwrap().keep_asked_seeds("digest", &begun).unwrap();
    let kept = Store::open_to_read(&campaign).unwrap().asked_seeds("digest").unwrap();
    assert_eq!(kept, begun);
    let all = answer_seeds(&*seeds, &settings, 1, kept, &|| false).unwrap();
    assert_eq!((all.0.len(), calls()), (4, 5));
    // What is complete takes its place.
    let store = Store::open(&campaign).unwrap();
    store.keep_seed_answers("digest", &all.into_answers()).unwrap();
    assert_eq!(store.asked_seeds("digest").unwrap(), AskedSeeds::default());
    assert!(store.seed_answers("digest").unwrap().is_some());
}
