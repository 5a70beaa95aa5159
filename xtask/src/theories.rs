//! From `grammars/` to `generated/`: what each generated file should hold, and whether it does.

use std::collections::BTreeMap;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use grammar_compiler::diagnostic::{Style, render};
use grammar_compiler::{Compiled, Options, compile, emit};

/// The folder of the whole project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The files of grammars, by the names of their theories. `Core` is at `grammars/Core.g4`.
pub type Grammars = BTreeMap<String, PathBuf>;

/// Reads which grammars `grammars/` holds.
pub fn grammars() -> Result<Grammars> {
    let folder = project().join("grammars");
    let mut grammars = Grammars::new();
    for entry in
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "g4")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            grammars.insert(name.to_owned(), path);
        }
    }
    Ok(grammars)
}

/// Compiles the grammar in a file: its warnings and errors go to stderr, and errors end it.
pub fn compile_file(path: &Path) -> Result<Compiled> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let outcome = compile(&text, &Options::default());
    let shown = path.strip_prefix(project()).unwrap_or(path).display().to_string();
    let style = if std::io::stderr().is_terminal() { Style::Coloured } else { Style::Plain };
    let diagnostics = render(&outcome.diagnostics, &shown, &text, style);
    #[expect(clippy::print_stderr, reason = "diagnostics are for the person at the terminal")]
    if !diagnostics.is_empty() {
        eprintln!("{diagnostics}");
    }
    match outcome.compiled {
        Some(compiled) => Ok(compiled),
        None => bail!("{shown} does not compile"),
    }
}

/// Returns the path of a theory's module.
pub fn module_path(theory: &str) -> PathBuf {
    modules_folder().join(format!("{}.rs", emit::module_name(theory)))
}

/// Returns the text that the module of a theory should hold.
pub fn module_source(theory: &str, path: &Path) -> Result<String> {
    Ok(emit::theory(&compile_file(path)?, &format!("{theory}.g4")))
}

/// Returns the path of the registry.
pub fn registry_path() -> PathBuf {
    project().join("generated/src/theories.rs")
}

/// Writes the module of one of `grammars`, and the registry of all that have a module.
pub fn write_theory(grammars: &Grammars, theory: &str) -> Result<PathBuf> {
    let path = grammars.get(theory).with_context(|| format!("there is no theory {theory}"))?;
    let module = module_path(theory);
    write_if_changed(&module, &module_source(theory, path)?)?;
    let present = grammars.keys().filter(|name| module_path(name).exists());
    write_if_changed(&registry_path(), &emit::registry(present.map(String::as_str)))?;
    Ok(module)
}

/// Writes every module and the registry, and removes modules that have no grammar any more.
pub fn write_all() -> Result<()> {
    let grammars = grammars()?;
    for (path, source) in expected(&grammars)? {
        write_if_changed(&path, &source)?;
    }
    for orphan in orphans(&grammars)? {
        fs::remove_file(&orphan).with_context(|| format!("cannot remove {}", orphan.display()))?;
    }
    Ok(())
}

/// The generated files that are not what their grammars say, relative to the project; each
/// with the command that mends it.
pub fn stale() -> Result<Vec<String>> {
    const ALL: &str = "cargo xtask compile-grammar --all";
    let grammars = grammars()?;
    let mut stale = Vec::new();
    for (path, source) in expected(&grammars)? {
        if fs::read_to_string(&path).ok().as_deref() != Some(&source) {
            stale.push(format!("{} is stale: run `{ALL}`", relative(&path)));
        }
    }
    for orphan in orphans(&grammars)? {
        stale.push(format!("{} has no grammar: run `{ALL}`", relative(&orphan)));
    }
    Ok(stale)
}

fn relative(path: &Path) -> String {
    path.strip_prefix(project()).unwrap_or(path).display().to_string()
}

fn modules_folder() -> PathBuf {
    project().join("generated/src/theories")
}

/// Every generated file with what it should hold.
fn expected(grammars: &Grammars) -> Result<Vec<(PathBuf, String)>> {
    let mut files = vec![(registry_path(), emit::registry(grammars.keys().map(String::as_str)))];
    let mut theories = BTreeMap::new();
    for (theory, path) in grammars {
        let module = module_path(theory);
        if let Some(other) = theories.insert(module.clone(), theory) {
            bail!("{theory}.g4 and {other}.g4 both make {}: rename one", relative(&module));
        }
        files.push((module, module_source(theory, path)?));
    }
    Ok(files)
}

/// Modules whose grammar is gone.
fn orphans(grammars: &Grammars) -> Result<Vec<PathBuf>> {
    let mut orphans = Vec::new();
    for entry in fs::read_dir(modules_folder()).into_iter().flatten() {
        let path = entry?.path();
        if !grammars.keys().any(|theory| module_path(theory) == path) {
            orphans.push(path);
        }
    }
    orphans.sort();
    Ok(orphans)
}

/// An unchanged file keeps its date, so that nothing is built again for it.
fn write_if_changed(path: &Path, source: &str) -> Result<()> {
    if fs::read_to_string(path).ok().as_deref() == Some(source) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    outlet::write(path, source.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
