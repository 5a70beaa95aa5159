//! Identifiers, plain, indexed and qualified, into what they stand for; and literals.

use num_bigint::{BigInt, BigUint};
use num_traits::Num;
use smallvec::SmallVec;

use super::Reader;
use crate::decimal;
use crate::error::Error;
use crate::float::{Float, RoundingMode};
use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::{Arguments, Term};
use crate::text::{CharacterError, Text};
use crate::typing::MAX_WIDTH;
use crate::typing::TypeError;
use crate::value::{BitVec, Int, Value};

/// Head of an application.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Head {
    /// An operator of a theory.
    Op(Op),
    /// A function, and the sort that `as` gives its result.
    Call(Fun, Option<Sort>),
    /// One of several functions that have the name of this one, and the sort that `as` gives.
    Overloaded(Fun, Option<Sort>),
    /// Something that takes no arguments.
    Term(Term),
}

impl Reader<'_, '_> {
    /// The term that an atom is. The sort that it should have, if it is known, may tell what its
    /// name stands for.
    pub(crate) fn atom(&mut self, sexpr: Sexpr, wanted: Option<Sort>) -> Result<Term, Error> {
        let text = self.sexprs.text(sexpr);
        let (value, sort) = match self.sexprs.kind(sexpr) {
            Kind::Symbol => return self.constant(sexpr, text, wanted),
            Kind::Quoted => return self.constant(sexpr, &text[1..text.len() - 1], wanted),
            Kind::Numeral => (Value::Int(numeral(text)), Sort::INT),
            Kind::Decimal => (Value::Real(decimal::parse(text).into()), Sort::REAL),
            Kind::Hexadecimal => self.bits(sexpr, &text[2..], 4)?,
            Kind::Binary => self.bits(sexpr, &text[2..], 1)?,
            Kind::String => {
                let body = &text[1..text.len() - 1];
                let text =
                    self.string(body).map_err(|why| self.sexprs.error(sexpr, why.to_string()))?;
                (Value::String(text), Sort::STRING)
            }
            Kind::Keyword => return Err(self.sexprs.error(sexpr, "a term is wanted here")),
            Kind::List => unreachable!("a list is no atom"),
        };
        Ok(self.terms.literal(value, sort))
    }

    /// The term that a symbol is.
    fn constant(&mut self, sexpr: Sexpr, name: &str, wanted: Option<Sort>) -> Result<Term, Error> {
        if self.in_model
            && let Some(element) = self.element(name, wanted)
        {
            return Ok(element);
        }
        match self.named(sexpr, name)? {
            Head::Term(term) => Ok(term),
            head => self.apply(sexpr, head, Arguments::new(), wanted),
        }
    }

    fn string(&self, body: &str) -> Result<Text, CharacterError> {
        if self.old_strings { Text::parse_literal_old(body) } else { Text::parse_literal(body) }
    }

    fn bits(&mut self, sexpr: Sexpr, digits: &str, each: u32) -> Result<(Value, Sort), Error> {
        let width = u32::try_from(digits.len()).ok().and_then(|count| count.checked_mul(each));
        let Some(width) = width.filter(|&width| width <= MAX_WIDTH) else {
            return Err(self.sexprs.error(sexpr, format!("more than {MAX_WIDTH} bits")));
        };
        let radix = 1 << each;
        let value = if let Ok(small) = u64::from_str_radix(digits, radix) {
            BitVec::new(width, small)
        } else {
            BitVec::from_big(width, &natural(digits, radix))
        };
        Ok((Value::BitVec(value), self.terms.sorts.bit_vec(width)))
    }

    /// Resolves the name of a symbol: the innermost binding, else a function of the script, else
    /// one of a theory.
    pub(super) fn named(&mut self, sexpr: Sexpr, name: &str) -> Result<Head, Error> {
        if let Some(bound) = self.bindings.get(name) {
            return Ok(Head::Term(bound));
        }
        if let Some(head) = self.function(name, None) {
            return Ok(head);
        }
        if let Some(op) = Op::named(name) {
            return Ok(Head::Op(op));
        }
        if let Some(value) = word(name) {
            let sort = if matches!(value, Value::Bool(_)) { Sort::BOOL } else { Sort::ROUNDING };
            return Ok(Head::Term(self.terms.literal(value, sort)));
        }
        Err(self.sexprs.error(sexpr, format!("there is no `{name}` here")))
    }

    /// The function of a name, or all of them if it has several, with the sort that `as` gives.
    fn function(&self, name: &str, sort: Option<Sort>) -> Option<Head> {
        match self.scope.functions(name) {
            [] => None,
            &[fun] => Some(Head::Call(fun, sort)),
            &[.., fun] => Some(Head::Overloaded(fun, sort)),
        }
    }

    /// Returns whether the name is taken, by whatever.
    pub(crate) fn is_visible(&self, name: &str) -> bool {
        self.bindings.get(name).is_some()
            || self.scope.function(name).is_some()
            || Op::named(name).is_some()
            || word(name).is_some()
    }

    /// `(_ name index …)`.
    pub(crate) fn indexed(&mut self, sexpr: Sexpr) -> Result<Head, Error> {
        let items: SmallVec<[Sexpr; 4]> = self.sexprs.items(sexpr).collect();
        let name = items.get(1).and_then(|&name| self.sexprs.symbol(name)).unwrap_or("");
        let indices = &items[2.min(items.len())..];
        if let (Some(value), &[width]) = (name.strip_prefix("bv"), indices)
            && value.bytes().all(|byte| byte.is_ascii_digit())
            && !value.is_empty()
        {
            return self.decimal_bits(width, value);
        }
        let op = match (name, indices) {
            ("divisible", &[n]) => Op::Divisible(self.index(n)?),
            ("iand", &[n]) => Op::IntAnd(self.index(n)?),
            ("extract", &[high, low]) => Op::Extract(self.index(high)?, self.index(low)?),
            ("repeat", &[n]) => Op::Repeat(self.index(n)?),
            ("zero_extend", &[n]) => Op::ZeroExtend(self.index(n)?),
            ("sign_extend", &[n]) => Op::SignExtend(self.index(n)?),
            ("rotate_left", &[n]) => Op::RotateLeft(self.index(n)?),
            ("rotate_right", &[n]) => Op::RotateRight(self.index(n)?),
            ("int_to_bv" | "int2bv" | "nat2bv", &[n]) => Op::IntToBv(self.index(n)?),
            ("to_fp", &[eb, sb]) => Op::ToFp(self.format(sexpr, eb, sb)?),
            ("to_fp_unsigned", &[eb, sb]) => Op::ToFpUnsigned(self.format(sexpr, eb, sb)?),
            ("fp.to_ubv", &[n]) => Op::FpToUbv(self.index(n)?),
            ("fp.to_sbv", &[n]) => Op::FpToSbv(self.index(n)?),
            ("re.^", &[n]) => Op::RePower(self.index(n)?),
            ("re.loop", &[low, high]) => Op::ReLoop(self.index(low)?, self.index(high)?),
            ("+oo" | "-oo" | "+zero" | "-zero" | "NaN", &[eb, sb]) => {
                let format = self.format(sexpr, eb, sb)?;
                let float = match name {
                    "+oo" => Float::infinity(format),
                    "-oo" => Float::infinity(format).neg(),
                    "+zero" => Float::zero(format),
                    "-zero" => Float::zero(format).neg(),
                    _ => Float::nan(format),
                };
                let sort = self.terms.sorts.float(format);
                return Ok(Head::Term(self.terms.literal(Value::Float(float), sort)));
            }
            ("char" | "Char", &[code]) => return self.character(code),
            ("is", &[constructor]) => return self.tester(constructor),
            ("update", &[selector]) => return self.updater(selector),
            ("as-array", &[function]) => return self.as_array(function),
            ("real_algebraic_number", &[number]) => return self.algebraic_number(number),
            _ => {
                let message = format!("there is no `{}` here", self.sexprs.text(sexpr));
                return Err(self.sexprs.error(sexpr, message));
            }
        };
        Ok(Head::Op(op))
    }

    /// `(_ bv5 8)`.
    fn decimal_bits(&mut self, width: Sexpr, digits: &str) -> Result<Head, Error> {
        let bits = self.index(width)?;
        self.want_width(width, bits)?;
        let value = if let Ok(small) = digits.parse::<u64>() {
            (u64::BITS - small.leading_zeros() <= bits).then(|| BitVec::new(bits, small))
        } else {
            let big = decimal::natural(digits.as_bytes());
            (big.bits() <= u64::from(bits)).then(|| BitVec::from_big(bits, &big))
        };
        let Some(value) = value else {
            let message = format!("the value does not fit a bit-vector of {bits} bits");
            return Err(self.sexprs.error(width, message));
        };
        let sort = self.terms.sorts.bit_vec(bits);
        Ok(Head::Term(self.terms.literal(Value::BitVec(value), sort)))
    }

    /// `(_ char #x41)`.
    fn character(&mut self, code: Sexpr) -> Result<Head, Error> {
        let digits = self.sexprs.text(code).strip_prefix("#x").unwrap_or("");
        let text = u32::from_str_radix(digits, 16)
            .ok()
            .and_then(|code| Text::from_characters(&[code]).ok());
        let Some(text) = text else {
            return Err(self.sexprs.error(code, "a character is #x0 to #x2FFFF"));
        };
        Ok(Head::Term(self.terms.literal(Value::String(text), Sort::STRING)))
    }

    /// `(_ is cons)`; some write `(_ is (cons (Int) (List Int)))` or `(_ is (as nil (List Int)))`.
    fn tester(&mut self, constructor: Sexpr) -> Result<Head, Error> {
        let name = match self.sexprs.symbol(constructor) {
            None => self
                .sexprs
                .items(constructor)
                .find_map(|item| self.sexprs.symbol(item).filter(|&name| name != "as")),
            name => name,
        };
        let fun = name.and_then(|name| self.scope.function(name));
        match fun.map(|fun| &self.terms.function(fun).kind) {
            Some(FunctionKind::Constructor { tester, .. }) => {
                // The testers of constructors that share a name share theirs.
                let tester = self.terms.function(*tester).name.clone();
                self.function(&tester, None)
                    .ok_or_else(|| self.sexprs.error(constructor, "its datatype is not known here"))
            }
            _ => Err(self.sexprs.error(constructor, "a constructor of a datatype is wanted here")),
        }
    }

    /// `(_ update head)`.
    fn updater(&mut self, selector: Sexpr) -> Result<Head, Error> {
        let fun = self.sexprs.symbol(selector).and_then(|name| self.scope.function(name));
        let Some(fun) = fun
            .filter(|&fun| matches!(self.terms.function(fun).kind, FunctionKind::Selector { .. }))
        else {
            return Err(self.sexprs.error(selector, "a selector of a datatype is wanted here"));
        };
        Ok(Head::Call(self.terms.updater(fun), None))
    }

    /// `(as name sort)`: a constructor, a constant array, an empty sequence, or a nameless element of a sort.
    pub(crate) fn qualified(&mut self, sexpr: Sexpr) -> Result<Head, Error> {
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        let &[_, name, ref rest @ .., sort_sexpr] = items.as_slice() else {
            return Err(self.sexprs.error(sexpr, "`as` takes a name and a sort"));
        };
        let sort = self.sort(sort_sexpr)?;
        if let Some(&last) = rest.last() {
            // cvc5 to 1.3 puts the sort into the name of its element: `(as @|my sort|_0 |my sort|)`.
            let name = self.sexprs.across(name, last);
            return match self.new_element(name, sort).filter(|_| self.in_model) {
                Some(element) => Ok(Head::Term(element)),
                None => Err(self.sexprs.error(sexpr, "`as` takes a name and a sort")),
            };
        }
        if self.sexprs.is(name, "const") && self.terms.sorts.array(sort).is_some() {
            return Ok(Head::Op(Op::ConstArray(sort)));
        }
        if self.sexprs.is(name, "seq.empty") && self.terms.sorts.sequence(sort).is_some() {
            return Ok(Head::Op(Op::SeqEmpty(sort)));
        }
        let Some(text) = self.sexprs.symbol(name) else {
            let head = self.head(name)?;
            return Ok(match head {
                Head::Call(fun, None) => Head::Call(fun, Some(sort)),
                Head::Overloaded(fun, None) => Head::Overloaded(fun, Some(sort)),
                head => head,
            });
        };
        if self.in_model
            && let Some(element) = self.element(text, Some(sort))
        {
            return Ok(Head::Term(element));
        }
        if let Some(head) = self.function(text, Some(sort)) {
            return Ok(head);
        }
        if let Some(element) = self.new_element(text, sort) {
            return Ok(Head::Term(element));
        }
        self.named(name, text)
    }

    /// Resolves the head of an application.
    pub(crate) fn head(&mut self, sexpr: Sexpr) -> Result<Head, Error> {
        match self.sexprs.kind(sexpr) {
            Kind::Symbol | Kind::Quoted => {
                self.named(sexpr, self.sexprs.symbol(sexpr).unwrap_or(""))
            }
            Kind::List => match self.sexprs.head(sexpr) {
                Some("_") => self.indexed(sexpr),
                Some("as") => self.qualified(sexpr),
                _ => Err(self.sexprs.error(sexpr, "a function is wanted here")),
            },
            _ => Err(self.sexprs.error(sexpr, "a function is wanted here")),
        }
    }

    /// The head with its arguments.
    pub(crate) fn apply(
        &mut self,
        sexpr: Sexpr,
        head: Head,
        arguments: Arguments,
        wanted: Option<Sort>,
    ) -> Result<Term, Error> {
        let applied = match head {
            Head::Op(op) => self.terms.op(op, arguments),
            Head::Call(fun, None) if self.in_model => self.call_bare(fun, &arguments, wanted),
            Head::Call(fun, sort) => self.terms.call(fun, arguments, sort),
            Head::Overloaded(fun, sort) => self.call_fitting(fun, &arguments, sort, wanted),
            Head::Term(term) if arguments.is_empty() => Ok(term),
            Head::Term(_) => Err(TypeError::NotApplicable),
        };
        applied.map_err(|why| self.sexprs.error(sexpr, why.to_string()))
    }
}

/// The literals that are words.
fn word(name: &str) -> Option<Value> {
    match name {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ if name.starts_with('R') || name.starts_with("round") => {
            name.parse::<RoundingMode>().ok().map(Value::Rounding)
        }
        _ => None,
    }
}

pub(crate) fn numeral(digits: &str) -> Int {
    match digits.parse::<i64>() {
        Ok(small) => small.into(),
        Err(_) => big(digits).into(),
    }
}

fn big(digits: &str) -> BigInt {
    decimal::natural(digits.as_bytes()).into()
}

/// Digits of a radix that is a power of two.
fn natural(digits: &str, radix: u32) -> BigUint {
    BigUint::from_str_radix(digits, radix).expect("the reader saw digits only")
}
