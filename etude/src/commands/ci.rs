//! `etude ci`: a build of a solver in little time, against a reference and an earlier build.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use campaign::{
    Ending, LiveLook, Reproduction, Review, Reviewed, Store, compare, summarize, write_folders,
};
use report::Report;
use serde_json::json;

use crate::asking::check_alive;
use crate::choice::BrokenSolvers;
use crate::cli::Ci;
use crate::commands::report::{known_source, name as campaign_name};
use crate::config::ci::CiConfig;
use crate::destination::write;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::occasion::CurrentRun;
use crate::output::say;
use crate::view::ci_outcome::CiOutcome;
use crate::view::hunt_progress::ProgressStyle;
use crate::view::watcher::RunProgress;
use crate::words;

pub(crate) fn run(arguments: &Ci, words: &[OsString]) -> Result<ExitCode> {
    let begin = Instant::now();
    let config = CiConfig::new(arguments, begin)?;
    let CiConfig { campaign, course, known, tolerance, .. } = &config;
    let interrupt = Interrupt::watch();
    let everything = course.everything();
    check_alive(&everything)?;
    // A request that cannot be met leaves no campaign behind.
    let mut store = Store::open(campaign)?;
    for (seeds, answers) in &config.answers {
        store.keep_seed_answers(seeds, answers)?;
    }
    let plan = json!({ "command": "ci", "arguments": words::to_json(words) });
    let run = CurrentRun::begin(&mut store, &plan.to_string())?;
    let stop = || interrupt.has_come();
    // JSON has the outcome, not the events.
    let mut progress = RunProgress::new(ProgressStyle::People);
    let ended = course.run(&mut store, run.id, &stop, &mut progress);
    run.end(&store)?;
    if ended? == Ending::Stopped {
        say(|| "stopped; the same command goes on from here".to_owned());
        interrupt.obey();
        return Ok(Exit::Interrupted.into());
    }
    let bugs = course.bugs(&store)?;
    // Another build may have been tested in this campaign: its folders stay.
    write_folders(campaign, known, &store.bugs(None)?)?;
    let difference = match &config.baseline {
        Some(baseline) => {
            let (tested, reference) = (&course.tested, &course.reference);
            Some(compare(&store, &baseline.store, tested, reference, &course.sources, tolerance)?)
        }
        None => None,
    };
    let (tested, limit) = (course.tested.name(), config.timeout);
    let plain_name = &course.plain_name;
    let (sources, tolerance) = (&course.sources, *tolerance);
    let review =
        Review { tested, plain_name, sources, tolerance, limit, known, fail_on: config.fail_on };
    let mut look = LiveLook { course, store: &store, stop: &stop };
    let Reviewed { regressions, notes } =
        review.regressions(&bugs, difference.as_ref(), &mut look)?;
    let how = Reproduction { campaign, tested, words: &config.words, timeout: config.timeout };
    let outcome = CiOutcome {
        config: &config,
        how,
        everything: &everything,
        summary: summarize(&everything, &store)?,
        difference,
        regressions,
        notes,
        time: begin.elapsed(),
    };
    outcome.write()?;
    if let Some(path) = &config.sarif {
        let name = campaign_name(campaign);
        let report = Report::read(&store, &name, known, &known_source)?;
        write(path, &report::sarif::render(&report))?;
    }
    let (_, useless) = outcome.summary.failures();
    match (outcome.regressions.is_empty(), useless.is_empty()) {
        (false, _) => Ok(Exit::Found.into()),
        (true, false) => Err(BrokenSolvers(useless).into()),
        (true, true) => Ok(Exit::Fine.into()),
    }
}
