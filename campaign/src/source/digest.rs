//! A grammar into a digest: equal grammars have equal digests.

use std::fmt::Write as _;

use feat_runtime::{Space, Symbol};
use sha2::{Digest, Sha256};

use crate::hex::hex;

/// Returns a digest, in 16 hexadecimal digits, of all that decides which formula has which index:
/// the productions in order, their costs, the start.
pub(super) fn digest(space: &Space) -> String {
    let rtg = space.rtg();
    let mut text = String::new();
    let start = rtg.nonterminal(space.nonterminal()).name();
    let _ = writeln!(text, "start {start}");
    for id in rtg.nonterminals() {
        let nonterminal = rtg.nonterminal(id);
        let _ = writeln!(text, "{} {:?}", nonterminal.name(), nonterminal.join());
        for production in nonterminal.productions().map(|id| rtg.production(id)) {
            let _ = write!(text, "  {}", production.cost().0);
            for symbol in production.symbols() {
                let _ = match symbol {
                    Symbol::Literal(literal) => write!(text, " {literal:?}"),
                    Symbol::Set(set) => write!(text, " {set:?}"),
                    Symbol::Nonterminal(id) => write!(text, " {}", rtg.nonterminal(*id).name()),
                };
            }
            text.push('\n');
        }
    }
    hex(&Sha256::digest(text.as_bytes())[..8])
}
