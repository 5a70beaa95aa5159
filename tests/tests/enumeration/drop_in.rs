//! The promise: drop `MyTheory.g4` into `grammars/`, compile it with
//! `cargo xtask compile-grammar MyTheory.g4`, and have `etude show MyTheory 42`, with no other
//! file touched by hand. Kept in a copy of the project, with real builds.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use etude_tests::{files, project, stem};
use grammar_compiler::emit::module_name;

/// The project's sources, by their paths inside it.
type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// The sources below `folder`: neither what was built nor what is hidden, but for `.cargo`.
fn sources(folder: &Path) -> Sources {
    let mut sources = Sources::new();
    let mut open = vec![PathBuf::new()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(folder.join(&path)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name();
            let hidden = name.to_string_lossy().starts_with('.') && name != ".cargo";
            let is_top = path.as_os_str().is_empty();
            let path = path.join(&name);
            if hidden || (is_top && name.to_string_lossy().starts_with("target")) {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                open.push(path);
            } else {
                sources.insert(path.clone(), fs::read(entry.path()).unwrap());
            }
        }
    }
    sources
}

/// A copy of the project that may be changed.
struct Copy {
    folder: PathBuf,
    /// Content of the copy in the beginning.
    original: Sources,
}

impl Copy {
    /// The copy stands at the same place each time, and files that are right keep their dates,
    /// so that only the first run builds everything.
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drop-in");
        fs::create_dir_all(&folder).unwrap();
        let copy = Self { folder, original: sources(project()) };
        copy.reset();
        copy
    }

    fn reset(&self) {
        for path in sources(&self.folder).into_keys() {
            if !self.original.contains_key(&path) {
                fs::remove_file(self.folder.join(path)).unwrap();
            }
        }
        for (path, text) in &self.original {
            let target = self.folder.join(path);
            if fs::read(&target).ok().as_ref() != Some(text) {
                fs::create_dir_all(target.parent().unwrap()).unwrap();
                fs::write(target, text).unwrap();
            }
        }
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.folder.join(path).parent().unwrap()).unwrap();
        fs::write(self.folder.join(path), text).unwrap();
    }

    /// The paths whose files are new, changed or gone.
    fn changed(&self) -> Vec<String> {
        let now = sources(&self.folder);
        let mut paths: Vec<&PathBuf> = now.keys().chain(self.original.keys()).collect();
        paths.sort();
        paths.dedup();
        paths.retain(|path| now.get(*path) != self.original.get(*path));
        paths.iter().map(|path| path.display().to_string()).collect()
    }

    /// Runs cargo in the copy; its words are split at spaces.
    fn cargo(&self, words: &str) -> Output {
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&self.folder);
        // Building takes longer here than running does. Other people's crates keep their profile, in
        // which they are built already.
        for member in members(&self.folder) {
            cargo.args(["--config", &format!("profile.dev.package.{member}.opt-level=0")]);
        }
        cargo.args(words.split(' '));
        // In the profile of the tests, whose crates are at hand.
        cargo.env("CARGO_ALIAS_XTASK", "run --quiet --package xtask --");
        // What was compiled of other people's crates serves here too, as far as this cargo can
        // share it; the programs stand apart.
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target"));
        cargo.env("CARGO_BUILD_BUILD_DIR", built);
        // They were all fetched to build this test.
        cargo.env("CARGO_NET_OFFLINE", "true");
        cargo.output().unwrap()
    }

    /// Runs cargo, which must succeed, and returns what it printed.
    fn well(&self, words: &str) -> (String, String) {
        let output = self.cargo(words);
        let (printed, said) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "cargo {words}:\n{printed}\n{said}");
        (printed, said)
    }

    /// Runs cargo, which must end with exit code 2, and returns what it said on stderr.
    fn refused(&self, words: &str) -> String {
        let output = self.cargo(words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "cargo {words}:\n{said}");
        said
    }
}

/// The names of the project's own packages that programs are made of: each is called as its folder.
fn members(project: &Path) -> Vec<String> {
    let folders = fs::read_dir(project).unwrap().map(|entry| entry.unwrap().path());
    let members = folders.filter(|folder| folder.join("Cargo.toml").exists());
    members.map(|folder| stem(&folder)).filter(|name| name != "tests").collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const MODULE: &str = "generated/src/theories/my_theory.rs";
const REGISTRY: &str = "generated/src/theories.rs";

/// One test, since all of it happens in one copy.
#[test]
fn a_grammar_that_is_dropped_in_is_a_theory() {
    let copy = Copy::new();
    one_grammar(&copy);
    copy.reset();
    all_grammars_of_the_tests(&copy);
    copy.reset();
}

fn one_grammar(copy: &Copy) {
    let sugar = fs::read_to_string(project().join("tests/grammars/Sugar.g4")).unwrap();
    let grammar = sugar.replace("grammar Sugar;", "grammar MyTheory;");
    copy.write("grammars/MyTheory.g4", &grammar);
    assert_eq!(
        copy.refused("xtask compile-grammar --check"),
        format!(
            "error: {REGISTRY} is stale: run `cargo xtask compile-grammar --all`\n       \
             {MODULE} is stale: run `cargo xtask compile-grammar --all`\n"
        )
    );

    let (_, said) = copy.well("xtask compile-grammar MyTheory.g4");
    assert_eq!(said, format!("MyTheory.g4: wrote {MODULE}\n"));
    assert_eq!(copy.changed(), [MODULE, REGISTRY, "grammars/MyTheory.g4"]);
    let first = sources(&copy.folder);
    copy.well("xtask compile-grammar grammars/MyTheory.g4");
    copy.well("xtask compile-grammar --all");
    assert!(sources(&copy.folder) == first, "the same bytes each time");
    let (_, said) = copy.well("xtask compile-grammar --check");
    assert_eq!(said, "generated/ is fresh\n");

    for request in ["42", "0 --count 200 --layout spaced", "10^30 --tree"] {
        let (compiled_in, _) = copy.well(&format!("run --quiet -- show MyTheory {request}"));
        let file = "--grammar grammars/MyTheory.g4";
        let (at_run_time, _) = copy.well(&format!("run --quiet -- show {file} {request}"));
        assert_eq!(compiled_in, at_run_time);
        assert!(!compiled_in.is_empty());
    }
    assert!(copy.well("run --quiet -- theories").0.contains("\nMyTheory "));

    copy.write("grammars/MyTheory.g4", &grammar.replace("'print'", "'write'"));
    let stale = format!("error: {MODULE} is stale: run `cargo xtask compile-grammar --all`\n");
    assert_eq!(copy.refused("xtask compile-grammar --check"), stale);
    fs::remove_file(copy.folder.join("grammars/MyTheory.g4")).unwrap();
    assert!(
        copy.refused("xtask compile-grammar --check")
            .contains(&format!("{MODULE} has no grammar: run `cargo xtask compile-grammar --all`"))
    );
    copy.well("xtask compile-grammar --all");
    assert_eq!(copy.changed(), [""; 0]);

    let said = copy.refused("xtask compile-grammar String.g4");
    assert!(said.contains("there is no grammar String.g4; did you mean Strings.g4?"), "{said}");
    assert!(
        said.contains("(grammars/ holds Arrays.g4, Bitvectors.g4, BitvectorsAll.g4, "),
        "{said}"
    );
    let (printed, said) = copy.well("xtask compile-grammar tests/grammars/Finite.g4");
    assert!(printed.starts_with("//! `Finite`: the datatypes of `Finite.g4`"), "{printed}");
    assert!(said.contains("put it there to make it a theory"), "{said}");
    assert_eq!(copy.changed(), [""; 0]);
}

/// Every module that the compiler makes of our test grammars is Rust without warnings, and its
/// first thousand values are their trees.
fn all_grammars_of_the_tests(copy: &Copy) {
    let mut checks = String::new();
    for path in files("tests/grammars", "g4") {
        let name = stem(&path);
        copy.write(&format!("grammars/{name}.g4"), &fs::read_to_string(&path).unwrap());
        writeln!(checks, "    check::<generated::{}::Start>({name:?});", module_name(&name))
            .unwrap();
    }
    let test = include_str!("drop_in/round_trip.rs").replace("    // CHECKS\n", &checks);
    copy.write("generated/tests/round_trip.rs", &test);
    copy.well("xtask compile-grammar --all");
    let (printed, said) = copy.well("test --package generated --test round_trip");
    assert!(!said.contains("warning"), "{said}");
    assert!(printed.contains("test result: ok. 1 passed"), "{printed}");
}
