//! The arguments of the commands that look at findings again.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use solvers::parse_time;

#[derive(Args)]
pub(crate) struct Replay {
    /// Folders of findings
    #[arg(value_name = "FOLDER", required = true)]
    pub folders: Vec<PathBuf>,
    /// Ask this solver in place of the one that is to blame: `z3@5.4.0`, or a command line such as
    /// `'./build/z3 smt.random_seed=1'`
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Stop a solver after this long: `5s`, `500ms`, `2m` [default: as when it was found]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Write a JSON list
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(group = ArgGroup::new("releases").required(true).args(["versions", "solver"]))]
pub(crate) struct Bisect {
    /// The folder of a finding
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Which releases: `all`, a range such as `z3@4.8.5..z3@5.4.0` or `4.8.5..`, or a list such as
    /// `4.8.5,4.8.7`; those that are installed, unless --install
    #[arg(long, value_name = "VERSIONS")]
    pub versions: Option<String>,
    /// Builds of your own, oldest first: command lines with `;` between them, or by several --solver
    #[arg(long, value_name = "SOLVER")]
    pub solver: Vec<String>,
    /// Fetch the releases that are not installed
    #[arg(long, requires = "versions")]
    pub install: bool,
    /// Test every release, not only those that a search by halves needs
    #[arg(long)]
    pub all: bool,
    /// Stop a solver after this long: `5s`, `500ms`, `2m` [default: as when it was found]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Write a JSON object
    #[arg(long)]
    pub json: bool,
}
