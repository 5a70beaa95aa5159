//! The command line: arguments in, calls to the other rooms, an exit code out.

mod asking;
mod choice;
mod cli;
mod commands;
mod config;
mod counting;
mod destination;
mod exit;
mod input;
mod interrupt;
mod output;
mod progress;
mod source;
mod view;
mod words;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use outlet::harmless;

use cli::{Arguments, Command, GrammarCommand, SolversCommand};
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

fn dispatch(command: Command, words: Vec<OsString>) -> anyhow::Result<ExitCode> {
    match command {
        Command::Hunt(arguments) => return commands::hunt::run(*arguments, words),
        Command::Evolve(arguments) => return commands::evolve::run(&arguments, &words),
        Command::Ci(arguments) => return commands::ci::run(&arguments, &words),
        Command::Merge(arguments) => commands::merge::run(&arguments)?,
        Command::Verdicts(arguments) => commands::verdicts::run(&arguments)?,
        Command::Report(arguments) => commands::report::run(&arguments)?,
        Command::Theories(arguments) => commands::theories::run(&arguments)?,
        Command::Show(arguments) => commands::show::run(&arguments)?,
        Command::Count(arguments) => commands::count::run(&arguments)?,
        Command::Enumerate(arguments) => commands::enumerate::run(&arguments)?,
        Command::Sample(arguments) => commands::sample::run(&arguments)?,
        Command::Rank(arguments) => commands::rank::run(&arguments)?,
        Command::Solve(arguments) => return commands::solve::run(&arguments),
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
    Ok(Exit::Fine.into())
}
