//! The options and commands that families of solvers know, beyond the standard.
//!
//! A family's options are a list in `options/`: one name per line, `smt.*` for all that begin so,
//! the values behind it where others take the same name with other values, and `!` before one that
//! changes what scripts mean, so that nobody else can do without it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::family::Family;

/// The lists of options.
const LISTS: &[(&[Family], &str)] = &[
    (&[Family::Z3], include_str!("options/z3.txt")),
    // cvc5 kept most of CVC4's.
    (&[Family::Cvc5, Family::Cvc4], include_str!("options/cvc5.txt")),
    (&[Family::Bitwuzla], include_str!("options/bitwuzla.txt")),
    (&[Family::Yices], include_str!("options/yices.txt")),
    (&[Family::Boolector], include_str!("options/boolector.txt")),
    (&[Family::Mathsat], include_str!("options/mathsat.txt")),
    (&[Family::Opensmt], include_str!("options/opensmt.txt")),
    (&[Family::Smtinterpol], include_str!("options/smtinterpol.txt")),
    (&[Family::Dreal], include_str!("options/dreal.txt")),
];

/// The options of the standard.
const STANDARD: &str = include_str!("options/standard.txt");

/// The treatment of a command that a family does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is left out: it only prints, or helps the solver.
    LeftOut,
    /// It is left out where no question follows, which it might change.
    LeftOutLast,
    /// This takes its place.
    Put(&'static str),
}

/// Commands beyond the standard, who knows them, and what others are told.
const COMMANDS: &[(&str, &[Family], Fate)] = &[
    ("apply", &[Family::Z3], Fate::LeftOut),
    ("assert-soft", &[Family::Z3, Family::Mathsat], Fate::LeftOut),
    ("block-model", &[Family::Cvc5, Family::Cvc4], Fate::LeftOutLast),
    ("block-model-values", &[Family::Cvc5, Family::Cvc4], Fate::LeftOutLast),
    ("check-sat-using", &[Family::Z3], Fate::Put("(check-sat)")),
    ("declare-heap", &[Family::Cvc5, Family::Cvc4], Fate::LeftOut),
    ("declare-pool", &[Family::Cvc5], Fate::LeftOut),
    ("display", &[Family::Z3], Fate::LeftOut),
    ("eval", &[Family::Z3], Fate::LeftOut),
    ("export-to-dimacs", &[Family::Yices], Fate::LeftOut),
    ("get-abduct", &[Family::Cvc5, Family::Cvc4], Fate::LeftOut),
    ("get-abduct-next", &[Family::Cvc5], Fate::LeftOut),
    ("get-difficulty", &[Family::Cvc5], Fate::LeftOut),
    ("get-interpolant", &[Family::Cvc5, Family::Bitwuzla, Family::Mathsat], Fate::LeftOut),
    ("get-interpolant-next", &[Family::Cvc5], Fate::LeftOut),
    ("get-interpolants", &[Family::Bitwuzla, Family::Opensmt, Family::Smtinterpol], Fate::LeftOut),
    ("get-learned-literals", &[Family::Cvc5], Fate::LeftOut),
    ("get-objectives", &[Family::Z3, Family::Mathsat], Fate::LeftOut),
    ("get-qe", &[Family::Cvc5, Family::Cvc4], Fate::LeftOut),
    ("get-qe-disjunct", &[Family::Cvc5, Family::Cvc4], Fate::LeftOut),
    ("get-timeout-core", &[Family::Cvc5], Fate::LeftOut),
    ("get-unsat-model-interpolant", &[Family::Yices], Fate::LeftOut),
    ("get-user-tactics", &[Family::Z3], Fate::LeftOut),
    ("help", &[Family::Z3], Fate::LeftOut),
    ("help-tactic", &[Family::Z3], Fate::LeftOut),
    ("labels", &[Family::Z3], Fate::LeftOut),
    ("maximize", &[Family::Z3, Family::Mathsat], Fate::LeftOut),
    ("minimize", &[Family::Z3, Family::Mathsat], Fate::LeftOut),
    ("reset-stats", &[Family::Yices], Fate::LeftOut),
    ("set-timeout", &[Family::Yices], Fate::LeftOut),
    ("show-stats", &[Family::Yices], Fate::LeftOut),
    ("show-timeout", &[Family::Yices], Fate::LeftOut),
    ("simplify", &[Family::Z3, Family::Cvc5, Family::Cvc4, Family::Smtinterpol], Fate::LeftOut),
];

/// Returns how a command is treated in a script for `family`; `None` if it is sent as it is.
pub(super) fn fate_of_command(family: Family, name: &str) -> Option<Fate> {
    let place = COMMANDS.binary_search_by_key(&name, |(command, ..)| command).ok()?;
    let (_, owners, fate) = COMMANDS[place];
    (family != Family::Other && !owners.contains(&family)).then_some(fate)
}

/// Returns whether an option is left out of a script for `family`: others know it, or know it with that
/// value, it does not, and the option does not change what a script means.
pub(super) fn is_foreign_option(family: Family, name: &str, value: &str) -> bool {
    if family == Family::Other || OPTIONS.standard.knows(name) {
        return false;
    }
    let knowing: Vec<_> = OPTIONS.lists.iter().filter(|(_, list)| list.knows(name)).collect();
    if knowing.iter().any(|(_, list)| list.deciding.contains(&name)) {
        return false;
    }
    match knowing.iter().find(|(owners, _)| owners.contains(&family)) {
        None => !knowing.is_empty(),
        Some((_, own)) => {
            !own.takes(name, value) && knowing.iter().any(|(_, list)| list.takes(name, value))
        }
    }
}

/// Returns whether an option changes what scripts mean to a family that knows it.
pub(super) fn is_deciding_option(name: &str) -> bool {
    OPTIONS.lists.iter().any(|(_, list)| list.deciding.contains(&name))
}

struct Options {
    standard: List,
    lists: Vec<(&'static [Family], List)>,
}

static OPTIONS: LazyLock<Options> = LazyLock::new(|| Options {
    standard: List::parse(STANDARD),
    lists: LISTS.iter().map(|(owners, text)| (*owners, List::parse(text))).collect(),
});

/// A list of options.
#[derive(Default)]
struct List {
    /// The values that each name takes; none if it takes any.
    names: BTreeMap<&'static str, Vec<&'static str>>,
    /// Beginnings of names.
    prefixes: Vec<&'static str>,
    /// Those that change what scripts mean.
    deciding: Vec<&'static str>,
}

impl List {
    fn parse(text: &'static str) -> Self {
        let mut list = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(word) = words.next() else { continue };
            let name = word.strip_prefix('!').unwrap_or(word);
            if name != word {
                list.deciding.push(name);
            }
            match name.strip_suffix('*') {
                Some(prefix) => list.prefixes.push(prefix),
                None => {
                    list.names.insert(name, words.collect());
                }
            }
        }
        list
    }

    fn knows(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Whether it knows the option with this value.
    fn takes(&self, name: &str, value: &str) -> bool {
        match self.names.get(name) {
            Some(values) => values.is_empty() || values.contains(&value),
            None => self.knows(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_read_and_names_nothing_of_the_standard() {
        for (owners, list) in &OPTIONS.lists {
            assert!(!list.names.is_empty() || !list.prefixes.is_empty(), "{owners:?}");
            let shared = list.names.keys().find(|name| OPTIONS.standard.names.contains_key(*name));
            assert_eq!(shared, None, "{owners:?}");
        }
        assert!(OPTIONS.lists.iter().map(|(_, list)| list.names.len()).sum::<usize>() > 500);
    }

    #[test]
    fn commands_are_in_order() {
        assert!(COMMANDS.is_sorted_by_key(|(name, ..)| *name));
    }
}
