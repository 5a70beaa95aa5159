//! An assertion and a witness into its places, each with the values that it may have.
//!
//! From the root, which must be true, down: what a node may be and what its other children are
//! tells what a child may be, since nothing else changes. A rule may say less than it could; where
//! none says anything, a place keeps its value. Nothing below a binder is a place.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smtlib::{Evaluator, Limits, Model, Node, Op, Position, Sort, Term, Terms, Value};

use super::allowed::{Allowed, UNKNOWN};
use super::parts::Parts;
use super::{bits, chain, data, floats, logic, monotone, numbers, strings};

/// One occurrence of a term in an assertion. `b` in `(< a b)` is one.
#[derive(Clone, Debug)]
pub struct Place {
    /// The place above in the list, and which child of it this is; the root is above itself.
    above: u32,
    step: u32,
    /// The term that stands here.
    pub term: Term,
    /// The values that it may have.
    pub allowed: Allowed,
    /// Whether other values may do as well, of which no rule says anything.
    pub is_kept: bool,
}

/// The places of an assertion, those nearer to the root first. Those of `(< a b)` are itself, `a`
/// and `b`.
#[derive(Clone, Debug, Default)]
pub struct Places {
    places: Vec<Place>,
    /// The sum of the weights up to and with each place.
    weights: Vec<u64>,
}

/// A term that shares much has more places than anybody can list.
const MOST: usize = 20_000;

impl Places {
    /// Finds the places of an assertion that is true under the witness; none if it is not.
    pub fn of(terms: &Terms, witness: &Model, limits: &Limits, assertion: Term) -> Self {
        let trace = Evaluator::with_limits(terms, *limits).trace(witness, assertion);
        let values: FxHashMap<Term, Value> =
            trace.into_iter().filter_map(|(term, outcome)| Some((term, outcome.ok()?))).collect();
        let mut places = Self::default();
        if values.get(&assertion) != Some(&Value::Bool(true)) {
            return places;
        }
        places.push(0, 0, assertion, Known { allowed: Allowed::bool(true), is_kept: false });
        let mut next = 0;
        while next < places.places.len() && places.places.len() < MOST {
            places.add_children(terms, witness, &values, next);
            next += 1;
        }
        places
    }

    fn push(&mut self, above: usize, step: usize, term: Term, known: Known) {
        let number = |size| u32::try_from(size).expect("fewer places than 2^32");
        let Known { allowed, is_kept } = known;
        let weight = if is_kept { UNKNOWN } else { allowed.weight() };
        self.weights.push(self.total() + weight);
        let (above, step) = (number(above), number(step));
        self.places.push(Place { above, step, term, allowed, is_kept });
    }

    fn add_children(
        &mut self,
        terms: &Terms,
        model: &Model,
        values: &FxHashMap<Term, Value>,
        above: usize,
    ) {
        let Place { term, ref allowed, .. } = self.places[above];
        if matches!(terms.node(term), Node::Literal(_) | Node::Local(_) | Node::Bind(..)) {
            return;
        }
        let set = allowed.clone();
        let children = terms.children(term);
        let sorts: SmallVec<[Sort; 4]> = children.iter().map(|&child| terms.sort(child)).collect();
        let found: SmallVec<[Option<&Value>; 4]> =
            children.iter().map(|child| values.get(child)).collect();
        let parts = Parts { terms, model, sorts: &sorts, values: &found, set: &set };
        let is_match = matches!(terms.node(term), Node::Match(..));
        let is_open = !values.contains_key(&term);
        for (step, &child) in children.iter().enumerate() {
            if is_match && step > 0 || is_open && set != Allowed::Any {
                break;
            }
            if let Some(known) = child_set(terms.node(term), &parts, step) {
                self.push(above, step, child, known);
            }
        }
    }

    /// Returns the sum of all weights.
    pub fn total(&self) -> u64 {
        self.weights.last().copied().unwrap_or(0)
    }

    /// Returns the place that a number below the sum of all weights falls on.
    pub fn at_weight(&self, at: u64) -> usize {
        self.weights.partition_point(|&weight| weight <= at)
    }

    /// Returns all places.
    pub fn all(&self) -> &[Place] {
        &self.places
    }

    /// Returns where a place is.
    pub fn position(&self, place: usize) -> Position {
        let mut steps = Vec::new();
        let mut at = place;
        while at != 0 {
            let Place { above, step, .. } = self.places[at];
            steps.push(step);
            at = above as usize;
        }
        steps.reverse();
        Position(steps)
    }
}

/// All that is known of a place.
struct Known {
    allowed: Allowed,
    is_kept: bool,
}

/// Returns what a child may be: what the rules say, or its value; `None` if it has none and matters.
fn child_set(node: &Node, parts: &Parts<'_>, at: usize) -> Option<Known> {
    let known = |allowed, is_kept| Some(Known { allowed, is_kept });
    if *parts.set == Allowed::Any {
        return known(Allowed::Any, false);
    }
    let by_rule = match (node, parts.set) {
        (Node::Annotated(..), set) => Some(set.clone()),
        (Node::Op(op, _), Allowed::All) => below_all(*op, parts, at),
        (Node::Op(op, _), _) => below(*op, parts, at),
        (Node::Call(fun, _), Allowed::All) => data::argument_of_all(*fun, parts, at),
        (Node::Call(fun, _), _) => data::argument(*fun, parts, at),
        _ => None,
    };
    match (by_rule, parts.value(at)) {
        (Some(Allowed::Any), _) => known(Allowed::Any, false),
        // What stands there is among them, or the rule does not fit.
        (Some(set), Some(value)) if set.contains(value) => known(set, false),
        (_, Some(value)) => known(Allowed::one(value.clone()), value.as_bool().is_none()),
        (_, None) => None,
    }
}

fn below(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    logic::child(op, parts, at)
        .or_else(|| chain::child(op, parts, at))
        .or_else(|| numbers::child(op, parts, at))
        .or_else(|| bits::child(op, parts, at))
        .or_else(|| strings::child(op, parts, at))
        .or_else(|| floats::child(op, parts, at))
        .or_else(|| monotone::child(op, parts, at))
        .or_else(|| data::child(op, parts, at))
}

/// A node that may have every value: so may its children, unless it has none for some of theirs.
fn below_all(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match op {
        Op::IntDiv | Op::Mod | Op::RealDiv if at > 0 => {
            let zero = match parts.sorts[at] {
                Sort::INT => Value::Int(smtlib::Int::ZERO),
                _ => Value::Real(smtlib::real::Real::ZERO),
            };
            // An irrational number is perhaps written in several ways.
            Some(Allowed::But(vec![zero]))
        }
        Op::Ite => match (at, parts.value(0)?.as_bool()?) {
            (1, true) | (2, false) => Some(Allowed::All),
            (0, _) => {
                (parts.value(1).is_some() && parts.value(2).is_some()).then_some(Allowed::All)
            }
            _ => Some(Allowed::Any),
        },
        Op::Select | Op::Store if at == 1 && parts.sorts[1] == Sort::REAL => None,
        // The standard leaves open what these give for some of their arguments.
        Op::FpMin
        | Op::FpMax
        | Op::FpToUbv(_)
        | Op::FpToSbv(_)
        | Op::FpToReal
        | Op::FpToIeeeBv
        | Op::Rem
        | Op::Power
        | Op::ToInt
        | Op::IsInt
        | Op::RePower(_)
        | Op::ReLoop(..)
        | Op::StrReplaceRe
        | Op::StrReplaceReAll
        | Op::StrInRe => None,
        op if op.is_extension() => None,
        _ => Some(Allowed::All),
    }
}
