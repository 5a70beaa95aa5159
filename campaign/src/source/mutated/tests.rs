//! Mutants of a shipped theory: numbers, places, gaps, lineages.

use std::thread;

use feat_runtime::Index;

use super::*;
use crate::source::order::Place;
use crate::source::source_of_grammar;

fn mutants(order: Order, per_seed: u64) -> Mutants {
    let space = generated::Theory::find("Strings").unwrap().space().clone();
    let seeds = source_of_grammar("Strings", space, order, None);
    let making = "weaken:1..4".parse().unwrap();
    Mutants::new(seeds, &making, per_seed, SeedAnswers::default(), &[])
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
    let other = Mutants::new(seeds, &making, 5, answers, &[]);
    assert_eq!(one.identity().order, other.identity().order);
    assert_ne!(one.identity().digest, other.identity().digest);
}
