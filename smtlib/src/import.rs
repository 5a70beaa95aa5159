//! Terms of one script into another: with functions, sorts, values and models, and under other names
//! where a name is taken.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::function::{Definition, Fun, Function, FunctionKind, SortDeclaration};
use crate::model::{Interpretation, Model};
use crate::op::Op;
use crate::script::Command;
use crate::sort::{Sort, SortKind};
use crate::term::{Attribute, AttributeValue, Case, Local, Node, Term, Terms};
use crate::value::{Array, Data, Value};

/// Takes over terms and what they need, each once.
///
/// ```
/// use smtlib::{Import, Script};
///
/// let mut first = Script::parse("(declare-const a Int)(assert (> a 1))")?;
/// let second = Script::parse("(declare-const a Bool)(assert (not a))")?;
/// let mut import = Import::new(&mut first.terms, &second.terms);
/// let term = import.term(second.queries()[0].assertions[0]);
/// assert_eq!(first.terms.text(term), "(not a!1)");
/// # Ok::<(), smtlib::Error>(())
/// ```
#[derive(Debug)]
pub struct Import<'a> {
    into: &'a mut Terms,
    from: &'a Terms,
    /// The names of functions and bound variables that are taken.
    names: FxHashSet<Arc<str>>,
    /// The names of sorts that are taken.
    sort_names: FxHashSet<Arc<str>>,
    declarations: FxHashMap<u32, u32>,
    sorts: FxHashMap<Sort, Sort>,
    functions: FxHashMap<Fun, Fun>,
    terms: FxHashMap<Term, Term>,
    locals: FxHashMap<Local, Local>,
    /// Definitions whose bodies are still to be taken over.
    bodies: Vec<(Fun, Term)>,
}

impl<'a> Import<'a> {
    /// Begins with nothing taken over.
    pub fn new(into: &'a mut Terms, from: &'a Terms) -> Self {
        let (names, sort_names) = (into.names(), into.sort_names());
        Self {
            into,
            from,
            names,
            sort_names,
            declarations: FxHashMap::default(),
            sorts: FxHashMap::default(),
            functions: FxHashMap::default(),
            terms: FxHashMap::default(),
            locals: FxHashMap::default(),
            bodies: Vec::new(),
        }
    }

    /// Returns the term over there.
    ///
    /// Costs time linear in the distinct subterms that were not taken over before.
    pub fn term(&mut self, term: Term) -> Term {
        let to = self.take(term);
        self.take_bodies();
        to
    }

    /// Takes over the bodies of the definitions that are here already.
    fn take_bodies(&mut self) {
        while let Some((fun, body)) = self.bodies.pop() {
            let body = self.take(body);
            let function = &mut Arc::make_mut(&mut self.into.functions)[fun.number()];
            if let FunctionKind::Defined(definition) = &mut function.kind {
                definition.body = Some(body);
            }
        }
    }

    fn take(&mut self, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.terms.contains_key(&term) {
                stack.pop();
                continue;
            }
            let open = stack.len();
            for child in self.parts(term) {
                if !self.terms.contains_key(&child) {
                    stack.push(child);
                }
            }
            if stack.len() == open {
                let node = self.node(term);
                let sort = self.sort(self.from.sort(term));
                let to = self.into.get(node, sort);
                self.terms.insert(term, to);
                stack.pop();
            }
        }
        self.terms[&root]
    }

    /// The terms that must be there first: children, and those of patterns.
    fn parts(&self, term: Term) -> Vec<Term> {
        let mut parts = self.from.children(term).to_vec();
        if let Node::Annotated(_, attributes) = self.from.node(term) {
            for attribute in attributes {
                if let AttributeValue::Terms(terms) = &attribute.value {
                    parts.extend(terms.iter().copied());
                }
            }
        }
        parts
    }

    /// The node of a term whose parts are there.
    fn node(&mut self, term: Term) -> Node {
        let from = self.from;
        match from.node(term) {
            Node::Literal(value) => Node::Literal(self.value(value)),
            Node::Local(local) => Node::Local(self.local(*local)),
            Node::Op(op, arguments) => {
                let op = match *op {
                    Op::ConstArray(sort) => Op::ConstArray(self.sort(sort)),
                    other => other,
                };
                Node::Op(op, arguments.iter().map(|part| self.terms[part]).collect())
            }
            Node::Call(fun, arguments) => {
                let fun = self.function(*fun);
                Node::Call(fun, arguments.iter().map(|part| self.terms[part]).collect())
            }
            Node::Bind(binder, locals, body) => {
                Node::Bind(*binder, self.locals(locals), self.terms[body])
            }
            Node::Match(scrutinee, cases) => {
                let cases = cases.iter().map(|case| Case {
                    constructor: case.constructor.map(|fun| self.function(fun)),
                    locals: self.locals(&case.locals),
                    body: self.terms[&case.body],
                });
                let cases = cases.collect();
                Node::Match(self.terms[scrutinee], cases)
            }
            Node::Annotated(inner, attributes) => {
                let attributes = attributes.iter().map(|attribute| Attribute {
                    value: match &attribute.value {
                        AttributeValue::Terms(terms) => AttributeValue::Terms(
                            terms.iter().map(|part| self.terms[part]).collect(),
                        ),
                        other => other.clone(),
                    },
                    ..attribute.clone()
                });
                Node::Annotated(self.terms[inner], attributes.collect())
            }
        }
    }

    fn locals(&mut self, locals: &[Local]) -> Box<[Local]> {
        locals.iter().map(|&local| self.local(local)).collect()
    }

    /// Two variables of a name may be the same: what is taken over never lies below what was there.
    fn local(&mut self, local: Local) -> Local {
        if let Some(&known) = self.locals.get(&local) {
            return known;
        }
        let (name, sort) = self.from.local(local);
        let sort = self.sort(sort);
        let is_function = self.into.functions().any(|(_, function)| function.name == *name);
        let name = if is_function { fresh(&mut self.names, name) } else { name.clone() };
        self.names.insert(name.clone());
        let to = self.into.get_local(&name, sort);
        self.locals.insert(local, to);
        to
    }

    /// Returns the function over there.
    pub fn function(&mut self, fun: Fun) -> Fun {
        if let Some(&known) = self.functions.get(&fun) {
            return known;
        }
        let from = self.from;
        let function = from.function(fun);
        let to = match &function.kind {
            FunctionKind::Updater { selector } => {
                let selector = self.function(*selector);
                self.into.updater(selector)
            }
            FunctionKind::Constructor { .. }
            | FunctionKind::Selector { .. }
            | FunctionKind::Tester { .. } => {
                let datatype = match &function.kind {
                    FunctionKind::Constructor { .. } => function.result,
                    _ => function.parameters[0],
                };
                // Its functions come with it.
                self.sort(datatype);
                return self.functions[&fun];
            }
            FunctionKind::Declared => self.add(function, FunctionKind::Declared),
            FunctionKind::Defined(Definition { locals, body }) => {
                let locals = self.locals(locals);
                let kind = FunctionKind::Defined(Definition { locals, body: None });
                let to = self.add(function, kind);
                self.bodies.extend(body.map(|body| (to, body)));
                to
            }
        };
        self.functions.insert(fun, to);
        to
    }

    fn add(&mut self, function: &Function, kind: FunctionKind) -> Fun {
        let name = fresh(&mut self.names, &function.name);
        let parameters = function.parameters.iter().map(|&sort| self.sort(sort)).collect();
        let result = self.sort(function.result);
        self.into.add_function(Function { name, parameters, result, kind })
    }

    /// Returns the sort over there. Recurses no deeper than a sort nests.
    pub fn sort(&mut self, sort: Sort) -> Sort {
        if let Some(&known) = self.sorts.get(&sort) {
            return known;
        }
        let kind = match self.from.sorts.kind(sort).clone() {
            SortKind::Array(index, element) => {
                SortKind::Array(self.sort(index), self.sort(element))
            }
            SortKind::Named { declaration, arguments, .. } => {
                let arguments = arguments.iter().map(|&argument| self.sort(argument)).collect();
                let declaration = self.declaration(declaration);
                let name = self.into.declarations[declaration as usize].name.clone();
                SortKind::Named { name, declaration, arguments }
            }
            other => other,
        };
        let to = self.into.sorts.get(kind).expect("it nests as deep as it did");
        self.sorts.insert(sort, to);
        if self.from.settled.contains(&sort) {
            self.into.settle(to);
        }
        to
    }

    /// Takes over the declaration of a sort, by its number, and all functions of a datatype.
    fn declaration(&mut self, number: u32) -> u32 {
        if let Some(&known) = self.declarations.get(&number) {
            return known;
        }
        let from = self.from;
        let declaration = &from.declarations[number as usize];
        let to = u32::try_from(self.into.declarations.len()).expect("fewer sorts than bytes");
        self.declarations.insert(number, to);
        let name = fresh(&mut self.sort_names, &declaration.name);
        Arc::make_mut(&mut self.into.declarations).push(SortDeclaration {
            name,
            constructors: None,
            ..declaration.clone()
        });
        if let Some(constructors) = &declaration.constructors {
            let constructors = constructors.iter().map(|&fun| self.constructor(fun));
            let constructors = constructors.collect();
            Arc::make_mut(&mut self.into.declarations)[to as usize].constructors =
                Some(constructors);
        }
        to
    }

    /// A constructor with its selectors and its tester.
    fn constructor(&mut self, fun: Fun) -> Fun {
        let from = self.from;
        let function = from.function(fun);
        let FunctionKind::Constructor { number, selectors, tester } = &function.kind else {
            unreachable!("datatypes have constructors")
        };
        let to = self.add(function, FunctionKind::Declared);
        self.functions.insert(fun, to);
        let selectors = selectors.iter().enumerate().map(|(field, &selector)| {
            let kind = FunctionKind::Selector { constructor: to, field };
            let new = self.add(from.function(selector), kind);
            self.functions.insert(selector, new);
            new
        });
        let selectors = selectors.collect();
        let name = format!("is-{}", self.into.function(to).name).into();
        let is = Function { name, ..from.function(*tester).clone() };
        let new = self.add(&is, FunctionKind::Tester { constructor: to });
        self.functions.insert(*tester, new);
        Arc::make_mut(&mut self.into.functions)[to.number()].kind =
            FunctionKind::Constructor { number: *number, selectors, tester: new };
        to
    }

    /// Returns a declaration over there; `None` of a command that declares no function and no sort
    /// of its own.
    pub fn command(&mut self, command: &Command) -> Option<Command> {
        Some(match command {
            Command::DeclareConst(fun) => Command::DeclareConst(self.function(*fun)),
            Command::DeclareFun(fun) => Command::DeclareFun(self.function(*fun)),
            Command::DefineConst(fun) => Command::DefineConst(self.defined(*fun)),
            Command::DefineFun(fun) => Command::DefineFun(self.defined(*fun)),
            Command::DefineFunsRec(funs) => {
                Command::DefineFunsRec(funs.iter().map(|&fun| self.defined(fun)).collect())
            }
            Command::DeclareSort(number) => Command::DeclareSort(self.declaration(*number)),
            Command::DeclareDatatypes(numbers) => Command::DeclareDatatypes(
                numbers.iter().map(|&number| self.declaration(number)).collect(),
            ),
            _ => return None,
        })
    }

    fn defined(&mut self, fun: Fun) -> Fun {
        let to = self.function(fun);
        self.take_bodies();
        to
    }

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
            other => other.clone(),
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

/// The name itself, or with a number behind it; it is taken from now on.
fn fresh(names: &mut FxHashSet<Arc<str>>, stem: &Arc<str>) -> Arc<str> {
    let mut name = stem.clone();
    let mut number = 1_u64;
    while !names.insert(name.clone()) {
        name = format!("{stem}!{number}").into();
        number += 1;
    }
    name
}
