//! Productions as the steps that write their texts.
//!
//! How symbols are joined is settled here once, so that a walk over a derivation meets only
//! few kinds of steps: write this, end the token, choose a subtree.

use crate::grammar::charset::CharSet;
use crate::grammar::draft::{Join, NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;

/// One step in writing a production.
#[derive(Clone, Debug)]
pub(crate) enum WritingStep {
    /// Write a piece of a token.
    Write(String),
    /// Write a whole token.
    Token(String),
    /// The token ends.
    EndToken,
    /// Write a tree of the child with this number.
    Choose(usize),
}

/// A symbol that makes a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ChoiceSymbol {
    /// A set of characters, by its number in the [`WritingSteps`].
    Set(usize),
    /// A nonterminal.
    Node(NonterminalId),
}

/// The steps and choices of one production, with its cost.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub cost: u32,
    /// The steps in order.
    pub list: Vec<WritingStep>,
    /// The symbols that [`WritingStep::Choose`] refers to.
    pub children: Vec<ChoiceSymbol>,
}

/// All productions of a grammar as steps.
#[derive(Clone, Debug)]
pub(crate) struct WritingSteps {
    /// By production.
    productions: Vec<Steps>,
    sets: Vec<CharSet>,
}

impl WritingSteps {
    pub fn new(rtg: &Rtg) -> Self {
        let mut writing = Self { productions: Vec::new(), sets: Vec::new() };
        for id in rtg.productions() {
            let steps = writing.take_apart(rtg, id);
            writing.productions.push(steps);
        }
        writing
    }

    /// The steps of a production.
    pub fn of(&self, id: ProductionId) -> &Steps {
        &self.productions[id.index()]
    }

    /// The set of that number.
    pub fn set(&self, number: usize) -> &CharSet {
        &self.sets[number]
    }

    fn take_apart(&mut self, rtg: &Rtg, id: ProductionId) -> Steps {
        let production = rtg.production(id);
        let separated = rtg.nonterminal(production.nonterminal()).join() == Join::Separated;
        let mut taken = Steps { cost: production.cost().0, list: Vec::new(), children: Vec::new() };
        for symbol in production.symbols() {
            // A nonterminal that separates its own symbols ends its own tokens.
            let is_token = separated
                && match symbol {
                    Symbol::Literal(_) | Symbol::Set(_) => true,
                    Symbol::Nonterminal(id) => rtg.nonterminal(*id).join() == Join::Joined,
                };
            let child = match symbol {
                Symbol::Literal(text) => {
                    let step = if is_token { WritingStep::Token } else { WritingStep::Write };
                    taken.list.push(step(text.clone()));
                    continue;
                }
                Symbol::Set(set) => {
                    self.sets.push(set.clone());
                    ChoiceSymbol::Set(self.sets.len() - 1)
                }
                Symbol::Nonterminal(id) => {
                    if is_token {
                        taken.list.push(WritingStep::EndToken);
                    }
                    ChoiceSymbol::Node(*id)
                }
            };
            taken.list.push(WritingStep::Choose(taken.children.len()));
            taken.children.push(child);
            if is_token {
                taken.list.push(WritingStep::EndToken);
            }
        }
        taken
    }
}
