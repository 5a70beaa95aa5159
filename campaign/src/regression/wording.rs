//! Regressions and notes in words, with the commands that show them again.

use std::fmt::{self, Display, Write as _};
use std::path::Path;
use std::time::Duration;

use outlet::counted;
use outlet::times::milliseconds;

use super::{AskedAgain, Complaint, Note, Regression, Worse};
use crate::finding::commands_for_people::{replay, show_and_solve, verdicts};
use crate::finding::folder::folder_name;
use crate::finding::folders::findings_folder;
use crate::history::baseline::Speed;
use crate::store::Bug;

/// Formulas that are named one by one.
const NAMED: usize = 10;

/// All that commands need to show a regression again.
#[derive(Clone, Copy, Debug)]
pub struct Reproduction<'a> {
    /// The campaign's path.
    pub campaign: &'a Path,
    /// The name of the solver under test in the campaign.
    pub tested: &'a str,
    /// The words that a person named it by: `./build/z3`.
    pub words: &'a str,
    /// The time that it had for one formula.
    pub timeout: Duration,
}

impl Regression {
    /// Returns what is worse, in a line.
    pub fn title(&self) -> String {
        let theory = &self.theory;
        match &self.worse {
            Worse::Bug { bug, .. } => {
                let finding = &bug.finding;
                format!("{} on {}", finding.kind, finding.formula.name())
            }
            Worse::Formulas { complaint, asked_again } => {
                let standing = asked_again.standing.len();
                let count = match asked_again.unasked() {
                    0 => formulas(standing),
                    // Those that were asked again speak for the rest.
                    unasked => format!("about {}", formulas(standing + unasked)),
                };
                format!("{theory}: {count} {complaint}")
            }
            Worse::Slower { speed, .. } => {
                format!("{theory} is slower: {:.2} times as long", speed.ratio)
            }
        }
    }

    /// Returns what there is to know, and how to see it, in several lines.
    pub fn text(&self, how: &Reproduction) -> String {
        match &self.worse {
            Worse::Bug { bug, may_be_old } => of_bug(bug, *may_be_old, how),
            Worse::Formulas { asked_again, .. } => of_formulas(&self.theory, asked_again, how),
            Worse::Slower { speed, again } => of_speed(&self.theory, *speed, *again, how),
        }
    }
}

fn of_bug(bug: &Bug, may_be_old: bool, how: &Reproduction) -> String {
    let finding = &bug.finding;
    let mut text = format!("{}\n", line(bug));
    if may_be_old {
        text.push_str("the baseline was not asked this formula, so this may be an old bug\n");
    }
    for answer in &finding.evidence.answers {
        let _ = write!(text, "{} says {}", answer.solver.name, answer.verdict);
        if let Some(evaluation) = &answer.evaluation {
            let _ = write!(text, ", under its model: {evaluation}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}", finding.evidence.formula.trim_end());
    let folder = findings_folder(how.campaign).join(folder_name(finding));
    let _ = writeln!(text, "see it again: {}", replay(folder.display()));
    let formula = &finding.formula;
    if let Some(index) = formula.place.index() {
        let command = show_and_solve(&formula.theory, index, how.words, how.timeout);
        let _ = write!(text, "or: {command}");
    }
    text
}

fn of_formulas(theory: &str, again: &AskedAgain, how: &Reproduction) -> String {
    let mut text = String::new();
    for change in again.standing.iter().take(NAMED) {
        let ((before, then), (now, time)) = (change.before, change.now);
        let (then, time) = (milliseconds(then), milliseconds(time));
        let number = change.number;
        let _ = writeln!(text, "{theory} {number}: {before} in {then}, now {now} in {time}");
    }
    if again.standing.len() > NAMED {
        let _ = writeln!(text, "and {} more", again.standing.len() - NAMED);
    }
    let _ = writeln!(text, "{} of {} that were asked again", again.standing.len(), again.asked);
    if let Some(first) = again.standing.first() {
        text.push_str(&show_and_solve(theory, first.number, how.words, how.timeout));
    }
    text
}

fn of_speed(theory: &str, speed: Speed, again: Option<f64>, how: &Reproduction) -> String {
    let second = match again {
        Some(ratio) => measured_again(ratio),
        None => "there was no time to measure it again".to_owned(),
    };
    let options = format!(" --theory {theory} --solver {} --slower 100ms", how.tested);
    format!(
        "of {} that both builds decide, the median takes {:.2} times as long on the \
         same machine ({second}); chance alone makes it look so slow with probability {:.1e}\n\
         the slowest: {}",
        counted(speed.pairs as u64, "formula"),
        speed.ratio,
        speed.probability,
        verdicts(how.campaign.display(), &options),
    )
}

fn measured_again(ratio: f64) -> String {
    format!("measured again, {ratio:.2} times")
}

/// `no longer decided`, `10 times as slow, or worse`.
impl Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undecided => f.write_str("no longer decided"),
            Self::Lagging { times } => write!(f, "{times} times as slow, or worse"),
        }
    }
}

/// A line: `gone: z3-4.13.0+12ab34cd: crash on Ints 1234, 1 formula: div`.
impl Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { bug, reason } => write!(f, "known ({reason}): {}", line(bug)),
            Self::Minor(bug) => f.write_str(&line(bug)),
            Self::InBaseline(count) => {
                write!(f, "{count} of the findings are in the baseline, too")
            }
            Self::Gone(bug) => write!(f, "gone: {}", line(bug)),
            Self::NotSlower { theory, ratio, again } => {
                let second = measured_again(*again);
                write!(f, "{theory} looked slower, {ratio:.2} times as long; {second}")
            }
            Self::NoneAgain { theory, complaint, suspected, asked } => write!(
                f,
                "{theory}: {} {complaint}; of {asked} that were asked again, none",
                formulas(*suspected)
            ),
        }
    }
}

/// `z3-4.13.0+12ab34cd: invalid-model on Ints 1234, 12 formulas: div =`.
fn line(bug: &Bug) -> String {
    let finding = &bug.finding;
    let fault = finding.fault.to_string();
    let detail = if finding.kind.is_wrong_answer() || fault.is_empty() {
        finding.operators.join(" ")
    } else {
        fault
    };
    let detail = if detail.is_empty() { detail } else { format!(": {detail}") };
    format!(
        "{}: {} on {}, {}{detail}",
        finding.accused,
        finding.kind,
        finding.formula.name(),
        formulas(bug.count)
    )
}

fn formulas(count: usize) -> String {
    counted(count as u64, "formula")
}
