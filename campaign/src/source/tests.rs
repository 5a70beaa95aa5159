//! Sources of a shipped theory: numbers, sizes, digests.

use feat_runtime::{Index, Layout};

use super::*;

fn space(name: &str) -> Space {
    generated::Theory::find(name).unwrap().space().clone()
}

fn source(order: Order) -> Arc<dyn Source> {
    source_of_grammar("Ints", space("Ints"), order, None)
}

fn index(question: &Question) -> Index {
    let Place::Index(index) = &question.place else { panic!("{question:?}") };
    index.clone()
}

#[test]
fn a_number_is_a_formula_however_it_is_asked_for() {
    let space = space("Ints");
    for order in [
        Order::exhaustive(),
        Order::Exhaustive { base: "10".repeat(40).parse().unwrap() },
        Order::Sampled { size: 7, seed: 3 },
    ] {
        let source = source(order);
        let all = source.questions(0..300);
        assert_eq!(all.len(), 300);
        assert_eq!(source.questions(20..50), all[20..50]);
        for question in &all {
            let text = space.text(&index(question), Layout::Smtlib);
            assert_eq!(text.as_deref(), question.text.strip_suffix('\n'));
            assert_eq!(space.locate(&index(question)).unwrap().size.0, question.size);
        }
    }
}

#[test]
fn a_question_in_order_is_called_as_its_number_says() {
    let source = source(Order::Exhaustive { base: "1000".parse().unwrap() });
    let question = source.questions(7..8).pop().unwrap();
    assert_eq!((source.place(7), source.place(7).to_string()), (question.place, "1007".to_owned()));
    assert_eq!(Order::Sampled { size: 7, seed: 3 }.place(5).to_string(), "size7-seed3-5");
}

#[test]
fn samples_have_their_size_and_differ() {
    let all = source(Order::Sampled { size: 7, seed: 3 }).questions(0..50);
    assert!(all.iter().all(|question| question.size == 7));
    let mut indices: Vec<_> = all.iter().map(index).collect();
    indices.sort();
    indices.dedup();
    assert!(indices.len() > 45);
}

#[test]
fn digests_tell_grammars_apart() {
    let source = |name: &str| source_of_grammar(name, space(name), Order::exhaustive(), None);
    let digest = |name: &str| source(name).identity().digest.clone();
    assert_eq!(digest("Ints"), digest("Ints"));
    assert_ne!(digest("Ints"), digest("Reals"));
    assert_eq!(digest("Core").len(), 16);
    let ints = source("Ints");
    assert!(source_again(ints.identity(), space("Ints")).is_some());
    assert!(source_again(ints.identity(), space("Reals")).is_none());
}
