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
    commands: Vec<Command>,
    /// Names that are known after the last command.
    pub(crate) scope: Scope,
    queries: Vec<Query>,
    /// Terms that are asserted now, and their number at each `push`.
    asserted: Vec<Term>,
    levels: Vec<usize>,
    /// Whether declarations survive `pop`.
    global: bool,
}

/// The question of one `check-sat`: are these all true at once?
#[derive(Clone, Debug)]
pub struct Query {
    /// The assertions that hold when it is asked, and what it assumes.
    pub assertions: Vec<Term>,
    /// The functions known then.
    pub functions: Vec<Fun>,
    /// The names known then: the model that answers this question is read in them.
    pub(crate) names: Arc<Scope>,
}

impl Script {
    /// The commands, in order.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// Returns the query of each `check-sat` of the script.
    ///
    /// A script without one asks at its end.
    pub fn queries(&self) -> Vec<Query> {
        if self.queries.is_empty() { vec![self.query(&[])] } else { self.queries.clone() }
    }

    /// Returns the question of the last `check-sat`, or of the script at its end if there is none.
    pub(crate) fn last_query(&self) -> Query {
        self.queries.last().cloned().unwrap_or_else(|| self.query(&[]))
    }

    /// A check that follows another one with no declaration between them shares its names, so
    /// that a script of many checks does not keep as many copies of them.
    fn query(&self, assumed: &[Term]) -> Query {
        let assertions = self.asserted.iter().chain(assumed).copied().collect();
        match self.queries.last() {
            Some(last) if last.names.version() == self.scope.version() => {
                Query { assertions, ..last.clone() }
            }
            _ => {
                let functions = self.scope.visible();
                Query { assertions, functions, names: Arc::new(self.scope.clone()) }
            }
        }
    }

    /// Appends a command, whose terms and functions are of this script, and makes known what it
    /// declares.
    pub fn push(&mut self, command: Command) {
        match &command {
            Command::Assert(term) => self.asserted.push(*term),
            Command::CheckSat => self.queries.push(self.query(&[])),
            Command::CheckSatAssuming(terms) => self.queries.push(self.query(terms)),
            Command::Push(levels) => {
                for _ in 0..*levels {
                    self.levels.push(self.asserted.len());
                    self.scope.push();
                }
            }
            Command::Pop(levels) => {
                for _ in 0..*levels {
                    self.asserted.truncate(self.levels.pop().unwrap_or(0));
                    self.scope.pop(self.global);
                }
            }
            Command::Reset => {
                self.global = false;
                self.forget_assertions();
                self.scope.clear();
            }
            Command::ResetAssertions => {
                self.forget_assertions();
                if !self.global {
                    self.scope.clear();
                }
            }
            Command::Other(text) if **text == *"(set-option :global-declarations true)" => {
                self.global = true;
            }
            Command::DeclareConst(fun)
            | Command::DeclareFun(fun)
            | Command::DefineConst(fun)
            | Command::DefineFun(fun) => self.make_known(&[*fun]),
            Command::DefineFunsRec(funs) => self.make_known(funs),
            Command::DeclareSort(number) => {
                let name = self.terms.declarations[*number as usize].name.clone();
                self.scope.add_sort(name, SortSymbol::Declared(*number));
            }
            Command::DefineSort(name, parameters, sort) => {
                self.scope.add_sort(name.clone(), SortSymbol::Defined(parameters.clone(), *sort));
                if parameters.is_empty() {
                    self.terms.sorts.give_name(*sort, name);
                }
            }
            Command::DeclareDatatypes(numbers) => {
                for &number in numbers {
                    let declaration = &self.terms.declarations[number as usize];
                    self.scope.add_sort(declaration.name.clone(), SortSymbol::Declared(number));
                    self.make_known(&self.terms.datatype_functions(number));
                }
            }
            Command::GetValue(_) | Command::SetLogic(_) | Command::Other(_) => {}
        }
        if matches!(command, Command::Pop(_) | Command::Reset | Command::ResetAssertions) {
            let scope = &self.scope;
            self.terms.sorts.retain_names(|name, sort| {
                matches!(scope.sort(name), Some(SortSymbol::Defined(_, to)) if *to == sort)
            });
        }
        self.commands.push(command);
    }

    fn make_known(&mut self, funs: &[Fun]) {
        for &fun in funs {
            self.scope.add_function(self.terms.function(fun).name.clone(), fun);
        }
    }

    fn forget_assertions(&mut self) {
        self.asserted.clear();
        self.levels.clear();
        self.scope.drop_levels();
    }
}
