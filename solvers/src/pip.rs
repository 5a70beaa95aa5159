//! A package's name into a wheel, by asking pip; pip's complaints into errors.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::InstallError;
use crate::limits::Limits;
use crate::run::{Child, Event, Launch, NoScratch, Said, Until};
use crate::verdict::{Status, Stop};
use crate::version::{Release, Version};
use crate::wheel::Wheel;

/// The ways to call pip, in the order in which they are tried.
const COMMANDS: [&[&str]; 3] =
    [&["python3", "-m", "pip"], &["pip3"], &["uv", "tool", "run", "pip"]];

/// Number of versions that are named for an unknown one.
const NEAREST: usize = 6;

/// For which Python a wheel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Python {
    /// The one that pip runs in.
    Own,
    /// One for which there are wheels of every release, where any does.
    Any,
}

impl Python {
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Own => &[],
            Self::Any => &["--python-version=3.11"],
        }
    }
}

/// The commands that may run pip; the first that is there is used.
#[derive(Clone, Debug)]
pub(crate) struct Pip {
    commands: Vec<Vec<OsString>>,
    /// Longest time for one call.
    patience: Duration,
}

impl Default for Pip {
    fn default() -> Self {
        let words = |words: &&[&str]| words.iter().map(OsString::from).collect();
        // Pip gives up by itself where the network does not answer, and the network may be slow.
        Self { commands: COMMANDS.iter().map(words).collect(), patience: Duration::MAX }
    }
}

impl Pip {
    /// The same, by the first of these commands that is there.
    pub(crate) fn with_commands(self, commands: Vec<Vec<OsString>>) -> Self {
        Self { commands, ..self }
    }

    /// The same, but each call may take this long and no longer.
    pub(crate) fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Downloads the wheel of `package` in the newest release that meets
    /// `release` into `folder`, which is empty.
    pub(crate) fn download(
        &self,
        package: &str,
        release: Release,
        python: Python,
        folder: &Path,
    ) -> Result<Wheel, InstallError> {
        let ran = self.run(package, &format!("{package}=={release}.*"), python, folder)?;
        if ran.status != Status::Exit(0) {
            return Err(ran.complaint(package, Version::Exact(release), folder));
        }
        Wheel::in_folder(folder).ok_or_else(|| ran.failure())
    }

    /// The releases of `package` that have a wheel for this machine, ascending.
    ///
    /// Pip lists them when it is asked for a version that does not exist, in
    /// every version of pip; its own command for this is marked experimental.
    pub(crate) fn available(
        &self,
        package: &str,
        python: Python,
        folder: &Path,
    ) -> Result<Vec<Release>, InstallError> {
        let ran = self.run(package, &format!("{package}==0"), python, folder)?;
        match releases(&ran.said) {
            Some(found) if !found.is_empty() => Ok(found),
            _ => Err(ran.complaint(package, Version::Newest, folder)),
        }
    }

    /// Runs the first command that is there.
    fn run(
        &self,
        package: &str,
        wanted: &str,
        python: Python,
        folder: &Path,
    ) -> Result<Ran, InstallError> {
        let mut tried = Vec::new();
        for words in &self.commands {
            if words.is_empty() {
                continue;
            }
            let name = words.join(OsStr::new(" ")).to_string_lossy().into_owned();
            let flags = ["download", "--no-deps", "--only-binary=:all:", "--no-input"];
            let more = ["--disable-pip-version-check", "--retries=2", "-d"];
            let flags = flags.iter().chain(python.arguments()).chain(&more).map(OsString::from);
            let last = [folder.as_os_str().to_owned(), wanted.into()];
            let words: Vec<OsString> = words.iter().cloned().chain(flags).chain(last).collect();
            match call(&words, folder, self.patience) {
                Ok((status, said)) => {
                    let ran = Ran { command: format!("{name} download {wanted}"), status, said };
                    match ran.absence() {
                        Some(reason) => tried.push(format!("`{name}`: {reason}")),
                        None => return Ok(ran),
                    }
                }
                Err(error) => match NoScratch::of(&error) {
                    Some(scratch) => return Err(scratch.into()),
                    None if error.kind() == io::ErrorKind::TimedOut => {
                        let (package, patience) = (package.to_owned(), self.patience);
                        return Err(InstallError::Late { package, patience });
                    }
                    None if error.kind() == io::ErrorKind::NotFound => {
                        tried.push(format!("`{name}`: not found"));
                    }
                    None => tried.push(format!("`{name}`: {error}")),
                },
            }
        }
        Err(InstallError::NoPip { package: package.to_owned(), tried: tried.join("; ") })
    }
}

/// Runs pip to its end, with `folder` for its temporary files: what it leaves when it is killed
/// goes away with the folder. Returns how it ended and what it complained of; one that takes longer
/// than `patience` is ended, and is an error of kind `TimedOut`.
fn call(words: &[OsString], folder: &Path, patience: Duration) -> io::Result<(Status, String)> {
    let limits = Limits { wall: patience, memory: None, ..Limits::default() };
    let variables = [("TMPDIR".into(), folder.as_os_str().to_owned())];
    let mut child = Child::start_with(&Launch { words, address_space: None }, &variables)?;
    let mut said = Said::default();
    let event = child.listen(&[], Until::Exit, Instant::now(), &limits, &mut said);
    let status = child.end().status;
    if matches!(event, Event::Stopped(Stop::Time)) {
        return Err(io::ErrorKind::TimedOut.into());
    }
    child.read_rest(&limits, &mut said);
    Ok((status, said.into_texts().1))
}

/// A call of pip that has ended.
struct Ran {
    command: String,
    status: Status,
    said: String,
}

impl Ran {
    /// Returns why there was no pip behind the command, if there was none: a Python without the
    /// module, or a stand-in that found no program (126, 127).
    fn absence(&self) -> Option<&'static str> {
        if self.said.contains("No module named pip") {
            return Some("Python has no pip");
        }
        matches!(self.status, Status::Exit(126 | 127)).then_some("not installed")
    }

    /// Explains pip's failure to get `wanted` into `folder`. The disk and the network come first: a
    /// pip that reaches nobody says, too, that it knows no version.
    fn complaint(&self, package: &str, wanted: Version, folder: &Path) -> InstallError {
        let said = &self.said;
        let package = package.to_owned();
        if let Some(kind) = said.lines().find_map(disk_trouble) {
            return InstallError::Cache { path: folder.to_owned(), reason: kind.into() };
        }
        if let Some(line) = said.lines().find(|line| is_network_trouble(line)) {
            return InstallError::NoNetwork { package, said: line.trim().to_owned() };
        }
        match releases(said) {
            Some(found) if found.is_empty() => InstallError::NoWheel { package },
            Some(found) => {
                InstallError::UnknownVersion { package, wanted, nearest: nearest(&found, wanted) }
            }
            None => self.failure(),
        }
    }

    fn failure(&self) -> InstallError {
        let lines: Vec<&str> = self.said.lines().filter(|line| !line.trim().is_empty()).collect();
        let said = match lines.as_slice() {
            [] => format!("{}, without a word", self.status),
            lines => lines[lines.len().saturating_sub(3)..].join("\n"),
        };
        InstallError::Pip { command: self.command.clone(), said }
    }
}

/// Returns the error in a line of pip's (or uv's) output that speaks of a disk that takes no more.
fn disk_trouble(line: &str) -> Option<io::ErrorKind> {
    const SIGNS: [(&str, io::ErrorKind); 3] = [
        ("No space left on device", io::ErrorKind::StorageFull),
        ("Disk quota exceeded", io::ErrorKind::QuotaExceeded),
        ("Read-only file system", io::ErrorKind::ReadOnlyFilesystem),
    ];
    SIGNS.iter().find(|(sign, _)| line.contains(sign)).map(|(_, kind)| *kind)
}

/// Whether a line of pip's (or uv's) output speaks of a network out of reach.
fn is_network_trouble(line: &str) -> bool {
    const SIGNS: [&str; 12] = [
        "NewConnectionError",
        "ConnectTimeoutError",
        "ReadTimeoutError",
        "ConnectionResetError",
        "NameResolutionError",
        "RemoteDisconnected",
        "ProxyError",
        "SSLError",
        "Max retries exceeded",
        "Network is unreachable",
        "Temporary failure in name resolution",
        "error sending request",
    ];
    SIGNS.iter().any(|sign| line.contains(sign))
}

/// The releases in pip's `(from versions: 4.8.5.0, 4.8.6.0)`, ascending, as people ask for them;
/// none for `(from versions: none)`; `None` where pip does not say.
fn releases(said: &str) -> Option<Vec<Release>> {
    let (_, rest) = said.split_once("(from versions: ")?;
    let (versions, _) = rest.split_once(')')?;
    let of_wheel = |text: &str| Release::of_wheel(text).map(|release| release.shortened());
    let mut found: Vec<Release> = versions.split(',').filter_map(of_wheel).collect();
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The releases around the place where `wanted` would stand in `found`.
fn nearest(found: &[Release], wanted: Version) -> Vec<Release> {
    let place = match wanted {
        Version::Newest => found.len(),
        Version::Exact(wanted) => found.partition_point(|release| *release < wanted),
    };
    let start = place.saturating_sub(NEAREST / 2).min(found.len().saturating_sub(NEAREST));
    found[start..].iter().take(NEAREST).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pip_lists_what_it_has() {
        let said = "ERROR: Could not find a version that satisfies the requirement z3-solver==0 \
                    (from versions: 4.5.1.0.post2, 4.10.0.0, 4.8.5.0, 6.0.0rc1)\nERROR: No match";
        let found: Vec<String> = releases(said).unwrap().iter().map(Release::to_string).collect();
        assert_eq!(found, ["4.5.1", "4.8.5", "4.10.0"]);
        assert_eq!(releases("(from versions: none)"), Some(vec![]));
        assert_eq!(releases("Segmentation fault"), None);
    }

    #[test]
    fn the_nearest_stand_around_the_unknown_version() {
        let found: Vec<Release> = (0..10).map(|patch| Release::new(4, patch, 0)).collect();
        let check = |wanted: &str, first: u32| {
            let expected: Vec<_> =
                (first..first + 6).map(|patch| Release::new(4, patch, 0)).collect();
            assert_eq!(nearest(&found, wanted.parse().unwrap()), expected, "{wanted}");
        };
        check("1", 0);
        check("4.4.7", 2);
        check("9", 4);
        assert_eq!(nearest(&found[..2], Version::Newest), found[..2]);
    }
}
