//! A finding into Markdown that can be pasted into an issue tracker.

mod wording;

use std::fmt::Write as _;

use outlet::times::brief;
use outlet::{counted, harmless};
use smtlib::Dialect;
use solvers::Checked;

use crate::finding::commands_for_people;
use crate::finding::explanation::{NoValues, explain};
use crate::finding::folder::{Dossier, EVIDENCE, FORMULA, Sibling, folder_name, want};
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::{CutModel, RecordedReply};
use crate::finding::trimmed::{OwnModel, of_constants};
use crate::finding::{Finding, Proof};
use crate::judge::kind::Kind;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::setting::Description;
use crate::source::formula_name::FormulaName;
use crate::source::lineage::{FUNCTIONS, Lineage};
use wording::Expected;

/// The longest model or formula that is shown in full; issue trackers take 65 kB in all.
const MOST: usize = 8_000;

/// Returns the text of an issue on a finding: what a developer reads first, then the evidence, folded.
pub(crate) fn issue(dossier: &Dossier) -> String {
    let mut issue = Issue { dossier, finding: &dossier.finding, text: String::new() };
    issue.opening();
    issue.transcript();
    issue.expected();
    issue.versions();
    issue.text.push_str("<details>\n<summary>Evidence</summary>\n\n");
    issue.reason();
    issue.answers();
    issue.arguments();
    issue.reproduction();
    issue.origin();
    let _ = write!(issue.text, "\n</details>\n\nFound by etude {}.\n", env!("CARGO_PKG_VERSION"));
    harmless(&issue.text).into_owned()
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
    /// Returns what is wrong, as the title of an issue.
    pub fn title(&self) -> String {
        wording::title(self)
    }

    /// Returns what is wrong, in one sentence of Markdown.
    pub fn sentence(&self) -> String {
        wording::sentence(self)
    }

    /// Returns why it is wrong, in a few sentences of Markdown.
    pub fn reason(&self) -> String {
        wording::reason(self)
    }

    /// The models of the accused, then one that shows that there is a model, if it takes one, each
    /// without the constants that `formula`, which people read, does not name. Costs an evaluation each.
    pub fn arguments(&self, formula: &str) -> Vec<Argument> {
        let evidence = &self.evidence;
        let argument = |title: String, said: &Checked, dialect: Dialect| {
            let values = explain(evidence, said, dialect);
            let model = of_constants(&shown(said)?, formula).text;
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

    /// That there is no model, where the small search has shown it.
    pub fn refutation(&self) -> Option<String> {
        let Some(Proof::Refuted { evaluations }) = self.evidence.proof else { return None };
        let noun = if evaluations == 1 { "evaluation" } else { "evaluations" };
        Some(format!(
            "Every assignment makes an assertion false: etude tried them all, in {evaluations} \
             {noun} (`{}`).",
            commands_for_people::search(FORMULA)
        ))
    }

    /// The commands that show it again, in its folder and beside it.
    pub fn reproduction(&self) -> Vec<String> {
        let want = want(self);
        let accused = self.accused_replies();
        let mut lines: Vec<String> =
            accused.iter().map(|it| it.solver.plain_command(FORMULA, want)).collect();
        let requests: Vec<String> = accused
            .iter()
            .filter_map(|it| it.solver.request())
            .map(|request| if request.contains(' ') { format!("\"{request}\"") } else { request })
            .collect();
        if !requests.is_empty() {
            lines.push(commands_for_people::solve(FORMULA, &requests));
        }
        lines.push(commands_for_people::replay(folder_name(self)));
        lines
    }
}

/// An issue while it is written.
struct Issue<'a> {
    dossier: &'a Dossier,
    finding: &'a Finding,
    text: String,
}

impl Issue<'_> {
    /// The title, which releases have it, the script as `formula.smt2` has it.
    fn opening(&mut self) {
        let finding = self.finding;
        let _ = write!(self.text, "# {}\n\n", wording::title(finding));
        let lifetime = self.dossier.sequel.as_ref().and_then(|it| it.lifetime.as_ref());
        if let Some(lifetime) = lifetime {
            let _ = write!(self.text, "{}.\n\n", lifetime.words());
        }
        let _ = write!(self.text, "{}\n\n", wording::sentence(finding));
        if let Some(known) = &self.dossier.known {
            let end = if known.is_empty() { ".".to_owned() } else { format!(": {known}") };
            let _ = write!(self.text, "This bug is known already{end}\n\n");
        }
        self.block("smt2", &self.dossier.script());
    }

    /// Writes the words of the accused, as a shell shows them.
    fn transcript(&mut self) {
        let finding = self.finding;
        let want = want(finding);
        let mut lines = String::new();
        for reply in finding.accused_replies() {
            let _ = writeln!(lines, "$ {}", reply.solver.plain_command(FORMULA, want));
            let _ = writeln!(lines, "{}", reply.transcript(want, self.dossier.formula()));
        }
        self.block("console", &lines);
    }

    /// The right answer, with the model if it is short.
    fn expected(&mut self) {
        match wording::expected(self.finding) {
            Some(Expected::Answer(text)) => {
                let _ = write!(self.text, "Expected: {text}\n\n");
            }
            Some(Expected::Model(text, model)) => {
                // The model was found for the formula as it was asked.
                match of_constants(&model, self.dossier.formula()) {
                    OwnModel { text: model, is_empty: false } => {
                        let _ = write!(self.text, "Expected: {text}\n\n");
                        self.block("smt2", &model);
                    }
                    OwnModel { is_empty: true, .. } => self.text.push_str(
                        "Expected: `sat`: the formula names no constant, and is true.\n\n",
                    ),
                }
            }
            None => {}
        }
    }

    /// The accused, with their builds, and the system on which it was found.
    fn versions(&mut self) {
        let build = |reply: &&RecordedReply| {
            let Description { commit, built, fingerprint, .. } = &reply.solver;
            let commit = commit.as_ref().map(|it| format!("commit {it}"));
            let built = built.as_ref().map(|day| format!("built {day}"));
            let digest = fingerprint.as_ref().map(|it| format!("program {it}"));
            let details: Vec<String> = commit.into_iter().chain(built).chain(digest).collect();
            let label = reply.solver.label();
            if details.is_empty() { label } else { format!("{label} ({})", details.join(", ")) }
        };
        let builds: Vec<String> = self.finding.accused_replies().iter().map(build).collect();
        let systems = self.dossier.system.iter().cloned();
        let parts: Vec<String> = builds.into_iter().chain(systems).collect();
        let _ = write!(self.text, "{}.\n\n", parts.join("; "));
    }

    /// Writes all solvers' answers, and how each solver was run.
    fn answers(&mut self) {
        let finding = self.finding;
        let want = want(finding);
        self.text.push_str("## Answers\n\n");
        self.text.push_str("| solver | version | answer | time | the formula under its model |\n");
        self.text.push_str("|---|---|---|--:|---|\n");
        for testimony in &finding.evidence.answers {
            let version = testimony.solver.version.as_deref().unwrap_or("?");
            let time = match testimony.verdict {
                _ if !finding.is_comparable(testimony) => "–".to_owned(),
                VerdictKind::Timeout => format!("> {}", brief(testimony.limit.as_secs_f64())),
                _ => brief(testimony.time.as_secs_f64()),
            };
            let _ = writeln!(
                self.text,
                "| {} | {} | {} | {time} | {} |",
                cell(&testimony.solver.name),
                cell(version),
                cell(&testimony.said()),
                cell(&testimony.evaluated()),
            );
        }
        let mut lines = String::new();
        for testimony in &finding.evidence.answers {
            let line = testimony.solver.plain_command(FORMULA, want);
            let session = if testimony.is_fresh { "" } else { ", in a process that lives on" };
            let limit = brief(testimony.limit.as_secs_f64());
            let _ =
                writeln!(lines, "{line}  # {}, at most {limit}{session}", testimony.solver.label());
        }
        self.text.push('\n');
        self.block("console", &lines);
    }

    /// The models that decide the matter, or that there is none.
    fn arguments(&mut self) {
        for argument in self.finding.arguments(self.dossier.formula()) {
            let _ = write!(self.text, "## {}\n\n", argument.title);
            self.block("smt2", &argument.model);
            match &argument.values {
                Ok(lines) => {
                    self.text.push_str(
                        "Each subterm with its value under this model, below what it is a part \
                         of:\n\n",
                    );
                    self.block("", lines);
                }
                Err(reason) => {
                    let _ = write!(self.text, "Etude cannot evaluate it: {reason}.\n\n");
                }
            }
        }
        if let Some(sentence) = self.finding.refutation() {
            let _ = write!(self.text, "## There is no model\n\n{sentence}\n\n");
        }
    }

    /// Writes why the answer is wrong.
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
        self.block("console", &finding.reproduction().join("\n"));
        let _ = write!(
            self.text,
            "`{FORMULA}` is the script above. `{EVIDENCE}` holds the exact words that were \
             run.\n\n"
        );
    }

    /// Writes where the formula comes from, and which others show the same.
    fn origin(&mut self) {
        let FormulaId { theory, grammar, place, size, .. } = &self.finding.formula;
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
        let steps = counted(lineage.steps.len() as u64, "step");
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
        self.untrimmed();
        for seed in &lineage.seeds {
            let _ = write!(self.text, "The seed {}:\n\n", seed.name);
            self.block("smt2", &seed.text);
        }
        self.text.push_str("The steps, with what stood and stands there:\n\n");
        self.block("", &lineage.steps_text());
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

    /// The formula as it was asked, where a shorter one is shown.
    fn untrimmed(&mut self) {
        let asked = &self.finding.evidence.formula;
        if asked != self.dossier.formula() {
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
        for Sibling { formula, operators } in &self.dossier.siblings {
            let _ = writeln!(self.text, "- {formula} (`{}`)", operators.join(" "));
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

/// A text that does not break a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}
