//! `etude rank`: from a formula back to its index.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use feat_runtime::{Index, Tree};
use num_bigint::BigUint;
use outlet::short_number;
use serde_json::json;

use crate::cli::RankArguments;
use crate::input::read;
use crate::output::{say, stdout};
use crate::source::NamedSpace;

pub(crate) fn run(arguments: &RankArguments) -> Result<()> {
    let words = [arguments.theory.as_deref(), arguments.file.as_deref()];
    let (source, file) = NamedSpace::open_before(words, "the formula's file", &arguments.source)?;
    let (name, text) = read(Path::new(file))?;
    let forest = source
        .space
        .parse(&text)
        .map_err(|error| anyhow!("{name} is no formula of {}: {error}", source.name))?;
    let rank = |tree: &Tree| {
        let size = tree.size(source.space.rtg());
        source.reach_size(size).with_context(|| {
            format!("{name} is a formula of {}, of size {size}, without an index", source.name)
        })?;
        source.space.rank(tree).context("a parsed tree has an index")
    };
    let mut out = stdout(arguments.json);
    let number = forest.len();
    let least = rank(forest.least())?;
    let mut indices = vec![least.clone()];
    if arguments.all {
        // Inside a size the trees of a forest stand in no order, and the least must not be
        // one of those beyond the last.
        let others = forest.trees().take(arguments.most).filter(|tree| tree != forest.least());
        let others = others.take(arguments.most.saturating_sub(1));
        indices.extend(others.map(|tree| rank(&tree)).collect::<Result<Vec<Index>>>()?);
        indices.sort();
    }
    if arguments.json {
        let mut object = json!({
            "theory": source.name,
            "index": least.to_string(),
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
    say_how_many(number, indices.len(), if arguments.all { "--most K" } else { "--all" });
    Ok(())
}

/// Says how many trees have the text, unless all of them were shown.
fn say_how_many(number: Option<BigUint>, shown: usize, option: &str) {
    let number = match number {
        Some(number) if number == shown.into() => return,
        Some(number) => short_number(&number),
        None => "infinitely many".to_owned(),
    };
    say(|| format!("{shown} of {number} trees with this text; {option} shows more"));
}
