//! Every grammar there is, for tests. The tests of `feat-runtime` include this file too, so that
//! they need not build what the tests of the whole program need.

use std::fs;
use std::path::{Path, PathBuf};

use feat_runtime::Rtg;
use grammar_compiler::{Options, compile};

/// The folder of the whole project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the project")
}

/// The files below a folder of the project that end so, sorted.
///
/// # Panics
///
/// If there are none: a test that finds nothing to test has failed.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = project().join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .{ending} files in {}", folder.display());
    files
}

/// Every grammar of the theories, the golden data and the tests, by name.
pub fn all_grammars() -> Vec<(String, Rtg)> {
    ["grammars", "tests/golden", "tests/grammars"].into_iter().flat_map(grammars).collect()
}

/// Every grammar in a folder of the project, by name.
pub fn grammars(folder: &str) -> Vec<(String, Rtg)> {
    files(folder, "g4").iter().map(|path| (stem(path), read_grammar(path))).collect()
}

/// The grammar in a file.
///
/// # Panics
///
/// If it does not compile.
pub fn read_grammar(path: &Path) -> Rtg {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let outcome = compile(&text, &Options::default());
    match outcome.compiled {
        Some(compiled) => compiled.rtg,
        None => panic!("{}: {:#?}", path.display(), outcome.diagnostics),
    }
}

/// A file's name without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().expect("a file has a name").to_string_lossy().into_owned()
}
