//! For each type named below, its first thousand values: by index, back to it, through their
//! trees and through their texts.

use feat_runtime::{Index, Layout, Term};
use generated::Theory;

fn check<T: Term + PartialEq + std::fmt::Debug + std::fmt::Display>(name: &str) {
    let theory = Theory::find(name).expect("the registry has every theory");
    let space = T::space();
    assert_eq!(theory.space().rtg(), space.rtg(), "{name}");
    for number in 0..1_000_u64 {
        let index = Index::from(number);
        let Some(value) = T::nth(&index) else {
            assert_eq!(space.cardinality(), Some(number.into()), "{name}");
            break;
        };
        let tree = value.tree();
        assert_eq!(value.index(), index, "{name}");
        assert_eq!(space.get(&index).as_ref(), Some(&tree), "{name} {index}");
        assert_eq!((theory.types().round_trip)(&tree).as_ref(), Some(&tree), "{name} {index}");
        assert_eq!(T::from_tree(&tree).as_ref(), Some(&value), "{name} {index}");
        let (text, spaced) = (value.to_string(), format!("{value:#}"));
        assert_eq!(text, space.rtg().render(&tree, Layout::Smtlib), "{name} {index}");
        assert_eq!(spaced, space.rtg().render(&tree, Layout::Spaced), "{name} {index}");
        for text in [text, spaced] {
            let forest = space.parse(&text).expect("the text of a tree has a tree");
            let no_larger = |other: &feat_runtime::Tree| other.size(space.rtg()) <= value.size();
            let mut trees = forest.trees().take_while(no_larger);
            assert!(trees.any(|other| other == tree), "{name} {index}: {text:?}");
        }
    }
}

#[test]
fn every_type_round_trips() {
    // CHECKS
}
