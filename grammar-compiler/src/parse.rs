//! `.g4` text → [`Grammar`], with every syntax error at once.
//!
//! A file is first cut into statements ([`cut`]); pest reads each by itself ([`syntax`]),
//! so an error in one rule leaves the others standing; what pest read becomes the AST
//! ([`build`]), what it could not read is explained ([`explain`]).

mod build;
mod characters;
mod code_points;
mod cut;
mod explain;
mod lexeme;
mod syntax;

use crate::diagnostic::{Diagnostic, Severity};
use crate::grammar::{Grammar, Span, Spanned, Unread};
use build::{Builder, Statement};
use characters::Characters;
use cut::Ending;
use feat_runtime::CharSet;
use syntax::Node;

/// Deepest nesting of brackets. It bounds the recursion of every later phase.
const NESTING_LIMIT: usize = 200;

/// The grammar that `text` holds, and every problem of its syntax, in order of place.
///
/// There is no grammar only if its `grammar X;` cannot be read. Where there are errors,
/// the grammar holds what could be read: rules and elements may be missing.
pub fn parse(text: &str) -> (Option<Grammar>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut statements = cut::cut(text, &mut diagnostics).into_iter().peekable();
    let is_header = |statement: &cut::Statement| {
        let written = &text[statement.span.clone()];
        let word = written.split(|c| !lexeme::continues_name(c)).next();
        matches!(word, Some("grammar" | "lexer" | "parser"))
    };
    let grammar = if let Some(header) = statements.next_if(is_header) {
        read_header(text, &header, &mut diagnostics)
    } else {
        let start = statements.peek().map_or(text.len(), |first| first.span.start);
        diagnostics.push(missing_header(text, start));
        None
    };
    // Without a header the rest is still read, for its errors.
    let has_header = grammar.is_some();
    let mut grammar = grammar.unwrap_or_else(nameless);
    let mut mode = None;
    for statement in statements {
        match read_statement(text, &statement, &mut diagnostics) {
            Some(Statement::Prequel(prequel)) => grammar.prequels.push(prequel),
            Some(Statement::Mode(name)) => mode = Some(name),
            Some(Statement::Rule(mut rule)) => {
                rule.mode.clone_from(&mode);
                grammar.rules.push(rule);
            }
            None => grammar.unread.push(unread(&text[statement.span.clone()])),
        }
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    (has_header.then_some(grammar), diagnostics)
}

/// Reason why a text is no set of characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// The set ends before the text does, or not at all: `a]b`, `a\`.
    #[error("not a set: write it as between the brackets of `[a-z0-9]`")]
    Unbalanced,
    /// A range, an escape or a property is wrong: `z-a`.
    #[error("{}", .0.message)]
    Wrong(Box<Diagnostic>),
}

/// The set of characters that `text` writes, as between the brackets of a grammar's `[…]`.
pub fn parse_set(text: &str) -> Result<CharSet, SetError> {
    let written = format!("[{text}]");
    if lexeme::first_length(&written) < written.len() {
        return Err(SetError::Unbalanced);
    }
    let mut diagnostics = Vec::new();
    if let Some(set) = Characters::new(&written, 0, &mut diagnostics).set() {
        return Ok(set);
    }
    let error = diagnostics.into_iter().find(|it| it.severity == Severity::Error);
    let error = error.expect("a set that cannot be read has an error");
    Err(SetError::Wrong(Box::new(error)))
}

fn read_header(
    text: &str,
    statement: &cut::Statement,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Grammar> {
    let pair = read(Node::header_statement, text, statement, diagnostics)?;
    Builder::new(statement.span.start, diagnostics).header(pair)
}

fn read_statement(
    text: &str,
    statement: &cut::Statement,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Statement> {
    let pair = read(Node::statement, text, statement, diagnostics)?;
    Builder::new(statement.span.start, diagnostics).statement(pair)
}

/// Lets pest read a statement; what it cannot read is reported.
fn read<'t>(
    entry: Node,
    text: &'t str,
    statement: &cut::Statement,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<syntax::Pair<'t>> {
    if statement.ending == Ending::Broken {
        return None;
    }
    match syntax::read(entry, &text[statement.span.clone()]) {
        Ok(pair) => {
            if statement.ending == Ending::Unclosed {
                diagnostics.push(missing_semicolon(statement.span.end));
            }
            pair
        }
        Err(error) => {
            diagnostics.push(explain::explain(&error, text, &statement.span));
            None
        }
    }
}

/// Returns what can be said of a rule that cannot be read: its words, which are names for the most
/// part.
fn unread(text: &str) -> Unread {
    let words = || text.split(|c| !lexeme::continues_name(c)).filter(|word| !word.is_empty());
    let name = words().find(|word| !cut::is_modifier(word)).map(str::to_owned);
    Unread { name, words: words().map(str::to_owned).collect() }
}

fn missing_semicolon(place: usize) -> Diagnostic {
    Diagnostic::error(place..place, "expected `;` here")
        .hint("every rule and every line such as `grammar Name` ends with `;`")
}

fn missing_header(text: &str, start: usize) -> Diagnostic {
    let end = text[start..].find(|c| !lexeme::continues_name(c)).map_or(text.len(), |n| start + n);
    Diagnostic::error(start..end, "expected `grammar` and a name")
        .hint("a grammar opens with `grammar Name;`")
}

/// A grammar to collect statements in where the header is missing.
fn nameless() -> Grammar {
    let name = Spanned { value: String::new(), span: Span::default() };
    Grammar {
        kind: crate::grammar::GrammarKind::Combined,
        name,
        prequels: Vec::new(),
        rules: Vec::new(),
        unread: Vec::new(),
    }
}
