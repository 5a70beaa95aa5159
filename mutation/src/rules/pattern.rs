//! Patterns: what terms a rule turns, and into what.

use std::ops::RangeInclusive;
use std::sync::Arc;

use smallvec::SmallVec;
use smtlib::{Binder, Node, Op, Sort, Term, Terms, Value};

use super::sorts::SortPattern;

/// The number of a variable of a rule.
pub(crate) type Place = usize;

/// A variable of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Arc<str>,
    pub(crate) kind: Kind,
    /// Whether it stands for any number of arguments: `ps...`.
    pub(crate) is_sequence: bool,
}

/// The kind of thing that a variable stands for.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A term of a sort.
    Term(SortPattern),
    /// A literal of a sort.
    Literal(SortPattern),
    /// A string literal of one letter.
    Letter,
    /// A bound variable of a sort; a fresh one where only the new side has it.
    Bound(SortPattern),
    /// An index of an operator.
    Number(RangeInclusive<u32>),
    /// Number of arguments that a sequence stands for.
    Count(Place),
    /// A subterm, outside of binders, of what another variable stands for.
    Part(Place, SortPattern),
    /// Any operator or function with arguments.
    Operator,
}

impl Kind {
    /// Whether a term may be what it stands for: a literal where one is wanted.
    pub(crate) fn has(&self, term: Term, terms: &Terms) -> bool {
        match self {
            Self::Term(_) | Self::Part(..) => true,
            Self::Literal(_) => match terms.node(term) {
                Node::Literal(_) => true,
                Node::Op(Op::Neg, arguments) => {
                    matches!(terms.node(arguments[0]), Node::Literal(_))
                }
                _ => false,
            },
            Self::Letter => {
                matches!(terms.node(term), Node::Literal(Value::String(text)) if text.len() == 1)
            }
            Self::Bound(_) | Self::Number(_) | Self::Count(_) | Self::Operator => false,
        }
    }
}

impl Variable {
    /// Returns the sort of the term that it stands for, if it stands for one.
    pub(crate) fn sort(&self) -> Option<&SortPattern> {
        match &self.kind {
            Kind::Term(sort) | Kind::Literal(sort) | Kind::Bound(sort) | Kind::Part(_, sort) => {
                Some(sort)
            }
            Kind::Letter => Some(&SortPattern::Fixed(Sort::STRING)),
            Kind::Number(_) | Kind::Count(_) | Kind::Operator => None,
        }
    }
}

/// A term with variables.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Variable(Place),
    Literal(Value),
    Apply(Head, Box<[Argument]>),
    /// The variables are bound ones, of which some stand for any number.
    Bind(Binder, Box<[Place]>, Box<Pattern>),
    /// `(let ((x t)) p)`: what `p` stands for, with the second in the place of the first.
    Let(Place, Box<Pattern>, Place),
    /// `(append r t)`: the words of a regular expression with a string behind them.
    Append(Box<Pattern>, Box<Pattern>),
}

/// One argument, or as many as there are.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    One(Pattern),
    /// `xs ...`, `(+ xs c) ...`: one for each term that the sequences in it stand for.
    Many(Pattern),
}

impl Argument {
    pub(crate) fn pattern(&self) -> &Pattern {
        match self {
            Self::One(pattern) | Self::Many(pattern) => pattern,
        }
    }
}

/// The operator of a pattern.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Op(Op),
    /// By its name without indices, and the indices.
    Indexed(&'static str, SmallVec<[Index; 2]>),
    /// A variable for any operator.
    Any(Place),
}

/// An index of an operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Index {
    Number(u32),
    Variable(Place),
}

impl Pattern {
    /// Returns the variables that stand in it, each as often as it does.
    pub(crate) fn variables(&self) -> Vec<Place> {
        let (mut found, mut stack) = (Vec::new(), vec![self]);
        while let Some(pattern) = stack.pop() {
            match pattern {
                Self::Variable(place) => found.push(*place),
                Self::Literal(_) => {}
                Self::Apply(head, arguments) => {
                    match head {
                        Head::Op(_) => {}
                        Head::Any(place) => found.push(*place),
                        Head::Indexed(_, indices) => {
                            found.extend(indices.iter().filter_map(|index| match index {
                                Index::Variable(place) => Some(*place),
                                Index::Number(_) => None,
                            }));
                        }
                    }
                    stack.extend(arguments.iter().map(Argument::pattern));
                }
                Self::Bind(_, places, body) => {
                    found.extend(places);
                    stack.push(body);
                }
                Self::Let(key, with, body) => {
                    found.extend([*key, *body]);
                    stack.push(with);
                }
                Self::Append(regex, text) => stack.extend([&**regex, &**text]),
            }
        }
        found
    }

    /// Returns the sequences that an ellipsis behind this pattern goes through: those that stand
    /// under no other ellipsis.
    pub(crate) fn sequences(&self, variables: &[Variable]) -> SmallVec<[Place; 2]> {
        let (mut found, mut stack) = (SmallVec::new(), vec![self]);
        while let Some(pattern) = stack.pop() {
            match pattern {
                Self::Variable(place) if variables[*place].is_sequence => found.push(*place),
                Self::Apply(_, arguments) => {
                    stack.extend(arguments.iter().filter_map(|argument| match argument {
                        Argument::One(pattern) => Some(pattern),
                        Argument::Many(_) => None,
                    }));
                }
                Self::Bind(_, _, body) => stack.push(body),
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns whether terms can be held against it, so that it can be the old side.
    pub(crate) fn is_matchable(&self) -> bool {
        match self {
            Self::Variable(_) | Self::Literal(_) => true,
            Self::Apply(_, arguments) => {
                arguments.iter().all(|argument| argument.pattern().is_matchable())
            }
            Self::Bind(_, _, body) => body.is_matchable(),
            Self::Let(..) | Self::Append(..) => false,
        }
    }

    /// Returns whether anything in it binds variables.
    pub(crate) fn has_binder(&self) -> bool {
        match self {
            Self::Bind(..) | Self::Let(..) => true,
            Self::Apply(_, arguments) => {
                arguments.iter().any(|argument| argument.pattern().has_binder())
            }
            Self::Append(regex, text) => regex.has_binder() || text.has_binder(),
            Self::Variable(_) | Self::Literal(_) => false,
        }
    }
}

/// Returns the indices of an operator that has some.
pub(crate) fn indices(op: Op) -> SmallVec<[u32; 2]> {
    match op {
        Op::Divisible(n)
        | Op::IntAnd(n)
        | Op::Repeat(n)
        | Op::ZeroExtend(n)
        | Op::SignExtend(n)
        | Op::RotateLeft(n)
        | Op::RotateRight(n)
        | Op::IntToBv(n)
        | Op::FpToUbv(n)
        | Op::FpToSbv(n)
        | Op::RePower(n) => SmallVec::from_slice(&[n]),
        Op::Extract(a, b) | Op::ReLoop(a, b) => SmallVec::from_slice(&[a, b]),
        _ => SmallVec::new(),
    }
}

/// Returns the operator with indices that has this name; `None` if rules know none.
pub(crate) fn indexed(name: &str, indices: &[u32]) -> Option<Op> {
    Some(match (name, indices) {
        ("divisible", &[n]) => Op::Divisible(n),
        ("repeat", &[n]) => Op::Repeat(n),
        ("zero_extend", &[n]) => Op::ZeroExtend(n),
        ("sign_extend", &[n]) => Op::SignExtend(n),
        ("rotate_left", &[n]) => Op::RotateLeft(n),
        ("rotate_right", &[n]) => Op::RotateRight(n),
        ("extract", &[high, low]) => Op::Extract(high, low),
        ("re.^", &[n]) => Op::RePower(n),
        ("re.loop", &[low, high]) => Op::ReLoop(low, high),
        _ => return None,
    })
}
