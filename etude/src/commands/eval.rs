//! `etude eval`: what a script's assertions are under a model.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use outlet::fitted;
use serde_json::json;
use smtlib::{Dialect, Evaluator, Fun, Model, Outcome, Query, Script, Term, Terms, Value};

use crate::cli::Eval;
use crate::exit::Exit;
use crate::input::{choose_query, is_stdin, read};
use crate::output::{say, stdout};

/// The longest text of a term in an explanation.
const WIDTH: usize = 100;

/// The value of all assertions together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScriptValue {
    True,
    False,
    Open,
}

impl ScriptValue {
    fn of(outcome: &Outcome) -> ScriptValue {
        match outcome {
            Ok(Value::Bool(true)) => ScriptValue::True,
            Ok(_) => ScriptValue::False,
            Err(_) => ScriptValue::Open,
        }
    }

    fn name(self) -> &'static str {
        match self {
            ScriptValue::True => "true",
            ScriptValue::False => "false",
            ScriptValue::Open => "open",
        }
    }

    /// One that is false decides, whatever the others are.
    fn and(self, other: ScriptValue) -> ScriptValue {
        match (self, other) {
            (ScriptValue::False, _) | (_, ScriptValue::False) => ScriptValue::False,
            (ScriptValue::Open, _) | (_, ScriptValue::Open) => ScriptValue::Open,
            _ => ScriptValue::True,
        }
    }

    fn exit(self) -> Exit {
        match self {
            ScriptValue::True => Exit::Fine,
            ScriptValue::False => Exit::Found,
            ScriptValue::Open => Exit::Open,
        }
    }
}

pub(crate) fn run(arguments: &Eval) -> Result<ExitCode> {
    if is_stdin(&arguments.script) && is_stdin(&arguments.model) {
        bail!("the script and the model cannot both come from standard input");
    }
    let (name, text) = read(&arguments.script)?;
    let mut script = Script::parse(&text).map_err(|error| anyhow!("{name}:{error}"))?;
    let (name, text) = read(&arguments.model)?;
    let dialect = if arguments.old_strings { Dialect::OldStrings } else { Dialect::Standard };
    let query = choose_query(&script, arguments.query)?;
    let model = Model::parse_for(&mut script, &query, &text, dialect)
        .map_err(|error| anyhow!("{name}:{error}"))?;
    let mut completed_model = model.clone();
    let completed = completed_model.complete(&script.terms, &query.functions);
    let terms = &script.terms;
    let all_true = |model: &Model| {
        let mut evaluator = Evaluator::new(terms);
        query.assertions.iter().all(|&it| evaluator.eval(model, it) == Ok(Value::Bool(true)))
    };
    // A value that the model does not give may help to show that it is one, but not that it is none.
    let is_completed = !completed.is_empty() && !all_true(&model) && all_true(&completed_model);
    let (model, completed) =
        if is_completed { (completed_model, completed) } else { (model, Vec::new()) };
    let evaluation = EvaluatedScript { terms, model: &model, arguments, completed };
    evaluation.write(&query)
}

/// A script's assertions under a model.
struct EvaluatedScript<'a> {
    terms: &'a Terms,
    model: &'a Model,
    arguments: &'a Eval,
    completed: Vec<Fun>,
}

impl EvaluatedScript<'_> {
    fn write(&self, query: &Query) -> Result<ExitCode> {
        let mut evaluator = Evaluator::new(self.terms);
        let mut all = ScriptValue::True;
        let mut out = stdout(self.arguments.json);
        let mut assertions = Vec::new();
        for &assertion in &query.assertions {
            let outcome = evaluator.eval(self.model, assertion);
            let truth = ScriptValue::of(&outcome);
            all = all.and(truth);
            if self.arguments.json {
                let mut object = json!({
                    "assertion": self.terms.text(assertion),
                    "value": truth.name(),
                });
                if let Err(open) = &outcome {
                    object["reason"] = open.0.display(self.terms).to_string().into();
                }
                if self.arguments.explain {
                    object["subterms"] = self.subterms(&mut evaluator, assertion);
                }
                assertions.push(object);
            } else if self.arguments.explain {
                self.explain(&mut evaluator, assertion, &mut out)?;
            } else {
                writeln!(out, "{}", self.line(&outcome, assertion))?;
            }
        }
        let names: Vec<&str> =
            self.completed.iter().map(|&fun| &*self.terms.function(fun).name).collect();
        if self.arguments.json {
            let object = json!({
                "value": all.name(),
                "assertions": assertions,
                "completed": names,
            });
            writeln!(out, "{object}")?;
        } else if !names.is_empty() {
            let names = names.join(", ");
            say(|| {
                format!("note: the model says nothing of {names}; the simplest value was taken")
            });
        }
        Ok(all.exit().into())
    }

    /// `value  term`, and why it is open.
    fn line(&self, outcome: &Outcome, term: Term) -> String {
        let text = self.terms.text(term);
        let text = fitted(&text, WIDTH);
        match outcome {
            Ok(value) => format!("{}  {text}", value.display(self.terms)),
            Err(open) => format!("open  {text}  ; {}", open.0.display(self.terms)),
        }
    }

    /// Each subterm with its value, below what it is a part of.
    fn explain(&self, evaluator: &mut Evaluator, root: Term, out: &mut impl Write) -> Result<()> {
        for entry in evaluator.outline(self.model, root) {
            let indent = "  ".repeat(entry.depth);
            let mark = if entry.is_repeated { "  ; see above" } else { "" };
            writeln!(out, "{indent}{}{mark}", self.line(&entry.outcome, entry.term))?;
        }
        Ok(())
    }

    fn subterms(&self, evaluator: &mut Evaluator, root: Term) -> serde_json::Value {
        let line = |(term, outcome): (Term, Outcome)| {
            let mut object = json!({ "term": self.terms.text(term) });
            match outcome {
                Ok(value) => object["value"] = value.display(self.terms).to_string().into(),
                Err(open) => object["open"] = open.0.display(self.terms).to_string().into(),
            }
            object
        };
        evaluator.trace(self.model, root).into_iter().map(line).collect()
    }
}
