//! `etude show`: formula number N.

use std::io::{BufWriter, stdout};

use anyhow::{Result, anyhow};
use feat_runtime::Index;

use crate::cli::Show;
use crate::output::{Writer, readable, say};
use crate::source::Source;

pub(crate) fn run(arguments: &Show) -> Result<()> {
    let (source, index) = Source::open_with(&arguments.words, "the index", &arguments.source)?;
    let index: Index = index.parse()?;
    let position = source.space.locate(&index).ok_or_else(|| out_of_range(&source, &index))?;
    say(|| {
        let count = source.space.count(position.size);
        format!(
            "{} {}: size {}, number {} of {} formulas of that size",
            source.name,
            readable(index.number()),
            position.size,
            readable(position.within.number()),
            readable(&count)
        )
    });
    let mut writer = Writer::new(&source, &arguments.form, BufWriter::new(stdout().lock()));
    let mut number = index.into_number();
    let end = &number + arguments.count.number();
    for tree in source.space.iter_from(&number.clone().into()) {
        if number >= end {
            break;
        }
        writer.write(&number.clone().into(), &tree)?;
        number += 1_u32;
    }
    writer.finish()
}

/// Why a finite language has no formula of that index.
pub(crate) fn out_of_range(source: &Source, index: &Index) -> anyhow::Error {
    let len = source.space.len().unwrap_or_default();
    anyhow!(
        "there is no formula {}: {} has {} formulas, numbered from 0",
        readable(index.number()),
        source.name,
        readable(&len)
    )
}
