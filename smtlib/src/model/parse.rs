//! The text of a model into what it says of a script's functions.
//!
//! Solvers print models as a list of definitions, with or without the word `model` before them,
//! as equations (yices), or as pairs of terms and values (`get-value`).

use rustc_hash::FxHashMap;

use super::definition::Definition;
use super::quote::quote_sorts;
use super::{Heard, Model};
use crate::error::Error;
use crate::parse::scope::Scope;
use crate::parse::{Bindings, Reader};
use crate::script::{Query, Script};
use crate::sexpr::{Kind, Sexpr, Sexprs};

/// Way in which strings are written.
///
/// A text alone does not always tell: `"\x41"` is one letter to z3 4.8.10 and four characters to
/// z3 4.8.11. A list that begins with the word `model` does, for z3 printed it to 4.8.9, and cvc4
/// and yices print no string that the two read differently: such a list is always read as of old.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// SMT-LIB 2.6 and later, and z3 from 4.8.11 on.
    #[default]
    Standard,
    /// Strings as z3 to 4.8.10 prints them: `\x0a` and `\n` are escapes, and `\\` is one backslash.
    OldStrings,
}

/// The texts that a solver printed about one model.
#[derive(Clone, Copy)]
pub(crate) struct Printed<'a> {
    /// The model itself.
    pub(crate) text: &'a str,
    /// Questions such as `(get-value (a))`, each with its answer.
    pub(crate) exchanges: &'a [(&'a str, &'a str)],
    pub(crate) dialect: Dialect,
}

impl Model {
    /// The model that a solver printed for a script: the answer to `get-model` or `get-value`.
    ///
    /// Words outside of parentheses, such as `sat`, are passed over. The error is the first there
    /// is, at its line and column: what no reader could know, what the script contradicts, and
    /// what is no exact value, such as yices' decimals for irrational numbers.
    pub fn parse(script: &mut Script, text: &str, dialect: Dialect) -> Result<Model, Error> {
        let query = script.last_query();
        Model::parse_for(script, &query, text, dialect)
    }

    /// Reads the model that a solver printed for one query of a script: names are those that are
    /// known at that query, whatever is declared or forgotten after it.
    pub fn parse_for(
        script: &mut Script,
        query: &Query,
        text: &str,
        dialect: Dialect,
    ) -> Result<Model, Error> {
        let printed = Printed { text, exchanges: &[], dialect };
        Model::parse_said(script, query, printed).map(|(model, _)| model)
    }

    /// Reads a model, and the solver's answers to what it was asked beyond that.
    pub(crate) fn parse_said(
        script: &mut Script,
        query: &Query,
        printed: Printed<'_>,
    ) -> Result<(Model, Heard), Error> {
        let read = Self::parse_text(script, query, printed);
        match read.is_err().then(|| quote_sorts(&query.names, printed.text)).flatten() {
            Some(quoted) => {
                Self::parse_text(script, query, Printed { text: &quoted, ..printed }).or(read)
            }
            None => read,
        }
    }

    fn parse_text(
        script: &mut Script,
        query: &Query,
        printed: Printed<'_>,
    ) -> Result<(Model, Heard), Error> {
        let Printed { text, exchanges, dialect } = printed;
        let sexprs = Sexprs::read(text)?;
        want_exact(&sexprs)?;
        let mut scope = Scope::clone(&query.names);
        let mut reader = Reader::new(&sexprs, &mut script.terms, &mut scope);
        let old = sexprs.top().any(|top| sexprs.head(top) == Some("model"));
        let old_strings = old || dialect == Dialect::OldStrings;
        reader.old_strings = old_strings;
        reader.in_model = true;
        let (mut model, bindings) = ModelReader {
            reader,
            model: Model::default(),
            definitions: Vec::new(),
            tables: FxHashMap::default(),
            approximations: Vec::new(),
        }
        .read(text)?;
        let reader = Reader::new(&sexprs, &mut script.terms, &mut scope);
        let mut reader = reader.with_bindings(bindings);
        reader.old_strings = old_strings;
        let heard = model.hear(reader, exchanges);
        Ok((model, heard))
    }
}

/// The error at the first thing that is only near to what the solver means.
fn want_exact(sexprs: &Sexprs<'_>) -> Result<(), Error> {
    for atom in sexprs.all() {
        let text = sexprs.text(atom);
        let rough = match sexprs.kind(atom) {
            // yices prints an irrational number with six digits, and every other as a fraction.
            Kind::Decimal => text.split_once('.').is_some_and(|(_, fraction)| {
                fraction.len() == 6 && fraction.bytes().any(|digit| digit != b'0')
            }),
            Kind::Symbol => {
                let number = text.strip_prefix('-').unwrap_or("");
                number.contains('.') && number.starts_with(|first: char| first.is_ascii_digit())
            }
            Kind::String if text.contains('\u{FFFD}') => {
                return Err(sexprs.error(atom, "this string was no UTF-8 when it was printed"));
            }
            _ => false,
        };
        if rough {
            let message = format!("{text} is only an approximation of the value that is meant");
            return Err(sexprs.error(atom, message));
        }
    }
    Ok(())
}

pub(super) struct ModelReader<'r, 'a> {
    pub(super) reader: Reader<'r, 'a>,
    pub(super) model: Model,
    /// Definitions of the model, in order.
    pub(super) definitions: Vec<Definition<'a>>,
    /// yices' tables, by the name of the function.
    pub(super) tables: FxHashMap<&'a str, Sexpr>,
    /// cvc4's conditions on values that it only approximates.
    approximations: Vec<Sexpr>,
}

impl<'a> ModelReader<'_, 'a> {
    fn read(mut self, text: &'a str) -> Result<(Model, Bindings<'a>), Error> {
        let sexprs = self.reader.sexprs;
        self.comments(text);
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
        // A value of `(f a)` can be placed when `a` is known.
        rest.sort_by_key(|&entry| !self.is_of_constant(entry));
        for entry in rest {
            self.equation(entry)?;
        }
        for condition in std::mem::take(&mut self.approximations) {
            self.approximation(condition)?;
        }
        Ok((self.model, self.reader.bindings))
    }

    /// Sorts an entry: definitions are read when all names are known, equations after them.
    fn entry(&mut self, entry: Sexpr, rest: &mut Vec<Sexpr>) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let items: Vec<Sexpr> = sexprs.items(entry).collect();
        match (sexprs.head(entry), items.as_slice()) {
            (Some("define-fun" | "define-fun-rec" | "define-const"), parts) => {
                self.define_fun(entry, &parts[1..])?;
            }
            (Some("define-funs-rec"), &[_, signatures, bodies]) => {
                for (signature, body) in sexprs.items(signatures).zip(sexprs.items(bodies)) {
                    let parts: Vec<Sexpr> = sexprs.items(signature).chain([body]).collect();
                    self.define_fun(entry, &parts)?;
                }
            }
            (Some("declare-fun"), &[_, name, parameters, sort])
                if sexprs.items(parameters).next().is_none() =>
            {
                self.declared_element(name, sort)?;
            }
            (Some("declare-const"), &[_, name, sort]) => self.declared_element(name, sort)?,
            (Some("forall"), &[_, variables, _]) => self.all_elements(variables)?,
            (Some("declare-sort" | "declare-datatype" | "declare-datatypes"), _) => {}
            (Some("approximation"), &[_, condition])
                if self.reader.scope.function("approximation").is_none() =>
            {
                self.approximations.push(condition);
            }
            (Some("function"), _) => self.table(entry)?,
            (Some("error"), _) => {
                return Err(
                    sexprs.error(entry, format!("the solver says {}", sexprs.spaced(entry)))
                );
            }
            _ => rest.push(entry),
        }
        Ok(())
    }
}
