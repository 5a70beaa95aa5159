//! Terms over x, y, z and constants: S-expressions into templates, and these into terms.

use std::sync::Arc;

use smallvec::SmallVec;
use smtlib::sexpr::{Kind, Sexpr, Sexprs};
use smtlib::text::Text;
use smtlib::{Arguments, BitVec, Op, Rational, Sort, Sorts, Term, Terms, TypeError, Value};

/// Sorts and terms that stand for a template's variables while it becomes a term. The names are
/// those of the template.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings<'a> {
    /// `x`, `y`, `z` and the constants, as terms.
    pub(super) terms: SmallVec<[(&'a str, Term); 8]>,
    /// Widths and indices.
    pub(super) numbers: SmallVec<[(&'a str, u32); 4]>,
}

impl Bindings<'_> {
    pub(super) fn term(&self, name: &str) -> Option<Term> {
        self.terms.iter().find(|(known, _)| *known == name).map(|&(_, term)| term)
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.numbers.iter().find(|(known, _)| *known == name).map(|&(_, number)| number)
    }
}

/// A term with names in it.
#[derive(Clone, Debug)]
pub(super) enum Template {
    Name(Arc<str>),
    Literal(Value),
    Op(Op, Vec<Template>),
    /// An operator with indices, by its name.
    Indexed(Arc<str>, Vec<Number>, Vec<Template>),
}

/// A width or an index: `3`, `n`, `(+ n m)`, `(- n 1)`.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Plain(u32),
    Name(Arc<str>),
    Sum(Box<(Number, Number)>),
    Difference(Box<(Number, Number)>),
}

/// Templates that nest deeper are refused, so that walks over them may recurse.
const MOST_DEPTH: usize = 100;

impl Template {
    /// Reads a template; the error says what is wrong, and at which S-expression.
    pub(super) fn read(sexprs: &Sexprs<'_>, sexpr: Sexpr) -> Result<Self, (Sexpr, String)> {
        Self::read_at(sexprs, sexpr, 0)
    }

    fn read_at(sexprs: &Sexprs<'_>, sexpr: Sexpr, depth: usize) -> Result<Self, (Sexpr, String)> {
        if depth > MOST_DEPTH {
            return Err((sexpr, format!("terms nest at most {MOST_DEPTH} deep here")));
        }
        if sexprs.kind(sexpr) != Kind::List {
            return Self::atom(sexprs, sexpr);
        }
        let mut items = sexprs.items(sexpr);
        let head = items.next().ok_or_else(|| (sexpr, "an operator is wanted here".to_owned()))?;
        let arguments: Vec<Self> =
            items.map(|item| Self::read_at(sexprs, item, depth + 1)).collect::<Result<_, _>>()?;
        if sexprs.kind(head) != Kind::List {
            let name = sexprs.text(head);
            let op = Op::named(name).ok_or_else(|| (head, format!("`{name}` is no operator")))?;
            return Ok(Self::Op(op, arguments));
        }
        let parts: Vec<Sexpr> = sexprs.items(head).collect();
        let &[underscore, name, ref indices @ ..] = parts.as_slice() else {
            return Err((head, "an operator is wanted here".to_owned()));
        };
        if !sexprs.is(underscore, "_") {
            return Err((head, "an operator is wanted here: `(_ extract 7 0)`".to_owned()));
        }
        let indices =
            indices.iter().map(|&index| Number::read(sexprs, index)).collect::<Result<_, _>>()?;
        Ok(Self::Indexed(sexprs.text(name).into(), indices, arguments))
    }

    fn atom(sexprs: &Sexprs<'_>, sexpr: Sexpr) -> Result<Self, (Sexpr, String)> {
        let text = sexprs.text(sexpr);
        let wrong = |what: &str| (sexpr, format!("`{text}` is no {what}"));
        Ok(Self::Literal(match sexprs.kind(sexpr) {
            Kind::Numeral => {
                let number = text.parse::<i64>().map_err(|_| wrong("number that fits 64 bits"))?;
                Value::Int(number.into())
            }
            Kind::Decimal => {
                let (whole, part) = text.split_once('.').ok_or_else(|| wrong("decimal"))?;
                let digits: i64 = format!("{whole}{part}").parse().map_err(|_| wrong("decimal"))?;
                let places = u32::try_from(part.len()).map_err(|_| wrong("decimal"))?;
                let scale = 10_i64.checked_pow(places).ok_or_else(|| wrong("short decimal"))?;
                Value::Real(Rational::new(digits.into(), scale.into()).into())
            }
            Kind::String => {
                let body = &text[1..text.len() - 1];
                Value::String(Text::parse_literal(body).map_err(|_| wrong("string"))?)
            }
            Kind::Binary => {
                let bits =
                    u64::from_str_radix(&text[2..], 2).map_err(|_| wrong("short literal"))?;
                Value::BitVec(BitVec::new(digits(text), bits))
            }
            Kind::Hexadecimal => {
                let bits =
                    u64::from_str_radix(&text[2..], 16).map_err(|_| wrong("short literal"))?;
                Value::BitVec(BitVec::new(4 * digits(text), bits))
            }
            _ => match sexprs.symbol(sexpr) {
                Some("true") => Value::Bool(true),
                Some("false") => Value::Bool(false),
                Some(name) => return Ok(Self::Name(name.into())),
                None => return Err(wrong("term that is known here")),
            },
        }))
    }

    /// Makes the term.
    pub(super) fn build(
        &self,
        terms: &mut Terms,
        bindings: &Bindings<'_>,
    ) -> Result<Term, TypeError> {
        let unknown = |name: &Arc<str>| TypeError::UnknownSort(name.clone());
        match self {
            Self::Name(name) => bindings.term(name).ok_or_else(|| unknown(name)),
            Self::Literal(value) => {
                Ok(terms.constant_of(value).expect("these values have a notation"))
            }
            Self::Op(op, arguments) => {
                let arguments = Self::build_all(arguments, terms, bindings)?;
                terms.op(*op, arguments)
            }
            Self::Indexed(name, indices, arguments) => {
                let indices: Option<SmallVec<[u32; 2]>> =
                    indices.iter().map(|index| index.value(bindings)).collect();
                let op = indices.and_then(|indices| indexed(name, &indices));
                let op = op.ok_or_else(|| unknown(name))?;
                let arguments = Self::build_all(arguments, terms, bindings)?;
                terms.op(op, arguments)
            }
        }
    }

    fn build_all(
        templates: &[Self],
        terms: &mut Terms,
        bindings: &Bindings<'_>,
    ) -> Result<Arguments, TypeError> {
        templates.iter().map(|template| template.build(terms, bindings)).collect()
    }
}

impl Number {
    fn read(sexprs: &Sexprs<'_>, sexpr: Sexpr) -> Result<Self, (Sexpr, String)> {
        let wrong = || (sexpr, "a width or an index is wanted here".to_owned());
        let items: Vec<Sexpr> = sexprs.items(sexpr).collect();
        match (sexprs.kind(sexpr), items.as_slice()) {
            (Kind::Numeral, _) => Ok(Self::Plain(sexprs.text(sexpr).parse().map_err(|_| wrong())?)),
            (Kind::Symbol, _) => Ok(Self::Name(sexprs.text(sexpr).into())),
            (Kind::List, &[op, first, second]) => {
                let parts = Box::new((Self::read(sexprs, first)?, Self::read(sexprs, second)?));
                match sexprs.text(op) {
                    "+" => Ok(Self::Sum(parts)),
                    "-" => Ok(Self::Difference(parts)),
                    _ => Err(wrong()),
                }
            }
            _ => Err(wrong()),
        }
    }

    pub(super) fn value(&self, bindings: &Bindings<'_>) -> Option<u32> {
        match self {
            Self::Plain(number) => Some(*number),
            Self::Name(name) => bindings.number(name),
            Self::Sum(parts) => parts.0.value(bindings)?.checked_add(parts.1.value(bindings)?),
            Self::Difference(parts) => {
                parts.0.value(bindings)?.checked_sub(parts.1.value(bindings)?)
            }
        }
    }
}

/// The digits of `#b01` or `#x0f`.
fn digits(text: &str) -> u32 {
    u32::try_from(text.len() - 2).expect("a literal of 64 bits is short")
}

/// An operator with indices.
fn indexed(name: &str, indices: &[u32]) -> Option<Op> {
    Some(match (name, indices) {
        ("extract", &[high, low]) => Op::Extract(high, low),
        ("repeat", &[count]) => Op::Repeat(count),
        ("zero_extend", &[by]) => Op::ZeroExtend(by),
        ("sign_extend", &[by]) => Op::SignExtend(by),
        ("rotate_left", &[by]) => Op::RotateLeft(by),
        ("rotate_right", &[by]) => Op::RotateRight(by),
        _ => return None,
    })
}

/// A sort, or what many have in common.
#[derive(Clone, Debug)]
pub(super) enum SortTemplate {
    Fixed(Sort),
    BitVec(Number),
    /// Any sort, the same for all: `Any`.
    Any,
}

impl SortTemplate {
    pub(super) fn read(sexprs: &Sexprs<'_>, sexpr: Sexpr) -> Result<Self, (Sexpr, String)> {
        let items: Vec<Sexpr> = sexprs.items(sexpr).collect();
        if let &[underscore, name, width] = items.as_slice()
            && sexprs.is(underscore, "_")
            && sexprs.is(name, "BitVec")
        {
            return Ok(Self::BitVec(Number::read(sexprs, width)?));
        }
        let text = sexprs.text(sexpr);
        match text {
            "Bool" => Ok(Self::Fixed(Sort::BOOL)),
            "Int" => Ok(Self::Fixed(Sort::INT)),
            "Real" => Ok(Self::Fixed(Sort::REAL)),
            "String" => Ok(Self::Fixed(Sort::STRING)),
            "Any" => Ok(Self::Any),
            _ => Err((
                sexpr,
                format!(
                    "`{text}` is no sort that is fused: there are Bool, Int, Real, String, \
                     `(_ BitVec n)` and Any"
                ),
            )),
        }
    }

    /// Whether a sort fits, with what is known of widths, to which it adds.
    pub(super) fn fits<'a>(
        &'a self,
        sorts: &Sorts,
        sort: Sort,
        bindings: &mut Bindings<'a>,
    ) -> bool {
        match self {
            Self::Fixed(wanted) => *wanted == sort,
            // A regular expression is no value of a constant.
            Self::Any => sort != Sort::REGLAN,
            Self::BitVec(number) => {
                let Some(width) = sorts.width(sort) else { return false };
                match (number, number.value(bindings)) {
                    (_, Some(known)) => known == width,
                    (Number::Name(name), None) => {
                        bindings.numbers.push((name, width));
                        true
                    }
                    (_, None) => false,
                }
            }
        }
    }

    /// The sort; `any` is what `Any` stands for.
    pub(super) fn sort(
        &self,
        sorts: &mut Sorts,
        bindings: &Bindings<'_>,
        any: Sort,
    ) -> Option<Sort> {
        match self {
            Self::Fixed(sort) => Some(*sort),
            Self::Any => Some(any),
            Self::BitVec(number) => {
                let width = number.value(bindings).filter(|width| (1..=MOST_WIDTH).contains(width));
                width.map(|width| sorts.bit_vec(width))
            }
        }
    }
}

/// Wider bit-vectors are not made.
const MOST_WIDTH: u32 = 1 << 12;
