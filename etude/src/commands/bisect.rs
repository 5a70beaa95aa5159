//! `etude bisect`: which releases have the bug of a finding.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use campaign::{
    AskedRelease, Bisection, Breadth, Dossier, Finding, Judge, Lifetime, Sequel, Store, Tested,
    boundaries,
};
use solvers::{Limits, Release, Solver};

use crate::cli::Bisect;
use crate::config::bisect::releases;
use crate::follow_up::listed;
use crate::output::{say, stdout, warn};
use crate::view::bisection::{summary, write_json, write_rows};

/// The longest that the package index may take to say which releases there are.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &Bisect) -> Result<()> {
    let finding = Dossier::read(&arguments.folder)?.finding;
    let releases = releases(arguments, &finding)?;
    let judge = Judge::default();
    let family = releases.first().map_or("", |solver| solver.family.name());
    let mut bisection = Bisection::new(&finding, &judge, |it| it == family)?;
    if let Some(wall) = arguments.timeout {
        bisection = bisection.with_limits(Limits::of_time(wall));
    }
    let breadth = if arguments.all { Breadth::All } else { Breadth::Few };
    let mut rows: Vec<Option<Tested>> = vec![None; releases.len()];
    let found = boundaries(releases.len(), near(&finding, &releases), breadth, |place| {
        say(|| format!("asking {} …", releases[place].name));
        let tested = bisection.test(releases[place].clone());
        let health = tested.health;
        rows[place] = Some(tested);
        health
    });
    let listed = arguments.versions.as_ref().and_then(|_| listed(family, PATIENCE));
    let lifetime = lifetime(&finding, &rows, listed)
        .map(|lifetime| keep(&arguments.folder, &finding, lifetime));
    let mut out = BufWriter::new(stdout(arguments.json));
    if arguments.json {
        write_json(&mut out, &releases, &rows, &found, lifetime.as_ref())?;
    } else {
        write_rows(&mut out, &rows)?;
        writeln!(out, "{}", summary(&releases, &found))?;
        if let Some(lifetime) = lifetime {
            writeln!(out, "{}", lifetime.words_with_advice())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Returns which releases have the bug by what they said now; `None` if several solvers are to blame, or
/// if no release was asked.
fn lifetime(
    finding: &Finding,
    rows: &[Option<Tested>],
    listed: Option<Vec<String>>,
) -> Option<Lifetime> {
    let [reply] = finding.accused_replies()[..] else { return None };
    let version = |row: &Tested| row.solver.rsplit_once('-').map(|(_, version)| version.to_owned());
    let asked = rows.iter().flatten().filter_map(|row| {
        let release = version(row).filter(|release| release.parse::<Release>().is_ok())?;
        Some(AskedRelease { release, health: row.health })
    });
    let asked: Vec<AskedRelease> = asked.collect();
    let found_in = reply.solver.version.clone();
    let family = reply.solver.family.clone();
    (!asked.is_empty()).then(|| Lifetime::new(family, found_in, asked, listed))
}

/// Keeps what releases said in the campaign of the finding and in its folder, beside what was known, if
/// the folder lies in a campaign that can be written: that is a help and no more. Returns all that is
/// known then.
fn keep(folder: &Path, finding: &Finding, now: Lifetime) -> Lifetime {
    let Some(campaign) = campaign_of(folder) else { return now };
    let Ok(store) = Store::open(&campaign) else { return now };
    let bug =
        store.bugs(None).ok().and_then(|bugs| bugs.into_iter().find(|bug| bug.finding == *finding));
    let Some(bug) = bug else { return now };
    let (trimmed, before) = bug.sequel.map_or((None, None), |it| (it.trimmed, it.lifetime));
    let lifetime = match before {
        Some(before) => before.with(now.asked, now.missing),
        None => now,
    };
    let sequel = Sequel { trimmed, lifetime: Some(lifetime.clone()) };
    match write_down(&store, folder, finding, sequel) {
        Ok(()) => say(|| format!("kept in {}", campaign.display())),
        Err(error) => warn(&format!("not kept in {}: {error}", campaign.display())),
    }
    lifetime
}

/// Writes what became of a finding into its campaign and its folder.
fn write_down(store: &Store, folder: &Path, finding: &Finding, sequel: Sequel) -> Result<()> {
    store.keep_sequel(finding, &sequel)?;
    let folder = fs::canonicalize(folder)?;
    let dossier = Dossier { sequel: Some(sequel), ..Dossier::read(&folder)? };
    if let Some(parent) = folder.parent() {
        dossier.write(parent)?;
    }
    Ok(())
}

/// The campaign whose findings hold a folder: `nightly` for `nightly/findings/F`, `nightly.db` for
/// `nightly.findings/F`.
fn campaign_of(folder: &Path) -> Option<PathBuf> {
    let findings = fs::canonicalize(folder).ok()?.parent()?.to_owned();
    let campaign = if findings.file_name()? == "findings" {
        findings.parent()?.to_owned()
    } else if findings.extension()? == "findings" {
        findings.with_extension("db")
    } else {
        return None;
    };
    Store::is_there(&campaign).then_some(campaign)
}

/// The place of the release in which the bug was found, or where it would stand.
fn near(finding: &Finding, releases: &[Solver]) -> usize {
    let version = finding.accused_replies().first().and_then(|it| it.solver.release());
    let Some(version) = version else {
        return releases.len().saturating_sub(1);
    };
    let older = releases.iter().take_while(|it| it.version.is_some_and(|it| it < version));
    older.count()
}
