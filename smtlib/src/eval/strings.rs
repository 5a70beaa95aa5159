//! Strings and regular expressions.

use super::open::Reason;
use super::{Open, Outcome};
use crate::op::Op;
use crate::text::{Regex, Text, TooLong, WORDS_PER_TERM};
use crate::value::{Int, Value};

/// Most work of one match; only long strings need as much.
const MATCHING: u64 = 1 << 24;

/// An operator of the theory of strings.
pub(super) fn apply(op: Op, values: &[&Value], work: u64) -> Outcome {
    use Value::{Bool, Regex as Re, String as Str};
    let int = |int: i64| Ok(Value::Int(int.into()));
    match (op, values) {
        (Op::StrConcat, _) => {
            let parts = values
                .iter()
                .filter_map(|value| if let Str(text) = value { Some(text) } else { None });
            text(Text::concat_all(parts))
        }
        (Op::StrLen, [Str(a)]) => int(i64::try_from(a.len()).expect("a text fits the memory")),
        (Op::StrLt, _) => Ok(Bool(chain(values, |a, b| a < b))),
        (Op::StrLe, _) => Ok(Bool(chain(values, |a, b| a <= b))),
        (Op::StrAt, [Str(a), Value::Int(at)]) => Ok(Str(a.at(near(at)))),
        (Op::StrSubstr, [Str(a), Value::Int(start), Value::Int(length)]) => {
            Ok(Str(a.substr(near(start), near(length))))
        }
        (Op::StrPrefixof, [Str(a), Str(b)]) => Ok(Bool(a.prefixof(b))),
        (Op::StrSuffixof, [Str(a), Str(b)]) => Ok(Bool(a.suffixof(b))),
        (Op::StrContains, [Str(a), Str(b)]) => Ok(Bool(a.contains(b))),
        (Op::StrIndexof, [Str(a), Str(b), Value::Int(from)]) => int(a.indexof(b, near(from))),
        (Op::StrReplace, [Str(a), Str(b), Str(c)]) => text(a.replace(b, c)),
        (Op::StrReplaceAll, [Str(a), Str(b), Str(c)]) => text(a.replace_all(b, c)),
        (Op::StrReplaceRe, [Str(a), Re(b), Str(c)]) => text(a.replace_re(b, c)),
        (Op::StrReplaceReAll, [Str(a), Re(b), Str(c)]) => text(a.replace_re_all(b, c)),
        (Op::StrIsDigit, [Str(a)]) => Ok(Bool(a.is_digit())),
        (Op::StrToCode, [Str(a)]) => int(a.to_code()),
        (Op::StrFromCode, [Value::Int(code)]) => Ok(Str(Text::from_code(near(code)))),
        (Op::StrToInt, [Str(a)]) => Ok(Value::Int(a.to_int().into())),
        (Op::StrFromInt, [Value::Int(int)]) => Ok(Str(Text::from_int(&int.to_big()))),
        (Op::StrRev, [Str(a)]) => Ok(Str(a.rev())),
        (Op::StrToLower, [Str(a)]) => Ok(Str(a.to_lower())),
        (Op::StrToUpper, [Str(a)]) => Ok(Str(a.to_upper())),
        (Op::StrUpdate, [Str(a), Value::Int(at), Str(b)]) => Ok(Str(a.update(near(at), b))),
        (Op::StrIndexofRe, [Str(a), Re(b), Value::Int(from)]) => int(a.indexof_re(b, near(from))),
        (Op::StrInRe, [Str(a), Re(b)]) => {
            match b.matches_within(a, MATCHING.min(work / WORDS_PER_TERM)) {
                Ok(matches) => Ok(Bool(matches)),
                Err(_) => Err(Reason::TooLarge("the search for a match").into()),
            }
        }
        _ => regex(op, values)
            .map(Re)
            .ok_or_else(|| Open::from(Reason::Unsupported("this operator on strings"))),
    }
}

fn regex(op: Op, values: &[&Value]) -> Option<Regex> {
    use Value::{Regex as Re, String as Str};
    let fold = |by: fn(&Regex, &Regex) -> Regex| {
        let mut all = values
            .iter()
            .filter_map(|value| if let Re(regex) = value { Some(regex) } else { None });
        let first = all.next()?.clone();
        Some(all.fold(first, |sum, next| by(&sum, next)))
    };
    Some(match (op, values) {
        (Op::ReNone, _) => Regex::none(),
        (Op::ReAll, _) => Regex::all(),
        (Op::ReAllchar, _) => Regex::allchar(),
        (Op::StrToRe, [Str(a)]) => Regex::literal(a.clone()),
        (Op::ReRange, [Str(a), Str(b)]) => Regex::range(a, b),
        (Op::ReConcat, _) => return fold(Regex::concat),
        (Op::ReUnion, _) => return fold(Regex::union),
        (Op::ReInter, _) => return fold(Regex::inter),
        (Op::ReDiff, _) => return fold(Regex::diff),
        (Op::ReStar, [Re(a)]) => a.star(),
        (Op::RePlus, [Re(a)]) => a.plus(),
        (Op::ReOpt, [Re(a)]) => a.opt(),
        (Op::ReComp, [Re(a)]) => a.comp(),
        (Op::RePower(n), [Re(a)]) => a.power(u64::from(n)),
        (Op::ReLoop(low, high), [Re(a)]) => a.repeat(u64::from(low), u64::from(high)),
        _ => return None,
    })
}

fn chain(values: &[&Value], holds: fn(&Text, &Text) -> bool) -> bool {
    values.windows(2).all(|pair| match pair {
        [Value::String(a), Value::String(b)] => holds(a, b),
        _ => false,
    })
}

fn text(result: Result<Text, TooLong>) -> Outcome {
    result.map(Value::String).map_err(|TooLong| Reason::TooLarge("a string").into())
}

/// The nearest position: beyond every string, all positions are alike.
pub(super) fn near(int: &Int) -> i64 {
    int.to_i64().unwrap_or_else(|| crate::text::saturated(&int.to_big()))
}
