//! The command line: arguments in, calls to the other rooms, an exit code out.

mod asking;
mod choice;
mod cli;
mod commands;
mod counting;
mod destination;
mod input;
mod interrupt;
mod output;
mod progress;
mod source;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use campaign::{FolderError, HuntError, StoreError};
use clap::Parser;

use choice::BrokenSolvers;
use cli::{Arguments, Command, GrammarCommand, SolversCommand};

/// Runs one command line and says how it went: 0 well, 10 with findings, 2 the request
/// cannot be met, 3 a fault of etude, 4 a solver is missing or broken, 5 the disk.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to stdout and is no failure; a reader that is gone is none either.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match dispatch(arguments.command) {
        Ok(code) => code,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let mark = if io::stderr().is_terminal() { "\x1b[1;31merror\x1b[0m" } else { "error" };
            let _ = writeln!(io::stderr(), "{mark}: {error:#}");
            ExitCode::from(exit_code(&error))
        }
    }
}

/// 2 the request cannot be met, 3 a fault of etude, 4 a solver is missing or broken, 5 the disk.
fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<BrokenSolvers>() {
        return 4;
    }
    let is_write = |error: &FolderError| matches!(error, FolderError::Write { .. });
    if error.is::<StoreError>() || error.downcast_ref().is_some_and(is_write) {
        return 5;
    }
    match error.downcast_ref::<HuntError>() {
        Some(HuntError::Internal(_)) => 3,
        Some(HuntError::Solver(_)) => 4,
        Some(HuntError::Store(_)) => 5,
        None => 2,
    }
}

fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Hunt(arguments) => return commands::hunt::run(*arguments),
        Command::Evolve(arguments) => commands::evolve::run(&arguments)?,
        Command::Ci(arguments) => return commands::ci::run(&arguments),
        Command::Merge(arguments) => commands::merge::run(&arguments)?,
        Command::Verdicts(arguments) => commands::verdicts::run(&arguments)?,
        Command::Report(arguments) => commands::report::run(&arguments)?,
        Command::Theories(arguments) => commands::theories::run(&arguments)?,
        Command::Show(arguments) => commands::show::run(&arguments)?,
        Command::Count(arguments) => commands::count::run(&arguments)?,
        Command::Enumerate(arguments) => commands::enumerate::run(&arguments)?,
        Command::Sample(arguments) => commands::sample::run(&arguments)?,
        Command::Rank(arguments) => commands::rank::run(&arguments)?,
        Command::Solve(arguments) => commands::solve::run(&arguments)?,
        Command::Search(arguments) => commands::search::run(&arguments)?,
        Command::Eval(arguments) => return commands::eval::run(&arguments),
        Command::Replay(arguments) => return commands::replay::run(&arguments),
        Command::Bisect(arguments) => commands::bisect::run(&arguments)?,
        Command::Grammar(GrammarCommand::Check(arguments)) => commands::grammar::check(&arguments)?,
        Command::Grammar(GrammarCommand::Compile(arguments)) => {
            commands::grammar::compile(&arguments)?;
        }
        Command::Solvers(SolversCommand::List(arguments)) => commands::solvers::list(&arguments)?,
        Command::Solvers(SolversCommand::Install(arguments)) => {
            commands::solvers::install(&arguments)?;
        }
        Command::Solvers(SolversCommand::Available(arguments)) => {
            commands::solvers::available(&arguments)?;
        }
        Command::Solvers(SolversCommand::Doctor(arguments)) => commands::doctor::run(&arguments)?,
        Command::Host(arguments) => return commands::host::run(&arguments),
    }
    Ok(ExitCode::SUCCESS)
}
