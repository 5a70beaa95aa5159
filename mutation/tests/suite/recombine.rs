//! Seeds into recombinations.

use mutation::{Alone, Bounds, Decision, Fragments, Mutant, Recombine, Seed};
use smtlib::{Dialect, Model, Script};

use crate::support::{alone, check, numbered, seed, seeds_of_theories};

fn mutants(seed: &Seed, recombine: Recombine, count: u64) -> Vec<Mutant> {
    let recipe = alone(recombine);
    (0..count).filter_map(|number| recipe.mutant(seed, &Alone, number)).collect()
}

#[test]
fn every_witness_is_true_and_nothing_unsat_has_a_model() {
    let seeds = seeds_of_theories(40, 131);
    assert!(seeds.len() > 150, "{}", seeds.len());
    let (mut sat, mut unsat) = (0, 0);
    for seed in &seeds {
        for mutant in mutants(seed, Recombine::default(), 12) {
            check(&mutant);
            match mutant.answer() {
                Decision::Sat => sat += 1,
                Decision::Unsat => unsat += 1,
            }
        }
    }
    assert!(sat > 1_000 && unsat > 100, "{sat} sat, {unsat} unsat");
}

#[test]
fn the_figure_of_the_paper_comes_out() {
    let left = "(declare-const S String)
        (assert (str.in.re S (re.++ re.allchar (re.++ (str.to.re \"7;\")
            (re.++ re.allchar (str.to.re \"aa\"))))))
        (assert (not (str.in.re S (re.union re.allchar (str.to.re \"X'jafa\")))))
        (check-sat)";
    let right = "(declare-const S String)
        (assert (let ((a (str.in.re S (re.++ re.allchar (re.++ (str.to.re \"7;\")
            (re.++ re.allchar (str.to.re \"aa\")))))))
            (let ((b (not (str.in.re S (re.union re.allchar (str.to.re \"X'jafa\"))))))
            (let ((c (and (not b) (not a)))) (not c)))))
        (check-sat)";
    let mut script = Script::parse(left).unwrap();
    let model = "((define-fun S () String \"a7;baa\"))";
    let model = Model::parse(&mut script, model, Dialect::Standard).unwrap();
    let seed = Seed::with_model("a test", &script, 0, model).unwrap();
    let own = Recombine { witnesses: 1, ..Recombine::default() };
    let mutant = numbered(&alone(own), &seed, &Alone, FIGURE, right);
    assert_eq!(mutant.lineage(), "recombine witness of a test");
}

/// The number of the mutant in the paper's figure 2.
const FIGURE: u64 = 14_899;

#[test]
fn one_seed_gives_many_witnesses() {
    let seed = seed("(declare-const a Int)(assert (= (* a 3) 12))(assert (< a 7))(check-sat)");
    let models = |witnesses: u64| {
        let recombine = Recombine { witnesses, ..Recombine::default() };
        let mut models: Vec<String> = mutants(&seed, recombine, 60)
            .iter()
            .map(|mutant| mutant.specimen().witness_text().unwrap())
            .collect();
        models.sort();
        models.dedup();
        models.len()
    };
    assert_eq!(models(1), 1);
    assert!(models(8) > 3);
}

#[test]
fn an_unsat_seed_gives_sat_mutants_and_keeps_its_core_in_unsat_ones() {
    let text = "(declare-const p Bool)(declare-const q Bool)(assert p)(assert (=> p q))
        (assert (not q))(check-sat)";
    let seed = seed(text);
    assert_eq!(seed.answer(), Decision::Unsat);
    let (mut sat, mut rules) = (0, Vec::new());
    for mutant in mutants(&seed, Recombine::default(), 200) {
        rules.extend(mutant.steps().iter().map(|step| step.rule.to_string()));
        if mutant.answer() == Decision::Sat {
            sat += 1;
            continue;
        }
        // Four Booleans at most: the search proves what was derived.
        let again = Script::parse(&mutant.text()).unwrap();
        let found = smtlib::search(&again.terms, &again.queries()[0], &smtlib::Budget::default());
        assert_eq!(found.name(), "unsat", "{}", mutant.text());
    }
    rules.sort();
    rules.dedup();
    assert_eq!(rules, ["assignment", "core"]);
    assert!((60..140).contains(&sat), "{sat}");
}

#[test]
fn what_is_open_stays_out_and_is_counted_and_quantifiers_stay_whole() {
    let text = "(declare-const a Int)(assert (or (= a 1) (= (div a 0) 7)))
        (assert (forall ((b Bool)) (or b (not b))))(check-sat)";
    let seed = seed(text);
    let fragments = Recombine::default().fragments(seed.specimen(), 0).unwrap();
    // The disjunction, its first side, the quantifier; and the division.
    assert_eq!(fragments, Fragments { formulas: 3, open: 1 });
    for mutant in mutants(&seed, Recombine { witnesses: 1, ..Recombine::default() }, 50) {
        check(&mutant);
    }
}

#[test]
fn bounds_hold() {
    let seed = seed(
        "(declare-const a Int)(declare-const b Bool)
        (assert (and b (or (not b) (< 1 (+ a (* 2 (- a))))  (= a (- 5)))))(check-sat)",
    );
    let bounds = Bounds { depth: 4, assertions: 3, pool: 5, growth: 2 };
    let recombine = Recombine { bounds, witnesses: 2 };
    // The whole is too deep, and so are its large part and the comparison in it.
    assert_eq!(recombine.fragments(seed.specimen(), 0).unwrap().formulas, 3);
    let mutants = mutants(&seed, recombine, 200);
    assert!(mutants.len() > 190);
    for mutant in &mutants {
        check(mutant);
        let specimen = mutant.specimen();
        assert!(specimen.assertions.len() <= 3);
        for &assertion in &specimen.assertions {
            let deepest = specimen.terms.positions(assertion).map(|(place, _)| place.0.len());
            // The negation of what is false comes on top.
            assert!(deepest.max().unwrap() < 4 + 1, "{}", specimen.terms.text(assertion));
        }
    }
}

#[test]
fn a_number_is_a_mutant_whatever_was_made_before() {
    let text =
        "(declare-const a Int)(declare-const b Int)(assert (< a b))(assert (> a 3))(check-sat)";
    let recipe = alone(Recombine::default());
    let texts = |seed: &Seed, order: &mut dyn Iterator<Item = u64>| {
        let mut texts: Vec<(u64, String)> = order
            .map(|number| (number, recipe.mutant(seed, &Alone, number).unwrap().text()))
            .collect();
        texts.sort();
        texts
    };
    let upwards = texts(&seed(text), &mut (0..40));
    let downwards = texts(&seed(text), &mut (0..40).rev());
    assert_eq!(upwards, downwards);
}
