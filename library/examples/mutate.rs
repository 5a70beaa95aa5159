//! Mutants of a script, whose answers are known: `cargo run -p etude-core --example mutate`.
#![allow(clippy::print_stdout, reason = "this is a command line")]

use std::error::Error;

use etude_core::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = "(declare-const x Int)\n(declare-const y Int)\n\
                (assert (and (< 2 x 5) (= (+ x y) 1)))\n(check-sat)\n";
    let techniques = [Technique::Weaken, Technique::Graft];
    let mutants = mutants_of(seed, &techniques, "1..3".parse()?, 5)?;
    for mutant in mutants.questions(0..5) {
        let known = mutant.known.at(0).ok_or("a mutant has an answer")?;
        println!("; {}: {known}", mutant.place);
        println!("{}", mutant.text);
    }
    Ok(())
}
