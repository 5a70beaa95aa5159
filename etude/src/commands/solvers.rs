//! `etude solvers list`, `available`, `variants`: which solvers there are, here and to be fetched.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use outlet::{bytes_text, counted, first_line};
use serde_json::{Value, json};
use solvers::{Care, Family, OnPath, Program, Release, Variant};

use crate::choice::{installer, programs_on_path};
use crate::cli::{SolversAvailable, SolversList, SolversVariants};
use crate::output::{note, say, stdout, warn};
use crate::view::table::write_table;

pub(crate) fn list(arguments: &SolversList) -> Result<()> {
    let cache = installer()?.with_care(Care::Digests);
    let (installed, damaged) = (cache.installed(), cache.damaged());
    let found = programs_on_path();
    let mut out = stdout(arguments.json);
    if arguments.json {
        let cached = installed.iter().map(|program| {
            let mut object = entry(program, "cache");
            object["bytes"] = cache.size(program).into();
            object
        });
        let broken = damaged.iter().map(|(name, release, problem)| {
            json!({
                "name": name,
                "release": release.to_string(),
                "origin": "cache",
                "problem": problem.to_string(),
            })
        });
        let list: Value = cached.chain(broken).chain(found.iter().map(on_path_entry)).collect();
        writeln!(out, "{list}")?;
        return Ok(());
    }
    let mut bytes = 0;
    for program in &installed {
        let size = cache.size(program);
        bytes += size;
        let line = line(&program.name, Some(program.release), "cache", &program.path);
        writeln!(out, "{line}  {}", bytes_text(size))?;
    }
    for (_, _, problem) in &damaged {
        warn(&problem.to_string());
    }
    for OnPath { name, path, program } in &found {
        let release = program.as_ref().ok().map(|program| program.release);
        let line = line(name, release, "PATH", path);
        match program {
            Ok(_) => writeln!(out, "{line}")?,
            // What a stranger prints may be long, and this is a list.
            Err(reason) => {
                writeln!(out, "{line}  ({})", first_line(&reason.to_string()))?;
            }
        }
    }
    let folder = cache.folder().display();
    if installed.is_empty() && damaged.is_empty() && found.is_empty() {
        note(|| {
            format!(
                "no solver in the cache {folder} nor on the PATH; to fetch one: etude solvers \
                 install z3"
            )
        });
    } else if !installed.is_empty() {
        let count = counted(installed.len() as u64, "solver");
        note(|| format!("{count} in the cache {folder}, {}", bytes_text(bytes)));
    }
    Ok(())
}

pub(crate) fn variants(arguments: &SolversVariants) -> Result<()> {
    let is_meant = |family: &Family| arguments.family.is_none_or(|wanted| wanted == *family);
    let families: Vec<Family> = Family::all().filter(is_meant).collect();
    let all = || {
        let of = |family: Family| solvers::variants(family).iter().map(move |it| (family, it));
        families.iter().copied().flat_map(of)
    };
    let mut out = stdout(arguments.json);
    if arguments.json {
        let object = |(family, variant): (Family, &Variant)| {
            let Variant { name, options, about } = variant;
            json!({ "solver": family.name(), "name": name, "options": options, "about": about })
        };
        writeln!(out, "{}", all().map(object).collect::<Value>())?;
        return Ok(());
    }
    let row = |(family, variant): (Family, &Variant)| {
        let options = variant.options.join(" ");
        vec![family.name().to_owned(), variant.name.clone(), options, variant.about.clone()]
    };
    let rows: Vec<Vec<String>> = all().map(row).collect();
    if rows.is_empty() {
        say(|| "it has none; etude solvers variants lists those of all solvers".to_owned());
    }
    write_table(&mut out, &rows)
}

pub(crate) fn available(arguments: &SolversAvailable) -> Result<()> {
    let package = &arguments.package;
    say(|| format!("asking for the releases of {} …", package.wheel()));
    let installer = installer()?;
    let releases = installer.available(package)?;
    let unfit = installer.unfit(package);
    if !unfit.is_empty() {
        let names: Vec<String> = unfit.iter().map(ToString::to_string).collect();
        note(|| {
            format!("left out, since they were tried and do not run here: {}", names.join(", "))
        });
    }
    let mut out = stdout(arguments.json);
    if arguments.json {
        let releases: Value = releases.iter().map(Release::to_string).collect();
        writeln!(out, "{releases}")?;
        return Ok(());
    }
    for release in releases {
        writeln!(out, "{}@{release}", package.name())?;
    }
    Ok(())
}

pub(super) fn line(name: &str, release: Option<Release>, origin: &str, path: &Path) -> String {
    let release = release.map_or_else(|| "?".to_owned(), |release| release.to_string());
    format!("{name:<12} {release:<10} {origin:<5}  {}", path.display())
}

pub(super) fn entry(program: &Program, origin: &str) -> Value {
    let words = program.command.words();
    let words = words.iter().map(|word| word.to_string_lossy());
    json!({
        "name": program.name,
        "release": program.release.to_string(),
        "origin": origin,
        "path": program.path.to_string_lossy(),
        "command": words.collect::<Vec<_>>(),
    })
}

fn on_path_entry(found: &OnPath) -> Value {
    match &found.program {
        Ok(program) => entry(program, "PATH"),
        Err(reason) => json!({
            "name": found.name,
            "release": null,
            "origin": "PATH",
            "path": found.path.to_string_lossy(),
            "problem": reason.to_string(),
        }),
    }
}
