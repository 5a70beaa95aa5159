//! `cargo xtask bench`: the tables of how fast the program is on this machine.
//!
//! ```console
//! $ cargo xtask bench solvers
//! $ cargo xtask bench all --markdown > docs/speed.md
//! ```
#![allow(clippy::print_stderr, reason = "this is a command line")]

mod breakdown;
mod digest;
mod growth;
mod hunt;
mod index;
mod mutants;
mod mutation;
mod outputs;
mod page;
mod rates;
mod solvers;
mod spaces;
mod table;
mod techniques;
mod verify;
mod yardsticks;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use page::Form;
use techniques::Only;

/// The tables of how fast the program is on this machine.
#[derive(Parser)]
#[command(name = "bench")]
struct Arguments {
    /// Print Markdown
    #[arg(long, global = true)]
    markdown: bool,
    #[command(subcommand)]
    table: Table,
}

#[derive(Subcommand)]
enum Table {
    /// Speed of enumeration, against what the machine itself can do
    Yardsticks,
    /// Speed of writing into files, compressed files and pipes
    Outputs,
    /// Growth of time and memory until it hurts
    Growth,
    /// Speed of real solvers' answers
    Solvers,
    /// Speed of a hunt with real solvers
    Hunt,
    /// Speed of weakening, and the evenness with which rules are used
    Mutation,
    /// Speed of hunts over mutants, and of reading seeds
    Mutants,
    /// Speed of each technique, one step a mutant
    Techniques {
        #[command(flatten)]
        only: Only,
    },
    /// All of them but `growth`, which takes long
    All,
    /// Whether mutants of all theories are true as they are read back: this many
    Verify {
        /// Number of them
        count: u64,
        #[command(flatten)]
        only: Only,
    },
    /// Digests of the mutants of all techniques and theories, this many of each
    Digest {
        /// Number of them
        count: u64,
        #[command(flatten)]
        only: Only,
    },
    /// Measure one index, for `yardsticks`
    #[command(hide = true)]
    MeasureIndex {
        /// The theory
        theory: String,
        /// The index
        index: String,
    },
    /// Measure the seeds in a folder, for `mutants`
    #[command(hide = true)]
    MeasureSeeds {
        /// The folder
        folder: PathBuf,
    },
    /// Measure one line of `growth`
    #[command(hide = true)]
    MeasureGrowth {
        /// What, and how much of it
        family: growth::Family,
    },
}

/// A table that is printed.
type Printing = fn(Form) -> Result<()>;

/// Prints all tables, and fails with all that failed.
#[expect(clippy::print_stdout, reason = "the page is the output")]
fn all(form: Form) -> Result<()> {
    if form == Form::Markdown {
        print!("{}", page::opening()?);
    }
    let tables: [Printing; 7] = [
        yardsticks::run,
        outputs::run,
        solvers::run,
        hunt::run,
        mutation::run,
        mutants::run,
        all_techniques,
    ];
    let failed: Vec<String> = tables
        .iter()
        .filter_map(|table| table(form).err().map(|error| format!("{error:#}")))
        .collect();
    if !failed.is_empty() {
        bail!("{}", failed.join("; "));
    }
    Ok(())
}

fn all_techniques(form: Form) -> Result<()> {
    techniques::run(form, &Only::default())
}

fn main() -> ExitCode {
    let Arguments { markdown, table } = Arguments::parse();
    let form = if markdown { Form::Markdown } else { Form::Columns };
    if cfg!(debug_assertions) {
        eprintln!("error: only a release build is measured: run `cargo xtask bench`");
        return ExitCode::from(2);
    }
    let outcome = match table {
        Table::Yardsticks => yardsticks::run(form),
        Table::Outputs => outputs::run(form),
        Table::Growth => growth::run(form),
        Table::Solvers => solvers::run(form),
        Table::Hunt => hunt::run(form),
        Table::Mutation => mutation::run(form),
        Table::Mutants => mutants::run(form),
        Table::Techniques { only } => techniques::run(form, &only),
        Table::All => all(form),
        Table::Verify { count, only } => verify::run(count, &only),
        Table::Digest { count, only } => digest::run(count, &only),
        Table::MeasureIndex { theory, index } => index::measure_index(&theory, &index),
        Table::MeasureSeeds { folder } => mutants::measure_seeds(&folder),
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
