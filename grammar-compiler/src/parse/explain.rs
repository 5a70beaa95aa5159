//! pest's errors → diagnostics in the words of authors.

use super::lexeme;
use super::syntax::{Error, Node};
use crate::diagnostic::Diagnostic;
use crate::grammar::Span;
use pest::error::{ErrorVariant, InputLocation};

/// Explains the error in the statement at `statement` of `text`.
pub(super) fn explain(error: &Error, text: &str, statement: &Span) -> Diagnostic {
    let (InputLocation::Pos(offset) | InputLocation::Span((offset, _))) = error.location;
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => expected(positives),
        // pest's own limits: a stack too small for even the nesting that we allow.
        ErrorVariant::CustomError { message } => {
            return Diagnostic::error(statement.clone(), format!("cannot read this: {message}"));
        }
    };
    let place = found(text, statement, statement.start + offset);
    let found = match &text[place.clone()] {
        "" if text[place.end..].trim().is_empty() => "the end of the file".to_owned(),
        "" => "the end of the rule".to_owned(),
        found => format!(
            "`{}`",
            found.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"")
        ),
    };
    let message = match expected {
        Some(expected) => format!("expected {expected}, found {found}"),
        None => format!("unexpected {found}"),
    };
    let diagnostic = Diagnostic::error(place.clone(), message);
    match hint(&text[place]) {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

/// "an element, `;` or `|`".
fn expected(nodes: &[Node]) -> Option<String> {
    let mut phrases: Vec<&str> = Vec::new();
    for phrase in nodes.iter().filter_map(|node| phrase(*node)) {
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    // Where an element can stand, so can options, suffixes and whatever else belongs to
    // one: naming them all helps nobody.
    if phrases.contains(&ELEMENT) {
        phrases.retain(|phrase| ["`;`", "`|`", "`)`"].contains(phrase));
        phrases.insert(0, ELEMENT);
    }
    let last = phrases.pop()?;
    Some(if phrases.is_empty() {
        last.to_owned()
    } else {
        format!("{} or {last}", phrases.join(", "))
    })
}

const ELEMENT: &str = "an element";

/// Returns the name of a production of `antlr.pest`; nothing for what is never worth saying.
fn phrase(node: Node) -> Option<&'static str> {
    Some(match node {
        Node::header | Node::word_grammar => "`grammar`",
        Node::word_lexer => "`lexer`",
        Node::word_parser => "`parser`",
        Node::grammar_rule => "a rule",
        Node::name
        | Node::parser_name
        | Node::lexer_name
        | Node::any_word
        | Node::dotted_name
        | Node::imported
        | Node::command
        | Node::command_argument => "a name",
        Node::number => "a number",
        Node::option => "an option",
        Node::option_value => "a value",
        Node::quoted | Node::literal => "a literal",
        Node::set => "a set",
        Node::colon => "`:`",
        Node::semicolon => "`;`",
        Node::comma => "`,`",
        Node::equals => "`=`",
        Node::bar => "`|`",
        Node::close_brace => "`}`",
        Node::close_round => "`)`",
        Node::close_angle => "`>`",
        Node::arguments => "`[`",
        Node::action => "`{`",
        Node::element
        | Node::reference
        | Node::range
        | Node::not
        | Node::wildcard
        | Node::group
        | Node::alternative
        | Node::alternatives
        | Node::predicate
        | Node::label => ELEMENT,
        Node::not_item => "a literal, set, range or token",
        Node::element_option => "an option's name",
        _ => return None,
    })
}

/// The lexeme at `position`; at the end of a statement, the place after its last lexeme.
fn found(text: &str, statement: &Span, position: usize) -> Span {
    let start = position.min(statement.end);
    start..start + lexeme::first_length(&text[start..statement.end])
}

/// Advice that depends only on what was found.
fn hint(found: &str) -> Option<String> {
    Some(match found {
        _ if found.starts_with('"') => "literals stand in single quotes: 'text'".to_owned(),
        "^" | "!" => format!("`{found}` is ANTLR 3; ANTLR 4 has no tree operators"),
        "fragment" | "import" | "mode" | "lexer" | "parser" | "grammar" | "protected"
        | "public" | "private" | "returns" | "locals" | "throws" | "catch" | "finally" => {
            format!("`{found}` cannot be a name; is a `;` missing before it?")
        }
        _ => return None,
    })
}
