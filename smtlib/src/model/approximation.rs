//! cvc4's `(approximation (and (>= x (/ 741455 524288)) …))`: the value that the model gives `x` is
//! only near to the one that is meant, of which no more than the condition is known.

use rustc_hash::FxHashMap;

use super::Interpretation;
use super::parse::ModelReader;
use crate::error::Error;
use crate::eval::for_each_part;
use crate::function::FunctionKind;
use crate::sexpr::Sexpr;
use crate::sort::Sort;
use crate::term::{Binder, Node};

impl ModelReader<'_, '_> {
    /// Lets each constant in the condition be a `witness` of it.
    pub(super) fn approximation(&mut self, condition: Sexpr) -> Result<(), Error> {
        let body = self.reader.term_of(condition, Sort::BOOL)?;
        let terms = &*self.reader.terms;
        let mut constants = Vec::new();
        for_each_part(terms, &[body], |part| match terms.node(part) {
            Node::Call(fun, arguments)
                if arguments.is_empty()
                    && matches!(terms.function(*fun).kind, FunctionKind::Declared) =>
            {
                constants.push((*fun, part));
            }
            _ => {}
        });
        for (fun, constant) in constants {
            let sort = self.reader.terms.sort(constant);
            let name = self.reader.terms.function(fun).name.clone();
            let local = self.reader.fresh(&name, sort, &[]);
            let variable = self.reader.terms.variable(local);
            let map = FxHashMap::from_iter([(constant, variable)]);
            let witness = self
                .reader
                .terms
                .substitute(body, &map)
                .and_then(|body| self.reader.terms.bind(Binder::Witness, &[local], body));
            let witness =
                witness.map_err(|why| self.reader.sexprs.error(condition, why.to_string()))?;
            let interpretation = Interpretation::Function { locals: Box::default(), body: witness };
            self.model.set(fun, interpretation);
        }
        Ok(())
    }
}
