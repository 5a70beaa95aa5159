//! The yield of mutants by technique and by rule, and the likely one of a further mutant.

use std::collections::{BTreeMap, BTreeSet};

use mutation::{RuleName, Technique};

/// The yield of the mutants with a step of a technique or a rule, such as `weaken and-drop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Yield {
    /// The number of mutants that were asked and have a step of it.
    pub mutants: u64,
    /// The number of attempts that it lost: after its step an assertion was not true under the witness.
    pub lost: u64,
    /// The number of mutants that have operators together which no mutant with a smaller number has,
    /// and that some solver understood.
    pub combinations: u64,
    /// The number of findings that they showed first: the same of the same operators is none.
    pub findings: u64,
}

/// The yield of the mutants of a track, by technique such as `weaken` and rule such as `weaken and-drop`.
///
/// It follows from which mutants were asked and what was found, whatever their order was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Yields {
    all: Yield,
    techniques: BTreeMap<Technique, Yield>,
    rules: BTreeMap<RuleName, Yield>,
    /// For each rule the parts that it had in the mutants, each mutant being 1.
    parts: BTreeMap<RuleName, f64>,
}

/// The number of new combinations of operators that a new finding counts as.
const FINDING: u64 = 8;

/// A rule with fewer mutants is not among the best.
const FEW: u64 = 5;

/// The weight of a technique's yield in that of its rules, as a number of mutants.
const PRIOR: f64 = 16.0;

impl Yield {
    /// Returns what new it brought: combinations of operators, and findings as eight each.
    pub fn worth(&self) -> u64 {
        self.combinations + FINDING * self.findings
    }

    fn add(&mut self, is_new: bool, findings: u64) {
        self.mutants += 1;
        self.combinations += u64::from(is_new);
        self.findings += findings;
    }

    /// Returns the likely yield of one mutant: as elsewhere, until there are many.
    fn rate(&self, elsewhere: f64) -> f64 {
        (approximate(self.worth()) + PRIOR * elsewhere) / (approximate(self.mutants) + PRIOR)
    }
}

impl Yields {
    /// Adds a mutant with the rules of its steps: whether its operators together are new, and how many
    /// findings it showed first.
    pub(crate) fn add(&mut self, steps: &[&RuleName], is_new: bool, findings: u64) {
        self.all.add(is_new, findings);
        let rules: BTreeSet<&RuleName> = steps.iter().copied().collect();
        let techniques: BTreeSet<Technique> = rules.iter().map(|rule| rule.technique).collect();
        for technique in techniques {
            self.techniques.entry(technique).or_default().add(is_new, findings);
        }
        for rule in rules {
            self.rules.entry(rule.clone()).or_default().add(is_new, findings);
        }
        for rule in steps {
            *self.parts.entry((*rule).clone()).or_default() +=
                1.0 / approximate(steps.len() as u64);
        }
    }

    /// Adds attempts that a rule lost.
    pub(crate) fn add_lost(&mut self, rule: &RuleName, count: u64) {
        self.all.lost += count;
        self.techniques.entry(rule.technique).or_default().lost += count;
        self.rules.entry(rule.clone()).or_default().lost += count;
    }

    /// Returns what all mutants brought.
    pub fn all(&self) -> Yield {
        self.all
    }

    /// Returns what the mutants with a step of each technique brought.
    pub fn techniques(&self) -> &BTreeMap<Technique, Yield> {
        &self.techniques
    }

    /// Returns what the mutants with a step of each rule brought.
    pub fn rules(&self) -> &BTreeMap<RuleName, Yield> {
        &self.rules
    }

    /// Returns the rules that brought most per mutant, the best first, without those that brought
    /// nothing or have hardly any mutant; what few mutants show counts as little as it tells.
    pub fn best(&self, most: usize) -> Vec<(&RuleName, Yield)> {
        let brought =
            self.ranked().into_iter().filter(|(_, it)| it.worth() > 0 && it.mutants >= FEW);
        brought.take(most).collect()
    }

    /// Returns all rules, those first whose mutants are likely to bring most.
    pub fn ranked(&self) -> Vec<(&RuleName, Yield)> {
        let mut rules: Vec<(&RuleName, Yield)> =
            self.rules.iter().map(|(rule, it)| (rule, *it)).collect();
        // Equal ones stay in the order of their names.
        rules.sort_by(|one, other| self.expected(other.0).total_cmp(&self.expected(one.0)));
        rules
    }

    /// Returns what a mutant brought on average.
    fn average(&self) -> f64 {
        let Yield { mutants, .. } = self.all;
        if mutants == 0 { 0.0 } else { approximate(self.all.worth()) / approximate(mutants) }
    }

    /// Returns what a mutant with a step of a technique is likely to bring.
    fn expected_of(&self, technique: Technique) -> f64 {
        let average = self.average();
        self.techniques.get(&technique).map_or(average, |it| it.rate(average))
    }

    /// Returns what a mutant with a step of the rule is likely to bring: what those before brought, and
    /// where these are few, what those of the technique did.
    fn expected(&self, rule: &RuleName) -> f64 {
        let technique = self.expected_of(rule.technique);
        self.rules.get(rule).map_or(technique, |it| it.rate(technique))
    }

    /// Returns who tells mutants that are likely to bring much from others.
    pub fn lesson(&self) -> Lesson {
        let rules: BTreeMap<RuleName, f64> =
            self.rules.keys().map(|rule| (rule.clone(), self.expected(rule))).collect();
        let weighed = self.parts.iter().map(|(rule, part)| part * self.expected(rule)).sum::<f64>();
        let mutants = approximate(self.all.mutants);
        Lesson {
            bar: if self.all.mutants == 0 { 0.0 } else { weighed / mutants },
            techniques: Technique::ALL.map(|it| (it, self.expected_of(it))).into(),
            rules,
        }
    }
}

/// The likely yield of mutants by their rules, learned from those that were asked:
/// `yields.lesson().is_promising(&question.rules)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// The average promise of the mutants that were asked.
    bar: f64,
    techniques: BTreeMap<Technique, f64>,
    rules: BTreeMap<RuleName, f64>,
}

/// Equal sums in another order differ by less than the rest of this.
const EQUAL: f64 = 1.0 - 1e-9;

impl Lesson {
    /// Whether a mutant with the rules of these steps promises no less than the average of those that
    /// were asked. A rule that nobody knows promises as much as its technique does.
    pub fn is_promising<'a>(&self, steps: impl IntoIterator<Item = &'a RuleName>) -> bool {
        let expected = |rule: &RuleName| {
            let of_technique = self.techniques.get(&rule.technique);
            self.rules.get(rule).or(of_technique).copied().unwrap_or(self.bar)
        };
        let (mut count, mut all) = (0, 0.0);
        for rule in steps {
            count += 1;
            all += expected(rule);
        }
        count == 0 || all / approximate(count) >= EQUAL * self.bar
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of mutants are far below 2^52")]
fn approximate(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(technique: Technique, rule: &str) -> RuleName {
        RuleName { technique, rule: rule.into() }
    }

    #[test]
    fn rules_that_bring_more_promise_more() {
        let [good, poor] = ["good", "poor"].map(|it| rule(Technique::Weaken, it));
        let other = rule(Technique::Fuse, "other");
        let mut yields = Yields::default();
        assert!(yields.lesson().is_promising([&good]), "nothing is known of it");
        for number in 0..200 {
            yields.add(&[&good, &other], number % 2 == 0, 0);
            yields.add(&[&poor], number % 20 == 0, 0);
        }
        yields.add_lost(&poor, 7);
        let lesson = yields.lesson();
        assert!(lesson.is_promising([&good]));
        assert!(!lesson.is_promising([&poor]));
        assert!(!lesson.is_promising([&poor, &poor, &poor, &good]));
        // What nobody knows is judged by its technique.
        assert!(lesson.is_promising([&rule(Technique::Fuse, "new")]));
        assert!(lesson.is_promising([]));
        let expected = Yield { mutants: 200, lost: 7, combinations: 10, findings: 0 };
        assert_eq!(yields.rules()[&poor], expected);
        assert_eq!(yields.techniques()[&Technique::Weaken].mutants, 400);
        let best: Vec<&RuleName> = yields.best(2).into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(best, [&other, &good]);
    }

    #[test]
    fn a_finding_is_worth_more_than_operators() {
        let [one, other] = ["one", "other"].map(|it| rule(Technique::Graft, it));
        let mut yields = Yields::default();
        for number in 0..100 {
            yields.add(&[&one], number % 4 == 0, 0);
            yields.add(&[&other], false, u64::from(number % 20 == 0));
        }
        assert!(yields.lesson().is_promising([&other]));
        assert!(!yields.lesson().is_promising([&one]));
    }

    #[test]
    fn mutants_that_all_bring_the_same_are_all_promising() {
        let [one, other] = ["one", "other"].map(|it| rule(Technique::Graft, it));
        let mut yields = Yields::default();
        for number in 0..100 {
            yields.add(&[if number % 3 == 0 { &one } else { &other }], true, 0);
        }
        let lesson = yields.lesson();
        assert!(lesson.is_promising([&one]) && lesson.is_promising([&other]));
    }
}
