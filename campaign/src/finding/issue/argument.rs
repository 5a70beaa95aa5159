//! The models of a finding: what speaks for or against an answer.

use std::fmt::Write as _;

use smtlib::Dialect;
use solvers::Checked;

use crate::finding::Finding;
use crate::finding::explanation::{NoValues, explain};
use crate::finding::recorded_reply::{CutModel, RecordedReply};
use crate::finding::trimmed::of_constants;
use crate::judge::kind::Kind;

/// A model that speaks for or against an answer. Its title is such as `The model of z3-4.8.7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The model's owner, as a heading says it.
    pub title: String,
    /// The model.
    pub model: String,
    /// Each subterm with its value under the model, one per line; or why there is none.
    pub values: Result<String, NoValues>,
}

impl Finding {
    /// The models of the accused, then one that shows that there is a model, if it takes one, each
    /// without the constants that `formula`, which people read, does not name. Costs an evaluation each.
    pub fn arguments(&self, formula: &str) -> Vec<Argument> {
        let evidence = &self.evidence;
        let argument = |title: String, said: &Checked, dialect: Dialect| {
            let values = explain(evidence, said, dialect);
            let own = of_constants(&shown(said)?, formula);
            let is_nothing = own.is_empty && said.values.is_empty();
            let model = if is_nothing { "()".to_owned() } else { own.text };
            Some(Argument { title, model, values })
        };
        let of = |testimony: &RecordedReply, title: String| match testimony.statement() {
            Some(said) => argument(title, &said, testimony.solver.dialect()),
            None => testimony.cut_argument(title),
        };
        let accused = self.accused_replies();
        let mut arguments: Vec<Argument> = accused
            .iter()
            .filter_map(|it| of(it, format!("The model of {}", it.solver.label())))
            .collect();
        if let Some(said) = evidence.witness() {
            let title = "A model, found by trying small values".to_owned();
            arguments.extend(argument(title, &said, Dialect::Standard));
        } else if matches!(self.kind, Kind::RefutationUnsoundness | Kind::Disagreement) {
            let others = evidence.answers.iter().filter(|it| !accused.contains(it));
            let model = others
                .filter(|it| it.is_true())
                .find_map(|it| of(it, format!("A model, from {}", it.solver.label())));
            arguments.extend(model);
        }
        arguments
    }
}

/// A model, with what was asked beyond it in comments.
fn shown(said: &Checked) -> Option<String> {
    let mut text = said.model.clone()?;
    for exchange in &said.values {
        let reply: Vec<&str> = exchange.reply.split_whitespace().collect();
        let _ = write!(text, "\n; {}\n; answered by {}", exchange.question, reply.join(" "));
    }
    Some(text)
}

impl RecordedReply {
    /// The beginning of a model that was not kept whole.
    fn cut_argument(&self, title: String) -> Option<Argument> {
        let (start, cut) = (self.model.as_ref()?, self.cut.as_ref()?);
        let CutModel { bytes, sha256 } = cut;
        let model = format!("{start}\n; … {bytes} bytes in all, SHA-256 {sha256}");
        Some(Argument { title, model, values: Err(NoValues::Cut) })
    }
}
