//! Faults that only a session showed, put to releases: a formula twice in one process.
//!
//! A fresh process that answers says nothing of a session. Some faults of sessions show as soon as the
//! formula itself was asked before; of the others nothing can be told without what came before them.

use solvers::{Answer, Solver, Want};

use super::{Bisection, Tested};
use crate::finding::repeated::Repeated;
use crate::finding::trimmed::trimmed;
use crate::judge::health::Health;
use crate::judge::verdict_kind::VerdictKind;

impl Bisection<'_> {
    /// Returns the same for a finding of which [`repeat`](Self::repeat) found a script: a release that
    /// answers it well is then known to be good.
    #[must_use]
    pub fn shown_by_repeating(self) -> Self {
        Self { is_shown_by_repeating: true, ..self }
    }

    /// Returns a script that asks the formula twice in one process, without what it does not use if that
    /// does too, and on which a solver fails; `None` if it does not fail. Costs two processes at most.
    pub fn repeat(&self, solver: &Solver) -> Option<Repeated> {
        let formula = &self.finding.evidence.formula;
        trimmed(formula).iter().chain([formula]).find_map(|formula| {
            let script = Repeated::script(formula);
            let answer = solver.solve_for(&script, &self.limits, Want::Verdict).ok()?;
            fails(&answer).then(|| Repeated { script, said: transcript(&answer) })
        })
    }

    /// Returns what a release says of the formula, asked twice.
    pub(super) fn test_repeated(&self, solver: &Solver) -> Tested {
        let name = solver.name.clone();
        let script = Repeated::script(&self.finding.evidence.formula);
        let asked = solver.solve_for(&script, &self.limits, Want::Verdict);
        let (verdict, health, detail) = match asked {
            Err(reason) => (None, Health::Untestable, reason.to_string()),
            Ok(answer) => {
                let (health, detail) = if fails(&answer) {
                    (Health::Bad, answer.verdict.detail())
                } else if !is_whole(&answer) {
                    (Health::Untestable, answer.verdict.detail())
                } else if self.is_shown_by_repeating {
                    (Health::Good, String::new())
                } else {
                    (Health::Untestable, "asked twice in one process, it does not show".to_owned())
                };
                (Some(VerdictKind::of(&answer.verdict)), health, detail)
            }
        };
        Tested { solver: name, verdict, health, detail }
    }
}

/// Whether a process died, or answered the same formula in two ways.
pub(crate) fn fails(answer: &Answer) -> bool {
    let is_split = matches!(&answer.checks[..], [first, second] if first.check != second.check);
    VerdictKind::of(&answer.verdict) == VerdictKind::Crash || is_split && is_whole(answer)
}

/// Whether both questions were decided. A limit that was hit tells nothing.
fn is_whole(answer: &Answer) -> bool {
    VerdictKind::of(&answer.verdict).is_decided() && answer.checks.len() == 2
}

/// Returns what a terminal shows of an answer.
fn transcript(answer: &Answer) -> String {
    let mut lines: Vec<String> = answer.checks.iter().map(|it| it.check.to_string()).collect();
    if VerdictKind::of(&answer.verdict) == VerdictKind::Crash {
        lines.push(format!("(crash: {})", answer.verdict.detail()));
    }
    lines.join("\n")
}
