//! Some occurrences of a constant into other terms.

use smtlib::{Term, Terms};

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
    let holders = holders(terms, roots, constant);
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

/// The subterms in which the constant occurs, itself included, in the order of their numbers.
fn holders(terms: &Terms, roots: &[Term], constant: Term) -> Vec<Term> {
    let mut holders = Vec::new();
    for term in terms.subterms(roots) {
        let is_in = |child| is_among(&holders, child);
        if term == constant || terms.children(term).into_iter().any(is_in) {
            holders.push(term);
        }
    }
    holders
}

fn is_among(holders: &[Term], term: Term) -> bool {
    holders.binary_search(&term).is_ok()
}

/// A term on the way down, with those of its children that are done.
struct Open {
    term: Term,
    done: Vec<Term>,
}

fn replace_in(
    terms: &mut Terms,
    root: Term,
    holders: &[Term],
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
            if is_over || !is_among(holders, next) || next == constant {
                break next;
            }
            let first = terms.children(next)[0];
            open.push(Open { term: next, done: Vec::new() });
            next = first;
        };
        // Up to the next child that is not.
        loop {
            let Some(above) = open.last_mut() else { return done };
            above.done.push(done);
            let children = terms.children(above.term);
            if let Some(&child) = children.get(above.done.len()) {
                next = child;
                break;
            }
            let Open { term, done: new } = open.pop().expect("it was the last");
            done = if new.as_slice() == children.as_slice() {
                term
            } else {
                terms.with_children(term, &new).expect("what is put in is of the same sort")
            };
        }
    }
}
