//! The files of `rules/` into a list that the crate embeds: a contributor adds a file, nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("rules");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rules"));
    files.sort();
    let mut list = "&[\n".to_owned();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let theory = file.file_stem().expect("it has a name").to_string_lossy();
        let path = file.display().to_string();
        writeln!(list, "    ({theory:?}, include_str!({path:?})),").expect("text takes all");
    }
    list.push(']');
    let to = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("shipped_rules.rs");
    fs::write(to, list)
}
