//! The theories: generated and read at run time, typed and untyped, forth and back.
#![allow(clippy::unwrap_used, reason = "a test")]

use etude_tests::{files, read_grammar, stem};
use feat_runtime::{Index, Layout, Sampler, Size, Space, Term, Tree};
use generated::{THEORIES, Theory};
use rayon::prelude::*;

/// A thousand random indices a theory: from every size up to 40, and one far out.
fn indices(space: &Space) -> Vec<Index> {
    let mut sampler = Sampler::new(2024);
    let least = space.rtg().nonterminal(space.nonterminal()).least_size().0;
    let sizes = (least..=40).cycle().take(1_000);
    let drawn = sizes.map(|size| sampler.index_of_size(space, Size(size)).unwrap());
    drawn.chain(["10^1000".parse().unwrap()]).collect()
}

#[test]
fn generated_files_are_fresh() {
    let stale = xtask::theories::stale().unwrap();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn every_grammar_is_a_theory_with_the_same_trees_at_run_time() {
    let grammars = files("grammars", "g4");
    let names: Vec<String> = grammars.iter().map(|path| stem(path)).collect();
    assert_eq!(names, THEORIES.iter().map(Theory::name).collect::<Vec<_>>());
    for (path, theory) in grammars.iter().zip(THEORIES) {
        assert_eq!(read_grammar(path), *theory.space().rtg(), "{}", theory.name());
    }
}

#[test]
fn rank_inverts_get_and_the_types_agree() {
    THEORIES.par_iter().for_each(|theory| {
        let (name, space) = (theory.name(), theory.space());
        for index in indices(space) {
            let tree = space.get(&index).unwrap();
            assert_eq!(space.rank(&tree), Some(index.clone()), "{name}");
            assert_eq!((theory.types().round_trip)(&tree).as_ref(), Some(&tree), "{name} {index}");
        }
    });
}

#[test]
fn texts_in_both_layouts_lead_back_to_their_index() {
    THEORIES.par_iter().for_each(|theory| {
        let (name, space) = (theory.name(), theory.space());
        for (place, index) in indices(space).into_iter().enumerate() {
            let tree = space.get(&index).unwrap();
            let layout = if place % 2 == 0 { Layout::Smtlib } else { Layout::Spaced };
            let text = space.rtg().render(&tree, layout);
            let forest = space.parse(&text).unwrap_or_else(|e| panic!("{name} {index}: {e}"));
            assert_eq!(forest.len(), Some(1_u32.into()), "{name} is unambiguous: {text}");
            assert_eq!(space.rank(forest.least()), Some(index), "{name}: {text}");
        }
    });
}

#[test]
fn typed_values_are_those_of_the_command_line() {
    use generated::strings::{BinopStrBool, BoolTerm, Start, StrTerm};
    let index: Index = "1000000".parse().unwrap();
    let value = Start::nth(&index).unwrap();
    assert_eq!(value.index(), index);
    let tree = Start::space().get(&index).unwrap();
    assert_eq!(value.to_string(), Start::space().rtg().render(&tree, Layout::Smtlib));
    assert_eq!(format!("{value:#}"), Start::space().rtg().render(&tree, Layout::Spaced));
    // A person can match on it.
    let Start::C0(_, generated::strings::AssertStmt::Assert(term), _) = &value;
    let BoolTerm::StrComparison(operator, left, _) = term else { panic!("{term:?}") };
    assert_eq!(*operator, BinopStrBool::Distinct);
    assert!(matches!(left, StrTerm::StrReplace(..)), "{left}");
    assert_eq!(value.clone(), value);
    assert_ne!(Some(value), Start::nth(1_000_001));
}

#[test]
fn typed_values_in_order_are_the_trees_in_order() {
    THEORIES.par_iter().for_each(|theory| {
        let (name, space) = (theory.name(), theory.space());
        for from in ["0", "10^3", "10^20", "10^100"] {
            let from: Index = from.parse().unwrap();
            let numbers = (0_u32..3_000).map(|k| Index::from(from.number() + k));
            let mut untyped = space.iter_from(&from);
            for (index, typed) in numbers.zip((theory.types().iter_from)(&from)) {
                assert_eq!(Some(&typed), untyped.next().as_ref(), "{name} {index}");
                assert_eq!(Some(typed), space.get(&index), "{name} {index}");
            }
        }
    });
}

#[test]
fn values_in_order_share_what_did_not_change() {
    use generated::core_theory::{AssertStmt, BoolTerm, Start};
    let mut values = Start::iter_from(1_000_000_000);
    let left = |value: &Start| {
        let Start::C0(_, AssertStmt::Assert(term), _) = value;
        let BoolTerm::BoolBinary(_, left, _) = term else { panic!("{value}") };
        left.clone()
    };
    let (one, two) = (values.next().unwrap(), values.next().unwrap());
    assert_ne!(one, two);
    assert!(std::ptr::eq::<BoolTerm>(&raw const *left(&one), &raw const *left(&two)));
}

/// Deep values on a small stack: nothing may recurse as deep as a formula nests.
#[test]
fn index_ten_to_the_ten_thousand_fits_a_small_stack() {
    let index: Index = "10^10000".parse().unwrap();
    let small = std::thread::Builder::new().stack_size(128 * 1024);
    let test = move || {
        use generated::core_theory::Start;
        let value = Start::nth(&index).unwrap();
        let tree = Start::space().get(&index).unwrap();
        assert_eq!(value.tree(), tree);
        assert_eq!(value.index(), index);
        assert_eq!(value.clone(), value);
        let text = value.to_string();
        let forest = Start::space().parse(&text).unwrap();
        assert_eq!(*forest.least(), tree);
        drop(value);
    };
    small.spawn(test).unwrap().join().unwrap();
}

/// The deepest formulas there are: a hundred thousand negations.
#[test]
fn a_formula_as_deep_as_it_is_large_fits_a_small_stack() {
    use feat_runtime::{Choice, ProductionId};
    use generated::core_theory::Start;
    const DEPTH: usize = 100_000;
    let small = std::thread::Builder::new().stack_size(128 * 1024);
    let test = || {
        let rtg = Start::space().rtg();
        let find = |name: &str, constructor: &str| -> ProductionId {
            let id = rtg.find(name).unwrap();
            let mut productions = rtg.nonterminal(id).productions();
            productions.find(|&p| rtg.production(p).constructor() == constructor).unwrap()
        };
        let mut choices = vec![
            find("start", "C0"),
            find("decl_csts", "DeclareConst"),
            find("assert_stmt", "Assert"),
        ];
        choices.extend([find("bool_term", "Not")].repeat(DEPTH));
        choices.extend([
            find("bool_term", "BoolVariable"),
            find("var", "A"),
            find("check_sat", "CheckSat"),
        ]);
        let tree = Tree::from_choices(choices.into_iter().map(Choice::Production).collect());
        assert_eq!(tree.size(rtg), Size(u32::try_from(DEPTH).unwrap() + 1));
        let value = Start::from_tree(&tree).unwrap();
        assert_eq!(value.tree(), tree);
        assert_eq!(value, value.clone());
        assert_eq!(value.to_string(), rtg.render(&tree, Layout::Smtlib));
        assert_eq!(tree.outline(rtg).len(), 3 * DEPTH + 12);
        let forest = Start::space().parse(&value.to_string()).unwrap();
        assert_eq!(*forest.least(), tree);
    };
    small.spawn(test).unwrap().join().unwrap();
}
