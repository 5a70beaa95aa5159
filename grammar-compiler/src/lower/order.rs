//! The order of nonterminals.

use feat_runtime::{Draft, NonterminalId, Symbol};

use super::{Lowered, Origin};

/// The nonterminals in the order of their rules, fresh ones behind the rule they stand in.
pub(super) fn sort_by_rule(lowered: Lowered) -> Lowered {
    let Lowered { draft, origins } = lowered;
    let mut order: Vec<usize> = (0..origins.len()).collect();
    order.sort_by_key(|&place| (origins[place].rule, place));
    renumber(draft, origins, &order)
}

/// The grammar with these nonterminals only, in this order. None of them may refer to one
/// that is left out.
pub fn renumber(draft: Draft, origins: Vec<Origin>, order: &[usize]) -> Lowered {
    let mut number = vec![0; origins.len()];
    for (new, &old) in order.iter().enumerate() {
        number[old] = new;
    }
    let moved = |id: NonterminalId| NonterminalId::new(number[id.index()]);
    let mut all: Vec<_> = draft.nonterminals.into_iter().zip(origins).map(Some).collect();
    let (mut nonterminals, mut origins) = (Vec::new(), Vec::new());
    for (mut nonterminal, origin) in order.iter().filter_map(|&old| all[old].take()) {
        for production in &mut nonterminal.productions {
            for symbol in &mut production.symbols {
                if let Symbol::Nonterminal(id) = symbol {
                    *id = moved(*id);
                }
            }
        }
        nonterminals.push(nonterminal);
        origins.push(origin);
    }
    Lowered { draft: Draft { start: moved(draft.start), nonterminals }, origins }
}
