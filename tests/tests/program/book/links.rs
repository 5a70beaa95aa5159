//! Links of a page of Markdown, and the headings to which links can lead.

use std::collections::{BTreeMap, BTreeSet};

/// A link to another file of the project, or to a heading.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// The line on which it stands, from 1.
    pub line: usize,
    /// The path as it is written, relative to the page; empty for the page itself.
    pub file: String,
    /// The heading, as `what-is-wrong` for `## What is wrong`.
    pub anchor: Option<String>,
}

/// Returns the links of a page that lead into the project: `[text](page.md#heading)`, pictures, and
/// `[text]: page.md`.
pub fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (line, text) in prose(text) {
        let inline = text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
        let apart = text.strip_prefix('[').and_then(|rest| Some(rest.split_once("]: ")?.1));
        for target in inline.chain(apart).map(str::trim) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = match target.split_once('#') {
                Some((file, anchor)) => (file, Some(anchor.to_owned())),
                None => (target, None),
            };
            found.push(Link { line, file: file.to_owned(), anchor });
        }
    }
    found
}

/// Returns the anchors of a page's headings, made as code hosts and mdBook make them: small letters,
/// `-` for a space, no other punctuation, and a number behind one that came before.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let headings = headings(text);
    let anchor = |heading: String| {
        let letter = |c: char| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ => c.is_alphanumeric().then_some(c),
        };
        let anchor: String = heading.to_lowercase().chars().filter_map(letter).collect();
        let count = seen.entry(anchor.clone()).or_default();
        *count += 1;
        if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
    };
    headings.into_iter().map(anchor).collect()
}

/// Returns the headings of a page without their marks; the text of a link stands for it.
fn headings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if is_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let mut plain = String::new();
        for part in heading.trim().split("](") {
            // Behind the target of a link, if it is one.
            plain.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
        }
        found.push(plain);
    }
    found
}

/// Returns the lines of a page that are not code, from 1, with nothing between backticks.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fence: Option<usize> = None;
    for (line, text) in (1..).zip(text.lines()) {
        let ticks = text.trim_start().chars().take_while(|c| *c == '`').count();
        match fence {
            Some(open) if ticks >= open && text.trim().len() == ticks => fence = None,
            Some(_) => {}
            None if ticks >= 3 => fence = Some(ticks),
            None => found.push((line, text.split('`').step_by(2).collect())),
        }
    }
    found
}

#[test]
fn links_and_headings_are_found() {
    let link = |line, file: &str, anchor: Option<&str>| Link {
        line,
        file: file.into(),
        anchor: anchor.map(Into::into),
    };
    let page = "See [a](b.md#c-d), [`x`](y.rs) and [here](#e) or <https://x.y>.\n`[no](no.md)`\n\
                ```text\n[no](no.md)\n```\n![p](p.svg) [web](https://a.b/c)\n\n[r]: r.md\n";
    let expected = [
        link(1, "b.md", Some("c-d")),
        link(1, "y.rs", None),
        link(1, "", Some("e")),
        link(6, "p.svg", None),
        link(8, "r.md", None),
    ];
    assert_eq!(links(page), expected);
    let page = "# C++: a `test`, isn't it?\n\n```sh\n# no heading\n```\n## Twice\n## Twice\n#no\n";
    let expected = ["c-a-test-isnt-it", "twice", "twice-1"].map(str::to_owned);
    assert_eq!(anchors(page), BTreeSet::from(expected));
}
