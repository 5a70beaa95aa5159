//! The checks that make an [`Rtg`] of a lowered grammar, each failure at its place.

use std::collections::HashMap;

use feat_runtime::analysis;
use feat_runtime::{DraftProduction, NonterminalId, Rtg, Symbol};

use crate::diagnostic::{Diagnostic, Severity};
use crate::grammar::{RuleKind, Span};
use crate::lower::{Lowered, Origin, ProductionOrigin, renumber};
use crate::options::Remedy;
use crate::resolve::Resolved;

/// A checked grammar with what its author wrote for each production. The production `Not` stands
/// beside its text `'(not' bool_term ')'`.
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
    resolved: &Resolved,
    lowered: Lowered,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Checked> {
    warn_of_twins(&lowered, diagnostics);
    warn_of_unreachable(resolved, &lowered, diagnostics);
    let errors_before = diagnostics.len();
    complain_of_unproductive(&lowered, diagnostics);
    if diagnostics.len() > errors_before {
        return None;
    }
    let reachable = analysis::reachable(&lowered.draft, [lowered.draft.start]);
    warn_of_small_start(resolved, &lowered, &reachable, diagnostics);
    let kept: Vec<usize> = (0..reachable.len()).filter(|&place| reachable[place]).collect();
    let Lowered { draft, origins } = lowered;
    let Lowered { draft, origins } = renumber(draft, origins, &kept);
    let written = origins.into_iter().flat_map(|o| o.productions).map(|p| p.written).collect();
    match draft.check() {
        Ok(rtg) => Some(Checked { rtg, written }),
        Err(flaws) => {
            let span = resolved.grammar.name.span.clone();
            diagnostics
                .extend(flaws.iter().map(|f| Diagnostic::error(span.clone(), f.to_string())));
            None
        }
    }
}

fn warn_of_twins(lowered: &Lowered, diagnostics: &mut Vec<Diagnostic>) {
    // Where there is an error, not all of what was written is known.
    let errors: Vec<Span> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.span.clone())
        .collect();
    let has_error = |production: &ProductionOrigin| {
        let span = &production.span;
        errors.iter().any(|error| span.contains(&error.start))
    };
    for (nonterminal, origin) in lowered.draft.nonterminals.iter().zip(&lowered.origins) {
        // The same words, or the same meaning: `[ab]` is `'a'..'b'`.
        let (mut by_words, mut by_symbols) = (HashMap::new(), HashMap::new());
        for (production, origin) in nonterminal.productions.iter().zip(&origin.productions) {
            if has_error(origin) {
                continue;
            }
            let first = *by_words.entry(&origin.written).or_insert(origin);
            let first = if errors.is_empty() {
                *by_symbols.entry(&production.symbols).or_insert(first)
            } else {
                first
            };
            if !std::ptr::eq(first, origin) {
                diagnostics.push(
                    Diagnostic::warning(origin.span.clone(), "two alternatives are identical")
                        .label("every formula through it counts twice")
                        .note(first.span.clone(), "the first of them")
                        .hint("take one of them away"),
                );
            }
        }
    }
}

fn warn_of_unreachable(resolved: &Resolved, lowered: &Lowered, diagnostics: &mut Vec<Diagnostic>) {
    let Lowered { draft, origins } = lowered;
    let start = &draft.nonterminals[draft.start.index()].name;
    let is_used = |origin: &Origin| origin.is_rule() && resolved.used.contains(&origin.rule);
    let used = (0..origins.len()).filter(|&place| is_used(&origins[place]));
    let roots = std::iter::once(draft.start).chain(used.map(NonterminalId::new));
    let reachable = analysis::reachable(draft, roots);
    for (origin, _) in origins.iter().zip(reachable).filter(|(_, reachable)| !reachable) {
        let rule = &resolved.grammar.rules[origin.rule];
        if origin.is_rule() {
            diagnostics.push(
                Diagnostic::warning(
                    rule.name.span.clone(),
                    format!("rule `{}` is not reachable from `{start}`", rule.name.value),
                )
                .label("no formula uses it")
                .hint("refer to it somewhere, or take it away"),
            );
        }
    }
}

/// A start with fewer formulas than this is suspicious beside a rule with infinitely many.
const HANDFUL: u64 = 100;

/// Warns of a start that was not asked for and has a handful of formulas, where a parser rule that
/// it does not lead to has infinitely many: most likely that one was meant.
///
/// Every rule must derive a finite tree.
fn warn_of_small_start(
    resolved: &Resolved,
    lowered: &Lowered,
    reachable: &[bool],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Lowered { draft, origins } = lowered;
    let cardinality =
        |place: usize| analysis::bounded_cardinality(draft, NonterminalId::new(place));
    let start = draft.start.index();
    let Some(number) = cardinality(start).filter(|number| *number < HANDFUL) else { return };
    let is_lost = |place: usize| {
        let rule = origins[place].rule;
        origins[place].is_rule()
            && !reachable[place]
            && !resolved.used.contains(&rule)
            && resolved.grammar.rules[rule].kind == RuleKind::Parser
            && cardinality(place).is_none()
    };
    let lost: Vec<usize> = (0..origins.len()).filter(|&place| is_lost(place)).collect();
    // A rule that leads to all others is the better start; where none does, the first is as good.
    let leads_to = |place: usize| analysis::reachable(draft, [NonterminalId::new(place)]);
    let leads_to_all = |&&place: &&usize| {
        let below = leads_to(place);
        lost.iter().all(|&other| below[other])
    };
    let Some(&best) = lost.iter().find(leads_to_all).or(lost.first()) else { return };
    let (start_name, name) = (&draft.nonterminals[start].name, &draft.nonterminals[best].name);
    let formulas = if number == 1 { "formula" } else { "formulas" };
    diagnostics.push(
        Diagnostic::warning(
            origins[start].span.clone(),
            format!("`{start_name}`, where formulas start, has {number} {formulas} in all"),
        )
        .label("the start rule")
        .note(origins[best].span.clone(), "has infinitely many, and is not reachable from there")
        .hint(format!("refer to it from `{start_name}`, or start with `{name}`"))
        .remedy(Remedy::Start(name.clone())),
    );
}

/// Sugar goes on for ever only where a rule does, so rules are all there is to complain of.
fn complain_of_unproductive(lowered: &Lowered, diagnostics: &mut Vec<Diagnostic>) {
    let Lowered { draft, origins } = lowered;
    let least = analysis::least_sizes(draft);
    let is_barren = |place: usize| least[place].is_none();
    let barren = (0..origins.len()).filter(|&place| origins[place].is_rule() && is_barren(place));
    for place in barren {
        let (nonterminal, origin) = (&draft.nonterminals[place], &origins[place]);
        let name = &nonterminal.name;
        let error =
            Diagnostic::error(origin.span.clone(), format!("rule `{name}` derives no finite tree"))
                .label("every alternative goes on for ever")
                .hint("add an alternative that ends");
        let productions = nonterminal.productions.iter().zip(&origin.productions);
        diagnostics.push(productions.fold(error, |error, (production, written)| {
            let Some(culprit) = culprit(lowered, production, is_barren) else { return error };
            let why = match &draft.nonterminals[culprit].name {
                _ if culprit == place => format!("needs `{name}` again"),
                other => format!("needs `{other}`, which does not end either"),
            };
            error.note(written.span.clone(), why)
        }));
    }
}

/// The first rule that keeps a production from ending, in sugar or not.
fn culprit(
    lowered: &Lowered,
    production: &DraftProduction,
    is_barren: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut production = production;
    loop {
        let place = production.symbols.iter().find_map(|symbol| match symbol {
            Symbol::Nonterminal(id) if is_barren(id.index()) => Some(id.index()),
            _ => None,
        })?;
        if lowered.origins[place].is_rule() {
            return Some(place);
        }
        // The first production of sugar does not hold the sugar again.
        production = lowered.draft.nonterminals[place].productions.first()?;
    }
}
