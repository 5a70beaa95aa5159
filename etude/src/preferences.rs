//! `etude.toml`: what a person prefers where the command line says nothing: solvers, limits, folders.
//!
//! The first of these is read, and no other: the file that `ETUDE_CONFIG` names (none if it is
//! empty), `etude.toml` in the current folder, `etude/etude.toml` in the user's folder of settings
//! (`$XDG_CONFIG_HOME`, else `~/.config`).
//!
//! ```toml
//! [[solver]]
//! command = "z3@4.8.7"
//!
//! [limits]
//! timeout = "2s"
//!
//! [limits.hunt]
//! jobs = 4
//!
//! [folders]
//! cache = "/var/cache/etude"
//! hunt = "campaigns/nightly"
//! ```

mod file;
mod mistake;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use clap::Command;
use solvers::{Entry, InstallError};

pub(crate) use file::{LIMITS, Preferred};

/// The file's name.
pub(crate) const NAME: &str = "etude.toml";

/// The variable that names another file.
pub(crate) const VARIABLE: &str = "ETUDE_CONFIG";

static NOW: OnceLock<Preferences> = OnceLock::new();

/// Preferences of a person.
#[derive(Debug, Default)]
pub(crate) struct Preferences {
    /// The file, if there is one.
    pub file: Option<PathBuf>,
    /// The solvers that are asked if the command line names none; none if the file names none either.
    pub solvers: Vec<Entry>,
    /// The words of these solvers, as the file has them.
    pub commands: Vec<String>,
    /// The folder for what is fetched.
    pub cache: Option<PathBuf>,
    /// Usual values of options.
    pub options: Vec<Preferred>,
}

/// Reads the preferences that hold from now on. Fails if a file cannot be read or understood.
pub(crate) fn load() -> Result<()> {
    let Some(path) = place() else { return Ok(()) };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        // Only who names a file has to have it.
        Err(error) if error.kind() == io::ErrorKind::NotFound && variable().is_none() => {
            return Ok(());
        }
        // In somebody else's home, as after `sudo -u`, nobody can say whether there is one.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && is_hidden(&path) => {
            return Ok(());
        }
        Err(error) => {
            let shown = path.display();
            return Err(error).with_context(|| match variable() {
                Some(_) => format!("cannot read {shown}, which {VARIABLE} names"),
                None => format!("cannot read {shown}"),
            });
        }
    };
    let preferences = file::parse(&text, &path)?;
    NOW.get_or_init(|| preferences);
    Ok(())
}

/// Whether a folder on the way to a file keeps from us what it holds, and nobody named the file.
fn is_hidden(path: &Path) -> bool {
    let found = fs::metadata(path).map_err(|error| error.kind());
    variable().is_none() && matches!(found, Err(io::ErrorKind::PermissionDenied))
}

/// Returns the preferences that hold; empty ones before [`load`].
pub(crate) fn now() -> &'static Preferences {
    static NONE: Preferences = Preferences {
        file: None,
        solvers: Vec::new(),
        commands: Vec::new(),
        cache: None,
        options: Vec::new(),
    };
    NOW.get().unwrap_or(&NONE)
}

/// Returns the folder for what is fetched: `$ETUDE_CACHE`, else what `etude.toml` says, else the
/// usual one.
pub(crate) fn cache_dir() -> Result<PathBuf, InstallError> {
    let is_said = env::var_os("ETUDE_CACHE").is_some_and(|value| !value.is_empty());
    match &now().cache {
        Some(folder) if !is_said => Ok(folder.clone()),
        _ => solvers::cache_dir(),
    }
}

fn variable() -> Option<OsString> {
    env::var_os(VARIABLE)
}

/// Returns where the file is, if there is one.
fn place() -> Option<PathBuf> {
    if let Some(path) = variable() {
        return (!path.is_empty()).then(|| path.into());
    }
    let here = PathBuf::from(NAME);
    if here.exists() {
        return Some(here);
    }
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = set("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
    let home = home.or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(home.join("etude").join(NAME))
}

impl Preferences {
    /// Returns the commands with what is preferred as the usual values of their options.
    pub fn in_place_of_usual_values(&self, command: Command) -> Command {
        self.options.iter().fold(command, |command, preferred| preferred.put(command, ""))
    }
}

/// Returns a path of the file, which is meant from the folder in which the file stands.
fn beside(file: &Path, path: &str) -> PathBuf {
    match file.parent() {
        Some(folder) => folder.join(path),
        None => PathBuf::from(path),
    }
}
