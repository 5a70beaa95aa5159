//! Text into scripts, and S-expressions into sorts and terms.

mod algebraic;
mod annotation;
mod binding;
mod cases;
mod command;
mod datatype;
mod fitting;
mod identifier;
mod polynomial;
pub(crate) mod scope;
mod sort;
mod term;
mod wanted;
mod witness;

use crate::error::Error;
use crate::script::Script;
use crate::sexpr::Sexprs;
use crate::term::{Term, Terms};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(crate) use binding::Bindings;
use scope::Scope;
use term::Forms;

pub(crate) use identifier::Head;

/// Everything needed to read the terms of a text. After an error it reads no more.
pub(crate) struct Reader<'r, 'a> {
    pub(crate) sexprs: &'r Sexprs<'a>,
    pub(crate) terms: &'r mut Terms,
    pub(crate) scope: &'r mut Scope,
    pub(crate) bindings: Bindings<'a>,
    forms: Forms<'a>,
    /// Whether `\x41` and its like are escapes in strings, as old releases of z3 have it.
    pub(crate) old_strings: bool,
    /// Whether a model is being read. There a name may stand for what fits: solvers leave the sort
    /// out of constructors such as `nil`, and give elements of different sorts the same name.
    pub(crate) in_model: bool,
    /// The elements of declared sorts that the model names: those of each name, of different sorts.
    pub(crate) elements: FxHashMap<&'a str, SmallVec<[Term; 1]>>,
    /// Number of patterns around the reader.
    pub(crate) pattern_depth: usize,
    /// Number of witnesses without a name that were read.
    nameless: usize,
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
            bindings: Bindings::default(),
            forms: Forms::default(),
            old_strings: false,
            in_model: false,
            elements: FxHashMap::default(),
            pattern_depth: 0,
            nameless: 0,
        }
    }

    /// Returns the same reader, which knows names that another text bound.
    pub(crate) fn with_bindings(self, bindings: Bindings<'a>) -> Self {
        Reader { bindings, ..self }
    }
}

impl Script {
    /// The script that a text is, up to its `(exit)` if it has one.
    ///
    /// Costs time linear in the text. The error is the first there is, at its line and column.
    pub fn parse(text: &str) -> Result<Script, Error> {
        let mut sexprs = Sexprs::begin(text);
        let mut script = Script::default();
        // A term that was not there before takes about this many bytes.
        script.terms.reserve(text.len() / 16);
        let (mut bindings, mut forms) = (Bindings::default(), Forms::default());
        let mut is_blocked = false;
        while let Some(sexpr) = sexprs.advance()? {
            match sexprs.head(sexpr) {
                Some("block-model" | "block-model-values") => is_blocked = true,
                Some("reset" | "reset-assertions") => is_blocked = false,
                Some(check) if check.starts_with("check-sat") && is_blocked => {
                    let message = "what this asks depends on the model that `block-model` excludes";
                    return Err(sexprs.error(sexpr, message));
                }
                _ => {}
            }
            let is_end = sexprs.head(sexpr) == Some("exit");
            let reader = Reader::new(&sexprs, &mut script.terms, &mut script.scope);
            // Its lists are kept from one command to the next.
            let mut reader = Reader { bindings, forms, ..reader };
            let command = reader.command(sexpr)?;
            (bindings, forms) = (reader.bindings, reader.forms);
            script.push(command);
            if is_end {
                break;
            }
        }
        Ok(script)
    }
}
