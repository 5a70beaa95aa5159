//! The text of a model into what it says of a script's functions.
//!
//! Solvers print models as a list of definitions, with or without the word `model` before them,
//! as equations (yices), or as pairs of terms and values (`get-value`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::element::commented;
use super::{Interpretation, Model};
use crate::error::Error;
use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::parse::{Head, Reader};
use crate::script::Script;
use crate::sexpr::{Kind, Sexpr, Sexprs};
use crate::sort::Sort;
use crate::symbol::Quoted;
use crate::term::{Binder, Local, Term};
use crate::value::{BitVec, Value};

/// How strings are written.
///
/// A text alone does not always tell: `"\x41"` is one letter to z3 4.8.10 and four characters to
/// z3 4.8.11. A list that begins with the word `model` does, for z3 printed it to 4.8.9, and cvc4
/// and yices print no string that the two read differently: such a list is always read as of old.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// As SMT-LIB 2.6 and later have it, and z3 from 4.8.11 on.
    #[default]
    Standard,
    /// As z3 to 4.8.10 prints them: `\x0a` and `\n` are escapes, and `\\` is one backslash.
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

/// Choices of z3 4.5 that do not say for which format they are, in sorts that no reader knows.
const VAGUE: &[&str] = &[
    "fp.to_ubv_unspecified",
    "fp.to_sbv_unspecified",
    "fp.to_real_unspecified",
    "fp.to_ieee_bv_unspecified",
];

impl Model {
    /// The model that a solver printed for a script: the answer to `get-model` or `get-value`.
    ///
    /// Words outside of parentheses, such as `sat`, are passed over. The error is the first there
    /// is, at its line and column: what no reader could know, what the script contradicts, and
    /// what is no exact value, such as yices' decimals for irrational numbers.
    pub fn parse(script: &mut Script, text: &str, dialect: Dialect) -> Result<Model, Error> {
        let sexprs = Sexprs::read(text)?;
        want_exact(&sexprs)?;
        let mark = script.scope.mark();
        script.reveal_last_query();
        let mut reader = Reader::new(&sexprs, &mut script.terms, &mut script.scope);
        let old = sexprs.top().any(|top| sexprs.head(top) == Some("model"));
        reader.old_strings = old || dialect == Dialect::OldStrings;
        reader.bare_constructors = true;
        let read = ModelReader {
            reader,
            model: Model::default(),
            definitions: Vec::new(),
            tables: FxHashMap::default(),
        }
        .read(text);
        script.scope.forget(mark);
        read
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
    /// `(name, parameters, sort, body)` of each definition.
    definitions: Vec<[Sexpr; 4]>,
    /// yices' tables, by the name of the function.
    pub(super) tables: FxHashMap<&'a str, Sexpr>,
}

impl<'a> ModelReader<'_, 'a> {
    fn read(mut self, text: &'a str) -> Result<Model, Error> {
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
        Ok(self.model)
    }

    /// The elements that cvc5 and cvc4 list in comments.
    fn comments(&mut self, text: &'a str) {
        for (sort, names) in commented(text) {
            let bare = sort.trim_matches('|');
            let declared = self.reader.scope.sort(bare).is_some();
            let Ok(sort) = self.sort_of(sort) else { continue };
            if !declared {
                continue;
            }
            let mut elements = Vec::new();
            for name in names {
                // `(as @T_0 T)` or `@uc_T_0`.
                let name = name.strip_prefix("(as ").map_or(name, |rest| {
                    let end = match rest.strip_prefix('|') {
                        Some(quoted) => quoted.find('|').map(|at| at + 2),
                        None => rest.find(' '),
                    };
                    &rest[..end.unwrap_or(rest.len())]
                });
                let name = name.trim_matches('|');
                let value = Value::Abstract(sort, name.into());
                self.bind_element(name, sort, &value);
                elements.push(value);
            }
            self.model.set_universe(sort, elements);
        }
    }

    /// The sort that a text outside of the S-expressions names.
    fn sort_of(&mut self, text: &str) -> Result<Sort, Error> {
        let sexprs = Sexprs::read(text)?;
        let mut reader = Reader::new(&sexprs, self.reader.terms, self.reader.scope);
        match sexprs.top().next() {
            Some(sort) => reader.sort(sort),
            None => Err(Error::at(text, 0, "a sort is wanted here")),
        }
    }

    fn bind_element(&mut self, name: &'a str, sort: Sort, value: &Value) {
        let term = self.reader.terms.literal(value.clone(), sort);
        self.reader.bindings.bind(name, term);
    }

    /// Sorts an entry: definitions are read when all names are known, equations after them.
    fn entry(&mut self, entry: Sexpr, rest: &mut Vec<Sexpr>) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let items: Vec<Sexpr> = sexprs.items(entry).collect();
        match (sexprs.head(entry), items.as_slice()) {
            (Some("define-fun" | "define-fun-rec"), &[_, name, parameters, sort, body]) => {
                if !VAGUE.contains(&sexprs.symbol(name).unwrap_or("")) {
                    self.definitions.push([name, parameters, sort, body]);
                }
            }
            (Some("define-fun" | "define-fun-rec"), _) => {
                let message = "a definition is (define-fun <name> (<variable>*) <sort> <term>)";
                return Err(sexprs.error(entry, message));
            }
            (Some("declare-fun"), &[_, name, parameters, sort])
                if sexprs.items(parameters).next().is_none() =>
            {
                self.element(name, sort)?;
            }
            (Some("declare-const"), &[_, name, sort]) => self.element(name, sort)?,
            (Some("forall"), &[_, variables, _]) => self.all_elements(variables)?,
            (Some("declare-sort" | "declare-datatype" | "declare-datatypes"), _) => {}
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
        self.bind_element(text, sort, &value);
        self.model.note(&value);
        Ok(())
    }

    /// z3's `(forall ((x T)) (or (= x T!val!0) …))`: the elements before it are all there are.
    fn all_elements(&mut self, variables: Sexpr) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let variable = sexprs.items(variables).next();
        let Some(sort) = variable.and_then(|variable| sexprs.items(variable).nth(1)) else {
            return Err(sexprs.error(variables, "a variable and its sort are wanted here"));
        };
        let sort = self.reader.sort(sort)?;
        let elements = self.model.elements(sort).to_vec();
        if !elements.is_empty() {
            self.model.set_universe(sort, elements);
        }
        Ok(())
    }

    fn define(&mut self) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        // Functions that only the model knows, such as z3's `k!0`, may be used before their
        // definition.
        let mut own = Vec::new();
        for &[name, parameters, sort, body] in &self.definitions {
            let known =
                sexprs.symbol(name).is_some_and(|name| self.reader.scope.function(name).is_some());
            if !known && choice(sexprs.symbol(name)).is_none() {
                let fun = self.reader.signature(name, parameters, sort)?;
                let name = self.reader.terms.function(fun).name.clone();
                self.reader.scope.add_function(name, fun);
                own.push((fun, parameters, body));
            }
        }
        let mut bodies: Vec<Term> = Vec::new();
        for (fun, parameters, body) in own {
            self.reader.define_body(fun, parameters, body)?;
            if let FunctionKind::Defined(definition) = &self.reader.terms.function(fun).kind {
                bodies.extend(definition.body);
            }
        }
        for [name, parameters, sort, body] in std::mem::take(&mut self.definitions) {
            bodies.extend(self.definition(name, parameters, sort, body)?);
        }
        let mut seen = FxHashSet::default();
        for body in bodies {
            self.model.note_term(self.reader.terms, body, &mut seen);
        }
        Ok(())
    }

    /// Reads what a function of the script is, or a choice of the solver: its body.
    fn definition(
        &mut self,
        name: Sexpr,
        variables: Sexpr,
        sort: Sexpr,
        body: Sexpr,
    ) -> Result<Option<Term>, Error> {
        let sexprs = self.reader.sexprs;
        let text = sexprs.symbol(name).unwrap_or("");
        let fun = self.reader.scope.function(text);
        let declared = |fun| matches!(self.reader.terms.function(fun).kind, FunctionKind::Declared);
        let choice = choice(sexprs.symbol(name));
        if fun.map_or(choice.is_none(), |fun| !declared(fun)) {
            return Ok(None);
        }
        let (names, mut locals) = self.reader.sorted_variables(variables)?;
        let mut result = self.reader.sort(sort)?;
        let mut bit = false;
        let array = match fun {
            Some(fun) => {
                let array = self.array_by_elements(fun, &locals, result);
                if !array {
                    self.want_signature(text, fun, variables, &locals)?;
                    let wanted = self.reader.terms.function(fun).result;
                    // Boolector prints a predicate as a function to one bit.
                    let is_bit = self.reader.terms.sorts.width(result) == Some(1);
                    bit = wanted == Sort::BOOL && is_bit;
                    result = if bit { result } else { wanted };
                }
                array
            }
            None => false,
        };
        let mark = self.reader.bindings.mark();
        self.reader.bind_locals(&names, &locals);
        let body = self.reader.term_of(body, result);
        self.reader.bindings.unbind(mark);
        let mut body = body?;
        if bit {
            let one = self.reader.terms.literal(Value::BitVec(BitVec::new(1, 1)), result);
            let equal = self.reader.terms.op(Op::Eq, [body, one].as_slice());
            body = equal.map_err(|message| sexprs.error(sort, message))?;
        }
        if array {
            let lambda = self.reader.terms.bind(Binder::Lambda, &locals, body);
            body = lambda.map_err(|message| sexprs.error(variables, message))?;
            locals.clear();
        }
        let interpretation = Interpretation::Function { locals: locals.into(), body };
        match (fun, choice) {
            (Some(fun), _) => self.model.set(fun, interpretation),
            (None, Some(op)) => self.model.set_choice(op, interpretation),
            (None, None) => {}
        }
        Ok(Some(body))
    }

    /// Is an array defined by what it is at each index, as yices does?
    fn array_by_elements(&self, fun: Fun, locals: &[Local], result: Sort) -> bool {
        let terms = &self.reader.terms;
        let function = terms.function(fun);
        match (terms.sorts.array(function.result), locals) {
            (Some((index, element)), &[local]) => {
                function.parameters.is_empty() && terms.local(local).1 == index && element == result
            }
            _ => false,
        }
    }

    fn want_signature(
        &self,
        name: &str,
        fun: Fun,
        variables: Sexpr,
        locals: &[Local],
    ) -> Result<(), Error> {
        let function = self.reader.terms.function(fun);
        let sorts = locals.iter().map(|&local| self.reader.terms.local(local).1);
        if sorts.eq(function.parameters.iter().copied()) {
            return Ok(());
        }
        let message = format!("`{}` takes other arguments in the script", Quoted(name));
        Err(self.reader.sexprs.error(variables, message))
    }
}

fn choice(name: Option<&str>) -> Option<Op> {
    CHOICES.iter().find(|(choice, _)| Some(*choice) == name).map(|(_, op)| *op)
}

impl Reader<'_, '_> {
    /// z3's `(_ as-array f)`: the array of what a function gives.
    pub(crate) fn as_array(&mut self, function: Sexpr) -> Result<Head, Error> {
        let fun = self.sexprs.symbol(function).and_then(|name| self.scope.function(name));
        let Some(fun) = fun else {
            return Err(self.sexprs.error(function, "a function of the model is wanted here"));
        };
        let &[index] = &*self.terms.function(fun).parameters else {
            let message = "an array of more than one index is not supported";
            return Err(self.sexprs.error(function, message));
        };
        let local = self.fresh("index", index, &[]);
        let argument = self.terms.variable(local);
        let lambda = self
            .terms
            .call(fun, [argument].as_slice(), None)
            .and_then(|element| self.terms.bind(Binder::Lambda, &[local], element));
        lambda.map(Head::Term).map_err(|message| self.sexprs.error(function, message))
    }
}
