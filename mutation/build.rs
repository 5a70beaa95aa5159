//! The tables of `rules/` and `fusion/` into lists that the crate embeds: a contributor adds a file,
//! nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    embed("fusion", "fusion_tables.rs")?;
    embed("rules", "shipped_rules.rs")
}

/// Writes a list of the files of a folder with that ending, each with its name and its text.
fn embed(folder: &str, list: &str) -> io::Result<()> {
    let path = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(folder);
    println!("cargo::rerun-if-changed={}", path.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&path)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == folder));
    files.sort();
    let mut text = "&[\n".to_owned();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_stem().expect("it has a name").to_string_lossy();
        let path = file.display().to_string();
        writeln!(text, "    ({name:?}, include_str!({path:?})),").expect("text takes all");
    }
    text.push(']');
    let to = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join(list);
    fs::write(to, text)
}
