//! Front pages: what rustdoc shows first of each library has an example that is run.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;

use xtask::theories::project;

#[test]
fn the_front_page_of_every_library_has_an_example_that_is_run() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for entry in fs::read_dir(project()).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(folder.join("src/lib.rs")) else { continue };
        seen += 1;
        // A fence that names no language is Rust, and `cargo test` runs it.
        let page = text.lines().take_while(|line| line.starts_with("//!"));
        if !page.into_iter().any(|line| line == "//! ```") {
            wrong.push(folder.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "no example on the front pages of {wrong:?}");
    assert!(seen > 10, "{seen} libraries");
}
