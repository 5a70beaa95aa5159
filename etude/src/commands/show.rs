//! `etude show`: formula number N.

use std::io::{BufWriter, stdout};
use std::iter;

use anyhow::{Result, anyhow};
use feat_runtime::Index;

use crate::cli::Show;
use crate::output::{Writer, readable, say};
use crate::source::Source;

pub(crate) fn run(arguments: &Show) -> Result<()> {
    let word = (arguments.index.as_str(), "the index");
    let source = Source::open_before(arguments.theory.as_deref(), word, &arguments.source)?;
    let index: Index = arguments.index.parse()?;
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
    let trees = source.space.iter_from(&index);
    let first = index.into_number();
    let end = &first + arguments.count.number();
    let numbers = iter::successors(Some(first), |number| Some(number + 1_u32));
    for (number, tree) in numbers.take_while(|number| *number < end).zip(trees) {
        writer.write(&number.into(), &tree)?;
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
