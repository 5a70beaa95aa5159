//! The command line itself: arguments, output, files, exit codes.

#[cfg(unix)]
mod book;
mod cli;
mod exit_codes;
mod output;
mod places;
#[cfg(target_os = "linux")]
mod screen;
#[cfg(target_os = "linux")]
mod terminal;
mod verdicts;
