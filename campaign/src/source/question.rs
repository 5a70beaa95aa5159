//! Questions: what is put to solvers.

use mutation::RuleName;

use crate::source::known::KnownAnswers;
use crate::source::order::Place;

/// A formula with what is known of its answer beforehand. That of `Strings 1041/weaken/3` is known
/// to be `sat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its number in its source.
    pub number: u64,
    /// The name by which people call it, and find it again.
    pub place: Place,
    /// Its text, as people write it: lines, each with its end.
    pub text: String,
    /// Its size: smaller triggers stand for larger ones.
    pub size: u32,
    /// The known answers to its checks.
    pub known: KnownAnswers,
    /// The rules of the steps that made it, where it is a mutant.
    pub rules: Vec<RuleName>,
}
