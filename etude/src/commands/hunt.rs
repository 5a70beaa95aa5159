//! `etude hunt`: every small formula to the solvers, what is wrong into folders.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use campaign::{
    EarlyFolders, Ending, HuntError, Store, Summary, hunt, summarize, write_folders, wrong_labels,
};
use serde_json::json;

use crate::asking::check_alive;
use crate::choice::BrokenSolvers;
use crate::cli::Hunt;
use crate::config::hunt::HuntConfig;
use crate::corpus::tell_changes;
use crate::exit::Exit;
use crate::follow_up::ask_releases;
use crate::interrupt::Interrupt;
use crate::occasion::CurrentRun;
use crate::output::{note, say, warn};
use crate::reducing::reduce_findings;
use crate::view::hunt_progress::{HuntProgress, ProgressStyle};
use crate::view::hunt_summary::HuntSummary;
use crate::view::joining::{call_as_before, held_beside};
use crate::words;

pub(crate) fn run(arguments: Hunt, words: Vec<OsString>) -> Result<ExitCode> {
    let HuntConfig {
        campaign,
        known,
        mut plan,
        answers,
        fail_on,
        reduce,
        follow_up,
        is_json,
        words,
    } = HuntConfig::new(arguments, words)?;
    let interrupt = Interrupt::watch();
    check_alive(&plan)?;
    // A request that cannot be met leaves no campaign behind.
    let mut store = Store::open(&campaign)?;
    for (name, known_as) in call_as_before(&mut plan, &store)? {
        say(|| format!("{name} is the program that this campaign calls {known_as}"));
    }
    if let Some(held) = held_beside(&store, &plan)? {
        let place = campaign.display();
        note(|| format!("{place} holds {held} already; what this hunt asks stands beside that"));
    }
    tell_changes(&plan, &store)?;
    for (seeds, answers) in &answers {
        store.keep_seed_answers(seeds, answers)?;
    }
    let asked_for = json!({ "arguments": words::to_json(&words) }).to_string();
    let run = CurrentRun::begin(&mut store, &asked_for)?;
    let mut progress = HuntProgress::new(&plan, &store, ProgressStyle::of(is_json))?;
    let mut folders = EarlyFolders::new(&campaign, &known);
    let ended = hunt(&plan, &mut store, run.id, &|| interrupt.has_come(), &mut |event| {
        progress.show(event);
        folders.hear(event);
    });
    progress.close();
    if let Err(error @ HuntError::Store(_)) = ended {
        // What cannot be written cannot be summed up.
        return Err(error.into());
    }
    // What was found before something went wrong is not lost.
    let summary = summarize(&plan, &store)?;
    for label in wrong_labels(&plan, &store)? {
        warn(&label.to_string());
    }
    let mut bugs = plan.bugs(&store)?;
    if ended.as_ref().is_ok_and(|ending| *ending != Ending::Stopped) {
        let stop = || interrupt.has_come();
        bugs = reduce_findings(&store, &plan, bugs, reduce, ProgressStyle::of(is_json), &stop)?;
        if !follow_up.is_zero() && !stop() {
            ask_releases(&store, &bugs, follow_up, &stop)?;
            bugs = plan.bugs(&store)?;
        }
    }
    run.end(&store)?;
    // Folders of what other solvers did in this campaign stay.
    write_folders(&campaign, &known, &store.bugs(None)?)?;
    let run = run.id;
    let result = HuntSummary { campaign: &campaign, known: &known, run, summary, bugs, is_json };
    result.print(ended.as_ref().ok().copied())?;
    // A signal may also come while releases are asked.
    if ended? == Ending::Stopped || interrupt.has_come() {
        say(|| "stopped; the same command goes on from here".to_owned());
        interrupt.obey();
        return Ok(Exit::Interrupted.into());
    }
    check_answers(&result.summary)?;
    Ok(if result.has_news(fail_on) { Exit::Found } else { Exit::Fine }.into())
}

/// Fails if a solver answered next to nothing: the hunt tests nothing of it.
fn check_answers(summary: &Summary) -> Result<()> {
    let (_, useless) = summary.failures();
    if useless.is_empty() { Ok(()) } else { Err(BrokenSolvers(useless).into()) }
}
