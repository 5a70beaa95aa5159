//! The outcome as Markdown, which GitHub Actions shows on the page of a run.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use outlet::{grouped, harmless};

use super::CiOutcome;

impl CiOutcome<'_> {
    /// Adds the summary to the file that the platform reads.
    pub(super) fn add_step_summary(&self, path: &Path) -> Result<()> {
        let place = || path.display().to_string();
        let mut file =
            OpenOptions::new().append(true).create(true).open(path).with_context(place)?;
        file.write_all(self.step_summary().as_bytes()).with_context(place)?;
        Ok(())
    }

    /// The verdict, the regressions, folded, and a line for each theory.
    fn step_summary(&self) -> String {
        let solver = &self.summary.solvers[0];
        let mut parts = vec![format!("## etude: {}", line(solver)), line(&self.verdict())];
        for regression in &self.regressions {
            parts.push(format!(
                "<details><summary>{}</summary>\n\n{}\n\n</details>",
                outlet::escaped(&line(&regression.title())),
                block(&regression.text(&self.how))
            ));
        }
        let causes: Vec<String> =
            self.causes().iter().map(|words| format!("- {}", line(words))).collect();
        if !causes.is_empty() {
            parts.push(causes.join("\n"));
        }
        let (of_theories, of_all) = self.summary.failures();
        let failures: Vec<String> =
            of_theories.iter().chain(&of_all).map(|it| format!("- **{}**", line(it))).collect();
        if !failures.is_empty() {
            parts.push(failures.join("\n"));
        }
        let mut table = "| theory | formulas | known of them |\n|---|--:|---|\n".to_owned();
        for (place, theory) in self.summary.theories.iter().enumerate() {
            let reached = match self.unreached_of(place) {
                Some(words) => format!("; {words}"),
                None => String::new(),
            };
            let _ = writeln!(
                table,
                "| {} | {} | {}{reached} |",
                cell(&theory.name),
                grouped(theory.formulas),
                cell(&theory.statement(&self.summary.solvers)),
            );
        }
        parts.push(table);
        if !self.notes.is_empty() {
            let notes = self.notes.iter().map(|note| format!("- {}", line(&note.to_string())));
            parts.push(notes.collect::<Vec<_>>().join("\n"));
        }
        parts.join("\n\n") + "\n"
    }
}

/// A text in one line, without what a page would act on.
fn line(text: &str) -> String {
    harmless(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that does not break a table.
fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}

/// A block of code, with a fence that is longer than any in the text.
fn block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2);
    let fence = "`".repeat(longest + 1);
    format!("{fence}\n{}\n{fence}", harmless(text.trim_end()))
}
