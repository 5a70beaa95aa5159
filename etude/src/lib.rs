//! The command line: arguments in, calls to the other rooms, an exit code out.

mod asking;
mod choice;
mod cli;
mod commands;
mod config;
mod cores;
mod corpus;
mod counting;
mod destination;
mod exit;
mod follow_up;
mod fusion_functions;
mod input;
mod interrupt;
mod mutants;
mod output;
mod progress;
mod source;
mod variants;
mod view;
mod words;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use outlet::harmless;

use cli::{Arguments, EtudeCommand, GrammarCommand, RulesCommand, SolversCommand};
use exit::Exit;

/// Runs one command line and says how it went; `docs/exit-codes.md` has the codes.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let line: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&line) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to stdout and is no failure; a reader that is gone is none either.
            let _ = error.print();
            return if error.use_stderr() { Exit::Request } else { Exit::Fine }.into();
        }
    };
    // A campaign keeps the words behind the command's name, so that it can be gone on with.
    let words = line.into_iter().skip(2).collect();
    exit::guarded(|| match dispatch(arguments.command, words) {
        Ok(code) => code,
        Err(error) if output::is_broken_pipe(&error) => Exit::Fine.into(),
        Err(error) => {
            let mark = if io::stderr().is_terminal() { "\x1b[1;31merror\x1b[0m" } else { "error" };
            let _ = writeln!(io::stderr(), "{mark}: {}", harmless(&format!("{error:#}")));
            Exit::of_error(&error).into()
        }
    })
}

fn dispatch(command: EtudeCommand, words: Vec<OsString>) -> anyhow::Result<ExitCode> {
    match command {
        EtudeCommand::Hunt(arguments) => return commands::hunt::run(*arguments, words),
        EtudeCommand::Evolve(arguments) => return commands::evolve::run(&arguments, &words),
        EtudeCommand::Ci(arguments) => return commands::ci::run(&arguments, &words),
        EtudeCommand::Merge(arguments) => commands::merge::run(&arguments)?,
        EtudeCommand::Verdicts(arguments) => commands::verdicts::run(&arguments)?,
        EtudeCommand::Triage(arguments) => commands::triage::run(&arguments)?,
        EtudeCommand::Report(arguments) => commands::report::run(&arguments)?,
        EtudeCommand::Theories(arguments) => commands::theories::run(&arguments)?,
        EtudeCommand::Show(arguments) => commands::show::run(&arguments)?,
        EtudeCommand::Count(arguments) => commands::count::run(&arguments)?,
        EtudeCommand::Enumerate(arguments) => commands::enumerate::run(&arguments)?,
        EtudeCommand::Sample(arguments) => commands::sample::run(&arguments)?,
        EtudeCommand::Rank(arguments) => commands::rank::run(&arguments)?,
        EtudeCommand::Mutate(arguments) => commands::mutate::run(&arguments)?,
        EtudeCommand::Solve(arguments) => return commands::solve::run(&arguments),
        EtudeCommand::Search(arguments) => commands::search::run(&arguments)?,
        EtudeCommand::Eval(arguments) => return commands::eval::run(&arguments),
        EtudeCommand::Reduce(arguments) => return commands::reduce::run(&arguments),
        EtudeCommand::Replay(arguments) => return commands::replay::run(&arguments),
        EtudeCommand::Bisect(arguments) => commands::bisect::run(&arguments)?,
        EtudeCommand::Grammar(GrammarCommand::Check(arguments)) => {
            commands::grammar::check(&arguments)?;
        }
        EtudeCommand::Grammar(GrammarCommand::Compile(arguments)) => {
            commands::grammar::compile(&arguments)?;
        }
        EtudeCommand::Rules(RulesCommand::List(arguments)) => commands::rules::list(&arguments)?,
        EtudeCommand::Rules(RulesCommand::Show(arguments)) => commands::rules::show(&arguments)?,
        EtudeCommand::Rules(RulesCommand::Check(arguments)) => {
            return commands::rules::check(&arguments);
        }
        EtudeCommand::Solvers(SolversCommand::List(arguments)) => {
            commands::solvers::list(&arguments)?;
        }
        EtudeCommand::Solvers(SolversCommand::Install(arguments)) => {
            commands::solvers::install(&arguments)?;
        }
        EtudeCommand::Solvers(SolversCommand::Available(arguments)) => {
            commands::solvers::available(&arguments)?;
        }
        EtudeCommand::Solvers(SolversCommand::Variants(arguments)) => {
            commands::solvers::variants(&arguments)?;
        }
        EtudeCommand::Solvers(SolversCommand::Doctor(arguments)) => {
            commands::doctor::run(&arguments)?;
        }
        EtudeCommand::Host(arguments) => return commands::host::run(&arguments),
    }
    Ok(Exit::Fine.into())
}
