//! From texts back to trees: the parser against the one without shortcuts, and texts so deep
//! that only a parser whose cost is that of the text reads them.

use std::collections::BTreeSet;

use crate::grammars::{all_grammars, project, read_grammar};
use feat_runtime::{Index, Layout, Obstacle, Rtg, Sampler, Size, Space, Tree, plain};

/// Trees of a forest that are compared; an ambiguous text may have infinitely many.
const MOST_TREES: usize = 50;

/// The same trees, or the same complaint, with shortcuts and without.
fn check(name: &str, space: &Space, text: &str) {
    match (space.parse(text), plain::parse(space, text)) {
        (Ok(found), Ok(expected)) => {
            assert_eq!(found.least(), expected.least(), "{name}: {text:?}");
            assert_eq!(found.len(), expected.len(), "{name}: {text:?}");
            if expected.len() == Some(1_u32.into()) {
                return;
            }
            assert_eq!(found.len(), plain::trees_of(&expected), "{name}: {text:?}");
            // Inside a size trees stand in no order, so the sizes of the first ones are compared,
            // and the trees themselves where there are no more.
            let sizes = |trees: &[Tree]| -> Vec<Size> {
                trees.iter().map(|tree| tree.size(space.rtg())).collect()
            };
            let found: Vec<Tree> = found.trees().take(MOST_TREES).collect();
            let expected: Vec<Tree> = expected.trees().take(MOST_TREES).collect();
            assert_eq!(sizes(&found), sizes(&expected), "{name}: {text:?}");
            if expected.len() < MOST_TREES {
                let set = |trees: Vec<Tree>| trees.into_iter().collect::<BTreeSet<_>>();
                assert_eq!(set(found), set(expected), "{name}: {text:?}");
            }
        }
        (Err(found), Err(expected)) => assert_eq!(found, expected, "{name}: {text:?}"),
        (found, expected) => panic!("{name}: {text:?}: {found:?} is not {expected:?}"),
    }
}

/// Formulas of a grammar: the first ones, and some of each size.
fn formulas(space: &Space) -> Vec<Tree> {
    let mut trees: Vec<Tree> = space.iter_from(&Index::default()).take(60).collect();
    let mut sampler = Sampler::new(7);
    for size in [4, 6, 9, 14] {
        trees.extend((0..3).filter_map(|_| sampler.of_size(space, Size(size))));
    }
    trees
}

#[test]
fn shortcuts_change_no_answer() {
    for (name, rtg) in all_grammars() {
        let start = Space::new(rtg);
        // Of a theory the start says it all; in the small grammars every rule is odd in its way.
        let most = if start.rtg().productions().len() < 40 { usize::MAX } else { 1 };
        let others = start.rtg().nonterminals().filter(|&id| id != start.nonterminal());
        let spaces = std::iter::once(start.clone()).chain(others.map(|id| start.of(id)));
        for space in spaces.take(most) {
            for (number, tree) in formulas(&space).iter().enumerate() {
                for layout in [Layout::Spaced, Layout::Smtlib] {
                    let text = space.rtg().render(tree, layout);
                    check(&name, &space, &text);
                    // The same with white space of another amount, and with a character less.
                    check(&name, &space, &text.replace(' ', " \n "));
                    let mut broken: Vec<char> = text.chars().collect();
                    if !broken.is_empty() {
                        broken.remove(number % broken.len());
                        check(&name, &space, &broken.into_iter().collect::<String>());
                    }
                }
            }
        }
    }
}

#[test]
fn ambiguous_texts_keep_all_their_trees() {
    let ambiguous = Space::new(read_grammar(&project().join("tests/grammars/Ambiguous.g4")));
    for text in ["x", "x + x + x", "x x x x", "x y + x x", "x , x , x , ,", "x , x , , , x , x"] {
        check("Ambiguous", &ambiguous, text);
    }
    let lists = Space::new(read_grammar(&project().join("tests/grammars/Lists.g4")));
    for text in ["x x x x", "[ x x ]", "c c c end", "< abba >", "t t t ! !", "t t t", "[ ]"] {
        check("Lists", &lists, text);
    }
}

/// All texts of at most `longest` words, the empty one first.
fn texts(words: &[&str], longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut begun = 0;
    for _ in 0..longest {
        let places = begun..texts.len();
        begun = texts.len();
        for place in places {
            for word in words {
                let longer = format!("{} {word}", texts[place]);
                texts.push(longer.trim_start().to_owned());
            }
        }
    }
    texts
}

#[test]
fn all_short_texts_with_tails_have_the_same_trees() {
    let start = Space::new(read_grammar(&project().join("tests/grammars/Tails.g4")));
    for (rule, words, longest) in [
        ("tail", &["t", "!"][..], 8),
        ("pair", &["p", "!"], 8),
        ("both", &["b", "!", "?"], 6),
        ("ping", &["i", "o", "!", "?"], 6),
        ("list", &["l", "!", "k"], 6),
    ] {
        let space = start.of(start.rtg().find(rule).unwrap());
        for text in texts(words, longest) {
            check(rule, &space, &text);
            check(rule, &space, &text.replace(' ', "  "));
        }
    }
    let word = start.of(start.rtg().find("WORD").unwrap());
    for text in texts(&["a", "b", "c"], 7) {
        check("WORD", &word, &text.replace(' ', ""));
    }
}

#[test]
fn pasted_texts_are_read() {
    let space = Space::new(read_grammar(&project().join("grammars/Core.g4")));
    let index = |text: &str| {
        let forest = space.parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        space.rank(forest.least()).unwrap().to_string()
    };
    let text = "(declare-const a Bool)\n(declare-const b Bool)\n(assert (not a))\n(check-sat)";
    for pasted in [
        text.to_owned(),
        text.replace(' ', "  \n\t"),
        text.replace('(', "( ").replace(')', " )"),
        text.replace('\n', " ; a comment (\"|\n"),
        format!("; before\n\n{text}\n; after"),
        text.replace(")\n(", ")("),
        text.replace("(not a)", "(;\nnot a;\n)"),
    ] {
        assert_eq!(index(&pasted), "6", "{pasted}");
    }
    // What a formula's own words hold stays as it is.
    let glued = Space::new(read_grammar(&project().join("tests/grammars/Glued.g4")));
    assert!(glued.parse("( set \")\" ( nested |)| ) )").is_ok());
    assert!(glued.parse("( set \" ) \" )").is_err());
}

#[test]
fn what_keeps_a_text_from_being_read_is_told() {
    let space = Space::new(read_grammar(&project().join("grammars/Core.g4")));
    let check = |text: &str, offset: usize, obstacle: Obstacle| {
        let error = space.parse(text).unwrap_err();
        assert_eq!((error.offset, &error.obstacle), (offset, &obstacle), "{text}: {error}");
    };
    let declared = "(declare-const a Bool)(declare-const b Bool)";
    let (start, assert) = (declared.len(), "(assert ".len());
    check("(set-logic ALL)", 0, Obstacle::Command("(set-logic".to_owned()));
    check(&format!("{declared}( push 1)"), start, Obstacle::Command("(push".to_owned()));
    check(&format!("{declared}(assert (nod a))"), start + assert + 1, Obstacle::Text);
    check(&format!("{declared}(assert a"), start + assert + 1, Obstacle::Text);
    check(&format!("{declared}(assert (nota))(check-sat)"), start + assert + 4, Obstacle::Spacing);
    let formula = format!("{declared}(assert a)\n(check-sat)\n");
    check(&format!("{formula}(exit)"), formula.len(), Obstacle::Command("(exit".to_owned()));
    check(&format!("{declared}(assert // a\na)"), start + assert, Obstacle::Comment);
}

const DEPTH: usize = 32_000;

/// The only tree of a deep text, which must have that text again.
fn check_deep(rtg: Rtg, text: &str) {
    let space = Space::new(rtg);
    let forest = space.parse(text).unwrap_or_else(|e| panic!("{}: {e}", &text[..60]));
    assert_eq!(forest.len(), Some(1_u32.into()), "{}", &text[..60]);
    assert_eq!(space.rtg().render(forest.least(), Layout::Smtlib), text, "{}", &text[..60]);
}

fn nested(declared: &str, open: &str, inner: &str, close: &str) -> String {
    let (open, close) = (open.repeat(DEPTH), close.repeat(DEPTH));
    format!("{declared}\n(assert {open}{inner}{close})\n(check-sat)")
}

#[test]
fn deep_formulas_are_read() {
    let theory = |name: &str| read_grammar(&project().join(format!("grammars/{name}.g4")));
    let declared = |sort: &str| format!("(declare-const a {sort})\n(declare-const b {sort})");
    check_deep(theory("Core"), &nested(&declared("Bool"), "(not ", "true", ")"));
    check_deep(theory("Core"), &nested(&declared("Bool"), "(and a ", "true", ")"));
    let sum = format!("(= {}a{} b)", "(+ ".repeat(DEPTH), " b)".repeat(DEPTH));
    let ints = declared("Int");
    check_deep(theory("Ints"), &format!("{ints}\n(assert {sum})\n(check-sat)"));
    let joined = format!("(= {}a{} b)", "(str.++ ".repeat(DEPTH), " b)".repeat(DEPTH));
    let strings = declared("String");
    check_deep(theory("Strings"), &format!("{strings}\n(assert {joined})\n(check-sat)"));
}

#[test]
fn long_lists_are_read() {
    let lists = || read_grammar(&project().join("tests/grammars/Lists.g4"));
    let many = |word: &str| vec![word; DEPTH].join(" ");
    check_deep(lists(), &format!("[ {} ]", many("x")));
    check_deep(lists(), &many("x"));
    check_deep(lists(), &format!("{} end", many("c")));
    check_deep(lists(), &format!("< {}a >", "ab".repeat(DEPTH / 2)));
    // To the left, one element after the other.
    let ambiguous = read_grammar(&project().join("tests/grammars/Ambiguous.g4"));
    check_deep(ambiguous, &format!("x , {}", many("x ,")));
    // Tails that may be empty: nothing but the text ahead says that they are.
    let tails = || read_grammar(&project().join("tests/grammars/Tails.g4"));
    for word in ["t", "p", "b"] {
        check_deep(tails(), &many(word));
    }
    check_deep(tails(), &format!("i {}", many("o i")));
    check_deep(tails(), &format!("< {}a >", "ab".repeat(DEPTH / 2)));
}

#[test]
fn a_mark_behind_a_long_list_may_be_of_any_element() {
    let space = Space::new(read_grammar(&project().join("tests/grammars/Tails.g4")));
    let forest = space.parse(&format!("{} !", vec!["t"; DEPTH].join(" "))).unwrap();
    assert_eq!(forest.len(), Some((DEPTH - 1).into()));
}
