//! `etude report`: all that a campaign found, as a page or in a form for programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path};
use std::sync::Arc;

use anyhow::{Context, Result};
use campaign::{
    FORMULA, FolderError, Identity, KnownBugs, Source, Store, findings_folder, source_again,
};
use feat_runtime::Space;
use outlet::is_standard_output;
use report::{Figure, History, Report, figures};

use crate::cli::{ReadingArguments, ReportArguments, ReportFormat};
use crate::destination::write;
use crate::source::NamedSpace;

pub(crate) fn run(arguments: &ReportArguments) -> Result<()> {
    let store = Store::open_to_read(&arguments.campaign)?;
    let name = name(&arguments.campaign);
    let known = KnownBugs::of_campaign(&arguments.campaign, &arguments.known)?;
    let mut report = Report::read(&store, &name, &known, &known_source)?;
    report.figures = figures(&History::read(&store)?);
    if let Some(other) = &arguments.against {
        report.compare(&store, &Store::open_to_read(other)?, &other.display().to_string())?;
    }
    let page = arguments.out.as_deref().filter(|path| !is_standard_output(path));
    report.folders = folders(&arguments.campaign, page, &report);
    if let Some(folder) = &arguments.figures {
        write_figures(folder, &report.figures)?;
    }
    let text = match format(arguments) {
        ReportFormat::Html => report::html::render(&report),
        ReportFormat::Md => report::markdown::render(&report),
        ReportFormat::Json => report::json::render(&report),
        ReportFormat::Csv => report::csv::render(&report),
        ReportFormat::Junit => report::junit::render(&report),
        ReportFormat::Sarif => report::sarif::render(&report),
    };
    write(arguments.out.as_deref().unwrap_or(Path::new("-")), &text)
}

/// Returns the source of a track, if its theory is compiled in.
pub(super) fn known_source(identity: &Identity) -> Option<Arc<dyn Source>> {
    source_again(identity, known_space(&identity.name)?)
}

/// Returns the space of a theory that is compiled in, by its name in a campaign: `Core[vars=5]`.
pub(super) fn known_space(name: &str) -> Option<Space> {
    let reading = ReadingArguments { start: None, alphabet: None };
    NamedSpace::of_theory(name, &reading).ok().map(|theory| theory.space)
}

/// Returns where the folders of bugs are, as seen from the page, or from here where it is printed;
/// only
/// those that are there.
fn folders(campaign: &Path, page: Option<&Path>, report: &Report) -> BTreeMap<String, String> {
    let here = page.map_or(Path::new("."), |page| match page.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    });
    // A database is named too: its findings are beside it.
    let campaign = match campaign.parent() {
        Some(parent) if campaign.is_file() && campaign.ends_with("campaign.db") => parent,
        _ => campaign,
    };
    let all = findings_folder(campaign);
    let (Ok(here), Ok(all)) = (fs::canonicalize(here), fs::canonicalize(all)) else {
        return BTreeMap::new();
    };
    let folder = relative(&here, &all);
    let is_there = |id: &&String| all.join(id).join(FORMULA).is_file();
    let bugs = report.bugs.iter().map(|bug| &bug.id).filter(is_there);
    bugs.map(|id| (id.clone(), format!("{folder}/{id}"))).collect()
}

/// The way from a folder to another one, both without links and dots in them: `../nightly/findings`.
fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from[common..].iter().map(|_| "..".to_owned());
    let down = to[common..].iter().map(|it| it.as_os_str().to_string_lossy().into_owned());
    let steps: Vec<String> = up.chain(down).collect();
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}

/// The form that was asked for, else that of the file's ending, else a page for a file and
/// Markdown for the terminal.
fn format(arguments: &ReportArguments) -> ReportFormat {
    let Some(path) = &arguments.out else { return arguments.format.unwrap_or(ReportFormat::Md) };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let usual = match ending.as_deref() {
        Some("md") => ReportFormat::Md,
        Some("json") => ReportFormat::Json,
        Some("csv") => ReportFormat::Csv,
        Some("xml") => ReportFormat::Junit,
        Some("sarif") => ReportFormat::Sarif,
        _ => ReportFormat::Html,
    };
    arguments.format.unwrap_or(usual)
}

/// The name of the campaign's folder, without those above it, which only one machine has.
pub(super) fn name(campaign: &Path) -> String {
    let folder = match campaign.parent() {
        Some(parent) if campaign.is_file() => parent,
        _ => campaign,
    };
    let is_named = matches!(folder.components().next_back(), Some(Component::Normal(_)));
    let folder = if is_named { Ok(folder.to_owned()) } else { fs::canonicalize(folder) };
    let name = folder
        .ok()
        .and_then(|folder| folder.file_name().map(|name| name.to_string_lossy().into_owned()));
    name.unwrap_or_else(|| campaign.display().to_string())
}

/// Writes each figure's picture and numbers into a folder, which is made if need be.
fn write_figures(folder: &Path, figures: &[Figure]) -> Result<()> {
    fs::create_dir_all(folder)
        .map_err(|reason| FolderError::Write { path: folder.to_owned(), reason })?;
    for figure in figures {
        write(&folder.join(format!("{}.svg", figure.id)), &figure.svg)
            .and_then(|()| write(&folder.join(format!("{}.csv", figure.id)), &figure.csv))
            .with_context(|| format!("figure {}", figure.id))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_form_unless_it_is_asked_for() {
        let arguments = |out: Option<&str>, format| ReportArguments {
            campaign: "it".into(),
            out: out.map(Into::into),
            format,
            figures: None,
            against: None,
            known: Vec::new(),
        };
        for (out, asked, expected) in [
            (None, None, ReportFormat::Md),
            (None, Some(ReportFormat::Csv), ReportFormat::Csv),
            (Some("a.html"), None, ReportFormat::Html),
            (Some("a"), None, ReportFormat::Html),
            (Some("a.MD"), None, ReportFormat::Md),
            (Some("a.json"), None, ReportFormat::Json),
            (Some("a.csv"), None, ReportFormat::Csv),
            (Some("a.xml"), None, ReportFormat::Junit),
            (Some("a.sarif"), None, ReportFormat::Sarif),
            (Some("a.json"), Some(ReportFormat::Sarif), ReportFormat::Sarif),
        ] {
            assert_eq!(format(&arguments(out, asked)), expected, "{out:?}");
        }
    }

    #[test]
    fn a_page_leads_to_folders_beside_it_and_above() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(way("/a/b", "/a/b/nightly/findings"), "nightly/findings");
        assert_eq!(way("/a/pages", "/a/nightly/findings"), "../nightly/findings");
        assert_eq!(way("/a/b", "/a/b"), ".");
    }

    #[test]
    fn a_campaign_is_called_by_its_own_name() {
        assert_eq!(name(Path::new("some/where/nightly")), "nightly");
        assert_eq!(name(Path::new("nightly/")), "nightly");
        assert_ne!(name(Path::new(".")), ".");
    }
}
