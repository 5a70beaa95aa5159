//! S-expressions into commands.

mod names;

use std::sync::Arc;

use smallvec::SmallVec;

use super::Reader;
use super::scope::SortSymbol;
use crate::error::Error;
use crate::function::{Definition, Fun, Function, FunctionKind, SortDeclaration};
use crate::script::Command;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::{Sort, SortKind};
use crate::term::Term;
use names::{BEYOND, KNOWN};

/// More levels than this are not opened at once.
const MAX_LEVELS: usize = 100_000;

impl<'a> Reader<'_, 'a> {
    /// The command that an S-expression is.
    pub(crate) fn command(&mut self, sexpr: Sexpr) -> Result<Command, Error> {
        let Some(name) = self.sexprs.head(sexpr) else {
            return Err(self.sexprs.error(sexpr, "a command is wanted here, such as (check-sat)"));
        };
        let parts: SmallVec<[Sexpr; 4]> = self.sexprs.items(sexpr).skip(1).collect();
        let wrong = |usage: &str| Err(self.sexprs.error(sexpr, format!("this command is {usage}")));
        let command = match (name, parts.as_slice()) {
            ("assert", &[term]) => Command::Assert(self.term_of(term, Sort::BOOL)?),
            ("assert", _) => return wrong("(assert <term>)"),
            // z3's tactic says how to look for the answer, not what is asked.
            ("check-sat", []) | ("check-sat-using", [_, ..]) => Command::CheckSat,
            ("check-sat-assuming", &[list]) => {
                Command::CheckSatAssuming(self.list(list, Some(Sort::BOOL))?)
            }
            ("declare-const", &[name, sort]) => {
                let sort = self.sort(sort)?;
                Command::DeclareConst(self.declare(name, &[], sort)?)
            }
            ("declare-const", _) => return wrong("(declare-const <name> <sort>)"),
            ("declare-fun", &[name, parameters, sort]) => {
                let parameters = self.sorts(parameters)?;
                let sort = self.sort(sort)?;
                Command::DeclareFun(self.declare(name, &parameters, sort)?)
            }
            ("declare-fun", _) => return wrong("(declare-fun <name> (<sort>*) <sort>)"),
            ("declare-sort", &[name, ref arity @ ..]) if arity.len() < 2 => {
                let arity = arity.first().map_or(Ok(0), |&arity| self.index(arity))?;
                Command::DeclareSort(self.declare_sort(name, arity as usize)?)
            }
            ("declare-datatype", &[name, definition]) => {
                Command::DeclareDatatypes(self.datatypes(&[(name, None)], &[definition])?)
            }
            ("declare-datatypes", &[names, definitions]) => {
                let names = self.datatype_names(names)?;
                let definitions: Vec<Sexpr> = self.sexprs.items(definitions).collect();
                Command::DeclareDatatypes(self.datatypes(&names, &definitions)?)
            }
            ("define-const", &[name, sort, body]) => {
                let sort = self.sort(sort)?;
                let body = self.term_of(body, sort)?;
                Command::DefineConst(self.define(name, sort, body)?)
            }
            ("define-fun", &[name, parameters, sort, body]) => {
                let fun = self.signature(name, parameters, sort)?;
                self.define_body(fun, Some(parameters), body)?;
                Command::DefineFun(fun)
            }
            ("define-fun", _) => {
                return wrong("(define-fun <name> ((<name> <sort>)*) <sort> <term>)");
            }
            ("define-fun-rec", &[name, parameters, sort, body]) => {
                Command::DefineFunsRec(self.define_recursive(&[[name, parameters, sort]], &[body])?)
            }
            ("define-funs-rec", &[signatures, bodies]) => {
                self.define_funs_rec(signatures, bodies)?
            }
            ("define-sort", &[name, parameters, sort]) => {
                self.define_sort(name, parameters, sort)?
            }
            ("get-value", &[list]) => Command::GetValue(self.list(list, None)?),
            ("push" | "pop", levels) if levels.len() < 2 => {
                let count = levels.first().map_or(Ok(1), |&levels| self.index(levels))?;
                self.level(sexpr, name, count)?
            }
            ("reset", []) => Command::Reset,
            ("reset-assertions", []) => Command::ResetAssertions,
            ("set-logic", &[logic]) => match self.sexprs.symbol(logic) {
                Some(logic) => Command::SetLogic(logic.into()),
                None => return wrong("(set-logic <name>)"),
            },
            _ => return self.other_command(sexpr, name, &parts),
        };
        Ok(command)
    }

    /// A command that changes neither assertions nor names, or none at all.
    fn other_command(&self, sexpr: Sexpr, name: &str, parts: &[Sexpr]) -> Result<Command, Error> {
        let is = |part: Sexpr, kind: Kind| self.sexprs.kind(part) == kind;
        let fits = match (name, parts) {
            ("set-option" | "set-info", &[keyword] | &[keyword, _])
            | ("get-info" | "get-option", &[keyword]) => is(keyword, Kind::Keyword),
            ("echo", &[text]) => is(text, Kind::String),
            (
                "exit"
                | "get-assertions"
                | "get-assignment"
                | "get-model"
                | "get-proof"
                | "get-unsat-assumptions"
                | "get-unsat-core",
                [],
            ) => true,
            _ => BEYOND.contains(&name),
        };
        if fits {
            return Ok(Command::Other(self.sexprs.spaced(sexpr).into()));
        }
        let message = match name {
            "declare-sort-parameter" => {
                "sort parameters (`declare-sort-parameter`) are not supported".to_owned()
            }
            _ if KNOWN.contains(&name) => {
                format!("`{name}` cannot be written so: see the standard for what it takes")
            }
            _ => format!("SMT-LIB has no command `{name}`"),
        };
        Err(self.sexprs.error(sexpr, message))
    }

    /// `push` and `pop`.
    fn level(&mut self, sexpr: Sexpr, name: &str, count: u32) -> Result<Command, Error> {
        let depth = self.scope.depth();
        if name == "push" {
            if depth + count as usize > MAX_LEVELS {
                return Err(self.sexprs.error(sexpr, format!("more than {MAX_LEVELS} levels")));
            }
            return Ok(Command::Push(count));
        }
        if depth < count as usize {
            let message = format!("there are {depth} levels to pop, not {count}");
            return Err(self.sexprs.error(sexpr, message));
        }
        Ok(Command::Pop(count))
    }

    /// A list of terms, all of one sort if it is given.
    pub(crate) fn list(&mut self, sexpr: Sexpr, sort: Option<Sort>) -> Result<Vec<Term>, Error> {
        if self.sexprs.kind(sexpr) != Kind::List {
            return Err(self.sexprs.error(sexpr, "a list of terms is wanted here"));
        }
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        let mut terms = Vec::with_capacity(items.len());
        for item in items {
            terms.push(match sort {
                Some(sort) => self.term_of(item, sort)?,
                None => self.term(item)?,
            });
        }
        Ok(terms)
    }

    fn sorts(&mut self, sexpr: Sexpr) -> Result<Vec<Sort>, Error> {
        if self.sexprs.kind(sexpr) != Kind::List {
            return Err(self.sexprs.error(sexpr, "a list of sorts is wanted here"));
        }
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        items.into_iter().map(|item| self.sort(item)).collect()
    }

    /// A name that no function has yet.
    pub(crate) fn new_name(&self, sexpr: Sexpr) -> Result<&'a str, Error> {
        let Some(name) = self.sexprs.symbol(sexpr) else {
            return Err(self.sexprs.error(sexpr, "a name is wanted here"));
        };
        if self.scope.function(name).is_some() {
            return Err(self.sexprs.error(sexpr, format!("`{name}` is declared already")));
        }
        Ok(name)
    }

    fn new_sort_name(&self, sexpr: Sexpr) -> Result<&'a str, Error> {
        match self.sexprs.symbol(sexpr) {
            None => Err(self.sexprs.error(sexpr, "a name is wanted here")),
            Some(name) if self.scope.sort(name).is_some() => {
                Err(self.sexprs.error(sexpr, format!("the sort `{name}` is declared already")))
            }
            Some(name) => Ok(name),
        }
    }

    fn declare(&mut self, name: Sexpr, parameters: &[Sort], result: Sort) -> Result<Fun, Error> {
        let name = self.new_name(name)?;
        for &sort in parameters.iter().chain([&result]) {
            self.terms.settle(sort);
        }
        Ok(self.terms.declare(name, parameters, result))
    }

    /// A new sort, by the number of its declaration.
    pub(crate) fn declare_sort(&mut self, name: Sexpr, arity: usize) -> Result<u32, Error> {
        let name: Arc<str> = self.new_sort_name(name)?.into();
        let number = u32::try_from(self.terms.declarations.len()).expect("fewer sorts than bytes");
        let parameters = Box::default();
        Arc::make_mut(&mut self.terms.declarations).push(SortDeclaration {
            name,
            arity,
            constructors: None,
            parameters,
        });
        Ok(number)
    }

    fn define(&mut self, name: Sexpr, result: Sort, body: Term) -> Result<Fun, Error> {
        let name = self.new_name(name)?;
        Ok(self.terms.add_function(Function {
            name: name.into(),
            parameters: Box::default(),
            result,
            kind: FunctionKind::Defined(Definition { locals: Box::default(), body: Some(body) }),
        }))
    }

    /// A function that will be defined.
    pub(crate) fn signature(
        &mut self,
        name: Sexpr,
        variables: Sexpr,
        sort: Sexpr,
    ) -> Result<Fun, Error> {
        let name = self.new_name(name)?;
        self.signature_of(name, Some(variables), sort)
    }

    /// The same, whose name may be taken.
    pub(crate) fn signature_of(
        &mut self,
        name: &str,
        variables: Option<Sexpr>,
        sort: Sexpr,
    ) -> Result<Fun, Error> {
        let (_, locals) = self.optional_variables(variables)?;
        let parameters = locals.iter().map(|&local| self.terms.local(local).1).collect();
        let result = self.sort(sort)?;
        let kind = FunctionKind::Defined(Definition { locals: locals.into(), body: None });
        Ok(self.terms.add_function(Function { name: name.into(), parameters, result, kind }))
    }

    /// Reads the body of a function whose signature was read.
    pub(crate) fn define_body(
        &mut self,
        fun: Fun,
        variables: Option<Sexpr>,
        body: Sexpr,
    ) -> Result<(), Error> {
        let (names, locals) = self.optional_variables(variables)?;
        let mark = self.bindings.mark();
        self.bind_locals(&names, &locals);
        let body = self.term_of(body, self.terms.function(fun).result)?;
        self.bindings.unbind(mark);
        let definition = Definition { locals: locals.into(), body: Some(body) };
        Arc::make_mut(&mut self.terms.functions)[fun.number()].kind =
            FunctionKind::Defined(definition);
        Ok(())
    }

    fn define_recursive(
        &mut self,
        signatures: &[[Sexpr; 3]],
        bodies: &[Sexpr],
    ) -> Result<Vec<Fun>, Error> {
        let mark = self.scope.mark();
        let mut funs = Vec::new();
        for &[name, variables, sort] in signatures {
            let fun = self.signature(name, variables, sort)?;
            self.scope.add_function(self.terms.function(fun).name.clone(), fun);
            funs.push(fun);
        }
        for ((&fun, &[_, variables, _]), &body) in funs.iter().zip(signatures).zip(bodies) {
            self.define_body(fun, Some(variables), body)?;
        }
        // They are known from the command on, which the script sees to.
        self.scope.forget(mark);
        Ok(funs)
    }

    fn define_funs_rec(&mut self, signatures: Sexpr, bodies: Sexpr) -> Result<Command, Error> {
        let mut parts = Vec::new();
        for signature in self.sexprs.items(signatures) {
            let items: Vec<Sexpr> = self.sexprs.items(signature).collect();
            let Ok(items) = <[Sexpr; 3]>::try_from(items) else {
                let message = "a signature is (<name> ((<name> <sort>)*) <sort>)";
                return Err(self.sexprs.error(signature, message));
            };
            parts.push(items);
        }
        let bodies_list: Vec<Sexpr> = self.sexprs.items(bodies).collect();
        if parts.is_empty() || parts.len() != bodies_list.len() {
            return Err(self.sexprs.error(bodies, "as many terms as signatures are wanted here"));
        }
        Ok(Command::DefineFunsRec(self.define_recursive(&parts, &bodies_list)?))
    }

    fn define_sort(
        &mut self,
        name: Sexpr,
        parameters: Sexpr,
        sort: Sexpr,
    ) -> Result<Command, Error> {
        let name = self.new_sort_name(name)?;
        let mark = self.scope.mark();
        let parameters = self.parameters(parameters)?;
        let sort = self.sort(sort);
        self.scope.forget(mark);
        Ok(Command::DefineSort(name.into(), parameters.into(), sort?))
    }

    /// Names that stand for sorts until they are forgotten.
    pub(crate) fn parameters(&mut self, sexpr: Sexpr) -> Result<Vec<Arc<str>>, Error> {
        let mut parameters = Vec::new();
        for parameter in self.sexprs.items(sexpr) {
            let Some(name) = self.sexprs.symbol(parameter) else {
                return Err(self.sexprs.error(parameter, "the name of a parameter is wanted here"));
            };
            let name: Arc<str> = name.into();
            let sort = self.terms.sorts.get(SortKind::Parameter(name.clone()));
            let sort = sort.expect("a parameter does not nest");
            self.scope.add_sort(name.clone(), SortSymbol::Parameter(sort));
            parameters.push(name);
        }
        Ok(parameters)
    }
}
