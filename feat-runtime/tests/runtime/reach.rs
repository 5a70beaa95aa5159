//! Costs of an index are known before they are paid: sizes are foreseen, and what is out of reach
//! is refused without counting.

use std::time::Duration;

use crate::grammars::{all_grammars, project, read_grammar};
use feat_runtime::{CountingBudget, Excess, Index, MOST_SIZE, Size, Space};
use grammar_compiler::{Options, compile};

const NOTHING: CountingBudget = CountingBudget { memory: 0, time: Duration::ZERO };
const PLENTY: CountingBudget = CountingBudget { memory: u64::MAX, time: Duration::MAX };

fn space(rules: &str) -> Space {
    let outcome = compile(&format!("grammar Inline; {rules}"), &Options::default());
    Space::new(outcome.compiled.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics)).rtg)
}

fn theory(name: &str) -> Space {
    Space::new(read_grammar(&project().join(format!("grammars/{name}.g4"))))
}

fn index(text: &str) -> Index {
    text.parse().expect("an index")
}

#[test]
fn the_size_of_an_index_is_foreseen() {
    let mut foreseen_sizes = 0;
    for (name, rtg) in all_grammars() {
        for size in [150, 400] {
            let counted = Space::new(rtg.clone());
            let first = Index::from(counted.count_up_to(Size(size)));
            let Some(true_size) = counted.locate(&first).map(|position| position.size.0) else {
                continue;
            };
            let refused = Space::new(rtg.clone()).reach(&first, &NOTHING).unwrap_err();
            let foreseen = refused.size.unwrap_or_else(|| panic!("{name} {size}")).0;
            let most = true_size + true_size / 50 + 6;
            assert!((true_size..=most).contains(&foreseen), "{name}: {foreseen} for {true_size}");
            foreseen_sizes += 1;
        }
    }
    assert!(foreseen_sizes > 10, "only {foreseen_sizes}");
}

#[test]
fn what_is_within_reach_is_found_and_what_is_not_is_refused() {
    let core = theory("Core");
    let far = index("10^1000");
    let position = core.reach(&far, &PLENTY).unwrap();
    assert_eq!(position, core.locate(&far));
    // The same tables cost nothing again.
    assert_eq!(core.reach(&far, &NOTHING).unwrap(), position);

    let gigabyte = CountingBudget { memory: 1 << 30, time: Duration::MAX };
    let refused = theory("Core").reach(&index("10^100000"), &gigabyte).unwrap_err();
    assert!(matches!(refused.excess, Excess::Memory { .. }), "{refused:?}");
    assert!(refused.size.is_some_and(|size| (40_000..46_000).contains(&size.0)), "{refused:?}");
    assert!((5_000..20_000).contains(&refused.largest.0), "{refused:?}");
    assert!(refused.digits.is_some_and(|digits| (10_000..50_000).contains(&digits)), "{refused:?}");

    let second = CountingBudget { memory: u64::MAX, time: Duration::from_secs(1) };
    let refused = theory("Strings").reach_size(Size(9_000), &second).unwrap_err();
    assert!(matches!(refused.excess, Excess::Time(time) if time > second.time), "{refused:?}");
    assert!(theory("Strings").reach_size(Size(200), &second).is_ok());
}

#[test]
fn a_language_that_grows_slowly_has_no_far_index() {
    let slow = [
        "start : 'I'* ;",
        "start : a b ; a : 'x' a | ; b : 'y' b | ;",
        "start : a a b ; a : 'x' a | 'z' a | ; b : ;",
    ];
    for rules in &slow[..2] {
        let space = space(rules);
        let refused = space.reach(&index("10^50"), &PLENTY).unwrap_err();
        assert_eq!((refused.size, refused.excess), (None, Excess::Size), "{rules}");
        assert_eq!(space.locate(&index("10^50")), None, "{rules}");
    }
    // One formula per size: index and size are one, up to the last one.
    let last = space(slow[0]).locate(&index("50000")).unwrap();
    assert_eq!(last.size, MOST_SIZE);
    assert_eq!(space(slow[0]).locate(&index("60000")), None);
    // Two letters make it an ordinary language.
    assert!(space(slow[2]).locate(&index("10^50")).is_some());
}

#[test]
fn growth_that_waits_for_a_cost_is_seen() {
    let late = space("start : 'x' | <cost=900> '(' start start ')' ;");
    let index = index("10^3");
    let position = late.reach(&index, &PLENTY).unwrap().unwrap();
    assert_eq!(late.locate(&index), Some(position));
}

#[test]
fn a_finite_language_with_a_large_end_is_counted_at_once() {
    // Its largest tree has size 2^24, and nobody counts as many sizes.
    let rules: Vec<String> =
        (0..24).map(|n| format!("r{n} : 'a' r{} r{} ;", n + 1, n + 1)).collect();
    let doubled = rules.join(" ") + " ";
    let finite = space(&format!("start : r0 'z' ; {doubled} r24 : 'x' ;"));
    assert_eq!(finite.cardinality(), Some(1_u32.into()));
    assert_eq!(finite.locate(&index("5")), None);
}
