//! The ways in which a term cannot be built from its parts.

use std::sync::Arc;

use super::MAX_WIDTH;
use crate::float::FormatError;
use crate::op::Op;

/// A term that cannot be built: its parts are of the wrong sorts, or of the wrong number.
///
/// Says what is wrong, not where: sorts are kept as they are written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// `(select a)`.
    #[error("`{op}` takes {}, not {found}", counted(*least, *most))]
    Count {
        /// The operator.
        op: Op,
        /// Number of arguments it got.
        found: usize,
        /// Least number of arguments.
        least: usize,
        /// Greatest number of arguments; `usize::MAX` for any number.
        most: usize,
    },
    /// `(and 1 true)`.
    #[error("argument {place} of `{name}` is of sort {found}, not {wanted}")]
    Argument {
        /// The place of the argument, from 1.
        place: usize,
        /// The operator or the function.
        name: String,
        /// The argument's sort.
        found: String,
        /// The sort that is wanted, or the kind of sort.
        wanted: String,
    },
    /// `((_ divisible 0) x)`.
    #[error("nothing is divisible by 0: the index must be positive")]
    DivisibleByZero,
    /// `((_ iand 99999999) x y)`.
    #[error("`{0}` of more than {MAX_WIDTH} bits cannot be had")]
    TooManyBits(Op),
    /// `((_ extract 0 1) x)`.
    #[error("`{op}` of {width} bits: the indices must fall and be below the width")]
    Extract {
        /// The operator with its indices.
        op: Op,
        /// The bits of its argument.
        width: u32,
    },
    /// `((_ zero_extend 99999999) x)`.
    #[error("`{op}` would have {width} bits: between 1 and {MAX_WIDTH} can be had")]
    Width {
        /// The operator.
        op: Op,
        /// The bits of its result.
        width: u64,
    },
    /// An operator that has no rule for such arguments.
    #[error("`{0}` cannot be applied so")]
    Inapplicable(Op),
    /// `(fp #b00 #b00000 #b0000)`.
    #[error("`fp` takes a sign of 1 bit, an exponent and a significand")]
    Sign,
    /// `(fp #b0 #b0 #b0)`.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// `((_ to_fp 5 11) #b0)`.
    #[error("`{op}` of one argument takes a bit-vector of {wanted} bits, not {found}")]
    Pattern {
        /// The operator.
        op: Op,
        /// The bits of its format.
        wanted: u32,
        /// The bits of its argument.
        found: u32,
    },
    /// `((_ to_fp 5 11) RNE true)`.
    #[error("`{op}` cannot convert {sort}")]
    Conversion {
        /// The operator.
        op: Op,
        /// The argument's sort.
        sort: String,
    },
    /// `((_ to_fp 5 11) RNE x y)`.
    #[error("`{op}` cannot take {found} arguments")]
    Arguments {
        /// The operator.
        op: Op,
        /// Number of arguments it got.
        found: usize,
    },
    /// `(f 1 2)` where `f` takes one argument.
    #[error("`{name}` takes {wanted} argument{}, not {found}", if *wanted == 1 { "" } else { "s" })]
    CallCount {
        /// The function.
        name: Arc<str>,
        /// Number of arguments it takes.
        wanted: usize,
        /// Number it got.
        found: usize,
    },
    /// `(as nil Int)`.
    #[error("`{name}` gives {found}, not {wanted}")]
    CallResult {
        /// The function.
        name: Arc<str>,
        /// Sort that it gives.
        found: String,
        /// Sort that it should give.
        wanted: String,
    },
    /// `nil`, whose sort only `as` can tell.
    #[error("the sort of `{0}` is not known here: write (as {0} <sort>)")]
    UnknownSort(Arc<str>),
    /// A sort inside of sorts, too many times.
    #[error("the sort nests too deep")]
    TooDeep,
    /// `(lambda ((x Int) (y Int)) x)`.
    #[error("a `lambda` of one variable is an array; of more, it is not supported")]
    Lambda,
    /// `(witness ((x Int) (y Int)) (= x y))`.
    #[error("a `witness` describes one variable")]
    Witness,
    /// `(forall () true)`.
    #[error("`{0}` binds no variable")]
    NoVariable(&'static str),
    /// `(forall ((x Int)) x)`.
    #[error("the body of `{binder}` is of sort {sort}, not Bool")]
    Body {
        /// The quantifier, such as `forall`.
        binder: &'static str,
        /// The sort of its body.
        sort: String,
    },
    /// `(match x ())`.
    #[error("a `match` needs a case")]
    NoCase,
    /// `(match x ((nil 1) ((cons h t) true)))`.
    #[error("the cases of a `match` are of sorts {first} and {other}")]
    Cases {
        /// The sort of the first case.
        first: String,
        /// Another one.
        other: String,
    },
    /// A place beyond the parts of a term, such as `0.3`.
    #[error("there is no place {0} in this term")]
    NoPlace(String),
    /// A replacement of another sort.
    #[error("a term of sort {found} cannot stand where {wanted} is wanted")]
    Replacement {
        /// The sort of what is put in.
        found: String,
        /// The sort of what stands there.
        wanted: String,
    },
    /// A substitution that would catch a free variable.
    #[error("a variable would be bound by this substitution")]
    Caught,
    /// `(x 1)` where `x` is bound by `let`.
    #[error("this takes no arguments")]
    NotApplicable,
    /// None of the functions of a name fits.
    #[error("no `{0}` takes these arguments")]
    NoneFits(Arc<str>),
    /// More than one of the functions of a name fits.
    #[error("`{0}` has several meanings here: write (as {0} <sort>)")]
    Ambiguous(Arc<str>),
}

/// `1 argument`, `2 or more arguments`, `1 to 3 arguments`.
fn counted(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => "1 argument".to_owned(),
        _ if least == most => format!("{least} arguments"),
        (_, usize::MAX) => format!("{least} or more arguments"),
        _ => format!("{least} to {most} arguments"),
    }
}
