//! Rules that were checked, for people and programs.

use std::io::Write;

use anyhow::Result;
use mutation::{RuleCheck, RuleQuestion};
use outlet::counted;
use serde_json::{Value, json};
use solvers::Verdict;

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

    pub fn add(&mut self, question: &RuleQuestion, verdict: &Verdict) {
        match verdict {
            Verdict::Unsat => self.unsat += 1,
            Verdict::Sat => self.sat = self.sat.take().or_else(|| Some(question.script.clone())),
            other => {
                let kind = other.kind();
                match self.others.iter_mut().find(|(known, _)| known == kind) {
                    Some((_, count)) => *count += 1,
                    None => self.others.push((kind.to_owned(), 1)),
                }
            }
        }
    }

    fn text(&self) -> String {
        let others = self.others.iter().map(|(kind, count)| format!(", {kind} {count}"));
        let sat = if self.sat.is_some() { ", SAT" } else { "" };
        format!("{}: unsat {}{}{sat}", self.solver, self.unsat, others.collect::<String>())
    }

    fn json(&self) -> Value {
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
        self.check.counterexample.is_some() || self.solvers.iter().any(|it| it.sat.is_some())
    }

    /// Whether nothing speaks for the rule: no assignment could be tried, and no solver proved it.
    fn is_untested(&self) -> bool {
        self.check.applied == 0 && self.solvers.iter().all(|it| it.unsat == 0)
    }

    fn verdict(&self) -> &'static str {
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
        for SolverCount { solver, sat, .. } in &self.solvers {
            if let Some(script) = sat {
                writeln!(out, "  {solver} says sat to:")?;
                script.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            }
        }
        Ok(())
    }

    /// Writes how many rules came to what.
    pub fn write_sum(all: &[Self], out: &mut impl Write) -> Result<()> {
        let count = |verdict: &str| all.iter().filter(|rule| rule.verdict() == verdict).count();
        let (fine, refuted, untested) = (count("ok"), count("refuted"), count("untested"));
        let rules = counted(all.len() as u64, "rule");
        writeln!(out, "{rules}: {fine} ok, {refuted} refuted, {untested} untested")?;
        Ok(())
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
