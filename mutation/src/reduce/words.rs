//! Names into shorter ones, throughout a script and its witness.

use std::collections::{BTreeMap, BTreeSet};

use smtlib::Quoted;
use smtlib::sexpr::{Kind, Sexpr, Sexprs};

use super::edit::Edit;

/// Returns scripts with shorter names: all of them first, then one at a time.
pub(super) fn shorter(text: &str, witness: Option<&str>) -> Vec<Edit> {
    let Ok(sexprs) = Sexprs::read(text) else { return Vec::new() };
    let taken: BTreeSet<&str> = all(&sexprs).filter_map(|it| sexprs.symbol(it)).collect();
    let long = declared(&sexprs).into_iter().filter(|name| Quoted(name).to_string().len() > 1);
    let mut free = short_names().filter(|name| !taken.contains(name.as_str()));
    let names: BTreeMap<String, String> = long
        .filter_map(|name| Some((name.to_owned(), free.next()?)))
        .filter(|(name, short)| short.len() < Quoted(name).to_string().len())
        .collect();
    let one = |(name, short): (&String, &String)| [(name.clone(), short.clone())].into();
    let each: Vec<BTreeMap<String, String>> =
        if names.len() > 1 { names.iter().map(one).collect() } else { Vec::new() };
    let renamed = |names: BTreeMap<String, String>| Edit::Text {
        text: rewritten(text, |sexprs, cell| renamed(sexprs, cell, &names)),
        witness: witness.map(|it| rewritten(it, |sexprs, cell| renamed(sexprs, cell, &names))),
    };
    let all = (!names.is_empty()).then_some(names);
    all.into_iter().chain(each).map(renamed).collect()
}

/// `a` to `z`, `A` to `Z`, then the same with numbers.
fn short_names() -> impl Iterator<Item = String> {
    let letters = || ('a'..='z').chain('A'..='Z');
    let numbered =
        (0..100).flat_map(move |number| letters().map(move |it| format!("{it}{number}")));
    letters().map(String::from).chain(numbered)
}

fn renamed(sexprs: &Sexprs<'_>, cell: Sexpr, names: &BTreeMap<String, String>) -> Option<String> {
    names.get(sexprs.symbol(cell)?).cloned()
}

/// The names that a script declares or binds, each once, in the order of the text.
fn declared<'a>(sexprs: &Sexprs<'a>) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut add = |cell: Option<Sexpr>| names.extend(cell.and_then(|it| sexprs.symbol(it)));
    for list in all(sexprs).filter(|it| sexprs.kind(*it) == Kind::List) {
        let items: Vec<Sexpr> = sexprs.items(list).collect();
        let Some(head) = sexprs.head(list) else { continue };
        let is_declaration = head.starts_with("declare-") || head.starts_with("define-");
        if is_declaration {
            add(items.get(1).copied());
        }
        let is_binder = matches!(head, "forall" | "exists" | "lambda" | "let");
        if is_declaration || is_binder {
            // Variables stand in pairs, constructors and fields in lists of lists.
            let depth = if head.starts_with("declare-datatype") { 4 } else { 2 };
            let parts = items[1..].iter().filter(|_| head != "declare-fun").copied();
            let mut open: Vec<(Sexpr, usize)> = parts.map(|it| (it, depth)).collect();
            while let Some((cell, depth)) = open.pop() {
                let mut inner = sexprs.items(cell).filter(|_| sexprs.kind(cell) == Kind::List);
                let first = inner.next();
                if first.is_some_and(|it| sexprs.kind(it) != Kind::List) && !is_value(sexprs, cell)
                {
                    add(first);
                }
                if depth > 0 && sexprs.kind(cell) == Kind::List {
                    open.extend(sexprs.items(cell).map(|it| (it, depth - 1)));
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name) && !is_reserved(name));
    names
}

/// Whether a list is an index or a qualified name, which declares nothing.
fn is_value(sexprs: &Sexprs<'_>, list: Sexpr) -> bool {
    matches!(sexprs.head(list), Some("_" | "as" | "par" | "!"))
}

/// Whether a name is the standard's: it stands first in a list below what binds, but is not bound.
fn is_reserved(name: &str) -> bool {
    let core = ["and", "or", "not", "xor", "ite", "true", "false", "distinct", "let", "forall"];
    let sorts = ["Int", "Real", "Bool", "String", "RegLan", "Array", "RoundingMode", "exists"];
    core.contains(&name)
        || sorts.contains(&name)
        || smtlib::Op::named(name).is_some()
        || name.contains('.')
        || name.starts_with("bv")
        || name.starts_with("Float")
        || !name.starts_with(|first: char| first.is_alphabetic() || "_$?@!~".contains(first))
            && Quoted(name).to_string() == name
}

/// All lists and atoms, in the order of the text.
pub(super) fn all<'s>(sexprs: &'s Sexprs<'_>) -> impl Iterator<Item = Sexpr> + 's {
    let mut open: Vec<Sexpr> = sexprs.top().collect();
    open.reverse();
    std::iter::from_fn(move || {
        let cell = open.pop()?;
        let items: Vec<Sexpr> = sexprs.items(cell).collect();
        open.extend(items.into_iter().rev());
        Some(cell)
    })
}

/// A text with some lists and atoms in other words; what is inside of these is not looked at.
pub(super) fn rewritten(
    text: &str,
    mut word: impl FnMut(&Sexprs<'_>, Sexpr) -> Option<String>,
) -> String {
    let Ok(sexprs) = Sexprs::read(text) else { return text.to_owned() };
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for cell in all(&sexprs) {
        let span = sexprs.span(cell);
        if span.start < done {
            continue;
        }
        if let Some(word) = word(&sexprs, cell) {
            new.push_str(&text[done..span.start]);
            new.push_str(&word);
            done = span.end;
        }
    }
    new.push_str(&text[done..]);
    new
}
