//! From names in a grammar to names in Rust.

use std::collections::HashSet;

/// The module of a theory: `RealInts` becomes `real_ints`.
pub fn module_name(theory: &str) -> String {
    let name = snake_case(theory);
    if is_keyword(&name) { format!("{name}_theory") } else { name }
}

/// The type of each nonterminal, no two alike: `bool_term` becomes `BoolTerm`. The name
/// `Start` is kept for the start symbol.
pub(super) fn type_names<'a>(
    nonterminals: impl Iterator<Item = &'a str>,
    start: usize,
) -> Vec<String> {
    let mut taken = HashSet::new();
    let name = |(place, name)| match avoid(camel_case(name), TYPES_IN_USE) {
        name if place != start => avoid(name, &["Start"]),
        name => name,
    };
    nonterminals.enumerate().map(name).map(|name| unique(&name, &mut taken)).collect()
}

/// The stack of each type, no two alike: `Any` and `ANY` differ in their letters' case alone.
pub(super) fn stack_names(types: &[String]) -> Vec<String> {
    let mut taken = HashSet::new();
    types.iter().map(|name| unique(&snake_case(name), &mut taken) + "_stack").collect()
}

/// The constructor of each production of one nonterminal, no two alike.
pub(super) fn constructor_names<'a>(labels: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    labels.map(|label| unique(&avoid(camel_case(label), &["Self"]), &mut taken)).collect()
}

/// Names that generated modules use themselves.
const TYPES_IN_USE: &[&str] = &[
    "Alternative",
    "Choice",
    "Default",
    "Display",
    "Formatter",
    "Join",
    "LazyLock",
    "Node",
    "None",
    "Option",
    "ProductionId",
    "Result",
    "Rule",
    "Self",
    "Shared",
    "Some",
    "Space",
    "Stacks",
    "Symbol",
    "Table",
    "Term",
    "Value",
    "Vec",
];

fn avoid(name: String, taken: &[&str]) -> String {
    if taken.contains(&name.as_str()) { name + "Rule" } else { name }
}

fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name}{n}")));
    names.find(|name| taken.insert(name.clone())).expect("numbers do not end")
}

fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    let mut begins_word = true;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            begins_word = true;
        } else if begins_word {
            camel.extend(c.to_uppercase());
            begins_word = false;
        } else {
            camel.push(c);
        }
    }
    if camel.starts_with(|c: char| !c.is_alphabetic()) || camel.is_empty() {
        camel.insert(0, 'R');
    }
    camel
}

/// Words are parted where a capital follows a small letter or precedes one.
fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (place, &c) in chars.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| chars[before]);
        let after = chars.get(place + 1);
        let after_small = before.is_some_and(|c| c.is_lowercase() || c.is_numeric());
        let before_small =
            before.is_some_and(char::is_uppercase) && after.is_some_and(|c| c.is_lowercase());
        if c.is_alphanumeric() {
            if c.is_uppercase() && (after_small || before_small) {
                snake.push('_');
            }
            snake.extend(c.to_lowercase());
        } else {
            snake.push('_');
        }
    }
    if snake.starts_with(|c: char| c.is_numeric()) || snake.is_empty() {
        snake.insert(0, '_');
    }
    snake
}

fn is_keyword(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rust() {
        for (theory, module) in [
            ("RealInts", "real_ints"),
            ("FP", "fp"),
            ("MyFPTheory2", "my_fp_theory2"),
            ("Match", "match_theory"),
            ("my-theory.v2", "my_theory_v2"),
            ("2x", "_2x"),
        ] {
            assert_eq!(module_name(theory), module);
        }
        let names = ["bool_term", "boolTerm", "Start", "option", "_x", "a1_b2", "élan"];
        let types = ["BoolTerm", "BoolTerm2", "StartRule", "OptionRule", "X", "A1B2", "Élan"];
        assert_eq!(type_names(names.into_iter(), 0), types);
        assert_eq!(type_names(["a", "start"].into_iter(), 1), ["A", "Start"]);
        let types = ["Any", "ANY", "BoolTerm", "Any2"].map(str::to_owned);
        let stacks = ["any_stack", "any2_stack", "bool_term_stack", "any22_stack"];
        assert_eq!(stack_names(&types), stacks);
        assert_eq!(
            constructor_names(["C0", "self", "add", "Add"].into_iter()),
            ["C0", "SelfRule", "Add", "Add2"]
        );
    }
}
