//! Quantifiers: all values where there are few, else some that are likely to matter.

use std::sync::Arc;

use super::machine::{Locals, Machine};
use super::open::Reason;
use super::work::{WORDS_PER_STEP, WORDS_TO_MAKE};
use super::{Open, Outcome};
use crate::candidates::Candidates;
use crate::domain;
use crate::model::Elements;
use crate::sort::Sort;
use crate::term::{Binder, Local, Node, Term};
use crate::value::Value;

/// Values that a quantifier tries.
#[derive(Debug)]
pub(super) struct Choices {
    /// The values for each variable.
    values: Vec<Vec<Value>>,
    /// Whether these are all there are.
    exhaustive: bool,
    /// The elements of declared sorts that were known, if it depends on them.
    known: Option<Elements>,
}

impl Machine<'_, '_, '_> {
    /// The value of a quantifier, `lambda` or `witness`.
    pub(super) fn bind(&mut self, term: Term, locals: &Locals) -> Outcome {
        let terms = self.evaluator.terms;
        match terms.node(term) {
            Node::Bind(Binder::Lambda, bound, body) => self.lambda(term, bound, *body, locals),
            Node::Bind(Binder::Witness, bound, body) => self.witness(term, bound, *body, locals),
            Node::Bind(binder, bound, body) => self.quantify(term, *binder, bound, *body, locals),
            _ => Err(Reason::Unsupported("this binder").into()),
        }
    }

    /// Tries instances until one decides.
    ///
    /// A `forall` with a false instance is false, whatever the others are. One without is true only
    /// if all values were tried; else it is open.
    fn quantify(
        &mut self,
        term: Term,
        binder: Binder,
        bound: &[Local],
        body: Term,
        outer: &Locals,
    ) -> Outcome {
        let decisive = binder == Binder::Exists;
        let limits = self.evaluator.limits;
        let few = match bound {
            &[local] => self.standing_for_all(local, body, outer),
            _ => None,
        };
        let choices = match few {
            Some(few) => Arc::new(Choices { values: vec![few], exhaustive: true, known: None }),
            None => self.choices(term, bound, body),
        };
        let (choices, exhaustive) = (&choices.values, choices.exhaustive);
        if choices.iter().any(Vec::is_empty) {
            return Err(Reason::Quantifier.into());
        }
        let mut open: Option<Open> = None;
        let mut turn = vec![0; choices.len()];
        let budget = if exhaustive { limits.exhaustive } else { limits.instances };
        for _ in 0..budget {
            let mut locals = outer.clone();
            let values =
                choices.iter().zip(&turn).map(|(values, &at): (&Vec<Value>, _)| values[at].clone());
            locals.extend(bound.iter().copied().zip(values));
            // The variables are copied, and the body gets a frame of its own.
            self.pay(1 + locals.len() as u64 / 4);
            match self.nested(body, locals) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(Value::Bool(decisive)),
                Ok(_) => {}
                Err(why) if *why.0 == Reason::TooMuch => return Err(why),
                Err(why) => open = open.or(Some(why)),
            }
            if !advance(&mut turn, choices) {
                return match open {
                    None if exhaustive => Ok(Value::Bool(!decisive)),
                    Some(why) if exhaustive => Err(why),
                    _ => Err(Reason::Quantifier.into()),
                };
            }
        }
        Err(Reason::Quantifier.into())
    }

    fn choices(&mut self, term: Term, bound: &[Local], body: Term) -> Arc<Choices> {
        if let Some(choices) = self.evaluator.choices.get(&term)
            && choices.known.as_ref().is_none_or(|known| self.model.has_elements(known))
        {
            return choices.clone();
        }
        let terms = self.evaluator.terms;
        let sorts: Vec<Sort> = bound.iter().map(|&local| terms.local(local).1).collect();
        let mut choices = self.make_choices(&sorts, body);
        // Another model may list other elements.
        if !sorts.iter().all(|&sort| domain::is_interpreted(terms, sort)) {
            choices.known = Some(self.model.all_elements());
        }
        let choices = Arc::new(choices);
        let made = choices.values.iter().flatten();
        self.pay(made.map(|value| 1 + value.weight() * WORDS_TO_MAKE / WORDS_PER_STEP).sum());
        self.evaluator.choices.insert(term, choices.clone());
        choices
    }

    /// The values to try for each variable, and whether these are all.
    fn make_choices(&self, sorts: &[Sort], body: Term) -> Choices {
        let terms = self.evaluator.terms;
        let (most, some) = (self.evaluator.limits.exhaustive, self.evaluator.limits.instances);
        let all: Option<Vec<Vec<Value>>> = sorts
            .iter()
            .map(|&sort| match self.model.universe(sort) {
                Some(universe) => Some(universe.to_vec()),
                None => domain::values(terms, sort, most),
            })
            .collect();
        if let Some(values) = all {
            let count = values.iter().map(Vec::len).try_fold(1_usize, usize::checked_mul);
            if count.is_some_and(|count| count <= most) {
                return Choices { values, exhaustive: true, known: None };
            }
        }
        // As many of each as give about that many combinations.
        let mut each = some;
        while each > 2
            && each
                .checked_pow(u32::try_from(sorts.len()).unwrap_or(u32::MAX))
                .is_none_or(|all| all > some)
        {
            each -= 1 + each / 8;
        }
        let candidates = Candidates::of_terms(terms, &[body]);
        let model = self.model;
        let some = |&sort: &Sort| {
            let elements = model.elements(sort).iter().take(each).cloned();
            let values = candidates.values(terms, sort, each).into_iter();
            // A candidate need not exist in the model.
            let mut values: Vec<Value> = values.filter(|value| model.knows(value)).collect();
            let known = values.len();
            values.extend(
                elements.filter(|element| !values[..known].contains(element)).collect::<Vec<_>>(),
            );
            values
        };
        Choices { values: sorts.iter().map(some).collect(), exhaustive: false, known: None }
    }
}

/// The next combination; false after the last.
fn advance(turn: &mut [usize], choices: &[Vec<Value>]) -> bool {
    for (at, values) in turn.iter_mut().zip(choices) {
        *at += 1;
        if *at < values.len() {
            return true;
        }
        *at = 0;
    }
    false
}
