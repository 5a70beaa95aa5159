//! Reasons for which a term has no value.

use std::fmt;

use crate::function::Fun;
use crate::op::Op;
use crate::term::{Term, Terms};

/// The characters of a term that a reason shows.
const MOST_SHOWN: usize = 120;

/// Reason for which the model and the standard decide no value of a term. `(div 1 0)` is open where
/// no model says what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open(pub Box<Reason>);

impl From<Reason> for Open {
    fn from(reason: Reason) -> Self {
        Open(Box::new(reason))
    }
}

/// Thing that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The standard leaves open what the operator gives here, and the model does not say.
    Unspecified(Op, &'static str),
    /// The selector of one constructor, of a value that another one built.
    Unselected(Fun),
    /// The model gives the function no value.
    NoValue(Fun),
    /// The model describes a value by this `witness`, which more than one value may fit.
    Witness(Term),
    /// The instances that were tried do not settle the quantifier.
    Quantifier,
    /// A comparison of irrational numbers that did not settle within its bound.
    Irrational(Op),
    /// A value that is too large, too deep or too long to compute with.
    TooLarge(&'static str),
    /// The evaluation took too many steps or calls.
    TooMuch,
    /// Something that cannot be evaluated.
    Unsupported(&'static str),
}

impl Reason {
    /// Returns whether the standard leaves the value open, so that no answer can be wrong here.
    pub fn is_unspecified(&self) -> bool {
        matches!(self, Reason::Unspecified(..) | Reason::Unselected(_))
    }

    /// The reason in words.
    pub fn display<'a>(&'a self, terms: &'a Terms) -> impl fmt::Display + 'a {
        Shown { reason: self, terms }
    }
}

struct Shown<'a> {
    reason: &'a Reason,
    terms: &'a Terms,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Reason::Unspecified(op, why) => {
                write!(f, "the standard leaves open what `{op}` is for {why}")
            }
            Reason::Unselected(fun) => {
                let name = &self.terms.function(*fun).name;
                write!(
                    f,
                    "the standard leaves open what `{name}` is for another constructor's value"
                )
            }
            Reason::NoValue(fun) => {
                write!(f, "the model gives `{}` no value", self.terms.function(*fun).name)
            }
            Reason::Witness(term) => {
                let text = self.terms.text(*term);
                let mut shown: String = text.chars().take(MOST_SHOWN).collect();
                if shown.len() < text.len() {
                    shown.push('…');
                }
                write!(f, "the model describes a value, but does not say which it is: `{shown}`")
            }
            Reason::Quantifier => {
                f.write_str("the values that were tried do not settle the quantifier")
            }
            Reason::Irrational(op) => {
                write!(f, "`{op}` of irrational numbers did not settle within its bound")
            }
            Reason::TooLarge(what) => write!(f, "{what} would be too large"),
            Reason::TooMuch => f.write_str("the evaluation takes too many steps"),
            Reason::Unsupported(what) => write!(f, "{what} cannot be evaluated"),
        }
    }
}
