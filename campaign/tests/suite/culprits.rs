//! Walks with a wrong step among right ones: the wrong one is named and switched off, and no other.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::Arc;

use campaign::{OwnFault, Source, Store};
use mutation::{Answer, Decision, Draw, Ground, Mutator, Seeds, Specimen, Technique};
use smtlib::{Model, Op, Sort, Value};

use crate::mutants::{Drop, Twice, UNSAT, note, plan, run, source_made};

/// Right of what the steps make: `a` and `(not a)` contradict each other, and all else is true.
pub(crate) const RIGHT: &str = r#"more=$(sed -n 's/^(declare-const \(f[^ ]*\) Bool)$/(define-fun \1 () Bool true)/p' $1)
    yes=$(grep -c '^(assert a)' $1); no=$(grep -c '^(assert (not a))' $1)
    if [ $yes -gt 0 ] && [ $no -gt 0 ]; then echo unsat; exit; fi
    if [ $no -gt 0 ]; then value=false; else value=true; fi
    echo sat; echo "((define-fun a () Bool $value) $more)""#;

/// Takes one of four steps, of which only `drop` is wrong, where it makes what is `sat` of an `unsat`.
#[derive(Debug)]
struct OneOfFour;

impl Mutator for OneOfFour {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool {
        match draw.below(4) {
            0 => return Twice.step(specimen, others, draw),
            1 => return Drop.step(specimen, others, draw),
            2 => declare(specimen),
            _ => turn(specimen),
        }
        true
    }
}

/// Declares another constant, of which something is said that is true whatever it is.
pub(crate) fn declare(specimen: &mut Specimen) {
    let fun = specimen.declare_fresh("f", Sort::BOOL, Some(Value::Bool(true)));
    let constant = specimen.terms.call(fun, [].as_slice(), None).unwrap();
    let assertion = specimen.terms.op(Op::Implies, &[constant, constant][..]).unwrap();
    specimen.assertions.push(assertion);
    note(specimen, "declare");
}

/// Makes `a` of what is `unsat`, which is `sat`, and the other way round.
fn turn(specimen: &mut Specimen) {
    let fun = specimen.declared()[0];
    let a = specimen.terms.call(fun, [].as_slice(), None).unwrap();
    let not_a = specimen.terms.op(Op::Not, &[a][..]).unwrap();
    specimen.assertions = vec![a];
    match specimen.decision() {
        Decision::Unsat => {
            let mut model = Model::default();
            for &fun in specimen.declared() {
                model.set_value(fun, Value::Bool(true));
            }
            specimen.set_answer(Answer::Sat(model));
        }
        Decision::Sat => {
            specimen.assertions.push(not_a);
            let ground = Ground::Derived { from: "a contradiction".to_owned() };
            specimen.set_answer(Answer::Unsat(ground));
        }
    }
    note(specimen, "turn");
}

/// Runs a hunt in which all is right but `drop`, and returns the rules of each mutant that was a fault.
fn rules_of_faults(making: &str) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let source = source_made(&[UNSAT; 10], Arc::new(OneOfFour), making);
    let plan = plan(folder.path(), &source, &[("right", RIGHT)]);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let told = run(&plan, &mut store);
    assert!(told.findings.is_empty() && told.ending.is_err(), "{:?}", told.findings.first());
    let off = store.rules_off().unwrap();
    assert_eq!(off.iter().map(ToString::to_string).collect::<Vec<_>>(), ["weaken drop"]);
    let questions = source.questions(0..200);
    let rules = |fault: &OwnFault| -> Vec<String> {
        let named: Vec<String> = fault.rules.iter().map(ToString::to_string).collect();
        assert_eq!(named, ["weaken drop"], "{fault}");
        let question = questions.iter().find(|it| it.place == fault.place).unwrap();
        question.rules.iter().map(|it| it.rule.to_string()).collect()
    };
    told.faults.iter().map(rules).collect()
}

#[test]
fn the_step_that_went_wrong_is_switched_off_and_no_other() {
    let faults = rules_of_faults("weaken:6");
    let has = |words: &[&str]| {
        faults.iter().any(|rules| words.iter().all(|it| rules.contains(&(*it).to_owned())))
    };
    // What the model speaks of and an earlier mutant lacks; answers that turn.
    assert!(has(&["twice"]) && has(&["declare"]) && has(&["turn"]), "{faults:?}");
}

#[test]
fn a_step_that_made_the_mutant_between_is_found_too() {
    let faults = rules_of_faults("weaken[generations=3]:1..3");
    let is_earlier = |rules: &Vec<String>| rules.len() > 1 && rules[rules.len() - 1] != "drop";
    assert!(faults.iter().any(is_earlier), "{faults:?}");
}
