//! Mutants of a shipped theory: numbers, places, gaps, lineages.

use std::slice::from_ref;
use std::thread;

use feat_runtime::Index;

use super::*;
use crate::source::order::Place;
use crate::source::source_of_grammar;

fn mutants(order: Order, per_seed: u64) -> Mutants {
    let space = generated::Theory::find("Strings").unwrap().space().clone();
    let seeds = source_of_grammar("Strings", space, order, None);
    let making = "weaken:1..4".parse().unwrap();
    Mutants::new(seeds, &making, per_seed, SeedAnswers::default(), &Tools::default())
}

#[test]
fn a_number_is_a_mutant_however_it_is_asked_for() {
    let all = mutants(Order::exhaustive(), 5).batch(5000..5150);
    let mut numbers: Vec<u64> = all.questions.iter().map(|it| it.number).collect();
    assert!(numbers.len() > 50, "{} mutants", numbers.len());
    numbers.extend(all.gaps.iter().map(|(number, _)| *number));
    numbers.sort_unstable();
    assert_eq!(numbers, (5000..5150).collect::<Vec<_>>());
    // Elsewhere, alone, backwards, and on several threads.
    let again = mutants(Order::exhaustive(), 5);
    thread::scope(|scope| {
        let backwards = |part: u64| {
            let (again, all) = (&again, &all);
            move || {
                for number in (5000..5150).rev().filter(|number| number % 4 == part) {
                    let wanted = all.questions.iter().find(|it| it.number == number);
                    let made = again.questions(number..number + 1);
                    assert_eq!(made.first(), wanted, "{number}");
                }
            }
        };
        (0..4).for_each(|part| drop(scope.spawn(backwards(part))));
    });
}

#[test]
fn a_mutant_hangs_on_its_seed_and_not_on_where_seeds_begin() {
    let from_zero = mutants(Order::exhaustive(), 5);
    let far = mutants(Order::Exhaustive { base: Index::from(1000) }, 3);
    let (one, other) = (from_zero.batch(5000..5003).questions, far.batch(0..3).questions);
    assert!(!one.is_empty());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!((&one.text, &one.place, &one.known), (&other.text, &other.place, &other.known));
    }
}

#[test]
fn a_place_is_read_as_it_is_written() {
    let mutants = mutants(Order::exhaustive(), 5);
    let place = mutants.place(5003);
    assert_eq!(place.to_string(), "1000/weaken:1..4/3");
    assert_eq!(Place::mutant(&place.to_string()), Some(place));
    for seed in ["size9-seed3-12", "sat/a 1.smt2", "7"] {
        let text = format!("{seed}/weaken/0");
        assert_eq!(Place::mutant(&text).unwrap().to_string(), text);
    }
    for text in ["", "7", "7/weaken", "7/weeken/3", "7/weaken/x", "7/weaken/03"] {
        assert_eq!(Place::mutant(text), None, "{text}");
    }
}

#[test]
fn a_lineage_tells_how_its_question_was_made() {
    let mutants = mutants(Order::exhaustive(), 5);
    for question in mutants.questions(5000..5030) {
        let lineage = mutants.lineage(question.number).unwrap();
        let rules: Vec<String> = question.rules.iter().map(ToString::to_string).collect();
        let told: Vec<String> =
            lineage.steps.iter().map(|it| format!("{} {}", it.technique, it.rule)).collect();
        assert_eq!(rules, told);
        let known = question.known.at(0).unwrap();
        assert_eq!(lineage.known, known.to_string());
        assert_eq!(lineage.witness.is_some(), known.answer() == Decision::Sat);
        assert_eq!(lineage.seeds.len(), 1);
        assert_eq!(lineage.seeds[0].name, format!("Strings {}", question.number / 5));
        // The step before is the mutant without its last step.
        let Some(before) = mutants.before(question.number) else { continue };
        assert_eq!(before.rules, question.rules[..question.rules.len() - 1]);
        if before.rules.is_empty() {
            assert_eq!(before.text, lineage.seeds[0].text);
        }
    }
}

#[test]
fn other_makings_and_answers_are_other_sources() {
    let one = mutants(Order::exhaustive(), 5);
    let other = mutants(Order::exhaustive(), 6);
    assert!(!one.identity().is(other.identity()));
    let space = generated::Theory::find("Strings").unwrap().space().clone();
    let seeds = source_of_grammar("Strings", space, Order::exhaustive(), None);
    let answers = SeedAnswers([(3, bank::SeedAnswer::ByHand)].into());
    let making = "weaken:1..4".parse().unwrap();
    let other = Mutants::new(seeds, &making, 5, answers, &Tools::default());
    assert_eq!(one.identity().order, other.identity().order);
    assert_ne!(one.identity().digest, other.identity().digest);
}

fn options(text: &str) -> Mutants {
    let space = generated::Theory::find("Ints").unwrap().space().clone();
    let seeds = source_of_grammar("Ints", space, Order::exhaustive(), None);
    Mutants::new(seeds, &text.parse().unwrap(), 4, SeedAnswers::default(), &Tools::default())
}

#[test]
fn incremental_mutants_have_an_answer_for_each_check_and_are_told_with_them() {
    let mutants = options("weaken[incremental]:1..3");
    let (mut checks, mut scripts) = (0, 0);
    for question in mutants.questions(8_000..8_200) {
        let script = smtlib::Script::parse(&question.text).unwrap();
        let count = script.queries().len();
        assert!((0..count).all(|check| question.known.at(check).is_some()));
        assert!(question.known.at(count).is_none());
        assert_eq!(question.rules.last().unwrap().to_string(), "recombine incremental");
        let lineage = mutants.lineage(question.number).unwrap();
        assert_eq!(lineage.checks.len(), count);
        assert_eq!(lineage.steps.len(), question.rules.len());
        assert!(question.place.to_string().contains("/weaken[incremental]:1..3/"));
        assert_eq!(Place::mutant(&question.place.to_string()), Some(question.place.clone()));
        // What is decided before the last step has other checks.
        assert_eq!(mutants.before(question.number), None);
        let again = mutants.questions(question.number..question.number + 1);
        assert_eq!(again, [question]);
        (checks, scripts) = (checks + count, scripts + 1);
    }
    assert!(scripts > 50 && checks > 3 * scripts, "{scripts} scripts, {checks} checks");
}

#[test]
fn options_are_another_source_with_other_mutants() {
    let (usual, many) = (options("recombine"), options("recombine[witnesses=40]"));
    assert!(!usual.identity().is(many.identity()));
    let text = |mutants: &Mutants| {
        mutants.questions(8_000..8_100).into_iter().map(|it| it.text).collect::<Vec<_>>()
    };
    assert_ne!(text(&usual), text(&many));
}

#[test]
fn fusion_functions_of_a_file_make_other_mutants_and_stand_in_the_lineage() {
    let line = "only | x y z: Int | z = (- x y) | x = (+ z y) | y = (- x z)";
    let table = mutation::fusion::read_fusion_functions("own", line).table().unwrap();
    let space = generated::Theory::find("Ints").unwrap().space().clone();
    let seeds = source_of_grammar("Ints", space, Order::exhaustive(), None);
    let making = format!("fuse[functions={}]:1", table.digest()).parse().unwrap();
    let tools = Tools { functions: Some(table.clone()), ..Tools::default() };
    let mutants = Mutants::new(seeds, &making, 4, SeedAnswers::default(), &tools);
    let questions = mutants.questions(8_000..8_100);
    assert!(questions.len() > 20);
    for question in &questions {
        let rule = question.rules[0].rule.to_string();
        assert!(rule.split('+').all(|name| name == "only"), "{rule}");
        let functions = mutants.lineage(question.number).unwrap().functions.unwrap();
        let again = mutation::fusion::read_fusion_functions("own", &functions).table().unwrap();
        assert_eq!(again.digest(), table.digest());
    }
}

#[test]
fn mutants_of_mutants_are_told_with_their_parents() {
    let mutants = options("weaken,recombine[generations=3]:1..2");
    let mut of = [0; 3];
    for question in mutants.questions(8_000..8_400) {
        let lineage = mutants.lineage(question.number).unwrap();
        let text = question.place.to_string();
        assert!(text.contains("/weaken,recombine[generations=3]:1..2/"), "{text}");
        assert_eq!(Place::mutant(&text), Some(question.place.clone()));
        assert_eq!(lineage.steps.len(), question.rules.len());
        assert_eq!(lineage.parents.len(), lineage.steps_text().matches("   = mutant ").count());
        assert!(lineage.steps.len() <= 2 * (lineage.parents.len() + 1));
        of[lineage.parents.len()] += 1;
        // In another order, elsewhere, alone.
        let again = options("weaken,recombine[generations=3]:1..2");
        assert_eq!(again.questions(question.number..question.number + 1)[..], *from_ref(&question));
        let known = question.known.at(0).unwrap();
        if let (Decision::Sat, Some(witness)) = (known.answer(), &lineage.witness) {
            let mut script = smtlib::Script::parse(&question.text).unwrap();
            let judged = script
                .judge(witness, smtlib::Dialect::Standard, smtlib::Limits::default())
                .unwrap();
            assert_eq!(judged.truth, smtlib::Truth::True, "{}\n{witness}", question.text);
        }
        if let Some(parent) = lineage.parents.last() {
            let first = question.number - question.number % 4;
            let parent_number = first + parent.number;
            let made = mutants.questions(parent_number..parent_number + 1).pop().unwrap();
            assert_eq!(made.rules, question.rules[..parent.steps]);
        }
    }
    assert!(of.iter().all(|count| *count > 5), "{of:?}");
    let usual = options("weaken,recombine:1..2");
    assert!(!usual.identity().is(mutants.identity()));
}
