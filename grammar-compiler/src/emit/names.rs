//! From names in a grammar to names in Rust.

use std::collections::BTreeSet;

use crate::naming::{camel_case, is_identifier, numbered, snake_case};

/// Rust's own crates, which a module of the same name would hide from whoever imports it.
const CRATES: &[&str] = &["alloc", "core", "proc_macro", "std", "test"];

/// Returns the module of a theory: `RealInts` becomes `real_ints`, `Core` becomes `core_theory`.
pub fn module_name(theory: &str) -> String {
    let name = snake_case(theory);
    let is_free = is_identifier(&name) && !CRATES.contains(&name.as_str());
    if is_free { name } else { format!("{name}_theory") }
}

/// Returns the type of each nonterminal, no two alike: `bool_term` becomes `BoolTerm`. The name
/// `Start` is kept for the start symbol.
pub(super) fn type_names<'a>(
    nonterminals: impl Iterator<Item = &'a str>,
    start: usize,
) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |(place, name)| match camel_case(name) {
        // Names that every module uses itself.
        name if ["Self", "Shared"].contains(&name.as_str()) => name + "Rule",
        name if name == "Start" && place != start => name + "Rule",
        name => name,
    };
    nonterminals.enumerate().map(name).map(|name| numbered(&name, &mut taken)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_hide_nothing_of_rust() {
        for (theory, module) in [
            ("RealInts", "real_ints"),
            ("Match", "match_theory"),
            ("Core", "core_theory"),
            ("Std", "std_theory"),
            ("my-theory.v2", "my_theory_v2"),
        ] {
            assert_eq!(module_name(theory), module);
        }
    }

    #[test]
    fn no_two_types_are_alike() {
        let names = ["bool_term", "boolTerm", "Start", "shared", "_x", "self", "élan"];
        let types = ["BoolTerm", "BoolTerm2", "StartRule", "SharedRule", "X", "SelfRule", "Élan"];
        assert_eq!(type_names(names.into_iter(), 0), types);
        assert_eq!(type_names(["a", "start"].into_iter(), 1), ["A", "Start"]);
    }
}
