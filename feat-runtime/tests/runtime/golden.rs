//! The order of enumeration against reference data that testing-feat itself computed.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fmt::Write;
use std::fs;

use crate::grammars::{files, read_grammar};
use feat_runtime::{Index, Layout, Size, Space};
use serde_json::Value;
use sha2::{Digest, Sha256};

#[test]
fn counts_digests_and_samples_agree_with_testing_feat() {
    for path in files("tests/golden", "json") {
        let data: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let grammar = data["grammar"].as_str().unwrap();
        let space = Space::new(read_grammar(&path.with_file_name(grammar)));
        check_counts(&space, &data, grammar);
        check_digest(&space, &data, grammar);
        check_samples(&space, &data, grammar);
    }
}

fn check_counts(space: &Space, data: &Value, grammar: &str) {
    for (size, count) in (0..).zip(data["counts"].as_array().unwrap()) {
        let counted = space.count(Size(size)).to_string();
        assert_eq!(counted, count.as_str().unwrap(), "{grammar}, size {size}");
    }
}

fn check_digest(space: &Space, data: &Value, grammar: &str) {
    let mut digest = Sha256::new();
    for tree in space.iter_from(&Index::default()).take(100_000) {
        digest.update(space.rtg().render(&tree, Layout::Spaced));
        digest.update("\n");
    }
    let mut hexadecimal = String::new();
    for byte in digest.finalize() {
        write!(hexadecimal, "{byte:02x}").unwrap();
    }
    assert_eq!(hexadecimal, data["first_100000_lines_sha256"].as_str().unwrap(), "{grammar}");
}

fn check_samples(space: &Space, data: &Value, grammar: &str) {
    let samples = data["samples"].as_array().unwrap();
    assert!(!samples.is_empty(), "{grammar}");
    for sample in samples {
        let index: Index = sample["index"].as_str().unwrap().parse().unwrap();
        let text = sample["text"].as_str().unwrap();
        let tree = space.get(&index).unwrap();
        assert_eq!(space.rtg().render(&tree, Layout::Spaced), text, "{grammar}, index {index}");
        assert_eq!(space.rank(&tree), Some(index), "{grammar}, {text}");
    }
}
