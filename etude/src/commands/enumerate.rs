//! `etude enumerate`: formulas in order.

use std::fs::{self, File};
use std::io::{BufWriter, stdout};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use feat_runtime::{Index, Size};
use num_bigint::BigUint;

use crate::cli::Enumerate;
use crate::commands::show::out_of_range;
use crate::output::Writer;
use crate::source::Source;

pub(crate) fn run(arguments: &Enumerate) -> Result<()> {
    let source = Source::open(arguments.theory.as_deref(), &arguments.source)?;
    let (from, end) = range(&source, arguments)?;
    match &arguments.out {
        Some(folder) => write_files(&source, arguments, folder, from, end.as_ref()),
        None => {
            let mut writer = Writer::new(&source, &arguments.form, BufWriter::new(stdout().lock()));
            let mut number = from;
            for tree in source.space.iter_from(&number.clone().into()) {
                if end.as_ref().is_some_and(|end| number >= *end) {
                    break;
                }
                writer.write(&number.clone().into(), &tree)?;
                number += 1_u32;
            }
            writer.finish()
        }
    }
}

/// The first index, and the one after the last if there is a last.
fn range(source: &Source, arguments: &Enumerate) -> Result<(BigUint, Option<BigUint>)> {
    let from = arguments.from.number().clone();
    if let Some(size) = arguments.size {
        let below = match size.checked_sub(1) {
            Some(below) => source.space.count_up_to(Size(below)),
            None => BigUint::ZERO,
        };
        let end = &below + source.space.count(Size(size));
        if below == end {
            return Err(anyhow!("{} has no formula of size {size}", source.name));
        }
        return Ok((from.max(below), Some(end)));
    }
    if source.space.locate(&arguments.from).is_none() {
        return Err(out_of_range(source, &arguments.from));
    }
    let end = arguments.count.as_ref().map(|count| &from + count.number());
    Ok((from, end))
}

fn write_files(
    source: &Source,
    arguments: &Enumerate,
    folder: &Path,
    from: BigUint,
    end: Option<&BigUint>,
) -> Result<()> {
    let end = end.context("--out needs --count or --size: a folder cannot hold them all")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let ending = if arguments.form.json { "json" } else { "smt2" };
    let mut number = from;
    for tree in source.space.iter_from(&number.clone().into()) {
        if number >= *end {
            break;
        }
        let index: Index = number.clone().into();
        let path = folder.join(format!("{}-{index}.{ending}", source.name));
        let file =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut writer = Writer::new(source, &arguments.form, BufWriter::new(file));
        writer.write(&index, &tree)?;
        writer.finish().with_context(|| format!("cannot write {}", path.display()))?;
        number += 1_u32;
    }
    Ok(())
}
