//! A script that shows a fault into a small one:
//! `cargo run -p etude-core --example reduce -- bug.smt2 z3@4.8.7`.
#![allow(clippy::print_stdout, reason = "this is a command line")]

use std::error::Error;

use etude_core::campaign::NoPatient;
use etude_core::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    etude_core::host::become_one();
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("say which script, and which solvers show what is wrong")?;
    let script = std::fs::read_to_string(path)?;
    let solvers: Vec<Solver> = words.map(|name| Solver::named(&name)).collect::<Result<_, _>>()?;
    match reduce(&script, &solvers, &Limits::default())? {
        Smaller::Script(reduced, symptom) => print!("; {symptom}\n{}", reduced.text),
        Smaller::Nothing(NoPatient::Nothing(said)) => println!("nothing is wrong: {said}"),
        Smaller::Nothing(NoPatient::Open(said)) => println!("it cannot be told: {said}"),
    }
    Ok(())
}
