//! Numbers by how they are written down: the same fraction, or the same expression in memory.

use std::hash::{Hash, Hasher};

use super::{Form, Real};

/// Returns whether both are written in the same way. Equal rationals are; equal expressions may not
/// be: see [`Real::equals`].
impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => (a, b) == (c, d),
            (Form::Large(a), Form::Large(b)) => a == b,
            _ => self.is_shared_with(other),
        }
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Form::Small(numer, denom) => (numer, denom).hash(state),
            Form::Large(rational) => rational.hash(state),
            Form::Irrational(node) => node.depth.hash(state),
        }
    }
}
