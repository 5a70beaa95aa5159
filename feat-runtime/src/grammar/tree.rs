//! Derivation trees, kept flat so that no depth of nesting can exhaust the stack.

use crate::grammar::draft::{NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::number::{Cost, Size};

/// One decision in a derivation. Whether a `term` is `'x'` or `'(' term term ')'` is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// This production was taken.
    Production(ProductionId),
    /// This character was taken from a set.
    Char(char),
}

/// A derivation tree: its choices in preorder. `(x(xx))` by `term : 'x' | '(' term term ')'` is the
/// choices 1, 0, 1, 0, 0.
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

    /// The tree line by line, in preorder: every production, character and literal with how
    /// deep it stands. Must be a tree of `rtg`.
    pub fn outline<'a>(&self, rtg: &'a Rtg) -> Vec<(usize, OutlineLine<'a>)> {
        let Some(Choice::Production(root)) = self.choices.first() else {
            unreachable!("the root of a tree is a production")
        };
        let mut lines = vec![(0, OutlineLine::Production(*root))];
        let mut choices = self.choices[1..].iter();
        let children = |id: ProductionId, depth: usize| {
            rtg.production(id).symbols().iter().rev().map(move |symbol| (depth, symbol))
        };
        let mut open: Vec<(usize, &Symbol)> = children(*root, 1).collect();
        while let Some((depth, symbol)) = open.pop() {
            let line = match symbol {
                Symbol::Literal(text) => OutlineLine::Literal(text),
                Symbol::Set(_) | Symbol::Nonterminal(_) => match choices.next() {
                    Some(Choice::Char(c)) => OutlineLine::Char(*c),
                    Some(Choice::Production(id)) => {
                        open.extend(children(*id, depth + 1));
                        OutlineLine::Production(*id)
                    }
                    None => unreachable!("a tree has a choice for every symbol that makes one"),
                },
            };
            lines.push((depth, line));
        }
        lines
    }
}

/// One line of an outline. `etude show Core 5 --tree` prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineLine<'a> {
    /// The tree goes on below with this production.
    Production(ProductionId),
    /// A character out of a set.
    Char(char),
    /// A fixed text.
    Literal(&'a str),
}

impl Symbol {
    /// Whether a derivation has something to choose here.
    pub(crate) fn makes_choice(&self) -> bool {
        !matches!(self, Symbol::Literal(_))
    }
}
