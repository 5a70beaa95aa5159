//! The elements of declared sorts: which of them a model names, and which are all there are.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Model;
use crate::function::FunctionKind;
use crate::sort::Sort;
use crate::term::{Node, Term, Terms};
use crate::value::Value;

/// The elements of declared sorts that a model knows.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    universes: FxHashMap<Sort, Vec<Value>>,
    elements: FxHashMap<Sort, Vec<Value>>,
}

impl Model {
    /// All elements of declared sorts that the model knows.
    pub(crate) fn all_elements(&self) -> Elements {
        Elements { universes: self.universes.clone(), elements: self.elements.clone() }
    }

    /// Are these the elements that the model knows?
    pub(crate) fn has_elements(&self, known: &Elements) -> bool {
        self.universes == known.universes && self.elements == known.elements
    }

    /// Notes that the elements in a value exist.
    pub(super) fn note(&mut self, value: &Value) {
        let mut stack = vec![value];
        while let Some(value) = stack.pop() {
            if let Value::Abstract(sort, _) = value {
                let known = self.elements.entry(*sort).or_default();
                if !known.contains(value) {
                    known.push(value.clone());
                }
            }
            push_parts(value, &mut stack);
        }
    }

    /// Notes that the elements in a term exist, also those in the functions that it calls.
    pub(super) fn note_term(&mut self, terms: &Terms, term: Term, seen: &mut FxHashSet<Term>) {
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.node(term) {
                Node::Literal(value) => self.note(value),
                Node::Call(fun, _) => {
                    if let FunctionKind::Defined(definition) = &terms.function(*fun).kind {
                        stack.extend(definition.body);
                    }
                }
                _ => {}
            }
            stack.extend(terms.children(term));
        }
    }

    /// Do all elements in the value exist in the model?
    ///
    /// An element that was only thought of may be one too many.
    pub(crate) fn knows(&self, value: &Value) -> bool {
        let mut stack = vec![value];
        while let Some(value) = stack.pop() {
            if let Value::Abstract(sort, _) = value {
                let all = self.universe(*sort).unwrap_or(self.elements(*sort));
                if !all.contains(value) {
                    return false;
                }
            }
            push_parts(value, &mut stack);
        }
        true
    }
}

fn push_parts<'v>(value: &'v Value, stack: &mut Vec<&'v Value>) {
    match value {
        Value::Array(array) => {
            stack.push(array.default_value());
            stack.extend(array.exceptions().flat_map(|(index, element)| [index, element]));
        }
        Value::Data(data) => stack.extend(data.fields()),
        _ => {}
    }
}

/// cvc5 and cvc4 list the elements of a sort in comments: how many there are, and each of them.
///
/// The lists whose number is right, as pairs of a sort's name and its elements, and where in the
/// text an element is written.
pub(super) fn commented(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut lists: Vec<(&str, usize, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("; cardinality of ") {
            if let Some((sort, count)) = rest.rsplit_once(" is ") {
                lists.push((sort, count.trim().parse().unwrap_or(0), Vec::new()));
            }
        } else if let (Some(element), Some((.., elements))) =
            (line.strip_prefix("; rep: "), lists.last_mut())
        {
            elements.push(element);
        }
    }
    lists.retain(|(_, count, elements)| *count == elements.len());
    lists.into_iter().map(|(sort, _, elements)| (sort, elements)).collect()
}
