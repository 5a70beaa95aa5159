//! Productions as the steps that write their texts.
//!
//! How symbols are joined is settled here once, so that a walk over a derivation meets only
//! few kinds of steps: write this, end the token, choose a subtree.

use crate::grammar::charset::CharSet;
use crate::grammar::draft::{Join, NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;

/// One step in writing a production.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Write a piece of a token.
    Write(String),
    /// Write a whole token.
    Token(String),
    /// The token ends.
    EndToken,
    /// Write a tree of the child with this number.
    Choose(usize),
}

/// What makes a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Child {
    /// A set of characters, by its number in the script.
    Set(usize),
    /// A nonterminal.
    Node(NonterminalId),
}

/// The steps and choices of one production.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub cost: u32,
    pub steps: Vec<Step>,
    pub children: Vec<Child>,
}

/// All productions of a grammar as steps.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    lines: Vec<Line>,
    sets: Vec<CharSet>,
}

impl Script {
    pub fn new(rtg: &Rtg) -> Self {
        let mut script = Self { lines: Vec::new(), sets: Vec::new() };
        for id in rtg.productions() {
            let line = script.line_of(rtg, id);
            script.lines.push(line);
        }
        script
    }

    /// The steps of a production.
    pub fn line(&self, id: ProductionId) -> &Line {
        &self.lines[id.index()]
    }

    /// The set of that number.
    pub fn set(&self, number: usize) -> &CharSet {
        &self.sets[number]
    }

    fn line_of(&mut self, rtg: &Rtg, id: ProductionId) -> Line {
        let production = rtg.production(id);
        let separated = rtg.nonterminal(production.nonterminal()).join() == Join::Separated;
        let mut line = Line { cost: production.cost().0, steps: Vec::new(), children: Vec::new() };
        for symbol in production.symbols() {
            // A nonterminal that separates its own symbols ends its own tokens.
            let is_token = separated
                && match symbol {
                    Symbol::Literal(_) | Symbol::Set(_) => true,
                    Symbol::Nonterminal(id) => rtg.nonterminal(*id).join() == Join::Joined,
                };
            let child = match symbol {
                Symbol::Literal(text) => {
                    let step = if is_token { Step::Token } else { Step::Write };
                    line.steps.push(step(text.clone()));
                    continue;
                }
                Symbol::Set(set) => {
                    self.sets.push(set.clone());
                    Child::Set(self.sets.len() - 1)
                }
                Symbol::Nonterminal(id) => {
                    if is_token {
                        line.steps.push(Step::EndToken);
                    }
                    Child::Node(*id)
                }
            };
            line.steps.push(Step::Choose(line.children.len()));
            line.children.push(child);
            if is_token {
                line.steps.push(Step::EndToken);
            }
        }
        line
    }
}
