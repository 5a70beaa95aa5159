//! The arguments, as a person types them.

mod campaigns;
mod ci;
#[cfg(test)]
mod examples;
mod formulas;
mod mutation;
mod numbers;
mod program;
mod rules;
mod shard;
mod solving;
mod weight;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

pub(crate) use campaigns::{
    Bisect, Evolve, EvolveRun, FormulaArguments, Hunt, Merge, Replay, ReportArguments,
    ReportFormat, SeedArguments, TriageArguments, Verdicts,
};
pub(crate) use ci::{Annotations, Ci};
pub(crate) use formulas::{
    Compression, Count, Enumerate, FormArguments, RankArguments, ReadingArguments, SampleArguments,
    Show, SourceArguments, Theories, WideningArguments,
};
pub(crate) use mutation::{MakingArguments, Mutate, MutationArguments, TechniqueWord};
pub(crate) use numbers::jobs;
pub(crate) use program::{Completions, ConfigArguments, Man, TerminalArguments};
pub(crate) use rules::{RuleArguments, RulesCheck, RulesCommand, RulesList, RulesShow};
pub(crate) use solving::{
    Reduce, Solve, SolverArguments, SolversAvailable, SolversCommand, SolversDoctor,
    SolversInstall, SolversList, SolversRemove, SolversVariants,
};
pub(crate) use weight::WeightArguments;

use crate::preferences;

/// The commands with their options, whose usual values are those of `etude.toml`.
pub(crate) fn command() -> Command {
    preferences::now().in_place_of_usual_values(Arguments::command())
}

/// Reads a command line. Beside what it says come the words behind the command's name, which a
/// campaign keeps, so that it can be gone on with.
pub(crate) fn parse(line: &[OsString]) -> Result<(Arguments, Vec<OsString>), clap::Error> {
    let matches = command().try_get_matches_from(line)?;
    let name = matches.subcommand_name().expect("a command line without a command is refused");
    let words = line.iter().skip_while(|word| *word != name).skip(1).cloned().collect();
    Ok((Arguments::from_arg_matches(&matches)?, words))
}

/// Every small formula of an SMT theory, by number
#[derive(Parser)]
#[command(
    name = "etude",
    version,
    arg_required_else_help = true,
    after_help = "Examples:\n  etude hunt --time 10m\n  etude show Strings 1000000\n  \
                  etude count Ints --up-to 8\n  \
                  etude enumerate Core --count 100 --layout spaced\n  \
                  etude show --grammar my.g4 42\n  etude solvers install z3@4.8.7 cvc5\n\n\
                  Every command has its own --help. Exit codes: 0 done, 2 the request cannot be met, \
                  3 a fault of etude, 4 a solver is missing or broken, 5 something cannot be \
                  written, 10 findings, 11 nothing can be told, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub terminal: TerminalArguments,
    #[command(subcommand)]
    pub command: EtudeCommand,
}

#[derive(Subcommand)]
pub(crate) enum EtudeCommand {
    /// Put every small formula to solvers and keep what is wrong
    ///
    /// The formulas of all theories, the smallest first, go to z3 and cvc5 (fetched if they are not
    /// there), or to the solvers that --solver or an etude.toml names. Every model is evaluated, every `unsat` is put
    /// to a small search, and what looks wrong is asked again in a fresh process. The same command
    /// goes on where the last one stopped. With --seeds the scripts of files and folders are asked
    /// instead, and answers are also compared with what `:status` and folders called `sat` and
    /// `unsat` declare.
    #[command(after_help = "Examples:\n  etude hunt\n  \
                      etude hunt --theory Strings --solver z3@4.8.7 --solver cvc5 --count 10000\n  \
                      etude hunt --solver ./build/z3 --time 10m --campaign nightly --json\n  \
                      etude hunt --theory FP --sample --size 9 --seed 7 --count 500\n  \
                      etude hunt --seeds regressions --solver z3 --solver cvc5\n  \
                      etude hunt --vars 5 --from-bytes 4096 --stride 10^10 --count 5000\n\n\
                      Exit codes: 0 nothing found, 10 findings (see --fail-on), 2 the request cannot be met, 3 a \
                      fault of etude, 4 a solver is missing or broken, 5 the disk.")]
    Hunt(Box<Hunt>),
    /// Put the same formulas to many releases: how solvers change over years
    ///
    /// Releases are fetched if they are not there. First every answer is judged, in processes that
    /// live on; then times are measured, each formula in fresh processes, the releases in turn.
    /// The same command goes on where the last one stopped; `etude report` draws the figures.
    #[command(after_help = "Examples:\n  \
                      etude evolve --solver z3@all --solver cvc5@1.2.0.. --count 2000\n  \
                      etude evolve --solver z3@4.8.5..4.8.10 --theory Strings --only correctness\n  \
                      etude report etude-evolution --out report.html\n\n\
                      Exit codes: 0 done, 10 findings (see --fail-on), 2 the request cannot be met, 3 a \
                      fault of etude, 4 a solver is missing or broken, 5 the disk.")]
    Evolve(Box<Evolve>),
    /// Test a build of a solver in little time, against a reference and an earlier build
    ///
    /// All theories but floating point come first, each with the 51,000 formulas that hold 80 % of
    /// what was ever found, then the 120,000 that hold 99 %, then floating point, as far as the
    /// budget goes. Worse than the baseline is: a new finding, a formula that is no longer decided,
    /// and a theory that is slower beyond what chance and the machine explain. Without a baseline,
    /// wrong answers and crashes decide. The same command goes on where the last one stopped.
    #[command(after_help = "Examples:\n  \
                      etude ci --solver ./build/z3 --reference cvc5 --budget 20m --baseline main.db\n  \
                      etude ci --solver ./build/cvc5 --budget 5m --theory Strings --junit etude.xml\n\n\
                      Exit codes: 0 no regression, 10 regressions, 2 the request cannot be met, 3 a \
                      fault of etude, 4 a solver is missing or broken, 5 the disk.")]
    Ci(Box<Ci>),
    /// Join campaigns of several machines into one
    #[command(after_help = "Example:\n  etude merge all part1 part2 part3")]
    Merge(Merge),
    /// List what the solvers of a campaign said
    ///
    /// A line holds the theory, the index (of a script its corpus and its file), the solver, the
    /// verdict and the seconds, with tabs between them. Of a `sat` the verdict says what the model was worth: `sat` is true under it,
    /// `sat:chosen` by a choice of the model that the standard leaves open, `sat:open` left open,
    /// `sat:unread` not read, `sat:false` false. `unsat:exhausted` is an `unsat` that is proven:
    /// every assignment was tried.
    #[command(after_help = "Examples:\n  etude verdicts etude-hunt --verdict timeout\n  \
                      etude verdicts etude-hunt --kind invalid-model --solver z3-4.8.7\n  \
                      etude verdicts etude-hunt --theory Ints --solver z3-5.4.0 --slower 100ms --json")]
    Verdicts(Verdicts),
    /// List what a campaign found by its causes, and what was decided about each
    ///
    /// Decisions stand in triage.toml in the campaign's folder, a text file in the form of known.toml,
    /// which `hunt`, `ci` and `report` read. Without --mark nothing is written.
    #[command(
        after_help = "Examples:\n  etude triage etude-hunt\n  etude triage etude-hunt --limit 3\n  \
                      etude triage etude-hunt z3-4.8.7-crash-Ints-42 --mark reported --link https://tracker.example/7\n\n\
                      Exit codes: 0 done, 2 the request cannot be met, 5 the disk."
    )]
    Triage(TriageArguments),
    /// Make a page of all that a campaign found
    ///
    /// One file that needs no network: the guarantee, each bug with its formula, answers,
    /// evaluation and first bad version, figures, the slowest formulas, what was left open, and how
    /// to do it all again. Other forms are for wikis, spreadsheets and build servers.
    #[command(after_help = "Examples:\n  etude report etude-hunt --out report.html\n  \
                      etude report etude-hunt --out results.xml      # JUnit, for a build server\n  \
                      etude report etude-hunt --format csv\n  \
                      etude report etude-hunt --out report.html --figures figures")]
    Report(ReportArguments),
    /// List the theories that are compiled in
    #[command(after_help = "Example:\n  etude theories --json")]
    Theories(Theories),
    /// Print formula number INDEX
    #[command(
        override_usage = "etude show <THEORY> <INDEX> [OPTIONS]\n       \
                          etude show <THEORY> --from-bytes <BYTES> [OPTIONS]\n       \
                          etude show --grammar <FILE.g4> <INDEX> [OPTIONS]",
        after_help = "Examples:\n  etude show Strings 1000000\n  etude show Core 10^1700 --layout spaced\n  \
                      etude show --grammar my.g4 42 --tree\n  \
                      etude show Core --vars 5 --asserts 2 --from-bytes 4096"
    )]
    Show(Show),
    /// Print how many formulas there are of each size
    #[command(
        override_usage = "etude count <THEORY> [OPTIONS]\n       etude count --grammar <FILE.g4> [OPTIONS]",
        after_help = "Example:\n  etude count Ints --up-to 8"
    )]
    Count(Count),
    /// Print formulas in order
    #[command(
        override_usage = "etude enumerate <THEORY> [OPTIONS]\n       \
                          etude enumerate --grammar <FILE.g4> [OPTIONS]",
        after_help = "Examples:\n  etude enumerate Core --count 100 --layout spaced\n  \
                      etude enumerate Arrays --size 3 --out formulas\n  \
                      etude enumerate FP --count 1e9 --out fp.smt2.zst --one-file --compress zstd\n  \
                      etude enumerate Ints --from 1e9 --count 1000 --json\n  \
                      etude enumerate Reals --vars 5 --from-bytes 4096 --count 10"
    )]
    Enumerate(Enumerate),
    /// Print formulas drawn at random, each with equal chance
    #[command(
        override_usage = "etude sample <THEORY> <--size <SIZE>|--up-to <SIZE>> [OPTIONS]\n       \
                          etude sample --grammar <FILE.g4> <--size <SIZE>|--up-to <SIZE>> [OPTIONS]",
        after_help = "Examples:\n  etude sample Reals --size 12 -n 5 --seed 7\n  \
                      etude sample --grammar my.g4 --up-to 8"
    )]
    Sample(SampleArguments),
    /// Print the index of a formula
    #[command(
        override_usage = "etude rank <THEORY> <FILE|-> [OPTIONS]\n       \
                          etude rank --grammar <FILE.g4> <FILE|-> [OPTIONS]",
        after_help = "Examples:\n  etude show Core 12345 | etude rank Core -\n  \
                      etude rank --grammar my.g4 formula.txt --all"
    )]
    Rank(RankArguments),
    /// Evaluate a script's assertions under a model, exactly, with no solver
    #[command(after_help = "Examples:\n  etude eval formula.smt2 --model model.txt\n  \
                      z3 formula.smt2 | etude eval formula.smt2 --model - --explain\n\n\
                      Exit codes: 0 all are true, 10 one is false, 11 open (the standard or the model \
                      does not decide), 2 the request cannot be met.")]
    Eval(Eval),
    /// Search for a model of a script among small values, with no solver
    #[command(after_help = "Examples:\n  etude search formula.smt2\n  \
                      etude show Ints 5000 | etude search - --budget 1000000\n\n\
                      Prints `sat` and a model, `unsat` if every assignment was refuted, else `unknown`.")]
    Search(SearchArguments),
    /// Make mutants of a formula or a script, with answers that are known beforehand
    ///
    /// A seed is a formula of a theory or a script whose answer is known: the small search finds it,
    /// a solver gives a model that etude's evaluator finds true, or somebody says so. Each step keeps
    /// the answer. The numbers are those of `etude hunt --mutate`.
    #[command(
        override_usage = "etude mutate <THEORY> <INDEX> --by <TECHNIQUE,…> [OPTIONS]\n       \
                          etude mutate <THEORY> <INDEX>/<TECHNIQUE,…>/<NUMBER> [OPTIONS]\n       \
                          etude mutate <SCRIPT.smt2|-> --by <TECHNIQUE,…> [OPTIONS]",
        after_help = "Examples:\n  etude mutate Strings 1041 --by weaken --number 3 --explain\n  \
                      etude mutate Strings 1041/weaken/3 --explain\n  \
                      etude mutate bug.smt2 --by weaken --count 10 --steps 1..20\n  \
                      etude mutate bug.smt2 --by weaken --solver z3@newest --json\n  \
                      etude mutate Ints 5000 --by weaken | etude solve - --model"
    )]
    Mutate(Box<Mutate>),
    /// Put a script to solvers and print their verdicts
    ///
    /// Without --solver those of an etude.toml are asked, else the newest of each that is in the cache
    /// and those on the PATH.
    #[command(
        after_help = "Examples:\n  etude solve bug.smt2 --solver z3@4.13.0 --solver cvc5\n  \
                      etude show Core 12345 | etude solve - --model\n  \
                      etude solve bug.smt2 --solver './build/z3 smt.random_seed=1' --timeout 5s --json\n\n\
                      Exit codes: 0 every solver gave a verdict, 2 the request cannot be met, \
                      4 a solver is missing or broken."
    )]
    Solve(Solve),
    /// Make a script that shows something wrong as small as it gets
    ///
    /// What is wrong is judged as `etude solve` judges, and must stay: a wrong `unsat` keeps a model
    /// that the evaluator finds true, a crash its place, `unknown` its reason. Assertions and
    /// declarations go first, then terms are replaced by smaller ones of their sort, then names,
    /// widths and texts become shorter. What is left is confirmed in a fresh process.
    #[command(
        after_help = "Examples:\n  etude reduce bug.smt2 --solver z3@4.8.7 --out small.smt2\n  \
                      etude reduce findings/z3-4.8.7-refutation-unsoundness-Strings-1234 --time 1m\n  \
                      etude reduce bug.smt2 --solver z3@4.8.7 --model model.txt\n  \
                      etude reduce slow.smt2 --solver './build/z3' --timeout 2s --json\n  \
                      etude reduce any.smt2 --check 'grep -q forall'\n\n\
                      Exit codes: 10 it shows something wrong and was reduced, also if it was as small \
                      as it gets; 0 nothing is wrong, or --check was content; 11 the answers do not \
                      tell; 2 the request cannot be met; 4 a solver is missing or broken; 5 it cannot \
                      be written; 130 interrupted: the smallest script so far was written."
    )]
    Reduce(Reduce),
    /// Ask the solvers of a finding again and say whether it still holds
    #[command(
        after_help = "Examples:\n  etude replay findings/z3-4.8.7-refutation-unsoundness-Strings-1234\n  \
                      etude replay findings/* --json\n  \
                      etude replay findings/z3-* --solver z3@5.4.0 --timeout 5s\n  \
                      etude replay findings/z3-* --solver './build/z3'\n\n\
                      Exit codes: 10 a finding still holds, or another fault has taken its place; 0 \
                      none does; 11 the answers do not tell; 2 the request cannot be met; 4 the solver \
                      that is to blame is missing."
    )]
    Replay(Replay),
    /// Find the releases of a solver between which a finding's bug came and went
    #[command(
        after_help = "Examples:\n  etude bisect findings/z3-4.8.7-crash-Ints-42 --versions all\n  \
                      etude bisect FOLDER --versions z3@4.8.5..z3@5.4.0 --install\n  \
                      etude bisect FOLDER --versions 4.8.5,4.8.7,4.13.0 --all --json\n  \
                      etude bisect FOLDER --solver './old/z3;./new/z3' --timeout 5s\n\n\
                      Exit codes: 0 done, also if no release has the bug; 2 the request cannot be met; \
                      4 no release is there."
    )]
    Bisect(Bisect),
    /// Check a grammar, or compile it to Rust
    #[command(
        subcommand,
        after_help = "Examples:\n  etude grammar check my.g4\n  etude grammar compile my.g4 --out my.rs"
    )]
    Grammar(GrammarCommand),
    /// List, show and check the rules by which formulas are weakened and strengthened
    #[command(
        subcommand,
        after_help = "Examples:\n  etude rules list\n  etude rules show lt-to-le\n  \
                      etude rules check --solver z3 --solver cvc5"
    )]
    Rules(RulesCommand),
    /// List, fetch, remove, look up and examine real solvers
    #[command(
        subcommand,
        after_help = "Examples:\n  etude solvers list\n  etude solvers install z3 z3@4.8.7 cvc5@1.4.2\n  \
                      etude solvers available cvc5\n  etude solvers doctor"
    )]
    Solvers(SolversCommand),
    /// Print what holds of etude.toml, the environment and the usual values, and from where
    ///
    /// An `etude.toml` in this folder, else in `~/.config/etude`, says which solvers are asked if
    /// --solver does not, within which limits, and which folders are used; `ETUDE_CONFIG` names
    /// another file, or none if it is empty. What stands on the command line goes before it.
    #[command(after_help = "Examples:\n  etude config\n  etude config --json\n\n\
                      etude.toml:\n  [[solver]]\n  command = \"z3@4.8.7\"   # as after --solver; also name, \
                      family, timeout, memory\n\n  [limits]              # of every command that has them\n  \
                      timeout = \"2s\"\n  memory = \"2GB\"\n  jobs = 4\n\n  [limits.hunt]         # of one\n  \
                      timeout = \"1s\"\n\n  [folders]\n  cache = \"/var/cache/etude\"\n  hunt = \"campaigns/nightly\"")]
    Config(ConfigArguments),
    /// Print what makes a shell complete etude's commands and options
    #[command(after_help = "Examples:\n  \
                      etude completions bash > ~/.local/share/bash-completion/completions/etude\n  \
                      etude completions fish > ~/.config/fish/completions/etude.fish")]
    Completions(Completions),
    /// Print a manual page
    #[command(after_help = "Examples:\n  etude man hunt | man -l -\n  etude man --out man1")]
    Man(Man),
}

#[derive(Subcommand)]
pub(crate) enum GrammarCommand {
    /// Say everything that is wrong with a grammar
    #[command(after_help = "Example:\n  etude grammar check my.g4")]
    Check(GrammarFile),
    /// Print the Rust datatype of a grammar
    #[command(after_help = "Example:\n  etude grammar compile my.g4 --out my.rs")]
    Compile(GrammarCompile),
}

#[derive(Args)]
pub(crate) struct Eval {
    /// The script; `-` for standard input
    #[arg(value_name = "SCRIPT.smt2")]
    pub script: PathBuf,
    /// A solver's answer to `get-model` or `get-value`; `-` for standard input
    #[arg(long, value_name = "MODEL")]
    pub model: PathBuf,
    /// Print the value of every subterm, each below what it is a part of
    #[arg(long)]
    pub explain: bool,
    /// Evaluate what this check-sat asks, counted from 1 [default: the last]
    #[arg(long, value_name = "N")]
    pub query: Option<usize>,
    /// Read strings of the model as z3 wrote them before SMT-LIB 2.6: `\\x0a` is an escape
    #[arg(long)]
    pub old_strings: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SearchArguments {
    /// The script; `-` for standard input
    #[arg(value_name = "SCRIPT.smt2")]
    pub script: PathBuf,
    /// Spend this many evaluations
    #[arg(long, value_name = "K", default_value_t = 50_000)]
    pub budget: u64,
    /// Search for a model of what this check-sat asks, counted from 1 [default: the last]
    #[arg(long, value_name = "N")]
    pub query: Option<usize>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct GrammarFile {
    /// The grammar
    #[arg(value_name = "FILE.g4")]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Write the problems as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct GrammarCompile {
    /// The grammar
    #[arg(value_name = "FILE.g4")]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Write the module to this file instead of standard output
    #[arg(short, long, value_name = "FILE.rs")]
    pub out: Option<PathBuf>,
}
