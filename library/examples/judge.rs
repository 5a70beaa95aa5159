//! A script to solvers, and what is wrong with their answers:
//! `cargo run -p etude-core --example judge -- z3@4.8.7 cvc5`.
#![allow(clippy::print_stdout, reason = "this is a command line")]

use std::error::Error;

use etude_core::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    // cvc5 comes as a library: this program loads it, in a process of its own.
    etude_core::host::become_one();
    let script = "(declare-const x Int)\n(assert (= (* x x) 49))\n(check-sat)\n";
    let solvers = std::env::args().skip(1).map(|name| Solver::named(&name));
    let judged = judge(script, &solvers.collect::<Result<Vec<_>, _>>()?, &Limits::default())?;
    for (solver, answer) in &judged.answers {
        println!("{solver} says {}", answer.verdict);
    }
    for fault in judged.faults() {
        println!("wrong: {fault}");
    }
    Ok(())
}
