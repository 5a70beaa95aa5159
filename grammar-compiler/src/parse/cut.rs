//! Lexemes → statements: where each starts and ends, before anyone asks what it says.
//!
//! A statement ends at its `;`, or at its `}` if it is a block. Where a rule's `;` is
//! missing, the next line that starts with `name :` or as only a prequel can starts a new
//! statement, so that one slip costs one error.

use super::NESTING_LIMIT;
use super::lexeme::{Fault, Kind, Lexeme, lexemes};
use crate::diagnostic::Diagnostic;
use crate::grammar::Span;

/// A piece of the text that should be one prequel or one rule.
pub(super) struct Statement {
    pub(super) span: Span,
    pub(super) ending: Ending,
}

/// End of a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The end that it should have.
    Closed,
    /// Without its `;`, which the text lacks at the end of the span.
    Unclosed,
    /// With a problem that has been reported and that no parser can read.
    Broken,
}

/// The statements of `text`, in order; faults of single lexemes are reported here.
pub(super) fn cut(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Statement> {
    let mut cutter = Cutter { text, lexemes: lexemes(text), statements: Vec::new(), open: None };
    for index in 0..cutter.lexemes.len() {
        diagnostics.extend(cutter.take(index));
    }
    if cutter.open.is_some() {
        cutter.close(cutter.lexemes.len(), Ending::Unclosed);
    }
    cutter.statements
}

struct Cutter<'t> {
    text: &'t str,
    lexemes: Vec<Lexeme>,
    statements: Vec<Statement>,
    open: Option<Open>,
}

/// A statement whose end has not come yet.
struct Open {
    start: usize,
    form: Form,
    /// Open parentheses.
    depth: usize,
    broken: bool,
    /// The lexeme with which a new rule would start if a colon came next.
    head: Option<usize>,
}

/// Token that ends a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `}`: an options block, a named action, a clause after a rule.
    Block,
    /// `;`, with a colon still to come.
    Rule,
    /// `;`, with no colon to come: one that follows a name belongs to another rule.
    Body,
}

impl Cutter<'_> {
    /// Moves on by one lexeme.
    fn take(&mut self, index: usize) -> Option<Diagnostic> {
        let unfinished = |open: &Open| open.form == Form::Body && open.depth == 0;
        if self.open.as_ref().is_some_and(unfinished) && self.must_open(index) {
            self.close(index, Ending::Unclosed);
        }
        if self.open.is_none() {
            self.open_at(index);
        }
        let (kind, opens_line) = (self.lexemes[index].kind, self.lexemes[index].opens_line);
        let mut diagnostic = fault(&self.lexemes[index]);
        let after_modifier = index > 0 && is_modifier(self.word(index - 1));
        let open = self.open.as_mut()?;
        open.broken |= diagnostic.is_some();
        let head = open.head.take();
        match kind {
            Kind::Word => {
                open.head = head.filter(|_| after_modifier).or(opens_line.then_some(index));
            }
            Kind::Symbol(':') if open.depth == 0 => match (open.form, head) {
                (Form::Rule, _) => open.form = Form::Body,
                (Form::Body, Some(head)) if self.lexemes[head].span.start > open.start => {
                    self.close(head, Ending::Unclosed);
                    self.open_at(head);
                    self.open.as_mut()?.form = Form::Body;
                }
                _ => {}
            },
            Kind::Symbol('(') => {
                open.depth += 1;
                if open.depth > NESTING_LIMIT && !open.broken {
                    open.broken = true;
                    diagnostic = Some(too_deep(self.lexemes[index].span.clone()));
                }
            }
            Kind::Symbol(')') => open.depth = open.depth.saturating_sub(1),
            Kind::Symbol(';') => self.close(index + 1, Ending::Closed),
            Kind::Block if open.form == Form::Block => self.close(index + 1, Ending::Closed),
            _ => {}
        }
        diagnostic
    }

    /// Whether this lexeme can only be the first of a statement that is no rule, and stands
    /// where one would write it.
    fn must_open(&self, index: usize) -> bool {
        let next = self.lexemes.get(index + 1).map(|next| next.kind);
        self.lexemes[index].opens_line
            && match self.word(index) {
                "@" => true,
                "options" | "tokens" | "channels" => next == Some(Kind::Block),
                "import" | "mode" => next == Some(Kind::Word),
                _ => false,
            }
    }

    /// Starts a statement with this lexeme, or takes up the rule before it again if a
    /// clause of that rule starts here.
    fn open_at(&mut self, index: usize) {
        let before_block = self.lexemes.get(index + 1).is_some_and(|next| next.kind == Kind::Block);
        let form = match self.word(index) {
            "@" | "catch" | "finally" => Form::Block,
            "options" | "tokens" | "channels" if before_block => Form::Block,
            "grammar" | "lexer" | "parser" | "import" | "mode" => Form::Body,
            _ => Form::Rule,
        };
        let mut open = Open {
            start: self.lexemes[index].span.start,
            form,
            depth: 0,
            broken: false,
            head: None,
        };
        if matches!(self.word(index), "catch" | "finally")
            && let Some(rule) = self.statements.pop()
        {
            open.start = rule.span.start;
            open.broken = rule.ending == Ending::Broken;
        }
        self.open = Some(open);
    }

    /// Ends the open statement before lexeme `end`.
    fn close(&mut self, end: usize, ending: Ending) {
        if let (Some(open), Some(last)) = (self.open.take(), end.checked_sub(1)) {
            let ending = if open.broken { Ending::Broken } else { ending };
            let span = open.start..self.lexemes[last].span.end;
            self.statements.push(Statement { span, ending });
        }
    }

    fn word(&self, index: usize) -> &str {
        &self.text[self.lexemes[index].span.clone()]
    }
}

/// Whether the word may stand before the name of a rule.
pub(super) fn is_modifier(word: &str) -> bool {
    matches!(word, "fragment" | "public" | "private" | "protected")
}

fn fault(lexeme: &Lexeme) -> Option<Diagnostic> {
    let start = lexeme.span.start;
    if let Fault::TooDeep(offset) = lexeme.fault.as_ref()? {
        return Some(too_deep(start + offset..start + offset + 1));
    }
    let (message, hint) = match lexeme.kind {
        Kind::Literal => ("this literal has no closing `'` on its line", None),
        Kind::Set => {
            ("this set has no closing `]` on its line", Some("write `\\]` for a `]` in a set"))
        }
        Kind::Arguments => ("these arguments have no closing `]`", None),
        Kind::Block => ("this `{` has no closing `}`", None),
        Kind::Comment => ("this comment has no closing `*/`", None),
        _ => ("this has no closing `\"` on its line", Some("literals stand in single quotes")),
    };
    // What runs to the end of the file is underlined where it opens.
    let end = match lexeme.kind {
        Kind::Comment => start + 2,
        Kind::Arguments | Kind::Block => start + 1,
        _ => lexeme.span.end,
    };
    let diagnostic = Diagnostic::error(start..end, message);
    Some(match hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    })
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("nested more than {NESTING_LIMIT} deep"))
        .hint("move an inner part to a rule of its own")
}
