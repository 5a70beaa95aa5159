//! A formula and a model into lines that say why the formula is what it is.

use outlet::fitted;
use smtlib::{Dialect, Evaluator, Script, Statement, Terms};
use solvers::Checked;
use thiserror::Error;

use crate::finding::Evidence;

/// The longest text of a term in a line.
const WIDTH: usize = 100;

/// The most lines.
const MOST: usize = 80;

/// Reason why there are no values of subterms to show. That a model is kept only in part (`Cut`) is
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoValues {
    /// The formula or the model cannot be read.
    #[error(transparent)]
    Unread(#[from] smtlib::Error),
    /// Evidence keeps only the beginning of a model that is too long.
    #[error("only the beginning of the model is kept")]
    Cut,
}

/// Returns each assertion of the check that the evidence is about, with its value under a model,
/// and that of each subterm below what it is a part of.
pub(crate) fn explain(
    evidence: &Evidence,
    said: &Checked,
    dialect: Dialect,
) -> Result<String, NoValues> {
    let mut script = Script::parse(&evidence.formula)?;
    let mut queries = script.queries();
    let query = queries.swap_remove(evidence.check_of(queries.len()));
    let values: Vec<(&str, &str)> =
        said.values.iter().map(|it| (it.question.as_str(), it.reply.as_str())).collect();
    let model = said.model.as_deref().unwrap_or("()");
    let statement = Statement { model, values: &values, dialect };
    let mut model = script.model_of(&query, statement)?;
    let completed = model.complete(&script.terms, &query.functions);
    let mut evaluator = Evaluator::new(&script.terms);
    let mut lines = Vec::new();
    for &assertion in &query.assertions {
        for entry in evaluator.outline(&model, assertion) {
            let indent = "  ".repeat(entry.depth);
            let text = script.terms.text(entry.term);
            let text = fitted(&text, WIDTH);
            let mark = if entry.is_repeated { "  ; see above" } else { "" };
            lines.push(match &entry.outcome {
                Ok(value) => {
                    let value = value.display(&script.terms).to_string();
                    format!("{indent}{}  {text}{mark}", fitted(&value, WIDTH))
                }
                Err(open) => {
                    format!("{indent}open  {text}  ; {}", open.0.display(&script.terms))
                }
            });
        }
    }
    if lines.len() > MOST {
        let more = lines.len() - MOST;
        lines.truncate(MOST);
        lines.push(format!("… and {more} more subterms"));
    }
    lines.extend(note(&script.terms, &completed));
    Ok(lines.join("\n"))
}

/// Returns a note on what the model did not say.
fn note(terms: &Terms, completed: &[smtlib::Fun]) -> Option<String> {
    let names: Vec<&str> = completed.iter().map(|&fun| &*terms.function(fun).name).collect();
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!("; the model says nothing of {names}: the simplest value was taken")
    })
}
