//! Logics: whether a changed script still keeps to the one that it names.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smtlib::{Node, Op, Shape, Term, Terms};

/// The logic that has all theories.
const ALL: &str = "ALL";

/// Returns the logic of a script in which one term took another's place: the same one, where only
/// connectives and comparisons are new; else the one that has everything. What the new term brings
/// along may be beyond a logic in more ways than its name says: products, quantifiers, lengths.
pub(crate) fn after(
    logic: &Arc<str>,
    terms: &Terms,
    before: Term,
    after: Term,
    is_known: impl Fn(Term) -> bool,
) -> Arc<str> {
    let old: FxHashSet<Op> = ops(terms, before, |_| false).into_iter().flatten().collect();
    let fits = |op: Option<Op>| op.is_some_and(|op| old.contains(&op) || is_plain(op));
    if **logic == *ALL || ops(terms, after, is_known).into_iter().all(fits) {
        logic.clone()
    } else {
        ALL.into()
    }
}

/// The operators in a term, but for the parts that are known; `None` for what binds variables.
fn ops(terms: &Terms, root: Term, is_known: impl Fn(Term) -> bool) -> Vec<Option<Op>> {
    let (mut found, mut stack) = (Vec::new(), vec![root]);
    let mut seen = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) || is_known(term) {
            continue;
        }
        match terms.node(term) {
            Node::Op(op, _) => found.push(Some(*op)),
            Node::Bind(..) | Node::Match(..) => found.push(None),
            Node::Literal(_) | Node::Local(_) | Node::Call(..) | Node::Annotated(..) => {}
        }
        stack.extend(terms.children(term));
    }
    found
}

/// Whether every logic that has the sorts of the arguments has the operator.
fn is_plain(op: Op) -> bool {
    use Op::{And, Distinct, Eq, Implies, Ite, Not, Or, Xor};
    matches!(op, And | Or | Not | Implies | Xor | Eq | Distinct | Ite)
        || matches!(
            op.shape(),
            Shape::NumberChain | Shape::BitVecTest(_) | Shape::FloatChain | Shape::FloatTest
        )
}
