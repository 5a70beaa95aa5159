//! Derivation trees, kept flat so that no depth of nesting can exhaust the stack.

use crate::rtg::{NonterminalId, ProductionId, Rtg, Symbol};
use crate::{Cost, Size};

/// One decision in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// This production was taken.
    Production(ProductionId),
    /// This character was taken from a set.
    Char(char),
}

/// A derivation tree: its choices in preorder.
///
/// Literals leave no trace: they are known from their productions.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tree {
    choices: Vec<Choice>,
}

impl Tree {
    /// The tree with these choices in preorder.
    pub fn from_choices(choices: Vec<Choice>) -> Self {
        Self { choices }
    }

    /// The choices in preorder.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The sum of the costs of its productions, which must be productions of `rtg`.
    pub fn size(&self, rtg: &Rtg) -> Size {
        let cost = |choice: &Choice| match choice {
            Choice::Production(id) => rtg.production(*id).cost(),
            Choice::Char(_) => Cost(0),
        };
        Size(self.choices.iter().map(|choice| cost(choice).0).sum())
    }

    /// Whether this is a tree of `nonterminal`: every choice fits the symbol it is made for.
    pub fn belongs_to(&self, rtg: &Rtg, nonterminal: NonterminalId) -> bool {
        let start = Symbol::Nonterminal(nonterminal);
        let mut open = vec![&start];
        for &choice in &self.choices {
            // Literals need no choice.
            while let Some(Symbol::Literal(_)) = open.last() {
                open.pop();
            }
            match (open.pop(), choice) {
                (Some(Symbol::Set(set)), Choice::Char(c)) if set.contains(c) => {}
                (Some(Symbol::Nonterminal(expected)), Choice::Production(id))
                    if id.index() < rtg.productions().len()
                        && rtg.production(id).nonterminal() == *expected =>
                {
                    open.extend(rtg.production(id).symbols().iter().rev());
                }
                _ => return false,
            }
        }
        open.iter().all(|symbol| matches!(symbol, Symbol::Literal(_)))
    }

    /// The tree drawn with one production or character a line, children indented.
    pub fn outline(&self, rtg: &Rtg) -> String {
        use std::fmt::Write;
        let mut out = String::new();
        let start = self.choices.first().and_then(|choice| match choice {
            Choice::Production(id) => Some(Symbol::Nonterminal(rtg.production(*id).nonterminal())),
            Choice::Char(_) => None,
        });
        let mut choices = self.choices.iter();
        let mut open: Vec<(usize, &Symbol)> = start.iter().map(|symbol| (0, symbol)).collect();
        while let Some((depth, symbol)) = open.pop() {
            let indent = 2 * depth;
            let written = match (symbol, symbol.makes_choice().then(|| choices.next()).flatten()) {
                (Symbol::Literal(text), _) => writeln!(out, "{:indent$}'{text}'", ""),
                (_, Some(Choice::Char(c))) => writeln!(out, "{:indent$}{c:?}", ""),
                (_, Some(Choice::Production(id))) => {
                    let production = rtg.production(*id);
                    open.extend(
                        production.symbols().iter().rev().map(|symbol| (depth + 1, symbol)),
                    );
                    let name = rtg.nonterminal(production.nonterminal()).name();
                    writeln!(out, "{:indent$}{name} {}", "", production.constructor())
                }
                (_, None) => break,
            };
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        out
    }
}

impl Symbol {
    /// Whether a derivation has something to choose here.
    pub(crate) fn makes_choice(&self) -> bool {
        !matches!(self, Symbol::Literal(_))
    }
}
