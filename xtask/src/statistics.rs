//! From the sources to the numbers that say how well they can be read.
//!
//! Everything is read from syntax trees (`syn`), not compiled. Three kinds of code are left out:
//! generated files (`@generated` in their heads), the room `tests/`, and items under `#[cfg(test)]`.
//!
//! - A *module* is a file. The files of a crate are those that its `mod` declarations reach.
//! - A file *depends* on another if a path in it leads there: a `use`, or a path in an expression, a
//!   type or a macro's arguments that begins with `crate`, `self`, `super` or a module declared in the
//!   same file. Re-exports are followed to the file that defines the name, and are no dependency
//!   themselves: a front page that only lists names takes part in no cycle.
//! - A *cycle* is a strongly connected component of more than one module. Cycles are counted twice:
//!   between files, and between siblings: the modules of one folder, each with all its submodules,
//!   where what a module and its own submodules use of each other does not count. Cycles between
//!   siblings are limited, at every depth, so that a folder hides none; those between files are told.
//! - A *command* is a file in `etude/src/commands` with all its submodules; its lines are counted
//!   without tests.
//! - A silent default is a call of `unwrap_or_default` without a reason: a comment (`//`) on its line,
//!   or one that ends on the line before.
//! - Documents are read besides: `prose` says which turns of phrase newcomers stumble over.
//! - A library is a crate without `src/main.rs`; its functions owe their callers typed errors, so each
//!   `Result<_, String>` in a library is counted.

mod counts;
mod cycles;
mod paths;
mod print;
mod prose;
mod sources;
mod tokens;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use sources::Source;

/// The longest cycle of modules that can still be read.
const LONGEST_CYCLE: usize = 4;
/// The most lines that a command may have.
const LONGEST_COMMAND: usize = 200;
/// The most silent defaults, and the most errors that are strings.
const MOST_OF_EACH: usize = 10;

/// Statistics of the sources.
pub struct Statistics {
    /// The crates by the names of their folders.
    pub crates: BTreeMap<String, CrateStatistics>,
    /// All functions, the longest first.
    pub functions: Vec<Extent>,
    /// All files, the longest first.
    pub files: Vec<Extent>,
    /// All commands, the longest first.
    pub commands: Vec<Extent>,
    /// Calls of `unwrap_or_default` without a reason.
    pub silent_defaults: Vec<Place>,
    /// Each `Result<_, String>` in a library.
    pub string_errors: Vec<Place>,
    /// Public types whose name is defined more than once, with every definition.
    pub shared_names: BTreeMap<String, Vec<Place>>,
    /// Lines whose prose has an old turn of phrase, such as `So many formulas`.
    pub old_phrases: Vec<Place>,
    /// Public types of libraries whose documentation shows no example.
    pub types_without_example: Vec<Place>,
}

/// Statistics of one crate.
pub struct CrateStatistics {
    /// Number of files.
    pub files: usize,
    /// Number of lines of all files.
    pub lines: usize,
    /// Cycles between siblings, the longest first, as paths inside `src`.
    pub sibling_cycles: Vec<Vec<String>>,
    /// Cycles between files, the longest first, as paths inside `src`.
    pub file_cycles: Vec<Vec<String>>,
}

/// Something that has a length. A function of `62` lines is one.
#[derive(Clone)]
pub struct Extent {
    /// Its name.
    pub name: String,
    /// Number of lines.
    pub lines: usize,
}

/// A line of a file. `campaign/src/store.rs:44` is one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, relative to the project.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}

impl Statistics {
    /// Reads the sources of the project in `folder`.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut crates = BTreeMap::new();
        let mut all = Vec::new();
        for (name, roots) in sources::roots(folder)? {
            let mut found = CrateStatistics {
                files: 0,
                lines: 0,
                sibling_cycles: Vec::new(),
                file_cycles: Vec::new(),
            };
            for root in roots {
                let files = sources::read(folder, &name, &root)?;
                found.files += files.len();
                found.lines += files.iter().map(Source::lines).sum::<usize>();
                let (modules, between_files) = cycles::cycles(&files);
                found.sibling_cycles.extend(modules);
                found.file_cycles.extend(between_files);
                all.extend(files);
            }
            crates.insert(name, found);
        }
        // A program and its library may share files; each is counted once.
        all.sort_by(|a, b| a.file.cmp(&b.file));
        all.dedup_by(|a, b| a.file == b.file);
        Ok(Self {
            crates,
            functions: counts::functions(&all),
            files: counts::files(&all),
            commands: counts::commands(&all),
            silent_defaults: counts::silent_defaults(&all),
            string_errors: counts::string_errors(&all, folder),
            shared_names: counts::shared_names(&all),
            old_phrases: prose::old_phrases(folder)?,
            types_without_example: prose::types_without_example(&all, folder),
        })
    }

    /// Returns one sentence per limit that the sources pass.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, found) in &self.crates {
            for cycle in &found.sibling_cycles {
                if cycle.len() > LONGEST_CYCLE {
                    let (count, modules) = (cycle.len(), cycle.join(", "));
                    problems
                        .push(format!("{name}: {count} modules depend on each other: {modules}"));
                }
            }
        }
        for command in self.commands.iter().filter(|command| command.lines > LONGEST_COMMAND) {
            problems.push(format!("the command {} has {} lines", command.name, command.lines));
        }
        let kinds = [
            ("calls of unwrap_or_default give no reason", &self.silent_defaults, MOST_OF_EACH),
            ("errors of libraries are strings", &self.string_errors, MOST_OF_EACH),
            ("lines have a turn of phrase that nobody else uses", &self.old_phrases, 0),
            ("public types show no example", &self.types_without_example, 0),
        ];
        for (what, places, most) in kinds {
            if places.len() > most {
                let shown = places.iter().map(Place::to_string).collect::<Vec<_>>().join("\n    ");
                problems.push(format!("{} {what}:\n    {shown}", places.len()));
            }
        }
        problems
    }
}
