//! Weakening: rules at work on the theories' smallest formulas.

use std::collections::HashSet;
use std::sync::Arc;

use generated::THEORIES;
use mutation::{Alone, Decision, Mutant, Neighbours, Recipe, RuleName, RuleSet, Seed, Weaken};
use smtlib::{Budget, Dialect, Limits, Script, Truth};

/// The seeds among the first formulas of a theory.
fn seeds(theory: &generated::Theory, count: usize) -> Vec<Seed> {
    let mut stream = theory.space().stream(&generated::Index::default(), generated::Layout::Spaced);
    let mut seeds = Vec::new();
    for index in 0..count {
        let Some(text) = stream.next_text() else { break };
        let script = Script::parse(text).unwrap();
        let name = format!("{} {index}", theory.name());
        seeds.extend(Seed::by_search(&name, &script, 0, &Budget::default()).ok());
    }
    seeds
}

/// As patient as anybody needs to be who reads a mutant.
const LIMITS: Limits = Limits {
    steps: 10_000_000,
    calls: 10_000,
    exhaustive: 4_096,
    instances: 100,
    all_steps: 30_000_000,
    model_bytes: 1 << 20,
};

/// Reads a mutant's text and its witness's back, and judges it as any script with a model.
fn assert_true(mutant: &Mutant) {
    let text = mutant.text();
    let mut script = Script::parse(&text).unwrap_or_else(|why| panic!("{why} in {text}"));
    if mutant.answer() == Decision::Sat {
        let witness = mutant.specimen().witness_text().unwrap();
        let check = script.judge(&witness, Dialect::Standard, LIMITS).unwrap();
        let shown = check.truth.display(&script.terms).to_string();
        let lineage = mutant.lineage();
        assert_eq!(check.truth, Truth::True, "{shown}: {lineage}\n{text}\n{witness}");
        assert!(check.basis.is_standard(), "{lineage}\n{text}\n{witness}");
    }
}

#[test]
fn mutants_of_the_smallest_formulas_are_true_under_their_witness() {
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    for most in [1, 8] {
        let recipe = Recipe { mutators: vec![weaken.clone()], steps: 1..=most, seed: 0 };
        for theory in THEORIES {
            for seed in seeds(theory, 120) {
                for number in 0..4 {
                    if let Some(mutant) = recipe.mutant(&seed, &Alone, number) {
                        assert_true(&mutant);
                    }
                }
            }
        }
    }
}

fn seed(text: &str) -> Seed {
    let script = Script::parse(text).unwrap();
    Seed::by_search("a test", &script, 0, &Budget::default()).unwrap()
}

/// The assertions of all neighbours by one rule.
fn neighbours(rule: &str, text: &str) -> Vec<String> {
    let others = RuleSet::shipped();
    let others: Vec<&str> =
        others.rules().iter().map(|it| &**it.name()).filter(|name| *name != rule).collect();
    let weaken = Weaken::new(RuleSet::shipped().without(&others));
    let all = Neighbours::of(&seed(text), &weaken);
    (0..all.len())
        .map(|number| {
            let mutant = all.get(number).unwrap();
            let specimen = mutant.specimen();
            let shown = specimen.assertions.iter().map(|&term| specimen.terms.text(term));
            shown.collect::<Vec<_>>().join(" ")
        })
        .collect()
}

#[test]
fn a_step_of_a_walk_leads_to_a_neighbour() {
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    let recipe = Recipe { mutators: vec![weaken.clone()], steps: 1..=1, seed: 0 };
    for theory in THEORIES {
        for seed in seeds(theory, 12) {
            let neighbours = Neighbours::of(&seed, &weaken);
            let made = (0..neighbours.len()).filter_map(|number| neighbours.get(number));
            let made: Vec<Mutant> = made.collect();
            let rules: HashSet<&str> = made.iter().map(|mutant| &*mutant.steps()[0].rule).collect();
            for number in 0..20 {
                let Some(mutant) = recipe.mutant(&seed, &Alone, number) else { continue };
                let lineage = mutant.lineage();
                assert!(rules.contains(&*mutant.steps()[0].rule), "{lineage}\n{}", mutant.text());
            }
        }
    }
}

#[test]
fn what_becomes_of_a_place_hangs_on_its_parity_and_the_answer() {
    let ints = "(declare-const a Int)(declare-const b Int)";
    let cases = [
        // Positive: a sat formula becomes weaker.
        ("lt-to-le", "(assert (< a b))", &["(<= a b)"][..]),
        // Negative: what stands there becomes stronger.
        ("lt-to-le", "(assert (not (<= a b)))", &["(not (< a b))"]),
        ("lt-to-le", "(assert (not (< a b)))", &[]),
        (
            "lt-to-le",
            "(assert (=> (<= a b) (< a b)))",
            &["(=> (<= a b) (<= a b))", "(=> (< a b) (< a b))"],
        ),
        // Neither.
        ("lt-to-le", "(assert (= (< a b) (> b 0)))", &[]),
        // An equivalence holds anywhere.
        (
            "lt-turn",
            "(assert (= (< a b) (< b 0)))",
            &["(= (> b a) (< b 0))", "(= (< a b) (> 0 b))"],
        ),
    ];
    for (rule, assertion, expected) in cases {
        assert_eq!(
            neighbours(rule, &format!("{ints}{assertion}(check-sat)")),
            expected,
            "{assertion}"
        );
    }
}

#[test]
fn what_is_unsat_becomes_stronger_where_what_is_sat_becomes_weaker() {
    let text = "(declare-const p Bool)(declare-const q Bool)
        (assert (and (or p q) (not p) (not (and p q)) (not q)))(check-sat)";
    let expected = [
        "(and (or p q) (not p) (not (or p q)) (not q))",
        "(and (and p q) (not p) (not (and p q)) (not q))",
    ];
    assert_eq!(neighbours("and-to-or", text), expected);
}

#[test]
fn regular_expressions_have_a_parity_of_their_own() {
    let strings = "(declare-const s String)";
    let a = "(str.to_re \"a\")";
    let cases = [
        ("re-plus-to-star", format!("(assert (str.in_re s (re.+ {a})))"), 1),
        ("re-plus-to-star", format!("(assert (str.in_re s (re.comp (re.+ {a}))))"), 0),
        ("re-plus-to-star", format!("(assert (str.in_re s (re.comp (re.* {a}))))"), 1),
        ("re-plus-to-star", format!("(assert (str.in_re s (re.diff re.all (re.* {a}))))"), 1),
        ("re-plus-to-star", format!("(assert (str.in_re s (re.diff (re.+ {a}) re.none)))"), 1),
        ("re-plus-to-star", format!("(assert (not (str.in_re s (re.* {a}))))"), 1),
        // Under `str.replace_re` nothing is known.
        ("re-plus-to-star", format!("(assert (= s (str.replace_re s (re.+ {a}) \"b\")))"), 0),
        // Below `str.to_re` there are strings.
        (
            "str-eq-to-prefix",
            "(assert (str.in_re s (str.to_re (ite (= s \"\") s s))))".to_owned(),
            0,
        ),
    ];
    for (rule, assertion, count) in cases {
        let found = neighbours(rule, &format!("{strings}{assertion}(check-sat)"));
        assert_eq!(found.len(), count, "{assertion}: {found:?}");
    }
}

#[test]
fn no_binder_catches_what_is_put_in() {
    // The instance for x must not be the y that the inner quantifier binds.
    let text = "(assert (forall ((x Bool)) (exists ((y Bool)) (distinct x y))))
        (declare-const y Bool)(assert y)(check-sat)";
    for found in neighbours("forall-instance", text) {
        assert!(!found.contains("(distinct y y)"), "{found}");
    }
    let bound = "(declare-const b Bool)(assert (forall ((x Bool)) (or x b (not x))))(check-sat)";
    for found in neighbours("exists-part", bound) {
        assert!(seed_of(bound, &found), "{found}");
    }
}

/// Whether an assertion can be read with the declarations of a script.
fn seed_of(text: &str, assertion: &str) -> bool {
    let declared = text.split("(assert").next().unwrap();
    Script::parse(&format!("{declared}(assert {assertion})(check-sat)")).is_ok()
}

#[test]
fn a_mutant_is_the_same_whatever_was_made_before() {
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    let recipe = Recipe { mutators: vec![weaken], steps: 1..=12, seed: 7 };
    let theory = generated::Theory::find("Strings").unwrap();
    let texts = |numbers: &[u64]| -> Vec<Option<String>> {
        let seeds = seeds(theory, 30);
        let of_seed = |seed: &Seed| {
            let made = numbers.iter().map(|&number| recipe.mutant(seed, &Alone, number));
            made.map(|mutant| mutant.map(|mutant| mutant.text())).collect::<Vec<_>>()
        };
        seeds.iter().flat_map(of_seed).collect()
    };
    let forward = texts(&[0, 1, 2]);
    let mut backward = texts(&[2, 1, 0]);
    for of_seed in backward.chunks_mut(3) {
        of_seed.reverse();
    }
    assert_eq!(forward, backward);
    let threads: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..4).map(|_| scope.spawn(|| texts(&[0, 1, 2]))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(threads.iter().all(|texts| *texts == forward));
}

#[test]
fn a_walk_of_fewer_steps_is_made_of_the_same_steps() {
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    let recipe = Recipe { mutators: vec![weaken], steps: 3..=6, seed: 7 };
    let rules = |mutant: &Mutant| -> Vec<String> {
        mutant.steps().iter().map(|step| RuleName::of(step).to_string()).collect()
    };
    let (mut walks, mut leaps) = (0, 0);
    for seed in &seeds(generated::Theory::find("Strings").unwrap(), 30) {
        let Some(whole) = recipe.mutant(seed, &Alone, 1) else { continue };
        let all: Vec<u64> = (0..whole.steps().len() as u64).collect();
        let with = |kept: &[u64]| recipe.with_steps(seed, &Alone, 1, kept);
        assert_eq!(with(&all).unwrap().text(), whole.text());
        assert_eq!(with(&[]).unwrap().text(), seed.specimen().text());
        let (_, but_last) = all.split_last().unwrap();
        let before = recipe.before(seed, &Alone, 1).map(|it| it.text());
        assert_eq!(with(but_last).map(|it| it.text()), before);
        for end in 1..all.len() {
            let Some(shorter) = with(&all[..end]) else { continue };
            assert_eq!(rules(&shorter), rules(&whole)[..end]);
            walks += 1;
        }
        // Without its first step the others may find nothing to do, or something else.
        leaps += usize::from(with(&all[1..]).is_some_and(|it| it.steps().len() + 1 == all.len()));
    }
    assert!(walks > 20 && leaps > 5, "{walks} {leaps}");
}
