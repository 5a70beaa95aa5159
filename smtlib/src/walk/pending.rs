//! Terms that are still to be looked at, each once.

use smallvec::SmallVec;

use crate::term::Term;

/// A set of terms from which the one with the greatest number is taken first.
///
/// A term's number is greater than those of its parts, so that each term is taken once, after all
/// that it is a part of.
pub(crate) struct Pending {
    /// A bit for each number; the last word is the first that may have one.
    words: SmallVec<[u64; 8]>,
}

impl Pending {
    pub(super) fn of(roots: &[Term]) -> Pending {
        let words = roots.iter().map(|root| root.number() / 64 + 1).max().unwrap_or(0);
        let mut pending = Pending { words: SmallVec::from_elem(0, words) };
        for &root in roots {
            pending.insert(root);
        }
        pending
    }

    /// Precondition: the term's number is less than that of each term that was taken.
    pub(crate) fn insert(&mut self, term: Term) {
        self.words[term.number() / 64] |= 1 << (term.number() % 64);
    }

    pub(super) fn pop(&mut self) -> Option<Term> {
        loop {
            let place = self.words.len().checked_sub(1)?;
            let word = &mut self.words[place];
            let Some(bit) = word.checked_ilog2() else {
                self.words.pop();
                continue;
            };
            *word &= !(1 << bit);
            return Some(Term::numbered(64 * place + bit as usize));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::script::Script;
    use crate::term::{Term, Terms};

    /// The plain way: a term, and what its children are made of.
    fn add(terms: &Terms, term: Term, all: &mut BTreeSet<Term>) {
        if all.insert(term) {
            terms.children(term).iter().for_each(|&child| add(terms, child, all));
        }
    }

    #[test]
    fn subterms_are_what_children_are_made_of() {
        // More than 64 numbers, parts that are shared, several roots, one inside of another.
        let sums: Vec<_> = (0..90).map(|n| format!("(assert (< (+ a {n}) (* a a)))")).collect();
        let sums = sums.concat();
        let text = format!("(declare-const a Int){sums}(assert (exists ((x Int)) (= x a)))");
        let script = Script::parse(&text).unwrap();
        let terms = &script.terms;
        let every = (0..terms.len()).map(Term::numbered).collect::<Vec<_>>();
        let pairs = every.iter().zip(every.iter().rev()).map(|(&a, &b)| vec![a, b]);
        for roots in pairs.chain([Vec::new(), every.clone()]) {
            let mut plain = BTreeSet::new();
            for &root in &roots {
                add(terms, root, &mut plain);
            }
            assert_eq!(terms.subterms(&roots), plain.into_iter().collect::<Vec<_>>());
        }
    }
}
