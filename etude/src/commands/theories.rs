//! `etude theories`: what is compiled in.

use std::io::Write;

use anyhow::Result;
use feat_runtime::Size;
use generated::THEORIES;
use serde_json::{Value, json};

use crate::cli::Theories;
use crate::output::stdout;

pub(crate) fn run(arguments: &Theories) -> Result<()> {
    let mut out = stdout(arguments.json);
    if arguments.json {
        let entry = |theory: &generated::Theory| {
            let rtg = theory.space().rtg();
            json!({
                "name": theory.name(),
                "nonterminals": rtg.nonterminals().len(),
                "productions": rtg.productions().len(),
            })
        };
        writeln!(out, "{}", THEORIES.iter().map(entry).collect::<Value>())?;
        return Ok(());
    }
    for theory in THEORIES {
        let space = theory.space();
        let rtg = space.rtg();
        writeln!(
            out,
            "{:<14} {:>3} nonterminals {:>4} productions {:>12} formulas up to size 5",
            theory.name(),
            rtg.nonterminals().len(),
            rtg.productions().len(),
            space.count_up_to(Size(5)),
        )?;
    }
    Ok(())
}
