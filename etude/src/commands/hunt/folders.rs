//! A campaign's bugs into folders, at the end and while a hunt goes on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use campaign::{Bug, Dossier, Event, Store};

use super::Knowledge;

/// Where a campaign's bugs have their folders.
pub(crate) fn findings_folder(campaign: &Path) -> PathBuf {
    let is_file = campaign.extension().is_some_and(|extension| extension == "db");
    if is_file { campaign.with_extension("findings") } else { campaign.join("findings") }
}

/// Writes a folder for each bug, and removes those of bugs for which a smaller formula was found
/// since.
pub(crate) fn write_folders(campaign: &Path, known: &Knowledge, bugs: &[Bug]) -> Result<()> {
    let parent = findings_folder(campaign);
    let folders: Result<_, _> = bugs
        .iter()
        .map(|bug| Dossier::of_bug(bug, known.reason(bug).as_deref()).write(&parent))
        .collect();
    remove_stale(&parent, &folders?).context("the folders of findings")
}

/// Removes the folders of findings that are not among the current ones, and what a run that was
/// killed had half written. What is not ours stays.
fn remove_stale(parent: &Path, current: &BTreeSet<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(parent) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        let is_ours = Dossier::is_stage(&path) || Dossier::read(&path).is_ok();
        if is_ours && !current.contains(&path) {
            fs::remove_dir_all(&path)
                .with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// So long nothing is written after something was.
const PAUSE: Duration = Duration::from_secs(10);

/// Writes the folders of what was found so far while a hunt goes on: it may take a night, and its
/// first bug is worth looking at now.
pub(super) struct Herald<'a> {
    campaign: &'a Path,
    known: &'a Knowledge,
    solvers: &'a [String],
    has_news: bool,
    next: Instant,
}

impl<'a> Herald<'a> {
    pub fn new(campaign: &'a Path, known: &'a Knowledge, solvers: &'a [String]) -> Self {
        Self { campaign, known, solvers, has_news: false, next: Instant::now() }
    }

    /// Takes note of what happened. A folder that cannot be written now is written, or complained
    /// about, at the end.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Found { .. } => self.has_news = true,
            _ if self.has_news && Instant::now() >= self.next => {
                let begin = Instant::now();
                let _ = self.write();
                self.has_news = false;
                // Many findings take long to read: never more than a small part of the time.
                self.next = Instant::now() + PAUSE.max(20 * begin.elapsed());
            }
            _ => {}
        }
    }

    fn write(&self) -> Result<()> {
        let bugs = Store::open_to_read(self.campaign)?.bugs(Some(self.solvers))?;
        write_folders(self.campaign, self.known, &bugs)
    }
}
