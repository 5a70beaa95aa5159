//! Formulas to which releases of a family gave a wrong answer once, or of which they died. A build that
//! has one of these bugs still, or again, shows it within a second.

use solvers::Family;

use crate::finding::Finding;
use crate::judge::severity::Severity;

/// A formula that once showed a bug.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OldTrigger {
    /// The family that was wrong, such as `z3`; that of cvc5 for CVC4, whose code it has.
    pub kin: String,
    /// The theory.
    pub theory: String,
    /// The formula's index in it.
    pub index: u64,
}

/// The formulas of `tests/bugs` in the repository, and further ones that old releases get wrong.
const KNOWN: [(Family, &str, &[u64]); 4] = [
    (Family::Cvc5, "Arrays", &[124_510, 7_424_749, 8_126_898]),
    (Family::Z3, "Core", &[1_100_449]),
    (Family::Z3, "FP", &[483, 160_564, 1_561_968, 6_674_169_555, 7_209_522_887]),
    (Family::Z3, "Strings", &[273, 574, 587, 1791, 2471, 3835]),
];

impl OldTrigger {
    /// Returns the formulas of which this etude knows that a family was wrong.
    pub fn known() -> Vec<Self> {
        let of = |(family, theory, indices): (Family, &str, &[u64])| {
            let trigger = |&index: &u64| Self {
                kin: family.name().to_owned(),
                theory: theory.to_owned(),
                index,
            };
            indices.iter().map(trigger).collect::<Vec<_>>()
        };
        KNOWN.into_iter().flat_map(of).collect()
    }

    /// Returns the formula of a finding; `None` if nothing is wrong, if several are accused, or if it is
    /// not a formula of a theory by its index.
    pub fn of(finding: &Finding) -> Option<Self> {
        if finding.severity() != Severity::Wrong || finding.formula.origin.is_some() {
            return None;
        }
        let accused = finding.accused_replies();
        let [reply] = accused[..] else { return None };
        Some(Self {
            kin: reply.solver.kin().to_owned(),
            theory: finding.formula.theory.clone(),
            index: u64::try_from(finding.formula.place.index()?.number()).ok()?,
        })
    }
}
