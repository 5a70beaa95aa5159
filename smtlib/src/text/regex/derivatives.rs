//! Expressions as states: the derivative of a language by a character is what may follow it.
//!
//! Terms live in a set of their own, each once, so that a state is a number, and a derivative that
//! was taken before is looked up. Unions and intersections are sorted lists without repetition:
//! with that, an expression has finitely many derivatives (Brzozowski).

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::merged;
use crate::text::word::Text;
use crate::work;

/// Operations on words for each term that is looked at.
pub(crate) const WORDS_PER_TERM: u64 = 16;

/// A term of a [`Derivatives`]. Those below a term have smaller numbers.
pub(super) type State = u32;

/// Members of a union or intersection: sorted, at least two, none of the same kind.
pub(super) type Members = SmallVec<[State; 4]>;

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Term {
    None,
    All,
    Empty,
    Range(u32, u32),
    /// The rest of the text with this number; two characters or more.
    Rest {
        text: u32,
        from: u32,
    },
    Concat(State, State),
    Union(Members),
    Inter(Members),
    Comp(State),
    Repeat {
        body: State,
        least: u64,
        most: Option<u64>,
    },
}

/// The terms of some expressions and their derivatives.
pub(super) struct Derivatives {
    terms: IndexSet<Term, FxBuildHasher>,
    nullable: Vec<bool>,
    texts: Vec<Text>,
    known: FxHashMap<(State, u32), State>,
    /// Number of terms and members of terms that were looked at.
    work: u64,
    /// Memory that the terms take, in members.
    volume: usize,
}

impl Derivatives {
    /// Past this volume, [`Derivatives::without_garbage`] is worth its cost.
    const FULL: usize = 1 << 21;

    /// Terms that every set has, in this order.
    pub(super) const NONE: State = 0;
    pub(super) const ALL: State = 1;
    pub(super) const EMPTY: State = 2;

    pub(super) fn new() -> Derivatives {
        let mut set = Derivatives {
            terms: IndexSet::default(),
            nullable: Vec::new(),
            texts: Vec::new(),
            known: FxHashMap::default(),
            work: 0,
            volume: 0,
        };
        for term in [Term::None, Term::All, Term::Empty] {
            set.make(term);
        }
        set
    }

    pub(super) fn nullable(&self, state: State) -> bool {
        self.nullable[state as usize]
    }

    pub(super) fn term(&self, state: State) -> &Term {
        &self.terms[state as usize]
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter()
    }

    pub(super) fn text(&self, number: u32) -> &Text {
        &self.texts[number as usize]
    }

    /// Counts terms that were looked at.
    fn count(&mut self, terms: u64) {
        self.work += terms;
        work::add(terms.saturating_mul(WORDS_PER_TERM));
    }

    /// Returns the number of terms and members of terms that were looked at so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    pub(super) fn is_full(&self) -> bool {
        self.volume > Derivatives::FULL
    }

    /// `{ w | character w ∈ state }`.
    ///
    /// A term that waits for those below it stays on a list: the depth of the stack does not grow.
    pub(super) fn derive(&mut self, state: State, character: u32) -> State {
        let mut waiting = vec![state];
        while let Some(&next) = waiting.last() {
            let before = waiting.len();
            if self.derived(next, character).is_none() {
                self.await_below(next, character, &mut waiting);
                if waiting.len() == before {
                    let derivative = self.derivative(next, character);
                    self.known.insert((next, character), derivative);
                }
            }
            if waiting.len() == before {
                waiting.pop();
            }
        }
        self.derived(state, character).expect("it left the list")
    }

    /// The derivative, if it is known or obvious.
    fn derived(&mut self, state: State, character: u32) -> Option<State> {
        self.count(1);
        match *self.term(state) {
            Term::All => Some(Derivatives::ALL),
            Term::Range(low, high) if (low..=high).contains(&character) => Some(Derivatives::EMPTY),
            Term::Rest { text, from }
                if self.text(text).characters()[from as usize] == character =>
            {
                Some(self.rest(text, from + 1))
            }
            Term::None | Term::Empty | Term::Range(..) | Term::Rest { .. } => {
                Some(Derivatives::NONE)
            }
            _ => self.known.get(&(state, character)).copied(),
        }
    }

    /// Puts what the derivative needs on the list, if it is not known yet.
    fn await_below(&mut self, state: State, character: u32, waiting: &mut Vec<State>) {
        let below: Members = match self.term(state) {
            Term::Concat(a, b) if self.nullable(*a) => SmallVec::from_slice(&[*a, *b]),
            Term::Concat(a, _) => SmallVec::from_slice(&[*a]),
            Term::Union(members) | Term::Inter(members) => members.clone(),
            Term::Comp(body) | Term::Repeat { body, .. } => SmallVec::from_slice(&[*body]),
            _ => Members::new(),
        };
        for state in below {
            if self.derived(state, character).is_none() {
                waiting.push(state);
            }
        }
    }

    /// The derivative of a term of which all that is needed from below is known.
    fn derivative(&mut self, state: State, character: u32) -> State {
        let below = |set: &mut Derivatives, state| {
            set.derived(state, character).expect("nothing below is awaited any more")
        };
        match self.term(state).clone() {
            Term::Concat(a, b) => {
                let first = below(self, a);
                let through_first = self.concat(first, b);
                if !self.nullable(a) {
                    return through_first;
                }
                let second = below(self, b);
                self.union([through_first, second])
            }
            Term::Union(members) => {
                let members: Members = members.iter().map(|&m| below(self, m)).collect();
                self.union(members)
            }
            Term::Inter(members) => {
                let members: Members = members.iter().map(|&m| below(self, m)).collect();
                self.inter(members)
            }
            Term::Comp(body) => {
                let body = below(self, body);
                self.comp(body)
            }
            Term::Repeat { body, least, most } => {
                // Also right for a body with the empty text: fewer words are a case of more.
                let first = below(self, body);
                let rest = self.repeat(body, least.saturating_sub(1), most.map(|most| most - 1));
                self.concat(first, rest)
            }
            _ => below(self, state),
        }
    }
}

/// Making terms, in the normal form that keeps them few.
impl Derivatives {
    pub(super) fn make(&mut self, term: Term) -> State {
        let members = match &term {
            Term::Union(members) | Term::Inter(members) => members.len(),
            _ => 1,
        };
        let (at, new) = self.terms.insert_full(term);
        if new {
            let nullable = self.is_nullable(&self.terms[at]);
            self.nullable.push(nullable);
            self.volume += members;
        }
        self.count(members as u64);
        State::try_from(at).expect("garbage is collected and budgets end long before")
    }

    fn is_nullable(&self, term: &Term) -> bool {
        match term {
            Term::None | Term::Range(..) | Term::Rest { .. } => false,
            Term::All | Term::Empty => true,
            Term::Concat(a, b) => self.nullable(*a) && self.nullable(*b),
            Term::Union(members) => members.iter().any(|&member| self.nullable(member)),
            Term::Inter(members) => members.iter().all(|&member| self.nullable(member)),
            Term::Comp(body) => !self.nullable(*body),
            Term::Repeat { body, least, .. } => *least == 0 || self.nullable(*body),
        }
    }

    pub(super) fn word(&mut self, text: &Text) -> State {
        let number = u32::try_from(self.texts.len()).expect("one for each word of an expression");
        self.texts.push(text.clone());
        self.rest(number, 0)
    }

    fn rest(&mut self, text: u32, from: u32) -> State {
        let term = match self.text(text).characters()[from as usize..] {
            [] => Term::Empty,
            [character] => Term::Range(character, character),
            _ => Term::Rest { text, from },
        };
        self.make(term)
    }

    pub(super) fn concat(&mut self, a: State, b: State) -> State {
        match (self.term(a), self.term(b)) {
            (Term::None, _) | (_, Term::Empty) | (Term::All, Term::All) => a,
            (_, Term::None) | (Term::Empty, _) => b,
            _ => self.make(Term::Concat(a, b)),
        }
    }

    pub(super) fn union(&mut self, members: impl IntoIterator<Item = State>) -> State {
        let mut all = Members::new();
        for member in members {
            match self.term(member) {
                Term::None => {}
                Term::All => return member,
                Term::Union(below) => all.extend_from_slice(below),
                _ => all.push(member),
            }
        }
        self.sort(&mut all);
        match all[..] {
            [] => Derivatives::NONE,
            [one] => one,
            _ => self.make(Term::Union(all)),
        }
    }

    pub(super) fn inter(&mut self, members: impl IntoIterator<Item = State>) -> State {
        let mut all = Members::new();
        for member in members {
            match self.term(member) {
                Term::All => {}
                Term::None => return member,
                Term::Inter(below) => all.extend_from_slice(below),
                _ => all.push(member),
            }
        }
        self.sort(&mut all);
        match all[..] {
            [] => Derivatives::ALL,
            [one] => one,
            _ => self.make(Term::Inter(all)),
        }
    }

    fn sort(&mut self, members: &mut Members) {
        self.count(members.len() as u64);
        members.sort_unstable();
        members.dedup();
    }

    pub(super) fn comp(&mut self, body: State) -> State {
        match *self.term(body) {
            Term::None => Derivatives::ALL,
            Term::All => Derivatives::NONE,
            Term::Comp(inner) => inner,
            _ => self.make(Term::Comp(body)),
        }
    }

    /// Needs `least <= most`.
    pub(super) fn repeat(&mut self, body: State, least: u64, most: Option<u64>) -> State {
        let (mut body, mut least, mut most) = (body, least, most);
        while let Term::Repeat { body: inner, least: below, most: above } = *self.term(body)
            && most != Some(0)
            && let Some(counts) = merged((below, above), (least, most))
        {
            (body, (least, most)) = (inner, counts);
        }
        match self.term(body) {
            _ if most == Some(0) => Derivatives::EMPTY,
            _ if (least, most) == (1, Some(1)) => body,
            Term::None if least == 0 => Derivatives::EMPTY,
            Term::None | Term::All | Term::Empty => body,
            _ => {
                let least = if self.nullable(body) { 0 } else { least };
                self.make(Term::Repeat { body, least, most })
            }
        }
    }

    /// The terms that a state is made of, without all others; and the state's number there.
    pub(super) fn without_garbage(&self, state: State) -> (Derivatives, State) {
        let mut needed = vec![false; self.terms.len()];
        let always = [Derivatives::NONE, Derivatives::ALL, Derivatives::EMPTY];
        for root in always.into_iter().chain([state]) {
            needed[root as usize] = true;
        }
        let mut numbers = vec![0; self.terms.len()];
        // What is below a term has a smaller number: down to mark it, up to copy it.
        for at in (0..self.terms.len()).rev() {
            if needed[at] {
                let mut mark = |below: State| needed[below as usize] = true;
                match &self.terms[at] {
                    Term::Concat(a, b) => [*a, *b].into_iter().for_each(&mut mark),
                    Term::Union(members) | Term::Inter(members) => {
                        members.iter().copied().for_each(&mut mark);
                    }
                    Term::Comp(body) | Term::Repeat { body, .. } => mark(*body),
                    _ => {}
                }
            }
        }
        let mut copy = Derivatives::new();
        copy.texts.clone_from(&self.texts);
        for at in (0..self.terms.len()).filter(|&at| needed[at]) {
            let number = |below: State| numbers[below as usize];
            let mut term = self.terms[at].clone();
            match &mut term {
                Term::Concat(a, b) => (*a, *b) = (number(*a), number(*b)),
                Term::Union(members) | Term::Inter(members) => {
                    // Numbers keep their order, so the members stay sorted.
                    members.iter_mut().for_each(|member| *member = number(*member));
                }
                Term::Comp(body) | Term::Repeat { body, .. } => *body = number(*body),
                _ => {}
            }
            numbers[at] = copy.make(term);
        }
        copy.work = self.work;
        (copy, numbers[state as usize])
    }
}
