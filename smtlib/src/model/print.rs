//! A model as SMT-LIB's `get-model` has it.

use std::fmt::Write as _;

use super::{Interpretation, Model};
use crate::function::{Fun, FunctionKind};
use crate::symbol::Quoted;
use crate::term::Terms;
use crate::value::Value;

impl Model {
    /// The definitions of these functions, one a line, between parentheses.
    ///
    /// Functions that are not declared, or that the model does not know, are left out. A value that
    /// has no notation in the standard is written so that [`Model::parse`] reads it as the same.
    pub fn text(&self, terms: &Terms, functions: &[Fun]) -> String {
        let mut text = "(\n".to_owned();
        for &fun in functions {
            let function = terms.function(fun);
            let Some(interpretation) = self.get(fun) else { continue };
            if !matches!(function.kind, FunctionKind::Declared) {
                continue;
            }
            let (names, body) = match interpretation {
                Interpretation::Value(value) => (Vec::new(), format!("{:#}", value.display(terms))),
                Interpretation::Function { locals, body } => {
                    let names =
                        locals.iter().map(|&local| Quoted(terms.local(local).0).to_string());
                    (names.collect(), terms.text(*body))
                }
                Interpretation::Table { entries, default } => {
                    let names: Vec<String> =
                        (0..function.parameters.len()).map(|place| format!("x!{place}")).collect();
                    let Some(default) = default.as_ref().or_else(|| entries.values().next()) else {
                        continue;
                    };
                    let body = entries.iter().rev().fold(
                        format!("{:#}", default.display(terms)),
                        |rest, (key, value)| {
                            let value = value.display(terms);
                            format!("(ite {} {value:#} {rest})", condition(terms, &names, key))
                        },
                    );
                    (names, body)
                }
            };
            let sorts = function.parameters.iter().map(|&sort| terms.sorts.text(sort));
            let parameters: Vec<String> =
                names.iter().zip(sorts).map(|(name, sort)| format!("({name} {sort})")).collect();
            let (name, parameters) = (Quoted(&function.name), parameters.join(" "));
            let sort = terms.sorts.text(function.result);
            let _ = writeln!(text, "  (define-fun {name} ({parameters}) {sort} {body})");
        }
        text.push(')');
        text
    }
}

/// The condition that the arguments are these.
fn condition(terms: &Terms, names: &[String], key: &[Value]) -> String {
    let equations: Vec<String> = names
        .iter()
        .zip(key)
        .map(|(name, value)| format!("(= {name} {:#})", value.display(terms)))
        .collect();
    match equations.as_slice() {
        [equation] => equation.clone(),
        _ => format!("(and {})", equations.join(" ")),
    }
}
