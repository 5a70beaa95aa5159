//! Names of theories and texts of grammars into spaces.

use feat_runtime::Space;
use generated::{THEORIES, Theory};
use grammar_compiler::diagnostic::{Style, render};
use grammar_compiler::{Options, compile, nearest};
use thiserror::Error;

/// Reason why a name or a text stands for no space. `Space::of_theory("String")` is one; the theory
/// is `Strings`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// There is no theory of this name.
    #[error("there is no theory `{name}`{}", hint(name))]
    NoTheory {
        /// The name.
        name: String,
    },
    /// The grammar does not compile.
    #[error("the grammar does not compile:\n{problems}")]
    Grammar {
        /// Each problem with its line, as a compiler prints it.
        problems: String,
    },
}

/// Spaces by name and from texts: `Space::of_theory("Strings")`.
pub trait NamedSpaces: Sized {
    /// Returns the formulas of a theory that is compiled in: `Strings`, whose letters may be large
    /// or small. [`generated::THEORIES`] has all names.
    fn of_theory(name: &str) -> Result<Self, SpaceError>;

    /// Compiles an ANTLR v4 grammar. It has the same indices as `etude show --grammar` gives.
    fn from_g4(text: &str) -> Result<Self, SpaceError>;
}

impl NamedSpaces for Space {
    fn of_theory(name: &str) -> Result<Self, SpaceError> {
        let theory = THEORIES.iter().find(|theory| theory.name().eq_ignore_ascii_case(name));
        let theory = theory.ok_or_else(|| SpaceError::NoTheory { name: name.to_owned() })?;
        Ok(theory.space().clone())
    }

    fn from_g4(text: &str) -> Result<Self, SpaceError> {
        let outcome = compile(text, &Options::default());
        let problems = || render(&outcome.diagnostics, "grammar", text, Style::Plain);
        match outcome.compiled {
            Some(compiled) => Ok(Self::new(compiled.rtg)),
            None => Err(SpaceError::Grammar { problems: problems() }),
        }
    }
}

fn hint(name: &str) -> String {
    let near = nearest(name, THEORIES.iter().map(Theory::name));
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_had_by_its_name_or_its_grammar() {
        for name in ["Strings", "strings", "FP"] {
            assert!(Space::of_theory(name).is_ok(), "{name}");
        }
        let error = Space::of_theory("Sting").unwrap_err().to_string();
        assert_eq!(error, "there is no theory `Sting`; did you mean `Strings`?");
        let space = Space::from_g4("grammar G; start : 'a' | '(' start ')' ;").unwrap();
        assert_eq!(space.count(feat_runtime::Size(1)), 1_u32.into());
        let error = Space::from_g4("grammar G; start : missing ;").unwrap_err().to_string();
        assert!(error.contains("does not compile") && error.contains("missing"), "{error}");
    }
}
