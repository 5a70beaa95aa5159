//! Literals, sets and complements: what characters stand for.

use feat_runtime::{CharSet, Join, Symbol};

use super::{Lowering, join};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Atom, Element, NotItem, Prequel, Span};
use crate::options::Remedy;
use crate::written;

impl Lowering<'_> {
    /// A literal is one token; where the case of letters does not matter, a token of sets.
    pub(super) fn lower_literal(&mut self, text: &str, span: &Span) -> Vec<Symbol> {
        if !self.ignores_case() || !text.chars().any(has_case) {
            return vec![Symbol::Literal(text.to_owned())];
        }
        let mut symbols: Vec<Symbol> = Vec::new();
        for c in text.chars() {
            match (symbols.last_mut(), has_case(c)) {
                (_, true) => symbols.push(Symbol::Set(CharSet::from_chars(cases(c)))),
                (Some(Symbol::Literal(literal)), false) => literal.push(c),
                (_, false) => symbols.push(Symbol::Literal(c.to_string())),
            }
        }
        if join(self.current()) == Join::Joined {
            return symbols;
        }
        let id = self.fresh("token", span.clone());
        self.nonterminals[id.index()].join = Join::Joined;
        self.add_production(id, symbols, written::literal(text), span);
        vec![Symbol::Nonterminal(id)]
    }

    pub(super) fn lower_set(&mut self, set: &CharSet, span: &Span) -> CharSet {
        if set.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "no character is left in this set")
                    .hint("name at least one character that is no surrogate"),
            );
            // One error is enough: go on as if something were left.
            return self.options.alphabet.clone();
        }
        self.fold_case(set.clone())
    }

    pub(super) fn complement(&mut self, items: &[NotItem], span: &Span) -> CharSet {
        let mut excluded = CharSet::default();
        let mut longer = Vec::new();
        for item in items {
            let set = match item {
                NotItem::Literal(text) => single(text).map(|c| CharSet::from_chars([c])),
                NotItem::Set(set) => Some(set.clone()),
                NotItem::Range(first, last) => Some(CharSet::from_ranges([(*first, *last)])),
                NotItem::Reference(name) => self.characters_of(&name.value),
            };
            match set {
                Some(set) => excluded = excluded.union(&set),
                None => longer.push(written::not_item(item)),
            }
        }
        if !longer.is_empty() {
            let verb = if longer.len() == 1 { "is" } else { "are" };
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "`~` works on single characters only")
                    .label(format!("{} {verb} longer", longer.join(" and ")))
                    .hint("list the characters that may not stand here: `~[abc]`"),
            );
        }
        let left = self.options.alphabet.minus(&self.fold_case(excluded));
        if left.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "no character of the alphabet is left here")
                    .hint("`~` ranges over an alphabet, printable ASCII unless you choose another")
                    .remedy(Remedy::Alphabet),
            );
            // One error is enough: go on as if something were left.
            return self.options.alphabet.clone();
        }
        left
    }

    /// The characters of a lexer rule whose every alternative is a single one; of a rule that
    /// is not defined, which has been complained of, none.
    fn characters_of(&self, name: &str) -> Option<CharSet> {
        let Some(&place) = self.resolved.rules.get(name) else { return Some(CharSet::default()) };
        let rule = &self.resolved.grammar.rules[place];
        let mut all = CharSet::default();
        for alternative in &rule.alternatives {
            let [Element { atom, repeat: None, .. }] = &alternative.elements[..] else {
                return None;
            };
            all = all.union(&match atom {
                Atom::Literal(text) => CharSet::from_chars([single(text)?]),
                Atom::Set(set) => set.clone(),
                Atom::Range(first, last) => CharSet::from_ranges([(*first, *last)]),
                _ => return None,
            });
        }
        Some(all)
    }

    fn ignores_case(&self) -> bool {
        let grammar_options = self.resolved.grammar.prequels.iter().filter_map(|p| match p {
            Prequel::Options(options) => Some(options),
            _ => None,
        });
        // The rule's own option speaks last.
        let mut all = grammar_options.chain([&self.current().options]).flatten();
        all.rfind(|option| option.key.value == "caseInsensitive")
            .is_some_and(|option| option.value.value == "true")
    }

    pub(super) fn fold_case(&self, set: CharSet) -> CharSet {
        if !self.ignores_case() {
            return set;
        }
        CharSet::from_chars(set.chars().flat_map(cases))
    }
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn has_case(c: char) -> bool {
    cases(c).any(|other| other != c)
}

/// A character with its simple upper-case and lower-case forms.
fn cases(c: char) -> impl Iterator<Item = char> {
    let upper = single(&c.to_uppercase().to_string());
    let lower = single(&c.to_lowercase().to_string());
    [Some(c), upper, lower].into_iter().flatten()
}
