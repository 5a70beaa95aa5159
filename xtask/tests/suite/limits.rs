//! The sources can be read: no limit of the statistics is passed.
#![allow(clippy::unwrap_used, reason = "a test")]

use xtask::statistics::Statistics;
use xtask::theories::project;

#[test]
fn the_sources_keep_within_their_limits() {
    let problems = Statistics::read(project()).unwrap().problems();
    assert!(problems.is_empty(), "see `cargo xtask statistics`:\n{}", problems.join("\n"));
}
