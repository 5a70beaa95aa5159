//! README.md and the book in `docs`: every command in them is run, in order, in a folder per page;
//! every page is in the table of contents; every link leads somewhere. How blocks are marked stands in
//! `book/page.rs`.
//!
//! What is waited for is cut short: `--time` and `--budget` are two seconds here, whatever a page says.
#![allow(clippy::unwrap_used, reason = "a test")]

mod links;
mod page;
mod shown;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use etude_tests::{etude, not_asked, path_without_solvers, project};
use links::{anchors, links};
use page::{Block, Page};
use solvers::{InstallError, Installer, PINNED_CVC5, PINNED_Z3, Package, cache_dir};

/// The pages, by their paths inside the project.
fn paths() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(PathBuf::from).to_vec();
    let mut open = vec![PathBuf::from("docs")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(project().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if project().join(&path).is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn text(path: &Path) -> String {
    fs::read_to_string(project().join(path)).unwrap()
}

/// Folder in which the commands of a page are run.
struct Folder {
    folder: tempfile::TempDir,
    path: String,
}

impl Folder {
    /// A folder in which `build/z3` is the pinned z3. On the PATH there are that z3, etude, and a cargo
    /// that runs etude where it is told to build and run it.
    fn new(z3: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = tempfile::tempdir_in(folder.path()).unwrap().keep();
        symlink(etude(), bin.join("etude")).unwrap();
        let cargo = bin.join("cargo");
        fs::write(&cargo, CARGO).unwrap();
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
        if let Some(z3) = z3 {
            symlink(z3, bin.join("z3")).unwrap();
            fs::create_dir(folder.path().join("build")).unwrap();
            symlink(z3, folder.path().join("build/z3")).unwrap();
        }
        let path = format!("{}:{}", bin.display(), path_without_solvers().to_string_lossy());
        Self { folder, path }
    }

    /// Runs a command and says what is wrong with how it went.
    fn run(&self, command: &page::Command) -> Result<(), String> {
        // As in a shell that goes on, a command that dies by a signal has a code too.
        let script = format!("{}\nexit $?", hurried(&command.text));
        let output = Command::new("timeout")
            .args(["120", "bash", "-c", &script])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("ETUDE_CONFIG", "")
            .env("ETUDE_CACHE", cache_dir().unwrap())
            .env("COLUMNS", "100")
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        if code != Some(command.code) {
            return Err(format!(
                "exit code {} expected, {code:?}:\n{printed}\n{said}",
                command.code
            ));
        }
        let Some(shown) = &command.output else { return Ok(()) };
        let heard = if printed.is_empty() { &said } else { &printed };
        shown::compare(shown, heard).map_err(|reason| format!("{reason}\nin\n{heard}"))
    }
}

/// A cargo that runs etude where it is told to build and run it.
const CARGO: &str = "#!/bin/sh
case \"$1 $2 $3\" in
'run --release --') shift 3; exec etude \"$@\" ;;
*) echo \"cargo $1 is not run by this test\" >&2; exit 99 ;;
esac
";

/// The command with two seconds in place of the time that it is given.
fn hurried(command: &str) -> String {
    let mut is_time = false;
    let words = command.split(' ').map(|word| {
        let was_time = std::mem::replace(&mut is_time, ["--time", "--budget"].contains(&word));
        if was_time { "2s" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The releases that the commands of a page name one by one, and the pinned ones.
fn packages(page: &Page) -> BTreeSet<String> {
    let pinned = [format!("z3@{PINNED_Z3}"), format!("cvc5@{PINNED_CVC5}")];
    let named = page.commands().flat_map(|command| command.text.split([' ', '\'', '"', ';', '\n']));
    let named = named.filter(|word| word.starts_with("z3@") || word.starts_with("cvc5@"));
    let single = named.filter(|word| {
        let release = word.split_once('@').map_or("", |(_, release)| release);
        release.chars().all(|it| it.is_ascii_digit() || it == '.') && !release.contains("..")
    });
    single.map(str::to_owned).chain(pinned).collect()
}

/// Fetches what a page asks; returns the program of the pinned z3, or `None` if nothing may be fetched.
fn fetch(page: &Page) -> Option<PathBuf> {
    let installer = Installer::new(cache_dir().unwrap()).with_host(etude());
    let mut z3 = None;
    for name in packages(page) {
        let package: Package = name.parse().unwrap();
        match installer.install(&package) {
            Ok(program) if name == format!("z3@{PINNED_Z3}") => {
                z3 = Some(PathBuf::from(program.command.program().unwrap()));
            }
            Ok(_) => {}
            Err(error @ InstallError::Offline { .. }) => {
                not_asked(&format!("{}: {name}", page.path.display()), &error.to_string());
                return None;
            }
            Err(error) => panic!("{}: {name}: {error}", page.path.display()),
        }
    }
    z3
}

/// Whether a command can be run without a solver that is fetched.
fn needs_no_solver(command: &str) -> bool {
    let asks = [
        "hunt", "solve", "evolve", "ci", "replay", "bisect", "reduce", "solvers", "z3", "--solver",
    ];
    !command.split_whitespace().any(|word| asks.contains(&word))
}

#[test]
fn every_command_of_every_page_does_what_the_page_says() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in paths() {
        let page = match Page::read(&path, &text(&path)) {
            Ok(page) => page,
            Err(reasons) => {
                wrong.extend(reasons);
                continue;
            }
        };
        if page.commands().next().is_none() {
            continue;
        }
        let asks = page.commands().any(|command| !needs_no_solver(&command.text));
        let z3 = if asks { fetch(&page) } else { None };
        if asks && z3.is_none() {
            continue;
        }
        let folder = Folder::new(z3.as_deref());
        for block in &page.blocks {
            match block {
                Block::Shown => {}
                Block::File(name, text) => {
                    fs::write(folder.folder.path().join(name), text).unwrap();
                }
                Block::Commands(commands) => {
                    for command in commands {
                        seen += 1;
                        let outcome = folder.run(command);
                        let place = format!("{}:{}", path.display(), command.line);
                        wrong.extend(
                            outcome.err().map(|it| format!("{place}: {}\n{it}", command.text)),
                        );
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(seen > 10, "{seen} commands");
}

/// The pages of the project: all that is Markdown, wherever it lies.
fn all_pages() -> Vec<PathBuf> {
    let (mut pages, mut open) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(project().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            let name = path.file_name().unwrap().to_string_lossy();
            let is_built = ["target", "dist", ".git"].iter().any(|it| name.starts_with(it));
            if project().join(&path).is_dir() {
                if name == ".github" || folder != Path::new("") || !is_built {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn every_link_leads_to_a_file_and_every_anchor_to_a_heading() {
    let (mut wrong, mut files, mut headings) = (Vec::new(), 0, 0);
    for path in all_pages() {
        for link in links(&text(&path)) {
            let place = format!("{}:{}", path.display(), link.line);
            let target = match link.file.as_str() {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            files += 1;
            if !project().join(&target).exists() {
                wrong.push(format!("{place}: there is no {}", target.display()));
                continue;
            }
            let Some(anchor) = link.anchor else { continue };
            headings += 1;
            if !anchors(&text(&target)).contains(&anchor) {
                wrong.push(format!("{place}: {} has no heading #{anchor}", target.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files > 100 && headings > 0, "{files} links, {headings} to headings");
}

#[test]
fn every_page_stands_in_the_table_of_contents() {
    let contents = Path::new("docs/SUMMARY.md");
    let listed: BTreeSet<PathBuf> =
        links(&text(contents)).iter().map(|link| Path::new("docs").join(&link.file)).collect();
    let pages = paths().into_iter().filter(|path| path.starts_with("docs") && path != contents);
    let missing: Vec<PathBuf> = pages.filter(|page| !listed.contains(page)).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md has no {missing:?}");
}
