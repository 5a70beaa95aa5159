//! `etude rank`: from a formula back to its index.

use std::fs;
use std::io::{self, Read, Write};

use anyhow::{Context, Result, anyhow};
use feat_runtime::{Index, Tree};
use serde_json::json;

use crate::cli::Rank;
use crate::output::say;
use crate::source::Source;

pub(crate) fn run(arguments: &Rank) -> Result<()> {
    let (source, file) =
        Source::open_with(&arguments.words, "the formula's file", &arguments.source)?;
    let (name, text) = read(file)?;
    let forest = source
        .space
        .parse(&text)
        .map_err(|error| anyhow!("{name} is no formula of {}: {error}", source.name))?;
    let rank = |tree: &Tree| source.space.rank(tree).context("a parsed tree has an index");
    let mut out = io::stdout().lock();
    let number = forest.len();
    let mut indices: Vec<Index> = vec![rank(forest.least())?];
    if arguments.all {
        indices =
            forest.trees().take(arguments.most).map(|tree| rank(&tree)).collect::<Result<_>>()?;
        indices.sort();
    }
    if arguments.json {
        let index = indices.first().map(ToString::to_string);
        let mut object = json!({
            "theory": source.name,
            "index": index,
            "trees": number.as_ref().map_or("infinite".to_owned(), ToString::to_string),
        });
        if arguments.all {
            object["indices"] = indices.iter().map(ToString::to_string).collect();
        }
        writeln!(out, "{object}")?;
        return Ok(());
    }
    for index in &indices {
        writeln!(out, "{index}")?;
    }
    say_how_many(number.map(|number| number.to_string()).as_deref(), indices.len());
    Ok(())
}

fn read(file: &str) -> Result<(String, String)> {
    if file == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(("standard input".to_owned(), text));
    }
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    Ok((file.to_owned(), text))
}

fn say_how_many(number: Option<&str>, shown: usize) {
    match number {
        Some(number) if number == shown.to_string() => {}
        Some(number) => {
            say(|| format!("{shown} of {number} trees with this text; --all shows more"))
        }
        None => {
            say(|| format!("{shown} of infinitely many trees with this text; --all shows more"))
        }
    }
}
