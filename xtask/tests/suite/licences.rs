//! Licences: the packages of this project are built of crates that everybody may use, and each of its
//! own crates says what it is. No network: cargo's knowledge of this machine's crates is read.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use xtask::theories::project;

/// Licences that ask for no more than their text: in packages it lies beside the program.
const ALLOWED: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// All packages, of others and of this project, that are built on this machine.
fn packages() -> Vec<Value> {
    let host = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(project()).args(["metadata", "--offline", "--format-version", "1"]);
    let output = cargo.args(["--filter-platform", host]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether an SPDX expression allows one of the licences above: `MIT OR (Apache-2.0 AND ISC)`.
///
/// `AND` binds more than `OR`; `/` is how `OR` was written.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let is_met = any(&mut words);
    is_met && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words<'_>) -> bool {
    let mut is_met = all(words);
    while words.next_if_eq(&"OR").is_some() {
        is_met |= all(words);
    }
    is_met
}

fn all(words: &mut Words<'_>) -> bool {
    let mut is_met = one(words);
    while words.next_if_eq(&"AND").is_some() {
        is_met &= one(words);
    }
    is_met
}

fn one(words: &mut Words<'_>) -> bool {
    let Some(word) = words.next() else { return false };
    if word == "(" {
        let is_met = any(words);
        return words.next() == Some(")") && is_met;
    }
    if words.next_if_eq(&"WITH").is_some() {
        let exception = words.next().unwrap_or_default();
        return ALLOWED.contains(&&*format!("{word} WITH {exception}"));
    }
    ALLOWED.contains(&word)
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    for allowed in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-3.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        "MIT OR GPL-2.0 AND GPL-3.0",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in [
        "GPL-3.0-only",
        "MIT AND LGPL-3.0",
        "(MIT OR ISC) AND GPL-3.0",
        "Apache-2.0 WITH Some-exception",
        "(MIT",
        "MIT Apache-2.0",
        "",
    ] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn every_licence_below_this_project_is_allowed() {
    let packages = packages();
    let wrong: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_allowed))
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(wrong.is_empty(), "not among {ALLOWED:?}:\n{}", wrong.join("\n"));
    assert!(packages.len() > 100, "{} packages", packages.len());
}

#[test]
fn every_crate_of_this_project_says_what_it_is() {
    let packages = packages();
    let ours = packages.iter().filter(|package| package["source"].is_null());
    let mut seen = 0;
    for package in ours {
        let name = package["name"].as_str().unwrap();
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let count = |key: &str| package[key].as_array().map_or(0, Vec::len);
        assert!(!text("description").is_empty(), "{name} has no description");
        assert!(!text("description").ends_with('.'), "the description of {name} is no sentence");
        assert_eq!(text("license"), "MIT OR Apache-2.0", "{name}");
        let ending = Path::new(text("readme")).extension();
        assert!(ending.is_some_and(|it| it == "md"), "{name} has no readme");
        // What the registry of crates takes.
        assert!((1..=5).contains(&count("keywords")), "{name}: one to five keywords");
        assert!((1..=5).contains(&count("categories")), "{name}: one to five categories");
        // It differs from copy to copy.
        assert!(package["repository"].is_null(), "{name} names a repository");
        seen += 1;
    }
    assert!(seen > 10, "{seen} crates");
}
