//! Judgements where the answer is known beforehand: a proof blames, all else blames nobody, and a
//! known answer that is wrong is our fault.

use super::*;
use crate::judge::flaw::Refutation;
use crate::source::known::{Decision, Ground};

/// No small assignment makes it true, and not all can be tried.
const ROOT: &str = "(declare-const a Int)(assert (= (* a a) 2))(check-sat)";
/// True for one large number and its opposite, which the small search does not try.
const FAR: &str = "(declare-const a Int)(assert (= (* a a) 15241578750190521))(check-sat)";
const FAR_MODEL: &str = "((define-fun a () Int 123456789))";

fn judged(formula: &str, known: KnownAnswer, answers: &[Answer]) -> Judgement {
    judged_among(&Opponents::All, formula, known.into(), answers)
}

fn judged_among(
    opponents: &Opponents,
    formula: &str,
    known: KnownAnswers,
    answers: &[Answer],
) -> Judgement {
    let settings = answers.iter().map(|_| setting("mine")).collect();
    let replies = Replies { settings: &settings, opponents, said: &said(answers) };
    Judge::default().judge_subject(&mut Subject::new(formula, known), replies)
}

fn details(judgement: &Judgement) -> Vec<String> {
    judgement.suspicions.iter().map(|it| it.fault.to_string()).collect()
}

fn sat(model: &str) -> Answer {
    answer(Verdict::Sat, model)
}

fn unsat() -> Answer {
    answer(Verdict::Unsat, "")
}

#[test]
fn a_witness_proves_an_unsat_wrong() {
    assert_eq!(faults(FAR, "mine", &[unsat()]), [], "nothing else tells");
    let judgement = judged(FAR, KnownAnswer::witnessed(FAR_MODEL), &[unsat()]);
    assert_eq!(kinds(&judgement), [(Kind::RefutationUnsoundness, vec![0])]);
    let proof = judgement.proof_at(0).map(KnownAnswer::ground);
    assert_eq!(proof, Some(&Ground::Witness(FAR_MODEL.to_owned())));
    // A `sat` that is right is right without a model too.
    assert_eq!(kinds(&judged(FAR, KnownAnswer::witnessed(FAR_MODEL), &[sat("")])), []);
}

#[test]
fn what_is_exhausted_or_derived_proves_a_sat_wrong() {
    for known in [KnownAnswer::exhausted(12), KnownAnswer::derived("and-drop of Ints 7")] {
        let judgement = judged(ROOT, known.clone(), &[sat(""), unsat()]);
        assert_eq!(kinds(&judgement), [(Kind::SolutionUnsoundness, vec![0])]);
        assert_eq!(judgement.outcomes[SeatId::new(1)], Some(Outcome::UnsatProven));
        assert_eq!(judgement.proof_at(0), Some(&known));
    }
}

#[test]
fn a_declared_or_agreed_answer_blames_nobody() {
    let declared = || KnownAnswer::declared(Decision::Unsat, ":status");
    let judgement = judged(ROOT, declared(), &[sat("")]);
    assert_eq!(kinds(&judgement), [(Kind::Disagreement, vec![0])]);
    assert_eq!(details(&judgement), ["sat and declared unsat by :status"]);
    assert_eq!(judgement.proofs, [None]);
    let judgement = judged(FAR, KnownAnswer::agreed(Decision::Sat), &[unsat()]);
    assert_eq!(details(&judgement), ["unsat and agreed sat"]);
    // Two solvers that contradict each other are told once.
    let judgement = judged(ROOT, declared(), &[sat(""), unsat()]);
    assert_eq!(details(&judgement), ["sat and unsat"]);
    // Where a model or the search settles it, the label was wrong, and nobody disagrees.
    assert_eq!(kinds(&judged(FAR, declared(), &[sat(FAR_MODEL)])), []);
    let wrong = KnownAnswer::declared(Decision::Sat, ":status");
    assert_eq!(kinds(&judged(NEVER, wrong, &[unsat()])), []);
}

#[test]
fn a_model_that_is_true_refutes_our_unsat_and_nobody_is_blamed() {
    let known = KnownAnswer::derived("a wrong rule");
    let judgement = judged(FAR, known.clone(), &[sat(FAR_MODEL), sat(""), unsat()]);
    assert_eq!(kinds(&judgement), []);
    let [flaw] = &judgement.flaws[..] else { panic!("{:?}", judgement.flaws) };
    let refutation = Refutation::Model { seat: SeatId::new(0), model: FAR_MODEL.to_owned() };
    assert_eq!((flaw.check, &flaw.known, &flaw.refutation), (0, &known, &refutation));
    assert!(!judgement.is_known());
    // A model that chose what the standard leaves open shows a disagreement, and no more.
    let model = "((define-fun a () Int 2) (define-fun div0 ((x Int)) Int 1))";
    let judgement = judged(DIVISION, known, &[sat(model)]);
    assert_eq!(details(&judgement), ["sat and derived unsat"]);
    assert_eq!((kinds(&judgement)[0].0, judgement.flaws.len()), (Kind::Disagreement, 0));
}

#[test]
fn a_witness_under_which_the_formula_is_false_is_our_fault() {
    let known = KnownAnswer::witnessed("((define-fun a () Int 5))");
    let judgement = judged(FAR, known, &[unsat(), sat("")]);
    assert_eq!(kinds(&judgement), []);
    let [flaw] = &judgement.flaws[..] else { panic!("{:?}", judgement.flaws) };
    assert_eq!(flaw.refutation, Refutation::Evaluation("false".to_owned()));
}

#[test]
fn a_witness_that_rests_on_a_choice_proves_nothing() {
    let model = "((define-fun a () Int 2) (define-fun div0 ((x Int)) Int 1))";
    for model in [model, "((define-fun a () Int 2))", "no model"] {
        let judgement = judged(DIVISION, KnownAnswer::witnessed(model), &[unsat()]);
        assert_eq!(details(&judgement), ["unsat and witnessed sat"], "{model}");
        assert_eq!((&judgement.proofs[..], judgement.flaws.len()), (&[None][..], 0));
    }
    // What the standard lacks has no proof.
    let zero = KnownAnswer::witnessed("((define-fun a () Real 0.0))");
    assert!(judged(TANGENT, zero, &[unsat()]).flaws.is_empty());
}

#[test]
fn every_check_has_its_own_known_answer() {
    let script = "(declare-const a Int)(push 1)(assert (= (* a a) 15241578750190521))(check-sat)(pop 1)\
                  (assert (= (* a a) 2))(check-sat)";
    let known = |first, second| [first, second].into_iter().collect::<KnownAnswers>();
    let witness = || Some(KnownAnswer::witnessed(FAR_MODEL));
    let both = || known(witness(), Some(KnownAnswer::exhausted(3)));
    let judge = |known: KnownAnswers, first: Check, second: Check| {
        let answer = answers(&[(first, ""), (second, "")]);
        judged_among(&Opponents::All, script, known, &[answer])
    };
    let at = |judgement: &Judgement| -> Vec<(Kind, usize)> {
        judgement.suspicions.iter().map(|it| (it.kind, it.check)).collect()
    };
    let right = judge(both(), Check::Sat, Check::Unsat);
    assert_eq!((at(&right), right.is_known()), (Vec::new(), true));
    let lies = judge(both(), Check::Unsat, Check::Sat);
    assert_eq!(at(&lies), [(Kind::RefutationUnsoundness, 0), (Kind::SolutionUnsoundness, 1)]);
    let half = judge(known(witness(), None), Check::Unsat, Check::Sat);
    assert_eq!((at(&half), half.is_known()), (vec![(Kind::RefutationUnsoundness, 0)], false));
}

#[test]
fn a_proven_answer_needs_no_arbiter() {
    let opponents = Opponents::Arbiter(SeatId::new(1));
    let needs_arbiter = |formula: &str, known: KnownAnswers, answer: &Answer| {
        let judgement = judged_among(&opponents, formula, known, std::slice::from_ref(answer));
        opponents.arbiter_for(&judgement).is_some()
    };
    let witness = || KnownAnswer::witnessed(FAR_MODEL).into();
    for answer in [unsat(), sat("")] {
        assert!(!needs_arbiter(FAR, witness(), &answer));
        assert!(needs_arbiter(FAR, KnownAnswers::default(), &answer));
        let declared = KnownAnswer::declared(Decision::Sat, ":status");
        assert!(needs_arbiter(FAR, declared.into(), &answer));
    }
    assert!(!needs_arbiter(ROOT, KnownAnswer::exhausted(1).into(), &unsat()));
}
