//! From the sources and documents to the places where their prose makes newcomers stumble.
//!
//! - Documentation that opens with a question word (`What is asked.`) says what an item is about, and
//!   not what it is.
//! - `So many formulas` and `a formula a second` are turns of phrase that nobody else uses.
//! - A public type whose documentation has nothing in backticks shows no example.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::{Attribute, Expr, Ident, Item, Lit, Meta, TraitItem, Visibility};

use super::Place;
use super::sources::Source;

/// Words with which no documentation opens.
const OPENINGS: [&str; 9] =
    ["What", "Who", "Whom", "Whose", "How", "Where", "When", "Why", "Which"];
/// Words behind `So` that make an old turn of phrase of it.
const SO: [&str; 3] = ["many", "much", "long"];

/// Returns the places of old turns of phrase in the project's sources and documents.
pub(super) fn old_phrases(project: &Path) -> Result<Vec<Place>> {
    let mut found = Vec::new();
    for path in texts(project)? {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = path.strip_prefix(project).unwrap_or(&path).display().to_string();
        let lines = if path.extension().is_some_and(|ending| ending == "rs") {
            in_source(&text)
        } else {
            in_document(&text)
        };
        found.extend(lines.into_iter().map(|line| Place { file: file.clone(), line }));
    }
    Ok(found)
}

/// Returns the sources and documents of a project in the order of their paths; hidden folders, what
/// is built and what is generated are left out.
fn texts(project: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut open) = (Vec::new(), vec![project.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder);
        for entry in entries.with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default(); // no text
            let is_built = ["target", "dist"].iter().any(|built| name.starts_with(built));
            if path.is_dir() {
                if !name.starts_with('.') && !(is_built && folder == project) {
                    open.push(path);
                }
            } else if name.ends_with(".rs") || name.ends_with(".md") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the lines of a source, from 1, whose comments have an old turn of phrase.
fn in_source(text: &str) -> Vec<usize> {
    if text.lines().take(10).any(|line| line.starts_with("//! @generated")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut before = "";
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        let marker = ["///", "//!", "//"].into_iter().find(|marker| line.starts_with(marker));
        if let Some(marker) = marker {
            let prose = without_code(&line[marker.len()..]);
            let opens = marker.len() == 3 && !before.starts_with(marker);
            if opens && opens_with_question(&prose) || has_old_phrase(&prose) {
                found.push(number);
            }
        }
        before = line;
    }
    found
}

/// Returns the lines of a document, from 1, that have an old turn of phrase outside of code.
fn in_document(text: &str) -> Vec<usize> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with("    ") && has_old_phrase(&without_code(line)) {
            found.push(number);
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

/// Returns true if there is `So many` at the beginning of a sentence, or `a word a word`.
fn has_old_phrase(prose: &str) -> bool {
    let words: Vec<&str> = prose.split_whitespace().collect();
    let bare = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_punctuation()).to_owned();
    let is_article = |word: &str| word == "a" || word == "an";
    let is_word = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    words.windows(2).any(|pair| pair[0] == "So" && SO.contains(&bare(pair[1]).as_str()))
        || words.windows(4).any(|four| {
            let (articles, last) = (is_article(four[0]) && is_article(four[2]), bare(four[3]));
            articles && is_word(four[1]) && !last.is_empty() && is_word(&last)
        })
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
