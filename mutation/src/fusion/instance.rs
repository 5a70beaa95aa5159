//! A fusion function and two variables into terms.

use smallvec::SmallVec;
use smtlib::{Fun, Sort, Sorts, Term, Terms, Value};

use super::FusionFunction;
use super::constants::{self, Constant, ConstantKind};
use super::template::{Bindings, Template};
use crate::draw::Draw;

/// A fusion function with its sorts and its constants.
#[derive(Clone, Debug)]
pub(crate) struct Instance<'a> {
    function: &'a FusionFunction,
    bindings: Bindings<'a>,
    /// The sort of z.
    pub(crate) sort: Sort,
    /// f(x, y).
    pub(crate) fused: Term,
    /// Conditions under which it can be taken back.
    pub(crate) guard: SmallVec<[Term; 2]>,
}

impl FusionFunction {
    /// Returns whether variables of these sorts can be fused.
    pub(crate) fn fits(&self, sorts: &Sorts, x: Sort, y: Sort) -> bool {
        self.bound(sorts, x, y).is_some()
    }

    fn bound(&self, sorts: &Sorts, x: Sort, y: Sort) -> Option<Bindings<'_>> {
        let mut bindings = Bindings::default();
        let fits = self.sorts[0].fits(sorts, x, &mut bindings)
            && self.sorts[1].fits(sorts, y, &mut bindings)
            && (!matches!(self.sorts[1], super::SortTemplate::Any) || x == y);
        fits.then_some(bindings)
    }

    /// Draws the constants and makes f(x, y); a constant that is a formula is one of these, if there
    /// are any. `None` if the sorts do not fit.
    pub(crate) fn instance(
        &self,
        terms: &mut Terms,
        pair: (Term, Term),
        formulas: &[Term],
        draw: &mut Draw,
    ) -> Option<Instance<'_>> {
        self.with_constants(terms, pair, |terms, constant, bindings, sort| {
            drawn(terms, constant, (bindings, sort), formulas, draw)
        })
    }

    /// Makes f(x, y) for all constants at once: each one that is a value is a free constant, with
    /// what must be true of it; indices are drawn. `None` if the sorts do not fit.
    pub(super) fn general(
        &self,
        terms: &mut Terms,
        pair: (Term, Term),
        draw: &mut Draw,
    ) -> Option<(Instance<'_>, General)> {
        let mut general = General::default();
        let instance = self.with_constants(terms, pair, |terms, constant, bindings, sort| {
            if let ConstantKind::Index(_) = constant.kind {
                return drawn(terms, constant, (bindings, sort), &[], draw);
            }
            let sort = if let ConstantKind::Formula = constant.kind { Sort::BOOL } else { sort };
            let fun = terms.declare(&constant.name, &[], sort);
            let term = terms.call(fun, &[][..], None).expect("it has no parameters");
            let condition = constant.kind.condition(terms, term, |name| bindings.term(name))?;
            general.constants.push(fun);
            general.conditions.extend(condition);
            Some(Bound::Term(term))
        })?;
        Some((instance, general))
    }

    fn with_constants(
        &self,
        terms: &mut Terms,
        (x, y): (Term, Term),
        mut choose: impl FnMut(&mut Terms, &Constant, &Bindings<'_>, Sort) -> Option<Bound>,
    ) -> Option<Instance<'_>> {
        let any = terms.sort(x);
        let mut bindings = self.bound(&terms.sorts, any, terms.sort(y))?;
        bindings.terms.extend([("x", x), ("y", y)]);
        for constant in &self.constants {
            let name = &*constant.name;
            match choose(terms, constant, &bindings, any)? {
                Bound::Term(term) => bindings.terms.push((name, term)),
                Bound::Number(number) => bindings.numbers.push((name, number)),
            }
        }
        let sort = self.sorts[2].sort(&mut terms.sorts, &bindings, any)?;
        let fused = of_sort(terms, &self.fuse, &bindings, sort)?;
        let guard = self.guard.iter().map(|guard| of_sort(terms, guard, &bindings, Sort::BOOL));
        let guard: Option<SmallVec<[Term; 2]>> = guard.collect();
        Some(Instance { function: self, bindings, sort, fused, guard: guard? })
    }
}

/// The term that stands for a constant.
enum Bound {
    Term(Term),
    Number(u32),
}

/// Constants that stand for all values.
#[derive(Default)]
pub(super) struct General {
    pub(super) constants: Vec<Fun>,
    /// Conditions that must be true of them.
    pub(super) conditions: Vec<Term>,
}

/// A value for a constant.
fn drawn(
    terms: &mut Terms,
    constant: &Constant,
    (bindings, sort): (&Bindings<'_>, Sort),
    formulas: &[Term],
    draw: &mut Draw,
) -> Option<Bound> {
    let term = match &constant.kind {
        ConstantKind::Index(width) => {
            return Some(Bound::Number(constants::index(width, bindings, draw)?));
        }
        ConstantKind::Inverse(of) => {
            let odd = bindings.term(of)?;
            let smtlib::Node::Literal(Value::BitVec(odd)) = terms.node(odd) else { return None };
            let inverse = constants::inverse(odd);
            terms.constant_of(&Value::BitVec(inverse))?
        }
        ConstantKind::Formula => match draw.one_of(formulas) {
            Some(&formula) => formula,
            None => terms.bool(draw.chance(1, 2)),
        },
        kind => {
            let value = kind.value(&terms.sorts, sort, draw)?;
            terms.constant_of(&value)?
        }
    };
    Some(Bound::Term(term))
}

impl Instance<'_> {
    /// Returns what x and y are, given z. Precondition: z is of the instance's sort.
    pub(crate) fn inverted(&self, terms: &mut Terms, z: Term) -> Option<(Term, Term)> {
        let mut bindings = self.bindings.clone();
        let sorts = [0, 1].map(|place: usize| terms.sort(bindings.terms[place].1));
        bindings.terms.push(("z", z));
        let x = of_sort(terms, &self.function.invert_x, &bindings, sorts[0])?;
        let y = of_sort(terms, &self.function.invert_y, &bindings, sorts[1])?;
        Some((x, y))
    }
}

/// The term of a template, as a Real where one is wanted; `None` if it is of another sort.
fn of_sort(
    terms: &mut Terms,
    template: &Template,
    bindings: &Bindings<'_>,
    sort: Sort,
) -> Option<Term> {
    let term = template.build(terms, bindings).ok()?;
    let term = if sort == Sort::REAL { terms.to_real(term) } else { term };
    (terms.sort(term) == sort).then_some(term)
}
