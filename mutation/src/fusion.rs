//! Fusion functions: lines of tables into terms that take two variables' place.
//!
//! A table is a file of `fusion/`; a fusion function is a line of it, with its columns between bars:
//!
//! ```text
//! int-mul | x y z: Int | z = (* x y) | x = (div z y) | y = (div z x) | when (distinct x 0) (distinct y 0)
//! ```
//!
//! 1. The name.
//! 2. The sorts of x, y and z, of which `Any` and `(_ BitVec n)` stand for many; then the constants,
//!    which are drawn anew each time: `any` value, `nonzero`, `unit` (1 or -1), `odd`, `inverse a`
//!    (modulo 2ⁿ), `index n` (below the width n), `formula`.
//! 3. The fusion function, and the two that take it back: with z = f(x, y), x = `r_x`(y, z) and
//!    y = `r_y`(x, z) whatever x and y are.
//! 4. Where that is so only sometimes: `when`, and when it is.

mod check;
mod constants;
mod file;
mod instance;
mod line;
mod question;
mod table;
mod template;
mod yinyang;

use std::fmt;
use std::sync::{Arc, LazyLock};

pub use check::{Counterexample, FusionCheck, Verdict, check};
pub use file::{FusionFile, Refusal, Refused, Taken, read_fusion_functions};
pub use line::LineError;
pub use question::FusionQuestion;
pub use table::FusionTable;

use constants::Constant;
use template::{SortTemplate, Template};

/// A function that joins two variables, with what takes it back.
///
/// ```
/// use mutation::fusion::{FusionFunction, Verdict, check};
///
/// let line = "int-mul | x y z: Int | z = (* x y) | x = (div z y) | y = (div z x)";
/// let Verdict::Fails(counterexample) = check(&FusionFunction::parse(line)?).verdict else {
///     panic!("0 was forgotten");
/// };
/// assert!(counterexample.to_string().contains("= 0"), "{counterexample}");
/// # Ok::<(), mutation::fusion::LineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FusionFunction {
    name: Arc<str>,
    /// The sorts of x, y and z.
    sorts: [SortTemplate; 3],
    constants: Vec<Constant>,
    fuse: Template,
    invert_x: Template,
    invert_y: Template,
    /// Condition under which it can be taken back, if it cannot always: all of these are true.
    guard: Vec<Template>,
    /// The name of its table.
    theory: Arc<str>,
    /// Its line, as it was written.
    text: Arc<str>,
    /// The number of its line, from 1.
    line: usize,
}

/// The tables that come with the program, each with its name.
const TABLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/fusion_tables.rs"));

impl FusionFunction {
    /// Returns all fusion functions that come with the program, in the order of their tables' names
    /// and of their lines.
    pub fn shipped() -> Arc<[Self]> {
        static SHIPPED: LazyLock<Arc<[FusionFunction]>> = LazyLock::new(|| {
            let functions = TABLES.iter().flat_map(|(theory, text)| {
                line::lines(text).map(move |(line, number)| {
                    line::function(theory, line, number)
                        .unwrap_or_else(|error| panic!("fusion/{theory}.fusion: {error}"))
                })
            });
            functions.collect()
        });
        SHIPPED.clone()
    }

    /// Reads a line of a table.
    pub fn parse(text: &str) -> Result<Self, LineError> {
        line::function("own", text, 1)
    }

    /// Returns its name: `int-mul`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the name of its table: `ints`.
    pub fn theory(&self) -> &Arc<str> {
        &self.theory
    }

    /// Returns the number of its line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the columns behind its name and its variables: `z = (+ x y) | x = (- z y) | …`.
    pub fn equations(&self) -> &str {
        let column = self.text.splitn(3, '|').nth(2);
        column.expect("a line has a third column").trim()
    }

    /// Returns f(x, y), what x is and what y is, as they were written: `(+ x y)`, `(- z y)`,
    /// `(- z x)`.
    pub fn sides(&self) -> [&str; 3] {
        let mut columns = self.equations().split('|');
        [(); 3].map(|()| {
            let column = columns.next().expect("a line has three equations");
            column.split_once('=').expect("an equation has two sides").1.trim()
        })
    }

    /// Returns the condition under which alone it can be taken back, if there is one:
    /// `(distinct x 0)`.
    pub fn guard(&self) -> Option<&str> {
        self.text.split_once("| when ").map(|(_, guard)| guard.trim())
    }

    /// Returns whether there is a condition under which alone it can be taken back.
    pub fn is_guarded(&self) -> bool {
        !self.guard.is_empty()
    }
}

/// As a line of a table.
impl fmt::Display for FusionFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
