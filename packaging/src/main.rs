//! `packaging PROGRAM FOLDER`: packages of the program etude; `cargo xtask dist` builds it first.
#![allow(clippy::print_stdout, reason = "this is a command line")]

use std::env::consts::ARCH;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use packaging::{Item, Payload, container, deb, wheel};

/// Packages of the program etude: a Python wheel, a Debian package, a container file
#[derive(Parser)]
struct Arguments {
    /// The program, which runs on this machine
    program: PathBuf,
    /// The folder into which the packages go
    folder: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { program, folder } = Arguments::parse();
    let payload = Payload::of_etude(&program)?;
    let wheel_name = wheel::file_name(&payload, ARCH);
    let packages = [
        Item::text(&wheel_name, wheel::build(&payload, ARCH)?),
        Item::text(&deb::file_name(&payload, ARCH)?, deb::build(&payload, ARCH)?),
        Item::text("Containerfile", container::file(&wheel_name).into_bytes()),
    ];
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for Item { place, bytes, .. } in packages {
        let path = folder.join(place);
        let size = outlet::bytes_text(bytes.len() as u64);
        outlet::write(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}  {size}", path.display());
    }
    Ok(())
}
