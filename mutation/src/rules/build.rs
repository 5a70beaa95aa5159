//! Patterns and what their variables stand for into terms.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smtlib::{Local, Node, Op, Shape, Sort, Term, Terms, Value};

use super::matching::{Bindings, Function, Slot};
use super::pattern::{Argument, Head, Index, Kind, Pattern, Variable, indexed};

/// One side of a rule, made of what its variables stand for.
pub(crate) struct Builder<'a> {
    pub(crate) terms: &'a mut Terms,
    pub(crate) variables: &'a [Variable],
    pub(crate) bindings: &'a Bindings,
    /// Whether no operator was left out, for want of arguments, so far.
    pub(crate) is_plain: bool,
}

/// A term that builders have no room for: a mutant is no longer than that.
const MOST_ARGUMENTS: usize = 1 << 16;

impl<'a> Builder<'a> {
    pub(crate) fn new(
        terms: &'a mut Terms,
        variables: &'a [Variable],
        bindings: &'a Bindings,
    ) -> Self {
        Self { terms, variables, bindings, is_plain: true }
    }

    /// Builds the pattern; `None` if the sorts do not fit, or a binder would catch a variable.
    pub(crate) fn build(&mut self, pattern: &Pattern) -> Option<Term> {
        self.build_at(pattern, None)
    }

    fn build_at(&mut self, pattern: &Pattern, at: Option<usize>) -> Option<Term> {
        match pattern {
            Pattern::Variable(place) => match &self.bindings.slots[*place] {
                Slot::Term(term) => Some(*term),
                Slot::Terms(list) => list.get(at?).copied(),
                Slot::Local(local) => Some(self.terms.variable(*local)),
                Slot::Locals(list) => list.get(at?).map(|&local| self.terms.variable(local)),
                Slot::Number(number) => {
                    self.terms.constant_of(&Value::Int(i64::from(*number).into()))
                }
                Slot::Function(_) | Slot::Empty => None,
            },
            Pattern::Literal(value) => self.terms.constant_of(value),
            Pattern::Apply(head, arguments) => {
                let mut built: SmallVec<[Term; 4]> = SmallVec::new();
                for argument in arguments {
                    match argument {
                        Argument::One(pattern) => built.push(self.build_at(pattern, at)?),
                        Argument::Many(template) => self.build_many(template, &mut built)?,
                    }
                }
                self.apply(head, built)
            }
            Pattern::Bind(binder, places, body) => {
                let mut locals: SmallVec<[Local; 4]> = SmallVec::new();
                for &place in places {
                    match &self.bindings.slots[place] {
                        Slot::Local(local) => locals.push(*local),
                        Slot::Locals(list) => locals.extend(list.iter().copied()),
                        _ => return None,
                    }
                }
                let body = self.build_at(body, at)?;
                if locals.is_empty() {
                    return Some(body);
                }
                self.terms.bind(*binder, &locals, body).ok()
            }
            Pattern::Let(key, with, body) => {
                let key = self.build_at(&Pattern::Variable(*key), at)?;
                let with = self.build_at(with, at)?;
                let body = self.build_at(&Pattern::Variable(*body), at)?;
                self.terms.substitute(body, &FxHashMap::from_iter([(key, with)])).ok()
            }
            Pattern::Append(regex, text) => {
                let regex = self.build_at(regex, at)?;
                let text = self.build_at(text, at)?;
                append(self.terms, regex, text)
            }
        }
    }

    fn build_many(&mut self, template: &Pattern, to: &mut SmallVec<[Term; 4]>) -> Option<()> {
        let sequences = template.sequences(self.variables);
        let length = |place: &usize| match &self.bindings.slots[*place] {
            Slot::Terms(list) => Some(list.len()),
            Slot::Locals(list) => Some(list.len()),
            _ => None,
        };
        let count = length(sequences.first()?)?;
        if sequences.iter().any(|place| length(place) != Some(count)) || count > MOST_ARGUMENTS {
            return None;
        }
        for at in 0..count {
            to.push(self.build_at(template, Some(at))?);
        }
        Some(())
    }

    fn apply(&mut self, head: &Head, arguments: SmallVec<[Term; 4]>) -> Option<Term> {
        let op = match head {
            Head::Op(op) => *op,
            Head::Indexed(name, wanted) => {
                let numbers: Option<SmallVec<[u32; 2]>> = wanted
                    .iter()
                    .map(|index| match index {
                        Index::Number(number) => Some(*number),
                        Index::Variable(place) => self.number(*place),
                    })
                    .collect();
                indexed(name, &numbers?)?
            }
            Head::Any(place) => match self.bindings.slots[*place] {
                Slot::Function(Function::Op(op)) => op,
                Slot::Function(Function::Fun(fun)) => {
                    return self.terms.call(fun, arguments, None).ok();
                }
                _ => return None,
            },
        };
        let left_out = match arguments.as_slice() {
            [] if !matches!(op.shape(), Shape::Fixed(_)) => of_none(self.terms, op),
            [only] if joins(op) => Some(*only),
            [_] if is_chain(op) => Some(self.terms.bool(true)),
            _ => return self.terms.op(op, arguments).ok(),
        };
        self.is_plain = false;
        left_out
    }

    fn number(&self, place: usize) -> Option<u32> {
        match (&self.variables[place].kind, &self.bindings.slots[place]) {
            (_, Slot::Number(number)) => Some(*number),
            (Kind::Count(counted), _) => u32::try_from(self.bindings.sequence(*counted).len()).ok(),
            _ => None,
        }
    }
}

/// Returns what an operator gives of no argument, if that is what changes nothing where one is
/// added.
fn of_none(terms: &mut Terms, op: Op) -> Option<Term> {
    match op {
        Op::And => Some(terms.bool(true)),
        Op::Or => Some(terms.bool(false)),
        Op::StrConcat => terms.constant_of(&Value::String(smtlib::text::Text::default())),
        Op::ReUnion => terms.op(Op::ReNone, SmallVec::new()).ok(),
        Op::ReInter => terms.op(Op::ReAll, SmallVec::new()).ok(),
        _ if is_chain(op) => Some(terms.bool(true)),
        _ => None,
    }
}

/// Whether the operator of one argument is that argument.
pub(crate) fn joins(op: Op) -> bool {
    match op.shape() {
        Shape::Fold(_) => true,
        Shape::BitVec { most, .. } | Shape::Number { most, .. } => most == usize::MAX,
        _ => op == Op::Concat,
    }
}

/// Whether the operator compares each argument with the next, or all of them.
fn is_chain(op: Op) -> bool {
    matches!(op.shape(), Shape::Chain(_) | Shape::NumberChain | Shape::FloatChain)
        || matches!(op, Op::Eq | Op::Distinct)
}

/// Returns a regular expression for the words of another with a text behind them. The text goes
/// into unions, intersections and differences, and into the last part of a sequence; `re.opt r` is
/// the text alone, or a word of `r` with it behind.
fn append(terms: &mut Terms, regex: Term, text: Term) -> Option<Term> {
    enum Task {
        Visit(Term),
        Build(Op, SmallVec<[Term; 4]>, usize),
    }
    let end = terms.op(Op::StrToRe, SmallVec::from_slice(&[text])).ok()?;
    let (mut tasks, mut done) = (vec![Task::Visit(regex)], Vec::new());
    while let Some(task) = tasks.pop() {
        match task {
            Task::Visit(term) => match terms.node(term).clone() {
                Node::Op(op @ (Op::ReUnion | Op::ReInter | Op::ReDiff), parts) => {
                    tasks.push(Task::Build(op, SmallVec::new(), parts.len()));
                    tasks.extend(parts.iter().rev().map(|&part| Task::Visit(part)));
                }
                Node::Op(Op::ReConcat, mut parts) => {
                    let last = parts.pop()?;
                    tasks.push(Task::Build(Op::ReConcat, parts, 1));
                    tasks.push(Task::Visit(last));
                }
                Node::Op(Op::ReOpt, parts) => {
                    done.push(end);
                    tasks.push(Task::Build(Op::ReUnion, SmallVec::new(), 2));
                    tasks.push(Task::Visit(parts[0]));
                }
                _ => done.push(terms.op(Op::ReConcat, SmallVec::from_slice(&[term, end])).ok()?),
            },
            Task::Build(op, mut parts, count) => {
                parts.extend(done.drain(done.len() - count..));
                done.push(terms.op(op, parts).ok()?);
            }
        }
    }
    done.pop().filter(|&term| terms.sort(term) == Sort::REGLAN)
}
