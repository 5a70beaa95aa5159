//! The order of enumeration by lists alone: no counting, no arithmetic on indices.
//!
//! This is the definition made executable, and the oracle for everything faster. It holds
//! every tree of every size in memory, so it serves small sizes only.

use std::collections::HashMap;
use std::rc::Rc;

use crate::grammar::draft::{NonterminalId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};
use crate::number::Size;

type Part = Rc<Vec<Vec<Choice>>>;

/// All trees of `nonterminal` of this size, in order.
pub fn trees(rtg: &Rtg, nonterminal: NonterminalId, size: Size) -> Vec<Tree> {
    let part = Lists { rtg, parts: HashMap::new() }.nonterminal(nonterminal, size.0);
    part.iter().cloned().map(Tree::from_choices).collect()
}

struct Lists<'a> {
    rtg: &'a Rtg,
    parts: HashMap<(NonterminalId, u32), Part>,
}

impl Lists<'_> {
    /// Productions in the order they are written, each with its trees of this size.
    fn nonterminal(&mut self, id: NonterminalId, size: u32) -> Part {
        if let Some(part) = self.parts.get(&(id, size)) {
            return Rc::clone(part);
        }
        let mut part = Vec::new();
        for production_id in self.rtg.nonterminal(id).productions() {
            let production = self.rtg.production(production_id);
            let Some(rest) = size.checked_sub(production.cost().0) else { continue };
            for tuple in self.tuples(production.symbols(), rest) {
                let head = std::iter::once(Choice::Production(production_id));
                part.push(head.chain(tuple).collect());
            }
        }
        let part = Rc::new(part);
        self.parts.insert((id, size), Rc::clone(&part));
        part
    }

    /// Tuples nest to the left; sizes of the left side ascend; the right side turns fastest.
    fn tuples(&mut self, symbols: &[Symbol], size: u32) -> Vec<Vec<Choice>> {
        let Some((last, before)) = symbols.split_last() else {
            return if size == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut tuples = Vec::new();
        for left_size in 0..=size {
            // A side without trees spares the other, which may not be countable at this
            // size before the first is known to be empty.
            if self.smallest(last) > size - left_size
                || before.iter().map(|symbol| self.smallest(symbol)).sum::<u32>() > left_size
            {
                continue;
            }
            let rights = self.symbol(last, size - left_size);
            if rights.is_empty() {
                continue;
            }
            for left in self.tuples(before, left_size) {
                tuples.extend(rights.iter().map(|right| [&left[..], right].concat()));
            }
        }
        tuples
    }

    fn symbol(&mut self, symbol: &Symbol, size: u32) -> Part {
        match symbol {
            Symbol::Nonterminal(id) => self.nonterminal(*id, size),
            Symbol::Literal(_) if size == 0 => Rc::new(vec![Vec::new()]),
            Symbol::Set(set) if size == 0 => {
                Rc::new(set.chars().map(|c| vec![Choice::Char(c)]).collect())
            }
            Symbol::Literal(_) | Symbol::Set(_) => Rc::default(),
        }
    }

    fn smallest(&self, symbol: &Symbol) -> u32 {
        match symbol {
            Symbol::Nonterminal(id) => self.rtg.nonterminal(*id).least_size().0,
            Symbol::Literal(_) | Symbol::Set(_) => 0,
        }
    }
}
