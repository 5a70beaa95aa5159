//! The arguments of the commands that make, count and find formulas.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use campaign::Widening;
use clap::{ArgGroup, Args, ValueEnum};
use feat_runtime::{Index, Layout};
use solvers::parse_time;

use super::numbers::{bytes, count, jobs, number, size};
use crate::cores::cores;

/// The source of formulas.
#[derive(Args)]
pub(crate) struct SourceArguments {
    /// Read this grammar instead of a theory
    #[arg(long, value_name = "FILE.g4")]
    pub grammar: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArguments,
    #[command(flatten)]
    pub widening: WideningArguments,
    /// Wait this long for counting, if a formula far out needs it: `30m`, `2h` [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub patience: Option<Duration>,
}

/// The widening of a theory or grammar.
#[derive(Args)]
pub(crate) struct WideningArguments {
    /// Widen the grammar to this many variables
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub vars: Option<u32>,
    /// Widen the grammar to this many assertions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub asserts: Option<u32>,
}

impl From<&WideningArguments> for Widening {
    fn from(arguments: &WideningArguments) -> Self {
        Self { variables: arguments.vars, asserts: arguments.asserts }
    }
}

/// The options of reading a grammar.
#[derive(Args)]
pub(crate) struct ReadingArguments {
    /// Start with this rule; otherwise with `start`, or else the first parser rule
    #[arg(long, value_name = "RULE")]
    pub start: Option<String>,
    /// The characters for `.` and `~` in lexer rules, written as between `[` and `]` [default:
    /// printable ASCII]
    #[arg(long, value_name = "SET")]
    pub alphabet: Option<String>,
}

/// The form in which formulas are written.
#[derive(Args)]
pub(crate) struct FormArguments {
    /// `smtlib`: a line for each command, as people write; `spaced`: a space between every two
    /// tokens, all on one line
    #[arg(long, value_enum, default_value_t = LayoutName::Smtlib)]
    pub layout: LayoutName,
    /// Write derivations instead of texts
    #[arg(long)]
    pub tree: bool,
    /// Write one JSON object a formula
    #[arg(long)]
    pub json: bool,
}

impl FormArguments {
    /// Whether formulas are written as plain texts.
    pub fn is_text(&self) -> bool {
        !self.tree && !self.json
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LayoutName {
    Smtlib,
    Spaced,
}

impl From<LayoutName> for Layout {
    fn from(name: LayoutName) -> Self {
        match name {
            LayoutName::Smtlib => Layout::Smtlib,
            LayoutName::Spaced => Layout::Spaced,
        }
    }
}

#[derive(Args)]
pub(crate) struct Theories {
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Show {
    /// The theory; not with --grammar
    #[arg(
        value_name = "THEORY",
        allow_negative_numbers = true,
        required_unless_present_any = ["grammar", "from_bytes"]
    )]
    pub theory: Option<String>,
    /// The index, counted from 0: `42`, `1_000_000`, `1e6`, `2^64` or `10^1700`
    #[arg(value_name = "INDEX", allow_negative_numbers = true)]
    pub index: Option<String>,
    /// Instead of INDEX: the first from which on every formula has at least this many bytes
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub from_bytes: Option<u32>,
    /// Print this many formulas, from INDEX on
    #[arg(long, value_name = "K", default_value = "1", allow_negative_numbers = true, value_parser = count)]
    pub count: Index,
    #[command(flatten)]
    pub form: FormArguments,
    #[command(flatten)]
    pub source: SourceArguments,
}

#[derive(Args)]
pub(crate) struct Count {
    /// The theory; not with --grammar
    #[arg(value_name = "THEORY")]
    pub theory: Option<String>,
    /// The largest size
    #[arg(long, value_name = "SIZE", default_value = "10", value_parser = size, allow_negative_numbers = true)]
    pub up_to: u32,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub source: SourceArguments,
}

#[derive(Args)]
pub(crate) struct Enumerate {
    /// The theory; not with --grammar
    #[arg(value_name = "THEORY")]
    pub theory: Option<String>,
    /// The first index
    #[arg(long, value_name = "INDEX", default_value = "0", allow_negative_numbers = true)]
    pub from: Index,
    /// From the index on from which every formula has at least this many bytes
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["from", "size"], value_parser = bytes)]
    pub from_bytes: Option<u32>,
    /// Number of formulas; without it, all there are
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = count)]
    pub count: Option<Index>,
    /// Only the formulas of this size
    #[arg(long, value_name = "SIZE", conflicts_with = "count", value_parser = size, allow_negative_numbers = true)]
    pub size: Option<u32>,
    /// Write one file a formula: formula 123 of Core into DIR/000000/Core-000000123.smt2, and
    /// so on with a subfolder for each thousand
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write all formulas into one file, the path after --out
    #[arg(long, requires = "out")]
    pub one_file: bool,
    /// Compress what is written; names end in .gz or .zst
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub compress: Option<Compression>,
    /// Make formulas with this many threads [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub form: FormArguments,
    #[command(flatten)]
    pub source: SourceArguments,
}

impl Enumerate {
    /// Returns how many threads to use.
    pub fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(cores).get()
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
}

#[derive(Args)]
#[command(group = ArgGroup::new("sizes").required(true).args(["size", "up_to"]))]
pub(crate) struct SampleArguments {
    /// The theory; not with --grammar
    #[arg(value_name = "THEORY")]
    pub theory: Option<String>,
    /// Draw from the formulas of this size
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub size: Option<u32>,
    /// Draw from the formulas of this size and all smaller ones
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub up_to: Option<u32>,
    /// Number of formulas
    #[arg(short = 'n', long = "count", value_name = "K", default_value_t = 1, value_parser = number)]
    pub number: u64,
    /// The same seed draws the same formulas
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub form: FormArguments,
    #[command(flatten)]
    pub source: SourceArguments,
}

#[derive(Args)]
pub(crate) struct RankArguments {
    /// The theory; not with --grammar
    #[arg(value_name = "THEORY", required_unless_present = "grammar")]
    pub theory: Option<OsString>,
    /// The formula's file; `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: Option<OsString>,
    /// Print the indices of all trees that have the text, not only the least
    #[arg(long)]
    pub all: bool,
    /// With --all: print this many at most, smaller trees first
    #[arg(long, value_name = "K", default_value_t = 1000, requires = "all")]
    pub most: usize,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub source: SourceArguments,
}
