//! Formulas by their numbers, in order, and back: `cargo run -p etude-core --example enumerate`.
#![allow(clippy::print_stdout, reason = "this is a command line")]

use std::error::Error;

use etude_core::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let core = Space::of_theory("Core")?;
    for size in 0..4 {
        println!("{} formulas of size {size}", core.count(Size(size)));
    }
    // In order, from any number on.
    let far: Index = "10^100".parse()?;
    let mut stream = core.stream(&far, Layout::Spaced);
    for _ in 0..2 {
        let text = stream.next_text().ok_or("the theory is infinite")?;
        let tree = core.parse(text)?.least().clone();
        let index = core.rank(&tree).ok_or("a formula has a number")?;
        println!("{index}: {text}");
    }
    // A grammar of one's own.
    let greetings = Space::from_g4("grammar G; start : 'hello' 'dear'* name; name : 'a' | 'b' ;")?;
    for tree in greetings.iter_from(&Index::from(0)).take(4) {
        println!("{}", greetings.rtg().render(&tree, Layout::Spaced));
    }
    Ok(())
}
