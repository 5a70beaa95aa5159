//! Terms of one script into another: with functions, sorts, values and models, and under other names
//! where a name is taken.

mod model;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::function::{Definition, Fun, Function, FunctionKind, SortDeclaration};
use crate::op::Op;
use crate::script::Command;
use crate::sort::{Sort, SortKind};
use crate::term::{Arguments, Attribute, AttributeValue, Case, Local, Node, Term, Terms};

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
    names: Names,
    /// The names of sorts that are taken, once a sort is declared.
    sort_names: Option<FxHashSet<Arc<str>>>,
    declarations: FxHashMap<u32, u32>,
    /// By the numbers of the sorts over here.
    sorts: Vec<Option<Sort>>,
    /// By the numbers of the functions over here.
    functions: Vec<Option<Fun>>,
    /// By the numbers of the terms over here.
    terms: Vec<Option<Term>>,
    locals: FxHashMap<Local, Local>,
    /// Definitions whose bodies are still to be taken over.
    bodies: Vec<(Fun, Term)>,
}

impl<'a> Import<'a> {
    /// Begins with nothing taken over.
    pub fn new(into: &'a mut Terms, from: &'a Terms) -> Self {
        let names = Names::of(into, from.functions.len() + from.locals());
        into.reserve(from.len());
        into.reserve_functions(from.functions.len());
        Self {
            into,
            from,
            names,
            sort_names: None,
            declarations: FxHashMap::default(),
            sorts: vec![None; from.sorts.len()],
            functions: vec![None; from.functions.len()],
            terms: vec![None; from.len()],
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
            if self.terms[term.number()].is_some() {
                stack.pop();
                continue;
            }
            let open = stack.len();
            for child in self.parts(term) {
                if self.terms[child.number()].is_none() {
                    stack.push(child);
                }
            }
            if stack.len() == open {
                let node = self.node(term);
                let sort = self.sort(self.from.sort(term));
                let to = self.into.get(node, sort);
                self.terms[term.number()] = Some(to);
                stack.pop();
            }
        }
        self.taken(root)
    }

    /// The term over there. Precondition: it was taken over.
    fn taken(&self, term: Term) -> Term {
        self.terms[term.number()].expect("parts are taken over first")
    }

    /// The terms that must be there first: children, and those of patterns.
    fn parts(&self, term: Term) -> Arguments {
        let mut parts = self.from.children(term);
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
                    Op::SeqEmpty(sort) => Op::SeqEmpty(self.sort(sort)),
                    without_sorts => without_sorts,
                };
                Node::Op(op, arguments.iter().map(|part| self.taken(*part)).collect())
            }
            Node::Call(fun, arguments) => {
                let fun = self.function(*fun);
                Node::Call(fun, arguments.iter().map(|part| self.taken(*part)).collect())
            }
            Node::Bind(binder, locals, body) => {
                Node::Bind(*binder, self.locals(locals), self.taken(*body))
            }
            Node::Match(scrutinee, cases) => {
                let cases = cases.iter().map(|case| Case {
                    constructor: case.constructor.map(|fun| self.function(fun)),
                    locals: self.locals(&case.locals),
                    body: self.taken(case.body),
                });
                let cases = cases.collect();
                Node::Match(self.taken(*scrutinee), cases)
            }
            Node::Annotated(inner, attributes) => {
                let attributes = attributes.iter().map(|attribute| Attribute {
                    value: match &attribute.value {
                        AttributeValue::Terms(terms) => AttributeValue::Terms(
                            terms.iter().map(|part| self.taken(*part)).collect(),
                        ),
                        other => other.clone(),
                    },
                    ..attribute.clone()
                });
                Node::Annotated(self.taken(*inner), attributes.collect())
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
        let name = if is_function {
            self.names.fresh(self.into, name)
        } else {
            self.names.take(name);
            name.clone()
        };
        let to = self.into.get_local(&name, sort);
        self.locals.insert(local, to);
        to
    }

    /// Returns the function over there.
    pub fn function(&mut self, fun: Fun) -> Fun {
        if let Some(known) = self.functions[fun.number()] {
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
                return self.functions[fun.number()].expect("it is one of its datatype's");
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
        self.functions[fun.number()] = Some(to);
        to
    }

    fn add(&mut self, function: &Function, kind: FunctionKind) -> Fun {
        let name = self.names.fresh(self.into, &function.name);
        let parameters = function.parameters.iter().map(|&sort| self.sort(sort)).collect();
        let result = self.sort(function.result);
        self.into.add_function(Function { name, parameters, result, kind })
    }

    /// Returns the sort over there. Recurses no deeper than a sort nests.
    pub fn sort(&mut self, sort: Sort) -> Sort {
        if let Some(known) = self.sorts[sort.number()] {
            return known;
        }
        let kind = match self.from.sorts.kind(sort).clone() {
            SortKind::Array(index, element) => {
                SortKind::Array(self.sort(index), self.sort(element))
            }
            SortKind::Sequence(element) => SortKind::Sequence(self.sort(element)),
            SortKind::Named { declaration, arguments, .. } => {
                let arguments = arguments.iter().map(|&argument| self.sort(argument)).collect();
                let declaration = self.declaration(declaration);
                let name = self.into.declarations[declaration as usize].name.clone();
                SortKind::Named { name, declaration, arguments }
            }
            plain @ (SortKind::Bool
            | SortKind::Int
            | SortKind::Real
            | SortKind::String
            | SortKind::RegLan
            | SortKind::RoundingMode
            | SortKind::BitVec(_)
            | SortKind::Float(_)
            | SortKind::Parameter(_)) => plain,
        };
        let to = self.into.sorts.get(kind).expect("it nests as deep as it did");
        self.sorts[sort.number()] = Some(to);
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
        let names = self.sort_names.get_or_insert_with(|| self.into.sort_names());
        let name = fresh(&declaration.name, |name| names.insert(name.clone()));
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
        self.functions[fun.number()] = Some(to);
        let selectors = selectors.iter().enumerate().map(|(field, &selector)| {
            let kind = FunctionKind::Selector { constructor: to, field };
            let new = self.add(from.function(selector), kind);
            self.functions[selector.number()] = Some(new);
            new
        });
        let selectors = selectors.collect();
        let name = format!("is-{}", self.into.function(to).name).into();
        let is = Function { name, ..from.function(*tester).clone() };
        let new = self.add(&is, FunctionKind::Tester { constructor: to });
        self.functions[tester.number()] = Some(new);
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
}

/// The names of functions and bound variables that are taken.
#[derive(Debug)]
enum Names {
    /// There are so few that those of the terms are looked through, and these, which the terms will
    /// have soon.
    Few(SmallVec<[Arc<str>; 8]>),
    All(FxHashSet<Arc<str>>),
}

/// Most names that are looked through one by one.
const FEW: usize = 64;

impl Names {
    /// The names of terms that will have this many more.
    fn of(terms: &Terms, more: usize) -> Self {
        let few = terms.functions.len() + terms.locals() + more <= FEW;
        if few { Self::Few(SmallVec::new()) } else { Self::All(terms.names()) }
    }

    /// Takes a name.
    fn take(&mut self, name: &Arc<str>) {
        match self {
            Self::Few(taken) => taken.push(name.clone()),
            Self::All(all) => {
                all.insert(name.clone());
            }
        }
    }

    /// Takes the name itself, or with a number behind it, and returns it.
    fn fresh(&mut self, terms: &Terms, stem: &Arc<str>) -> Arc<str> {
        let is_free = |name: &Arc<str>| match self {
            Self::Few(taken) => !terms.has_name(name) && !taken.contains(name),
            Self::All(all) => !all.contains(name),
        };
        let name = fresh(stem, is_free);
        self.take(&name);
        name
    }
}

/// The name itself, or with a number behind it: the first one that is free.
fn fresh(stem: &Arc<str>, mut is_free: impl FnMut(&Arc<str>) -> bool) -> Arc<str> {
    let mut name = stem.clone();
    let mut number = 1_u64;
    while !is_free(&name) {
        name = format!("{stem}!{number}").into();
        number += 1;
    }
    name
}
