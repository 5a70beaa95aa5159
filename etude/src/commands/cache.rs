//! `etude solvers install` and `remove`: solvers into the cache and out of it.

use std::io::Write;

use anyhow::{Result, bail};
use outlet::bytes_text;
use serde_json::{Value, json};
use solvers::{Care, Packages, Program, Release, Version};

use super::solvers::{entry, line};
use crate::choice::{BrokenSolvers, installer};
use crate::cli::{SolversInstall, SolversRemove};
use crate::output::{say, stdout};

pub(crate) fn install(arguments: &SolversInstall) -> Result<()> {
    let installer = installer()?.with_care(Care::Digests);
    let mut out = stdout(arguments.json);
    let (mut programs, mut failures) = (Vec::new(), Vec::new());
    let mut packages = Vec::new();
    for wanted in &arguments.packages {
        match wanted {
            Packages::One(package) => packages.push(*package),
            Packages::Several(package, releases) => match installer.meant(package, releases) {
                Ok(meant) if meant.is_empty() => failures.push(format!(
                    "{name}@{releases}: there is no such release; `etude solvers available {name}` \
                     lists them",
                    name = package.name()
                )),
                Ok(meant) => packages.extend(meant.iter().map(|it| package.with_release(*it))),
                Err(error) => failures.push(format!("{}@{releases}: {error}", package.name())),
            },
        }
    }
    // One that fails must not keep the others waiting.
    for package in &packages {
        if installer.find(package).is_none() {
            say(|| format!("fetching {package} …"));
        }
        match installer.install(package) {
            Ok(program) if arguments.json => programs.push(entry(&program, "cache")),
            Ok(program) => {
                let Program { name, release, path, .. } = &program;
                writeln!(out, "{}", line(name, Some(*release), "cache", path))?;
                out.flush()?;
            }
            Err(error) => failures.push(format!("{package}: {error}")),
        }
    }
    if arguments.json {
        writeln!(out, "{}", Value::from(programs))?;
    }
    if !failures.is_empty() {
        return Err(BrokenSolvers(failures).into());
    }
    Ok(())
}

pub(crate) fn remove(arguments: &SolversRemove) -> Result<()> {
    let installer = installer()?;
    let mut out = stdout(arguments.json);
    let (mut objects, mut missing) = (Vec::new(), Vec::new());
    for wanted in &arguments.packages {
        let (package, words, removed) = match wanted {
            Packages::One(package) => {
                let Version::Exact(release) = package.version() else {
                    let name = package.name();
                    bail!("say which release of {name}: {name}@4.8.7, or all: {name}@all");
                };
                let is_meant = |it: &Release| release.is_met_by(it);
                (package, package.to_string(), installer.remove(package, is_meant)?)
            }
            Packages::Several(package, releases) => {
                let words = format!("{}@{releases}", package.name());
                (package, words, installer.remove(package, |it| releases.means(it))?)
            }
        };
        if removed.is_empty() {
            missing.push(words);
        }
        for (release, bytes) in removed {
            let name = package.name();
            if arguments.json {
                let release = release.to_string();
                objects.push(json!({ "name": name, "release": release, "bytes": bytes }));
            } else {
                writeln!(out, "removed {name}@{release}  {}", bytes_text(bytes))?;
            }
        }
    }
    if arguments.json {
        writeln!(out, "{}", Value::from(objects))?;
    }
    if !missing.is_empty() {
        let (cache, missing) = (installer.folder().display(), missing.join(", "));
        bail!("{missing}: not in the cache {cache}; `etude solvers list` says what is there");
    }
    Ok(())
}
