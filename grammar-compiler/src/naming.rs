//! The name of each production: its constructor in Rust.
//!
//! A label is the name. Without one a production is called after its first literal that says
//! something (`'(assert' bool_term ')'` is `Assert`, `'='` is `Equal`), else after the one rule that
//! it refers to (`int_term` is `IntTerm`). What is left, and what would be called like another, is
//! numbered. Names enter neither the order of formulas nor the digest of a grammar.

mod literal;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use feat_runtime::{Draft, DraftNonterminal, Symbol};

use crate::lower::{Lowered, ProductionOrigin};
pub use words::{camel_case, is_identifier, snake_case};

/// A longer name than this says less than a number does.
const LONGEST: usize = 32;

/// Names every production. No two of one nonterminal have the same name.
pub fn assign(lowered: &mut Lowered) {
    let Lowered { draft, origins } = lowered;
    let names: Vec<Vec<String>> = draft
        .nonterminals
        .iter()
        .zip(&*origins)
        .map(|(nonterminal, origin)| names(draft, nonterminal, &origin.productions))
        .collect();
    for (nonterminal, names) in draft.nonterminals.iter_mut().zip(names) {
        for (production, name) in nonterminal.productions.iter_mut().zip(names) {
            production.constructor = name;
        }
    }
}

/// The names of one nonterminal's productions.
fn names(
    draft: &Draft,
    nonterminal: &DraftNonterminal,
    origins: &[ProductionOrigin],
) -> Vec<String> {
    let labels: Vec<Option<String>> =
        origins.iter().map(|origin| origin.label.as_deref().map(identifier)).collect();
    let said: Vec<Option<Said>> = nonterminal
        .productions
        .iter()
        .zip(&labels)
        .map(|(production, label)| match label {
            Some(_) => None,
            None => say(draft, &production.symbols),
        })
        .collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for said in said.iter().flatten() {
        *uses.entry(&said.short).or_default() += 1;
    }
    let derived = said.iter().map(|said| said.as_ref().map(|said| said.name(uses[&*said.short])));
    let derived: Vec<Option<String>> = derived.collect();
    // A label wins over a name that we found, and its first use over the others.
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut chosen: Vec<Option<String>> =
        labels.iter().map(|label| label.clone().filter(|it| taken.insert(it.clone()))).collect();
    for wanted in [labels, derived] {
        for (chosen, wanted) in chosen.iter_mut().zip(wanted) {
            if chosen.is_none() {
                *chosen = wanted.map(|name| numbered(&name, &mut taken));
            }
        }
    }
    let place = |(place, name): (usize, Option<String>)| {
        name.unwrap_or_else(|| numbered(&format!("C{place}"), &mut taken))
    };
    chosen.into_iter().enumerate().map(place).collect()
}

/// The name, or the name with the first number from 2 on that is free.
pub fn numbered(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name}{n}")));
    names.find(|name| taken.insert(name.clone())).expect("numbers do not end")
}

/// Words that a production offers for its name.
struct Said {
    short: String,
    /// The same with every word of its literal: what tells `(- 1)` from `(- 2)`.
    long: String,
}

impl Said {
    /// The short name where no other production wants it.
    fn name(&self, uses: usize) -> String {
        let is_clear = uses == 1 || self.long.chars().count() > LONGEST;
        if is_clear { self.short.chars().take(LONGEST).collect() } else { self.long.clone() }
    }
}

/// Returns the words that the symbols of a production offer, if any.
fn say(draft: &Draft, symbols: &[Symbol]) -> Option<Said> {
    // Behind a set stand parts of a token at most.
    let before_sets = symbols.iter().take_while(|symbol| !matches!(symbol, Symbol::Set(_)));
    let literals = || {
        before_sets.clone().filter_map(|symbol| match symbol {
            Symbol::Literal(text) => Some(text.as_str()),
            Symbol::Set(_) | Symbol::Nonterminal(_) => None,
        })
    };
    if let Some((short, long)) = literals().find_map(literal::names) {
        return Some(Said { short: identifier(&short), long: identifier(&long) });
    }
    let mut others = symbols.iter().filter(|symbol| !matches!(symbol, Symbol::Literal(_)));
    let name = match (others.next(), others.next()) {
        (Some(Symbol::Nonterminal(id)), None) => draft.nonterminals[id.index()].name.clone(),
        // Brackets alone are called what they are.
        (None, None) => literals().next().map_or("Empty".to_owned(), literal::spelled),
        _ => return None,
    };
    let name = identifier(&name);
    Some(Said { short: name.clone(), long: name })
}

/// The name of a constructor in Rust.
fn identifier(name: &str) -> String {
    match camel_case(name) {
        name if name == "Self" => "SelfRule".to_owned(),
        name => name,
    }
}
