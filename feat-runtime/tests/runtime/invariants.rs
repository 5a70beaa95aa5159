//! Broken promises are told at once: no value is made up in their place.

use feat_runtime::{
    Choice, Cost, Draft, DraftNonterminal, DraftProduction, Join, Layout, NonterminalId,
    ProductionId, Rtg, Symbol, Tree,
};

/// `pair : 'x' pair | ;`
fn pairs() -> Rtg {
    let id = NonterminalId::new(0);
    let again = vec![Symbol::Literal("x".to_owned()), Symbol::Nonterminal(id)];
    let production = |constructor: &str, cost, symbols| DraftProduction {
        constructor: constructor.to_owned(),
        cost: Cost(cost),
        symbols,
    };
    let productions = vec![production("Again", 1, again), production("End", 0, Vec::new())];
    let pair = DraftNonterminal { name: "pair".to_owned(), join: Join::Separated, productions };
    Draft { start: id, nonterminals: vec![pair] }.check().expect("a checked grammar")
}

#[test]
#[should_panic(expected = "fewer than 2^32 nonterminals")]
fn no_handle_stands_for_another_nonterminal() {
    let _ = NonterminalId::new(1 << 32);
}

#[test]
#[should_panic(expected = "fewer than 2^32 productions")]
fn no_handle_stands_for_another_production() {
    let _ = ProductionId::new(1 << 32);
}

#[test]
#[should_panic(expected = "a choice for every symbol")]
fn half_a_tree_has_no_text() {
    let rtg = pairs();
    let half = Tree::from_choices(vec![Choice::Production(ProductionId::new(0))]);
    let _ = rtg.render(&half, Layout::Spaced);
}

#[test]
fn half_a_tree_has_no_index() {
    let space = feat_runtime::Space::new(pairs());
    let half = Tree::from_choices(vec![Choice::Production(ProductionId::new(0))]);
    assert_eq!(space.rank(&half), None);
}
