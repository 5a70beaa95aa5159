//! What is known already: a list that people keep, so that old bugs do not hide new ones.

use serde::Deserialize;

use crate::finding::Finding;

/// The entries of a `known.toml`:
///
/// ```toml
/// [[known]]
/// solver = "z3"                  # how the solver's name begins
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
    known: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    solver: Option<String>,
    kind: Option<String>,
    operators: Option<Vec<String>>,
    detail: Option<String>,
    theory: Option<String>,
    reason: String,
}

impl KnownBugs {
    /// Reads a file; the error says what is wrong with it and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        for entry in &file.known {
            if let Some(kind) = &entry.kind
                && crate::judge::kind::Kind::named(kind).is_none()
            {
                let names: Vec<&str> =
                    crate::judge::kind::Kind::ALL.iter().map(|it| it.name()).collect();
                return Err(format!("`{kind}` is no kind of finding: {}", names.join(", ")));
            }
            let says_nothing = entry.solver.is_none()
                && entry.kind.is_none()
                && entry.operators.is_none()
                && entry.detail.is_none()
                && entry.theory.is_none();
            if says_nothing {
                return Err("an entry that says only its reason would hide everything".to_owned());
            }
        }
        Ok(Self(file.known))
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

impl Entry {
    fn covers(&self, finding: &Finding) -> bool {
        let solver = self.solver.as_ref();
        let operators = self.operators.as_deref().unwrap_or_default();
        solver.is_none_or(|name| finding.solver.starts_with(name.as_str()))
            && self.kind.as_ref().is_none_or(|kind| kind == finding.kind.name())
            && self.theory.as_ref().is_none_or(|theory| *theory == finding.theory)
            && self.detail.as_ref().is_none_or(|text| finding.detail.contains(text.as_str()))
            && operators.iter().all(|operator| finding.operators.contains(operator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Evidence;
    use crate::judge::kind::Kind;

    #[test]
    fn an_entry_covers_what_it_names() {
        let finding = Finding {
            kind: Kind::InvalidModel,
            solver: "z3-5.4.0".to_owned(),
            detail: "sat".to_owned(),
            theory: "Reals".to_owned(),
            grammar: String::new(),
            origin: None,
            index: "7".to_owned(),
            size: 2,
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
