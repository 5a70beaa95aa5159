//! Emptiness, equivalence and shortest words, each answer with its proof.

use smtlib::text::{OutOfBudget, Regex, Text};

use crate::sample::Sample;
use crate::{strings, text};

const BUDGET: u64 = 200_000;

#[test]
fn a_shortest_word_is_a_word_and_none_is_shorter() {
    let words = strings("abd", 4);
    let mut sample = Sample::new(30);
    let mut settled = [0; 2];
    for _ in 0..2000 {
        let operators = sample.below(9);
        let regex = sample.plan(operators).regex();
        let Ok(found) = regex.shortest_word(BUDGET) else { continue };
        settled[usize::from(found.is_some())] += 1;
        assert_eq!(regex.is_empty_language(BUDGET), Ok(found.is_none()), "{regex}");
        assert!(found.iter().all(|word| regex.matches(word)), "{regex} {found:?}");
        let shortest = found.map_or(usize::MAX, |word| word.len());
        for word in words.iter().filter(|word| word.len() < shortest) {
            assert!(!regex.matches(&text(word)), "{regex} {word}");
        }
    }
    assert!(settled[0] > 200 && settled[1] > 1000, "{settled:?}");
}

#[test]
fn different_languages_have_a_witness_and_equal_ones_have_none() {
    let words = strings("abcd", 4);
    let mut sample = Sample::new(31);
    let mut settled = [0; 2];
    for _ in 0..3000 {
        let (more, fewer) = (sample.below(5), sample.below(3));
        let (a, b) = (sample.plan(more).regex(), sample.plan(fewer).regex());
        let Ok(equal) = a.equivalent(&b, BUDGET) else { continue };
        settled[usize::from(equal)] += 1;
        assert_eq!(b.equivalent(&a, BUDGET), Ok(equal));
        let difference = a.diff(&b).union(&b.diff(&a));
        if equal {
            assert!(words.iter().all(|w| a.matches(&text(w)) == b.matches(&text(w))), "{a} {b}");
            assert_eq!(difference.is_empty_language(BUDGET * 4), Ok(true), "{a} {b}");
        } else {
            let witness = difference.shortest_word(BUDGET * 4).unwrap().unwrap();
            assert_ne!(a.matches(&witness), b.matches(&witness), "{a} {b} {witness}");
        }
    }
    assert!(settled[0] > 1500 && settled[1] > 100, "{settled:?}");
}

#[test]
fn laws_hold() {
    let mut sample = Sample::new(32);
    let mut settled = 0;
    for _ in 0..400 {
        let mut next = || {
            let operators = sample.below(4);
            sample.plan(operators).regex()
        };
        let (r, s, t) = (next(), next(), next());
        let laws = [
            (r.union(&s).comp(), r.comp().inter(&s.comp())),
            (r.concat(&s.union(&t)), r.concat(&s).union(&r.concat(&t))),
            (r.union(&s).star(), r.star().concat(&s.star()).star()),
            (r.concat(&s).concat(&t), r.concat(&s.concat(&t))),
            (r.plus(), r.concat(&r.star())),
            (r.opt(), r.union(&Regex::literal(text("")))),
            (r.repeat(1, 3), r.union(&r.power(2)).union(&r.concat(&r).concat(&r))),
            (r.at_least(2), r.power(2).concat(&r.star())),
            (r.diff(&s), r.inter(&s.comp())),
            (r.inter(&s).union(&r.diff(&s)), r.clone()),
            (r.star().star(), r.star()),
        ];
        for (left, right) in laws {
            if let Ok(equal) = left.equivalent(&right, BUDGET) {
                assert!(equal, "{left}\n{right}");
                settled += 1;
            }
        }
    }
    assert!(settled > 4000, "{settled}");
}

#[test]
fn classes_reach_the_ends_of_the_alphabet() {
    let low = Regex::range(&Text::from_code(0), &text("a"));
    let high = Regex::range(&text("b"), &Text::from_code(0x2FFFF));
    assert_eq!(low.union(&high).equivalent(&Regex::allchar(), 1000), Ok(true));
    let rest = Regex::allchar().diff(&low).diff(&high);
    assert_eq!(rest.is_empty_language(1000), Ok(true));
    let last = Text::from_code(0x2FFFF);
    let all_but_last = Regex::range(&Text::from_code(0), &Text::from_code(0x2FFFE));
    let only = Regex::allchar().diff(&all_but_last);
    assert_eq!(only.shortest_word(1000), Ok(Some(last)));
    // The character right after a range, where nothing else tells it apart.
    assert_eq!(low.star().equivalent(&Regex::all(), 1000), Ok(false));
    assert_eq!(low.star().comp().shortest_word(1000), Ok(Some(text("b"))));
}

#[test]
fn huge_counts_end_the_budget_and_not_the_memory() {
    let a = Regex::literal(text("a"));
    let huge = a.power(1 << 40);
    assert_eq!(huge.shortest_word(10_000), Err(OutOfBudget));
    assert_eq!(huge.is_empty_language(0), Ok(false));
    assert_eq!(huge.equivalent(&a.power(1 << 40), 0), Ok(true));
    assert_eq!(huge.equivalent(&a.power((1 << 40) + 1), 10_000), Err(OutOfBudget));
    assert_eq!(huge.equivalent(&a, 10_000), Ok(false));
    assert_eq!(huge.inter(&Regex::literal(text("b"))).is_empty_language(1000), Ok(true));
}
