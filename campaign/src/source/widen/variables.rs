//! More variables: what is declared, where variables are listed, and names for new ones.

use std::collections::BTreeSet;

use feat_runtime::{Draft, DraftNonterminal, DraftProduction, Symbol};

use super::WidenError;

/// A literal that declares a variable.
struct Declaration {
    /// The nonterminal at which it stands, which has one production.
    nonterminal: usize,
    symbol: usize,
    /// Its text before the name, the name, and all behind it: ` Int)`.
    head: String,
    name: String,
    tail: String,
}

impl Declaration {
    /// The sort, as it is written.
    fn sort(&self) -> &str {
        let tail = self.tail.trim_start();
        let tail = tail.strip_prefix("()").unwrap_or(tail);
        tail.strip_suffix(')').unwrap_or(tail).trim()
    }
}

/// Adds variables until there are as many as are wanted.
pub(super) fn widen(draft: &mut Draft, wanted: u32) -> Result<(), WidenError> {
    let declarations = declarations(draft);
    let Some(last) = declarations.last() else {
        let rule = draft.nonterminals[draft.start.index()].name.clone();
        return Err(WidenError::NoDeclaration { rule });
    };
    let mut seen = BTreeSet::new();
    if let Some(twice) = declarations.iter().find(|it| !seen.insert(&it.name)) {
        return Err(WidenError::DeclaredTwice { name: twice.name.clone() });
    }
    let there = u32::try_from(declarations.len()).expect("a grammar in memory declares fewer");
    let Some(missing) = wanted.checked_sub(there) else {
        return Err(WidenError::FewerVariables { wanted, there });
    };
    // Of each sort, in the order of their first declarations, the variables that there are.
    let mut sorts: Vec<Vec<&Declaration>> = Vec::new();
    for declaration in &declarations {
        match sorts.iter_mut().find(|sort| sort[0].sort() == declaration.sort()) {
            Some(sort) => sort.push(declaration),
            None => sorts.push(vec![declaration]),
        }
    }
    let names: Vec<String> = fresh_names(draft).take(missing as usize).collect();
    let turns = || names.iter().zip((0..sorts.len()).cycle());
    for (number, sort) in sorts.iter().enumerate() {
        let new: Vec<&str> = turns().filter(|it| it.1 == number).map(|it| it.0.as_str()).collect();
        if !new.is_empty() {
            list(draft, sort, &new)?;
        }
    }
    let declare = |(name, sort): (&String, usize)| {
        let Declaration { head, tail, .. } = sorts[sort][0];
        Symbol::Literal(format!("{head}{name}{tail}"))
    };
    let new: Vec<Symbol> = turns().map(declare).collect();
    let (nonterminal, after) = (last.nonterminal, last.symbol + 1);
    draft.nonterminals[nonterminal].productions[0].symbols.splice(after..after, new);
    Ok(())
}

/// The declarations that every formula has, in the order of its text: those below the start that
/// are reached by no choice.
fn declarations(draft: &Draft) -> Vec<Declaration> {
    let mut declarations = Vec::new();
    let only = |id: usize| match &draft.nonterminals[id].productions[..] {
        [only] => &only.symbols[..],
        _ => &[],
    };
    // What is left of the productions on the way. A nonterminal without a choice never leads back
    // to itself: else it would have no finite tree.
    let mut open = vec![(draft.start.index(), 0)];
    while let Some((nonterminal, symbol)) = open.pop() {
        let Some(here) = only(nonterminal).get(symbol) else { continue };
        open.push((nonterminal, symbol + 1));
        match here {
            Symbol::Nonterminal(id) => open.push((id.index(), 0)),
            Symbol::Literal(text) => {
                declarations.extend(declaration(text).map(|[head, name, tail]| Declaration {
                    nonterminal,
                    symbol,
                    head,
                    name,
                    tail,
                }));
            }
            Symbol::Set(_) => {}
        }
    }
    declarations
}

/// A text such as `(declare-const a Int)` or `(declare-fun a () Int)`, cut before and after the
/// name.
fn declaration(text: &str) -> Option<[String; 3]> {
    let is_constant = text.starts_with("(declare-const ");
    let (head, rest) = text.split_at(text.find(' ')?);
    let spaces = rest.len() - rest.trim_start().len();
    let (name, tail) = rest[spaces..].split_once(' ')?;
    let is_function = head == "(declare-fun" && tail.trim_start().starts_with("()");
    // One command and no more: it is closed by its last character.
    let mut depth = 0_i32;
    let closed = text.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let is_whole = closed == Some(text.len() - 1);
    (is_whole && (is_constant || is_function))
        .then(|| [format!("{head}{}", &rest[..spaces]), name.to_owned(), format!(" {tail}")])
}

/// Lists new variables wherever those of their sort are listed.
fn list(draft: &mut Draft, sort: &[&Declaration], new: &[&str]) -> Result<(), WidenError> {
    let is_variable = |production: &DraftProduction| match &production.symbols[..] {
        [Symbol::Literal(text)] => sort.iter().any(|declaration| declaration.name == *text),
        _ => false,
    };
    let mut is_listed = false;
    for nonterminal in &mut draft.nonterminals {
        let Some(last) = nonterminal.productions.iter().rposition(is_variable) else { continue };
        is_listed = true;
        let cost = nonterminal.productions[last].cost;
        for (name, place) in new.iter().zip(last + 1..) {
            let constructor = constructor(nonterminal, name);
            let symbols = vec![Symbol::Literal((*name).to_owned())];
            let production = DraftProduction { constructor, cost, symbols };
            nonterminal.productions.insert(place, production);
        }
    }
    if is_listed {
        return Ok(());
    }
    let last = sort.last().expect("a sort is known by its first declaration");
    Err(WidenError::NoAlternative { sort: last.sort().to_owned(), name: last.name.clone() })
}

/// A name for the alternative of a new variable: that of the variable with a capital, as if an
/// author had written it, or the next number of it that is free.
fn constructor(nonterminal: &DraftNonterminal, variable: &str) -> String {
    let taken = |name: &String| nonterminal.productions.iter().any(|it| it.constructor == *name);
    let name = variable.to_uppercase();
    let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name}{n}")));
    names.find(|name| !taken(name)).expect("numbers do not end")
}

/// The letters, then the letters with a 1 behind them, and so on, without those that the grammar
/// uses as a word or could put together from characters.
fn fresh_names(draft: &Draft) -> impl Iterator<Item = String> + use<> {
    let symbols = || draft.places().flat_map(|(_, production)| &production.symbols);
    let mut used: BTreeSet<String> = BTreeSet::new();
    for symbol in symbols() {
        match symbol {
            Symbol::Literal(text) => {
                let words = text.split(|c: char| c.is_whitespace() || "()\"|".contains(c));
                used.extend(words.map(str::to_owned));
            }
            Symbol::Set(set) => {
                used.extend(('a'..='z').filter(|c| set.contains(*c)).map(String::from));
            }
            Symbol::Nonterminal(_) => {}
        }
    }
    let rounds = std::iter::once(String::new()).chain((1_u32..).map(|round| round.to_string()));
    let names = rounds.flat_map(|round| ('a'..='z').map(move |letter| format!("{letter}{round}")));
    names.filter(move |name| !used.contains(name))
}
