//! Fixtures: each `.g4` file of a folder, and what should come of it beside it in `*.expected`.

use std::fs;
use std::path::{Path, PathBuf};

/// Every fixture of a folder, sorted: its path and its text.
pub fn fixtures(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("readable fixtures")
        .map(|entry| entry.expect("readable fixtures").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "g4"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("readable fixtures");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// Compares what `find` makes of each fixture's name and text with what is expected. With `UPDATE`
/// in the environment it writes that down instead.
pub fn check(folder: &str, find: impl Fn(&str, &str) -> String) {
    let update = std::env::var_os("UPDATE").is_some();
    let mut failures = Vec::new();
    for (path, text) in fixtures(folder) {
        let name = path.file_name().expect("a fixture is a file").to_string_lossy();
        let found = find(&name, &text);
        let golden = path.with_extension("expected");
        if update {
            fs::write(golden, found).expect("writable fixtures");
        } else {
            let expected = fs::read_to_string(golden).unwrap_or_default();
            if found != expected {
                failures.push(format!("== {name}: expected\n{expected}\n== found\n{found}\n"));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{}To accept what was found: UPDATE=1 cargo test -p grammar-compiler",
        failures.concat()
    );
}
