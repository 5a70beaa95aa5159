//! A term as a list of instructions, one for each distinct subterm, smaller ones first.

use std::ops::Range;

use smallvec::SmallVec;

use super::known::KnownValues;
use crate::function::Fun;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Local, Node, Term, Terms};
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
        let order = Terms::reached(roots, |term, pending| {
            if known(term).is_none() {
                parts(terms, term).for_each(|part| pending.insert(part));
            }
        });
        let number = |at: usize| u32::try_from(at).expect("fewer arguments than bytes of text");
        let slots = Slots::of(&order);
        let slot = |term: Term| slots.get(term);
        let mut code = Code {
            instructions: Vec::with_capacity(order.len()),
            // Most terms are an argument once.
            arguments: Vec::with_capacity(order.len()),
        };
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
            code.arguments.extend(parts(terms, term).map(slot));
            let arguments = number(start)..number(code.arguments.len());
            code.instructions.push(Instruction { term, sort, action, arguments });
        }
        let roots = roots.iter().copied().map(slot).collect();
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
fn parts(terms: &Terms, term: Term) -> impl Iterator<Item = Term> + '_ {
    let most = match terms.node(term) {
        Node::Bind(..) => 0,
        Node::Match(..) => 1,
        _ => usize::MAX,
    };
    terms.each_child(term).take(most)
}

/// The slots of terms: how many of them have smaller numbers.
struct Slots {
    /// A bit for each number, and the count of those in the words before.
    words: SmallVec<[(u64, Slot); 8]>,
}

impl Slots {
    /// Precondition: the terms are in order.
    fn of(terms: &[Term]) -> Slots {
        let words = terms.last().map_or(0, |last| last.number() / 64 + 1);
        let mut slots = Slots { words: SmallVec::from_elem((0, 0), words) };
        for term in terms {
            slots.words[term.number() / 64].0 |= 1 << (term.number() % 64);
        }
        let mut before = 0;
        for (word, count) in &mut slots.words {
            *count = before;
            before += word.count_ones();
        }
        slots
    }

    /// Precondition: the term is one of them.
    fn get(&self, term: Term) -> Slot {
        let (word, before) = self.words[term.number() / 64];
        before + (word & ((1 << (term.number() % 64)) - 1)).count_ones()
    }
}
