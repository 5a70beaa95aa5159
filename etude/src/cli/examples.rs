//! Every command line that help texts and pages show is one that is understood.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser};

use super::Arguments;

/// The command lines of etude in a text: lines that are set apart, each part of a pipe by itself.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    for line in text.lines().map(|line| line.trim_start().trim_start_matches("$ ")) {
        let line = line.replace("cargo run --release -- ", "etude ");
        let line = line.split(" # ").next().unwrap_or_default();
        let line = line.split(" > ").next().unwrap_or_default();
        for part in line.split(" | ").map(str::trim) {
            // What a shell fills in is not known here.
            if part.starts_with("etude ") && !part.contains(['…', '$']) {
                commands.push(shlex::split(part).unwrap_or_else(|| panic!("quotes in {part}")));
            }
        }
    }
    commands
}

fn check(place: &str, commands: &[Vec<String>]) {
    for words in commands {
        if let Err(error) = Arguments::try_parse_from(words)
            && error.use_stderr()
        {
            panic!("{place}: {}\n{error}", words.join(" "));
        }
    }
}

#[test]
fn examples_of_help_texts_are_understood() {
    let mut seen = 0;
    let mut open = vec![Arguments::command()];
    while let Some(command) = open.pop() {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples = commands(&help);
        check(command.get_name(), &examples);
        seen += examples.len();
        open.extend(command.get_subcommands().cloned());
    }
    assert!(seen > 50, "{seen} examples");
}

#[test]
fn commands_of_pages_are_understood() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let in_docs = ["docs", "docs/design"].map(|folder| fs::read_dir(project.join(folder)).unwrap());
    let docs = in_docs.into_iter().flatten().map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let mut seen = 0;
    for page in docs.filter(is_page).chain([project.join("README.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        // What is not set apart is prose.
        let mut is_code = false;
        let mut lines = Vec::new();
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            if is_code || line.starts_with("    ") {
                lines.push(line);
            }
        }
        let shown = commands(&lines.join("\n").replace("\\\n", " "));
        check(&page.display().to_string(), &shown);
        seen += shown.len();
    }
    assert!(seen > 20, "{seen} commands");
}
