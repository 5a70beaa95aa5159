//! A campaign's bugs into folders, at the end and while a hunt goes on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::ask::hunt::Event;
use crate::finding::cause::Cause;
use crate::finding::folder::{Dossier, FolderError, Sibling};
use crate::finding::known_bugs::KnownBugs;
use crate::store::{Bug, Store, causes_of};

/// Returns the folder in which a campaign's bugs have theirs: `nightly/findings`, or
/// `nightly.findings` beside a database `nightly.db`.
pub fn findings_folder(campaign: &Path) -> PathBuf {
    let is_file = campaign.extension().is_some_and(|extension| extension == "db");
    if is_file { campaign.with_extension("findings") } else { campaign.join("findings") }
}

/// Writes a folder for each bug of a campaign, which must be all of them, and removes those of bugs for which a smaller formula was found
/// since.
pub fn write_folders(campaign: &Path, known: &KnownBugs, bugs: &[Bug]) -> Result<(), FolderError> {
    let parent = findings_folder(campaign);
    let mut current = BTreeSet::new();
    for cause in causes_of(bugs) {
        for &place in &cause.bugs {
            let bug = &bugs[place];
            let mut dossier = Dossier::of_bug(bug, known.reason(&bug.finding).as_deref());
            dossier.siblings = siblings(bugs, &cause, place);
            current.insert(dossier.write(&parent)?);
        }
    }
    remove_stale(&parent, &current)
}

/// Returns the other bugs of a cause.
fn siblings(bugs: &[Bug], cause: &Cause, own: usize) -> Vec<Sibling> {
    let others = cause.bugs.iter().filter(|&&place| place != own);
    let sibling = |&place: &usize| {
        let finding = &bugs[place].finding;
        Sibling { formula: finding.formula.name(), operators: finding.operators.clone() }
    };
    others.map(sibling).collect()
}

/// Removes the folders of findings that are not among the current ones, and what a run that was
/// killed had half written. What is not ours stays.
fn remove_stale(parent: &Path, current: &BTreeSet<PathBuf>) -> Result<(), FolderError> {
    let Ok(entries) = fs::read_dir(parent) else { return Ok(()) };
    for entry in entries {
        let path = entry.map_err(FolderError::Unlisted)?.path();
        let is_ours = Dossier::is_stage(&path) || Dossier::read(&path).is_ok();
        if is_ours && !current.contains(&path) {
            fs::remove_dir_all(&path).map_err(|reason| FolderError::Stale { path, reason })?;
        }
    }
    Ok(())
}

/// The shortest time between two writings.
const PAUSE: Duration = Duration::from_secs(10);

/// The folders of what was found so far, written while a hunt goes on: it may take a night, and
/// its first bug is worth looking at now. They lie in `etude-hunt/findings`.
#[derive(Debug)]
pub struct EarlyFolders<'a> {
    campaign: &'a Path,
    known: &'a KnownBugs,
    has_news: bool,
    next: Instant,
}

impl<'a> EarlyFolders<'a> {
    /// Begins with nothing to write.
    pub fn new(campaign: &'a Path, known: &'a KnownBugs) -> Self {
        Self { campaign, known, has_news: false, next: Instant::now() }
    }

    /// Takes note of an event. A folder that cannot be written now is written, or complained
    /// about, at the end.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Found { .. } => self.has_news = true,
            Event::Asked { store, .. } | Event::Waiting { store }
                if self.has_news && Instant::now() >= self.next =>
            {
                let begin = Instant::now();
                self.write(store);
                self.has_news = false;
                // Many findings take long to read: never more than a small part of the time.
                self.next = Instant::now() + PAUSE.max(20 * begin.elapsed());
            }
            _ => {}
        }
    }

    fn write(&self, store: &Store) {
        if let Ok(bugs) = store.bugs(None) {
            let _ = write_folders(self.campaign, self.known, &bugs);
        }
    }
}
