//! Irrational numbers as expressions, and intervals around their values.

use std::sync::{Arc, Mutex, PoisonError};

use super::Real;
use super::budget::{Budget, Meter, Open, Spent};
use super::interval::Interval;
use super::root::{Root, bits_as_float};
use super::series;

/// Operation that makes a number of others.
#[derive(Debug)]
pub(super) enum Op {
    Pi,
    Root(Root),
    /// A rational summand, if any, is the first.
    Add(Real, Real),
    /// A rational factor, if any, is the first.
    Mul(Real, Real),
    /// The child is known not to be 0.
    Inverse(Real),
    /// The exponent is at least 2.
    Power(Real, u32),
    /// The child is known not to be negative.
    Sqrt(Real),
    Exp(Real),
    /// The child is known to be positive.
    Ln(Real),
    Sin(Real),
    Cos(Real),
    Atan(Real),
}

/// Everything known of a number's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// A root of a polynomial with rational coefficients.
    Algebraic,
    /// Proven not to be algebraic.
    Transcendental,
    Unknown,
}

/// A number that is an expression; nearly always irrational.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) nature: Nature,
    /// A bound of the logarithm to base 2 of the absolute Weil height, if the number is algebraic.
    pub(super) height: f64,
    pub(super) depth: u32,
    best: Mutex<Best>,
}

/// The best interval so far, and the precision it was made with.
#[derive(Debug, Default)]
struct Best {
    precision: u64,
    interval: Option<Interval>,
}

impl Node {
    pub(super) fn new(op: Op) -> Node {
        let nature = nature(&op);
        Node::with_nature(op, nature)
    }

    /// For numbers of which more is known than their operation tells.
    pub(super) fn with_nature(op: Op, nature: Nature) -> Node {
        let depth = 1 + op.children().map(Real::depth).max().unwrap_or(0);
        let height = if nature == Nature::Algebraic { height(&op) } else { f64::INFINITY };
        Node { op, nature, height, depth, best: Mutex::default() }
    }

    /// An interval that holds the number, made with mantissas of `precision` bits; nothing if at
    /// that precision nothing can be said.
    ///
    /// Costs one operation for each node of the expression that was not yet known that well.
    pub(super) fn approximate(
        &self,
        precision: u64,
        meter: &mut Meter,
    ) -> Result<Option<Interval>, Spent> {
        let mut stack = vec![self];
        while let Some(&node) = stack.last() {
            let before = stack.len();
            if !node.is_known_to(precision) {
                let children = node.op.children().filter_map(Real::node).map(Arc::as_ref);
                stack.extend(children.filter(|child| !child.is_known_to(precision)));
                if stack.len() > before {
                    continue;
                }
                let interval = node.compute(precision, meter)?;
                node.learn(precision, interval);
            }
            stack.pop();
        }
        Ok(self.known())
    }

    /// Whether an interval of low precision shows that the number is not 0.
    pub(super) fn is_plainly_nonzero(&self) -> bool {
        let mut meter = Meter::new(&Budget { bits: 64, work: 1 << 20 });
        let interval = self.approximate(64, &mut meter).ok().flatten();
        interval.and_then(|interval| interval.sign()).is_some_and(std::cmp::Ordering::is_ne)
    }

    fn compute(&self, precision: u64, meter: &mut Meter) -> Result<Option<Interval>, Spent> {
        meter.pay(4, precision)?;
        let mut children = Vec::with_capacity(2);
        for child in self.op.children() {
            match child.interval(precision) {
                Some(interval) => children.push(interval),
                None => return Ok(None),
            }
        }
        Ok(match (&self.op, &children[..]) {
            (Op::Add(..), [a, b]) => Some(a.plus(b, precision)),
            (Op::Mul(..), [a, b]) => a.times(b, precision),
            (Op::Inverse(_), [a]) => a.inverse(precision),
            (Op::Power(_, n), [a]) => a.power(*n, precision),
            (Op::Sqrt(_), [a]) => a.sqrt(precision),
            (Op::Exp(_), [a]) => series::exp(a, precision, meter)?,
            (Op::Ln(_), [a]) => series::ln(a, precision, meter)?,
            (Op::Sin(_), [a]) => series::sin(a, precision, meter)?,
            (Op::Cos(_), [a]) => series::cos(a, precision, meter)?,
            (Op::Atan(_), [a]) => series::atan(a, precision, meter)?,
            (Op::Pi, _) => series::pi_interval(precision, meter)?,
            (Op::Root(root), _) => {
                let known = self.known().unwrap_or_else(|| root.isolating.clone());
                Some(root.approximate(&known, precision, meter)?)
            }
            _ => None,
        })
    }

    fn is_known_to(&self, precision: u64) -> bool {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).precision >= precision
    }

    pub(super) fn known(&self) -> Option<Interval> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).interval.clone()
    }

    /// Both intervals hold the number, so what they share holds it.
    fn learn(&self, precision: u64, interval: Option<Interval>) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        best.precision = best.precision.max(precision);
        best.interval = match (interval, best.interval.take()) {
            (Some(new), Some(old)) => Some(new.meet(&old)),
            (new, old) => new.or(old),
        };
    }
}

impl Op {
    pub(super) fn children(&self) -> impl Iterator<Item = &Real> {
        let (first, second) = match self {
            Op::Pi | Op::Root(_) => (None, None),
            Op::Add(a, b) | Op::Mul(a, b) => (Some(a), Some(b)),
            Op::Inverse(a)
            | Op::Power(a, _)
            | Op::Sqrt(a)
            | Op::Exp(a)
            | Op::Ln(a)
            | Op::Sin(a)
            | Op::Cos(a)
            | Op::Atan(a) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }

    /// The number, unless its expression nests too deep.
    pub(super) fn into_real(self) -> Result<Real, Open> {
        Real::of_node(Node::new(self))
    }
}

/// The nodes of an expression, each once, in no particular order but always the same.
pub(super) fn nodes(node: &Arc<Node>) -> Vec<&Arc<Node>> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut found = vec![node];
    seen.insert(Arc::as_ptr(node));
    let mut next = 0;
    while next < found.len() {
        for child in found[next].op.children().filter_map(Real::node) {
            if seen.insert(Arc::as_ptr(child)) {
                found.push(child);
            }
        }
        next += 1;
    }
    found
}

/// Returns the kind of an operation's result, by the kinds of its children. The functions' own
/// theorems are at [`super::function`].
fn nature(op: &Op) -> Nature {
    use Nature::{Algebraic, Transcendental, Unknown};
    match op {
        Op::Root(_) => Algebraic,
        Op::Pi => Transcendental,
        Op::Add(a, b) => match (a.nature(), b.nature()) {
            (Algebraic, Algebraic) => Algebraic,
            (Algebraic, Transcendental) | (Transcendental, Algebraic) => Transcendental,
            _ => Unknown,
        },
        Op::Mul(a, b) => match (a.nature(), b.nature()) {
            (Algebraic, Algebraic) => Algebraic,
            (Algebraic, Transcendental) if a.is_plainly_nonzero() => Transcendental,
            (Transcendental, Algebraic) if b.is_plainly_nonzero() => Transcendental,
            _ => Unknown,
        },
        Op::Inverse(a) | Op::Sqrt(a) | Op::Power(a, _) => a.nature(),
        Op::Exp(_) | Op::Ln(_) | Op::Sin(_) | Op::Cos(_) | Op::Atan(_) => Unknown,
    }
}

/// The rules of heights: h(αβ) ≤ h(α) + h(β), h(α + β) ≤ h(α) + h(β) + log 2, h(1/α) = h(α),
/// h(αⁿ) = n·h(α), h(√α) = h(α)/2.
fn height(op: &Op) -> f64 {
    match op {
        Op::Root(root) => root.height(),
        Op::Add(a, b) => a.height() + b.height() + 1.0,
        Op::Mul(a, b) => a.height() + b.height(),
        Op::Inverse(a) => a.height(),
        Op::Power(a, n) => a.height() * bits_as_float(u64::from(*n)),
        Op::Sqrt(a) => a.height() / 2.0,
        Op::Pi | Op::Exp(_) | Op::Ln(_) | Op::Sin(_) | Op::Cos(_) | Op::Atan(_) => f64::INFINITY,
    }
}
