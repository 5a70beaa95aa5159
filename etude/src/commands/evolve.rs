//! `etude evolve`: the same formulas to many releases, judged and measured.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use campaign::{Ending, KnownBugs, Store, write_folders};
use serde_json::json;

use crate::cli::Evolve;
use crate::config::evolve::EvolveConfig;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::occasion::CurrentRun;
use crate::output::say;
use crate::view::evolution;
use crate::view::hunt_progress::ProgressStyle;
use crate::view::watcher::RunProgress;
use crate::words;

pub(crate) fn run(arguments: &Evolve, words: &[OsString]) -> Result<ExitCode> {
    let config = EvolveConfig::new(arguments)?;
    let EvolveConfig { campaign, evolution, answers, fail_on, is_json } = config;
    let interrupt = Interrupt::watch();
    let mut store = Store::open(&campaign)?;
    for (seeds, answers) in &answers {
        store.keep_seed_answers(seeds, answers)?;
    }
    let plan = json!({ "command": "evolve", "arguments": words::to_json(words) });
    let run = CurrentRun::begin(&mut store, &plan.to_string())?;
    let mut progress = RunProgress::new(ProgressStyle::of(is_json));
    let stop = || interrupt.has_come();
    let ended = evolution.run(&mut store, run.id, Instant::now(), &stop, &mut progress);
    run.end(&store)?;
    let ending = ended?;
    let bugs = store.bugs(None)?;
    write_folders(&campaign, &KnownBugs::of_campaign(&campaign, &[])?, &bugs)?;
    evolution::print(&store, &evolution.everything(), is_json)?;
    if ending == Ending::Stopped {
        say(|| "stopped; the same command goes on from here".to_owned());
        interrupt.obey();
        return Ok(Exit::Interrupted.into());
    }
    let campaign = campaign.display();
    say(|| format!("for pages and figures: etude report {campaign} --out report.html"));
    let is_bad = bugs.iter().any(|bug| bug.finding.severity() <= fail_on);
    Ok(if is_bad { Exit::Found } else { Exit::Fine }.into())
}
