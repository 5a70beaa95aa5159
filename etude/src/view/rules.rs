//! Rules and fusion functions that were checked, for people and programs.

use std::io::Write;

use anyhow::Result;
use mutation::RuleCheck;
use outlet::counted;
use serde_json::{Value, json};
use solvers::Verdict;

use super::fusion::CheckedFunction;
use crate::exit::Exit;

/// A rule with what the evaluator and solvers found of it.
pub(crate) struct CheckedRule {
    pub name: String,
    pub check: RuleCheck,
    pub solvers: Vec<SolverCount>,
}

/// A solver's answers to the questions of one rule.
pub(crate) struct SolverCount {
    solver: String,
    unsat: usize,
    /// Of what it did not know, or understand, and what it died of: how often.
    others: Vec<(String, usize)>,
    /// A script to which it said `sat`.
    sat: Option<String>,
}

impl SolverCount {
    pub fn new(solver: String) -> Self {
        Self { solver, unsat: 0, others: Vec::new(), sat: None }
    }

    /// Counts what the solver said to a script, which should be `unsat`.
    pub fn add(&mut self, script: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Unsat => self.unsat += 1,
            Verdict::Sat => self.sat = self.sat.take().or_else(|| Some(script.to_owned())),
            other => {
                let kind = other.kind();
                match self.others.iter_mut().find(|(known, _)| known == kind) {
                    Some((_, count)) => *count += 1,
                    None => self.others.push((kind.to_owned(), 1)),
                }
            }
        }
    }

    /// Whether it said `sat` to a script.
    pub fn is_refuting(&self) -> bool {
        self.sat.is_some()
    }

    pub fn text(&self) -> String {
        let others = self.others.iter().map(|(kind, count)| format!(", {kind} {count}"));
        let sat = if self.sat.is_some() { ", SAT" } else { "" };
        format!("{}: unsat {}{}{sat}", self.solver, self.unsat, others.collect::<String>())
    }

    /// Writes the script to which it said `sat`, if there is one.
    pub fn write_sat(&self, out: &mut impl Write) -> Result<()> {
        let Some(script) = &self.sat else { return Ok(()) };
        writeln!(out, "  {} says sat to:", self.solver)?;
        script.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
        Ok(())
    }

    pub fn json(&self) -> Value {
        let others = self.others.iter().map(|(kind, count)| (kind.clone(), json!(count)));
        json!({
            "solver": self.solver,
            "unsat": self.unsat,
            "others": others.collect::<serde_json::Map<_, _>>(),
            "sat": self.sat,
        })
    }
}

impl CheckedRule {
    fn is_refuted(&self) -> bool {
        self.check.counterexample.is_some() || self.solvers.iter().any(SolverCount::is_refuting)
    }

    /// Whether nothing speaks for the rule: no assignment could be tried, and no solver proved it.
    fn is_untested(&self) -> bool {
        self.check.applied == 0 && self.solvers.iter().all(|it| it.unsat == 0)
    }

    pub fn verdict(&self) -> &'static str {
        if self.is_refuted() {
            "refuted"
        } else if self.is_untested() {
            "untested"
        } else {
            "ok"
        }
    }

    pub fn exit(&self) -> Exit {
        if self.is_refuted() {
            Exit::Found
        } else if self.is_untested() {
            Exit::Open
        } else {
            Exit::Fine
        }
    }

    /// Writes a line, and what refutes the rule below it.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let RuleCheck { tried, applied, open, counterexample, .. } = &self.check;
        let (name, verdict) = (&self.name, self.verdict());
        write!(out, "{name:<24} {verdict:<8} {tried} tried, {applied} applied")?;
        if *open > 0 {
            write!(out, ", {open} open")?;
        }
        for solver in &self.solvers {
            write!(out, "; {}", solver.text())?;
        }
        writeln!(out)?;
        if let Some(example) = counterexample {
            writeln!(out, "  left:  {}\n  right: {}", example.left, example.right)?;
            writeln!(out, "  under: {}", example.assignment)?;
        }
        self.solvers.iter().try_for_each(|solver| solver.write_sat(out))
    }

    pub fn json(&self) -> Value {
        let check = &self.check;
        let counterexample = check.counterexample.as_ref().map(|example| {
            json!({
                "left": example.left,
                "right": example.right,
                "assignment": example.assignment,
            })
        });
        json!({
            "technique": "weaken",
            "name": self.name,
            "verdict": self.verdict(),
            "instances": check.instances,
            "tried": check.tried,
            "applied": check.applied,
            "open": check.open,
            "counterexample": counterexample,
            "solvers": self.solvers.iter().map(SolverCount::json).collect::<Value>(),
        })
    }
}

/// A rule or a fusion function that was checked.
pub(crate) enum Checked {
    Rule(CheckedRule),
    Function(CheckedFunction),
}

impl Checked {
    fn verdict(&self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.verdict(),
            Self::Function(function) => function.verdict(),
        }
    }

    pub fn exit(&self) -> Exit {
        match self {
            Self::Rule(rule) => rule.exit(),
            Self::Function(function) => function.exit(),
        }
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        match self {
            Self::Rule(rule) => rule.write(out),
            Self::Function(function) => function.write(out),
        }
    }

    pub fn json(&self) -> Value {
        match self {
            Self::Rule(rule) => rule.json(),
            Self::Function(function) => function.json(),
        }
    }

    /// Writes how many came to what.
    pub fn write_sum(all: &[Self], out: &mut impl Write) -> Result<()> {
        let count = |verdict: &str| all.iter().filter(|it| it.verdict() == verdict).count();
        let (fine, refuted, untested) = (count("ok"), count("refuted"), count("untested"));
        let functions = all.iter().filter(|it| matches!(it, Self::Function(_))).count();
        let rules = all.len() - functions;
        let parts = [(rules, "rule"), (functions, "fusion function")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, it)| counted(count as u64, it)).collect();
        let what = parts.join(" and ");
        writeln!(out, "{what}: {fine} ok, {refuted} refuted, {untested} untested")?;
        Ok(())
    }
}
