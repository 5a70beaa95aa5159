//! `cargo xtask`: the developers' commands.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command line")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand, ValueEnum};
use grammar_compiler::nearest;
use xtask::dist::dist;
use xtask::statistics::Statistics;
use xtask::theories;

/// The developers' commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile grammars to the Rust datatypes in `generated/`
    #[command(after_help = "Examples:\n  \
        cargo xtask compile-grammar Strings.g4\n  \
        cargo xtask compile-grammar --all\n  \
        cargo xtask compile-grammar --check")]
    CompileGrammar {
        /// A name in `grammars/`, or any path; the module of a grammar that stands elsewhere
        /// is printed
        #[arg(required_unless_present_any = ["all", "check"])]
        files: Vec<PathBuf>,
        /// Compile every grammar in `grammars/`
        #[arg(long, conflicts_with = "files")]
        all: bool,
        /// Write nothing; say which generated files are stale
        #[arg(long, conflicts_with = "files")]
        check: bool,
    },
    /// Print how fast the program is on this machine
    #[command(after_help = "Examples:\n  cargo xtask bench\n  cargo xtask bench growth\n  \
        cargo xtask bench outputs\n  \
        cargo xtask bench solvers\n  cargo xtask bench hunt\n  \
        cargo xtask bench mutation\n  cargo xtask bench mutants\n  \
        cargo xtask bench techniques\n  \
        cargo xtask bench all --markdown > docs/speed.md")]
    Bench {
        /// The table: how fast enumeration is against what the machine can do, how time and
        /// memory grow until it hurts, how fast files and pipes are filled, how fast real solvers
        /// answer, how fast a hunt is, how fast mutants are made and asked, or all but the second
        #[arg(value_parser = TABLES, default_value = "yardsticks")]
        table: String,
        /// Print Markdown
        #[arg(long)]
        markdown: bool,
    },
    /// Print how well the sources can be read: cycles, lengths, defaults, errors, names
    #[command(after_help = "Examples:\n  cargo xtask statistics\n  cargo xtask statistics --json")]
    Statistics {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Build a static program, and of it a Python wheel, a Debian package and a container file
    #[command(after_help = "Example:\n  cargo xtask dist\n  pip install dist/etude-*.whl")]
    Dist {
        /// The folder into which they go
        #[arg(long, value_name = "DIR", default_value = "dist")]
        out: PathBuf,
    },
    /// Run what must hold of every change: `.ci/run`
    #[command(after_help = "Examples:\n  cargo xtask ci\n  cargo xtask ci --solvers all\n  \
        cargo xtask ci --cluster")]
    Ci {
        /// Run the tests that want a cluster instead, on a Slurm of one node that is started for
        /// them: `.ci/cluster`
        #[arg(long)]
        cluster: bool,
        /// The solvers that the tests run: the pinned releases, or all that are known to work,
        /// which are fetched
        #[arg(long, value_enum, default_value_t = Solvers::Pinned, conflicts_with = "cluster")]
        solvers: Solvers,
    },
}

/// The tables that the bench prints.
const TABLES: [&str; 9] = [
    "yardsticks",
    "growth",
    "outputs",
    "solvers",
    "hunt",
    "mutation",
    "mutants",
    "techniques",
    "all",
];

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Solvers {
    Pinned,
    All,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::CompileGrammar { check: true, .. } => check_generated(),
        Command::CompileGrammar { files, .. } if files.is_empty() => theories::write_all(),
        Command::CompileGrammar { files, .. } => {
            files.iter().try_for_each(|file| compile_grammar(file))
        }
        Command::Bench { table, markdown } => bench(&table, markdown),
        Command::Statistics { json } => statistics(json),
        Command::Dist { out } => dist(&out),
        Command::Ci { cluster: true, .. } => run_script(&mut script(".ci/cluster"), ".ci/cluster"),
        Command::Ci { solvers, .. } => ci(solvers),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the program that measures, which needs what this one must not wait for: the solvers' room
/// and the database.
fn bench(table: &str, is_markdown: bool) -> Result<()> {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.current_dir(theories::project());
    cargo.args(["run", "--quiet", "--release", "--package", "bench", "--", table]);
    if is_markdown {
        cargo.arg("--markdown");
    }
    let status = cargo.status().context("cannot run cargo")?;
    if !status.success() {
        bail!("the bench failed");
    }
    Ok(())
}

fn statistics(as_json: bool) -> Result<()> {
    let statistics = Statistics::read(theories::project())?;
    if as_json {
        println!("{:#}", statistics.json());
    } else {
        print!("{statistics}");
    }
    Ok(())
}

/// Runs the script, whose steps stand there alone.
fn ci(solvers: Solvers) -> Result<()> {
    let mut script = script(".ci/run");
    match solvers {
        Solvers::Pinned => {
            eprintln!("the tests ask the pinned releases of z3 and cvc5");
            script.env_remove("ETUDE_TEST_SOLVERS")
        }
        Solvers::All => {
            eprintln!(
                "the tests ask all solvers that are known to work (ETUDE_TEST_SOLVERS=all): releases \
                 of z3, cvc5, yices and bitwuzla, which are fetched, and cvc4 and boolector where \
                 they are on the PATH; this takes an hour"
            );
            script.env("ETUDE_TEST_SOLVERS", "all")
        }
    };
    run_script(&mut script, ".ci/run")
}

fn script(name: &str) -> std::process::Command {
    std::process::Command::new(theories::project().join(name))
}

fn run_script(script: &mut std::process::Command, name: &str) -> Result<()> {
    let status = script.status().with_context(|| format!("cannot run {name}"))?;
    if !status.success() {
        bail!("a step of {name} failed; the last one that it names above is it");
    }
    Ok(())
}

fn compile_grammar(file: &Path) -> Result<()> {
    let grammars = theories::grammars()?;
    let named = grammars.iter().find(|(name, path)| {
        file == Path::new(&format!("{name}.g4")) || file == Path::new(name) || same_file(path, file)
    });
    if let Some((theory, _)) = named {
        let module = theories::write_theory(&grammars, theory)?;
        let shown = module.strip_prefix(theories::project()).unwrap_or(&module).display();
        eprintln!("{theory}.g4: wrote {shown}");
        return Ok(());
    }
    if !file.exists() {
        let known = grammars.keys().map(|name| format!("{name}.g4")).collect::<Vec<_>>().join(", ");
        let name = file.to_string_lossy();
        let near = nearest(name.trim_end_matches(".g4"), grammars.keys().map(String::as_str));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}.g4?"));
        bail!("there is no grammar {name}{hint} (grammars/ holds {known})");
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    print!("{}", grammar_compiler::emit::theory(&theories::compile_file(file)?, &name));
    eprintln!("{name}: printed, since it is not in grammars/; put it there to make it a theory");
    Ok(())
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn check_generated() -> Result<()> {
    let stale = theories::stale()?;
    if stale.is_empty() {
        eprintln!("generated/ is fresh");
        return Ok(());
    }
    bail!("{}", stale.join("\n       "));
}
