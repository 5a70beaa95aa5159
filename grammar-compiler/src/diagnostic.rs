//! Problems found in a grammar, and how they look on a terminal.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, normalize_untrusted_str};

use crate::grammar::Span;
use crate::options::Remedy;

/// Whether a grammar with this problem can still be used. In `a : b ;` a `b`
/// without a rule is an error; a rule that nothing refers to is a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can.
    Warning,
}

/// One problem at its place. `there is no rule` with its name, at the reference, is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity of it.
    pub severity: Severity,
    /// One line that says what is wrong.
    pub message: String,
    /// Place of the mistake.
    pub span: Span,
    /// Text under the underlined place; may be empty.
    pub label: String,
    /// Other places that matter, each with what to say of it.
    pub notes: Vec<(Span, String)>,
    /// Advice to the author, if any.
    pub hint: Option<String>,
    /// The setting that the hint speaks of last, for callers that know how to set it.
    pub remedy: Option<Remedy>,
}

impl Diagnostic {
    /// A problem that makes the grammar unusable.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, span, message.into())
    }

    /// A problem that the author should know of.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, span, message.into())
    }

    fn new(severity: Severity, span: Span, message: String) -> Self {
        let (label, notes) = (String::new(), Vec::new());
        Self { severity, message, span, label, notes, hint: None, remedy: None }
    }

    /// The same with this text under the underlined place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with one more place that matters.
    #[must_use]
    pub fn note(mut self, span: Span, note: impl Into<String>) -> Self {
        self.notes.push((span, note.into()));
        self
    }

    /// The same with this advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with a setting that would solve it, which its hint speaks of last.
    #[must_use]
    pub fn remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(remedy);
        self
    }

    /// The same where the hint ends with how its remedy is set: `(--alphabet)`.
    #[must_use]
    pub fn with_setting(mut self, how: impl Fn(&Remedy) -> String) -> Self {
        if let (Some(hint), Some(remedy)) = (&mut self.hint, &self.remedy) {
            *hint = format!("{hint} (`{}`)", how(remedy));
        }
        self
    }

    /// Returns the start of the problem in `text`: line and column, both from 1, the column in
    /// characters.
    pub fn line_column(&self, text: &str) -> (usize, usize) {
        let start = clamp(&self.span, text).start;
        let line_start = line_start(text, start);
        let line = 1 + text[..line_start].matches('\n').count();
        (line, 1 + text[line_start..start].chars().count())
    }
}

/// With or without terminal colours. A terminal gets colours, a pipe none, as `--color auto` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    Plain,
    /// With ANSI escape codes.
    Coloured,
}

/// The diagnostics as rustc would show them, in the given order with an empty line between
/// two; empty if there is none. `path` is only shown.
///
/// Never panics: a span that does not fit the text is moved to the nearest place that does.
pub fn render(diagnostics: &[Diagnostic], path: &str, text: &str, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut shown = String::new();
    for diagnostic in diagnostics {
        if !shown.is_empty() {
            shown.push('\n');
        }
        shown += &render_one(diagnostic, path, text, &renderer);
        shown.push('\n');
    }
    shown
}

fn render_one(diagnostic: &Diagnostic, path: &str, text: &str, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let primary = clamp(&diagnostic.span, text);
    let notes: Vec<(Span, &str)> =
        diagnostic.notes.iter().map(|(span, note)| (clamp(span, text), note.as_str())).collect();

    // The renderer splits whatever it is given into lines, so it gets only the lines that
    // matter: rendering many diagnostics of a long file stays linear.
    let spans = || notes.iter().map(|(span, _)| span).chain([&primary]);
    let start = spans().map(|span| span.start).fold(primary.start, usize::min);
    let end = spans().map(|span| span.end).fold(primary.end, usize::max);
    let (first, last) = (line_start(text, start), line_end(text, end));
    let place = |span: &Span| span.start - first..span.end - first;

    let underline = AnnotationKind::Primary
        .span(place(&primary))
        .label((!diagnostic.label.is_empty()).then_some(diagnostic.label.as_str()));
    let snippet = Snippet::source(&text[first..last])
        .line_start(1 + text[..first].matches('\n').count())
        .path(path)
        .annotation(underline)
        .annotations(
            notes.iter().map(|(span, note)| AnnotationKind::Context.span(place(span)).label(*note)),
        );
    let mut group = level.primary_title(diagnostic.message.as_str()).element(snippet);
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(normalize_untrusted_str(hint)));
    }
    renderer.render(&[group])
}

/// The nearest span that fits the text: in bounds, in order, and between characters.
fn clamp(span: &Span, text: &str) -> Span {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// Returns the start of the line that holds `position`.
fn line_start(text: &str, position: usize) -> usize {
    text[..position].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Returns the end of the line that holds `position`, before its line break.
fn line_end(text: &str, position: usize) -> usize {
    text[position..].find('\n').map_or(text.len(), |length| position + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 7] = [
        "",
        "\n",
        "grammar A;\n",
        "grammar A;\r\na : 'é' ;\r\n",
        "\ta :\t'\u{1F600}'\t;",
        "e\u{301}\u{200B}\u{202E}\u{1B}[31m\0x\u{FEFF}\ry",
        "\u{FEFF}a\n\n\nb\n\n\n\n\n\n\n\n漢字\n",
    ];

    #[test]
    fn every_span_renders() {
        for text in TEXTS {
            let places = || (0..=text.len() + 2).chain([usize::MAX]);
            for (start, end) in places().flat_map(|start| places().map(move |end| (start, end))) {
                let diagnostic = Diagnostic::error(start..end, "wrong\n\u{1B}[31m\tindeed")
                    .label("here")
                    .note(end..start, "there")
                    .hint("do\nother\u{1B}wise");
                diagnostic.line_column(text);
                for style in [Style::Plain, Style::Coloured] {
                    render(std::slice::from_ref(&diagnostic), "a.g4", text, style);
                }
            }
        }
    }

    #[test]
    fn renderer_and_line_column_agree() {
        for text in TEXTS {
            for start in (0..=text.len()).filter(|&start| text.is_char_boundary(start)) {
                let diagnostic = Diagnostic::warning(start..start, "odd");
                let (line, column) = diagnostic.line_column(text);
                let shown = render(&[diagnostic], "a.g4", text, Style::Plain);
                let place = format!("--> a.g4:{line}:{column}\n");
                assert!(shown.contains(&place), "{text:?} at {start}: no {place} in\n{shown}");
            }
        }
    }

    #[test]
    fn looks_like_this() {
        let text = "grammar A;\na : b ;\nc : d ;\n";
        let diagnostics = [
            Diagnostic::error(15..16, "no rule `b`")
                .label("used here")
                .note(8..9, "in this grammar")
                .hint("did you mean `c`?"),
            Diagnostic::warning(19..20, "`c` is never used"),
        ];
        let expected = "\
error: no rule `b`
 --> a.g4:2:5
  |
1 | grammar A;
  |         - in this grammar
2 | a : b ;
  |     ^ used here
  |
  = help: did you mean `c`?

warning: `c` is never used
 --> a.g4:3:1
  |
3 | c : d ;
  | ^
";
        assert_eq!(render(&diagnostics, "a.g4", text, Style::Plain), expected);
        assert!(render(&diagnostics, "a.g4", text, Style::Coloured).contains('\u{1B}'));
        assert_eq!(render(&[], "a.g4", text, Style::Plain), "");
    }
}
