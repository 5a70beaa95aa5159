//! Typed formulas into scripts that are evaluated and searched.

use std::fmt::Display;

use generated::Term;
use smtlib::{Error, Script};

/// A typed value of a theory that is a whole script, such as `generated::ints::Start`.
pub trait ToScript {
    /// Returns the script. Fails for what is no script: a term, or a formula of a grammar that is
    /// not SMT-LIB.
    ///
    /// ```
    /// use etude_core::prelude::*;
    ///
    /// let formula = etude_core::generated::ints::Start::nth(5000).expect("infinitely many");
    /// let script = formula.script()?;
    /// assert_eq!(script.queries().len(), 1);
    /// # Ok::<(), smtlib::Error>(())
    /// ```
    fn script(&self) -> Result<Script, Error>;
}

impl<T: Term + Display> ToScript for T {
    fn script(&self) -> Result<Script, Error> {
        Script::parse(&self.to_string())
    }
}
