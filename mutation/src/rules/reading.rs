//! Readings: a rule from left to right, or from right to left.

use std::mem::discriminant;
use std::sync::Arc;

use smtlib::{Evaluator, Model, Term, Terms, Value};

use super::build::Builder;
use super::fill::{Choice, fill};
use super::matching::{Bindings, Matcher};
use super::parse::Arrow;
use super::pattern::{Head, Kind, Pattern, Place};
use super::sorts::{SortPattern, SortVariable};
use super::variables::Variables;
use super::{Rule, RuleSet};
use crate::places::{HeadKey, Parity, Sites};

/// The change that a place must allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// That what stands there becomes weaker.
    Weaken,
    /// That what stands there becomes stronger.
    Strengthen,
    /// Nothing: it stays the same.
    Nothing,
}

impl Needs {
    pub(crate) fn are_met(self, parity: Parity) -> bool {
        match self {
            Self::Weaken => parity == Parity::Weaken,
            Self::Strengthen => parity == Parity::Strengthen,
            Self::Nothing => true,
        }
    }
}

/// The terms that an old side may fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    /// Those with this at their root.
    Head(HeadKey),
    /// Those of a sort.
    Sort(SortPattern, Box<[SortVariable]>),
}

/// A rule in one direction, for one operator of a schema.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The number of the rule in its set.
    pub(crate) rule: usize,
    pub(crate) needs: Needs,
    pub(crate) target: Target,
    old: Pattern,
    new: Pattern,
    when: Option<Pattern>,
    variables: Arc<Variables>,
    /// The variables that only the new side has.
    drawn: Vec<Place>,
    /// Whether either side binds variables.
    binds: bool,
    pub(crate) is_reversed: bool,
}

/// A place where a term fits in more ways is one where it fits in this many.
const MOST_WAYS: usize = 256;

impl Reading {
    /// Returns the readings of all rules, in order.
    pub(crate) fn all(rules: &RuleSet) -> Vec<Self> {
        let numbered = rules.rules().iter().enumerate();
        numbered.flat_map(|(number, rule)| Self::of_rule(rule, number)).collect()
    }

    pub(crate) fn of_rule(rule: &Rule, number: usize) -> Vec<Self> {
        let (weaken, strengthen) = match rule.arrow {
            Arrow::Implies => (Needs::Weaken, Needs::Strengthen),
            Arrow::Equals => (Needs::Nothing, Needs::Nothing),
        };
        let mut readings = Vec::new();
        for sides in &rule.sides {
            if rule.weakens {
                readings.extend(Self::new(
                    rule,
                    number,
                    (&sides.left, &sides.right),
                    weaken,
                    false,
                ));
            }
            if rule.strengthens {
                readings.extend(Self::new(
                    rule,
                    number,
                    (&sides.right, &sides.left),
                    strengthen,
                    true,
                ));
            }
        }
        readings
    }

    fn new(
        rule: &Rule,
        number: usize,
        (old, new): (&Pattern, &Pattern),
        needs: Needs,
        is_reversed: bool,
    ) -> Option<Self> {
        let known = old.variables();
        let mut drawn = new.variables();
        drawn.extend(rule.when.iter().flat_map(Pattern::variables));
        drawn.sort_unstable();
        drawn.dedup();
        drawn.retain(|place| {
            !known.contains(place) && !matches!(rule.variables.all[*place].kind, Kind::Count(_))
        });
        let variables = &rule.variables;
        let target = match old {
            Pattern::Apply(Head::Op(op), _) => Target::Head(HeadKey::Op(discriminant(op))),
            Pattern::Apply(Head::Indexed(name, indices), _) => {
                let ones: Vec<u32> = indices.iter().map(|_| 1).collect();
                let op = super::pattern::indexed(name, &ones)?;
                Target::Head(HeadKey::Op(discriminant(&op)))
            }
            Pattern::Bind(binder, ..) => Target::Head(HeadKey::Binder(*binder)),
            Pattern::Variable(place) => {
                let sort = variables.all[*place].sort()?.clone();
                Target::Sort(sort, variables.sorts.clone().into())
            }
            // Nothing else is the whole of an old side.
            _ => return None,
        };
        Some(Self {
            rule: number,
            needs,
            target,
            binds: old.has_binder() || new.has_binder(),
            old: old.clone(),
            new: new.clone(),
            when: rule.when.clone(),
            variables: rule.variables.clone(),
            drawn,
            is_reversed,
        })
    }

    /// Returns in how many ways it can be applied to a term.
    pub(crate) fn ways(&self, terms: &Terms, term: Term) -> usize {
        self.matcher(terms).count(&self.old, term, MOST_WAYS)
    }

    /// Whether what it draws may turn out in several ways.
    pub(crate) fn draws(&self) -> bool {
        self.drawn.iter().any(|&place| !matches!(self.variables.all[place].kind, Kind::Bound(_)))
    }

    fn matcher<'a>(&'a self, terms: &'a Terms) -> Matcher<'a> {
        Matcher { terms, variables: &self.variables.all, sorts: &self.variables.sorts }
    }

    /// Returns what a term becomes in one of its ways; `None` if what is drawn does not fit, the
    /// condition does not hold, or a variable would be caught.
    pub(crate) fn apply(
        &self,
        terms: &mut Terms,
        term: Term,
        way: usize,
        pool: &Sites,
        choice: Choice<'_>,
    ) -> Option<Term> {
        let bindings = self.matcher(terms).get(&self.old, term, way)?;
        let bindings = fill(&self.variables, &self.drawn, bindings, terms, pool, choice)?;
        if self.when.as_ref().is_some_and(|when| !self.holds(when, terms, &bindings)) {
            return None;
        }
        let new = self.built(&self.new, terms, &bindings)?;
        if new == term || terms.sort(new) != terms.sort(term) {
            return None;
        }
        let is_closed = |terms: &Terms| {
            let before = terms.free_locals(term);
            terms.free_locals(new).iter().all(|local| before.contains(local))
        };
        (!self.binds || is_closed(terms)).then_some(new)
    }

    fn built(&self, pattern: &Pattern, terms: &mut Terms, bindings: &Bindings) -> Option<Term> {
        Builder::new(terms, &self.variables.all, bindings).build(pattern)
    }

    /// Whether the condition is true under every model.
    fn holds(&self, when: &Pattern, terms: &mut Terms, bindings: &Bindings) -> bool {
        let Some(condition) = self.built(when, terms, bindings) else { return false };
        let mut evaluator = Evaluator::new(terms);
        evaluator.eval(&Model::default(), condition) == Ok(Value::Bool(true))
            && evaluator.take_basis().is_standard()
    }
}
