//! The definitions of a model: what the functions of the script are, and those that only it knows.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Interpretation;
use super::parse::ModelReader;
use crate::error::Error;
use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::parse::{Head, Reader};
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::symbol::Quoted;
use crate::term::{Binder, Local, Term};
use crate::value::{BitVec, Value};

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
    ("seq.nth_u", Op::SeqNth),
];

/// Choices of z3 4.5 that do not say for which format they are, in sorts that no reader knows.
const VAGUE: &[&str] = &[
    "fp.to_ubv_unspecified",
    "fp.to_sbv_unspecified",
    "fp.to_real_unspecified",
    "fp.to_ieee_bv_unspecified",
];

/// A definition in a model, not read yet.
#[derive(Clone, Copy)]
pub(super) struct Definition<'a> {
    name: &'a str,
    /// Its variables; `None` for those of `define-const`.
    variables: Option<Sexpr>,
    sort: Sexpr,
    body: Sexpr,
}

impl<'a> ModelReader<'_, 'a> {
    /// A definition: its name, variables, sort and body.
    pub(super) fn define_fun(&mut self, entry: Sexpr, parts: &[Sexpr]) -> Result<(), Error> {
        let sexprs = self.reader.sexprs;
        let is_list = |part: &Sexpr| sexprs.kind(*part) == Kind::List;
        let is_constant = sexprs.head(entry) == Some("define-const");
        let split = if is_constant { 1 } else { parts.iter().position(is_list).unwrap_or(0) };
        let (names, rest) = parts.split_at(split.min(parts.len()));
        let (variables, sort, body) = match *rest {
            [sort, body] if is_constant => (None, sort, body),
            [variables, sort, body] if is_list(&variables) => (Some(variables), sort, body),
            _ => {
                let message = "a definition is (define-fun <name> (<variable>*) <sort> <term>)";
                return Err(sexprs.error(entry, message));
            }
        };
        let name = match names {
            // z3 prints the name `||` so.
            [] => "",
            &[name] => sexprs.symbol(name).unwrap_or(sexprs.text(name)),
            // yices prints the name `|3a|` without its bars.
            &[first, .., last] => sexprs.across(first, last),
        };
        if names.iter().any(is_list) || names.len() > 1 && name.contains(char::is_whitespace) {
            return Err(sexprs.error(names[0], "a name is wanted here"));
        }
        if !VAGUE.contains(&name) {
            self.definitions.push(Definition { name, variables, sort, body });
        }
        Ok(())
    }

    pub(super) fn define(&mut self) -> Result<(), Error> {
        // Functions that only the model knows, such as z3's `k!0`, may be used before their
        // definition.
        let mut own = Vec::new();
        let mut of_script = Vec::new();
        let mut names: FxHashMap<&str, usize> = FxHashMap::default();
        for definition in &self.definitions {
            *names.entry(definition.name).or_default() += 1;
        }
        for definition in std::mem::take(&mut self.definitions) {
            let name = definition.name;
            let is_known = self.declared(name).is_some() || choice(name).is_some();
            if is_known && (names[name] == 1 || self.is_of_script(&definition)?) {
                of_script.push(definition);
            } else {
                own.push((definition, self.declare_own(&definition)?));
            }
        }
        let mut bodies: Vec<Term> = Vec::new();
        for (definition, fun) in own {
            let Definition { variables, body, .. } = definition;
            self.reader.define_body(fun, variables, body)?;
            if let FunctionKind::Defined(definition) = &self.reader.terms.function(fun).kind {
                bodies.extend(definition.body);
            }
        }
        for definition in of_script {
            bodies.extend(self.definition(&definition)?);
        }
        let mut seen = FxHashSet::default();
        for body in bodies {
            self.model.note_term(self.reader.terms, body, &mut seen);
        }
        Ok(())
    }

    /// The function of the script that has a name; of several, one without a definition.
    fn declared(&self, name: &str) -> Option<Fun> {
        let all = self.reader.scope.functions(name);
        let is_free =
            |fun: &&Fun| matches!(self.reader.terms.function(**fun).kind, FunctionKind::Declared);
        all.iter().find(is_free).or(all.last()).copied()
    }

    /// Returns whether a function of the script is defined, not one of the model's own that z3 gave
    /// the same name.
    fn is_of_script(&mut self, definition: &Definition) -> Result<bool, Error> {
        let Some(fun) = self.declared(definition.name) else { return Ok(true) };
        let (_, locals) = self.reader.optional_variables(definition.variables)?;
        let result = self.reader.sort(definition.sort)?;
        let sorts = locals.iter().map(|&local| self.reader.terms.local(local).1);
        let function = self.reader.terms.function(fun);
        let is_it = sorts.eq(function.parameters.iter().copied()) && result == function.result;
        Ok(is_it || self.array_by_elements(fun, &locals, result))
    }

    /// A function that only the model knows.
    fn declare_own(&mut self, definition: &Definition) -> Result<Fun, Error> {
        let Definition { name, variables, sort, .. } = *definition;
        let fun = self.reader.signature_of(name, variables, sort)?;
        self.reader.scope.add_function(name.into(), fun);
        Ok(fun)
    }

    /// Reads what a function of the script is, or a choice of the solver: its body.
    fn definition(&mut self, definition: &Definition<'a>) -> Result<Option<Term>, Error> {
        let sexprs = self.reader.sexprs;
        let Definition { name: text, sort, body, .. } = *definition;
        let fun = self.declared(text);
        let declared = |fun| matches!(self.reader.terms.function(fun).kind, FunctionKind::Declared);
        let choice = choice(text);
        if fun.map_or(choice.is_none(), |fun| !declared(fun)) {
            return Ok(None);
        }
        let (names, mut locals) = self.reader.optional_variables(definition.variables)?;
        let mut result = self.reader.sort(sort)?;
        let mut bit = false;
        let array = match fun {
            Some(fun) => {
                let array = self.array_by_elements(fun, &locals, result);
                if !array {
                    self.want_signature(definition, fun, &locals)?;
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
            body = equal.map_err(|why| sexprs.error(sort, why.to_string()))?;
        }
        if array {
            let lambda = self.reader.terms.bind(Binder::Lambda, &locals, body);
            body = lambda.map_err(|why| sexprs.error(sort, why.to_string()))?;
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

    /// Whether an array is defined by what it is at each index, as yices does.
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
        definition: &Definition,
        fun: Fun,
        locals: &[Local],
    ) -> Result<(), Error> {
        let function = self.reader.terms.function(fun);
        let sorts = locals.iter().map(|&local| self.reader.terms.local(local).1);
        if sorts.eq(function.parameters.iter().copied()) {
            return Ok(());
        }
        let message = format!("`{}` takes other arguments in the script", Quoted(definition.name));
        Err(self.reader.sexprs.error(definition.variables.unwrap_or(definition.sort), message))
    }
}

fn choice(name: &str) -> Option<Op> {
    CHOICES.iter().find(|(choice, _)| *choice == name).map(|(_, op)| *op)
}

impl Reader<'_, '_> {
    /// z3's `(_ as-array f)`: the array of what a function gives.
    pub(crate) fn as_array(&mut self, function: Sexpr) -> Result<Head, Error> {
        let name = self.sexprs.symbol(function);
        let functions = name.map_or(&[][..], |name| self.scope.functions(name));
        let of_one = functions.iter().find_map(|&fun| match *self.terms.function(fun).parameters {
            [index] => Some((fun, index)),
            _ => None,
        });
        let Some((fun, index)) = of_one else {
            let message = match functions {
                [] => "a function of the model is wanted here",
                _ => "an array of more than one index is not supported",
            };
            return Err(self.sexprs.error(function, message));
        };
        let local = self.fresh("index", index, &[]);
        let argument = self.terms.variable(local);
        let lambda = self
            .terms
            .call(fun, [argument].as_slice(), None)
            .and_then(|element| self.terms.bind(Binder::Lambda, &[local], element));
        lambda.map(Head::Term).map_err(|why| self.sexprs.error(function, why.to_string()))
    }
}
