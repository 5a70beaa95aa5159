//! Benchmarks of evaluating formulas and parsing scripts.
//!
//! `search` counts evaluations: no assignment satisfies these formulas, so that the budget is used
//! up. `once` evaluates a formula under one model with the plain evaluator. `parse` counts bytes.

use std::fmt::Write as _;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use smtlib::{Budget, Evaluator, Found, Model, Script, search};

fn main() {
    divan::main();
}

/// One formula of each theory, with two constants.
const THEORIES: &[&str] =
    &["Core", "Ints", "Reals", "RealInts", "Bitvectors", "FP", "Strings", "Arrays"];

fn formula(theory: &str) -> &'static str {
    match theory {
        // Two constants have four assignments, all of which are tried; more make it last.
        "Core" => {
            "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)\
             (declare-const d Bool)(declare-const e Bool)(declare-const f Bool)\
             (declare-const g Bool)(declare-const h Bool)(declare-const i Bool)\
             (declare-const j Bool)(declare-const k Bool)(declare-const l Bool)\
             (assert (xor a b c d e f g h i j k l (ite b a (= a b)) \
             (xor a b c d e f g h i j k l) (not (ite b a (= a b))) true))"
        }
        "Ints" => {
            "(declare-const a Int)(declare-const b Int)\
             (assert (and (= (* a a) (+ (* 2 b b) 1 (- a a))) (> (mod a 2) 1)))"
        }
        "Reals" => {
            "(declare-const a Real)(declare-const b Real)\
             (assert (< (+ (* a a) (* b b)) (- (* 2.0 a b) 1.0)))"
        }
        "RealInts" => {
            "(declare-const a Int)(declare-const b Real)\
             (assert (> (to_real (to_int (+ b a))) (+ b (to_real a))))"
        }
        "Bitvectors" => {
            "(declare-const a (_ BitVec 64))(declare-const b (_ BitVec 64))\
             (assert (distinct (bvadd a b) (bvadd (bvor a b) (bvand b a))))"
        }
        "FP" => {
            "(declare-const a (_ FloatingPoint 11 53))(declare-const b (_ FloatingPoint 11 53))\
             (assert (distinct (fp.add RNE a (fp.mul RTP a b)) (fp.add RNE (fp.mul RTP b a) a)))"
        }
        "Strings" => {
            "(declare-const a String)(declare-const b String)\
             (assert (distinct (str.len (str.++ a \"0\" b)) (+ 1 (str.len a) (str.len b))))\
             (assert (str.contains b (str.substr a 0 1)))"
        }
        _ => {
            "(declare-const a (Array (_ BitVec 64) (_ BitVec 64)))(declare-const b (_ BitVec 64))\
             (assert (distinct (select (store a b (bvor b #x1111111111111111)) b) \
             (bvor b #x1111111111111111)))"
        }
    }
}

#[divan::bench(args = THEORIES)]
fn evaluations(bencher: Bencher<'_, '_>, theory: &str) {
    let script = Script::parse(formula(theory)).expect("a script");
    let query = &script.queries()[0];
    let budget = Budget { evaluations: 4_000, steps: 10_000, all_steps: u64::MAX };
    let run = || search(&script.terms, query, &budget);
    let (Found::Unsat { assignments: tried } | Found::Unknown { tried }) = run() else {
        panic!("nothing satisfies the formula of {theory}");
    };
    bencher.counter(ItemsCount::new(tried)).bench_local(run);
}

#[divan::bench(args = THEORIES)]
fn default_search(bencher: Bencher<'_, '_>, theory: &str) {
    let script = Script::parse(formula(theory)).expect("a script");
    let query = &script.queries()[0];
    bencher.bench_local(|| search(&script.terms, query, &Budget::default()));
}

#[divan::bench(args = THEORIES)]
fn once(bencher: Bencher<'_, '_>, theory: &str) {
    let script = Script::parse(formula(theory)).expect("a script");
    let query = &script.queries()[0];
    let mut model = Model::default();
    model.complete(&script.terms, &query.functions);
    let mut evaluator = Evaluator::new(&script.terms);
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| evaluator.eval(&model, query.assertions[0]));
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let mut text = String::new();
    for number in 0..20_000 {
        let _ = write!(
            text,
            "(declare-const x{number} (_ BitVec 32))\n(assert (bvult (bvadd x{number} #x{number:08x}) \
             (bvmul x{number} (bvor x{} (_ bv{number} 32)))))\n(assert (let ((y (bvnot x{number}))) \
             (or (= y #x00000000) (and (distinct y x{}) (not (bvslt y x{number}))))))\n",
            number / 2,
            number / 3,
        );
    }
    bencher
        .counter(BytesCount::new(text.len()))
        .bench_local(|| Script::parse(&text).expect("a script"));
}
