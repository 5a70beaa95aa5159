//! The files of an installation: the program, its manual pages and its completions.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The licences, as they lie in the project.
const LICENSES: [(&str, &str); 2] = [
    ("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
];

/// Folders in which shells look for completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/etude"),
    ("zsh", "share/zsh/site-functions/_etude"),
    ("fish", "share/fish/vendor_completions.d/etude.fish"),
];

/// A file that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its place below the prefix, such as `bin/etude` below `/usr`.
    pub place: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Whether it is a program.
    pub is_program: bool,
}

/// All that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload<'a> {
    /// The package's name: `etude`.
    pub name: &'a str,
    /// Its version: `0.1.0`.
    pub version: &'a str,
    /// Description in one line.
    pub about: &'a str,
    /// The files, by place.
    pub items: Vec<Item>,
}

impl Item {
    /// A program.
    pub fn program(place: &str, bytes: Vec<u8>) -> Self {
        Self { place: place.to_owned(), bytes, is_program: true }
    }

    /// A file that is read.
    pub fn text(place: &str, bytes: Vec<u8>) -> Self {
        Self { place: place.to_owned(), bytes, is_program: false }
    }

    /// The permissions.
    pub(crate) fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

impl Payload<'_> {
    /// The program `etude` in a file, with what it says of itself: it is run.
    pub fn of_etude(program: &Path) -> Result<Self> {
        let bytes =
            fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
        let mut items = vec![Item::program("bin/etude", bytes)];
        for (shell, place) in COMPLETIONS {
            items.push(Item::text(place, ask(program, &["completions", shell])?));
        }
        let pages = tempdir()?;
        let folder = pages.path().to_str().context("a temporary folder's name is a text")?;
        ask(program, &["man", "--out", folder])?;
        for page in fs::read_dir(pages.path())? {
            let page = page?;
            let place = format!("share/man/man1/{}", page.file_name().to_string_lossy());
            items.push(Item::text(&place, fs::read(page.path())?));
        }
        for (name, text) in LICENSES {
            items.push(Item::text(&format!("share/doc/etude/{name}"), text.into()));
        }
        items.sort_by(|a, b| a.place.cmp(&b.place));
        let version = env!("CARGO_PKG_VERSION");
        let said = String::from_utf8(ask(program, &["--version"])?)?;
        if said.trim() != format!("etude {version}") {
            bail!(
                "{} says that it is `{}`, and etude {version} is packed",
                program.display(),
                said.trim()
            );
        }
        Ok(Self { name: "etude", version, about: ABOUT, items })
    }
}

/// Description for a package index.
const ABOUT: &str = "Tests SMT solvers with every small formula of a theory";

fn tempdir() -> Result<tempfile::TempDir> {
    tempfile::tempdir().context("cannot make a temporary folder")
}

/// Returns what the program prints.
fn ask(program: &Path, words: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(program)
        .args(words)
        .env("ETUDE_CONFIG", "")
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        bail!("`{} {}` failed: {}", program.display(), words.join(" "), said.trim());
    }
    Ok(output.stdout)
}
