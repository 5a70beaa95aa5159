//! The choice of solvers: those that were asked for, those that are there, a usual pair.

pub(crate) mod recorded;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use solvers::{
    Entry, Family, IndexNote, InstallError, Installer, OnPath, Package, Program, Releases, Request,
    ResolveError, Solver, parse_lines, parse_list, parse_toml,
};
use thiserror::Error;

use crate::cli::SolverArguments;
use crate::output::{say, warn};
use crate::preferences;

/// Solvers that gave no verdict, after those that did were printed.
#[derive(Debug, Error)]
#[error("{}", .0.join("\n       "))]
pub(crate) struct BrokenSolvers(pub Vec<String>);

/// The solver that `request` asks for. By name and version it is one that is installed, stands on
/// the `PATH` or will be fetched; by name alone the one on the `PATH` comes first.
pub(crate) fn resolve(request: &Request) -> Result<Solver> {
    if let Request::Command(solver) = request {
        return Ok(solver.clone());
    }
    installer()?.resolve(request, &mut tell).map_err(|error| match error {
        // What kind of failure it is decides about the exit code.
        ResolveError::Install(error) => error.into(),
        error => error.into(),
    })
}

/// Says what becomes known of the package index.
fn tell(news: IndexNote<'_>) {
    match news {
        IndexNote::Asking { name } => say(|| {
            format!(
                "asking the package index for the newest {name}; its answer counts for a day \
                 ({name}@newest asks anew)"
            )
        }),
        IndexNote::Unreachable { error, program } => {
            warn(&format!("{}-{} serves, since {error}", program.name, program.release));
        }
    }
}

/// Fetches solvers into the usual cache. This program hosts their libraries, whatever its file is
/// called.
pub(crate) fn installer() -> Result<Installer> {
    let installer = Installer::new(preferences::cache_dir()?);
    Ok(match std::env::current_exe() {
        Ok(program) => installer.with_host(program),
        Err(_) => installer,
    })
}

/// Returns the known solvers on the `PATH`; without a `PATH` there are none.
pub(crate) fn programs_on_path() -> Vec<OnPath> {
    std::env::var_os("PATH").map_or_else(Vec::new, |path| solvers::on_path(&path))
}

/// Returns what is there without fetching anything: programs in `PATH`, and the newest of each
/// solver in
/// the cache.
pub(crate) fn installed() -> Result<Vec<Entry>> {
    let in_path = Family::all()
        .filter_map(|family| Some((family, Solver::in_path(family)?)))
        .map(|(family, path)| Solver::new(vec![path.into_os_string()]).with_name(family.name()));
    // Without a folder for a cache nothing is in it.
    let programs = installer().map_or_else(|_| Vec::new(), |it| it.installed());
    // They are sorted by name and release, so the last of a name is its newest.
    let newest: BTreeMap<String, Solver> = programs
        .iter()
        .map(|program| (program.name.clone(), Solver::of_program(program)))
        .collect();
    let entries: Vec<Entry> = in_path
        .chain(newest.into_values())
        .map(|solver| Entry::new(Request::Command(solver)))
        .collect();
    if entries.is_empty() {
        let advice = "say which by --solver, as in --solver z3@newest, which is fetched";
        return Err(BrokenSolvers(vec![format!("no solver is installed: {advice}")]).into());
    }
    Ok(entries)
}

/// The solvers that were asked for, else those of `etude.toml`; `None` if there are none.
pub(crate) fn preferred(arguments: &SolverArguments) -> Result<Option<Vec<Entry>>> {
    let entries = &preferences::now().solvers;
    match chosen(arguments)? {
        None if !entries.is_empty() => single(entries.clone()).map(Some),
        chosen => Ok(chosen),
    }
}

/// The solvers that were asked for; `None` if none was.
pub(crate) fn chosen(arguments: &SolverArguments) -> Result<Option<Vec<Entry>>> {
    if arguments.solver.is_empty() && arguments.solvers_from.is_none() {
        return Ok(None);
    }
    let mut entries = Vec::new();
    for text in &arguments.solver {
        let requests = parse_list(text)?;
        if requests.is_empty() {
            bail!(
                "--solver is empty: write a name and version, as in z3@4.13.0, or a command line"
            );
        }
        entries.extend(requests.into_iter().map(Entry::new));
    }
    if let Some(path) = &arguments.solvers_from {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let found = if path.extension().is_some_and(|extension| extension == "toml") {
            parse_toml(&text).map_err(anyhow::Error::new)
        } else {
            let requests = parse_lines(&text);
            requests.map(|list| list.into_iter().map(Entry::new).collect()).map_err(Into::into)
        };
        let found: Vec<Entry> = found.with_context(|| path.display().to_string())?;
        if found.is_empty() {
            bail!(
                "{} describes no solver: write [[solver]] tables, or a command line a line",
                path.display()
            );
        }
        entries.extend(found);
    }
    single(entries).map(Some)
}

/// Each solver by itself: `z3@all` is many.
fn single(entries: Vec<Entry>) -> Result<Vec<Entry>> {
    let mut single = Vec::new();
    for entry in entries {
        let Request::Several { family, releases, options } = &entry.request else {
            single.push(entry);
            continue;
        };
        for program in releases_of(family.name(), releases, Fetching::Allowed)? {
            let solver = Solver::of_program(&program).with_options(options.clone());
            single.push(Entry { request: Request::Command(solver), ..entry.clone() });
        }
    }
    Ok(single)
}

/// Whether what is missing may be fetched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fetching {
    Allowed,
    Forbidden,
}

/// The programs of some releases of a solver, the lowest version first: those that can be fetched
/// and run here, those in the cache, and the one on the `PATH`.
pub(crate) fn releases_of(
    family: &str,
    wanted: &Releases,
    fetching: Fetching,
) -> Result<Vec<Program>> {
    let installer = installer()?;
    let mut programs: Vec<Program> = installer.installed();
    programs.extend(programs_on_path().into_iter().filter_map(|found| found.program.ok()));
    programs.retain(|program| program.name == family && wanted.means(&program.release));
    if fetching == Fetching::Allowed {
        let releases = match family.parse::<Package>() {
            Err(_) => Vec::new(),
            Ok(package) => match installer.meant(&package, wanted) {
                // A range means what there is.
                Err(InstallError::Unlisted { .. }) if !programs.is_empty() => {
                    wanted.named().collect()
                }
                meant => meant?,
            },
        };
        for release in releases {
            if programs.iter().any(|program| release.is_met_by(&program.release)) {
                continue;
            }
            say(|| format!("fetching {family}@{release} …"));
            match installer.install(&format!("{family}@{release}").parse()?) {
                Ok(program) => programs.push(program),
                // A range means what there is; a name means just that.
                Err(error) if !wanted.named().any(|named| named == release) => {
                    warn(&format!("{family}@{release} is left out: {error}"));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    programs.sort_by_key(|program| program.release);
    programs.dedup_by_key(|program| program.release);
    Ok(programs)
}

/// The solvers that a hunt asks if nobody says which: the newest z3 and cvc5 that are there, in the
/// `PATH` or in the cache. What is missing is fetched, and `tell` is told so before.
pub(crate) fn usual_pair(mut tell: impl FnMut(&str)) -> Result<Vec<Entry>> {
    let installer = installer()?;
    let mut entries = Vec::new();
    for family in [Family::Z3, Family::Cvc5] {
        let name = family.name();
        let cached = installer.installed().into_iter().filter(|program| program.name == name);
        let on_path = programs_on_path().into_iter().filter(|found| found.name == name);
        let on_path = on_path.filter_map(|found| found.program.ok());
        let newest = cached.chain(on_path).max_by_key(|program| program.release);
        let program = if let Some(program) = newest {
            program
        } else {
            tell(name);
            let package: Package = format!("{name}@newest").parse()?;
            installer.install(&package)?
        };
        entries.push(Entry::new(Request::Command(Solver::of_program(&program))));
    }
    Ok(entries)
}
