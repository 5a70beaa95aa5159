//! Deep, shared and counted expressions.

use std::collections::HashSet;

use smtlib::text::{OutOfBudget, Regex};

use crate::{int, text};

/// Deep enough to overflow the stack of a test many times.
const DEPTH: usize = 100_000;

fn word(characters: &str) -> Regex {
    Regex::literal(text(characters))
}

/// Nested as deep as `DEPTH`, one step after the other.
fn nested(start: Regex, step: impl Fn(Regex, usize) -> Regex) -> Regex {
    (0..DEPTH).fold(start, step)
}

/// All that can be done with an expression, where the depth could be too much.
fn exercise(build: impl Fn() -> Regex) -> Regex {
    let (one, other) = (build(), build());
    assert!(one == other);
    assert_eq!(HashSet::from([one.clone(), other]).len(), 1);
    assert!(one != one.concat(&word("x")));
    assert!(one.to_string().len() > DEPTH);
    let _ = one.matches(&text("abab"));
    let _ = one.matches(&text(&"b".repeat(64)));
    let _ = one.shortest_word(1000);
    let _ = one.equivalent(&one.comp(), 1000);
    let _ = text("abc").replace_re_all(&one, &text("x"));
    one
}

#[test]
fn complements() {
    let (a, x) = (word("a"), word("x"));
    assert_eq!(nested(a.clone(), |r, _| r.comp()), a);
    // Even and odd complements of unions: `x` goes in and out, `a` is in at the innermost.
    let regex = exercise(|| nested(a.clone(), |r, _| r.union(&x).comp()));
    assert!(!regex.matches(&text("x")));
    assert!(regex.matches(&text("a")));
    let long = exercise(|| nested(a.clone(), |r, _| a.concat(&r).comp()));
    assert!(long.matches(&text("")));
    // `a` more at the front takes one complement away.
    assert!(!long.matches(&text("a")));
    assert!(long.matches(&text("aa")));
    assert!(long.matches(&text(&"a".repeat(80))));
    assert!(!long.matches(&text(&"a".repeat(81))));
}

#[test]
fn chains() {
    let ab = [word("a"), word("b")];
    let left = exercise(|| nested(word(""), |r, at| r.concat(&ab[at % 2])));
    let right = exercise(|| nested(word(""), |r, at| ab[(at + 1) % 2].concat(&r)));
    let whole = text(&"ab".repeat(DEPTH / 2));
    assert!(left.matches(&whole) && right.matches(&whole));
    assert!(!left.matches(&text(&"ab".repeat(DEPTH / 2 - 1))));
    assert_eq!(left.shortest_word(100_000_000), Ok(Some(whole)));
    // The members are all looked at for each character, so there are fewer of them.
    let members = DEPTH / 10;
    let union =
        exercise(|| (0..members).fold(word("x"), |r, at| r.union(&ab[at % 2].power(at as u64))));
    assert!(union.matches(&text(&"b".repeat(71))) && !union.matches(&text(&"b".repeat(70))));
    let inter = exercise(|| {
        (0..members).fold(Regex::all(), |r, at| ab[0].repeat(0, 75 + at as u64).inter(&r))
    });
    assert!(inter.matches(&text(&"a".repeat(75))) && !inter.matches(&text(&"a".repeat(76))));
    let star = exercise(|| nested(word("a"), |r, _| r.concat(&ab[1]).plus()));
    assert!(!star.matches(&text("ab")));
    // Each character costs the depth here.
    let star = (0..1000).fold(word("a"), |r, _| r.concat(&ab[1]).plus());
    let short = "a".to_owned() + &"b".repeat(999);
    assert!(star.matches(&text(&(short.clone() + "b"))) && !star.matches(&text(&short)));
}

#[test]
fn shared_nodes_are_visited_once() {
    let double = |start: Regex, times: usize| (0..times).fold(start, |r, _| r.concat(&r));
    let regex = double(word("a"), 5);
    assert!(regex.matches(&text(&"a".repeat(32))) && !regex.matches(&text(&"a".repeat(33))));
    let regex = double(word("a"), 13);
    assert!(regex.matches(&text(&"a".repeat(8192))) && !regex.matches(&text(&"a".repeat(8191))));
    let (one, other) = (double(word("ab").opt(), 24), double(word("ab").opt(), 24));
    assert!(one == other && one != double(word("ab").opt(), 23));
    assert!(one.matches(&text("abab")) && !one.matches(&text("aba")));
    assert!(one.matches(&text(&"ab".repeat(50))) && !one.matches(&text(&"ba".repeat(50))));
    assert_eq!(one.shortest_word(10), Ok(Some(text(""))));
    assert_eq!(one.comp().is_empty_language(0), Err(OutOfBudget));
}

#[test]
fn huge_counts() {
    let huge = 1 << 40;
    let many = (0..DEPTH).fold(word("a"), |r, _| r.power(huge));
    assert!(!many.matches(&text("aa")) && !many.star().matches(&text("aa")));
    let any = (0..DEPTH).fold(word("a"), |r, _| r.repeat(1, huge));
    assert!(any.matches(&text("aa")) && any.star() == word("a").star());
    for length in [1, 5, 62, 63, 64, 65, 1000] {
        let a = text(&"a".repeat(length));
        let count = length as u64;
        assert!(!word("a").power(huge).matches(&a));
        assert!(word("a").repeat(0, huge).matches(&a));
        assert!(word("a").repeat(count, huge).matches(&a));
        assert!(!word("a").repeat(count + 1, huge).matches(&a));
        assert!(word("a").opt().power(huge).matches(&a));
        assert!(word("a").opt().power(count).matches(&a));
        assert!(!word("a").opt().power(count - 1).matches(&a));
        assert!(word("a").power(u64::MAX).comp().matches(&a));
        assert!(word("a").repeat(0, huge).power(huge).star().matches(&a));
        assert_eq!(word("aa").repeat(1, u64::MAX).matches(&a), length % 2 == 0);
        assert_eq!(
            word("aaa").union(&word("aa")).repeat(2, 2).matches(&a),
            (4..=6).contains(&length)
        );
    }
}

#[test]
fn no_blow_up_on_nested_stars_and_complements() {
    let mut regex = word("a").union(&word("b"));
    for level in 0..40 {
        regex = regex.star().concat(&word("a").opt()).comp().star().concat(&regex).plus();
        for length in [3, 20, 63].into_iter().chain([64, 90].into_iter().filter(|_| level < 3)) {
            let w = text(&"ab".repeat(length)).substr(0, int(length));
            let replaced = w.replace_re(&regex, &text("x")).unwrap();
            assert!(!regex.matches(&w) || replaced != w);
        }
    }
    // The classic trap of backtracking, and of determinisation.
    let trap = word("a").opt().power(60).concat(&word("a").power(60));
    assert!(trap.matches(&text(&"a".repeat(60))) && trap.matches(&text(&"a".repeat(120))));
    assert!(!trap.matches(&text(&"a".repeat(59))) && !trap.matches(&text(&"a".repeat(121))));
    let letter = word("a").union(&word("b"));
    let late = letter.star().concat(&word("a")).concat(&letter.power(500));
    let w = "ab".repeat(1000);
    assert!(!late.matches(&text(&w)) && late.matches(&text(&(w.clone() + "a"))));
    assert_eq!(late.matches_within(&text(&w), 1000), Err(OutOfBudget));
    assert_eq!(late.matches_within(&text(&w), 100_000_000), Ok(false));
    assert_eq!(letter.star().matches_within(&text(&w), 100_000), Ok(true));
}
