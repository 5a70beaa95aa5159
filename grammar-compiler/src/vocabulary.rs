//! The tokens of a grammar: what `.` and `~` range over in parser rules.
//!
//! As in ANTLR, literals of parser rules that no lexer rule defines come first, in the order in
//! which they appear, then lexer rules in the order of the file. Fragments are no tokens; what
//! is skipped, hidden or made into another token reaches no parser.

use std::collections::BTreeMap;

use crate::grammar::{Alternative, Atom, Element, Grammar, NotItem, Rule, RuleKind};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Token<'a> {
    /// A literal that no lexer rule defines: `'x'`.
    Literal(&'a str),
    /// The place of a lexer rule.
    Rule(usize),
}

/// The tokens of a grammar, each once. `'('`, `')'` and `DIGIT` may be three.
#[derive(Debug)]
pub struct Vocabulary<'a> {
    tokens: Vec<Token<'a>>,
    /// The lexer rules that are one literal, by that literal.
    aliases: BTreeMap<&'a str, usize>,
}

impl<'a> Vocabulary<'a> {
    /// The tokens of a grammar.
    pub fn new(grammar: &'a Grammar) -> Self {
        let aliases = aliases(grammar);
        let mut literals = Vec::new();
        for rule in grammar.rules.iter().filter(|rule| rule.kind == RuleKind::Parser) {
            for alternative in &rule.alternatives {
                collect(alternative, &mut literals);
            }
        }
        let mut tokens: Vec<Token> = Vec::new();
        for text in literals {
            let token = Token::Literal(text);
            if !aliases.contains_key(text) && !tokens.contains(&token) {
                tokens.push(token);
            }
        }
        let rules = grammar.rules.iter().enumerate().filter(|(_, rule)| is_token(rule));
        tokens.extend(rules.map(|(place, _)| Token::Rule(place)));
        Self { tokens, aliases }
    }

    /// All tokens, in order.
    pub fn tokens(&self) -> &[Token<'a>] {
        &self.tokens
    }

    /// The token that a literal of a parser rule is.
    pub fn of_literal(&self, text: &'a str) -> Token<'a> {
        self.aliases.get(text).map_or(Token::Literal(text), |&place| Token::Rule(place))
    }
}

/// Whether a rule makes tokens of its own for the parser.
pub fn is_token(rule: &Rule) -> bool {
    let leads_away = |name: &str| matches!(name, "skip" | "channel" | "more" | "type");
    let is_lost =
        |it: &Alternative| it.commands.iter().any(|command| leads_away(&command.name.value));
    rule.kind == RuleKind::Lexer && !rule.fragment && !rule.alternatives.iter().all(is_lost)
}

/// The lexer rules that are one literal. Where two rules are the same literal, it is neither.
fn aliases(grammar: &Grammar) -> BTreeMap<&str, usize> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| is_token(rule)) {
        if let [Alternative { elements, .. }] = &rule.alternatives[..]
            && let [Element { atom: Atom::Literal(text), repeat: None, .. }] = &elements[..]
        {
            found.entry(text).or_default().push(place);
        }
    }
    let single = |(text, places): (_, Vec<usize>)| match places[..] {
        [place] => Some((text, place)),
        _ => None,
    };
    found.into_iter().filter_map(single).collect()
}

/// Adds the literals of an alternative in the order in which they appear.
fn collect<'a>(alternative: &'a Alternative, literals: &mut Vec<&'a str>) {
    for element in &alternative.elements {
        match &element.atom {
            Atom::Literal(text) => literals.push(text),
            Atom::Not(items) => literals.extend(items.iter().filter_map(|item| match item {
                NotItem::Literal(text) => Some(text.as_str()),
                NotItem::Reference(_) | NotItem::Set(_) | NotItem::Range(..) => None,
            })),
            Atom::Group(alternatives) => {
                for alternative in alternatives {
                    collect(alternative, literals);
                }
            }
            Atom::Reference(_)
            | Atom::Set(_)
            | Atom::Range(..)
            | Atom::Wildcard
            | Atom::Action
            | Atom::Predicate => {}
        }
    }
}
