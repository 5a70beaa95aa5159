//! Reader of what yices prints, `(= a @fun_1)` and tables of functions, and of answers to
//! `get-value`.

use std::sync::Arc;

use indexmap::IndexMap;

use super::Interpretation;
use super::parse::ModelReader;
use crate::error::Error;
use crate::eval::{Evaluator, Open, Reason};
use crate::function::{Fun, FunctionKind};
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::{Arguments, Node, Term};
use crate::value::{Array, Value};

/// Result of reading where a value should stand.
enum Read {
    Value(Value),
    /// A term without a value, and why it has none.
    Open(Term, Open),
}

impl ModelReader<'_, '_> {
    /// `(= a 1)`, `(a 1)`, `((f 1) 2)`: a term and its value.
    pub(super) fn equation(&mut self, entry: Sexpr) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let items: Vec<Sexpr> = sexprs.items(entry).collect();
        let ((Some("="), &[_, left, right]) | (_, &[left, right])) =
            (sexprs.head(entry), items.as_slice())
        else {
            return Err(sexprs.error(entry, "this is no part of a model that is known"));
        };
        if let Some(name) = sexprs.symbol(left) {
            // A solver's own names, such as yices' `quant$0`, say nothing of the script.
            let Some(fun) = self.reader.scope.function(name) else { return Ok(()) };
            if !matches!(self.reader.terms.function(fun).kind, FunctionKind::Declared) {
                return Ok(());
            }
            if !self.reader.terms.function(fun).parameters.is_empty() {
                return self.table_of(fun, right);
            }
        }
        let term = self.reader.term(left)?;
        let Node::Call(fun, arguments) = self.reader.terms.node(term) else { return Ok(()) };
        let (fun, arguments) = (*fun, arguments.clone());
        if !matches!(self.reader.terms.function(fun).kind, FunctionKind::Declared) {
            return Ok(());
        }
        match self.read_value(right, self.reader.terms.sort(term))? {
            Read::Value(value) => self.row(fun, &arguments, value),
            // What is only described is open, and the rest of the model is read all the same.
            Read::Open(body, open)
                if arguments.is_empty() && matches!(*open.0, Reason::Witness(_)) =>
            {
                let locals = Box::default();
                self.model.set(fun, Interpretation::Function { locals, body });
            }
            Read::Open(_, open) => return Err(self.no_value(right, &open)),
        }
        Ok(())
    }

    /// Adds the value of a constant, or of a function for some arguments.
    fn row(&mut self, fun: Fun, arguments: &Arguments, value: Value) {
        if arguments.is_empty() {
            self.model.set_value(fun, value);
            return;
        }
        let mut key = Vec::new();
        for &argument in arguments {
            match Evaluator::new(self.reader.terms).eval(&self.model, argument) {
                Ok(value) if value.is_unique() => key.push(value),
                // The value belongs to no place that can be named.
                _ => return,
            }
        }
        let (mut entries, default) = match self.model.get(fun) {
            Some(Interpretation::Table { entries, default }) => (entries.clone(), default.clone()),
            Some(_) => return,
            None => (IndexMap::default(), None),
        };
        entries.insert(key, value);
        self.model.set(fun, Interpretation::Table { entries, default });
    }

    /// The value that an S-expression is.
    fn value(&mut self, sexpr: Sexpr, sort: Sort) -> Result<Value, Error> {
        match self.read_value(sexpr, sort)? {
            Read::Value(value) => Ok(value),
            Read::Open(_, open) => Err(self.no_value(sexpr, &open)),
        }
    }

    fn no_value(&self, sexpr: Sexpr, open: &Open) -> Error {
        let why = open.0.display(self.reader.terms);
        self.reader.sexprs.error(sexpr, format!("this is no value: {why}"))
    }

    /// The value or the term that an S-expression is; yices' names for elements and arrays need
    /// the sort.
    fn read_value(&mut self, sexpr: Sexpr, sort: Sort) -> Result<Read, Error> {
        let sexprs = self.reader.sexprs;
        if let Some(name) = sexprs.symbol(sexpr).filter(|name| name.starts_with('@')) {
            let terms = &self.reader.terms;
            if terms.declaration(sort).is_some_and(|sort| sort.constructors.is_none()) {
                return Ok(Read::Value(Value::Abstract(sort, name.into())));
            }
            if let Some((index, element)) = terms.sorts.array(sort) {
                let (rows, default) = self.rows(sexpr, &[index], element)?;
                let Some(default) = default else {
                    return Err(sexprs.error(sexpr, "the array has no default in the model"));
                };
                let terms = &*self.reader.terms;
                let mut array = Array::constant(terms, sort, default);
                for (mut key, value) in rows {
                    let index = key.pop().filter(Value::is_unique);
                    array =
                        array.zip(index).and_then(|(array, index)| array.with(terms, index, value));
                }
                let array = array.map(|array| Read::Value(Value::Array(Arc::new(array))));
                return array.ok_or_else(|| sexprs.error(sexpr, "this array is too large"));
            }
        }
        let term = self.reader.term_of(sexpr, sort)?;
        Ok(match Evaluator::new(self.reader.terms).eval(&self.model, term) {
            Ok(value) => Read::Value(value),
            Err(open) => Read::Open(term, open),
        })
    }

    /// `(= f @fun_1)`.
    fn table_of(&mut self, fun: Fun, name: Sexpr) -> Result<(), Error> {
        let function = self.reader.terms.function(fun);
        let (parameters, result) = (function.parameters.clone(), function.result);
        let (rows, default) = self.rows(name, &parameters, result)?;
        let unique = rows.iter().all(|(key, _)| key.iter().all(Value::is_unique));
        if !unique {
            let message = "this function is given at places that cannot be told apart";
            return Err(self.reader.sexprs.error(name, message));
        }
        let entries = rows.into_iter().collect();
        self.model.set(fun, Interpretation::Table { entries, default });
        Ok(())
    }

    /// The rows and the default of `(function @fun_1 (type …) (= (@fun_1 1) 2) (default 3))`.
    ///
    /// Recurses into arrays of arrays, no deeper than the sort nests.
    #[expect(clippy::type_complexity, reason = "rows and a default are all it is")]
    fn rows(
        &mut self,
        name: Sexpr,
        parameters: &[Sort],
        result: Sort,
    ) -> Result<(Vec<(Vec<Value>, Value)>, Option<Value>), Error> {
        let sexprs = self.reader.sexprs;
        let Some(&table) = sexprs.symbol(name).and_then(|name| self.tables.get(name)) else {
            return Err(sexprs.error(name, "the model does not say what this is"));
        };
        let (mut rows, mut default) = (Vec::new(), None);
        let lines: Vec<Sexpr> = sexprs.items(table).skip(2).collect();
        for line in lines {
            let items: Vec<Sexpr> = sexprs.items(line).collect();
            match (sexprs.head(line), items.as_slice()) {
                (Some("="), &[_, left, right]) => {
                    let arguments: Vec<Sexpr> = sexprs.items(left).skip(1).collect();
                    if arguments.len() != parameters.len() {
                        return Err(sexprs.error(left, "other arguments are wanted here"));
                    }
                    let mut key = Vec::new();
                    for (argument, &sort) in arguments.into_iter().zip(parameters) {
                        key.push(self.value(argument, sort)?);
                    }
                    rows.push((key, self.value(right, result)?));
                }
                (Some("default"), &[_, value]) => default = Some(self.value(value, result)?),
                (Some("type"), _) => {}
                _ => return Err(sexprs.error(line, "this is no row of a function")),
            }
        }
        Ok((rows, default))
    }

    /// The table of a function, by its name.
    pub(super) fn table(&mut self, entry: Sexpr) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let name = sexprs.items(entry).nth(1);
        let Some(name) = name.and_then(|name| sexprs.symbol(name)) else {
            return Err(sexprs.error(entry, "the function's name is missing"));
        };
        self.tables.insert(name, entry);
        Ok(())
    }

    /// Whether it is what `get-value` answers for a constant, so that terms over it can be read
    /// after it.
    pub(super) fn is_of_constant(&self, entry: Sexpr) -> bool {
        let sexprs = self.reader.sexprs;
        let mut items = sexprs.items(entry);
        let first = if sexprs.head(entry) == Some("=") { items.nth(1) } else { items.next() };
        first.is_some_and(|first| sexprs.kind(first) != Kind::List)
    }
}
