//! The checks that make an [`Rtg`] of a lowered grammar, each failure at its place.

use std::collections::HashMap;

use feat_runtime::analysis;
use feat_runtime::{Rtg, Symbol};

use crate::diagnostic::Diagnostic;
use crate::grammar::{Grammar, Rule};
use crate::lower::{Lowered, renumber};

/// A checked grammar with what its author wrote for each production.
#[derive(Debug)]
pub struct Checked {
    /// The grammar.
    pub rtg: Rtg,
    /// For each production its right-hand side as it was written.
    pub written: Vec<String>,
}

/// Warns of twins and unreachable rules, drops the latter, and proves the rest; `None` if
/// that failed, with an error for every reason.
pub fn check(
    grammar: &Grammar,
    lowered: Lowered,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Checked> {
    warn_of_twins(&lowered, diagnostics);
    let reachable = analysis::reachable(&lowered.draft);
    warn_of_unreachable(grammar, &lowered, &reachable, diagnostics);
    let errors_before = diagnostics.len();
    complain_of_unproductive(&lowered, diagnostics);
    if diagnostics.len() > errors_before {
        return None;
    }
    let kept: Vec<usize> = (0..reachable.len()).filter(|&place| reachable[place]).collect();
    let Lowered { draft, origins } = lowered;
    let Lowered { draft, origins } = renumber(draft, origins, &kept);
    let written = origins.into_iter().flat_map(|o| o.productions).map(|p| p.written).collect();
    match draft.check() {
        Ok(rtg) => Some(Checked { rtg, written }),
        Err(flaws) => {
            let span = grammar.name.span.clone();
            diagnostics
                .extend(flaws.iter().map(|f| Diagnostic::error(span.clone(), f.to_string())));
            None
        }
    }
}

fn warn_of_twins(lowered: &Lowered, diagnostics: &mut Vec<Diagnostic>) {
    for origin in &lowered.origins {
        let mut seen = HashMap::new();
        for production in &origin.productions {
            if let Some(first) = seen.insert(&production.written, production) {
                diagnostics.push(
                    Diagnostic::warning(production.span.clone(), "two alternatives are identical")
                        .label("every formula through it counts twice")
                        .note(first.span.clone(), "the first of the two"),
                );
            }
        }
    }
}

fn warn_of_unreachable(
    grammar: &Grammar,
    lowered: &Lowered,
    reachable: &[bool],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let start = &lowered.draft.nonterminals[lowered.draft.start.index()].name;
    for (origin, _) in lowered.origins.iter().zip(reachable).filter(|(_, reachable)| !**reachable) {
        let rule = &grammar.rules[origin.rule];
        if origin.is_rule && !is_hidden(rule) {
            diagnostics.push(
                Diagnostic::warning(
                    rule.name.span.clone(),
                    format!("rule `{}` is not reachable from `{start}`", rule.name.value),
                )
                .label("no formula uses it"),
            );
        }
    }
}

/// White space and comments are meant for no rule to use.
fn is_hidden(rule: &Rule) -> bool {
    let hides = |name: &str| matches!(name, "skip" | "channel" | "type");
    rule.alternatives.iter().any(|a| a.commands.iter().any(|c| hides(&c.name.value)))
}

fn complain_of_unproductive(lowered: &Lowered, diagnostics: &mut Vec<Diagnostic>) {
    let Lowered { draft, origins } = lowered;
    let least = analysis::least_sizes(draft);
    let is_barren = |place: usize| least[place].is_none();
    for (place, origin) in origins.iter().enumerate().filter(|&(place, _)| is_barren(place)) {
        let inside_barren_rule = origins
            .iter()
            .enumerate()
            .any(|(p, o)| o.is_rule && o.rule == origin.rule && is_barren(p));
        if !origin.is_rule && inside_barren_rule {
            continue;
        }
        let name = &draft.nonterminals[place].name;
        let what = if origin.is_rule { format!("rule `{name}`") } else { "this".to_owned() };
        let error =
            Diagnostic::error(origin.span.clone(), format!("{what} derives no finite tree"))
                .label("every alternative goes on for ever")
                .hint("add an alternative that ends");
        let productions = draft.nonterminals[place].productions.iter().zip(&origin.productions);
        diagnostics.push(productions.fold(error, |error, (production, production_origin)| {
            let barren = production.symbols.iter().find_map(|symbol| match symbol {
                Symbol::Nonterminal(id) if is_barren(id.index()) => Some(id.index()),
                _ => None,
            });
            let Some(barren) = barren else { return error };
            let why = match (barren == place, origins[barren].is_rule) {
                (true, _) => format!("needs `{name}` again"),
                (false, true) => {
                    format!(
                        "needs `{}`, which does not end either",
                        draft.nonterminals[barren].name
                    )
                }
                (false, false) => "holds something that does not end".to_owned(),
            };
            error.note(production_origin.span.clone(), why)
        }));
    }
}
