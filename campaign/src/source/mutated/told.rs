//! A mutant into its lineage, in words.

use std::sync::Arc;

use mutation::{Decision, IncrementalScript, Mutant, RuleName, Seed, StepPlace};

use crate::source::lineage::{CheckText, Lineage, Parent, SeedText, StepText};

/// Says of a mutant's lineage that it became a script of several checks.
pub(super) fn add_checks(lineage: &mut Lineage, script: &IncrementalScript) {
    let RuleName { technique, rule } = IncrementalScript::rule();
    lineage.steps.push(StepText {
        technique: technique.name().to_owned(),
        rule: rule.to_string(),
        ..StepText::default()
    });
    let known = (0..script.checks()).filter_map(|check| script.known().at(check));
    lineage.checks = known.map(CheckText::of).collect();
    let answers: Vec<&str> = lineage.checks.iter().map(|it| it.answer.as_str()).collect();
    lineage.known = format!("check by check {}", answers.join(", "));
    (lineage.is_refuted, lineage.witness) = (false, None);
}

/// Returns how a mutant was made in words; its seeds are among those that were drawn.
pub(super) fn lineage(mutant: &Mutant, first: &[Arc<Seed>], drawn: &[Arc<Seed>]) -> Lineage {
    let terms = &mutant.specimen().terms;
    let text = |name: &Arc<str>| {
        let seed = first.iter().chain(drawn).find(|it| it.name() == name);
        let text = seed.map_or_else(String::new, |seed| seed.text().to_owned());
        SeedText { name: name.to_string(), text }
    };
    let step = |step: &mutation::Step| {
        let place = step.place.as_ref();
        let part = |part: fn(&StepPlace) -> smtlib::Term| place.map(|it| terms.text(part(it)));
        StepText {
            technique: step.technique.name().to_owned(),
            rule: step.rule.to_string(),
            assertion: place.map(|it| it.assertion + 1),
            position: place.map(|it| it.position.to_string()),
            before: part(|it| it.before),
            after: part(|it| it.after),
        }
    };
    let parents = mutant.generations().iter();
    Lineage {
        parents: parents.map(|it| Parent { number: it.number, steps: it.steps }).collect(),
        seeds: mutant.seeds().iter().map(text).collect(),
        steps: mutant.steps().iter().map(step).collect(),
        is_refuted: mutant.answer() == Decision::Unsat && mutant.known().is_proven(),
        known: mutant.known().to_string(),
        witness: mutant.specimen().witness_text(),
        ..Lineage::default()
    }
}
