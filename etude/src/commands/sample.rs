//! `etude sample`: formulas at random.

use std::io::{BufWriter, stdout};

use anyhow::{Result, anyhow};
use feat_runtime::{Sampler, Size};

use crate::cli::Sample;
use crate::output::Writer;
use crate::source::Source;

pub(crate) fn run(arguments: &Sample) -> Result<()> {
    let source = Source::open(arguments.theory.as_deref(), &arguments.source)?;
    let size = Size(arguments.size);
    let mut sampler = Sampler::new(arguments.seed);
    let mut writer = Writer::new(&source, &arguments.form, BufWriter::new(stdout().lock()));
    for _ in 0..arguments.number {
        let index = if arguments.up_to {
            sampler.index_up_to(&source.space, size)
        } else {
            sampler.index_of_size(&source.space, size)
        };
        let index = index.ok_or_else(|| {
            let least = source.space.rtg().nonterminal(source.space.nonterminal()).least_size();
            anyhow!("{} has no formula of size {size}; the smallest have size {least}", source.name)
        })?;
        if let Some(tree) = source.space.get(&index) {
            writer.write(&index, &tree)?;
        }
    }
    writer.finish()
}
