//! A file of fusion functions into those that can be taken back, and why the others are not used.
//!
//! It is a table as those of `fusion/`, or `YinYang`'s `fusion_functions.txt` as it is: whoever has
//! a line `#begin` is that.

use std::fmt;

use super::check::{Counterexample, Verdict, check};
use super::table::FusionTable;
use super::{FusionFunction, line, yinyang};

/// Result of reading a file of fusion functions, entry by entry, in order. YinYang's file is one:
/// `(= z (+ x c) y)` in it is refused.
#[derive(Clone, Debug, Default)]
pub struct FusionFile {
    /// The entries that are used.
    pub taken: Vec<Taken>,
    /// The entries that are not.
    pub refused: Vec<Refused>,
}

/// A fusion function that can be taken back. `int-mul` with a guard is one.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The line at which it begins, from 1.
    pub line: usize,
    /// The fusion function.
    pub function: FusionFunction,
    /// The reason why it was given a guard that the file does not have, if it was.
    pub guarded: Option<Counterexample>,
}

/// An entry that is not used. `line 3: it cannot be taken back for x = 0, y = 0` is how one is
/// told.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The line of what is wrong, from 1; of an entry that cannot be taken back, where it begins.
    pub line: usize,
    /// Why.
    pub why: Refusal,
    /// The fusion function, if it is one.
    pub function: Option<FusionFunction>,
}

/// Reason why an entry is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read.
    Unreadable(String),
    /// An equation of three sides: `(= z (+ x c) y)` says that z is y. Almost surely a typo.
    Typo {
        /// As it stands.
        found: String,
        /// The text that was probably meant: `(= z (+ x c y))`.
        meant: Option<String>,
    },
    /// It cannot be taken back.
    Fails(Counterexample),
    /// Its terms do not have the sorts that are declared, or no sort fits.
    Unfit,
}

impl FusionFile {
    /// Returns all functions, those that cannot be taken back too, in the order of their lines.
    pub fn functions(&self) -> Vec<FusionFunction> {
        let taken = self.taken.iter().map(|it| it.function.clone());
        let refused = self.refused.iter().filter_map(|it| it.function.clone());
        let mut functions: Vec<FusionFunction> = taken.chain(refused).collect();
        functions.sort_by_key(FusionFunction::line);
        functions
    }

    /// Returns the functions that are used; `None` if there are none.
    pub fn table(&self) -> Option<FusionTable> {
        FusionTable::new(self.taken.iter().map(|taken| taken.function.clone()).collect())
    }
}

impl Refusal {
    /// Whether the file is not what it should be, rather than a function of it.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable(_))
    }
}

/// `` `(= z (+ x c) y)` says that all of its sides are equal; is `(= z (+ x c y))` meant? ``
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(message) => f.write_str(message),
            Self::Typo { found, meant } => {
                write!(f, "`{found}` says that all of its sides are equal")?;
                meant.iter().try_for_each(|meant| write!(f, "; is `{meant}` meant?"))
            }
            Self::Fails(counterexample) => {
                write!(f, "it cannot be taken back for {counterexample}")
            }
            Self::Unfit => f.write_str("its terms do not have the sorts that are declared"),
        }
    }
}

/// `line 82: (= z (+ x c) y) says … ; was … meant?`
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Reads a file of fusion functions, and checks each: what cannot be taken back is refused. Of
/// `YinYang`'s file, whose notation has no guards, it is taken where no divisor is 0 if that is all
/// there is to it.
///
/// ```
/// use mutation::fusion::read_fusion_functions;
///
/// let file = read_fusion_functions("own", "product | x y z: Int | z = (* x y) | x = (div z y) | y = (div z x)");
/// assert!(file.refused[0].to_string().contains("cannot be taken back"));
/// ```
pub fn read_fusion_functions(theory: &str, text: &str) -> FusionFile {
    if text.lines().any(|line| line.trim() == yinyang::BEGIN) {
        yinyang::read(theory, text)
    } else {
        table(theory, text)
    }
}

fn table(theory: &str, text: &str) -> FusionFile {
    let mut file = FusionFile::default();
    for (content, number) in line::lines(text) {
        let read = entry(theory, content, number, &file.taken);
        let (why, function) = match read {
            Err(message) => (Refusal::Unreadable(message), None),
            Ok(function) => match check(&function).verdict {
                Verdict::Inverts | Verdict::InvertsWhen(_) => {
                    file.taken.push(Taken { line: number, function, guarded: None });
                    continue;
                }
                Verdict::Unfit => (Refusal::Unfit, Some(function)),
                Verdict::Fails(counterexample) => (Refusal::Fails(counterexample), Some(function)),
            },
        };
        file.refused.push(Refused { line: number, why, function });
    }
    file
}

/// A line of a table into a function with a name of its own.
fn entry(
    theory: &str,
    content: &str,
    number: usize,
    taken: &[Taken],
) -> Result<FusionFunction, String> {
    let function = line::function(theory, content, number).map_err(|error| error.message)?;
    let name = function.name();
    match taken.iter().find(|it| it.function.name() == name) {
        Some(before) => {
            Err(format!("line {} has a function `{name}` too: rename one", before.line))
        }
        None => Ok(function),
    }
}
