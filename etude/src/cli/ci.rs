//! The arguments of `etude ci`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use campaign::Ladder;
use clap::{Args, ValueEnum};
use solvers::{parse_memory, parse_time};

use super::numbers::{jobs, number, percent};
use super::{MutationArguments, SeedArguments, WeightArguments};

#[derive(Args)]
pub(crate) struct Ci {
    /// The solver under test: a command line such as `./build/z3`, or a release such as `z3@4.8.7`
    #[arg(long, value_name = "SOLVER")]
    pub solver: String,
    /// The solver that its answers are held against [default: the newest release of another
    /// family: cvc5 for z3, z3 for all others]
    #[arg(long, value_name = "SOLVER")]
    pub reference: Option<String>,
    /// Stop after this long: `90s`, `20m`, `6h`
    #[arg(long, value_name = "TIME", default_value = "20m", value_parser = parse_time)]
    pub budget: Duration,
    /// The campaign of an earlier build, made by `etude ci` with the same options and limits
    #[arg(long, value_name = "CAMPAIGN")]
    pub baseline: Option<PathBuf>,
    /// The folder, or the file (`.db`), that holds the campaign; another run's baseline
    #[arg(long, value_name = "CAMPAIGN", default_value = "etude-ci")]
    pub campaign: PathBuf,
    /// Keep the reference's answers from run to run in this file [default: references.db in etude's
    /// cache
    /// folder]
    #[arg(long, value_name = "FILE")]
    pub reference_cache: Option<PathBuf>,
    /// A theory, several with commas between them [default: all]
    #[arg(long, value_name = "THEORY", value_delimiter = ',')]
    pub theory: Vec<String>,
    #[command(flatten)]
    pub seeds: SeedArguments,
    #[command(flatten)]
    pub mutation: MutationArguments,
    /// At most this many formulas of each theory, scripts, or mutants of them
    #[arg(long, value_name = "K", value_parser = number)]
    pub count: Option<u64>,
    /// Have this many formulas under way at a time [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Stop a solver after this long on one formula
    #[arg(long, value_name = "TIME", default_value = "600ms", value_parser = parse_time)]
    pub timeout: Duration,
    /// The time limits below --timeout within which formulas are asked first, each with its share of
    /// the time in percent: `60ms:60,360ms:25`, or `none` [default: 10 ms, 60 ms, 360 ms, …]
    #[arg(long, value_name = "LIMIT:SHARE,…")]
    pub ladder: Option<Ladder>,
    /// Stop a solver that uses more memory
    #[arg(long, value_name = "MEMORY", default_value = "2GB", value_parser = parse_memory)]
    pub memory: u64,
    /// Known bugs, which make nothing fail: a known.toml, or another campaign
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
    #[command(flatten)]
    pub weight: WeightArguments,
    /// A theory is slower if its median formula takes this much longer, beyond chance
    #[arg(long, value_name = "PERCENT", default_value = "10%", value_parser = percent)]
    pub slower: f64,
    /// Write a `JUnit` file: for each theory its answers, completeness and speed
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
    /// Write a SARIF file, for a code host: all that the campaign found
    #[arg(long, value_name = "FILE.sarif")]
    pub sarif: Option<PathBuf>,
    /// Mark each regression for the platform [default: github where `GITHUB_ACTIONS` is true]
    #[arg(long, value_enum, value_name = "PLATFORM")]
    pub annotate: Option<Annotations>,
    /// Write a JSON object
    #[arg(long)]
    pub json: bool,
}

/// The reader of annotations: GitHub Actions, or nobody.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    Github,
    None,
}
