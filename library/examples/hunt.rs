//! The first formulas of a theory to solvers:
//! `cargo run -p etude-core --example hunt -- my-campaign z3@4.8.7`.
#![allow(clippy::print_stdout, reason = "this is a command line")]

use std::error::Error;

use etude_core::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    etude_core::host::become_one();
    let mut words = std::env::args().skip(1);
    let campaign =
        words.next().ok_or("say where the campaign goes, and which solvers are asked")?;
    let solvers: Vec<Solver> = words.map(|name| Solver::named(&name)).collect::<Result<_, _>>()?;
    let hunted = Hunt::with(solvers)
        .space("Ints", Space::of_theory("Ints")?, 0..200)
        .space("Core", Space::of_theory("Core")?, 0..100)
        .run(campaign.as_ref())?;
    for theory in &hunted.summary.theories {
        println!("{}", theory.guarantee(&hunted.summary.solvers));
    }
    for bug in hunted.bugs.iter().filter(|bug| bug.finding.severity() == Severity::Wrong) {
        let Finding { accused, kind, formula, .. } = &bug.finding;
        println!("{accused} {kind}: {}, shown by {} formulas", formula.name(), bug.count);
    }
    Ok(())
}
