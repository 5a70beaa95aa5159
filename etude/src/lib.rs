//! The command line: arguments in, calls to the other rooms, an exit code out.
//!
//! ```
//! use std::ffi::OsString;
//! use std::process::ExitCode;
//!
//! let code = etude::run(["etude", "count", "Core", "--up-to", "3"].map(OsString::from));
//! assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
//! ```
//!
//! Programs that want more than a command line depend on `etude-core`.

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
#[cfg(has_host_inside)]
mod host_inside;
mod input;
mod interrupt;
mod mutants;
mod occasion;
mod output;
mod preferences;
mod progress;
mod source;
mod spelling;
mod terminal;
mod variants;
mod view;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use cli::{EtudeCommand, GrammarCommand, RulesCommand, SolversCommand};
use exit::Exit;
#[cfg(not(has_host_inside))]
use interrupt::Interrupt;

/// Runs one command line and says how it went; `docs/exit-codes.md` has the codes.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let line: Vec<OsString> = arguments.into_iter().collect();
    if solvers::host::is_asked(&line) {
        return exit::guarded(|| host(&line));
    }
    if let Some(colour) = terminal::colour_in(&line) {
        terminal::set_colour(colour);
    }
    let preferred = preferences::load();
    let (arguments, words) = match cli::parse(&line) {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help goes to stdout and is no failure; a reader that is gone is none either.
            let _ = error.print();
            return if error.use_stderr() { Exit::Request } else { Exit::Fine }.into();
        }
    };
    if arguments.terminal.quiet {
        terminal::be_quiet();
    }
    exit::guarded(|| finish(preferred.and_then(|()| dispatch(arguments.command, words))))
}

/// A solver that comes as a library, run as its program would run.
fn host(line: &[OsString]) -> ExitCode {
    #[cfg(has_host_inside)]
    return finish(Err(host_inside::become_host(line).into()));
    #[cfg(not(has_host_inside))]
    serve(line)
}

#[cfg(not(has_host_inside))]
fn serve(line: &[OsString]) -> ExitCode {
    // A host is called as its supervisor is: `pkill etude` means the one, and would make a crash of
    // the solver of the other.
    if solvers::host::is_supervised() {
        Interrupt::ignore();
    }
    finish(solvers::host::serve(line).map(ExitCode::from).map_err(Into::into))
}

/// Says why a command failed, if it did.
fn finish(done: anyhow::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(error) if output::is_broken_pipe(&error) => Exit::Fine.into(),
        Err(error) => {
            output::complain(&format!("{error:#}"));
            Exit::of_error(&error).into()
        }
    }
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
            commands::cache::install(&arguments)?;
        }
        EtudeCommand::Solvers(SolversCommand::Remove(arguments)) => {
            commands::cache::remove(&arguments)?;
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
        EtudeCommand::Config(arguments) => commands::config::run(&arguments)?,
        EtudeCommand::Completions(arguments) => commands::completions::run(&arguments)?,
        EtudeCommand::Man(arguments) => commands::man::run(&arguments)?,
    }
    Ok(Exit::Fine.into())
}
