//! Two specimens into one: the second's names are other ones where the first has them.

use std::sync::Arc;

use smtlib::{Fun, Import, Model, Term};

use super::{Answer, Specimen};

/// All that a specimen took over from another.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    /// The other's assertions, which nobody asserts yet.
    pub(crate) assertions: Vec<Term>,
    /// The other's constants and functions without a definition, in order.
    pub(crate) declared: Vec<Fun>,
    /// The constants without a definition that occur in its assertions, smaller ones first.
    pub(crate) used: Vec<Term>,
}

impl Specimen {
    /// Takes over the terms and declarations of another specimen, its seeds, and what its witness
    /// says, if it has one, into `model`. Assertions and answer stay as they are.
    ///
    /// Costs time linear in both.
    pub(crate) fn join(&mut self, other: &Self, model: Option<&mut Model>) -> Joined {
        let mut import = Import::new(&mut self.terms, &other.terms);
        let declarations: Vec<_> =
            other.declarations.iter().filter_map(|command| import.command(command)).collect();
        let assertions = other.assertions.iter().map(|&term| import.term(term)).collect();
        let mut used: Vec<Term> =
            other.used_constants().iter().map(|&constant| import.term(constant)).collect();
        used.sort_unstable();
        let declared: Vec<Fun> = other.declared.iter().map(|&fun| import.function(fun)).collect();
        if let (Some(model), Some(witness)) = (model, other.witness()) {
            import.model(witness, &other.declared, model);
        }
        Arc::make_mut(&mut self.declarations).extend(declarations);
        Arc::make_mut(&mut self.declared).extend(&declared);
        self.seeds.extend(other.seeds.iter().cloned());
        Joined { assertions, declared, used }
    }

    /// Gives it a witness that says the same of all that the old one speaks of, and more. What was
    /// true under the old one still is.
    pub(crate) fn extend_witness(&mut self, model: Model) {
        self.answer = Arc::new(Answer::Sat(model));
    }
}
