//! From syntax to a flat list of tokens, which reaches into the arguments of macros as well.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// One token with its line, counted from 1.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: usize,
}

/// The kinds of tokens that paths are made of.
#[derive(PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: `crate`, `Result`.
    Word(String),
    /// `::`
    Colons,
    /// `<` or `>`, and the braces of a `use`.
    Open(char),
    Close(char),
    /// Any other punctuation; `-` and `=` before a `>` are told apart by their own tokens.
    Sign(char),
    /// A literal.
    Literal,
}

impl Token {
    /// Returns true if this is the word.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(&self.kind, Kind::Word(own) if own == word)
    }

    /// Returns the word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// Returns the tokens of `syntax`, groups opened.
pub(super) fn tokens(syntax: &impl ToTokens) -> Vec<Token> {
    let mut tokens = Vec::new();
    flatten(syntax.to_token_stream(), &mut tokens);
    tokens
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut previous = None;
    for tree in stream {
        let line = tree.span().start().line;
        let sign = match &tree {
            TokenTree::Punct(sign) => Some(sign.as_char()),
            _ => None,
        };
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Parenthesis | Delimiter::None => ('(', ')'),
                };
                tokens.push(Token { kind: Kind::Open(open), line });
                flatten(group.stream(), tokens);
                let line = group.span_close().end().line;
                tokens.push(Token { kind: Kind::Close(close), line });
            }
            TokenTree::Ident(word) => {
                tokens.push(Token { kind: Kind::Word(word.to_string()), line });
            }
            TokenTree::Literal(_) => tokens.push(Token { kind: Kind::Literal, line }),
            TokenTree::Punct(sign) => {
                let kind = match (previous, sign.as_char()) {
                    (Some(':'), ':') => {
                        tokens.pop();
                        Kind::Colons
                    }
                    (_, '<') => Kind::Open('<'),
                    // An arrow closes nothing.
                    (Some('-' | '='), '>') => Kind::Sign('>'),
                    (_, '>') => Kind::Close('>'),
                    (_, sign) => Kind::Sign(sign),
                };
                tokens.push(Token { kind, line });
            }
        }
        // `:::` is no Rust, so two colons are never part of a third.
        previous = sign;
    }
}
