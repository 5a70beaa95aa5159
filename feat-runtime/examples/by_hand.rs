//! A grammar written by hand: its counts, formula 1000, and the way back to its index.
//!
//! ```text
//! term : 'x' | 'y' | '(not' term ')' | '(and' term term ')' ;
//! ```
//!
//! Run it by `cargo run -p feat-runtime --example by_hand`.

use std::error::Error;
use std::io::{self, Write};

use feat_runtime::{
    Draft, DraftNonterminal, DraftProduction, Index, Join, Layout, NonterminalId, Size, Space,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let space = match draft().check() {
        Ok(rtg) => Space::new(rtg),
        Err(flaws) => {
            for flaw in flaws {
                writeln!(out, "the grammar is flawed: {flaw}")?;
            }
            return Ok(());
        }
    };

    for size in (0..=5).map(Size) {
        writeln!(out, "size {size}: {} formulas", space.count(size))?;
    }

    writeln!(out, "the first ones:")?;
    let mut stream = space.stream(&Index::from(0), Layout::Smtlib);
    for number in 0..8 {
        let text = stream.next_text().ok_or("the language is infinite")?;
        writeln!(out, "{number:>5} {text}")?;
    }

    let index = Index::from(1000);
    let tree = space.get(&index).ok_or("the language is infinite")?;
    writeln!(out, " 1000 {}", space.rtg().render(&tree, Layout::Smtlib))?;
    let back = space.rank(&tree).ok_or("it is a tree of this grammar")?;
    writeln!(out, "and its index is {back}")?;
    Ok(())
}

/// The grammar: variables are free, and each connective costs one.
fn draft() -> Draft {
    let term = NonterminalId::new(0);
    let productions = [
        DraftProduction::new("X", 0, ["x".into()]),
        DraftProduction::new("Y", 0, ["y".into()]),
        DraftProduction::new("Not", 1, ["(not".into(), term.into(), ")".into()]),
        DraftProduction::new("And", 1, ["(and".into(), term.into(), term.into(), ")".into()]),
    ];
    let nonterminals = vec![DraftNonterminal::new("term", Join::Separated, productions)];
    Draft { start: term, nonterminals }
}
