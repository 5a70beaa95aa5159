//! `etude show`: formula number N.

use std::ffi::OsStr;
use std::io::BufWriter;

use anyhow::{Result, bail};
use feat_runtime::Index;
use outlet::short_number;

use crate::cli::Show;
use crate::cores::cores;
use crate::destination::Destination;
use crate::output::{FormulaRange, Writer, exact_stdout, say, write_texts};
use crate::source::NamedSpace;

pub(crate) fn run(arguments: &Show) -> Result<()> {
    let (source, index) = find(arguments)?;
    let position = source.reach(&index)?;
    say(|| {
        let count = source.space.count(position.size);
        format!(
            "{} {}: size {}, number {} of {} formulas of that size",
            source.name,
            short_number(index.number()),
            position.size,
            short_number(position.within.number()),
            short_number(&count)
        )
    });
    if arguments.form.is_text() && arguments.count == Index::from(1) {
        let text = source.space.text(&index, arguments.form.layout.into());
        let text = text.expect("the formula was reached");
        let mut out = Destination::stdout(None)?;
        out.put(format!("{text}\n").as_bytes())?;
        return out.finish();
    }
    let range = FormulaRange::new(&source, index.into_number(), Some(arguments.count.number()));
    if arguments.form.is_text() {
        let mut out = Destination::stdout(None)?;
        let threads = cores().get();
        write_texts(&source, &arguments.form, &range, threads, |text, _| out.put(text))?;
        return out.finish();
    }
    let mut writer = Writer::new(&source, &arguments.form, BufWriter::new(exact_stdout()?));
    for (index, tree) in range.trees(&source) {
        writer.write(&index, &tree)?;
    }
    writer.finish()
}

/// Returns where the formulas come from, and the index of the first.
fn find(arguments: &Show) -> Result<(NamedSpace, Index)> {
    let (theory, index) = (arguments.theory.as_deref(), arguments.index.as_deref());
    if let Some(bytes) = arguments.from_bytes {
        if let Some(index) = index {
            bail!("the index `{index}` and --from-bytes: give one of them");
        }
        let source = NamedSpace::open(theory, &arguments.source)?;
        let index = source.first_of_length(bytes, arguments.form.layout.into())?;
        return Ok((source, index));
    }
    let words = [theory.map(OsStr::new), index.map(OsStr::new)];
    let (source, index) = NamedSpace::open_before(words, "the index", &arguments.source)?;
    Ok((source, index.to_string_lossy().parse()?))
}
