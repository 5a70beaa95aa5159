//! `etude hunt`: every small formula to the solvers, what is wrong into folders.

mod folders;
mod view;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;

use anyhow::{Context, Result, anyhow};
use campaign::{
    Bug, Ending, Finding, HuntError, Judge, KnownBugs, Manner, Opponents, Plan, RunId, Store,
    Summary, Widening, grouped, hunt, summarize,
};
use clap::Parser;
use serde_json::json;
use solvers::Limits;

use crate::asking::{check_alive, settings, stretches};
use crate::choice::BrokenSolvers;
use crate::cli::{Arguments, Command, Hunt};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{say, stdout};
use crate::words;
use folders::Herald;
pub(crate) use folders::{findings_folder, write_folders};
pub(crate) use view::View;

/// So many formulas of each theory, if nobody says how many and for how long.
const USUAL_COUNT: u64 = 2000;

pub(crate) fn run(arguments: Hunt) -> Result<ExitCode> {
    let (arguments, words) = continued(arguments, words::given())?;
    let known = Knowledge::read(&arguments.known)?;
    let plan = plan(&arguments)?;
    let interrupt = Interrupt::watch();
    check_alive(&plan)?;
    // A request that cannot be met leaves no campaign behind.
    let mut store = Store::open(&arguments.campaign)?;
    let run = store.begin_run(&json!({ "arguments": words::to_json(&words) }).to_string())?;
    let mut view = View::new(&plan, &store, arguments.json)?;
    let names: Vec<String> = plan.settings.iter().map(|it| it.name().to_owned()).collect();
    let mut herald = Herald::new(&arguments.campaign, &known, &names);
    let ended = hunt(&plan, &mut store, run, &|| interrupt.has_come(), &mut |event| {
        view.show(event);
        herald.hear(event);
    });
    view.close();
    if let Err(error @ HuntError::Store(_)) = ended {
        // What cannot be written cannot be summed up.
        return Err(error.into());
    }
    // What was found before something went wrong is not lost.
    let summary = summarize(&plan, &store)?;
    let bugs = store.bugs(Some(&names))?;
    let report = Report { arguments: &arguments, known, run, summary, bugs };
    write_folders(&arguments.campaign, &report.known, &report.bugs)?;
    report.print(ended.as_ref().ok().copied())?;
    let ending = ended?;
    if ending == Ending::Stopped {
        say(|| "stopped; the same command goes on from here".to_owned());
        interrupt.obey();
        return Ok(Exit::Interrupted.into());
    }
    report.exit()
}

/// The arguments of the last run, where this one gives nothing but the campaign's name.
fn continued(arguments: Hunt, words: Vec<OsString>) -> Result<(Hunt, Vec<OsString>)> {
    let is_bare = arguments.formulas.theory.is_empty()
        && arguments.formulas.grammar.is_empty()
        && arguments.solvers.solver.is_empty()
        && arguments.solvers.solvers_from.is_none()
        && arguments.formulas.count.is_none()
        && arguments.formulas.size.is_none()
        && arguments.formulas.from_bytes.is_none()
        && arguments.formulas.stride.is_none()
        && Widening::from(&arguments.formulas.widening) == Widening::default()
        && arguments.time.is_none();
    if !is_bare || !Store::is_there(&arguments.campaign) {
        return Ok((arguments, words));
    }
    let last = Store::open_to_read(&arguments.campaign)?.last_plan()?;
    let Some(last) = last else { return Ok((arguments, words)) };
    let plan: serde_json::Value = serde_json::from_str(&last).context("the last run's plan")?;
    let Some(given) = words::from_json(&plan["arguments"]) else { return Ok((arguments, words)) };
    let line = ["etude", "hunt"].into_iter().map(OsString::from).chain(given.iter().cloned());
    let Ok(Arguments { command: Command::Hunt(before) }) = Arguments::try_parse_from(line) else {
        return Ok((arguments, words));
    };
    say(|| {
        let line = given.join(OsStr::new(" "));
        format!("going on with: etude hunt {}", line.display())
    });
    let Hunt { jobs, campaign, known, json, .. } = arguments;
    let known = if known.is_empty() { before.known.clone() } else { known };
    let jobs = jobs.or(before.jobs);
    Ok((Hunt { jobs, campaign, known, json, ..*before }, given))
}

fn plan(arguments: &Hunt) -> Result<Plan> {
    let usual = arguments.time.is_none().then_some(USUAL_COUNT);
    let stretches = stretches(&arguments.formulas, usual)?;
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let manner = if arguments.fresh { Manner::Fresh } else { Manner::Session };
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(Plan {
        stretches,
        settings: settings(&arguments.solvers, &limits, manner)?,
        shard: arguments.shard,
        jobs: arguments.jobs.unwrap_or(cores).get(),
        time: arguments.time,
        judge: Judge::default(),
        opponents: Opponents::All,
    })
}

/// What was known before.
#[derive(Default)]
pub(crate) struct Knowledge {
    listed: KnownBugs,
    /// Bugs of other campaigns, with the campaign's name.
    elsewhere: Vec<(String, Vec<Bug>)>,
}

impl Knowledge {
    pub fn read(paths: &[PathBuf]) -> Result<Self> {
        let mut knowledge = Self::default();
        for path in paths {
            let is_list = path.extension().is_some_and(|extension| extension == "toml");
            if is_list {
                let text = fs::read_to_string(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let list = KnownBugs::parse(&text)
                    .map_err(|error| anyhow!("{}: {error}", path.display()))?;
                knowledge.listed.extend(list);
            } else {
                let bugs = Store::open_to_read(path)?.bugs(None)?;
                knowledge.elsewhere.push((path.display().to_string(), bugs));
            }
        }
        Ok(knowledge)
    }

    /// Why a bug is no news, if it is none.
    pub fn reason(&self, bug: &Bug) -> Option<String> {
        self.reason_of(&bug.finding)
    }

    /// The same, of the finding that stands for a bug.
    pub fn reason_of(&self, finding: &Finding) -> Option<String> {
        use campaign::Trigger;
        if let Some(reason) = self.listed.reason(finding) {
            return Some(reason.to_owned());
        }
        let trigger = Trigger::of(finding);
        let mut elsewhere = self.elsewhere.iter();
        let (name, _) = elsewhere.find(|(_, bugs)| {
            let mut bugs = bugs.iter();
            bugs.any(|known| Trigger::of(&known.finding).stands_for(&trigger))
        })?;
        Some(format!("in {name}"))
    }
}

/// What the run ends with.
struct Report<'a> {
    arguments: &'a Hunt,
    known: Knowledge,
    run: RunId,
    summary: Summary,
    bugs: Vec<Bug>,
}

impl Report<'_> {
    fn print(&self, ending: Option<Ending>) -> Result<()> {
        let mut out = stdout(self.arguments.json);
        if self.arguments.json {
            writeln!(out, "{}", self.json(ending))?;
            return Ok(());
        }
        // Who did not answer comes first: what follows rests on the others.
        let (of_theories, of_all) = self.summary.failures();
        for line in of_theories.iter().chain(&of_all) {
            writeln!(out, "WARNING: {line}")?;
        }
        for theory in &self.summary.theories {
            writeln!(out, "{}", theory.guarantee(&self.summary.solvers))?;
            for line in theory.left_open(&self.summary.solvers) {
                writeln!(out, "  left open by {line}")?;
            }
            for (place, excuse) in theory.unread() {
                let solver = &self.summary.solvers[place];
                let (reason, index) = (&excuse.reason, &excuse.index);
                let count = grouped(reason.count);
                let message = &reason.message;
                writeln!(
                    out,
                    "  models of {solver} that cannot be read: {count}, first at index {index}: {message}"
                )?;
            }
        }
        if self.bugs.is_empty() {
            writeln!(out, "no findings")?;
            return Ok(());
        }
        let new = self.bugs.iter().filter(|bug| self.known.reason(bug).is_none()).count();
        let bugs = if self.bugs.len() == 1 { "bug" } else { "bugs" };
        writeln!(
            out,
            "\n{} {bugs}, {new} not known; folders in {}",
            self.bugs.len(),
            findings_folder(&self.arguments.campaign).display()
        )?;
        for bug in &self.bugs {
            writeln!(out, "{}", self.line(bug))?;
        }
        Ok(())
    }

    /// `z3-4.8.7  invalid-model  Ints 1234  12 formulas  div, =`.
    fn line(&self, bug: &Bug) -> String {
        let finding = &bug.finding;
        let formulas = match bug.count {
            1 => "1 formula".to_owned(),
            count => format!("{count} formulas"),
        };
        let since = if bug.run == self.run { "" } else { " (an earlier run found it)" };
        let known = match self.known.reason(bug) {
            Some(reason) => format!(" (known: {reason})"),
            None => since.to_owned(),
        };
        let detail = if finding.kind.is_wrong_answer() {
            finding.operators.join(" ")
        } else {
            finding.fault.to_string()
        };
        format!(
            "  {}  {}  {}  {formulas}  {detail}{known}",
            finding.accused,
            finding.kind,
            finding.formula.name()
        )
    }

    fn json(&self, ending: Option<Ending>) -> serde_json::Value {
        let ending = match ending {
            Some(Ending::Done) => "done",
            Some(Ending::Time) => "time",
            Some(Ending::Stopped) => "stopped",
            None => "failed",
        };
        let theories: Vec<serde_json::Value> = self
            .summary
            .theories
            .iter()
            .map(|theory| {
                let tallies: BTreeMap<&str, BTreeMap<&str, u64>> = self
                    .summary
                    .solvers
                    .iter()
                    .zip(&theory.tallies)
                    .map(|(solver, tally)| {
                        let tally = tally.iter().map(|(outcome, count)| (outcome.name(), *count));
                        (solver.as_str(), tally.collect())
                    })
                    .collect();
                json!({
                    "theory": theory.name,
                    "formulas": theory.formulas,
                    "complete_size": theory.complete.map(|(size, _)| size),
                    "guarantee": theory.guarantee(&self.summary.solvers),
                    "standings": theory.standings,
                    "wrong": theory.wrong,
                    "verdicts": tallies,
                    "unread": theory.unread().iter().map(|(place, excuse)| json!({
                        "solver": self.summary.solvers[*place],
                        "reason": excuse.reason.message,
                        "formulas": excuse.reason.count,
                        "index": excuse.index,
                    })).collect::<Vec<_>>(),
                })
            })
            .collect();
        let bugs: Vec<serde_json::Value> = self
            .bugs
            .iter()
            .map(|bug| {
                json!({
                    "kind": bug.finding.kind.name(),
                    "solver": bug.finding.accused,
                    "theory": bug.finding.formula.theory,
                    "index": bug.finding.formula.index.to_string(),
                    "detail": bug.finding.fault,
                    "operators": bug.finding.operators,
                    "formulas": bug.count,
                    "known": self.known.reason(bug),
                })
            })
            .collect();
        let (of_theories, of_all) = self.summary.failures();
        let warnings = [of_theories, of_all].concat();
        json!({
            "event": "end",
            "ending": ending,
            "theories": theories,
            "bugs": bugs,
            "warnings": warnings,
        })
    }

    fn exit(&self) -> Result<ExitCode> {
        let (_, useless) = self.summary.failures();
        if !useless.is_empty() {
            return Err(BrokenSolvers(useless).into());
        }
        let is_news = self.bugs.iter().any(|bug| self.known.reason(bug).is_none());
        Ok(if is_news { Exit::Found } else { Exit::Fine }.into())
    }
}
