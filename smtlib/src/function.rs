//! Functions and declared sorts: what a script says of a name.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::sort::{Sort, SortKind};
use crate::term::{Local, Node, Term, Terms};

/// A function of a [`Terms`]; a constant is a function without parameters. `(declare-fun f (Int)
/// Int)` makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fun(u32);

impl Fun {
    /// The function's number: functions are numbered in the order they were declared.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A name that can be applied. `f` in `(declare-fun f (Int) Int)` is one.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// The sorts of its arguments; those of a datatype's functions may have parameters.
    pub parameters: Box<[Sort]>,
    /// The sort of what it gives.
    pub result: Sort,
    /// Everything known of it.
    pub kind: FunctionKind,
}

impl Function {
    /// Returns whether it builds a value of a datatype.
    pub fn is_constructor(&self) -> bool {
        matches!(self.kind, FunctionKind::Constructor { .. })
    }
}

/// Everything known of a function. `(declare-const x Int)` declares, `(define-fun y () Int 3)`
/// defines, and a datatype brings constructors, selectors and testers.
#[derive(Clone, Debug)]
pub enum FunctionKind {
    /// Nothing but its sorts.
    Declared,
    /// A function with a definition.
    Defined(Definition),
    /// It builds a value of a datatype.
    Constructor {
        /// Number of the datatype's constructor, from 0.
        number: usize,
        /// Its selectors.
        selectors: Box<[Fun]>,
        /// Its tester.
        tester: Fun,
    },
    /// It gives a field of what the constructor built.
    Selector {
        /// The constructor.
        constructor: Fun,
        /// Number of the field, from 0.
        field: usize,
    },
    /// It says whether the constructor built a value.
    Tester {
        /// The constructor.
        constructor: Fun,
    },
    /// It gives the value with another field.
    Updater {
        /// The selector of the field.
        selector: Fun,
    },
}

/// A function's definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its parameters.
    pub locals: Box<[Local]>,
    /// Term that it stands for. `None` while the definition is being read. `None` while the
    /// definition is being read.
    pub body: Option<Term>,
}

/// A sort that a script declares. `(declare-sort U 0)` is one.
#[derive(Clone, Debug)]
pub struct SortDeclaration {
    /// Its name.
    pub name: Arc<str>,
    /// Number of arguments.
    pub arity: usize,
    /// If it is a datatype: its constructors.
    pub constructors: Option<Box<[Fun]>>,
    /// If it is a datatype: the names of its parameters.
    pub parameters: Box<[Arc<str>]>,
}

/// The most sorts whose parts are made known.
const MOST_SETTLED: usize = 1 << 14;

impl Terms {
    /// A new function.
    pub fn add_function(&mut self, function: Function) -> Fun {
        let number =
            u32::try_from(self.functions.len()).expect("fewer functions than bytes of text");
        Arc::make_mut(&mut self.functions).push(function);
        Fun(number)
    }

    /// A new function without a definition.
    pub fn declare(&mut self, name: &str, parameters: &[Sort], result: Sort) -> Fun {
        let kind = FunctionKind::Declared;
        self.add_function(Function {
            name: name.into(),
            parameters: parameters.into(),
            result,
            kind,
        })
    }

    /// A function.
    pub fn function(&self, fun: Fun) -> &Function {
        &self.functions[fun.number()]
    }

    /// All functions, in the order they were declared.
    pub fn functions(&self) -> impl Iterator<Item = (Fun, &Function)> {
        (0..).map(Fun).zip(self.functions.iter())
    }

    /// Returns whether the function may call itself. A definition that does not can only use
    /// earlier ones.
    pub(crate) fn is_recursive(&self, fun: Fun) -> bool {
        let FunctionKind::Defined(definition) = &self.function(fun).kind else { return false };
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Term> = definition.body.into_iter().collect();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Call(called, _) = self.node(term)
                && *called >= fun
                && matches!(self.function(*called).kind, FunctionKind::Defined(_))
            {
                return true;
            }
            stack.extend(self.children(term));
        }
        false
    }

    /// The constructors of a datatype; `None` for any other sort.
    pub fn constructors(&self, sort: Sort) -> Option<&[Fun]> {
        self.declaration(sort)?.constructors.as_deref()
    }

    /// The declaration of a declared sort or datatype.
    pub fn declaration(&self, sort: Sort) -> Option<&SortDeclaration> {
        match self.sorts.kind(sort) {
            SortKind::Named { declaration, .. } => Some(&self.declarations[*declaration as usize]),
            _ => None,
        }
    }

    /// The sorts of a constructor's fields in a datatype's instance: `cons` in `(List Int)` has
    /// `Int` and `(List Int)`. `None` if one of them nests too deep.
    pub fn field_sorts(&mut self, constructor: Fun, sort: Sort) -> Option<Vec<Sort>> {
        let mut binding = Vec::new();
        let function = &self.functions[constructor.number()];
        let (parameters, result) = (function.parameters.clone(), function.result);
        self.sorts.unify(result, sort, &mut binding);
        parameters.iter().map(|&parameter| self.sorts.instantiate(parameter, &binding)).collect()
    }

    /// Makes the sorts known that values of a sort are made of, so that all of them can be built.
    ///
    /// A datatype that nests into ever larger instances of itself has infinitely many: some
    /// thousands are made.
    pub(crate) fn settle(&mut self, sort: Sort) {
        let mut stack = vec![sort];
        while let Some(sort) = stack.pop() {
            let is_plain = !matches!(
                self.sorts.kind(sort),
                SortKind::Array(..) | SortKind::Sequence(_) | SortKind::Named { .. }
            );
            let is_known = is_plain || self.settled.contains(&sort);
            if is_known || self.settled.len() >= MOST_SETTLED {
                continue;
            }
            Arc::make_mut(&mut self.settled).insert(sort);
            stack.extend(self.sorts.array(sort).into_iter().flat_map(|(i, e)| [i, e]));
            stack.extend(self.sorts.sequence(sort));
            let constructors = self.constructors(sort).map(<[Fun]>::to_vec);
            for constructor in constructors.into_iter().flatten() {
                stack.extend(self.field_sorts(constructor, sort).into_iter().flatten());
            }
        }
    }

    /// The only sort without parameters that a constructor can build a value of, if it has
    /// parameters and there is just one such sort in the script.
    pub(crate) fn only_instance(&self, constructor: Fun) -> Option<Sort> {
        let function = self.function(constructor);
        if !function.is_constructor() || !self.sorts.has_parameter(function.result) {
            return None;
        }
        let fits = |&sort: &Sort| {
            !self.sorts.has_parameter(sort)
                && self.sorts.unify(function.result, sort, &mut Vec::new())
        };
        let mut instances = self.sorts.all().filter(fits);
        instances.next().filter(|_| instances.next().is_none())
    }

    /// Returns whether a constructor's sort must be written, since neither name nor arguments tell
    /// it.
    pub(crate) fn wants_sort(&self, constructor: Fun) -> bool {
        self.sorts.has_parameter(self.function(constructor).result)
            || self.overloaded.contains(&constructor)
    }

    /// The constructors of a datatype, each with its selectors and its tester.
    pub(crate) fn datatype_functions(&self, declaration: u32) -> Vec<Fun> {
        let constructors = self.declarations[declaration as usize].constructors.as_deref();
        let mut funs = Vec::new();
        for &constructor in constructors.into_iter().flatten() {
            funs.push(constructor);
            if let FunctionKind::Constructor { selectors, tester, .. } =
                &self.function(constructor).kind
            {
                funs.extend(selectors.iter().copied());
                funs.push(*tester);
            }
        }
        funs
    }

    /// `(_ update selector)`: the function that gives a value with another field.
    pub(crate) fn updater(&mut self, selector: Fun) -> Fun {
        if let Some(&known) = self.updaters.get(&selector) {
            return known;
        }
        let function = self.function(selector);
        let (name, data, field) = (function.name.clone(), function.parameters[0], function.result);
        let updater = self.add_function(Function {
            name,
            parameters: Box::new([data, field]),
            result: data,
            kind: FunctionKind::Updater { selector },
        });
        Arc::make_mut(&mut self.updaters).insert(selector, updater);
        updater
    }
}
