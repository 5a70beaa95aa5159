//! The arguments of what makes mutants.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use campaign::{Decision, MakingOptions, StepRange};
use clap::Args;
use mutation::Technique;
use solvers::parse_time;

use super::numbers::{NumberError, answer, number};
use super::{SeedArguments, SourceArguments};
use crate::spelling::did_you_mean;

/// Techniques as they are typed: one of them, or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TechniqueWord {
    One(Technique),
    All,
}

/// Parses a technique, or `all`.
fn technique(text: &str) -> Result<TechniqueWord, NumberError> {
    if text == "all" {
        return Ok(TechniqueWord::All);
    }
    text.parse().map(TechniqueWord::One).map_err(|error| {
        let names = Technique::ALL.into_iter().map(Technique::name);
        NumberError::Technique(error, did_you_mean(text, names))
    })
}

/// Unusual options of making mutants.
#[derive(Args)]
pub(crate) struct MakingArguments {
    /// By recombine, or with --incremental: how many witnesses of each seed, up to 64: its own model
    /// and assignments of small values [default: 3; with --incremental 4]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=MakingOptions::MOST_WITNESSES))]
    pub witnesses: Option<u64>,
    /// By fuse: take the fusion functions of this file, a table as `etude rules list` shows, or
    /// YinYang's `fusion_functions.txt`. Each is checked; those that cannot be taken back are left out
    #[arg(long, value_name = "FILE")]
    pub fusion_functions: Option<PathBuf>,
    /// Make of each mutant a script of several checks: `push`, `pop`, `reset-assertions`,
    /// `check-sat-assuming` and names inside of levels, each check with a known answer of its own
    #[arg(long)]
    pub incremental: bool,
}

/// The making of mutants for a campaign.
#[derive(Args)]
pub(crate) struct MutationArguments {
    /// Ask mutants of the formulas or scripts, made by these techniques: `weaken`, `fuse`,
    /// `recombine`, `graft`, several with commas between them, or `all`
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = technique)]
    pub mutate: Vec<TechniqueWord>,
    /// With --mutate: how many mutants of each seed
    /// [default: 10; with --all 4096, of which those are left empty that a seed does not have]
    #[arg(long, value_name = "K", requires = "mutate",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub per_seed: Option<u64>,
    /// With --mutate: how many steps a mutant has: `5`, or `1..20` for anything between
    #[arg(long, value_name = "N|N..M", default_value_t, requires = "mutate")]
    pub steps: StepRange,
    /// With --mutate weaken and --steps 1: every rule at every place, each once
    #[arg(long, requires = "mutate")]
    pub all: bool,
    #[command(flatten)]
    pub making: MakingArguments,
}

impl MutationArguments {
    /// Returns the number of mutants of each seed.
    pub fn per_seed(&self) -> u64 {
        self.per_seed.unwrap_or(if self.all { 4096 } else { 10 })
    }
}

#[derive(Args)]
pub(crate) struct Mutate {
    /// The seed: a theory, which an index follows; a script; `-` for standard input; with --seeds, a
    /// file's name as a campaign has it
    #[arg(value_name = "THEORY|SCRIPT.smt2")]
    pub seed: Option<OsString>,
    /// The seed's index, or a mutant's place as reports have it: `1041`, `1041/weaken/3`
    #[arg(value_name = "INDEX")]
    pub place: Option<OsString>,
    /// By which techniques: `weaken`, `fuse`, `recombine`, `graft`, several with commas between them,
    /// or `all`
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = technique)]
    pub by: Vec<TechniqueWord>,
    /// Number of steps: `5`, or `1..20` for anything between [default: 1..10]
    #[arg(long, value_name = "N|N..M")]
    pub steps: Option<StepRange>,
    /// With --steps 1: all mutants, every rule at every place, each once
    #[arg(long, conflicts_with = "count")]
    pub all: bool,
    #[command(flatten)]
    pub making: MakingArguments,
    /// The number of the first mutant; a hunt's are those below its --per-seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub number: u64,
    /// Number of mutants [default: 1; all with --all]
    #[arg(long, value_name = "K", value_parser = number)]
    pub count: Option<u64>,
    /// Also say how it was made: the steps with what stood where, the witness, the seed
    #[arg(long)]
    pub explain: bool,
    /// The answer of the script, if the search finds none: `unsat`; or `sat`, if a solver gives a
    /// model
    #[arg(long, value_name = "ANSWER", value_parser = answer)]
    pub answer: Option<Decision>,
    /// Ask this solver for the answer of the script, if the search finds none
    #[arg(long, value_name = "SOLVER")]
    pub solver: Vec<String>,
    /// Stop a solver after this long
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub timeout: Duration,
    #[command(flatten)]
    pub source: SourceArguments,
    #[command(flatten)]
    pub seeds: SeedArguments,
    /// Write to this file instead of standard output; one for each mutant in a folder that is there
    #[arg(short, long, value_name = "FILE|DIR")]
    pub out: Option<PathBuf>,
    /// Write one JSON object for each mutant
    #[arg(long)]
    pub json: bool,
}
