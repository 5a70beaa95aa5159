//! Pairs of seeds into fused formulas.

use std::sync::Arc;

use mutation::fusion::FusionFunction;
use mutation::{Alone, Decision, Draw, Fuse, Mutant, Recipe, Seed, Seeds};
use smtlib::Script;

use crate::support::{alone, check, numbered, seed, seeds_of_theories};

/// These seeds, each with the same chance.
#[derive(Debug)]
struct These(Vec<Arc<Seed>>);

impl Seeds for These {
    fn draw(&self, answer: Decision, draw: &mut Draw) -> Option<Arc<Seed>> {
        let fitting: Vec<&Arc<Seed>> =
            self.0.iter().filter(|seed| seed.answer() == answer).collect();
        draw.one_of(&fitting).map(|&seed| seed.clone())
    }
}

fn mutants(recipe: &Recipe, seed: &Seed, others: &dyn Seeds, count: u64) -> Vec<Mutant> {
    (0..count).filter_map(|number| recipe.mutant(seed, others, number)).collect()
}

fn declared_unsat(text: &str) -> Seed {
    Seed::declared_unsat("a test", &Script::parse(text).unwrap(), 0, "the paper").unwrap()
}

#[test]
fn every_witness_is_true_and_nothing_unsat_has_a_model() {
    let seeds: Vec<Arc<Seed>> = seeds_of_theories(30, 131).into_iter().map(Arc::new).collect();
    let (mut sat, mut unsat, mut lost) = (0, 0, 0);
    let mut names: Vec<String> = Vec::new();
    for theory in seeds.chunk_by(|one, other| theory(one) == theory(other)) {
        let others = These(theory.to_vec());
        let recipe = alone(Fuse::default());
        for seed in theory {
            let mutants = mutants(&recipe, seed, &others, 12);
            lost += 12 - mutants.len();
            for mutant in mutants {
                check(&mutant);
                match mutant.answer() {
                    Decision::Sat => sat += 1,
                    Decision::Unsat => unsat += 1,
                }
                let rules = mutant.steps().iter().flat_map(|step| step.rule.split('+'));
                names.extend(rules.map(str::to_owned));
            }
        }
    }
    names.sort();
    names.dedup();
    assert!(sat > 1_000 && unsat > 100, "{sat} sat, {unsat} unsat, {lost} lost");
    let never: Vec<String> = FusionFunction::shipped()
        .iter()
        .map(|function| function.name().to_string())
        .filter(|name| !names.contains(name))
        .collect();
    assert_eq!(never, Vec::<String>::new());
}

fn theory(seed: &Seed) -> &str {
    seed.name().split(' ').next().unwrap()
}

const FIRST: &str = "(declare-fun x () Int)(declare-fun w () Bool)(assert (= x (- 1)))
    (assert (= w (= x (- 1))))(assert w)(check-sat)";
const SECOND: &str = "(declare-fun y () Int)(declare-fun v () Bool)
    (assert (= v (not (= y (- 1)))))(assert (ite v false (= y (- 1))))(check-sat)";

/// Figure 3 of the paper, of its figure 2.
const SAT: (u64, &str) = (
    289,
    "(declare-fun v () Bool)(declare-fun w () Bool)(declare-fun x () Int)(declare-fun y () Int)
    (declare-fun z () Int)(assert (= (div z y) (- 1)))(assert (= w (= x (- 1))))(assert w)
    (assert (= v (not (= y (- 1)))))(assert (ite v false (= (div z x) (- 1))))(check-sat)",
);

const THIRD: &str =
    "(declare-fun x () Real)(assert (not (= (+ (+ 1.0 x) 6.0) (+ 7.0 x))))(check-sat)";
const FOURTH: &str = "(declare-fun y () Real)(declare-fun w () Real)(declare-fun v () Real)
    (assert (and (< y v) (>= w v) (< (/ w v) 0) (> y 0)))(check-sat)";

/// Figure 5 of the paper, of its figure 4.
const UNSAT: (u64, &str) = (
    1_491,
    "(declare-fun v () Real)(declare-fun w () Real)(declare-fun x () Real)(declare-fun y () Real)
    (declare-fun z () Real)
    (assert (or (not (= (+ (+ 1.0 (/ z y)) 6.0) (+ 7.0 x)))
        (and (< (/ z x) v) (>= w v) (< (/ w v) 0) (> (/ z x) 0))))
    (assert (= z (* x y)))(assert (= x (/ z y)))(assert (= y (/ z x)))(check-sat)",
);

#[test]
fn the_papers_sat_figure_comes_out() {
    let others = These(vec![Arc::new(seed(SECOND))]);
    let (number, text) = SAT;
    let mutant = numbered(&alone(Fuse::default()), &seed(FIRST), &others, number, text);
    assert_eq!(mutant.lineage(), "fuse int-mul of a test and a test");
    check(&mutant);
}

#[test]
fn the_papers_unsat_figure_comes_out() {
    let others = These(vec![Arc::new(declared_unsat(FOURTH))]);
    let (number, text) = UNSAT;
    let mutant = numbered(&alone(Fuse::default()), &declared_unsat(THIRD), &others, number, text);
    assert_eq!(mutant.lineage(), "fuse real-mul of a test and a test");
    // What was only declared of the seeds is no more than that.
    assert!(!mutant.known().is_proven());
}

#[test]
fn a_product_with_zero_loses_mutants_and_makes_no_wrong_one() {
    let first = seed(
        "(declare-const a Int)(declare-const b Int)(assert (and (= a 1) (= a 1) (= b (- 1))
        (= b (- 1))))(check-sat)",
    );
    let second = "(declare-const c Int)(declare-const d Int)(assert (and (= c 0) (= c 0) (= d 0)
        (= d 0)))(check-sat)";
    let others = These(vec![Arc::new(seed(second))]);
    // Without its guard, the line is as the paper has it.
    let line = "mul | x y z: Int | z = (* x y) | x = (div z y) | y = (div z x)";
    let functions = Arc::from([FusionFunction::parse(line).unwrap()]);
    let unguarded = alone(Fuse { functions, ..Fuse::default() });
    for mutant in mutants(&unguarded, &first, &others, 300) {
        check(&mutant);
        // No occurrence of a or b was replaced by a division by zero.
        assert!(!mutant.text().contains("(div z c)"), "{}", mutant.text());
    }
    let guarded = alone(Fuse::default());
    assert!(mutants(&guarded, &first, &others, 300).iter().all(|mutant| {
        check(mutant);
        mutant.steps().iter().all(|step| !step.rule.contains("int-mul"))
    }));
}

#[test]
fn seeds_of_different_answers_fuse_both_ways() {
    let sat = seed("(declare-const p Bool)(declare-const q Bool)(assert (or p q))(check-sat)");
    let unsat =
        "(declare-const p Bool)(declare-const q Bool)(assert (= p q))(assert (distinct p q))
        (check-sat)";
    let others = These(vec![Arc::new(seed(unsat))]);
    let recipe = alone(Fuse { mixed: 4, seeds: 2, ..Fuse::default() });
    let (mut answers, budget) = (Vec::new(), smtlib::Budget::default());
    for mutant in mutants(&recipe, &sat, &others, 60) {
        check(&mutant);
        let script = Script::parse(&mutant.text()).unwrap();
        let found = smtlib::search(&script.terms, &script.queries()[0], &budget);
        assert_eq!(found.name(), mutant.answer().to_string(), "{}", mutant.text());
        answers.push(found.name());
    }
    answers.sort_unstable();
    answers.dedup();
    assert_eq!(answers, ["sat", "unsat"]);
}

#[test]
fn three_and_more_seeds_fuse_and_one_alone_fuses_with_itself() {
    let text = |name: &str| format!("(declare-const {name} Int)(assert (> {name} 5))(check-sat)");
    let others = These(["b", "c", "d"].map(|name| Arc::new(seed(&text(name)))).to_vec());
    let recipe = alone(Fuse::default());
    let counts: Vec<usize> = mutants(&recipe, &seed(&text("a")), &others, 300)
        .iter()
        .inspect(|mutant| check(mutant))
        .map(|mutant| mutant.seeds().len())
        .collect();
    assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&2), Some(&4)));
    let alone = mutants(&recipe, &seed(&text("a")), &Alone, 5);
    assert_eq!(alone.len(), 5);
    for mutant in &alone {
        check(mutant);
        assert!(mutant.text().contains("(declare-const a!1 Int)"), "{}", mutant.text());
    }
}

#[test]
fn seeds_of_everything_are_renamed_apart() {
    let text = "(declare-sort U 0)(declare-datatypes ((L 0)) (((nil) (cons (head U) (tail L)))))
        (declare-fun f (Int) U)(declare-const a Int)(declare-const l L)(declare-const m (Array Int L))
        (assert (or ((_ is nil) l) (= (head l) (f a))))(assert (exists ((i Int)) (> i a)))
        (assert (= (select m a) l))(assert (= (match l ((nil 1) ((cons h t) a))) 1))(check-sat)";
    let first = seed(text);
    let others = These(vec![Arc::new(seed(text))]);
    let recipe = alone(Fuse { mixed: 0, ..Fuse::default() });
    let mutants = mutants(&recipe, &first, &others, 40);
    assert!(mutants.len() > 30, "{}", mutants.len());
    for mutant in &mutants {
        check(mutant);
        assert!(mutant.text().contains("(declare-sort U!1 0)"), "{}", mutant.text());
    }
}
