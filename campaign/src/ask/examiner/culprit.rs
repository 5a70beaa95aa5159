//! The step that turned a right answer into a wrong one, when a mutant that should be `unsat` has a
//! model.

use mutation::RuleName;
use smtlib::{Budget, Dialect};
use solvers::{Check, Checked};

use crate::judge::evaluation::Evaluation;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::source::known::Decision;
use crate::source::question::Question;
use crate::source::{Source, Station};

/// Returns the rules of the steps one of which is wrong, where a mutant is true under a model and should
/// be `unsat`; none where the seed is not `unsat` either.
///
/// The walk is gone again. What it comes to first that should be `unsat` and has a model is behind the
/// wrong step: usually one, or where it is open what came before that, one of several. All steps are
/// suspects where the walk cannot be gone again.
///
/// Costs two walks, and for each step an evaluation and a search.
pub(super) fn suspects(
    source: &dyn Source,
    question: &Question,
    (model, dialect): (&str, Dialect),
    budget: &Budget,
) -> Vec<RuleName> {
    let stations = source.stations(question.number);
    if stations.len() != question.rules.len() {
        return question.rules.clone();
    }
    let mut right = 0;
    for (taken, station) in stations.iter().enumerate() {
        match is_wrong(station, (model, dialect), budget) {
            Some(true) => return question.rules[right..taken].to_vec(),
            Some(false) => right = taken,
            None => {}
        }
    }
    question.rules[right..].to_vec()
}

/// Whether a mutant that should be `unsat` has a model: this one, which may lack some of its constants,
/// or one that the search finds. `None` if that is open.
///
/// A script that is false under this model may be true under another one, but the steps that keep `unsat` only
/// ask for more: what is true behind a right step was true before it.
fn is_wrong(
    Station { text, answer }: &Station,
    (model, dialect): (&str, Dialect),
    budget: &Budget,
) -> Option<bool> {
    // Fusion makes `unsat` of what is `sat`, which has a right to models.
    if *answer == Decision::Sat {
        return Some(false);
    }
    let mut parsed = ParsedFormula::new(text).ok()?;
    if !parsed.outside_standard.is_empty() {
        return None;
    }
    let said = Checked { check: Check::Sat, model: Some(model.to_owned()), values: Vec::new() };
    let evaluation = parsed.evaluate(0, &said, dialect);
    match (evaluation, parsed.search(0, budget)) {
        (Evaluation::True, _) | (_, Searched::Witness(_)) => Some(true),
        (Evaluation::False(_), _) | (_, Searched::Refuted(_)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use mutation::{Draw, Mutator, Seeds, Specimen, Step, Technique};

    use super::*;
    use crate::source::identity::Identity;
    use crate::source::known::KnownAnswers;
    use crate::source::mutated::Mutants;
    use crate::source::mutated::bank::{SeedAnswer, SeedAnswers};
    use crate::source::order::Order;

    /// A script as a source, whatever the number.
    #[derive(Debug)]
    struct Only(Identity, &'static str);

    impl Source for Only {
        fn identity(&self) -> &Identity {
            &self.0
        }

        fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
            let question = |number| Question {
                number,
                place: self.place(number),
                text: self.1.to_owned(),
                size: 1,
                known: KnownAnswers::default(),
                rules: Vec::new(),
            };
            numbers.map(question).collect()
        }

        fn len(&self) -> Option<u64> {
            None
        }
    }

    /// Says the first assertion again, or nothing else any more.
    #[derive(Debug)]
    struct First {
        is_alone: bool,
    }

    impl Mutator for First {
        fn technique(&self) -> Technique {
            Technique::Weaken
        }

        fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, _: &mut Draw) -> bool {
            let first = specimen.assertions[0];
            if self.is_alone {
                specimen.assertions.clear();
            }
            specimen.assertions.push(first);
            let rule = if self.is_alone { "alone" } else { "again" };
            let step = Step { technique: Technique::Weaken, rule: rule.into(), place: None };
            specimen.steps.push(step);
            true
        }
    }

    /// Returns whom a mutant's model makes suspect, where it should be `unsat`: `a` is 1.
    fn blamed(script: &'static str, making: &str, is_alone: bool) -> Vec<String> {
        blamed_by("1", script, making, is_alone)
    }

    fn blamed_by(a: &str, script: &'static str, making: &str, is_alone: bool) -> Vec<String> {
        let identity = Identity {
            name: "Only".to_owned(),
            digest: "0123456789abcdef".to_owned(),
            order: Order::exhaustive(),
            origin: None,
        };
        let (seeds, making) = (Arc::new(Only(identity, script)), making.parse().unwrap());
        let mutators: Vec<Arc<dyn Mutator>> = vec![Arc::new(First { is_alone })];
        let answers = SeedAnswers([(0, SeedAnswer::ByHand)].into());
        let source = Mutants::with(seeds, &making, mutators, 10, answers);
        let question = source.questions(0..10).swap_remove(0);
        let model = format!("((define-fun a () Int {a}))");
        let budget = crate::judge::Judge::default().quick;
        let rules = suspects(&source, &question, (&model, Dialect::Standard), &budget);
        rules.iter().map(ToString::to_string).collect()
    }

    const UNSAT: &str = "(declare-const a Int)(assert (= a 1))(assert (= a 2))(check-sat)";

    #[test]
    fn what_made_several_checks_of_it_is_a_step_too() {
        for (making, last) in [("weaken:2", None), ("weaken[incremental]:2", Some("incremental"))] {
            assert_eq!(blamed(UNSAT, making, true), ["weaken alone"], "{making}");
            let blamed = blamed(UNSAT, making, false);
            let expected = last.map(|rule| format!("recombine {rule}"));
            let expected = expected.unwrap_or_else(|| "weaken again".to_owned());
            assert_eq!(blamed, [expected], "{making}");
        }
    }

    #[test]
    fn what_is_open_is_acquitted_by_the_search() {
        // The model says nothing of `b`, of which the search knows all.
        let text = "(declare-const a Int)(declare-const b Bool)(assert (and b (not b)))(check-sat)";
        assert_eq!(blamed(text, "weaken:2", false), ["weaken again"]);
    }

    #[test]
    fn no_step_is_to_blame_for_a_seed() {
        let sat = "(declare-const a Int)(assert (= (* a a) 15241578750190521))(check-sat)";
        assert!(blamed_by("123456789", sat, "weaken:2", false).is_empty());
    }
}
