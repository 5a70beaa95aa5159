//! From a tree to its text.

use crate::rtg::{Join, Rtg, Symbol};
use crate::tree::{Choice, Tree};

/// What stands between the tokens of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// No space after `(` nor before `)`, each top-level command on a line of its own, one
    /// space between all other tokens.
    #[default]
    Smtlib,
    /// One space between every two tokens.
    Spaced,
}

impl Rtg {
    /// The text of `tree`, which must be a tree of this grammar.
    ///
    /// Costs time and memory in the length of the text, whatever the nesting.
    pub fn render(&self, tree: &Tree, layout: Layout) -> String {
        let mut writer = TokenWriter::new(layout);
        let mut choices = tree.choices().iter();
        let Some(Choice::Production(first)) = choices.next() else {
            return writer.text;
        };
        // What is still to be written, with how it is joined to its neighbours.
        let mut open: Vec<Open> = Vec::new();
        let mut production = Some(self.production(*first));
        loop {
            if let Some(production) = production.take() {
                let join = self.nonterminal(production.nonterminal()).join();
                open.extend(
                    production.symbols().iter().rev().map(|symbol| Open::Symbol(symbol, join)),
                );
            }
            let (symbol, join) = match open.pop() {
                Some(Open::Symbol(symbol, join)) => (symbol, join),
                Some(Open::TokenEnd) => {
                    writer.end_token();
                    continue;
                }
                None => break,
            };
            match (symbol, symbol.makes_choice().then(|| choices.next()).flatten()) {
                (Symbol::Literal(text), _) => writer.write(text),
                (_, Some(Choice::Char(c))) => writer.write(c.encode_utf8(&mut [0; 4])),
                (_, Some(Choice::Production(id))) => {
                    let child = self.production(*id);
                    let child_join = self.nonterminal(child.nonterminal()).join();
                    if join == Join::Separated && child_join == Join::Joined {
                        writer.end_token();
                        open.push(Open::TokenEnd);
                    }
                    production = Some(child);
                    continue;
                }
                (_, None) => break,
            }
            if join == Join::Separated {
                writer.end_token();
            }
        }
        writer.text
    }
}

enum Open<'a> {
    Symbol(&'a Symbol, Join),
    TokenEnd,
}

/// Writes tokens, each in one or more pieces, with the separators that a layout wants.
/// A token without any text leaves no trace.
#[derive(Debug)]
struct TokenWriter {
    layout: Layout,
    text: String,
    /// Whether the last token is finished, so that the next piece begins a new one.
    at_boundary: bool,
    scan: Scan,
}

impl TokenWriter {
    fn new(layout: Layout) -> Self {
        Self { layout, text: String::new(), at_boundary: true, scan: Scan::default() }
    }

    fn write(&mut self, piece: &str) {
        let Some(first) = piece.chars().next() else { return };
        if self.at_boundary {
            self.text.push_str(self.layout.separator(
                self.text.chars().next_back(),
                first,
                &self.scan,
            ));
            self.at_boundary = false;
        }
        if self.layout == Layout::Smtlib {
            self.scan.read(piece);
        }
        self.text.push_str(piece);
    }

    fn end_token(&mut self) {
        self.at_boundary = true;
    }
}

impl Layout {
    /// What stands between a token that ends with `last` and one that begins with `first`,
    /// after a text that was scanned.
    fn separator(self, last: Option<char>, first: char, scan: &Scan) -> &'static str {
        match (self, last) {
            (_, None) => "",
            (Layout::Smtlib, Some(last)) if scan.quote.is_none() => {
                if last == '(' || first == ')' {
                    ""
                } else if last == ')' && scan.depth == 0 {
                    "\n"
                } else {
                    " "
                }
            }
            (Layout::Smtlib | Layout::Spaced, Some(_)) => " ",
        }
    }
}

/// How deep in parentheses a text ends, and in which quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Scan {
    depth: i64,
    quote: Option<char>,
}

impl Scan {
    fn read(&mut self, text: &str) {
        for c in text.chars() {
            match (self.quote, c) {
                (Some(open), c) if open == c => self.quote = None,
                (None, '"' | '|') => self.quote = Some(c),
                (None, '(') => self.depth += 1,
                (None, ')') => self.depth -= 1,
                (Some(_) | None, _) => {}
            }
        }
    }
}
