//! From parsed files to what is counted in them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Block, Ident, ImplItem, Item, Signature, TraitItem, Visibility};

use super::sources::{Source, is_test};
use super::tokens::{Kind, Token, tokens};
use super::{Extent, Place};

/// The folder of the commands.
const COMMANDS: &str = "etude/src/commands/";

/// Returns how many lines an item covers with its attributes.
pub(super) fn lines_of(item: &impl ToTokens) -> usize {
    let (mut first, mut last) = (usize::MAX, 0);
    for token in tokens(item) {
        (first, last) = (first.min(token.line), last.max(token.line));
    }
    (last + 1).saturating_sub(first)
}

/// Returns the name that an item defines in its module, if it defines one.
pub(super) fn name_of(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    })
}

/// Returns all functions, the longest first; one inside another belongs to it.
pub(super) fn functions(sources: &[Source]) -> Vec<Extent> {
    let mut functions = Vec::new();
    for source in sources {
        let mut add = |signature: &Signature, block: &Block| {
            let first = signature.span().start().line;
            let last = block.brace_token.span.close().end().line;
            let name = format!("{}::{}", source.file, signature.ident);
            functions.push(Extent { name, lines: last + 1 - first });
        };
        walk(&source.items, &mut |item| match item {
            Item::Fn(function) => add(&function.sig, &function.block),
            Item::Impl(block) => {
                for item in &block.items {
                    if let ImplItem::Fn(function) = item {
                        add(&function.sig, &function.block);
                    }
                }
            }
            Item::Trait(definition) => {
                for item in &definition.items {
                    if let TraitItem::Fn(function) = item
                        && let Some(block) = &function.default
                    {
                        add(&function.sig, block);
                    }
                }
            }
            _ => {}
        });
    }
    longest_first(functions)
}

/// Calls `see` with every item, also with those of modules that stand in the same file.
fn walk<'a>(items: &'a [Item], see: &mut impl FnMut(&'a Item)) {
    for item in items {
        see(item);
        if let Item::Mod(module) = item
            && let Some((_, items)) = &module.content
            && !is_test(&module.attrs)
        {
            walk(items, see);
        }
    }
}

fn longest_first(mut extents: Vec<Extent>) -> Vec<Extent> {
    extents.sort_by(|a, b| (Reverse(a.lines), &a.name).cmp(&(Reverse(b.lines), &b.name)));
    extents
}

/// Returns all files, the longest first, with their tests.
pub(super) fn files(sources: &[Source]) -> Vec<Extent> {
    let extent = |source: &Source| Extent { name: source.file.clone(), lines: source.text.len() };
    longest_first(sources.iter().map(extent).collect())
}

/// Returns all commands, the longest first.
pub(super) fn commands(sources: &[Source]) -> Vec<Extent> {
    let mut commands: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let Some(path) = source.file.strip_prefix(COMMANDS) else { continue };
        let name = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
        *commands.entry(name).or_insert(0) += source.lines();
    }
    let extent = |(name, lines): (&str, usize)| Extent { name: name.to_owned(), lines };
    longest_first(commands.into_iter().map(extent).collect())
}

/// Returns the calls of `unwrap_or_default` that no comment explains.
pub(super) fn silent_defaults(sources: &[Source]) -> Vec<Place> {
    let calls = places(sources, |tokens| tokens[0].is("unwrap_or_default"));
    calls.filter(|(source, line)| !is_explained(source, *line)).map(place).collect()
}

/// Returns true if a comment stands on the line, or ends on the line before. A documentation comment
/// says what an item is, not why a value is invented.
fn is_explained(source: &Source, line: usize) -> bool {
    let text = |line: usize| source.text.get(line.wrapping_sub(1)).map_or("", String::as_str);
    let before = text(line - 1).trim_start();
    let is_comment = before.starts_with("//") && !before.starts_with("///");
    is_comment
        || text(line).rsplit_once("unwrap_or_default").is_some_and(|(_, rest)| rest.contains("//"))
}

/// Returns each `Result<_, String>` of the libraries.
pub(super) fn string_errors(sources: &[Source], project: &Path) -> Vec<Place> {
    let found = places(sources, is_string_error);
    let in_library = |source: &Source| {
        let room = source.file.split('/').next().unwrap_or(&source.file);
        !project.join(room).join("src/main.rs").is_file()
    };
    found.filter(|(source, _)| in_library(source)).map(place).collect()
}

/// Returns true if the tokens begin with `Result<…, String>`.
fn is_string_error(tokens: &[Token]) -> bool {
    if !tokens[0].is("Result") || tokens.get(1).is_none_or(|token| token.kind != Kind::Open('<')) {
        return false;
    }
    let mut depth = 1_usize;
    for (at, token) in tokens.iter().enumerate().skip(2) {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) if depth == 1 => return false,
            Kind::Close(_) => depth -= 1,
            Kind::Sign(',') if depth == 1 => {
                return matches!(&tokens[at + 1..], [error, close, ..]
                    if error.is("String") && close.kind == Kind::Close('>'));
            }
            _ => {}
        }
    }
    false
}

/// Returns the lines at which the rest of an item's tokens is what is looked for.
fn places(
    sources: &[Source],
    is_sought: impl Fn(&[Token]) -> bool,
) -> impl Iterator<Item = (&Source, usize)> {
    let mut found = Vec::new();
    for source in sources {
        for item in &source.items {
            let tokens = tokens(item);
            let sought = (0..tokens.len()).filter(|at| is_sought(&tokens[*at..]));
            found.extend(sought.map(|at| (source, tokens[at].line)));
        }
    }
    found.into_iter()
}

fn place((source, line): (&Source, usize)) -> Place {
    Place { file: source.file.clone(), line }
}

/// Returns the names that more than one public type has, in any crates.
pub(super) fn shared_names(sources: &[Source]) -> BTreeMap<String, Vec<Place>> {
    let mut names: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for source in sources {
        walk(&source.items, &mut |item| {
            let (name, visibility) = match item {
                Item::Enum(item) => (&item.ident, &item.vis),
                Item::Struct(item) => (&item.ident, &item.vis),
                Item::Trait(item) => (&item.ident, &item.vis),
                Item::Type(item) => (&item.ident, &item.vis),
                Item::Union(item) => (&item.ident, &item.vis),
                _ => return,
            };
            if matches!(visibility, Visibility::Public(_)) {
                let line = name.span().start().line;
                names.entry(name.to_string()).or_default().push(place((source, line)));
            }
        });
    }
    names.retain(|_, places| places.len() > 1);
    names
}
