//! The cost of each production.

use feat_runtime::analysis::{self, ProductionPlace};
use feat_runtime::{Cost, Draft, Join, Symbol};

use crate::diagnostic::Diagnostic;
use crate::lower::{Lowered, Origin};

/// Sets every cost: the author's; else 1 where a terminal and a parser rule meet and 0 where
/// not; and then 1 for each production that closes a cycle which would be free otherwise.
pub fn assign(lowered: &mut Lowered, diagnostics: &mut Vec<Diagnostic>) {
    let Lowered { draft, origins } = lowered;
    let kinds = kinds(draft, origins);
    for (nonterminal, origin) in draft.nonterminals.iter_mut().zip(&*origins) {
        for (production, origin) in nonterminal.productions.iter_mut().zip(&origin.productions) {
            let has = |kind: Kind| production.symbols.iter().any(|s| kind_of(s, &kinds) == kind);
            let meets = has(Kind::Terminal) && has(Kind::Parser);
            production.cost = origin.fixed_cost.unwrap_or(Cost(u32::from(meets)));
        }
    }
    let least = analysis::least_sizes(draft);
    for cycle in analysis::free_cycles(draft, &least) {
        let Some(&closing) = cycle.last() else { continue };
        let origin = &origins[closing.nonterminal.index()].productions[closing.production];
        if origin.fixed_cost == Some(Cost(0)) {
            diagnostics.push(forced_cycle(draft, origins, &cycle));
        }
        // After an error too, so that no later check stumbles over the same cycle.
        draft.nonterminals[closing.nonterminal.index()].productions[closing.production].cost =
            Cost(1);
    }
}

/// Kind that a symbol counts as.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Terminal,
    Parser,
}

/// A rule is what its name says. Sugar is a terminal if it holds terminals only.
fn kinds(draft: &Draft, origins: &[Origin]) -> Vec<Kind> {
    let of_rule = |join: Join, origin: &Origin| match join {
        Join::Separated if origin.is_rule() => Kind::Parser,
        Join::Separated | Join::Joined => Kind::Terminal,
    };
    let mut kinds: Vec<Kind> =
        draft.nonterminals.iter().zip(origins).map(|(n, origin)| of_rule(n.join, origin)).collect();
    // Sugar inside sugar: go on until nothing changes.
    loop {
        let mut changed = false;
        for (place, nonterminal) in draft.nonterminals.iter().enumerate() {
            let mut symbols = nonterminal.productions.iter().flat_map(|p| &p.symbols);
            if kinds[place] == Kind::Terminal && symbols.any(|s| kind_of(s, &kinds) == Kind::Parser)
            {
                kinds[place] = Kind::Parser;
                changed = true;
            }
        }
        if !changed {
            return kinds;
        }
    }
}

fn kind_of(symbol: &Symbol, kinds: &[Kind]) -> Kind {
    match symbol {
        Symbol::Literal(_) | Symbol::Set(_) => Kind::Terminal,
        Symbol::Nonterminal(id) => kinds[id.index()],
    }
}

fn forced_cycle(draft: &Draft, origins: &[Origin], cycle: &[ProductionPlace]) -> Diagnostic {
    let name =
        |place: &ProductionPlace| draft.nonterminals[place.nonterminal.index()].name.as_str();
    let span = |place: &ProductionPlace| {
        origins[place.nonterminal.index()].productions[place.production].span.clone()
    };
    let mut names: Vec<&str> = cycle.iter().map(name).collect();
    names.extend(cycle.first().map(name));
    let (closing, before) = cycle.split_last().expect("a cycle has at least one production");
    let message = format!("`<cost=0>` closes a cycle that costs nothing: {}", names.join(" -> "));
    let error = Diagnostic::error(span(closing), message)
        .label("going round again makes a new tree of the same size")
        .hint("take the `<cost=0>` away, or give any alternative on the cycle a cost");
    before.iter().fold(error, |error, place| error.note(span(place), "on the cycle"))
}
