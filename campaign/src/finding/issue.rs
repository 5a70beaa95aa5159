//! A finding into Markdown that can be pasted into an issue tracker.

pub(crate) mod argument;
mod origin;
mod wording;

use std::fmt::Write as _;

use outlet::harmless;
use outlet::times::brief;

use crate::finding::commands_for_people;
use crate::finding::folder::{Dossier, EVIDENCE, FORMULA, folder_name, want};
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::trimmed::{OwnModel, of_constants};
use crate::finding::{Finding, Proof};
use crate::judge::kind::Kind;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::setting::Description;
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
        let sequel = self.dossier.sequel.as_ref();
        let lifetime = sequel.and_then(|it| it.lifetime_of(finding.kind));
        if let Some(lifetime) = lifetime {
            let _ = write!(self.text, "{}.\n\n", lifetime.words());
        }
        let _ = write!(self.text, "{}\n\n", wording::sentence(finding));
        if self.dossier.repeated().is_some() {
            self.text.push_str("Here the same formula is asked twice, with `(reset)` between:\n\n");
        }
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
            let _ = match self.dossier.repeated() {
                Some(repeated) => writeln!(lines, "{}", repeated.said),
                None => writeln!(lines, "{}", reply.transcript(want, self.dossier.formula())),
            };
        }
        if finding.kind == Kind::SessionOnly && self.dossier.repeated().is_none() {
            let _ = writeln!(lines, "# after other formulas in one process: {}", finding.fault);
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
                        "Expected: `sat`. The formula has no constants, and it is true.\n\n",
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
