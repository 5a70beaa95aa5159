//! `cargo xtask dist`: a program that runs on every Linux of this machine's kind, and its packages.
//!
//! The program is static. A static program loads no libraries, and cvc5 is one: so the part that
//! loads them is built first, as a small program that is not static, and goes inside.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::theories::project;

/// The profile of what is handed out.
const PROFILE: &str = "dist";

/// Builds the program and its packages, which go into a folder.
pub fn dist(folder: &Path) -> Result<()> {
    let folder = &std::path::absolute(folder).context("the folder has no path")?;
    let triple = triple()?;
    let target = target_folder();
    build(&["--package", "etude-host"], &[])?;
    let host = target.join(PROFILE).join("etude-host");
    // Build scripts and macros are for this machine as it is: only what has a target is static.
    let flags = format!("target.{triple}.rustflags=[\"-C\", \"target-feature=+crt-static\"]");
    build(
        &["--package", "etude", "--target", &triple, "--config", &flags],
        &[("ETUDE_HOST_PROGRAM", host.into_os_string())],
    )?;
    let program = target.join(&triple).join(PROFILE).join("etude");
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let copy = folder.join("etude");
    fs::copy(&program, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    let mut packaging = cargo();
    packaging.args(["run", "--quiet", "--release", "--package", "packaging", "--"]);
    run(packaging.arg(&copy).arg(folder), "packaging")
}

fn build(words: &[&str], variables: &[(&str, OsString)]) -> Result<()> {
    let mut cargo = cargo();
    cargo.args(["build", "--profile", PROFILE]).args(words);
    cargo.envs(variables.iter().map(|(name, value)| (name, value)));
    run(&mut cargo, "the build")
}

fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(project());
    cargo
}

fn run(command: &mut Command, what: &str) -> Result<()> {
    if !command.status().context("cannot run cargo")?.success() {
        bail!("{what} failed");
    }
    Ok(())
}

/// Returns the folder into which cargo puts what it builds.
fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| project().join("target"), PathBuf::from)
}

/// Returns rustc's name of this machine: `x86_64-unknown-linux-gnu`.
fn triple() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("cannot run rustc")?;
    let said = String::from_utf8(output.stdout).context("rustc says its version")?;
    let triple = said.lines().find_map(|line| line.strip_prefix("host: "));
    match triple {
        Some(triple) if triple.contains("-linux-gnu") => Ok(triple.to_owned()),
        Some(triple) => bail!("packages are made on Linux with glibc, and this is {triple}"),
        None => bail!("`rustc -vV` names no host"),
    }
}
