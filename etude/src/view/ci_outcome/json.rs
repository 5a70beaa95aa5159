//! The outcome as one JSON object.

use serde_json::{Value, json};

use super::CiOutcome;
use crate::view::theory::theory_object;

impl CiOutcome<'_> {
    /// The object.
    pub(super) fn json(&self) -> Value {
        let theories: Vec<Value> = self
            .summary
            .theories
            .iter()
            .enumerate()
            .map(|(place, theory)| {
                let compared = self.difference.as_ref().map(|it| &it.theories[place]);
                let mut object = theory_object(theory, &self.summary.solvers);
                object["compared"] = json!(compared.map(|it| it.compared));
                object["speed"] = json!(compared.map(|it| json!({
                    "pairs": it.speed.pairs,
                    "ratio": it.speed.ratio,
                    "probability": it.speed.probability,
                    "slower": it.speed.is_slower,
                })));
                object
            })
            .collect();
        let regressions: Vec<Value> = self
            .regressions
            .iter()
            .map(|it| {
                json!({
                    "aspect": it.aspect().name(),
                    "theory": it.theory,
                    "index": it.index(),
                    "title": it.title(),
                    "text": it.text(&self.how),
                })
            })
            .collect();
        let (of_theories, of_all) = self.summary.failures();
        let warnings = [of_theories, of_all].concat();
        json!({
            "solver": self.summary.solvers[0],
            "reference": self.summary.solvers[1],
            "baseline": self.config.baseline.as_ref().map(|it| it.path.to_string_lossy()),
            "counterpart": self.difference.as_ref().map(|it| &it.counterpart),
            "machine": self.difference.as_ref().and_then(|it| it.machine).map(|it| json!({
                "factor": it.factor, "pairs": it.pairs, "noise": it.noise,
            })),
            "theories": theories,
            "regressions": regressions,
            "notes": self.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "warnings": warnings,
            "unreached": self.unreached(),
            "seconds": self.time.as_secs_f64(),
            "verdict": self.verdict(),
        })
    }
}
