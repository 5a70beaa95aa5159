//! A fault that only a session shows, in one script that anybody can run: the formula twice, with
//! `(reset)` between.

use serde::{Deserialize, Serialize};

/// A formula that is asked twice in one process, and what the solver said of it there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeated {
    /// The script.
    pub script: String,
    /// Text that a terminal shows of the answer, such as `sat` and `(crash: SIGSEGV)`, each on its line.
    pub said: String,
}

impl Repeated {
    /// Returns a script that asks a formula twice.
    pub(crate) fn script(formula: &str) -> String {
        let formula = formula.trim_end();
        format!("{formula}\n(reset)\n{formula}\n")
    }
}
