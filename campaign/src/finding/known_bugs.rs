//! What is known already: a list that people keep, so that old bugs do not hide new ones.

use serde::Deserialize;
use thiserror::Error;

use crate::finding::Finding;
use crate::judge::kind::Kind;

/// The entries of a `known.toml`:
///
/// ```toml
/// [[known]]
/// solver = "z3"                  # how the name of the accused begins
/// kind = "invalid-model"
/// operators = ["tan"]            # all of them occur
/// detail = "theory_arith"        # occurs in what tells the bug from others
/// reason = "reported as #1234"
/// ```
///
/// All but `reason` may be left out, but not all of them at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownBugs(Vec<Entry>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    known: Vec<Written>,
}

/// An entry, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    solver: Option<String>,
    kind: Option<String>,
    operators: Option<Vec<String>>,
    detail: Option<String>,
    theory: Option<String>,
    reason: String,
}

/// An entry whose parts were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    solver: Option<String>,
    kind: Option<Kind>,
    operators: Vec<String>,
    detail: Option<String>,
    theory: Option<String>,
    reason: String,
}

/// A list of known bugs that cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KnownBugsError {
    /// The file is not TOML, or has other fields; the error says where.
    #[error("{0}")]
    Toml(#[source] Box<toml::de::Error>),
    /// An entry names a kind that there is not.
    #[error("`{name}` is no kind of finding: {}", Kind::ALL.map(Kind::name).join(", "))]
    UnknownKind {
        /// The name.
        name: String,
    },
    /// An entry does not say which bugs it means.
    #[error("an entry that says only its reason would hide everything")]
    SaysNothing,
}

impl KnownBugs {
    /// Reads a file; the error says what is wrong with it and where.
    pub fn parse(text: &str) -> Result<Self, KnownBugsError> {
        let file: File =
            toml::from_str(text).map_err(|error| KnownBugsError::Toml(Box::new(error)))?;
        Ok(Self(file.known.into_iter().map(Written::check).collect::<Result<_, _>>()?))
    }

    /// Why a finding is known, if it is.
    pub fn reason(&self, finding: &Finding) -> Option<&str> {
        self.0.iter().find(|entry| entry.covers(finding)).map(|entry| entry.reason.as_str())
    }

    /// Adds the entries of another list.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl Written {
    fn check(self) -> Result<Entry, KnownBugsError> {
        let Self { solver, kind, operators, detail, theory, reason } = self;
        let kind = kind
            .map(|name| Kind::named(&name).ok_or(KnownBugsError::UnknownKind { name }))
            .transpose()?;
        let is_silent = solver.is_none() && kind.is_none() && detail.is_none() && theory.is_none();
        if is_silent && operators.is_none() {
            return Err(KnownBugsError::SaysNothing);
        }
        // An entry that names no operators asks for none.
        let operators = operators.unwrap_or_default();
        Ok(Entry { solver, kind, operators, detail, theory, reason })
    }
}

impl Entry {
    /// Whether it means a finding. People write names and details as reports show them.
    fn covers(&self, finding: &Finding) -> bool {
        let accused = || finding.accused.to_string();
        let fault = || finding.fault.to_string();
        self.solver.as_ref().is_none_or(|name| accused().starts_with(name.as_str()))
            && self.kind.is_none_or(|kind| kind == finding.kind)
            && self.theory.as_ref().is_none_or(|theory| *theory == finding.formula.theory)
            && self.detail.as_ref().is_none_or(|text| fault().contains(text.as_str()))
            && self.operators.iter().all(|operator| finding.operators.contains(operator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Evidence;
    use crate::finding::fault::Fault;
    use crate::finding::formula_id::FormulaId;

    #[test]
    fn an_entry_covers_what_it_names() {
        let finding = Finding {
            kind: Kind::InvalidModel,
            accused: "z3-5.4.0".parse().unwrap(),
            fault: Fault::Sat,
            formula: FormulaId {
                theory: "Reals".to_owned(),
                grammar: String::new(),
                origin: None,
                index: 7.into(),
                size: 2,
            },
            operators: vec![">".to_owned(), "tan".to_owned()],
            evidence: Evidence::default(),
        };
        let reason = |text: &str| {
            let known = KnownBugs::parse(text).unwrap();
            known.reason(&finding).map(str::to_owned)
        };
        let all = "[[known]]\nsolver='z3'\nkind='invalid-model'\noperators=['tan']\nreason='#1'";
        assert_eq!(reason(all).as_deref(), Some("#1"));
        assert_eq!(reason("[[known]]\nsolver='cvc5'\nreason='#1'"), None);
        assert_eq!(reason("[[known]]\noperators=['tan', 'sin']\nreason='#1'"), None);
        assert_eq!(reason(""), None);
        for wrong in [
            "[[known]]\nreason='all'",
            "[[known]]\nkind='bad'\nreason='x'",
            "[[known]]\nsolver='z3'",
            "[[known]]\nsolvr='z3'\nreason='x'",
            "[[",
        ] {
            assert!(KnownBugs::parse(wrong).is_err(), "{wrong}");
        }
    }
}
