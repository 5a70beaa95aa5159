//! The origin of a finding's formula in Markdown: how a mutant was made, what was reduced, which others
//! show the same.

use std::fmt::Write as _;

use outlet::counted;

use super::Issue;
use crate::finding::folder::{ORIGINAL, Sibling};
use crate::finding::formula_id::FormulaId;
use crate::finding::reduced::Ended;
use crate::source::formula_name::FormulaName;
use crate::source::lineage::{FUNCTIONS, Lineage};

impl Issue<'_> {
    /// Writes where the formula comes from, and which others show the same.
    pub(super) fn origin(&mut self) {
        let FormulaId { theory, grammar, place, size, .. } = &self.finding.asked().formula;
        self.text.push_str("## Where it comes from\n\n");
        if let Some(lineage) = &self.finding.evidence.lineage {
            self.lineage(lineage);
            self.further();
            return;
        }
        if let Some(command) = self.finding.formula.show() {
            let _ = write!(
                self.text,
                "Formula {place} of {theory} (size {size}, grammar {grammar}):\n\n"
            );
            self.block("console", &command);
        } else {
            let _ = write!(
                self.text,
                "The file `{place}` of the corpus {theory} ({size} bytes, corpus {grammar}).\n\n"
            );
        }
        self.untrimmed();
        self.further();
    }

    /// Writes how a mutant was made, and by which command it is made again.
    fn lineage(&mut self, lineage: &Lineage) {
        let formula = &self.finding.formula;
        let seeds: Vec<&str> = lineage.seeds.iter().map(|seed| &*seed.name).collect();
        let asked = self.finding.asked().evidence.lineage.as_ref();
        let steps = asked.map_or(lineage.steps.len(), |asked| asked.steps.len());
        let steps = counted(steps as u64, "step");
        let (name, seeds, known) = (formula.name(), seeds.join(" and "), &lineage.known);
        let _ = match lineage.checks.len() {
            0 => write!(
                self.text,
                "The mutant {name} of {seeds}, made in {steps} that keep its answer, which is \
                 {known}.\n\n"
            ),
            checks => write!(
                self.text,
                "The mutant {name} of {seeds}, made in {steps}, the last of which makes a script of \
                 {} with known answers: {known}.\n\n",
                counted(checks as u64, "check")
            ),
        };
        if let Some(command) = formula.show() {
            self.block("console", &command);
        }
        self.fewer_steps(lineage);
        self.untrimmed();
        for seed in &lineage.seeds {
            let _ = write!(self.text, "The seed {}:\n\n", seed.name);
            self.block("smt2", &seed.text);
        }
        if !lineage.steps.is_empty() {
            self.text.push_str("The steps, with what stood and stands there:\n\n");
            self.block("", &lineage.steps_text());
        }
        if let Some(before) = &lineage.before {
            self.text.push_str("Before the last step, which the solver decides:\n\n");
            self.block("smt2", before);
        }
        if let Some(checks) = lineage.checks_text() {
            self.text.push_str("The checks, each with the model under which it is true:\n\n");
            self.block("", &checks);
        }
        if let Some(functions) = &lineage.functions {
            let _ = write!(self.text, "The fusion functions, which are in `{FUNCTIONS}`:\n\n");
            self.block("", functions);
        }
    }

    /// The steps of a mutant that it takes, where these are not all.
    fn fewer_steps(&mut self, lineage: &Lineage) {
        let asked = self.finding.asked().evidence.lineage.as_ref();
        let all = asked.map_or(0, |asked| asked.steps.len());
        let _ = match lineage.steps.len() {
            enough if enough >= all => Ok(()),
            0 => write!(self.text, "None of its steps is needed: the seed shows it.\n\n"),
            1 => write!(
                self.text,
                "One of its {all} steps is enough, and only it is told below.\n\n"
            ),
            enough => write!(
                self.text,
                "{enough} of its {all} steps are enough, and only these are told below.\n\n"
            ),
        };
    }

    /// The formula as it was asked, where a shorter one is shown.
    fn untrimmed(&mut self) {
        if let Some(original) = &self.finding.evidence.original {
            let asked = &original.finding.evidence.formula;
            let bytes = counted(asked.len() as u64, "byte");
            let more = match original.ended {
                Ended::Through => "",
                Ended::Stopped => " The time was over: it may get smaller.",
            };
            let _ = write!(
                self.text,
                "The formula at the top is what it was reduced to; the solver fails on both in the same \
                 way.{more} As it was asked, it has {bytes} and stands in `{ORIGINAL}`.\n\n"
            );
            return;
        }
        let asked = &self.finding.evidence.formula;
        if self.dossier.repeated().is_some() {
            self.text.push_str("As it was asked, after other formulas:\n\n");
            self.block("smt2", asked);
        } else if asked != self.dossier.formula() {
            self.text.push_str(
                "As it was asked, it declares what nothing uses; the solver fails on both:\n\n",
            );
            self.block("smt2", asked);
        }
    }

    /// Writes which other formulas show the same, and which other bugs probably have the same
    /// cause.
    fn further(&mut self) {
        self.same_bug();
        if self.dossier.siblings.is_empty() {
            return;
        }
        self.text.push_str("\nProbably of the same cause:\n\n");
        for Sibling { formula, operators, assertions } in &self.dossier.siblings {
            let _ = match assertions {
                Some(text) => writeln!(self.text, "- {formula}: `{text}`"),
                None => writeln!(self.text, "- {formula} (`{}`)", operators.join(" ")),
            };
        }
    }

    fn same_bug(&mut self) {
        match self.dossier.further {
            0 => self.text.push_str("No other formula is known to show this bug.\n"),
            further => {
                let (noun, verb) =
                    if further == 1 { ("formula", "shows") } else { ("formulas", "show") };
                let examples: Vec<String> =
                    self.dossier.examples.iter().map(FormulaName::to_string).collect();
                let more = if further > examples.len() as u64 { ", …" } else { "" };
                let _ = writeln!(
                    self.text,
                    "{further} further {noun} {verb} the same bug, as far as can be told: {}{more}",
                    examples.join(", ")
                );
            }
        }
    }
}
