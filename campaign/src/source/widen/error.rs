//! Reasons why a grammar cannot be widened.

use feat_runtime::analysis::Flaw;

/// Reason why a grammar cannot be widened. `--vars 1` where the grammar has two is one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WidenError {
    /// Fewer variables are wanted than there are.
    #[error("fewer variables are asked for ({wanted}) than there are ({there})")]
    FewerVariables {
        /// Number that was asked for.
        wanted: u32,
        /// Number that there is.
        there: u32,
    },
    /// Fewer assertions are wanted than there are.
    #[error("fewer assertions are asked for ({wanted}) than there are ({there})")]
    FewerAsserts {
        /// Number that was asked for.
        wanted: u32,
        /// Number that there is.
        there: u32,
    },
    /// No formula declares anything in a way that is understood.
    #[error(
        "no variables were found: looked for literals such as '(declare-const a Int)' that every \
         formula from rule `{rule}` on has"
    )]
    NoDeclaration {
        /// The start rule.
        rule: String,
    },
    /// A name is declared more than once, so nobody knows which of them to follow.
    #[error("`{name}` is declared twice")]
    DeclaredTwice {
        /// The name.
        name: String,
    },
    /// No rule lists the variables of a sort.
    #[error(
        "no rule lists the variables of sort {sort}: looked for an alternative that is '{name}'"
    )]
    NoAlternative {
        /// The sort.
        sort: String,
        /// The last variable that was declared with it.
        name: String,
    },
    /// The start rule has no assertion to repeat.
    #[error(
        "no assertions were found: looked for a symbol of rule `{rule}` whose texts all begin with \
         `(assert`"
    )]
    NoAssert {
        /// The start rule.
        rule: String,
    },
    /// The widened grammar is none.
    #[error("the widened grammar is flawed: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Flawed(Vec<Flaw>),
}
