//! A finding into Markdown that can be pasted into an issue tracker.

mod wording;

use std::fmt::Write as _;

use smtlib::Dialect;

use crate::explanation::explain;
use crate::finding::{Finding, Testimony};
use crate::folder::{Dossier, EVIDENCE, FORMULA, folder_name, wants_model};
use crate::kind::Kind;
use crate::setting::Description;
use crate::widen::Widening;

/// The longest model or formula that is shown in full; issue trackers take 65 kB in all.
const MOST: usize = 8_000;

/// The report on a finding.
pub(crate) fn report(dossier: &Dossier) -> String {
    let mut report = Report { dossier, finding: &dossier.finding, text: String::new() };
    report.opening();
    report.answers();
    report.models();
    report.proof();
    report.reason();
    report.reproduction();
    report.origin();
    report.text
}

/// A solver as people speak of it: `z3 4.8.7`, or its name where its version is not known.
pub(crate) fn label(solver: &Description) -> String {
    match &solver.version {
        Some(version) if solver.family != "other" => format!("{} {version}", solver.family),
        _ => solver.name.clone(),
    }
}

struct Report<'a> {
    dossier: &'a Dossier,
    finding: &'a Finding,
    text: String,
}

impl Report<'_> {
    /// The title, what is wrong in one sentence, the formula.
    fn opening(&mut self) {
        let finding = self.finding;
        let title = wording::title(finding);
        let sentence = wording::sentence(finding);
        let _ = write!(self.text, "# {title}\n\n{sentence}\n\n");
        self.block("smt2", &finding.evidence.formula);
        if let Some(known) = &self.dossier.known {
            let end = if known.is_empty() { ".".to_owned() } else { format!(": {known}") };
            let _ = write!(self.text, "This bug is known already{end}\n\n");
        }
    }

    /// What every solver said, and how each was run.
    fn answers(&mut self) {
        let finding = self.finding;
        let wants_model = wants_model(finding);
        self.text.push_str("## Answers\n\n");
        self.text.push_str("| solver | version | answer | time | the formula under its model |\n");
        self.text.push_str("|---|---|---|--:|---|\n");
        for testimony in &finding.evidence.answers {
            let version = testimony.solver.version.as_deref().unwrap_or("?");
            let time = match &*testimony.verdict {
                "timeout" => format!("> {}", seconds(testimony.limit_seconds)),
                _ => seconds(testimony.seconds),
            };
            let _ = writeln!(
                self.text,
                "| {} | {} | {} | {time} | {} |",
                cell(&testimony.solver.name),
                cell(version),
                cell(&said(testimony)),
                cell(testimony.evaluation.as_deref().unwrap_or_default()),
            );
        }
        let mut lines = String::new();
        for testimony in &finding.evidence.answers {
            let line = testimony.solver.plain_command(FORMULA, wants_model);
            let session = if testimony.is_fresh { "" } else { ", in a process that lives on" };
            let limit = seconds(testimony.limit_seconds);
            let _ =
                writeln!(lines, "{line}  # {}, at most {limit}{session}", label(&testimony.solver));
        }
        self.text.push('\n');
        self.block("console", &lines);
    }

    /// The models of the accused, and what the formula is under each.
    fn models(&mut self) {
        let formula = &self.finding.evidence.formula;
        for testimony in self.finding.accused() {
            let Some(model) = &testimony.model else { continue };
            let _ = write!(self.text, "## The model of {}\n\n", label(&testimony.solver));
            self.block("smt2", model);
            self.evaluation(formula, model, testimony.solver.dialect());
        }
    }

    /// What decides the matter: a model, or that there is none.
    fn proof(&mut self) {
        let finding = self.finding;
        let evidence = &finding.evidence;
        let is_unsat_wrong =
            matches!(finding.kind, Kind::RefutationUnsoundness | Kind::Disagreement);
        if let Some(witness) = &evidence.witness {
            self.text.push_str("## A model, found by trying small values\n\n");
            self.block("smt2", witness);
            self.evaluation(&evidence.formula, witness, Dialect::Standard);
        } else if is_unsat_wrong {
            let accused = finding.accused();
            let is_true = |it: &&Testimony| it.evaluation.as_deref() == Some("true");
            let others = evidence.answers.iter().filter(|it| !accused.contains(it));
            if let Some((testimony, model)) =
                others.filter(is_true).find_map(|it| Some((it, it.model.as_ref()?)))
            {
                let _ = write!(self.text, "## A model, from {}\n\n", label(&testimony.solver));
                self.block("smt2", model);
                self.evaluation(&evidence.formula, model, testimony.solver.dialect());
            }
        }
        if let Some(evaluations) = evidence.refuted_after {
            let noun = if evaluations == 1 { "evaluation" } else { "evaluations" };
            let _ = write!(
                self.text,
                "## There is no model\n\nEvery assignment makes an assertion false: etude tried \
                 them all, in {evaluations} {noun} (`etude search {FORMULA}`).\n\n"
            );
        }
    }

    fn evaluation(&mut self, formula: &str, model: &str, dialect: Dialect) {
        match explain(formula, model, dialect) {
            Ok(lines) => {
                self.text.push_str(
                    "Each subterm with its value under this model, below what it is a part of:\n\n",
                );
                self.block("", &lines);
            }
            Err(reason) => {
                let _ = write!(self.text, "Etude cannot evaluate it: {reason}.\n\n");
            }
        }
    }

    /// Why the answer is wrong.
    fn reason(&mut self) {
        let finding = self.finding;
        let (heading, reason) = (wording::heading(finding.kind), wording::reason(finding));
        let _ = write!(self.text, "## {heading}\n\n{reason}\n\n");
        let outside = &finding.evidence.outside_standard;
        if !outside.is_empty() {
            let names: Vec<String> = outside.iter().map(|name| format!("`{name}`")).collect();
            let _ = write!(
                self.text,
                "The formula uses operators that the SMT-LIB standard does not have: {}. What they \
                 mean is up to the solver.\n\n",
                names.join(", ")
            );
        }
        for remark in &finding.evidence.remarks {
            let _ = write!(self.text, "Note: {}\n\n", remark.trim());
        }
    }

    fn reproduction(&mut self) {
        let finding = self.finding;
        self.text.push_str("## How to reproduce\n\n");
        let wants_model = wants_model(finding);
        let mut lines = String::new();
        for testimony in finding.accused() {
            let _ = writeln!(lines, "{}", testimony.solver.plain_command(FORMULA, wants_model));
        }
        let requests: Vec<String> = finding
            .accused()
            .iter()
            .filter_map(|it| it.solver.request())
            .map(|request| if request.contains(' ') { format!("\"{request}\"") } else { request })
            .collect();
        if !requests.is_empty() {
            let _ =
                writeln!(lines, "etude solve {FORMULA} --solver {}", requests.join(" --solver "));
        }
        let _ = writeln!(lines, "etude replay {}", folder_name(finding));
        self.block("console", &lines);
        let preface: Vec<&str> = wording::preface(finding);
        let _ = write!(
            self.text,
            "`{FORMULA}` is the formula above{}. `{EVIDENCE}` holds the exact words that were \
             run.\n\n",
            if preface.is_empty() {
                String::new()
            } else {
                format!(" with {}", preface.join(" and "))
            }
        );
    }

    /// Where the formula comes from, and which others show the same.
    fn origin(&mut self) {
        let finding = self.finding;
        let _ = write!(
            self.text,
            "## Where it comes from\n\nFormula {} of {} (size {}, grammar {}):\n\n",
            finding.index, finding.theory, finding.size, finding.grammar
        );
        let (theory, widening) = Widening::of_name(&finding.theory);
        let line = format!("etude show {theory} {}{}", finding.index, widening.options());
        self.block("console", &line);
        match self.dossier.further {
            0 => self.text.push_str("No other formula is known to show this bug.\n"),
            further => {
                let (noun, verb) =
                    if further == 1 { ("formula", "shows") } else { ("formulas", "show") };
                let examples = &self.dossier.examples;
                let more = if further > examples.len() as u64 { ", …" } else { "" };
                let _ = writeln!(
                    self.text,
                    "{further} further {noun} {verb} the same bug, as far as can be told: {}{more}",
                    examples.join(", ")
                );
            }
        }
    }

    /// A block of code. Fences are longer than any in the text; what nobody would read is cut.
    fn block(&mut self, language: &str, text: &str) {
        let mut longest = 2;
        let mut run = 0;
        for c in text.chars() {
            run = if c == '`' { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        let fence = "`".repeat(longest + 1);
        let shown: String = text.trim_end().chars().take(MOST).collect();
        let _ = writeln!(self.text, "{fence}{language}\n{shown}\n{fence}");
        if shown.len() < text.trim_end().len() {
            let _ = writeln!(self.text, "Cut here; `{EVIDENCE}` holds all of it.");
        }
        self.text.push('\n');
    }
}

/// What a solver said, in one line.
fn said(testimony: &Testimony) -> String {
    let detail = testimony.detail.lines().next().unwrap_or_default();
    if detail.is_empty() {
        testimony.verdict.clone()
    } else {
        format!("{}: {detail}", testimony.verdict)
    }
}

fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1000.0) } else { format!("{seconds:.1} s") }
}

/// A text that does not break a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}
