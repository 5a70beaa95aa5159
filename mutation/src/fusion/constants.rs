//! The constants of fusion functions: drawn anew for each pair of variables.

use std::sync::Arc;

use smtlib::text::Text;
use smtlib::{BitVec, Op, Rational, Sort, Sorts, Term, Terms, Value};

use super::template::Bindings;
use crate::draw::Draw;

/// A constant of a fusion function.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    pub(super) name: Arc<str>,
    pub(super) kind: ConstantKind,
}

/// Values that a constant may have: `nonzero` is one kind.
#[derive(Clone, Debug)]
pub(super) enum ConstantKind {
    /// Any value of the sort of x: `any`.
    Any,
    /// `nonzero`.
    Nonzero,
    /// 1 or -1: `unit`.
    Unit,
    /// An odd bit-vector: `odd`.
    Odd,
    /// The inverse of an odd one modulo 2ⁿ: `inverse a`.
    Inverse(Arc<str>),
    /// A number below a width: `index n`.
    Index(Arc<str>),
    /// A formula of the script, or `true` or `false`: `formula`.
    Formula,
}

impl ConstantKind {
    /// Reads `nonzero`, `inverse a` and the like.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (kind, of) = (words.next()?, words.next());
        if words.next().is_some() {
            return None;
        }
        Some(match (kind, of) {
            ("any", None) => Self::Any,
            ("nonzero", None) => Self::Nonzero,
            ("unit", None) => Self::Unit,
            ("odd", None) => Self::Odd,
            ("inverse", Some(of)) => Self::Inverse(of.into()),
            ("index", Some(of)) => Self::Index(of.into()),
            ("formula", None) => Self::Formula,
            _ => return None,
        })
    }

    /// Draws a value of a sort; `None` if the sort has none of the kind. Small numbers come as
    /// often as large ones, up to 1000, and strings have up to 5 letters.
    pub(super) fn value(&self, sorts: &Sorts, sort: Sort, draw: &mut Draw) -> Option<Value> {
        match self {
            Self::Any => any(sorts, sort, draw),
            Self::Nonzero => Some(match any(sorts, sort, draw)? {
                Value::Int(int) if int.is_zero() => Value::Int(1.into()),
                Value::Real(real) if real.to_rational() == Some(whole(0)) => {
                    Value::Real(whole(1).into())
                }
                other => other,
            }),
            Self::Unit => {
                let unit = if draw.chance(1, 2) { 1 } else { -1 };
                match sort {
                    Sort::INT => Some(Value::Int(unit.into())),
                    Sort::REAL => Some(Value::Real(whole(unit).into())),
                    _ => None,
                }
            }
            Self::Odd => {
                let Value::BitVec(bits) = any(sorts, sort, draw)? else { return None };
                Some(Value::BitVec(bits.or(&BitVec::new(bits.width(), 1))))
            }
            Self::Inverse(_) | Self::Index(_) | Self::Formula => None,
        }
    }

    /// Returns what must be true of a term that stands for all values of the kind, if not all of
    /// its sort's
    /// are; `known` finds the constants before it. The outer `None`: its sort has no such values,
    /// or
    /// it is no value.
    #[allow(clippy::option_option, reason = "no such values, no condition, or a condition")]
    pub(super) fn condition(
        &self,
        terms: &mut Terms,
        term: Term,
        known: impl Fn(&str) -> Option<Term>,
    ) -> Option<Option<Term>> {
        let sort = terms.sort(term);
        let number = |terms: &mut Terms, number: i64| match sort {
            Sort::INT => terms.constant_of(&Value::Int(number.into())),
            Sort::REAL => terms.constant_of(&Value::Real(whole(number).into())),
            _ => {
                let width = terms.sorts.width(sort)?;
                let bits = BitVec::new(width, number.unsigned_abs());
                terms.constant_of(&Value::BitVec(bits))
            }
        };
        let condition = match self {
            Self::Any | Self::Formula => return Some(None),
            Self::Index(_) => return None,
            Self::Nonzero => {
                let zero = number(terms, 0)?;
                terms.op(Op::Distinct, &[term, zero][..])
            }
            Self::Unit => {
                let (one, square) = (number(terms, 1)?, terms.op(Op::Mul, &[term, term][..]).ok()?);
                terms.op(Op::Eq, &[square, one][..])
            }
            Self::Odd => {
                let last = terms.op(Op::Extract(0, 0), &[term][..]).ok()?;
                let one = terms.constant_of(&Value::BitVec(BitVec::new(1, 1)))?;
                terms.op(Op::Eq, &[last, one][..])
            }
            Self::Inverse(of) => {
                let (of, one) = (known(of)?, number(terms, 1)?);
                let product = terms.op(Op::BvMul, &[of, term][..]).ok()?;
                terms.op(Op::Eq, &[product, one][..])
            }
        };
        condition.ok().map(Some)
    }
}

fn whole(number: i64) -> Rational {
    Rational::from_integer(number.into())
}

fn any(sorts: &Sorts, sort: Sort, draw: &mut Draw) -> Option<Value> {
    let within = |most: i64, draw: &mut Draw| {
        let span = 2 * most.unsigned_abs() + 1;
        i64::try_from(draw.below(span)).expect("a small number") - most
    };
    match sort {
        Sort::BOOL => Some(Value::Bool(draw.chance(1, 2))),
        Sort::INT => {
            let most = if draw.chance(1, 3) { 1_000 } else { 9 };
            Some(Value::Int(within(most, draw).into()))
        }
        Sort::REAL => {
            let scales = [(9, 1), (90, 10), (100_000_000, 100_000)];
            let &(most, parts) = draw.one_of(&scales).expect("there are scales");
            Some(Value::Real(Rational::new(within(most, draw).into(), parts.into()).into()))
        }
        Sort::STRING => {
            let letters: Vec<u32> = (0..draw.below(6))
                .map(|_| u32::from(b'a') + u32::try_from(draw.below(26)).expect("a letter"))
                .collect();
            Some(Value::String(Text::from_characters(&letters).expect("letters are characters")))
        }
        _ => {
            let width = sorts.width(sort)?;
            let words = width.div_ceil(64);
            let bits = (0..words).map(|_| BitVec::new(64, draw.bits()));
            let all = bits.reduce(|high, low| high.concat(&low)).expect("a width is not 0");
            Some(Value::BitVec(all.extract(width - 1, 0)))
        }
    }
}

/// The number whose product with an odd one is 1: each round of Newton's doubles the right bits.
pub(super) fn inverse(odd: &BitVec) -> BitVec {
    let width = odd.width();
    let two = BitVec::new(width, 2);
    let mut inverse = odd.clone();
    let mut right = 3;
    while right < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        right *= 2;
    }
    inverse
}

/// Draws an index below a width that is known.
pub(super) fn index(width: &str, bindings: &Bindings<'_>, draw: &mut Draw) -> Option<u32> {
    let width = bindings.number(width)?;
    u32::try_from(draw.below(u64::from(width.max(1)))).ok()
}
