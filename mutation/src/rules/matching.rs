//! Terms against patterns: in which ways a term is an instance of one side of a rule.
//!
//! A pattern may fit in several ways: `(and ps ... q qs ...)` fits a conjunction of three in three.
//! They come in a fixed order, so that a number names one.

use smallvec::SmallVec;
use smtlib::{Fun, Local, Node, Op, Term, Terms};

use super::build::joins;
use super::pattern::{Argument, Head, Index, Kind, Pattern, Place, Variable, indices};
use super::sorts::{SortBindings, SortVariable};

/// The terms that the variables of a rule stand for.
#[derive(Clone, Debug)]
pub(crate) struct Bindings {
    pub(crate) slots: SmallVec<[Slot; 8]>,
    pub(crate) sorts: SortBindings,
}

/// The terms that one variable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Empty,
    Term(Term),
    Terms(SmallVec<[Term; 4]>),
    Number(u32),
    Function(Function),
    Local(Local),
    Locals(SmallVec<[Local; 4]>),
}

/// The function of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Op(Op),
    Fun(Fun),
}

impl Bindings {
    pub(crate) fn new(variables: usize, sorts: usize) -> Self {
        let slots = std::iter::repeat_n(Slot::Empty, variables).collect();
        Self { slots, sorts: std::iter::repeat_n(None, sorts).collect() }
    }

    /// Returns the terms of a sequence.
    pub(crate) fn sequence(&self, place: Place) -> &[Term] {
        match &self.slots[place] {
            Slot::Terms(terms) => terms,
            _ => &[],
        }
    }
}

/// The goals that are left to be matched.
enum Goals<'g> {
    Done,
    Term(&'g Pattern, Term, &'g Goals<'g>),
    Arguments(&'g [Argument], &'g [Term], &'g Goals<'g>),
    /// An ellipsis over terms, from one of them on; whether its sequences are being collected.
    Each {
        template: &'g Pattern,
        terms: &'g [Term],
        at: usize,
        goals: &'g Goals<'g>,
    },
}

/// One side of a rule, held against terms.
pub(crate) struct Matcher<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) variables: &'a [Variable],
    pub(crate) sorts: &'a [SortVariable],
}

/// An ellipsis that is being matched: the place in it, and the sequences that it collects.
#[derive(Clone, Default)]
struct Ellipsis {
    at: Option<usize>,
    collected: SmallVec<[Place; 2]>,
}

struct Run<'a, 'm, F> {
    matcher: &'m Matcher<'a>,
    bindings: Bindings,
    ellipsis: Ellipsis,
    found: F,
}

impl Matcher<'_> {
    /// Calls `found` with each way in which the term fits, until it returns true.
    pub(crate) fn each(&self, pattern: &Pattern, term: Term, found: impl FnMut(&Bindings) -> bool) {
        let bindings = Bindings::new(self.variables.len(), self.sorts.len());
        let ellipsis = Ellipsis::default();
        let mut run = Run { matcher: self, bindings, ellipsis, found };
        run.solve(&Goals::Term(pattern, term, &Goals::Done));
    }

    /// Counts the ways in which the term fits, up to `most`.
    pub(crate) fn count(&self, pattern: &Pattern, term: Term, most: usize) -> usize {
        let mut count = 0;
        self.each(pattern, term, |_| {
            count += 1;
            count >= most
        });
        count
    }

    /// Returns one way in which the term fits, by its number.
    pub(crate) fn get(&self, pattern: &Pattern, term: Term, number: usize) -> Option<Bindings> {
        let (mut at, mut wanted) = (0, None);
        self.each(pattern, term, |bindings| {
            if at == number {
                wanted = Some(bindings.clone());
            }
            at += 1;
            wanted.is_some()
        });
        wanted
    }
}

impl<F: FnMut(&Bindings) -> bool> Run<'_, '_, F> {
    /// Returns whether the search is over. Bindings and ellipsis are as they were if it is not.
    fn solve(&mut self, goals: &Goals<'_>) -> bool {
        match *goals {
            Goals::Done => (self.found)(&self.bindings),
            Goals::Term(pattern, term, goals) => self.term(pattern, term, goals),
            Goals::Arguments(arguments, terms, goals) => self.arguments(arguments, terms, goals),
            Goals::Each { template, terms, at, goals } => {
                let Some(&term) = terms.get(at) else {
                    let ended = std::mem::take(&mut self.ellipsis);
                    let is_over = self.has_whole(template, at) && self.solve(goals);
                    self.ellipsis = ended;
                    return is_over;
                };
                self.ellipsis.at = Some(at);
                let next = Goals::Each { template, terms, at: at + 1, goals };
                self.solve(&Goals::Term(template, term, &next))
            }
        }
    }

    /// Whether sequences that were known before the ellipsis have just as many terms.
    fn has_whole(&self, template: &Pattern, count: usize) -> bool {
        let sequences = template.sequences(self.matcher.variables);
        sequences.iter().all(|&place| self.bindings.sequence(place).len() == count)
    }

    fn term(&mut self, pattern: &Pattern, term: Term, goals: &Goals<'_>) -> bool {
        let terms = self.matcher.terms;
        match pattern {
            Pattern::Variable(place) => self.variable(*place, term, goals),
            Pattern::Literal(value) => {
                matches!(terms.node(term), Node::Literal(found) if found == value)
                    && self.solve(goals)
            }
            Pattern::Apply(head, arguments) => match terms.node(term) {
                Node::Op(op, children) => {
                    self.apply(head, Function::Op(*op), arguments, children, goals)
                }
                Node::Call(fun, children) if !children.is_empty() => {
                    self.apply(head, Function::Fun(*fun), arguments, children, goals)
                }
                _ => false,
            },
            Pattern::Bind(binder, places, body) => match terms.node(term) {
                Node::Bind(found, locals, inner) if found == binder => {
                    self.locals(places, locals, body, *inner, goals)
                }
                _ => false,
            },
            Pattern::Let(..) | Pattern::Append(..) => false,
        }
    }

    fn variable(&mut self, place: Place, term: Term, goals: &Goals<'_>) -> bool {
        let matcher = self.matcher;
        let variable = &matcher.variables[place];
        match (&self.bindings.slots[place], self.ellipsis.at) {
            (Slot::Term(known), _) => return *known == term && self.solve(goals),
            (Slot::Local(local), _) => {
                let is_it =
                    matches!(matcher.terms.node(term), Node::Local(found) if found == local);
                return is_it && self.solve(goals);
            }
            (Slot::Terms(known), Some(at)) if !self.ellipsis.collected.contains(&place) => {
                return known.get(at) == Some(&term) && self.solve(goals);
            }
            (Slot::Terms(known), Some(at)) if at < known.len() => {
                return known[at] == term && self.solve(goals);
            }
            (Slot::Empty | Slot::Terms(_), _) => {}
            _ => return false,
        }
        if !variable.kind.has(term, matcher.terms) {
            return false;
        }
        let sorts = self.bindings.sorts.clone();
        let fits = variable.sort().is_some_and(|wanted| {
            let sort = matcher.terms.sort(term);
            wanted.matches(sort, &matcher.terms.sorts, matcher.sorts, &mut self.bindings.sorts)
        });
        let mut is_over = false;
        if fits {
            if variable.is_sequence {
                let Slot::Terms(list) = &mut self.bindings.slots[place] else { return false };
                list.push(term);
                is_over = self.solve(goals);
                if let Slot::Terms(list) = &mut self.bindings.slots[place] {
                    list.pop();
                }
            } else {
                self.bindings.slots[place] = Slot::Term(term);
                is_over = self.solve(goals);
                self.bindings.slots[place] = Slot::Empty;
            }
        }
        self.bindings.sorts = sorts;
        is_over
    }

    fn apply(
        &mut self,
        head: &Head,
        found: Function,
        arguments: &[Argument],
        children: &[Term],
        goals: &Goals<'_>,
    ) -> bool {
        let goals = Goals::Arguments(arguments, children, goals);
        match (head, found) {
            (Head::Op(wanted), Function::Op(op)) => {
                // Of one argument, it is that argument.
                let is_whole = children.len() > 1 || !joins(op);
                *wanted == op && is_whole && self.solve(&goals)
            }
            (Head::Any(place), _) => {
                if let Slot::Function(known) = self.bindings.slots[*place] {
                    return known == found && self.solve(&goals);
                }
                self.bindings.slots[*place] = Slot::Function(found);
                let is_over = self.solve(&goals);
                self.bindings.slots[*place] = Slot::Empty;
                is_over
            }
            (Head::Indexed(name, wanted), Function::Op(op)) if op.name() == *name => {
                let numbers = indices(op);
                let saved = self.bindings.slots.clone();
                let is_over = numbers.len() == wanted.len()
                    && wanted
                        .iter()
                        .zip(numbers)
                        .all(|(wanted, number)| self.index(*wanted, number))
                    && self.solve(&goals);
                self.bindings.slots = saved;
                is_over
            }
            _ => false,
        }
    }

    fn index(&mut self, wanted: Index, number: u32) -> bool {
        match wanted {
            Index::Number(wanted) => wanted == number,
            Index::Variable(place) => {
                if let Slot::Number(known) = &self.bindings.slots[place] {
                    return *known == number;
                }
                self.bindings.slots[place] = Slot::Number(number);
                let kind = &self.matcher.variables[place].kind;
                matches!(kind, Kind::Number(range) if range.contains(&number))
            }
        }
    }

    fn arguments(&mut self, arguments: &[Argument], terms: &[Term], goals: &Goals<'_>) -> bool {
        let Some((first, rest)) = arguments.split_first() else {
            return terms.is_empty() && self.solve(goals);
        };
        let least = rest.iter().filter(|argument| matches!(argument, Argument::One(_))).count();
        match first {
            Argument::One(pattern) => {
                let Some((&term, others)) = terms.split_first() else { return false };
                if others.len() < least {
                    return false;
                }
                let goals = Goals::Arguments(rest, others, goals);
                self.solve(&Goals::Term(pattern, term, &goals))
            }
            Argument::Many(template) => {
                let Some(most) = terms.len().checked_sub(least) else { return false };
                let is_last = rest.iter().all(|argument| matches!(argument, Argument::One(_)));
                let fewest = if is_last { most } else { 0 };
                (fewest..=most).any(|count| {
                    let (taken, others) = terms.split_at(count);
                    let goals = Goals::Arguments(rest, others, goals);
                    self.ellipsis(template, taken, &goals)
                })
            }
        }
    }

    /// Matches a template against each of some terms. What stood in an ellipsis around it waits.
    fn ellipsis(&mut self, template: &Pattern, terms: &[Term], goals: &Goals<'_>) -> bool {
        if let Pattern::Variable(place) = template {
            return self.whole(*place, terms, goals);
        }
        let sequences = template.sequences(self.matcher.variables);
        let collected: SmallVec<[Place; 2]> = sequences
            .into_iter()
            .filter(|&place| self.bindings.slots[place] == Slot::Empty)
            .collect();
        for &place in &collected {
            self.bindings.slots[place] = Slot::Terms(SmallVec::new());
        }
        let outer = std::mem::replace(
            &mut self.ellipsis,
            Ellipsis { at: None, collected: collected.clone() },
        );
        let is_over = self.solve(&Goals::Each { template, terms, at: 0, goals });
        self.ellipsis = outer;
        for &place in &collected {
            self.bindings.slots[place] = Slot::Empty;
        }
        is_over
    }

    /// Matches a sequence that stands alone before its ellipsis: all terms at once.
    fn whole(&mut self, place: Place, terms: &[Term], goals: &Goals<'_>) -> bool {
        let matcher = self.matcher;
        if let Slot::Terms(known) = &self.bindings.slots[place] {
            return known.as_slice() == terms && self.solve(goals);
        }
        let sorts = self.bindings.sorts.clone();
        let wanted = matcher.variables[place].sort();
        let fits = terms.iter().all(|&term| {
            let sort = matcher.terms.sort(term);
            wanted.is_some_and(|wanted| {
                let all = &matcher.terms.sorts;
                wanted.matches(sort, all, matcher.sorts, &mut self.bindings.sorts)
            })
        });
        let mut is_over = false;
        if fits {
            self.bindings.slots[place] = Slot::Terms(SmallVec::from_slice(terms));
            is_over = self.solve(goals);
            self.bindings.slots[place] = Slot::Empty;
        }
        self.bindings.sorts = sorts;
        is_over
    }

    /// Matches the variables of a binder, then its body.
    fn locals(
        &mut self,
        places: &[Place],
        locals: &[Local],
        body: &Pattern,
        inner: Term,
        goals: &Goals<'_>,
    ) -> bool {
        let matcher = self.matcher;
        let Some((&place, rest)) = places.split_first() else {
            return locals.is_empty() && self.term(body, inner, goals);
        };
        let saved = self.bindings.clone();
        let take = |run: &mut Self, count: usize| {
            let (taken, others) = locals.split_at(count);
            let variable = &matcher.variables[place];
            let fits = taken.iter().all(|&local| {
                let (_, sort) = matcher.terms.local(local);
                variable.sort().is_some_and(|wanted| {
                    let all = &matcher.terms.sorts;
                    wanted.matches(sort, all, matcher.sorts, &mut run.bindings.sorts)
                })
            });
            let slot = if variable.is_sequence {
                Slot::Locals(SmallVec::from_slice(taken))
            } else {
                Slot::Local(taken[0])
            };
            let known = &mut run.bindings.slots[place];
            let fits = fits && (*known == Slot::Empty || *known == slot);
            *known = slot;
            let is_over = fits && run.locals(rest, others, body, inner, goals);
            run.bindings = saved.clone();
            is_over
        };
        if matcher.variables[place].is_sequence {
            (0..=locals.len()).any(|count| take(self, count))
        } else {
            !locals.is_empty() && take(self, 1)
        }
    }
}
