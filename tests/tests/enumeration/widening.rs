//! Widened grammars: as if somebody had written them, with formulas that are scripts.
//!
//! `widened/*.g4` hold widened theories written by hand, each called by its theory and its widening.
#![allow(clippy::unwrap_used, reason = "a test")]

use campaign::{WidenError, Widening, widen};
use etude_tests::{files, read_grammar, stem};
use feat_runtime::{Index, Layout, Size, Space};
use generated::{THEORIES, Theory};
use grammar_compiler::{Options, compile};
use rayon::prelude::*;
use smtlib::Script;

fn by(variables: u32, asserts: u32) -> Widening {
    Widening { variables: Some(variables), asserts: Some(asserts) }
}

/// Returns the number of variables of a theory, as its first formula shows.
fn variables(theory: &Theory) -> u32 {
    let first = theory.space().text(&Index::default(), Layout::Smtlib).unwrap();
    u32::try_from(first.matches("(declare-const ").count()).unwrap()
}

/// The theories whose formulas assert as often as a widening says; in those of `Incremental` each
/// step may assert.
fn of_one_assertion() -> Vec<&'static Theory> {
    THEORIES.iter().filter(|theory| theory.name() != "Incremental").collect()
}

#[test]
fn widened_theories_are_what_one_would_write() {
    for path in files("tests/widened", "g4") {
        let name = stem(&path);
        let (theory, widening) = Widening::of_name(&name);
        assert_ne!(widening, Widening::default(), "{name}");
        assert_eq!(format!("{theory}{widening}"), name);
        let widened = widen(Theory::find(theory).unwrap().space(), widening).unwrap();
        let written = Space::new(read_grammar(&path));
        assert_eq!(widened.rtg(), written.rtg(), "{name}");
        for size in 0..20 {
            assert_eq!(widened.count(Size(size)), written.count(Size(size)), "{name} {size}");
        }
    }
}

#[test]
fn widening_by_what_is_there_changes_nothing() {
    for theory in of_one_assertion() {
        let same = widen(theory.space(), by(variables(theory), 1)).unwrap();
        assert_eq!(same.rtg(), theory.space().rtg(), "{}", theory.name());
    }
}

#[test]
fn formulas_of_widened_theories_are_scripts() {
    of_one_assertion().par_iter().for_each(|theory| {
        let least = variables(theory);
        for (variables, asserts) in [(least + 3, 1), (least, 2), (least + 3, 2)] {
            let space = widen(theory.space(), by(variables, asserts)).unwrap();
            let far: Index = "10^100".parse().unwrap();
            let first = space.stream(&Index::default(), Layout::Smtlib);
            for (number, stream) in [(2_000, first), (20, space.stream(&far, Layout::Smtlib))] {
                check_texts(theory.name(), number, stream, (variables, asserts));
            }
            for index in [Index::from(1_999), far] {
                let tree = space.get(&index).unwrap();
                assert_eq!(space.rank(&tree), Some(index.clone()));
                let text = space.rtg().render(&tree, Layout::Smtlib);
                let forest = space.parse(&text).unwrap();
                assert_eq!(space.rank(forest.least()), Some(index));
            }
        }
    });
}

fn check_texts(
    theory: &str,
    number: usize,
    mut stream: feat_runtime::Stream,
    (variables, asserts): (u32, u32),
) {
    for _ in 0..number {
        let text = stream.next_text().unwrap();
        assert!(Script::parse(text).is_ok(), "{theory}: {text}");
        assert_eq!(text.matches("(declare-const ").count(), variables as usize, "{theory}: {text}");
        assert_eq!(text.matches("(assert ").count(), asserts as usize, "{theory}: {text}");
    }
}

fn widened(grammar: &str, widening: Widening) -> Result<Space, WidenError> {
    let outcome = compile(grammar, &Options::default());
    let compiled = outcome.compiled.unwrap_or_else(|| panic!("{:#?}", outcome.diagnostics));
    widen(&Space::new(compiled.rtg), widening)
}

/// The text of the first formula that has no constants left to choose.
fn last(space: &Space) -> String {
    let last = space.cardinality().unwrap() - 1_u32;
    space.text(&last.into(), Layout::Smtlib).unwrap()
}

#[test]
fn new_names_stand_behind_the_last_of_their_sort_and_are_new() {
    let grammar = "grammar G;
        start : '(declare-fun a () Int)' other asserts ;
        other : '(declare-const r Real)' '(declare-const x Int)' ;
        asserts : '(assert (c d))' term ;
        term : 'x' # X | 'a' <cost=3> # A | 'e' # E | 'r' # R | '1' # F ;";
    let grammar = grammar.replace("'a' <cost=3>", "<cost=3> 'a'");
    let space = widened(&grammar, by(6, 2)).unwrap();
    let rules = format!("{:?}", space.rtg());
    let expected = [
        "term : 'x' # X <cost=0>",
        "term : 'a' # A <cost=3>",
        "term : 'b' # B <cost=3>",
        "term : 'g' # G <cost=3>",
        "term : 'e' # E <cost=0>",
        "term : 'r' # R <cost=0>",
        "term : 'f' # F2 <cost=0>",
        "term : '1' # F <cost=0>",
    ];
    let terms: Vec<&str> = rules.lines().filter(|line| line.starts_with("term")).collect();
    assert_eq!(terms, expected, "{rules}");
    let text = last(&space);
    let declared: Vec<&str> = text.lines().filter(|line| line.starts_with("(declare")).collect();
    let expected = [
        "(declare-fun a () Int)",
        "(declare-const r Real)",
        "(declare-const x Int)",
        "(declare-fun b () Int)",
        "(declare-const f Real)",
        "(declare-fun g () Int)",
    ];
    assert_eq!(declared, expected);
    assert_eq!(text.matches("(assert").count(), 2, "{text}");
}

#[test]
fn after_the_letters_come_letters_with_numbers() {
    let core = Theory::find("Core").unwrap().space();
    let space = widen(core, by(60, 1)).unwrap();
    let text = space.text(&Index::default(), Layout::Smtlib).unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(names[24..29], ["y", "z", "a1", "b1", "c1"]);
    assert_eq!(names[51..54], ["z1", "a2", "b2"]);
}

#[test]
fn what_cannot_be_widened_says_what_was_looked_for() {
    let check = |grammar: &str, widening: Widening, expected: &str| {
        let error = widened(grammar, widening).unwrap_err().to_string();
        assert_eq!(error, expected, "{grammar}");
    };
    let two = "grammar G; start : '(declare-const a Int)' '(declare-const b Int)' x x ; \
               x : '(assert' ('a' | 'b') ')' ;";
    check(two, by(1, 2), "fewer variables are asked for (1) than there are (2)");
    check(two, by(0, 2), "fewer variables are asked for (0) than there are (2)");
    check(two, by(2, 1), "fewer assertions are asked for (1) than there are (2)");
    check(
        "grammar G; start : d 'a' ; d : '(declare-const a Int)' | '(declare-const b Int)' ;",
        by(3, 1),
        "no variables were found: looked for literals such as '(declare-const a Int)' that every \
         formula from rule `start` on has",
    );
    check(
        "grammar G; start : '(declare-const a Int)' '(declare-const a Real)' 'a' ;",
        by(3, 1),
        "`a` is declared twice",
    );
    check(
        "grammar G; start : '(declare-const a (_ BitVec 8))' '(assert (= a a))' ;",
        by(3, 1),
        "no rule lists the variables of sort (_ BitVec 8): looked for an alternative that is 'a'",
    );
    check(
        "grammar G; start : x ; x : '(assert-soft' 'a' ')' ;",
        Widening { variables: None, asserts: Some(2) },
        "no assertions were found: looked for a symbol of rule `start` whose texts all begin with \
         `(assert`",
    );
}
