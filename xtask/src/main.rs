//! `cargo xtask`: the developers' commands.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command line")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use grammar_compiler::nearest;
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
    /// Print the yardstick table: how fast enumeration is on this machine
    #[command(after_help = "Example:\n  cargo xtask bench")]
    Bench,
    /// Measure one index, for `bench`
    #[command(hide = true)]
    MeasureIndex {
        /// The theory
        theory: String,
        /// The index
        index: String,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::CompileGrammar { check: true, .. } => check_generated(),
        Command::CompileGrammar { files, .. } if files.is_empty() => theories::write_all(),
        Command::CompileGrammar { files, .. } => {
            files.iter().try_for_each(|file| compile_grammar(file))
        }
        Command::Bench => bench(),
        Command::MeasureIndex { theory, index } => xtask::bench::measure_index(&theory, &index),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs itself again in release mode where it is not.
fn bench() -> Result<()> {
    if !cfg!(debug_assertions) {
        return xtask::bench::run();
    }
    let arguments = ["run", "--quiet", "--release", "--package", "xtask", "--", "bench"];
    let project = theories::project();
    let status =
        std::process::Command::new(env!("CARGO")).current_dir(project).args(arguments).status()?;
    if !status.success() {
        bail!("the bench in release mode failed");
    }
    Ok(())
}

fn compile_grammar(file: &Path) -> Result<()> {
    let grammars = theories::grammars()?;
    let named = grammars.iter().find(|(name, path)| {
        file == Path::new(&format!("{name}.g4")) || file == Path::new(name) || same_file(path, file)
    });
    if let Some((theory, path)) = named {
        let module = theories::write_theory(theory, path)?;
        let shown = module.strip_prefix(theories::project()).unwrap_or(&module).display();
        eprintln!("{theory}.g4: wrote {shown}");
        return Ok(());
    }
    if !file.exists() {
        let known = grammars.keys().map(|name| format!("{name}.g4")).collect::<Vec<_>>().join(", ");
        let name = file.to_string_lossy();
        let near = nearest(name.trim_end_matches(".g4"), grammars.keys().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean {near}.g4?")).unwrap_or_default();
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
