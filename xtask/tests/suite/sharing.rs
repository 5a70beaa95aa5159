//! Shared builds: what `cargo build --release` compiled for etude serves `cargo xtask`, so that
//! whoever drops in a grammar waits for xtask alone.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use xtask::theories::project;

/// Returns the features of each crate that a package is built of, by the crate's name and version. A
/// crate may be built twice, for the program and for what runs while it is built.
fn features(package: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(project()).args(["tree", "--offline", "--package", package]);
    cargo.args([
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--no-dedupe",
        "--format",
        "{p}|{f}",
    ]);
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut features: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let (name, asked) = line.split_once('|').unwrap();
        features.entry(name.to_owned()).or_default().insert(asked.to_owned());
    }
    features
}

#[test]
fn xtask_asks_for_the_same_features_as_etude() {
    let (etude, xtask) = (features("etude"), features("xtask"));
    let mut shared = 0;
    for (name, asked) in &xtask {
        if let Some(built) = etude.get(name) {
            shared += 1;
            assert!(
                asked.is_subset(built),
                "xtask asks {name} for {asked:?}, etude for {built:?}: name the difference in \
                 xtask/Cargo.toml, or `cargo xtask` builds it and all that use it again"
            );
        }
    }
    assert!(shared > 50, "only {shared} crates are shared");
    assert!(
        !xtask
            .keys()
            .any(|name| name.starts_with("libsqlite3-sys ") || name.starts_with("solvers "))
    );
}
