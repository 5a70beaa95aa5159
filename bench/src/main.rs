//! `cargo xtask bench`: the tables of how fast the program is on this machine.
#![allow(clippy::print_stderr, reason = "this is a command line")]

mod breakdown;
mod growth;
mod hunt;
mod index;
mod mutation;
mod rates;
mod solvers;
mod spaces;
mod table;
mod techniques;
mod yardsticks;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The tables of how fast the program is on this machine.
#[derive(Parser)]
#[command(name = "bench")]
struct Arguments {
    #[command(subcommand)]
    table: Table,
}

#[derive(Subcommand)]
enum Table {
    /// How fast enumeration is, against what the machine itself can do
    Yardsticks,
    /// How time and memory grow until it hurts
    Growth,
    /// How fast real solvers answer
    Solvers,
    /// How fast a hunt with real solvers is
    Hunt,
    /// How fast mutants are made by weakening, and how evenly rules are used
    Mutation,
    /// How fast mutants are made by fusing and recombining
    Techniques,
    /// Whether mutants of all theories are true as they are read back: this many
    Verify {
        /// How many
        count: u64,
    },
    /// Measure one index, for `yardsticks`
    #[command(hide = true)]
    MeasureIndex {
        /// The theory
        theory: String,
        /// The index
        index: String,
    },
    /// Measure one line of `growth`
    #[command(hide = true)]
    MeasureGrowth {
        /// What, and how much of it
        family: growth::Family,
    },
}

fn main() -> ExitCode {
    let table = Arguments::parse().table;
    if cfg!(debug_assertions) {
        eprintln!("error: only a release build is measured: run `cargo xtask bench`");
        return ExitCode::from(2);
    }
    let outcome = match table {
        Table::Yardsticks => yardsticks::run(),
        Table::Growth => growth::run(),
        Table::Solvers => solvers::run(),
        Table::Hunt => hunt::run(),
        Table::Mutation => mutation::run(),
        Table::Techniques => techniques::run(),
        Table::Verify { count } => techniques::verify(count),
        Table::MeasureIndex { theory, index } => index::measure_index(&theory, &index),
        Table::MeasureGrowth { family } => growth::measure(&family),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
