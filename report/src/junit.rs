//! A report as `JUnit` XML, which every build server reads: a suite for each theory, in it a case
//! for the guarantee, one for the answers of each solver, and a failing case for each bug. A case is
//! skipped where nothing can be said: a guarantee with gaps, a solver that answered nothing.

use std::fmt::Write as _;

use campaign::Kind;
use outlet::{counted, escaped};

use crate::report::{Account, BugEntry, Guarantee, Report};
use crate::words::left_open;

/// The report as `JUnit` XML.
pub fn render(report: &Report) -> String {
    let suites: Vec<Suite<'_>> =
        report.theories().into_iter().map(|theory| Suite::of(report, theory)).collect();
    let time: f64 = suites.iter().map(Suite::time).sum();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<testsuites name=\"etude {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{time:.3}\">",
        escaped(&report.campaign),
        suites.iter().map(Suite::tests).sum::<usize>(),
        suites.iter().map(Suite::failures).sum::<usize>(),
    );
    for suite in &suites {
        suite.render(&mut text);
    }
    text.push_str("</testsuites>\n");
    text
}

/// What was found out about one theory.
struct Suite<'a> {
    theory: &'a str,
    guarantees: Vec<&'a Guarantee>,
    accounts: Vec<&'a Account>,
    bugs: Vec<&'a BugEntry>,
}

impl<'a> Suite<'a> {
    fn of(report: &'a Report, theory: &'a str) -> Self {
        // Where only times were measured nothing was judged, so nothing was tested.
        let accounts =
            report.accounts.iter().filter(|it| it.theory == theory && !it.is_timed).collect();
        let bugs = report.bugs.iter().filter(|bug| bug.theory == theory).collect();
        let guarantees = report.guarantees.iter().filter(|it| it.theory == theory).collect();
        Self { theory, guarantees, accounts, bugs }
    }

    fn tests(&self) -> usize {
        self.guarantees.len() + self.accounts.len() + self.bugs.len()
    }

    fn skipped(&self) -> usize {
        let accounts = self.accounts.iter().filter(|it| is_mute(it) && wrong(it) == 0);
        self.guarantees.iter().filter(|it| !it.is_clean).count() + accounts.count()
    }

    fn failures(&self) -> usize {
        self.accounts.iter().filter(|account| wrong(account) > 0).count() + self.bugs.len()
    }

    fn time(&self) -> f64 {
        self.accounts.iter().map(|account| account.total_seconds).sum()
    }

    fn render(&self, text: &mut String) {
        let theory = escaped(self.theory);
        let _ = writeln!(
            text,
            "  <testsuite name=\"{theory}\" tests=\"{}\" failures=\"{}\" errors=\"0\" \
             skipped=\"{}\" time=\"{:.3}\">",
            self.tests(),
            self.failures(),
            self.skipped(),
            self.time()
        );
        for guarantee in &self.guarantees {
            self.render_guarantee(text, guarantee);
        }
        for account in &self.accounts {
            let name = format!("{} answers ({})", account.solver, account.manner);
            let _ = write!(
                text,
                "    <testcase name=\"{}\" classname=\"etude.{theory}\" time=\"{:.3}\"",
                escaped(&name),
                account.total_seconds
            );
            match wrong(account) {
                0 if is_mute(account) => {
                    let reason =
                        format!("it answered none of {}", counted(account.answers, "formula"));
                    let _ = writeln!(text, "><skipped message=\"{reason}\"/></testcase>");
                }
                0 => text.push_str("/>\n"),
                count => {
                    let message = format!("wrong answers to {}", counted(count, "formula"));
                    failure(text, &message, "wrong-answers", &message);
                }
            }
        }
        for bug in &self.bugs {
            let _ = write!(
                text,
                "    <testcase name=\"{}\" classname=\"etude.{theory}.{}\" time=\"{:.3}\"",
                escaped(&bug.id),
                bug.kind,
                bug.answers.iter().map(|answer| answer.seconds).sum::<f64>()
            );
            failure(text, &bug.title, bug.kind.name(), &details(bug));
        }
        text.push_str("  </testsuite>\n");
    }

    fn render_guarantee(&self, text: &mut String, guarantee: &Guarantee) {
        let _ = writeln!(
            text,
            "    <testcase name=\"guarantee by {}\" classname=\"etude.{}\" time=\"0.000\">",
            escaped(&guarantee.solvers.join(", ")),
            escaped(self.theory)
        );
        if !guarantee.is_clean {
            let first = guarantee.gaps.first().unwrap_or(&guarantee.statement);
            let _ = writeln!(text, "      <skipped message=\"{}\"/>", escaped(first));
        }
        let gaps = guarantee.gaps.iter().map(|gap| format!("{gap}\n"));
        let open =
            left_open(guarantee).map_or_else(String::new, |it| format!("\nleft open by {it}"));
        let said = format!("{}{}{open}", gaps.collect::<String>(), guarantee.sentence);
        let _ =
            writeln!(text, "      <system-out>{}</system-out>\n    </testcase>", escaped(&said));
    }
}

/// Whether a solver decided nothing that it was asked.
fn is_mute(account: &Account) -> bool {
    !account.tally.keys().any(|outcome| outcome.is_decided())
}

/// How many answers of a solver are wrong.
fn wrong(account: &Account) -> u64 {
    let wrong = account.found.iter().filter(|(kind, _)| Kind::is_wrong_answer(**kind));
    wrong.map(|(_, count)| count).sum()
}

/// The rest of a case that failed.
fn failure(text: &mut String, message: &str, kind: &str, details: &str) {
    let _ = writeln!(
        text,
        ">\n      <failure message=\"{}\" type=\"{kind}\">{}</failure>\n    </testcase>",
        // A line end in an attribute is read as a space.
        escaped(&message.split_whitespace().collect::<Vec<_>>().join(" ")),
        escaped(details)
    );
}

fn details(bug: &BugEntry) -> String {
    let mut text = format!("{}\n\n{}\n", bug.sentence, bug.formula.trim_end());
    for answer in &bug.answers {
        let _ = write!(text, "\n{}: {}", answer.solver, answer.said);
    }
    let _ = write!(text, "\n\n{}\n", bug.reproduction.join("\n"));
    text
}
