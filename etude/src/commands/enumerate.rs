//! `etude enumerate`: formulas in order.

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use feat_runtime::{Index, Size};
use num_bigint::BigUint;
use outlet::is_standard_output;

use crate::cli::{Compression, Enumerate};
use crate::destination::Destination;
use crate::output::{FormulaRange, Unwritten, Writer, write_texts};
use crate::progress::{Output, WritingProgress};
use crate::source::NamedSpace;

pub(crate) fn run(arguments: &Enumerate) -> Result<()> {
    let source = NamedSpace::open(arguments.theory.as_deref(), &arguments.source)?;
    let range = range(&source, arguments)?;
    let path = arguments.out.as_deref().filter(|path| !is_standard_output(path));
    let Some(path) = path else {
        let out = Destination::stdout(arguments.compress)?;
        let progress = WritingProgress::new(range.count, Output::Stdout);
        return write(&source, arguments, &range, out, progress);
    };
    let count =
        range.count.context("--out needs --count or --size: a folder cannot hold them all")?;
    let progress = WritingProgress::new(Some(count), Output::Files);
    if arguments.one_file {
        write(&source, arguments, &range, Destination::file(path, arguments.compress)?, progress)
    } else {
        write_files(&source, arguments, &range, path, progress)
    }
}

/// The formulas that were asked for.
fn range(source: &NamedSpace, arguments: &Enumerate) -> Result<FormulaRange> {
    let mut from = arguments.from.number().clone();
    if let Some(size) = arguments.size {
        source.reach_size(Size(size))?;
        let below = match size.checked_sub(1) {
            Some(below) => source.space.count_up_to(Size(below)),
            None => BigUint::ZERO,
        };
        let end = &below + source.space.count(Size(size));
        if below == end {
            return Err(anyhow!("{} has no formula of size {size}", source.name));
        }
        let from = from.max(below);
        let count = if from < end { end - &from } else { BigUint::ZERO };
        return Ok(FormulaRange::new(source, from, Some(&count)));
    }
    if let Some(bytes) = arguments.from_bytes {
        from = source.first_of_length(bytes, arguments.form.layout.into())?.into_number();
    } else {
        source.reach(&arguments.from)?;
    }
    Ok(FormulaRange::new(source, from, arguments.count.as_ref().map(Index::number)))
}

/// All formulas into one destination.
fn write(
    source: &NamedSpace,
    arguments: &Enumerate,
    range: &FormulaRange,
    mut out: Destination,
    mut progress: WritingProgress,
) -> Result<()> {
    let form = &arguments.form;
    if form.is_text() {
        write_texts(source, form, range, arguments.threads(), |text, formulas| {
            out.put(text)?;
            progress.add(formulas, text.len());
            Ok(())
        })?;
    } else {
        let mut writer = Writer::new(source, form, BufWriter::new(&mut out));
        for (index, tree) in range.trees(source) {
            writer.write(&index, &tree)?;
        }
        writer.finish()?;
    }
    out.finish()
}

/// Writes one file per formula.
fn write_files(
    source: &NamedSpace,
    arguments: &Enumerate,
    range: &FormulaRange,
    folder: &Path,
    mut progress: WritingProgress,
) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{} is no folder: add --one-file", folder.display());
    }
    let mut made = PathBuf::new();
    let mut put = |index: &Index, text: &[u8]| -> Result<()> {
        let path = folder.join(file_name(source, arguments, index)?);
        let parent = path.parent().unwrap_or(folder);
        if made != parent {
            fs::create_dir_all(parent)
                .map_err(|error| Unwritten::new(parent.display().to_string(), error))?;
            parent.clone_into(&mut made);
        }
        let mut file = Destination::file(&path, arguments.compress)?;
        file.put(text)?;
        progress.add(1, text.len());
        file.finish()
    };
    if !arguments.form.is_text() {
        for (index, tree) in range.trees(source) {
            let mut text = Vec::new();
            Writer::new(source, &arguments.form, &mut text).write(&index, &tree)?;
            put(&index, &text)?;
        }
        return Ok(());
    }
    let mut stream = source.space.stream(&range.from, arguments.form.layout.into());
    for offset in 0_u64.. {
        let text = if range.count == Some(offset) { None } else { stream.next_text() };
        let Some(text) = text else { break };
        put(&(range.from.number() + offset).into(), format!("{text}\n").as_bytes())?;
    }
    Ok(())
}

/// Most systems allow names of 255 bytes.
const MOST_DIGITS: usize = 200;

/// `000000/Core-000000123.smt2`: a subfolder for each thousand, named by what its indices
/// have in common. Names sort as indices do up to a thousand million.
fn file_name(source: &NamedSpace, arguments: &Enumerate, index: &Index) -> Result<PathBuf> {
    let digits = format!("{:0>9}", index.to_string());
    if digits.len() > MOST_DIGITS {
        bail!("an index of {} digits is too long for a file's name: add --one-file", digits.len());
    }
    let ending = match (arguments.form.json, arguments.form.tree) {
        (true, _) => "json",
        (false, true) => "txt",
        (false, false) => "smt2",
    };
    let compressed = match arguments.compress {
        None => "",
        Some(Compression::Gzip) => ".gz",
        Some(Compression::Zstd) => ".zst",
    };
    let name = format!("{}-{digits}.{ending}{compressed}", source.name);
    Ok(Path::new(&digits[..digits.len() - 3]).join(name))
}
