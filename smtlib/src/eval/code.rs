//! A term as a list of instructions, one for each distinct subterm, smaller ones first.

use std::ops::Range;

use super::known::KnownValues;
use crate::function::Fun;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Arguments, Local, Node, Term, Terms};
use crate::value::Value;

/// The number of an instruction.
pub(super) type Slot = u32;

/// Effect of an instruction.
#[derive(Debug)]
pub(super) enum Action {
    /// Gives a value.
    Constant(Value),
    /// Looks a bound variable up.
    Local(Local),
    /// Applies an operator.
    Op(Op),
    /// Applies a function.
    Call(Fun),
    /// A quantifier or `lambda`: the term itself says more.
    Bind,
    /// A `match`: the term itself says more.
    Match,
    /// Gives what its only argument gives.
    Same,
}

#[derive(Debug)]
pub(super) struct Instruction {
    pub(super) term: Term,
    pub(super) sort: Sort,
    pub(super) action: Action,
    arguments: Range<u32>,
}

/// A compiled term. Its last instruction gives its value.
#[derive(Debug)]
pub(super) struct Code {
    instructions: Vec<Instruction>,
    arguments: Vec<Slot>,
}

impl Code {
    /// The instructions of a term, without the bodies of binders and of cases.
    /// What is known is a constant.
    pub(super) fn compile(terms: &Terms, root: Term, known: Option<&KnownValues>) -> Code {
        Code::compile_all(terms, &[root], known).0
    }

    /// The instructions of several terms, which share what they have in common, and the slot of
    /// each.
    pub(super) fn compile_all(
        terms: &Terms,
        roots: &[Term],
        known: Option<&KnownValues>,
    ) -> (Code, Vec<Slot>) {
        let known = |term| known.and_then(|known| known.get(term));
        let order = terms.reachable(roots, |term| match known(term) {
            Some(_) => Arguments::new(),
            None => parts(terms, term),
        });
        let number = |at: usize| u32::try_from(at).expect("fewer arguments than bytes of text");
        // They are in order, so that a slot is soon found.
        let slot = |term: &Term| number(order.binary_search(term).expect("all parts are there"));
        let mut code =
            Code { instructions: Vec::with_capacity(order.len()), arguments: Vec::new() };
        for &term in &order {
            let start = code.arguments.len();
            let sort = terms.sort(term);
            if let Some(value) = known(term) {
                let action = Action::Constant(value.clone());
                let arguments = number(start)..number(start);
                code.instructions.push(Instruction { term, sort, action, arguments });
                continue;
            }
            let action = match terms.node(term) {
                Node::Literal(value) => Action::Constant(value.clone()),
                Node::Local(local) => Action::Local(*local),
                Node::Op(op, _) => Action::Op(*op),
                Node::Call(fun, _) => Action::Call(*fun),
                Node::Bind(..) => Action::Bind,
                Node::Match(..) => Action::Match,
                Node::Annotated(..) => Action::Same,
            };
            code.arguments.extend(parts(terms, term).iter().map(slot));
            let arguments = number(start)..number(code.arguments.len());
            code.instructions.push(Instruction { term, sort, action, arguments });
        }
        let roots = roots.iter().map(slot).collect();
        (code, roots)
    }

    pub(super) fn len(&self) -> usize {
        self.instructions.len()
    }

    /// The slot of the whole term.
    pub(super) fn root(&self) -> Slot {
        u32::try_from(self.instructions.len() - 1).expect("fewer terms than bytes of text")
    }

    pub(super) fn instruction(&self, slot: Slot) -> &Instruction {
        &self.instructions[slot as usize]
    }

    pub(super) fn arguments(&self, instruction: &Instruction) -> &[Slot] {
        &self.arguments[instruction.arguments.start as usize..instruction.arguments.end as usize]
    }
}

/// The parts of a term that are evaluated in the same frame.
fn parts(terms: &Terms, term: Term) -> Arguments {
    match terms.node(term) {
        Node::Bind(..) => Arguments::new(),
        Node::Match(scrutinee, _) => Arguments::from_slice(&[*scrutinee]),
        _ => terms.children(term),
    }
}
