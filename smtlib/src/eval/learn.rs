//! From terms and a model to the values of their subterms that are known from then on.

use std::sync::Arc;

use super::code::Code;
use super::known::KnownValues;
use super::machine::{Frame, Machine, Memory};
use super::{Basis, Evaluator};
use crate::model::Model;
use crate::term::Term;

impl KnownValues {
    /// Evaluates all subterms of terms outside of binders and definitions. What is open, or rests
    /// on more than the standard, is not known.
    ///
    /// Costs one operation for each distinct subterm.
    pub fn of(evaluator: &mut Evaluator<'_>, model: &Model, roots: &[Term]) -> KnownValues {
        let (code, _) = Code::compile_all(evaluator.terms, roots, None);
        let before = evaluator.take_basis();
        let mut known = vec![false; code.len()];
        let numbers = roots.iter().map(|root| root.number() + 1).max().unwrap_or(0);
        let mut values = KnownValues::with_room(numbers);
        let code = Arc::new(code);
        let mut frame = Frame::new(code.clone(), Memory::default(), Vec::new());
        let mut machine = Machine::new(evaluator, model);
        for slot in (0..).take(code.len()) {
            machine.run_to(&mut frame, slot);
            let basis: Basis = machine.evaluator.take_basis();
            let instruction = code.instruction(slot);
            let parts = code.arguments(instruction);
            let is_known = basis.is_standard() && parts.iter().all(|&part| known[part as usize]);
            if let (true, Some(Ok(value))) = (is_known, frame.state(slot)) {
                values.insert(instruction.term, value.clone());
                known[slot as usize] = true;
            }
        }
        evaluator.basis = before;
        values
    }
}
