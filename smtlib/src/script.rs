//! Scripts: commands over terms.

use std::sync::Arc;

use crate::function::Fun;
use crate::parse::scope::{Scope, SortSymbol};
use crate::sort::Sort;
use crate::term::{Term, Terms};

/// A command of SMT-LIB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `(assert term)`
    Assert(Term),
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (term …))`
    CheckSatAssuming(Vec<Term>),
    /// `(declare-const name sort)`
    DeclareConst(Fun),
    /// `(declare-fun name (sort …) sort)`
    DeclareFun(Fun),
    /// `(declare-sort name arity)`, by the number of its declaration.
    DeclareSort(u32),
    /// `(declare-datatype …)` and `(declare-datatypes …)`, by the numbers of their declarations.
    DeclareDatatypes(Vec<u32>),
    /// `(define-const name sort term)`
    DefineConst(Fun),
    /// `(define-fun name (variable …) sort term)`
    DefineFun(Fun),
    /// `(define-fun-rec …)` and `(define-funs-rec …)`
    DefineFunsRec(Vec<Fun>),
    /// `(define-sort name (parameter …) sort)`
    DefineSort(Arc<str>, Box<[Arc<str>]>, Sort),
    /// `(get-value (term …))`
    GetValue(Vec<Term>),
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(reset)`
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(set-logic name)`
    SetLogic(Arc<str>),
    /// A command that changes neither assertions nor names, as it was written, with single spaces.
    Other(Arc<str>),
}

/// A script: its commands, and all terms in them.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The terms.
    pub terms: Terms,
    /// What is known after the last command.
    pub(crate) scope: Scope,
    pub(crate) history: History,
}

/// The commands so far, and what is asserted after them.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    commands: Vec<Command>,
    queries: Vec<Query>,
    /// What is asserted now, and how much of it at each `push`.
    asserted: Vec<Term>,
    levels: Vec<usize>,
    /// Do declarations survive `pop`?
    global: bool,
}

/// What a `check-sat` asks: are these all true at once?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What was asserted when it was asked, and what it assumes.
    pub assertions: Vec<Term>,
    /// The functions known then.
    pub functions: Vec<Fun>,
}

impl Script {
    /// The commands, in order.
    pub fn commands(&self) -> &[Command] {
        &self.history.commands
    }

    /// What each `check-sat` of the script asks.
    ///
    /// A script without one asks at its end.
    pub fn queries(&self) -> Vec<Query> {
        match self.history.queries.as_slice() {
            [] => vec![self.last_query()],
            queries => queries.to_vec(),
        }
    }

    /// What the last `check-sat` asks, or the script at its end if there is none.
    pub(crate) fn last_query(&self) -> Query {
        let last = self.history.queries.last().cloned();
        last.unwrap_or_else(|| self.history.query(&self.scope, &[]))
    }

    /// Appends a command, whose terms and functions are of this script, and makes known what it
    /// declares.
    pub fn push(&mut self, command: Command) {
        self.history.push(&self.terms, &mut self.scope, command);
    }
}

impl History {
    /// What is asked after the commands so far.
    fn query(&self, scope: &Scope, assumed: &[Term]) -> Query {
        let assertions = self.asserted.iter().chain(assumed).copied().collect();
        Query { assertions, functions: scope.visible() }
    }

    /// Appends a command, and makes known in the scope what it declares.
    pub(crate) fn push(&mut self, terms: &Terms, scope: &mut Scope, command: Command) {
        match &command {
            Command::Assert(term) => self.asserted.push(*term),
            Command::CheckSat => self.queries.push(self.query(scope, &[])),
            Command::CheckSatAssuming(assumed) => self.queries.push(self.query(scope, assumed)),
            Command::Push(levels) => {
                for _ in 0..*levels {
                    self.levels.push(self.asserted.len());
                    scope.push();
                }
            }
            Command::Pop(levels) => {
                for _ in 0..*levels {
                    self.asserted.truncate(self.levels.pop().unwrap_or(0));
                    scope.pop(self.global);
                }
            }
            Command::Reset => {
                self.global = false;
                self.forget_assertions(scope);
                scope.clear();
            }
            Command::ResetAssertions => {
                self.forget_assertions(scope);
                if !self.global {
                    scope.clear();
                }
            }
            Command::Other(text) if **text == *"(set-option :global-declarations true)" => {
                self.global = true;
            }
            Command::DeclareConst(fun)
            | Command::DeclareFun(fun)
            | Command::DefineConst(fun)
            | Command::DefineFun(fun) => make_known(terms, scope, &[*fun]),
            Command::DefineFunsRec(funs) => make_known(terms, scope, funs),
            Command::DeclareSort(number) => {
                let name = terms.declarations[*number as usize].name.clone();
                scope.add_sort(name, SortSymbol::Declared(*number));
            }
            Command::DefineSort(name, parameters, sort) => {
                scope.add_sort(name.clone(), SortSymbol::Defined(parameters.clone(), *sort));
            }
            Command::DeclareDatatypes(numbers) => {
                for &number in numbers {
                    let declaration = &terms.declarations[number as usize];
                    scope.add_sort(declaration.name.clone(), SortSymbol::Declared(number));
                    make_known(terms, scope, &terms.datatype_functions(number));
                }
            }
            Command::GetValue(_) | Command::SetLogic(_) | Command::Other(_) => {}
        }
        self.commands.push(command);
    }

    fn forget_assertions(&mut self, scope: &mut Scope) {
        self.asserted.clear();
        self.levels.clear();
        scope.drop_levels();
    }
}

fn make_known(terms: &Terms, scope: &mut Scope, funs: &[Fun]) {
    for &fun in funs {
        scope.add_function(terms.function(fun).name.clone(), fun);
    }
}
