//! The command line itself: arguments, output, files, exit codes.

mod cli;
mod output;
