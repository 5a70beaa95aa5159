//! Real numbers as terms that are read as the same numbers, however irrational they are.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::node::{Node, Op};
use super::{Form, Real};

impl Real {
    /// The number as a term of operators that our reader knows: `(sqrt 2.0)`, `(sin 1.0)`.
    ///
    /// Rationals and roots are as [`Display`](std::fmt::Display) writes them. An expression that
    /// occurs more than once stands in a `let`, so that the text is no longer than what is shared.
    pub fn term_text(&self) -> String {
        let Some(root) = self.node() else { return self.to_string() };
        let order = in_order(root);
        let mut uses: FxHashMap<*const Node, usize> = FxHashMap::default();
        for node in &order {
            for child in node.op.children().filter_map(Real::node) {
                *uses.entry(Arc::as_ptr(child)).or_default() += 1;
            }
        }
        let mut texts: FxHashMap<*const Node, String> = FxHashMap::default();
        let (mut lets, mut names) = (String::new(), 0);
        for node in order {
            let pointer = Arc::as_ptr(node);
            let mut text = node_text(node, &texts);
            if uses.get(&pointer).is_some_and(|&uses| uses > 1) {
                names += 1;
                let name = format!("r!{names}");
                let _ = write!(lets, "(let (({name} {text})) ");
                text = name;
            }
            texts.insert(pointer, text);
        }
        let body = texts.remove(&Arc::as_ptr(root)).expect("the root is written last");
        format!("{lets}{body}{}", ")".repeat(names))
    }
}

/// The distinct nodes of an expression, each after those that it is made of.
fn in_order(root: &Arc<Node>) -> Vec<&Arc<Node>> {
    let mut order = Vec::new();
    let mut is_done: FxHashMap<*const Node, bool> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&node) = stack.last() {
        match is_done.insert(Arc::as_ptr(node), true) {
            None => {
                is_done.insert(Arc::as_ptr(node), false);
                stack.extend(node.op.children().filter_map(Real::node));
            }
            Some(done) => {
                stack.pop();
                if !done {
                    order.push(node);
                }
            }
        }
    }
    order
}

/// The node with the texts of what it is made of.
fn node_text(node: &Arc<Node>, texts: &FxHashMap<*const Node, String>) -> String {
    let text = |real: &Real| match real.node() {
        Some(node) => texts[&Arc::as_ptr(node)].clone(),
        None => real.to_string(),
    };
    match &node.op {
        Op::Pi => "real.pi".to_owned(),
        Op::Root(_) => Real(Form::Irrational(node.clone())).to_string(),
        Op::Add(a, b) => format!("(+ {} {})", text(a), text(b)),
        Op::Mul(a, b) => format!("(* {} {})", text(a), text(b)),
        Op::Inverse(a) => format!("(/ 1.0 {})", text(a)),
        Op::Power(a, exponent) => format!("(^ {} {exponent}.0)", text(a)),
        Op::Sqrt(a) => format!("(sqrt {})", text(a)),
        Op::Exp(a) => format!("(exp {})", text(a)),
        Op::Sin(a) => format!("(sin {})", text(a)),
        Op::Cos(a) => format!("(cos {})", text(a)),
        Op::Atan(a) => format!("(arctan {})", text(a)),
        // There is no logarithm among the operators: ln a = 2 artanh ((a - 1) / (a + 1)).
        Op::Ln(a) => format!("(let ((l! {})) (* 2.0 (atanh (/ (- l! 1.0) (+ l! 1.0)))))", text(a)),
    }
}
