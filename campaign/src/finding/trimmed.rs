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
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unseen: Vec<Sexpr> = sexprs.top().collect();
    while let Some(sexpr) = unseen.pop() {
        unseen.extend(sexprs.items(sexpr));
        if let Some(name) = sexprs.symbol(sexpr) {
            *uses.entry(name).or_default() += 1;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
        // In a string and in a comment a name is none.
        let quoted = "(declare-const b Int)\n(assert (= \"b\" \"b\")) ; b\n";
        assert_eq!(trimmed(quoted).unwrap(), "(assert (= \"b\" \"b\")) ; b\n");
    }
}
