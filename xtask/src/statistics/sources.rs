//! From a project's folder to the parsed files of its crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use syn::{Attribute, Item, Meta};

/// The room whose code is all tests.
const TESTS: &str = "tests";

/// One file of a crate, without what only tests use.
pub(super) struct Source {
    /// The file, relative to the project: `campaign/src/store/chunks.rs`.
    pub(super) file: String,
    /// The names from the crate's root to its module: `store`, `chunks`; none for the root.
    pub(super) module: Vec<String>,
    /// The text, line by line.
    pub(super) text: Vec<String>,
    /// Items that it holds.
    pub(super) items: Vec<Item>,
    /// The lines of items that only tests use.
    pub(super) test_lines: usize,
}

impl Source {
    /// Returns how many lines it has without tests.
    pub(super) fn lines(&self) -> usize {
        self.text.len() - self.test_lines
    }
}

/// Returns the root files of each crate by the crate's folder: `src/lib.rs`, `src/main.rs`, or both.
pub(super) fn roots(project: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let mut crates = BTreeMap::new();
    for entry in fs::read_dir(project).with_context(|| cannot_read(project))? {
        let folder = entry?.path();
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { continue };
        if name == TESTS || !folder.join("Cargo.toml").is_file() {
            continue;
        }
        let roots = ["src/lib.rs", "src/main.rs"].map(|root| folder.join(root));
        let roots = roots.into_iter().filter(|root| root.is_file()).collect();
        crates.insert(name.to_owned(), roots);
    }
    Ok(crates)
}

/// Reads the files that the `mod` declarations reach from `root`; generated ones are left out.
pub(super) fn read(project: &Path, name: &str, root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut open = vec![(root.to_owned(), Vec::new())];
    while let Some((path, module)) = open.pop() {
        let text = fs::read_to_string(&path).with_context(|| cannot_read(&path))?;
        if text.lines().take(10).any(|line| line.starts_with("//! @generated")) {
            continue;
        }
        let parsed = syn::parse_file(&text)
            .with_context(|| format!("{} is not Rust that syn can read", path.display()))?;
        let (tests, items): (Vec<Item>, Vec<Item>) =
            parsed.items.into_iter().partition(|item| is_test(attributes(item)));
        for child in declared(&items) {
            let module = [&module[..], &[child]].concat();
            let file = file_of(root, &module);
            let file =
                file.with_context(|| format!("{name} has no file of {}", module.join("::")))?;
            open.push((file, module));
        }
        sources.push(Source {
            file: path.strip_prefix(project).unwrap_or(&path).display().to_string(),
            module,
            text: text.lines().map(str::to_owned).collect(),
            items,
            test_lines: tests.iter().map(super::counts::lines_of).sum(),
        });
    }
    let mut seen = BTreeSet::new();
    for source in &sources {
        ensure!(seen.insert(&source.file), "{} is two modules of {name}", source.file);
    }
    sources.sort_by(|a, b| a.module.cmp(&b.module));
    Ok(sources)
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

/// Returns the names of modules that `items` declare and that stand in files of their own.
pub(super) fn declared(items: &[Item]) -> Vec<String> {
    let of_files = items.iter().filter_map(|item| match item {
        Item::Mod(module) if module.content.is_none() => Some(module.ident.to_string()),
        _ => None,
    });
    of_files.collect()
}

/// Finds the file of a module: `name.rs` or `name/mod.rs`.
fn file_of(root: &Path, module: &[String]) -> Option<PathBuf> {
    let folder = root.parent()?.join(module.join("/"));
    [folder.with_extension("rs"), folder.join("mod.rs")].into_iter().find(|file| file.is_file())
}

/// Returns true if the attributes say `#[cfg(test)]`.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::Path(_) | Meta::NameValue(_) => false,
    })
}

/// Returns the attributes of an item; only tests are asked for, so kinds that never are need none.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
