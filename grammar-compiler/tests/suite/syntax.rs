//! Each `syntax/*.g4` is parsed; what comes out stands beside it in `*.expected`.
//!
//! To add a case, add a `.g4` file and run the command that the failing test prints.

use crate::dump;
use crate::support::{self, fixtures};
use grammar_compiler::{Style, parse, render};

#[test]
fn every_fixture_reads_as_expected() {
    support::check("syntax", |name, text| {
        let (grammar, diagnostics) = parse(text);
        let mut found = grammar.map_or("no grammar\n".to_owned(), |it| dump::dump(&it, text));
        if !diagnostics.is_empty() {
            found += "\n";
            found += &render(&diagnostics, name, text, Style::Plain);
        }
        found
    });
}

#[test]
fn line_breaks_and_byte_order_mark_do_not_matter() {
    for (path, text) in fixtures("syntax") {
        let messages = |text: &str| -> Vec<(String, (usize, usize))> {
            let diagnostics = parse(text).1.into_iter();
            diagnostics.map(|it| (it.message.clone(), it.line_column(text))).collect()
        };
        assert_eq!(messages(&text), messages(&text.replace('\n', "\r\n")), "{}", path.display());
        let marked = format!("\u{FEFF}\n{text}");
        let moved = messages(&text)
            .into_iter()
            .map(|(message, (line, column))| (message, (line + 1, column)));
        assert_eq!(moved.collect::<Vec<_>>(), messages(&marked), "{}", path.display());
    }
}

#[test]
fn no_prefix_panics_and_every_broken_one_is_reported() {
    for (path, text) in fixtures("syntax") {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let prefix = &text[..end];
            let (grammar, diagnostics) = parse(prefix);
            assert!(grammar.is_some() || !diagnostics.is_empty(), "{} to {end}", path.display());
            render(&diagnostics, "prefix.g4", prefix, Style::Plain);
        }
    }
}

#[test]
fn nesting_is_bounded() {
    let check = |open: &str, close: &str, depth: usize, accepted: bool| {
        let text = format!(
            "grammar A;\na : b {} 'x' {} ;\nb : ;\n",
            open.repeat(depth),
            close.repeat(depth)
        );
        let (grammar, diagnostics) = parse(&text);
        assert_eq!(diagnostics.is_empty(), accepted, "{depth} of {open}: {diagnostics:?}");
        assert_eq!(grammar.unwrap().rules.len(), if accepted { 2 } else { 1 });
        if !accepted {
            assert_eq!(diagnostics.len(), 1);
            assert_eq!(diagnostics[0].message, "nested more than 200 deep");
        }
    };
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("( 'y' | x=(", ")* )")] {
        let most = 200 / open.matches(['(', '{', '[']).count();
        check(open, close, most, true);
        check(open, close, most + 1, false);
        check(open, close, 100_000, false);
    }
    // Without their ends they are still only one error.
    for open in ["(", "{", "[", "'", "~(", "/*", "a : (", "<", "options {", "@a {"] {
        let text = format!("grammar A;\na : {}", open.repeat(100_000));
        assert!(!parse(&text).1.is_empty());
    }
}
