//! `etude sample`: formulas at random.

use std::io::BufWriter;

use anyhow::Result;
use feat_runtime::{Sampler, Size};

use crate::cli::SampleArguments;
use crate::output::{Writer, exact_stdout};
use crate::source::NamedSpace;

pub(crate) fn run(arguments: &SampleArguments) -> Result<()> {
    let source = NamedSpace::open(arguments.theory.as_deref(), &arguments.source)?;
    let size = arguments.size.or(arguments.up_to);
    let size = Size(size.expect("the arguments were parsed: exactly one of the two is given"));
    source.reach_size(size)?;
    let mut sampler = Sampler::new(arguments.seed);
    let mut writer = Writer::new(&source, &arguments.form, BufWriter::new(exact_stdout()?));
    for _ in 0..arguments.number {
        let index = match arguments.up_to {
            Some(_) => sampler.index_up_to(&source.space, size),
            None => sampler.index_of_size(&source.space, size),
        };
        let index = index.ok_or_else(|| source.no_formula_of(size))?;
        if let Some(tree) = source.space.get(&index) {
            writer.write(&index, &tree)?;
        }
    }
    writer.finish()
}
