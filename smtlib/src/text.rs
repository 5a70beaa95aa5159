//! Strings and regular expressions, exactly as the SMT-LIB theory of Unicode strings defines them.
//!
//! A [`Text`] is a value of sort `String`, a [`Regex`] one of sort `RegLan`. Each function of the
//! theory is a method of its first argument, with the arguments in the order of the standard:
//! `(str.prefixof s t)` is `s.prefixof(&t)`. All of them are total.
//!
//! Positions are `i64`. Every function that takes one asks only how it compares with lengths, which
//! are far below `i64::MAX`, so an integer of any size may be [`saturated`] first: the answer stays
//! exact.

mod functions;
mod literal;
mod regex;
mod replace;
mod search;
mod word;

pub use literal::CharacterError;
pub(crate) use regex::WORDS_PER_TERM;
pub use regex::{OutOfBudget, Regex};
pub(crate) use search::find;
pub use search::saturated;
pub use word::{MAX_CHARACTER, Text, TooLong};
