//! The arguments that all commands take, and those of the commands about the program itself.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use clap_complete::Shell;

/// Options for what people see, whatever the command.
#[derive(Args)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct TerminalArguments {
    /// Say nothing but results, warnings and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Use colours: `always`, `never`, or `auto`, on a terminal unless `NO_COLOR` is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub color: ColorChoice,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// The command whose page is printed: `hunt`, `solvers install` [default: the program's own]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder, which is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ConfigArguments {
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}
