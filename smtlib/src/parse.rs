//! Text into scripts, and S-expressions into sorts and terms.

mod algebraic;
mod command;
mod datatype;
mod identifier;
pub(crate) mod scope;
mod sort;
mod term;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::error::Error;
use crate::script::Script;
use crate::sexpr::Sexprs;
use crate::term::{Term, Terms};
use scope::Scope;

pub(crate) use identifier::Head;

/// What is needed to read the terms of a text.
pub(crate) struct Reader<'r, 'a> {
    pub(crate) sexprs: &'r Sexprs<'a>,
    pub(crate) terms: &'r mut Terms,
    pub(crate) scope: &'r mut Scope,
    /// What the names of bound variables and of `let` stand for, innermost last.
    pub(crate) bindings: FxHashMap<&'a str, SmallVec<[Term; 2]>>,
    /// The names of the bound variables in scope, and how often each is bound.
    pub(crate) local_names: FxHashMap<Arc<str>, usize>,
    /// Are `\x41` and its like escapes in strings, as old releases of z3 have it?
    pub(crate) old_strings: bool,
    /// May a constructor such as `nil` be written without its sort, as z3 does in models?
    pub(crate) bare_constructors: bool,
    /// How many patterns the reader is inside of.
    pub(crate) pattern_depth: usize,
}

impl<'r, 'a> Reader<'r, 'a> {
    pub(crate) fn new(
        sexprs: &'r Sexprs<'a>,
        terms: &'r mut Terms,
        scope: &'r mut Scope,
    ) -> Reader<'r, 'a> {
        Reader {
            sexprs,
            terms,
            scope,
            bindings: FxHashMap::default(),
            local_names: FxHashMap::default(),
            old_strings: false,
            bare_constructors: false,
            pattern_depth: 0,
        }
    }
}

impl Script {
    /// The script that a text is.
    ///
    /// Costs time linear in the text. The error is the first there is, at its line and column.
    pub fn parse(text: &str) -> Result<Script, Error> {
        let sexprs = Sexprs::read(text)?;
        let mut script = Script::default();
        // About one S-expression in four is a term that was not there before.
        script.terms.reserve(sexprs.len() / 4);
        for sexpr in sexprs.top() {
            let mut reader = Reader::new(&sexprs, &mut script.terms, &mut script.scope);
            let command = reader.command(sexpr)?;
            script.push(command);
        }
        Ok(script)
    }
}
