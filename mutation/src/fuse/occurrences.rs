//! Some occurrences of a constant into other terms.

use smallvec::SmallVec;
use smtlib::{Arguments, Term, Terms};

/// Most occurrences that are looked at: a term that shares much has more than anybody can count.
const MOST: usize = 256;

/// Returns the terms with `with` in the place of those occurrences of `constant` that `takes` takes,
/// and how many these are. It is asked once for each occurrence, from left to right.
///
/// Precondition: nothing in `with` is bound by a quantifier.
pub(super) fn replace(
    terms: &mut Terms,
    roots: &[Term],
    constant: Term,
    with: Term,
    mut takes: impl FnMut() -> bool,
) -> (Vec<Term>, usize) {
    let holders = Holders::of(terms, roots, constant);
    let (mut looked, mut replaced) = (0, 0);
    let mut takes = || {
        looked += 1;
        let is_taken = looked <= MOST && takes();
        replaced += usize::from(is_taken);
        (is_taken, looked >= MOST)
    };
    let new: Vec<Term> = roots
        .iter()
        .map(|&root| replace_in(terms, root, &holders, (constant, with), &mut takes))
        .collect();
    (new, replaced)
}

/// The subterms in which a constant occurs, itself included: a bit for each number.
struct Holders(SmallVec<[u64; 8]>);

impl Holders {
    fn of(terms: &Terms, roots: &[Term], constant: Term) -> Self {
        let all = terms.subterms(roots);
        let words = all.last().map_or(0, |last| last.number() / 64 + 1);
        let mut holders = Self(SmallVec::from_elem(0, words));
        for term in all {
            let is_in = |child: Term| holders.has(child);
            if term == constant || terms.each_child(term).any(is_in) {
                holders.0[term.number() / 64] |= 1 << (term.number() % 64);
            }
        }
        holders
    }

    fn has(&self, term: Term) -> bool {
        let word = self.0.get(term.number() / 64).copied().unwrap_or(0);
        word >> (term.number() % 64) & 1 == 1
    }
}

/// A term on the way down, with those of its children that are done.
struct Open {
    term: Term,
    done: Arguments,
}

fn replace_in(
    terms: &mut Terms,
    root: Term,
    holders: &Holders,
    (constant, with): (Term, Term),
    takes: &mut impl FnMut() -> (bool, bool),
) -> Term {
    let mut is_over = false;
    let mut open: Vec<Open> = Vec::new();
    let mut next = root;
    loop {
        // Down to what is done at once.
        let mut done = loop {
            if next == constant && !is_over {
                let (is_taken, was_last) = takes();
                is_over = was_last;
                break if is_taken { with } else { constant };
            }
            if is_over || !holders.has(next) || next == constant {
                break next;
            }
            let first = terms.each_child(next).next().expect("what holds it has children");
            open.push(Open { term: next, done: Arguments::new() });
            next = first;
        };
        // Up to the next child that is not.
        loop {
            let Some(above) = open.last_mut() else { return done };
            above.done.push(done);
            if let Some(child) = terms.each_child(above.term).nth(above.done.len()) {
                next = child;
                break;
            }
            let Open { term, done: new } = open.pop().expect("it was the last");
            done = if terms.each_child(term).eq(new.iter().copied()) {
                term
            } else {
                terms.with_children(term, &new).expect("what is put in is of the same sort")
            };
        }
    }
}
