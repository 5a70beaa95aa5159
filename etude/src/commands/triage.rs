//! `etude triage`: what a campaign found, by cause, with what was decided about it.

use std::fs;
use std::io::{ErrorKind, Write};

use anyhow::{Result, bail};
use campaign::{
    Bug, Cause, KnownBugs, Lifetime, REPORT, Store, Triage, TriageState, causes_of,
    findings_folder, folder_name, triage_entry, triage_file,
};
use outlet::counted;
use serde_json::json;

use crate::cli::TriageArguments;
use crate::destination::write;
use crate::output::{say, stdout};
use crate::view::table::write_table;

pub(crate) fn run(arguments: &TriageArguments) -> Result<()> {
    let store = Store::open_to_read(&arguments.campaign)?;
    let known = KnownBugs::of_campaign(&arguments.campaign, &arguments.known)?;
    let bugs = store.bugs(None)?;
    let causes = causes_of(&bugs);
    if let Some(state) = arguments.mark {
        return mark(arguments, state, &bugs, &causes);
    }
    let mut shown: Vec<&Cause> = causes.iter().collect();
    if let Some(limit) = arguments.limit {
        shown.retain(|cause| state_of(&bugs, cause, &known).0 == TriageState::New);
        shown.truncate(limit);
    }
    let mut out = stdout(arguments.json);
    if arguments.json {
        let all: Vec<_> = shown.iter().map(|cause| object(&bugs, cause, &known)).collect();
        writeln!(out, "{}", json!(all))?;
        return Ok(());
    }
    if shown.is_empty() {
        writeln!(out, "{}", if causes.is_empty() { "no findings" } else { "nothing new" })?;
        return Ok(());
    }
    write_causes(&mut out, &bugs, &shown, &known)?;
    if arguments.limit.is_some() {
        let folder = findings_folder(&arguments.campaign);
        for cause in &shown {
            let name = folder_name(&bugs[cause.first()].finding);
            writeln!(out, "{}", folder.join(name).join(REPORT).display())?;
        }
    }
    Ok(())
}

/// Writes a table of causes; below the line of each, what releases say and what was decided.
fn write_causes(
    out: &mut impl Write,
    bugs: &[Bug],
    shown: &[&Cause],
    known: &KnownBugs,
) -> Result<()> {
    let header = ["state", "weight", "formulas", "finding"].map(str::to_owned);
    let rows = shown.iter().map(|cause| row(bugs, cause, known));
    let mut table = Vec::new();
    write_table(&mut table, &[header].into_iter().chain(rows).collect::<Vec<_>>())?;
    let table = String::from_utf8(table).expect("a table is made of text");
    let mut lines = table.lines();
    writeln!(out, "{}", lines.next().expect("a table has a header"))?;
    for (line, cause) in lines.zip(shown) {
        writeln!(out, "{line}")?;
        for remark in remarks(bugs, cause, known) {
            writeln!(out, "       {remark}")?;
        }
    }
    Ok(())
}

/// Returns which releases have a cause's bug, and what was decided about it, as far as that is known.
fn remarks(bugs: &[Bug], cause: &Cause, known: &KnownBugs) -> Vec<String> {
    let releases = bugs[cause.first()].lifetime().map(Lifetime::words_with_advice);
    let (_, triage) = state_of(bugs, cause, known);
    let parts = triage.map(|it| [it.link, Some(it.reason).filter(|reason| !reason.is_empty())]);
    let decided: Vec<String> = parts.into_iter().flatten().flatten().collect();
    releases.into_iter().chain((!decided.is_empty()).then(|| decided.join(": "))).collect()
}

/// A line of the table.
fn row(bugs: &[Bug], cause: &Cause, known: &KnownBugs) -> [String; 4] {
    let bug = &bugs[cause.first()];
    let (state, _) = state_of(bugs, cause, known);
    let formulas: usize = cause.bugs.iter().map(|&place| bugs[place].count).sum();
    let triggers = match cause.others().len() {
        0 => String::new(),
        _ => format!(" ({})", counted(cause.bugs.len() as u64, "trigger")),
    };
    [
        state.to_string(),
        bug.finding.severity().to_string(),
        outlet::grouped(formulas),
        format!("{}{triggers}", folder_name(&bug.finding)),
    ]
}

/// Returns the state of a cause, which is new as long as one of its bugs is, and a decision about it.
fn state_of(bugs: &[Bug], cause: &Cause, known: &KnownBugs) -> (TriageState, Option<Triage>) {
    let decision = |place: usize| known.triage(&bugs[place].finding);
    let state = |it: &Option<Triage>| it.as_ref().map_or(TriageState::New, |it| it.state);
    let decisions = cause.all().map(decision);
    let least = decisions.min_by_key(state).expect("a cause has a bug");
    (state(&least), least)
}

fn object(bugs: &[Bug], cause: &Cause, known: &KnownBugs) -> serde_json::Value {
    let bug = &bugs[cause.first()];
    let (state, triage) = state_of(bugs, cause, known);
    let names = cause.all().map(|place| folder_name(&bugs[place].finding));
    json!({
        "state": state,
        "severity": bug.finding.severity(),
        "title": bug.finding.title(),
        "findings": names.collect::<Vec<_>>(),
        "formulas": cause.bugs.iter().map(|&place| bugs[place].count).sum::<usize>(),
        "shared": cause.shared,
        "releases": bug.lifetime().map(Lifetime::words),
        "link": triage.as_ref().and_then(|it| it.link.as_deref()),
        "reason": triage.as_ref().map(|it| it.reason.as_str()),
    })
}

/// Adds a decision about some findings, and all that probably have their causes, to the file.
fn mark(
    arguments: &TriageArguments,
    state: TriageState,
    bugs: &[Bug],
    causes: &[Cause],
) -> Result<()> {
    let name = |place: usize| folder_name(&bugs[place].finding);
    let mut meant: Vec<usize> = Vec::new();
    for wanted in &arguments.findings {
        let is_meant = |cause: &&Cause| cause.all().any(|place| name(place) == *wanted);
        let Some(cause) = causes.iter().find(is_meant) else {
            bail!("the campaign has no finding `{wanted}`: `etude triage` lists them");
        };
        meant.extend(cause.all());
    }
    meant.sort_unstable();
    meant.dedup();
    let file = triage_file(&arguments.campaign);
    let mut text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read?,
    };
    // A decision needs no reason.
    let reason = arguments.reason.clone().unwrap_or_default();
    let triage = Triage { state, link: arguments.link.clone(), reason };
    for &place in &meant {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&triage_entry(&bugs[place].finding, &triage));
    }
    write(&file, &text)?;
    say(|| format!("{}: {state}, in {}", counted(meant.len() as u64, "finding"), file.display()));
    Ok(())
}
