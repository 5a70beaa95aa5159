//! The values of children of operators on strings and regular expressions.

use num_traits::Zero;
use smtlib::text::{Regex, Text};
use smtlib::{Int, Op, Rational, Value};

use super::allowed::Allowed;
use super::parts::Parts;
use super::words::Word;

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match op {
        Op::StrPrefixof => pair(parts, at, Word::StartOf, Word::Starts),
        Op::StrSuffixof => pair(parts, at, Word::EndOf, Word::Ends),
        Op::StrContains => pair(parts, at, Word::Holds, Word::Within),
        Op::StrInRe if at == 0 => {
            Some(Allowed::Word(Word::Matches(regex(parts, 1)?.clone()), parts.wanted()?))
        }
        Op::StrInRe => Some(Allowed::Matching(text(parts, 0)?.clone(), parts.wanted()?)),
        Op::StrLen | Op::StrToCode | Op::StrToInt | Op::StrIsDigit => {
            Some(Allowed::Image(op, Box::new(parts.set.clone())))
        }
        Op::StrConcat => concat(parts, at),
        Op::ReComp => match parts.set {
            Allowed::Matching(text, holds) => Some(Allowed::Matching(text.clone(), !holds)),
            _ => None,
        },
        Op::ReUnion => junction(parts, at, true, |_| true),
        Op::ReInter => junction(parts, at, false, |_| false),
        // What is in the first one and in none of the others.
        Op::ReDiff => junction(parts, at, false, |place| place != 0),
        _ => None,
    }
}

fn text<'a>(parts: &Parts<'a>, at: usize) -> Option<&'a Text> {
    match parts.value(at)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn regex<'a>(parts: &Parts<'a>, at: usize) -> Option<&'a Regex> {
    match parts.value(at)? {
        Value::Regex(regex) => Some(regex),
        _ => None,
    }
}

/// A relation of two strings: what it says of the first, and of the second.
fn pair(
    parts: &Parts<'_>,
    at: usize,
    of_first: fn(Text) -> Word,
    of_second: fn(Text) -> Word,
) -> Option<Allowed> {
    let other = text(parts, 1 - at)?.clone();
    let word = if at == 0 { of_first(other) } else { of_second(other) };
    Some(Allowed::Word(word, parts.wanted()?))
}

/// Regular expressions, of which one decides whether a text matches all together: one that
/// matches as `decisive` says makes it `decided`.
fn junction(
    parts: &Parts<'_>,
    at: usize,
    decided: bool,
    decisive: impl Fn(usize) -> bool,
) -> Option<Allowed> {
    let Allowed::Matching(text, wanted) = parts.set else { return None };
    if *wanted != decided {
        return Some(Allowed::Matching(text.clone(), !decisive(at)));
    }
    for place in (0..parts.values.len()).filter(|&place| place != at) {
        if regex(parts, place)?.matches_within(text, 1 << 16).ok()? == decisive(place) {
            return Some(Allowed::All);
        }
    }
    Some(Allowed::Matching(text.clone(), decisive(at)))
}

fn concat(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let is_last = at + 1 == parts.values.len();
    match parts.set {
        Allowed::Image(Op::StrLen, lengths) => {
            let others = parts.others(at)?;
            let others = others.into_iter().map(|value| match value {
                Value::String(text) => i64::try_from(text.len()).ok(),
                _ => None,
            });
            let rest = others.sum::<Option<i64>>()?;
            lengths_less(lengths, rest)
        }
        Allowed::Word(Word::Starts(start), true) if at == 0 => {
            starts(start, text(parts, 0)?).then(|| parts.set.clone())
        }
        Allowed::Word(Word::Starts(start), true) => {
            starts(start, text(parts, 0)?).then_some(Allowed::All)
        }
        Allowed::Word(Word::Ends(end), true) => {
            let last = text(parts, parts.values.len() - 1)?;
            let ends = end.suffixof(last);
            ends.then(|| if is_last { parts.set.clone() } else { Allowed::All })
        }
        Allowed::Word(Word::Holds(part), true) => {
            let others = parts.others(at)?;
            let holds =
                |value: &&Value| matches!(value, Value::String(text) if text.contains(part));
            if others.iter().any(holds) {
                return Some(Allowed::All);
            }
            text(parts, at)?.contains(part).then(|| parts.set.clone())
        }
        _ => None,
    }
}

fn starts(start: &Text, text: &Text) -> bool {
    start.prefixof(text)
}

/// Returns the strings whose length is in a set when it is longer by `rest`.
fn lengths_less(lengths: &Allowed, rest: i64) -> Option<Allowed> {
    let by = Rational::from_integer(rest.into());
    let less = |value: &Value| match value {
        Value::Int(int) => Some(Value::Int(int.sub(&Int::from(rest)))),
        _ => None,
    };
    let lengths = match lengths {
        Allowed::Span(span) => {
            Allowed::Span(span.before(&(Rational::zero() + Rational::from_integer(1.into())), &by))
        }
        Allowed::In(values) => Allowed::In(values.iter().filter_map(less).collect()),
        Allowed::But(values) => Allowed::But(values.iter().filter_map(less).collect()),
        _ => return None,
    };
    Some(Allowed::Image(Op::StrLen, Box::new(lengths)))
}
