//! Variants: a solver under options that choose another engine and change no meaning.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use serde::Deserialize;

use crate::family::Family;
use crate::fresh::StartError;
use crate::limits::Limits;
use crate::solver::Solver;
use crate::verdict::Verdict;

/// Options that choose another engine or strategy of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name: `simplex`.
    pub name: String,
    /// The options: `smt.arith.solver=2`.
    pub options: Vec<String>,
    /// A phrase that says what they choose.
    pub about: String,
}

/// A line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    options: Vec<String>,
    about: String,
}

/// All variants by family, in the order of their names.
static ALL: LazyLock<BTreeMap<String, Vec<Variant>>> = LazyLock::new(|| {
    let lines: BTreeMap<String, BTreeMap<String, Line>> =
        toml::from_str(include_str!("../variants.toml")).expect("a test reads the same file");
    let variant = |(name, Line { options, about })| Variant { name, options, about };
    let family = |(family, lines): (String, BTreeMap<String, Line>)| {
        (family, lines.into_iter().map(variant).collect())
    };
    lines.into_iter().map(family).collect()
});

/// Returns the variants of a family, none if it has none.
///
/// ```
/// use solvers::{Family, variants};
///
/// assert!(variants(Family::Z3).iter().any(|variant| variant.name == "simplex"));
/// ```
pub fn variants(family: Family) -> &'static [Variant] {
    ALL.get(family.name()).map_or(&[], Vec::as_slice)
}

impl Solver {
    /// Returns this solver under a variant's options, as a solver of its own: `z3-5.4.0[simplex]`.
    #[must_use]
    pub fn variant(&self, variant: &Variant) -> Self {
        let name = format!("{}[{}]", self.name, variant.name);
        // A word that is there already, such as `--strings-exp`, is not said twice.
        let new =
            variant.options.iter().filter(|word| !self.options.iter().any(|it| *it == ***word));
        self.clone().with_options(new).with_name(name)
    }

    /// Whether this release knows the options that it is given: it answers the simplest script.
    pub fn knows_its_options(&self) -> Result<bool, StartError> {
        const SCRIPT: &str = "(set-logic ALL)\n(declare-const a Bool)\n(assert a)\n(check-sat)\n";
        let answer = self.solve(SCRIPT, &Limits::of_time(Duration::from_secs(10)))?;
        Ok(answer.verdict == Verdict::Sat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_is_of_a_known_family_and_says_what_it_is() {
        for (name, variants) in &*ALL {
            let family: Family = name.parse().expect("a family");
            assert_eq!(family.name(), name);
            for Variant { name, options, about } in variants {
                assert!(!options.is_empty() && !about.is_empty(), "{name}");
                let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
                assert!(name.chars().all(is_plain), "{name}");
            }
        }
    }

    #[test]
    fn a_variant_is_a_solver_of_its_own() {
        let solver = Solver::parse("cvc5 --strings-exp").expect("a command line");
        let [variant] = &variants(Family::Cvc5)
            .iter()
            .filter(|variant| variant.name == "eager-strings")
            .collect::<Vec<_>>()[..]
        else {
            panic!("cvc5 has this variant once");
        };
        let other = solver.variant(variant);
        assert_eq!(other.name, "cvc5[eager-strings]");
        assert_eq!(other.options, ["--strings-exp", "--strings-eager-solver"]);
    }
}
