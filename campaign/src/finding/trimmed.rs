//! A script without the declarations that nothing in it uses.
//!
//! A grammar's formulas declare all its variables. One whose name occurs nowhere else changes
//! nothing: each model of the script without it, with any value for it, is one of the script.

use std::collections::BTreeMap;

use smtlib::sexpr::{Sexpr, Sexprs};

/// Returns the script without constants that are declared and not used; `None` if it cannot be read,
/// or if there are none.
pub(crate) fn trimmed(script: &str) -> Option<String> {
    let sexprs = Sexprs::read(script).ok()?;
    let uses = uses(&sexprs);
    let is_unused = |command: Sexpr| {
        let mut items = sexprs.items(command).skip(1);
        let name = items.next().and_then(|name| sexprs.symbol(name));
        sexprs.head(command) == Some("declare-const") && name.is_some_and(|it| uses[it] == 1)
    };
    let unused: Vec<&str> =
        sexprs.top().filter(|&it| is_unused(it)).map(|it| sexprs.text(it)).collect();
    if unused.is_empty() {
        return None;
    }
    let mut shorter = script.to_owned();
    for declaration in unused {
        // Its name occurs once, so its text does. A line that held it alone goes with it.
        let line = format!("{declaration}\n");
        let whole = if shorter.contains(&line) { line.as_str() } else { declaration };
        shorter = shorter.replacen(whole, "", 1);
    }
    Some(shorter)
}

/// A model of a formula's own constants: `((define-fun a () Int 3))`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnModel {
    /// The model.
    pub text: String,
    /// Whether it defines nothing.
    pub is_empty: bool,
}

/// Returns a model without the constants that a formula does not name. One that cannot be read is
/// returned as it is.
pub(crate) fn of_constants(model: &str, formula: &str) -> OwnModel {
    let mut shorter = model.to_owned();
    let (Ok(model), Ok(script)) = (Sexprs::read(model), Sexprs::read(formula)) else {
        return OwnModel { text: shorter, is_empty: false };
    };
    let named = uses(&script);
    // A definition may be used by another one.
    let uses = uses(&model);
    let is_foreign = |definition: &Sexpr| {
        let mut items = model.items(*definition).skip(1);
        let name = items.next().and_then(|name| model.symbol(name));
        let is_constant = items.next().is_some_and(|it| model.items(it).next().is_none());
        model.head(*definition) == Some("define-fun")
            && is_constant
            && name.is_some_and(|name| !named.contains_key(name) && uses[name] == 1)
    };
    let is_definition = |it: &Sexpr| model.head(*it).is_some();
    let mut left = model.top().flat_map(|list| model.items(list)).filter(is_definition).count();
    for list in model.top() {
        for definition in model.items(list).filter(is_foreign) {
            let text = model.text(definition);
            let Some(start) = shorter.find(text) else { continue };
            let begin = shorter[..start].trim_end().len();
            shorter.replace_range(begin..start + text.len(), "");
            left -= 1;
        }
    }
    OwnModel { text: shorter, is_empty: left == 0 }
}

/// Returns how often each symbol occurs.
fn uses<'a>(sexprs: &Sexprs<'a>) -> BTreeMap<&'a str, usize> {
    let mut uses = BTreeMap::new();
    let mut unseen: Vec<Sexpr> = sexprs.top().collect();
    while let Some(sexpr) = unseen.pop() {
        unseen.extend(sexprs.items(sexpr));
        if let Some(name) = sexprs.symbol(sexpr) {
            *uses.entry(name).or_default() += 1;
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_names_what_the_formula_names() {
        let formula = "(declare-const a Int)\n(assert (> a 2))\n(check-sat)\n";
        for (model, expected) in [
            ("((define-fun a () Int 3) (define-fun b () Int 0))", "((define-fun a () Int 3))"),
            (
                "(model \n  (define-fun |b| () Int\n    0)\n  (define-fun a () Int\n    3)\n)",
                "(model\n  (define-fun a () Int\n    3)\n)",
            ),
            // A function, and what a solver made up to define it.
            ("((define-fun f ((x Int)) Int k!0) (define-fun k!0 () Int 1))", ""),
            // A mutant's constants have such names, too, and the formula may be smaller by now.
            ("((define-fun a () Int 3) (define-fun b!1 () Int 0))", "((define-fun a () Int 3))"),
            ("(no model", ""),
        ] {
            let expected = if expected.is_empty() { model } else { expected };
            let own = of_constants(model, formula);
            assert_eq!((own.text.as_str(), own.is_empty), (expected, false));
        }
        for nothing in ["((define-fun b () Int 0))", "()"] {
            let own = of_constants(nothing, formula);
            assert_eq!((own.text.as_str(), own.is_empty), ("()", true));
        }
    }

    #[test]
    fn what_is_not_used_goes_and_nothing_else() {
        let script =
            "(declare-const a Int)\n(declare-const b Int)\n(assert (> a 2))\n(check-sat)\n";
        assert_eq!(
            trimmed(script).unwrap(),
            "(declare-const a Int)\n(assert (> a 2))\n(check-sat)\n"
        );
        assert_eq!(trimmed("(declare-const |b| Int)(assert true)").unwrap(), "(assert true)");
        for whole in [
            "(declare-const a Int)\n(assert (> |a| 2))\n",
            "(declare-const a Bool)\n(assert (let ((b a)) b))\n",
            "(assert true)\n",
            "(declare-const a",
        ] {
            assert_eq!(trimmed(whole), None, "{whole}");
        }
        // A name in a string or in a comment is none.
        let quoted = "(declare-const b Int)\n(assert (= \"b\" \"b\")) ; b\n";
        assert_eq!(trimmed(quoted).unwrap(), "(assert (= \"b\" \"b\")) ; b\n");
    }
}
