//! From a file's tokens to the paths in it, and from a path to the file that defines its end.

use std::collections::BTreeMap;

use super::sources::Source;
use super::tokens::{Kind, Token, tokens};

/// The names of a path: `crate`, `store`, `Chunk`; a glob ends in `*`.
type Path = Vec<String>;

/// The paths in one file that may lead to others of its crate.
#[derive(Default)]
pub(super) struct Paths {
    /// Items that it imports or exports, by the names that it gives them.
    names: BTreeMap<String, Path>,
    /// Modules that it imports or exports whole.
    globs: Vec<Path>,
    /// The paths that make it depend on others.
    used: Vec<Path>,
}

/// The re-exports that are followed at most: no chain of them is longer but one that leads in a circle.
const HOPS: usize = 16;

impl Paths {
    /// Finds the paths of a file.
    pub(super) fn of(source: &Source) -> Self {
        let mut paths = Self::default();
        for item in &source.items {
            paths.scan(&tokens(item));
        }
        paths
    }

    fn scan(&mut self, tokens: &[Token]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if token.is("use") {
                let is_export = tokens[..at].last().is_some_and(ends_visibility);
                let end = at + tokens[at..].iter().take_while(|token| !is(token, ';')).count();
                self.import(&tokens[at + 1..end], &[], is_export);
                at = end;
                continue;
            }
            let begins = at == 0 || !matches!(tokens[at - 1].kind, Kind::Colons | Kind::Sign('.'));
            if begins && let Some(path) = path(&tokens[at..]) {
                // A path `a::b` takes three tokens; what a macro puts behind it is read again.
                at += 2 * path.len() - 1;
                self.used.push(path);
            } else {
                at += 1;
            }
        }
    }

    /// Reads one tree of a `use` below `prefix`.
    fn import(&mut self, tree: &[Token], prefix: &[String], is_export: bool) {
        let mut path = prefix.to_vec();
        let mut rest = tree;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            match &token.kind {
                Kind::Word(word) if word == "as" => break,
                Kind::Word(word) => path.push(word.clone()),
                Kind::Sign('*') => path.push("*".to_owned()),
                Kind::Open('{') => {
                    for branch in branches(rest) {
                        self.import(branch, &path, is_export);
                    }
                    return;
                }
                _ => {}
            }
        }
        // `{self}` names the prefix itself.
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let name = rest.first().and_then(Token::word).or_else(|| path.last().map(String::as_str));
        match name {
            Some("*") => self.globs.push(path[..path.len() - 1].to_vec()),
            Some(name) => {
                self.names.insert(name.to_owned(), path.clone());
            }
            None => return,
        }
        if !is_export {
            self.used.push(path);
        }
    }
}

/// Returns true if a `use` behind this token is a re-export: `pub use`, `pub(crate) use`.
fn ends_visibility(token: &Token) -> bool {
    // Before a `use` no other parenthesis can stand.
    token.is("pub") || token.kind == Kind::Close(')')
}

fn is(token: &Token, sign: char) -> bool {
    token.kind == Kind::Sign(sign)
}

/// Returns the path `a::b::c` that the tokens begin with, if they begin with one.
fn path(tokens: &[Token]) -> Option<Path> {
    let mut path = vec![tokens.first()?.word()?.to_owned()];
    let mut rest = &tokens[1..];
    while let [colons, name, after @ ..] = rest
        && colons.kind == Kind::Colons
        && let Some(name) = name.word()
    {
        path.push(name.to_owned());
        rest = after;
    }
    (path.len() > 1).then_some(path)
}

/// Returns what stands between the commas up to the brace that closes.
fn branches(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut branches, mut begin, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open('{') => depth += 1,
            Kind::Close('}') if depth == 0 => {
                branches.push(&tokens[begin..at]);
                break;
            }
            Kind::Close('}') => depth -= 1,
            Kind::Sign(',') if depth == 0 => {
                branches.push(&tokens[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    branches.retain(|branch| !branch.is_empty());
    branches
}

/// The files of one crate with their paths, by module.
pub(super) struct Map<'a> {
    files: BTreeMap<&'a [String], (&'a Source, Paths)>,
}

impl<'a> Map<'a> {
    /// Reads the paths of all files.
    pub(super) fn of(sources: &'a [Source]) -> Self {
        let file = |source: &'a Source| (&source.module[..], (source, Paths::of(source)));
        Self { files: sources.iter().map(file).collect() }
    }

    /// Returns the modules that `source` depends on, in order, itself left out.
    pub(super) fn dependencies(&self, source: &Source) -> Vec<&'a [String]> {
        let Some((_, paths)) = self.files.get(&source.module[..]) else { return Vec::new() };
        let resolved =
            paths.used.iter().filter_map(|path| self.resolve(&source.module, path, HOPS));
        let mut modules: Vec<&[String]> =
            resolved.filter(|module| *module != &source.module[..]).collect();
        modules.sort_unstable();
        modules.dedup();
        modules
    }

    /// Returns the module whose file defines what `path`, written in module `from`, ends at; `None` if
    /// it leads out of the crate.
    fn resolve(&self, from: &[String], path: &[String], hops: usize) -> Option<&'a [String]> {
        let (head, rest) = path.split_first()?;
        match head.as_str() {
            "crate" => self.descend(&[], rest, hops),
            "self" => self.descend(from, rest, hops),
            "super" => {
                let parent = &from[..from.len().checked_sub(1)?];
                match rest.first() {
                    Some(next) if next == "super" => self.resolve(parent, rest, hops),
                    _ => self.descend(parent, rest, hops),
                }
            }
            child => {
                let module = [from, &[child.to_owned()]].concat();
                self.files.get_key_value(&module[..])?;
                self.descend(&module, rest, hops)
            }
        }
    }

    /// Walks `names` down from a module, through modules first and then through what they re-export.
    fn descend(&self, module: &[String], names: &[String], hops: usize) -> Option<&'a [String]> {
        let (place, (_, paths)) = self.files.get_key_value(module)?;
        let Some((name, rest)) = names.split_first() else { return Some(place) };
        let child = [module, std::slice::from_ref(name)].concat();
        if self.files.contains_key(&child[..]) {
            return self.descend(&child, rest, hops);
        }
        let left = hops.checked_sub(1)?;
        if let Some(target) = paths.names.get(name) {
            let path = [&target[..], rest].concat();
            // A name from another crate is as good as defined here.
            return self.resolve(module, &path, left).or(Some(place));
        }
        if self.defines(place, name) {
            return Some(place);
        }
        let globs = paths.globs.iter().filter_map(|glob| self.resolve(module, glob, left));
        let mut defining = globs.filter(|target| self.defines(target, name));
        defining.next().or(Some(place))
    }

    fn defines(&self, module: &[String], name: &str) -> bool {
        let Some((source, _)) = self.files.get(module) else { return false };
        source.items.iter().any(|item| super::counts::name_of(item).is_some_and(|own| own == name))
    }
}
