//! `.` and `~` in parser rules: any one of the grammar's tokens, or any but some.

use std::collections::BTreeSet;

use feat_runtime::{NonterminalId, Symbol};

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::grammar::{NotItem, RuleKind, Span};
use crate::vocabulary::Token;
use crate::written;

/// Reason why something after `~` is no token.
#[derive(Debug, thiserror::Error)]
enum NoToken {
    #[error("are characters")]
    Characters,
    #[error("is a parser rule")]
    ParserRule,
    #[error("is a fragment, a part of tokens")]
    Fragment,
}

impl<'a> Lowering<'a> {
    /// Any one token of the grammar but these: a fresh nonterminal with one production per token.
    pub(super) fn lower_tokens(&mut self, items: &'a [NotItem], span: &Span) -> Vec<Symbol> {
        let mut excluded = BTreeSet::new();
        for item in items {
            match self.excluded_token(item) {
                Ok(token) => excluded.extend(token),
                Err(why) => self.diagnostics.push(
                    Diagnostic::error(span.clone(), "`~` in a parser rule works on tokens only")
                        .label(format!("{} {why}", written::not_item(item)))
                        .hint("name lexer rules or literals: `~(NAME | ';')`"),
                ),
            }
        }
        let tokens: Vec<Token> =
            self.vocabulary.tokens().iter().filter(|it| !excluded.contains(it)).copied().collect();
        if tokens.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "no token of the grammar is left here").hint(
                    "in a parser rule `.` and `~` range over lexer rules and over literals of \
                     parser rules: add one, or exclude fewer",
                ),
            );
            // One error is enough: go on as if nothing stood here.
            return Vec::new();
        }
        let id = self.fresh("tokens", span.clone());
        for token in tokens {
            let (symbols, text) = match token {
                Token::Literal(text) => (self.lower_literal(text, span), written::literal(text)),
                Token::Rule(place) => {
                    let name = self.resolved.grammar.rules[place].name.value.clone();
                    (vec![Symbol::Nonterminal(NonterminalId::new(place))], name)
                }
            };
            self.add_production(id, symbols, text, span);
        }
        vec![Symbol::Nonterminal(id)]
    }

    /// The token after `~`; `None` for one that is not defined, which has been complained of, and
    /// for the end of the text, which is in no set.
    fn excluded_token(&self, item: &'a NotItem) -> Result<Option<Token<'a>>, NoToken> {
        let name = match item {
            NotItem::Literal(text) => return Ok(Some(self.vocabulary.of_literal(text))),
            NotItem::Set(_) | NotItem::Range(..) => return Err(NoToken::Characters),
            NotItem::Reference(name) => name,
        };
        let Some(&place) = self.resolved.rules.get(name.value.as_str()) else { return Ok(None) };
        let rule = &self.resolved.grammar.rules[place];
        match rule.kind {
            RuleKind::Parser => Err(NoToken::ParserRule),
            RuleKind::Lexer if rule.fragment => Err(NoToken::Fragment),
            RuleKind::Lexer => Ok(Some(Token::Rule(place))),
        }
    }
}
