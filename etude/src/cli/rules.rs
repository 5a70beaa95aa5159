//! The arguments of `etude rules`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use solvers::parse_time;

use super::SolverArguments;

#[derive(Subcommand)]
pub(crate) enum RulesCommand {
    /// List the rules, theory by theory, and the fusion functions
    #[command(
        after_help = "Examples:\n  etude rules list\n  etude rules list --rules my.rules --json"
    )]
    List(RulesList),
    /// Print a rule or a fusion function, and what it makes of what
    #[command(after_help = "Examples:\n  etude rules show lt-to-le\n  etude rules show int-mul")]
    Show(RulesShow),
    /// Check that rules are sound: no assignment makes the left side true and the right one false
    ///
    /// A fusion function is sound if it can be taken back: x and y are what its inversions make of
    /// z = f(x, y), for all values, or where its guard says.
    ///
    /// The evaluator tries assignments of small and random values, for each sort and operator that
    /// a rule stands for, and for up to four arguments where it takes any number. Assignments that
    /// it cannot decide show nothing and are counted as open. With --solver, each solver is asked
    /// for an assignment too, and must say `unsat`; what it does not know, or does not understand,
    /// is counted.
    #[command(after_help = "Examples:\n  etude rules check\n  \
                      etude rules check lt-to-le --solver z3 --solver cvc5\n  \
                      etude rules check --rules my.rules --json\n  \
                      etude rules check --fusion-functions fusion_functions.txt --solver z3\n\n\
                      Exit codes: 0 no rule is refuted, 10 one is, 11 of one nothing could be tried, \
                      2 the request cannot be met, 4 a solver is missing or broken.")]
    Check(RulesCheck),
}

/// The rules that are meant.
#[derive(Args)]
pub(crate) struct RuleArguments {
    /// Read rules from this file, instead of those that come with the program
    #[arg(long, value_name = "FILE.rules")]
    pub rules: Option<PathBuf>,
    /// Read fusion functions from this file, a table or YinYang's `fusion_functions.txt`, instead of
    /// those that come with the program
    #[arg(long, value_name = "FILE")]
    pub fusion_functions: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct RulesList {
    #[command(flatten)]
    pub rules: RuleArguments,
}

#[derive(Args)]
pub(crate) struct RulesShow {
    /// The rule or fusion function
    #[arg(value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub rules: RuleArguments,
}

#[derive(Args)]
pub(crate) struct RulesCheck {
    /// The rule or fusion function [default: all]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Try this many assignments for each rule
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub assignments: u64,
    #[command(flatten)]
    pub solvers: SolverArguments,
    /// Stop a solver that takes longer for one question: `500ms`, `2s`
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_time)]
    pub timeout: Duration,
}
