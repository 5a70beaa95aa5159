//! The text of a model into what it says of a script's functions.
//!
//! Solvers print models as a list of definitions, with or without the word `model` before them,
//! as equations (yices), or as pairs of terms and values (`get-value`).

use indexmap::IndexMap;

use super::{Interpretation, Model};
use crate::error::Error;
use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::parse::Reader;
use crate::script::Script;
use crate::sexpr::{Kind, Sexpr, Sexprs};
use crate::sort::Sort;
use crate::term::{Arguments, Binder, Node, Term};
use crate::value::Value;

/// How strings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// As SMT-LIB 2.6 and later have it.
    #[default]
    Standard,
    /// As z3 did before 4.8.9 or so: `\x0a` is an escape too.
    OldStrings,
}

/// The names that solvers give to their choices where the standard leaves an operator open.
const CHOICES: &[(&str, Op)] = &[
    ("/0", Op::RealDiv),
    ("div0", Op::IntDiv),
    ("mod0", Op::Mod),
    ("rem0", Op::Rem),
    ("@div_by_zero", Op::RealDiv),
    ("@int_div_by_zero", Op::IntDiv),
    ("@mod_by_zero", Op::Mod),
    ("divByZero", Op::RealDiv),
    ("intDivByZero", Op::IntDiv),
    ("modZero", Op::Mod),
    ("fp.min_unspecified", Op::FpMin),
    ("fp.max_unspecified", Op::FpMax),
];

impl Model {
    /// The model that a solver printed for a script: the answer to `get-model` or `get-value`.
    ///
    /// Words outside of parentheses, such as `sat`, are passed over.
    pub fn parse(script: &mut Script, text: &str, dialect: Dialect) -> Result<Model, Error> {
        let sexprs = Sexprs::read(text)?;
        let mark = script.scope.mark();
        let mut reader = Reader::new(&sexprs, &mut script.terms, &mut script.scope);
        reader.old_strings = dialect == Dialect::OldStrings;
        let read = ModelReader { reader, model: Model::default(), definitions: Vec::new() }.read();
        script.scope.forget(mark);
        read
    }
}

struct ModelReader<'r, 'a> {
    reader: Reader<'r, 'a>,
    model: Model,
    /// `(name, parameters, sort, body)` of each definition.
    definitions: Vec<[Sexpr; 4]>,
}

impl ModelReader<'_, '_> {
    fn read(mut self) -> Result<Model, Error> {
        let sexprs = self.reader.sexprs;
        let mut rest = Vec::new();
        for top in sexprs.top().filter(|&top| sexprs.kind(top) == Kind::List) {
            match sexprs.head(top) {
                Some("model") => {
                    for entry in sexprs.items(top).skip(1) {
                        self.entry(entry, &mut rest)?;
                    }
                }
                Some(_) => self.entry(top, &mut rest)?,
                None => {
                    for entry in sexprs.items(top) {
                        self.entry(entry, &mut rest)?;
                    }
                }
            }
        }
        self.define()?;
        for entry in rest {
            self.equation(entry)?;
        }
        Ok(self.model)
    }

    /// Sorts an entry: definitions are read when all names are known, equations after them.
    fn entry(&mut self, entry: Sexpr, rest: &mut Vec<Sexpr>) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let items: Vec<Sexpr> = sexprs.items(entry).collect();
        match (sexprs.head(entry), items.as_slice()) {
            (Some("define-fun" | "define-fun-rec"), &[_, name, parameters, sort, body]) => {
                self.definitions.push([name, parameters, sort, body]);
            }
            (Some("declare-fun"), &[_, name, parameters, sort])
                if sexprs.items(parameters).next().is_none() =>
            {
                self.element(name, sort)?;
            }
            (Some("declare-const"), &[_, name, sort]) => self.element(name, sort)?,
            (Some("declare-sort" | "declare-datatype" | "declare-datatypes" | "forall"), _) => {}
            (Some("error"), _) => {
                return Err(
                    sexprs.error(entry, format!("the solver says {}", sexprs.spaced(entry)))
                );
            }
            _ => rest.push(entry),
        }
        Ok(())
    }

    /// An element of a declared sort, such as z3's `T!val!0`.
    fn element(&mut self, name: Sexpr, sort: Sexpr) -> Result<(), Error> {
        let sort = self.reader.sort(sort)?;
        let Some(text) = self.reader.sexprs.symbol(name) else {
            return Err(self.reader.sexprs.error(name, "a name is wanted here"));
        };
        if self.reader.scope.function(text).is_some() {
            return Ok(());
        }
        let value = Value::Abstract(sort, text.into());
        let term = self.reader.terms.literal(value.clone(), sort);
        self.reader.bindings.entry(text).or_default().push(term);
        self.model.universes.entry(sort).or_default().push(value);
        Ok(())
    }

    fn define(&mut self) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        // Functions that only the model knows, such as z3's `k!0`, may be used before their definition.
        let mut own = Vec::new();
        for &[name, parameters, sort, body] in &self.definitions {
            let known =
                sexprs.symbol(name).is_some_and(|name| self.reader.scope.function(name).is_some());
            if !known && !is_choice(sexprs.symbol(name)) {
                let fun = self.reader.signature(name, parameters, sort)?;
                let name = self.reader.terms.function(fun).name.clone();
                self.reader.scope.add_function(name, fun);
                own.push((fun, parameters, body));
            }
        }
        for (fun, parameters, body) in own {
            self.reader.define_body(fun, parameters, body)?;
        }
        let mut definitions = std::mem::take(&mut self.definitions);
        // Arrays may refer to functions: `(_ as-array f)`.
        definitions.sort_by_key(|&[_, parameters, ..]| sexprs.items(parameters).next().is_none());
        for [name, parameters, sort, body] in definitions {
            self.definition(name, parameters, sort, body)?;
        }
        Ok(())
    }

    fn definition(
        &mut self,
        name: Sexpr,
        variables: Sexpr,
        sort: Sexpr,
        body: Sexpr,
    ) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let text = sexprs.symbol(name).unwrap_or("");
        let choice = CHOICES.iter().find(|(choice, _)| *choice == text).map(|(_, op)| *op);
        let fun = self.reader.scope.function(text);
        let (names, locals) = self.reader.sorted_variables(variables)?;
        let result = match (fun, choice) {
            (Some(fun), _) => {
                let function = self.reader.terms.function(fun);
                let sorts = locals.iter().map(|&local| self.reader.terms.local(local).1);
                if !matches!(function.kind, FunctionKind::Declared) {
                    return Ok(());
                }
                if !sorts.eq(function.parameters.iter().copied()) {
                    let message = format!("`{text}` takes other arguments in the script");
                    return Err(sexprs.error(variables, message));
                }
                function.result
            }
            _ => self.reader.sort(sort)?,
        };
        self.reader.bind_locals(&names, &locals);
        let body = self.reader.term_of(body, result);
        self.reader.unbind(&names);
        let body = body?;
        let interpretation = Interpretation::Function { locals: locals.into(), body };
        match (fun, choice) {
            (Some(fun), _) => self.model.set(fun, interpretation),
            (None, Some(op)) => self.model.set_choice(op, interpretation),
            (None, None) => {}
        }
        Ok(())
    }

    /// `(= a 1)`, `(a 1)`, `((f 1) 2)`, or yices' `(function f (type …) (= (f 1) 2) (default 3))`.
    fn equation(&mut self, entry: Sexpr) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let items: Vec<Sexpr> = sexprs.items(entry).collect();
        match (sexprs.head(entry), items.as_slice()) {
            (Some("function"), &[_, name, ref rows @ ..]) => self.function(name, rows),
            (Some("="), &[_, left, right]) => self.pair(left, right),
            (_, &[left, right]) => self.pair(left, right),
            _ => Err(sexprs.error(entry, "this is no part of a model that is known")),
        }
    }

    fn pair(&mut self, left: Sexpr, right: Sexpr) -> Result<(), Error> {
        let term = self.reader.term(left)?;
        let value = self.value(right, self.reader.terms.sort(term))?;
        let (fun, arguments) = match self.reader.terms.node(term) {
            Node::Call(fun, arguments) => (*fun, arguments.clone()),
            _ => return Ok(()),
        };
        if matches!(self.reader.terms.function(fun).kind, FunctionKind::Declared) {
            self.row(fun, &arguments, value);
        }
        Ok(())
    }

    /// A value, as a term without variables.
    fn value(&mut self, sexpr: Sexpr, sort: Sort) -> Result<Term, Error> {
        self.reader.term_of(sexpr, sort)
    }

    fn row(&mut self, fun: Fun, arguments: &Arguments, body: Term) {
        if arguments.is_empty() {
            self.model.set(fun, Interpretation::Function { locals: Box::default(), body });
            return;
        }
        let evaluate = |term: Term| {
            crate::eval::Evaluator::new(self.reader.terms).eval(&self.model, term).ok()
        };
        let key: Option<Vec<Value>> =
            arguments.iter().map(|&argument| evaluate(argument)).collect();
        let (Some(key), Some(value)) = (key, evaluate(body)) else { return };
        let empty = || Interpretation::Table { entries: IndexMap::default(), default: None };
        let entry = self.model.functions.entry(fun).or_insert_with(empty);
        if let Interpretation::Table { entries, .. } = entry {
            entries.insert(key, value);
        }
    }

    fn function(&mut self, name: Sexpr, rows: &[Sexpr]) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let Some(fun) = sexprs.symbol(name).and_then(|name| self.reader.scope.function(name))
        else {
            return Ok(());
        };
        for &row in rows {
            let items: Vec<Sexpr> = sexprs.items(row).collect();
            match (sexprs.head(row), items.as_slice()) {
                (Some("="), &[_, left, right]) => self.pair(left, right)?,
                (Some("default"), &[_, value]) => {
                    let sort = self.reader.terms.function(fun).result;
                    let term = self.value(value, sort)?;
                    let value =
                        crate::eval::Evaluator::new(self.reader.terms).eval(&self.model, term).ok();
                    let empty =
                        || Interpretation::Table { entries: IndexMap::default(), default: None };
                    let entry = self.model.functions.entry(fun).or_insert_with(empty);
                    if let Interpretation::Table { default, .. } = entry {
                        *default = value;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn is_choice(name: Option<&str>) -> bool {
    CHOICES.iter().any(|(choice, _)| Some(*choice) == name)
}

impl Reader<'_, '_> {
    /// z3's `(_ as-array f)`: the array of what a function gives.
    pub(crate) fn as_array(&mut self, function: Sexpr) -> Result<crate::parse::Head, Error> {
        let fun = self.sexprs.symbol(function).and_then(|name| self.scope.function(name));
        let Some(fun) = fun else {
            return Err(self.sexprs.error(function, "a function of the model is wanted here"));
        };
        let lambda = match &self.terms.function(fun).kind {
            FunctionKind::Defined(definition) => match (&*definition.locals, definition.body) {
                (&[local], Some(body)) => self.terms.bind(Binder::Lambda, &[local], body),
                _ => Err("an array of more than one index is not supported".to_owned()),
            },
            _ => Err("the function has no definition in the model".to_owned()),
        };
        let lambda = lambda.map_err(|message| self.sexprs.error(function, message))?;
        Ok(crate::parse::Head::Term(lambda))
    }
}
