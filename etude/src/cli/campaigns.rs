//! The arguments of the commands that make campaigns and look at what they found.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use campaign::{Kind, Ladder, TriageState};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, ValueEnum};
use feat_runtime::Index;
use solvers::{parse_memory, parse_time};

use super::numbers::{bytes, count, factor, jobs, length, size, time_or_none};
use super::shard::ShardArgument;
use super::{
    MutationArguments, ReadingArguments, SolverArguments, WeightArguments, WideningArguments,
};

/// The formulas that are asked.
#[derive(Args)]
pub(crate) struct FormulaArguments {
    /// A theory, several with commas between them [default: all]
    #[arg(long, value_name = "THEORY", value_delimiter = ',')]
    pub theory: Vec<String>,
    /// A grammar to take formulas from, beside or instead of theories
    #[arg(long, value_name = "FILE.g4")]
    pub grammar: Vec<PathBuf>,
    #[command(flatten)]
    pub seeds: SeedArguments,
    #[command(flatten)]
    pub reading: ReadingArguments,
    #[command(flatten)]
    pub widening: WideningArguments,
    /// The first index
    #[arg(long, value_name = "INDEX", default_value = "0", allow_negative_numbers = true)]
    pub from: Index,
    /// From the index on from which every formula has at least this many bytes
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["from", "size"], value_parser = bytes)]
    pub from_bytes: Option<u32>,
    /// Go on from the first index times this factor, and again, with --count formulas each time
    #[arg(long, value_name = "FACTOR", conflicts_with = "size", value_parser = factor)]
    pub stride: Option<Index>,
    /// With --stride: how many times formulas are taken [default: 6]
    #[arg(long, value_name = "N", requires = "stride", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Take this many formulas of each theory, and this many scripts [default: all scripts; 2000
    /// formulas, or
    /// no end with --time]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = count)]
    pub count: Option<Index>,
    /// Only formulas of this size
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub size: Option<u32>,
    /// Draw formulas of that size at random instead of taking them in order
    #[arg(long, requires = "size", conflicts_with = "from")]
    pub sample: bool,
    /// With --sample: the same seed draws the same formulas
    #[arg(long, default_value_t = 0, requires = "sample")]
    pub seed: u64,
    /// Wait this long for counting, if formulas far out need it: `30m`, `2h` [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub patience: Option<Duration>,
}

/// The scripts that are asked.
#[derive(Args)]
pub(crate) struct SeedArguments {
    /// Scripts to ask, instead of or beside theories: files, and folders with .smt2 files at any depth
    #[arg(long, value_name = "DIR|FILE", num_args = 1..)]
    pub seeds: Vec<PathBuf>,
    /// Leave out scripts that are longer
    #[arg(long, value_name = "BYTES", default_value = "100kB", requires = "seeds", value_parser = length)]
    pub seed_bytes: u64,
}

#[derive(Args)]
pub(crate) struct Hunt {
    #[command(flatten)]
    pub formulas: FormulaArguments,
    #[command(flatten)]
    pub mutation: MutationArguments,
    /// Stop after this long: `30s`, `10m`, `8h`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Have this many formulas under way at a time [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub solvers: SolverArguments,
    /// An earlier release or build, such as `z3@4.8.6`: what it decides and the others do not is told.
    /// Theirs are compared with its answers, not with each other's
    #[arg(long, value_name = "SOLVER")]
    pub baseline: Option<String>,
    /// Ask the solvers under other options too, each as a solver of its own: all that
    /// `etude solvers variants` lists (`all`), or those with these names
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub variants: Vec<String>,
    /// Stop a solver after this long on one formula
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_time)]
    pub timeout: Duration,
    /// The time limits below --timeout within which formulas are asked first, each with its share of
    /// the time in percent: `60ms:60,360ms:25`, or `none` [default: 10 ms, 60 ms, 360 ms, …]
    #[arg(long, value_name = "LIMIT:SHARE,…")]
    pub ladder: Option<Ladder>,
    /// Stop a solver that uses more memory
    #[arg(long, value_name = "MEMORY", default_value = "2GB", value_parser = parse_memory)]
    pub memory: u64,
    /// Start a fresh process for each formula, as a user would: slower
    #[arg(long)]
    pub fresh: bool,
    /// The folder that holds the campaign: its database, and a folder for each bug
    #[arg(long, value_name = "DIR", default_value = "etude-hunt")]
    pub campaign: PathBuf,
    /// Do only this part of the work, such as `3/16`: the others are for other machines. With `auto`,
    /// the part that the variables of Slurm, Grid Engine, Kubernetes, GitLab or Buildkite say, in a
    /// campaign of its own: `etude-hunt-3-of-16`
    #[arg(long, value_name = "K/N|auto", default_value = "1/1")]
    pub shard: ShardArgument,
    /// Known bugs: a known.toml, or another campaign
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
    #[command(flatten)]
    pub weight: WeightArguments,
    /// After the hunt, make the formulas of findings small that are mutants or scripts of a corpus, for
    /// at most this long; 0s: do not
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = time_or_none)]
    pub reduce: Duration,
    /// After the hunt, ask the newest release and those that are installed about what is wrong or
    /// suspicious, for at most this long; 0s: do not
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = time_or_none)]
    pub follow_up: Duration,
    /// Write one JSON object for each event
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Evolve {
    #[command(flatten)]
    pub formulas: FormulaArguments,
    #[command(flatten)]
    pub mutation: MutationArguments,
    #[command(flatten)]
    pub solvers: SolverArguments,
    /// Hold answers against this solver's instead of the newest release of another family: z3's
    /// against cvc5's, all others' against z3's
    #[arg(long, value_name = "SOLVER")]
    pub reference: Option<String>,
    /// Only judge the answers, or only measure the times
    #[arg(long, value_enum, value_name = "RUN")]
    pub only: Option<EvolveRun>,
    /// Measure each formula this many times; the median counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=99))]
    pub repeat: u8,
    /// Stop after this long: `30s`, `10m`, `8h`; correctness comes first
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Have this many formulas under way at a time [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Stop a solver after this long on one formula; where correctness is looked at, after two
    /// seconds at most
    #[arg(long, value_name = "TIME", default_value = "8s", value_parser = parse_time)]
    pub timeout: Duration,
    /// The time limits below --timeout within which correctness is looked at first, each with its share of
    /// the time in percent: `60ms:60,360ms:25`, or `none` [default: 10 ms, 60 ms, 360 ms, …]
    #[arg(long, value_name = "LIMIT:SHARE,…")]
    pub ladder: Option<Ladder>,
    /// Stop a solver that uses more memory
    #[arg(long, value_name = "MEMORY", default_value = "1GB", value_parser = parse_memory)]
    pub memory: u64,
    /// The folder that holds the campaign: its database, and a folder for each bug
    #[arg(long, value_name = "DIR", default_value = "etude-evolution")]
    pub campaign: PathBuf,
    #[command(flatten)]
    pub weight: WeightArguments,
    /// Write one JSON object for each event
    #[arg(long)]
    pub json: bool,
}

/// The two halves of an evolution.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvolveRun {
    Correctness,
    Timing,
}

#[derive(Args)]
pub(crate) struct Verdicts {
    /// The campaign's folder, or its database
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Only this theory
    #[arg(long, value_name = "THEORY")]
    pub theory: Vec<String>,
    /// Only this solver, by its name in the campaign
    #[arg(long, value_name = "SOLVER")]
    pub solver: Vec<String>,
    /// Only this verdict: `sat` and `unsat` (of any kind), `sat:true`, `sat:open`, `unsat:exhausted`,
    /// `timeout`, …
    #[arg(long, value_name = "VERDICT")]
    pub verdict: Option<String>,
    /// Only formulas with a finding of this kind against that solver: `invalid-model`, `crash`, …
    #[arg(long, value_name = "KIND", hide_possible_values = true,
          value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::name)))]
    pub kind: Option<String>,
    /// Only where the solver was asked in this manner: `session`, `fresh` or `timed`
    #[arg(long, value_name = "MANNER", hide_possible_values = true,
          value_parser = ["session", "fresh", "timed"])]
    pub manner: Option<String>,
    /// Only answers that took at least this long
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub slower: Option<Duration>,
    /// Only answers that took at most this long
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub faster: Option<Duration>,
    /// Also the formula, in one line
    #[arg(long)]
    pub formula: bool,
    /// Write one JSON object for each
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct ReportArguments {
    /// The campaign's folder, or its database
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The form [default: by the ending of FILE: .html, .md, .json, .csv, .xml, .sarif; `md` on
    /// standard output]
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,
    /// Also write each figure into this folder, as a picture (.svg) and as its numbers (.csv)
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,
    /// Say what is new against this other campaign [default: against the runs before the last]
    #[arg(long, value_name = "CAMPAIGN")]
    pub against: Option<PathBuf>,
    /// Tell known bugs apart, beside those of the campaign's own triage.toml: a known.toml, or
    /// another campaign
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct TriageArguments {
    /// The campaign's folder, or its database
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Findings to decide about, by the names of their folders, with all of their cause [default: none,
    /// the list is printed]
    #[arg(value_name = "FINDING", requires = "mark")]
    pub findings: Vec<String>,
    /// Write this decision about the findings into the campaign's triage.toml: `new`, `reported`,
    /// `known`, `fixed` or `not-a-bug`
    #[arg(long, value_name = "STATE", requires = "findings")]
    pub mark: Option<TriageState>,
    /// The address of its report
    #[arg(long, value_name = "URL", requires = "mark")]
    pub link: Option<String>,
    /// Why, in a few words
    #[arg(long, value_name = "TEXT", requires = "mark")]
    pub reason: Option<String>,
    /// Only the best of those that are new, this many at most, each with the report to paste
    #[arg(long, value_name = "N", conflicts_with = "mark")]
    pub limit: Option<usize>,
    /// Tell known bugs apart, beside those of the campaign's own triage.toml: a known.toml, or
    /// another campaign
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    // A page
    Html,
    // Markdown, for a wiki
    Md,
    // Everything, for programs
    Json,
    // A line for each theory and solver
    Csv,
    // XML for build servers
    Junit,
    // For code hosts
    Sarif,
}

#[derive(Args)]
pub(crate) struct Merge {
    /// The campaign that gets it all; it is made if it is not there
    #[arg(value_name = "INTO")]
    pub into: PathBuf,
    /// The campaigns that it gets
    #[arg(value_name = "FROM", required = true)]
    pub from: Vec<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Replay {
    /// Folders of findings
    #[arg(value_name = "FOLDER", required = true)]
    pub folders: Vec<PathBuf>,
    /// Ask this solver in place of the one that is to blame: `z3@5.4.0`, or a command line such as
    /// `'./build/z3 smt.random_seed=1'`
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Stop a solver after this long: `5s`, `500ms`, `2m` [default: as when it was found]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(group = ArgGroup::new("releases").required(true).args(["versions", "solver"]))]
pub(crate) struct Bisect {
    /// The folder of a finding
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The releases: `all`, a range such as `z3@4.8.5..z3@5.4.0` or `4.8.5..`, or a list such as
    /// `4.8.5,4.8.7`;
    /// those that are installed, unless --install
    #[arg(long, value_name = "VERSIONS")]
    pub versions: Option<String>,
    /// Builds of your own, oldest first: command lines with `;` between them, or by several --solver
    #[arg(long, value_name = "SOLVER")]
    pub solver: Vec<String>,
    /// Fetch the releases that are not installed
    #[arg(long, requires = "versions")]
    pub install: bool,
    /// Test every release, not only those that a search by halves needs
    #[arg(long)]
    pub all: bool,
    /// Stop a solver after this long: `5s`, `500ms`, `2m` [default: as when it was found]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Write a JSON object
    #[arg(long)]
    pub json: bool,
}
