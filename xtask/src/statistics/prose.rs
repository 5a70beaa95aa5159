//! From the sources and documents to the places where their prose makes newcomers stumble.
//!
//! - Documentation that opens with a question word (`What is asked.`) says what an item is about, and
//!   not what it is.
//! - `So many formulas`, `asked so often` and `a formula a second` are turns of phrase that nobody else
//!   uses, also where a line ends inside of them.
//! - A public type whose documentation has nothing in backticks shows no example.
//!
//! Prose is what stands in documents, in comments of sources, grammars, tables and settings, and in
//! the strings of programs and libraries, which are their messages. Code between backticks is none.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, Ident, Item, Lit, Meta, TraitItem, Visibility};

use super::Place;
use super::sources::Source;

/// Words with which no documentation opens.
const OPENINGS: [&str; 9] =
    ["What", "Who", "Whom", "Whose", "How", "Where", "When", "Why", "Which"];
/// Words behind `so` that make an old turn of phrase of it.
const SO: [&str; 4] = ["many", "much", "often", "long"];
/// Words behind these that make it an ordinary one: `so many that`.
const THEN: [&str; 2] = ["that", "as"];
/// Texts besides sources and documents: the ending, and what a comment begins with.
const COMMENTED: [(&str, &str); 6] =
    [("g4", "//"), ("rules", ";"), ("fusion", ";"), ("toml", "#"), ("sh", "#"), ("run", "#")];

/// A word of prose with its line, counted from 1.
type Word = (usize, String);

/// Returns the places of old turns of phrase in the project's sources and documents.
pub(super) fn old_phrases(project: &Path) -> Result<Vec<Place>> {
    let mut found = Vec::new();
    for path in texts(project)? {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let inside = path.strip_prefix(project).unwrap_or(&path);
        let is_tested = inside.components().all(|part| part.as_os_str() != "tests");
        let mut lines = match ending(&path) {
            "rs" if is_generated(&text) => continue,
            "rs" => [openings(&text), in_paragraphs(&comments(&text, "//"))].concat(),
            "md" => in_paragraphs(&prose_of_document(&text)),
            ending => {
                let marker = COMMENTED.iter().find(|(own, _)| *own == ending);
                marker.map_or_else(Vec::new, |(_, it)| in_paragraphs(&comments(&text, it)))
            }
        };
        if ending(&path) == "rs" && is_tested {
            lines.extend(in_messages(&text));
        }
        lines.sort_unstable();
        lines.dedup();
        let file = inside.display().to_string();
        found.extend(lines.into_iter().map(|line| Place { file: file.clone(), line }));
    }
    Ok(found)
}

/// Returns how the name of a file ends: `rs`; the whole name where it has no dot.
fn ending(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default(); // no text
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns the texts of a project in the order of their paths; hidden folders but those of a code
/// host and of the checks, what is built and what is generated are left out.
fn texts(project: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut open) = (Vec::new(), vec![project.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder);
        for entry in entries.with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default(); // no text
            let is_built = ["target", "dist"].iter().any(|built| name.starts_with(built));
            let is_hidden = name.starts_with('.') && ![".github", ".ci"].contains(&name);
            if path.is_dir() {
                let is_left_out = is_hidden || (is_built && folder == project);
                if !is_left_out {
                    open.push(path);
                }
            } else if ["rs", "md"].contains(&ending(&path))
                || COMMENTED.iter().any(|(own, _)| *own == ending(&path))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn is_generated(text: &str) -> bool {
    text.lines().take(10).any(|line| line.starts_with("//! @generated"))
}

/// Returns the lines of a source whose documentation opens with a question word.
fn openings(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut before = "";
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        let marker = ["///", "//!"].into_iter().find(|marker| line.starts_with(marker));
        if let Some(marker) = marker {
            let prose = without_code(&line[marker.len()..]);
            if !before.starts_with(marker) && opens_with_question(&prose) {
                found.push(number);
            }
        }
        before = line;
    }
    found
}

/// Returns the paragraphs of comments, each as its words: lines that begin with the marker and follow
/// each other.
fn comments(text: &str, marker: &str) -> Vec<Vec<Word>> {
    paragraphs(text.lines().map(|line| {
        let prose = line.trim_start().strip_prefix(marker)?;
        Some(without_code(prose.trim_start_matches(['/', '!', '#', ';'])))
    }))
}

/// Returns the paragraphs of a document, without its code.
fn prose_of_document(text: &str) -> Vec<Vec<Word>> {
    let mut is_code = false;
    paragraphs(text.lines().map(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence && !line.starts_with("    ")).then(|| without_code(line))
    }))
}

/// Returns the paragraphs of lines; no prose, and a line of blanks, end one.
fn paragraphs(lines: impl Iterator<Item = Option<String>>) -> Vec<Vec<Word>> {
    let mut found: Vec<Vec<Word>> = vec![Vec::new()];
    for (number, line) in (1..).zip(lines) {
        let line = line.unwrap_or_default(); // no prose is an empty line
        let words = line.split_whitespace().map(|word| (number, word.to_owned()));
        match found.last_mut() {
            Some(last) if !line.trim().is_empty() => last.extend(words),
            _ => found.push(Vec::new()),
        }
    }
    found
}

fn in_paragraphs(paragraphs: &[Vec<Word>]) -> Vec<usize> {
    paragraphs.iter().flat_map(|words| phrases(words)).collect()
}

/// Returns the lines of a source on which a string with an old turn of phrase begins.
fn in_messages(text: &str) -> Vec<usize> {
    let Ok(stream) = TokenStream::from_str(text) else { return Vec::new() };
    // Documentation is a string too, one for each line.
    let is_comment: Vec<bool> =
        text.lines().map(|line| line.trim_start().starts_with("//")).collect();
    let (mut found, mut open) = (Vec::new(), vec![stream]);
    while let Some(stream) = open.pop() {
        for tree in stream {
            match tree {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Literal(literal) => {
                    let (line, text) = (literal.span().start().line, literal.to_string());
                    if is_comment[line - 1] {
                        continue;
                    }
                    let text = text.trim_start_matches('r').trim_matches(['#', '"']);
                    let prose = without_code(text);
                    let words: Vec<Word> =
                        prose.split_whitespace().map(|word| (line, word.to_owned())).collect();
                    found.extend(phrases(&words));
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
    found
}

/// Returns a line with `` ` `` for each piece of code between backticks.
fn without_code(line: &str) -> String {
    let pieces = line.split('`').enumerate();
    let prose = pieces.map(|(at, piece)| if at % 2 == 0 { piece } else { "`" });
    prose.collect()
}

fn opens_with_question(prose: &str) -> bool {
    prose.split_whitespace().next().is_some_and(|word| OPENINGS.contains(&word))
}

/// Returns the lines of a paragraph on which `so many` or `a word a word` begins.
fn phrases(words: &[Word]) -> Vec<usize> {
    let bare = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_punctuation()).to_owned();
    let is_article = |word: &str| word == "a" || word == "an";
    let is_word =
        |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let mut found = Vec::new();
    for (at, (line, word)) in words.iter().enumerate() {
        let after = |by: usize| words.get(at + by).map_or("", |(_, word)| word.as_str());
        let so = (word == "So" || word == "so")
            && SO.contains(&bare(after(1)).as_str())
            && !THEN.contains(&after(2));
        let pair = is_article(&word.to_lowercase())
            && is_word(after(1))
            && is_article(after(2))
            && is_word(&bare(after(3)));
        if so || pair {
            found.push(*line);
        }
    }
    found
}

/// Returns the public types of libraries whose documentation shows no example.
pub(super) fn types_without_example(sources: &[Source], project: &Path) -> Vec<Place> {
    let mut found = Vec::new();
    for source in sources {
        let room = source.file.split('/').next().unwrap_or(&source.file);
        if project.join(room).join("src/main.rs").is_file() {
            continue;
        }
        for item in &source.items {
            let Some((name, visibility, documentation)) = public_face(item) else { continue };
            let shows = |text: &String| text.replace("[`", "").replace("`]", "").contains('`');
            if matches!(visibility, Visibility::Public(_)) && !documentation.iter().any(shows) {
                found.push(Place { file: source.file.clone(), line: name.span().start().line });
            }
        }
    }
    found
}

/// Returns the name of a type with its visibility, its documentation, and that of its parts.
fn public_face(item: &Item) -> Option<(&Ident, &Visibility, Vec<String>)> {
    let (name, visibility, attributes) = match item {
        Item::Enum(item) => (&item.ident, &item.vis, &item.attrs),
        Item::Struct(item) => (&item.ident, &item.vis, &item.attrs),
        Item::Trait(item) => (&item.ident, &item.vis, &item.attrs),
        Item::Type(item) => (&item.ident, &item.vis, &item.attrs),
        _ => return None,
    };
    let is_hidden = attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        _ => false,
    });
    if is_hidden {
        return None;
    }
    let mut documentation = lines_of(attributes);
    match item {
        Item::Enum(item) => {
            for variant in &item.variants {
                documentation.extend(lines_of(&variant.attrs));
                documentation.extend(variant.fields.iter().flat_map(|it| lines_of(&it.attrs)));
            }
        }
        Item::Struct(item) => {
            documentation.extend(item.fields.iter().flat_map(|it| lines_of(&it.attrs)));
        }
        Item::Trait(item) => {
            for part in &item.items {
                if let TraitItem::Fn(function) = part {
                    documentation.extend(lines_of(&function.attrs));
                }
            }
        }
        _ => {}
    }
    Some((name, visibility, documentation))
}

/// Returns the lines of documentation among attributes.
fn lines_of(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect()
}
