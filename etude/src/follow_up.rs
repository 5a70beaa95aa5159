//! After a hunt: the releases that are installed, and the newest, are asked about what was found.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::Result;
use campaign::{Bug, Finding, Severity, Store, causes_of, follow_up, shorten};
use outlet::counted;
use solvers::{Package, Releases, Solver};

use crate::choice::recorded::solver_of;
use crate::choice::{Fetching, installer, releases_of};
use crate::output::say;

/// The releases of one solver that can be asked here.
struct Row {
    solvers: Vec<Solver>,
    /// All that there are, where the package index says.
    listed: Option<Vec<String>>,
}

/// Asks releases about the findings that are not notes and that nothing is known of yet, one of each
/// probable cause first, then tries the notes that stand for their causes without what their formulas
/// do not use, for at most this long.
pub(crate) fn ask_releases(
    store: &Store,
    bugs: &[Bug],
    time: Duration,
    is_told_to_end: &dyn Fn() -> bool,
) -> Result<()> {
    let begin = Instant::now();
    let stop = || is_told_to_end() || begin.elapsed() >= time;
    let causes = causes_of(bugs);
    let firsts = causes.iter().map(campaign::Cause::first);
    let others = causes.iter().flat_map(|cause| cause.all().skip(1));
    let unknown: Vec<&Finding> = firsts
        .chain(others)
        .map(|place| &bugs[place])
        .filter(|bug| is_unknown(bug))
        .map(|bug| &bug.finding)
        .filter(|finding| finding.severity() <= Severity::Suspicious)
        .collect();
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for finding in unknown {
        let accused = finding.accused_replies();
        let (Some(_), [reply]) = (finding.accused.alone(), &accused[..]) else { continue };
        if stop() {
            break;
        }
        let family = reply.solver.family.clone();
        // Only of what can be fetched there are releases.
        if family.parse::<Package>().is_err() {
            continue;
        }
        let row = rows
            .entry(family.clone())
            .or_insert_with(|| row(&family, &|| time.saturating_sub(begin.elapsed())));
        // Only what the releases were asked with then tells something of them now.
        let options: Vec<OsString> = reply.solver.options.iter().map(Into::into).collect();
        let solvers: Vec<Solver> =
            row.solvers.iter().map(|it| it.clone().with_options(options.clone())).collect();
        say(|| {
            format!(
                "asking {} of {family} about {} …",
                counted(solvers.len() as u64, "release"),
                finding.formula.name()
            )
        });
        let same = solver_of(reply).ok();
        let sequel = follow_up(finding, same, &solvers, row.listed.as_deref(), &stop);
        if is_told_to_end() {
            // Half an answer would keep the same command from asking the rest.
            break;
        }
        if let Some(sequel) = sequel {
            store.keep_sequel(finding, &sequel)?;
        }
    }
    let notes = causes.iter().map(|cause| &bugs[cause.first()]);
    let is_open = |bug: &&Bug| bug.sequel.is_none() && bug.finding.severity() == Severity::Note;
    for Bug { finding, .. } in notes.filter(is_open) {
        if stop() {
            break;
        }
        let [reply] = finding.accused_replies()[..] else { continue };
        if let Some(sequel) = shorten(finding, solver_of(reply).ok()) {
            store.keep_sequel(finding, &sequel)?;
        }
    }
    Ok(())
}

/// Whether nothing is known of a bug's releases, or nothing that tells anything.
fn is_unknown(bug: &Bug) -> bool {
    let Some(sequel) = &bug.sequel else { return true };
    sequel.lifetime.is_some() && bug.lifetime().is_none()
}

/// Returns all releases of a solver that there are, oldest first, where the package index says that
/// soon enough.
pub(crate) fn listed(family: &str, patience: Duration) -> Option<Vec<String>> {
    let installer = installer().ok()?.with_patience(patience);
    let listed = installer.available(&family.parse().ok()?).ok()?;
    let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
    (!listed.is_empty()).then_some(listed)
}

/// The releases of a solver that are installed, and the newest, which is fetched if that takes no longer
/// than there is time left. Without a network it is those that are here.
fn row(family: &str, left: &dyn Fn() -> Duration) -> Row {
    let installer = || installer().map(|installer| installer.with_patience(left()));
    let all: Releases = "all".parse().expect("`all` means all releases");
    let listed = listed(family, left());
    if let Some(newest) = listed.as_ref().and_then(|listed| listed.last())
        && let (Ok(installer), Ok(package)) = (installer(), format!("{family}@{newest}").parse())
        && installer.find(&package).is_none()
    {
        say(|| format!("fetching {family}@{newest} …"));
        if let Err(error) = installer.install(&package) {
            say(|| format!("the newest release, {family}@{newest}, is not asked: {error}"));
        }
    }
    let programs = releases_of(family, &all, Fetching::Forbidden).unwrap_or_else(|error| {
        say(|| format!("no release of {family} is asked: {error:#}"));
        Vec::new()
    });
    Row { solvers: programs.iter().map(Solver::of_program).collect(), listed }
}
