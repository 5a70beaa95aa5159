//! Terms that stand for variables where a constant will not do.

use smallvec::SmallVec;
use smtlib::{Candidates, Op, Sort, Term, Terms, Value};

use super::pattern::Place;

/// Number of regular expressions that solvers are asked with, since they take no variables for
/// them.
pub(super) const SAMPLES: usize = 4;

/// A regular expression, by its number below [`SAMPLES`].
pub(super) fn sample(terms: &mut Terms, number: usize) -> Option<Term> {
    let text = |terms: &mut Terms, word: &str| {
        let text = smtlib::text::Text::parse_literal(word).ok()?;
        terms.constant_of(&smtlib::Value::String(text))
    };
    let mut apply = |op: Op, words: &[&str]| {
        let words: Option<SmallVec<[Term; 4]>> =
            words.iter().map(|word| text(terms, word)).collect();
        terms.op(op, words?).ok()
    };
    let (inner, outer) = match number {
        0 => return apply(Op::StrToRe, &["ab"]),
        1 => (apply(Op::ReRange, &["a", "b"])?, Op::ReStar),
        2 => (apply(Op::StrToRe, &["a"])?, Op::ReOpt),
        _ => (apply(Op::StrToRe, &["b"])?, Op::ReComp),
    };
    terms.op(outer, SmallVec::from_slice(&[inner])).ok()
}

/// A literal: of numbers a positive one, of other sorts another for each place, if there is one.
pub(super) fn example_literal(terms: &mut Terms, sort: Sort, place: Place) -> Option<Term> {
    let value = match sort {
        Sort::INT => Value::Int(2.into()),
        Sort::REAL => Value::Real(smtlib::Rational::from_integer(2.into()).into()),
        Sort::STRING => Value::String(smtlib::text::Text::parse_literal("a").ok()?),
        _ => {
            let values = Candidates::default().values(terms, sort, 4);
            values.get(place % values.len().max(1))?.clone()
        }
    };
    terms.constant_of(&value)
}
