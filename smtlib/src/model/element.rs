//! The elements of declared sorts: which of them a model names, and which are all there are.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Model;
use super::parse::ModelReader;
use crate::error::Error;
use crate::function::FunctionKind;
use crate::parse::Reader;
use crate::sexpr::{Sexpr, Sexprs};
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

    /// Returns whether these are the elements that the model knows.
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

    /// Returns whether all elements in the value exist in the model.
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

impl<'a> ModelReader<'_, 'a> {
    /// The elements that cvc5 and cvc4 list in comments.
    pub(super) fn comments(&mut self, text: &'a str) {
        'lists: for (sort, names) in commented(text) {
            let declared = self.reader.scope.sort(sort.trim_matches('|')).is_some();
            let Some(sort) = self.sort_of(sort).filter(|_| declared) else { continue };
            let mut elements = Vec::new();
            for name in names {
                // `(as @T_0 T)`, `(as @|my sort|_0 |my sort|)` or `@uc_T_0`.
                // A list of which one is missing would say that there are no more.
                let Ok(sexprs) = Sexprs::read(name) else { continue 'lists };
                let mut parts: Vec<Sexpr> = sexprs.top().collect();
                if let &[list] = parts.as_slice()
                    && sexprs.head(list) == Some("as")
                {
                    parts = sexprs.items(list).skip(1).collect();
                    parts.pop();
                }
                let name = match parts.as_slice() {
                    &[name] => sexprs.symbol(name).unwrap_or(sexprs.text(name)),
                    &[first, .., last] => sexprs.across(first, last),
                    [] => continue 'lists,
                };
                elements.push(self.bind_element(name, sort));
            }
            self.model.set_universe(sort, elements);
        }
    }

    /// The sort that a text outside of the S-expressions names, if it names one.
    fn sort_of(&mut self, text: &str) -> Option<Sort> {
        let sexprs = Sexprs::read(text).ok()?;
        let mut reader = Reader::new(&sexprs, self.reader.terms, self.reader.scope);
        reader.sort(sexprs.top().next()?).ok()
    }

    /// Lets a name stand for an element of a sort, beside those of other sorts.
    fn bind_element(&mut self, name: &'a str, sort: Sort) -> Value {
        let value = Value::Abstract(sort, name.into());
        let term = self.reader.terms.literal(value.clone(), sort);
        let known = self.reader.elements.entry(name).or_default();
        if !known.contains(&term) {
            known.push(term);
        }
        value
    }

    /// An element of a declared sort, such as z3's `T!val!0`.
    pub(super) fn declared_element(&mut self, name: Sexpr, sort: Sexpr) -> Result<(), Error> {
        let sort = self.reader.sort(sort)?;
        let Some(text) = self.reader.sexprs.symbol(name) else {
            return Err(self.reader.sexprs.error(name, "a name is wanted here"));
        };
        // What the script declares is no element, though one of another sort may have its name.
        let function = self.reader.scope.function(text).map(|fun| self.reader.terms.function(fun));
        if function.is_some_and(|function| function.result == sort) {
            return Ok(());
        }
        let value = self.bind_element(text, sort);
        self.model.note(&value);
        Ok(())
    }

    /// z3's `(forall ((x T)) (or (= x T!val!0) …))`: the elements before it are all there are.
    pub(super) fn all_elements(&mut self, variables: Sexpr) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let variable = sexprs.items(variables).next();
        let Some(sort) = variable.and_then(|variable| sexprs.items(variable).nth(1)) else {
            return Err(sexprs.error(variables, "a variable and its sort are wanted here"));
        };
        let sort = self.reader.sort(sort)?;
        let elements = self.model.elements(sort).to_vec();
        if !elements.is_empty() {
            self.model.set_universe(sort, elements);
        }
        Ok(())
    }
}

fn push_parts<'v>(value: &'v Value, stack: &mut Vec<&'v Value>) {
    match value {
        Value::Array(array) => {
            stack.push(array.default_value());
            stack.extend(array.exceptions().flat_map(|(index, element)| [index, element]));
        }
        Value::Sequence(sequence) => stack.extend(sequence.elements()),
        Value::Data(data) => stack.extend(data.fields()),
        _ => {}
    }
}

/// cvc5 and cvc4 list the elements of a sort in comments: how many there are, and each of them.
///
/// The lists whose number is right, as pairs of a sort's name and its elements, and where in the
/// text an element is written.
pub(super) fn commented(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut lists: Vec<(&str, Option<usize>, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("; cardinality of ") {
            if let Some((sort, count)) = rest.rsplit_once(" is ") {
                lists.push((sort, count.trim().parse().ok(), Vec::new()));
            }
        } else if let (Some(element), Some((.., elements))) =
            (line.strip_prefix("; rep: "), lists.last_mut())
        {
            elements.push(element);
        }
    }
    lists.retain(|(_, count, elements)| *count == Some(elements.len()));
    lists.into_iter().map(|(sort, _, elements)| (sort, elements)).collect()
}
