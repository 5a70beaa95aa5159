//! Values and models of one script into another.

use std::sync::Arc;

use indexmap::IndexMap;

use super::Import;
use crate::function::Fun;
use crate::model::{Interpretation, Model};
use crate::value::{Array, Data, Sequence, Value};

impl Import<'_> {
    /// Returns the value over there.
    pub fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Abstract(sort, name) => Value::Abstract(self.sort(*sort), name.clone()),
            Value::Array(array) => {
                let sort = self.sort(array.sort());
                let default = self.value(array.default_value());
                let mut new = Array::constant(self.into, sort, default).expect(WEIGHS);
                let exceptions: Vec<_> = array.exceptions().collect();
                for (at, value) in exceptions {
                    let (at, value) = (self.value(at), self.value(value));
                    new = new.with(self.into, at, value).expect(WEIGHS);
                }
                Value::Array(Arc::new(new))
            }
            Value::Data(data) => {
                let fields = data.fields().iter().map(|field| self.value(field)).collect();
                let (sort, constructor) =
                    (self.sort(data.sort()), self.function(data.constructor()));
                Value::Data(Arc::new(Data::new(sort, constructor, fields).expect(WEIGHS)))
            }
            Value::Sequence(sequence) => {
                let elements = sequence.elements().iter().map(|element| self.value(element));
                let elements = elements.collect();
                let sort = self.sort(sequence.sort());
                Value::Sequence(Arc::new(Sequence::new(sort, elements).expect(WEIGHS)))
            }
            plain @ (Value::Bool(_)
            | Value::Int(_)
            | Value::Real(_)
            | Value::BitVec(_)
            | Value::Float(_)
            | Value::Rounding(_)
            | Value::String(_)
            | Value::Regex(_)) => plain.clone(),
        }
    }

    fn interpretation(&mut self, interpretation: &Interpretation) -> Interpretation {
        match interpretation {
            Interpretation::Value(value) => Interpretation::Value(self.value(value)),
            Interpretation::Function { locals, body } => {
                let locals = self.locals(locals);
                Interpretation::Function { locals, body: self.term(*body) }
            }
            Interpretation::Table { entries, default } => {
                let entries: IndexMap<_, _, _> = entries
                    .iter()
                    .map(|(key, value)| {
                        let key = key.iter().map(|part| self.value(part)).collect();
                        (key, self.value(value))
                    })
                    .collect();
                let default = default.as_ref().map(|value| self.value(value));
                Interpretation::Table { entries, default }
            }
        }
    }

    /// Adds what a model says of functions and of declared sorts to a model over there; not what it
    /// chose where the standard leaves a choice.
    pub fn model(&mut self, model: &Model, functions: &[Fun], into: &mut Model) {
        for &fun in functions {
            if let Some(interpretation) = model.get(fun) {
                let interpretation = self.interpretation(interpretation);
                into.set(self.function(fun), interpretation);
            }
        }
        for (sort, elements) in model.universes() {
            let elements = elements.iter().map(|element| self.value(element)).collect();
            into.set_universe(self.sort(sort), elements);
        }
    }
}

/// Reason why a value can be made again.
const WEIGHS: &str = "it weighs and nests as much as it did";
