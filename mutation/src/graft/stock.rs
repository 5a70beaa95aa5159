//! The stock of a seed, of which terms are made: its variables, its literals, its own subterms, and
//! the
//! grammars that fit it. It is made once, from the seed alone.

use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{
    Arguments, BitVec, Evaluator, Interpretation, Limits, Model, Node, Sort, SortKind, Term, Terms,
    Value,
};

use super::grammar::{Grammar, GrammarSort, Leaf};
use super::places::Places;
use super::shelf::Shelf;
use crate::draw::Draw;
use crate::specimen::Specimen;

/// Work that the evaluation of a term that is put somewhere may be.
pub const LIMITS: Limits = Limits {
    steps: 20_000,
    calls: 100,
    exhaustive: 256,
    instances: 16,
    all_steps: 20_000,
    model_bytes: 0,
};

/// Work that the analysis of one assertion may be.
const ANALYSIS: Limits = Limits {
    steps: 1_000_000,
    calls: 1_000,
    exhaustive: 4_096,
    instances: 100,
    all_steps: 3_000_000,
    model_bytes: 0,
};

/// The most of a seed's own terms of one sort.
const MOST_OWN: usize = 64;
/// A term of a seed is used elsewhere if it has no more nodes.
const LONGEST_OWN: usize = 16;

/// The parts of new terms, and the places of the assertions. Of `(< a (+ b 1))` it has the
/// variables `a` and `b`.
#[derive(Debug)]
pub struct Stock {
    /// The seed that it was made from.
    seed: Arc<Specimen>,
    places: FxHashMap<Term, Arc<Places>>,
    /// By sort: variables.
    variables: FxHashMap<Sort, Vec<Term>>,
    /// By sort: variables and literals.
    leaves: FxHashMap<Sort, Vec<Term>>,
    /// By sort: what the assertions are made of, the smaller terms first.
    own: FxHashMap<Sort, Vec<Term>>,
    /// By sort: values of the witness.
    values: FxHashMap<Sort, Vec<Value>>,
    /// By sort: the grammars that have terms of it.
    fitting: FxHashMap<Sort, Vec<Fit>>,
    shelves: Mutex<FxHashMap<Sort, Arc<Shelf>>>,
}

/// A grammar that has terms of a sort of the seed. That of `Ints` fits where a term of sort `Int`
/// is wanted.
#[derive(Clone, Debug)]
pub struct Fit {
    grammar: Arc<Grammar>,
    /// The sort as the grammar has it.
    sort: Sort,
    /// The sorts of the grammar and those of the seed that stand for them.
    sorts: Arc<[(Sort, Sort)]>,
}

impl Stock {
    /// Makes the stock of a seed.
    pub fn new(seed: &Arc<Specimen>, grammars: &[Arc<Grammar>]) -> Self {
        let mut stock = Self {
            places: FxHashMap::default(),
            variables: FxHashMap::default(),
            leaves: FxHashMap::default(),
            own: FxHashMap::default(),
            values: FxHashMap::default(),
            fitting: FxHashMap::default(),
            shelves: Mutex::default(),
            seed: seed.clone(),
        };
        if let Some(witness) = seed.witness() {
            for &assertion in &seed.assertions {
                let places = Places::of(&seed.terms, witness, &ANALYSIS, assertion);
                stock.places.insert(assertion, Arc::new(places));
            }
            stock.add_values(witness);
        }
        stock.add_terms();
        stock.add_grammars(grammars);
        stock
    }

    /// Returns the seed.
    pub fn seed(&self) -> &Arc<Specimen> {
        &self.seed
    }

    /// Returns the places of an assertion: those that are known, or those found now.
    pub fn places(&self, specimen: &Specimen, witness: &Model, assertion: Term) -> Arc<Places> {
        match self.places.get(&assertion) {
            Some(places) => places.clone(),
            None => Arc::new(Places::of(&specimen.terms, witness, &ANALYSIS, assertion)),
        }
    }

    fn add_values(&mut self, witness: &Model) {
        for &fun in self.seed.declared() {
            let sort = self.seed.terms.function(fun).result;
            if let Some(Interpretation::Value(value)) = witness.get(fun) {
                let values = self.values.entry(sort).or_default();
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
        }
    }

    fn add_terms(&mut self) {
        let terms = &self.seed.terms;
        let mut sizes: FxHashMap<Term, usize> = FxHashMap::default();
        let mut own: FxHashMap<Sort, Vec<(usize, Term)>> = FxHashMap::default();
        for term in outside_of_binders(terms, &self.seed.assertions) {
            let children = terms.children(term);
            let size = match terms.node(term) {
                Node::Bind(..) | Node::Match(..) => usize::MAX,
                _ => children.iter().fold(1_usize, |sum, child| {
                    sum.saturating_add(sizes.get(child).copied().unwrap_or(usize::MAX))
                }),
            };
            sizes.insert(term, size);
            let sort = terms.sort(term);
            if children.is_empty() {
                if matches!(terms.node(term), Node::Call(..)) {
                    self.variables.entry(sort).or_default().push(term);
                }
                self.leaves.entry(sort).or_default().push(term);
            } else if size <= LONGEST_OWN {
                own.entry(sort).or_default().push((size, term));
            }
        }
        for (sort, mut list) in own {
            list.sort_unstable();
            list.truncate(MOST_OWN);
            self.own.insert(sort, list.into_iter().map(|(_, term)| term).collect());
        }
    }

    /// A grammar fits if the seed has what its variables stand for.
    fn add_grammars(&mut self, grammars: &[Arc<Grammar>]) {
        let sorts: Vec<Sort> = self.sorts();
        let kinds: Vec<(Sort, String)> =
            sorts.iter().map(|&sort| (sort, self.seed.terms.sorts.text(sort))).collect();
        let sized = |sort: &Sort| {
            matches!(self.seed.terms.sorts.kind(*sort), SortKind::BitVec(_) | SortKind::Float(_))
        };
        // Each size has terms of its own.
        let preferred: Vec<Sort> = sorts.iter().copied().filter(sized).collect();
        let preferred = if preferred.is_empty() { vec![Sort::BOOL] } else { preferred };
        for grammar in grammars {
            let mut known: Vec<Vec<(Sort, Sort)>> = Vec::new();
            for &preferred in &preferred {
                let mapping = self.mapping(grammar, &kinds, preferred);
                known.extend(mapping.filter(|mapping| !known.contains(mapping)));
            }
            for sorts in known {
                let sorts: Arc<[(Sort, Sort)]> = sorts.into();
                for &(theirs, ours) in &*sorts {
                    let fit = Fit { grammar: grammar.clone(), sort: theirs, sorts: sorts.clone() };
                    self.fitting.entry(ours).or_default().push(fit);
                }
            }
        }
    }

    /// Returns the sorts of the seed's terms, in order.
    fn sorts(&self) -> Vec<Sort> {
        let mut sorts: Vec<Sort> =
            self.leaves.keys().chain(self.own.keys()).copied().chain([Sort::BOOL]).collect();
        sorts.sort_unstable();
        sorts.dedup();
        sorts
    }

    /// Returns which sort of the seed stands for each of a grammar; `None` if one of its variables
    /// has no sort here. The preferred sort of bit-vectors or floating-point numbers stands for those
    /// of the grammar's size.
    fn mapping(
        &self,
        grammar: &Grammar,
        kinds: &[(Sort, String)],
        preferred: Sort,
    ) -> Option<Vec<(Sort, Sort)>> {
        let sorts = &self.seed.terms.sorts;
        let family = |text: &str| match sorts.kind(preferred) {
            SortKind::BitVec(_) => text.starts_with("(_ BitVec "),
            SortKind::Float(_) => text.starts_with("(_ FloatingPoint "),
            _ => false,
        };
        let mut mapping = Vec::new();
        for GrammarSort { sort: theirs, text, has_variable } in grammar.sorts() {
            let same = || kinds.iter().find(|(_, kind)| kind == text).map(|(sort, _)| *sort);
            let alike = family(text).then_some(preferred);
            let basic = match text.as_str() {
                "Int" => Some(Sort::INT),
                "RegLan" => Some(Sort::REGLAN),
                "RoundingMode" => Some(Sort::ROUNDING),
                _ => None,
            };
            match alike.or_else(same).or(basic.filter(|_| !has_variable)) {
                Some(ours) => mapping.push((*theirs, ours)),
                None if *has_variable => return None,
                None => {}
            }
        }
        Some(mapping)
    }

    /// Draws one of the grammars that have terms of a sort.
    pub fn fit(&self, sort: Sort, draw: &mut Draw) -> Option<&Fit> {
        draw.one_of(self.fitting.get(&sort)?)
    }

    /// Draws one of the seed's own terms of a sort.
    pub fn own(&self, sort: Sort, draw: &mut Draw) -> Option<Term> {
        let empty = Vec::new();
        let leaves = self.leaves.get(&sort).unwrap_or(&empty);
        let own = self.own.get(&sort).unwrap_or(&empty);
        if leaves.is_empty() && own.is_empty() {
            return None;
        }
        let at = draw.place(leaves.len() + own.len());
        Some(leaves.get(at).copied().unwrap_or_else(|| own[at - leaves.len()]))
    }

    /// Draws a variable, mostly, or what else may stand for one.
    fn variable(&self, sort: Sort, terms: &mut Terms, draw: &mut Draw) -> Option<Term> {
        let variable = self.variables.get(&sort).and_then(|variables| draw.one_of(variables));
        match variable {
            Some(&variable) if draw.chance(3, 4) => Some(variable),
            _ => self.leaf(sort, terms, draw),
        }
    }

    /// Draws a variable, a literal or a value of the witness; if there is none, a term of the seed.
    fn leaf(&self, sort: Sort, terms: &mut Terms, draw: &mut Draw) -> Option<Term> {
        if draw.chance(1, 8)
            && let Some(value) = self.values.get(&sort).and_then(|values| draw.one_of(values))
            && let Some(term) = terms.constant_of(value)
        {
            return Some(term);
        }
        let leaf = self.leaves.get(&sort).and_then(|leaves| draw.one_of(leaves)).copied();
        leaf.or_else(|| self.own(sort, draw))
    }

    /// Returns the shelf of a sort: a table of small terms by their value, made when it is first
    /// asked for.
    pub fn shelf(&self, sort: Sort) -> Arc<Shelf> {
        let all = || self.shelves.lock().expect("nobody panics who holds it");
        if let Some(known) = all().get(&sort) {
            return known.clone();
        }
        // Two threads may make it at once: they make the same one.
        let made = Arc::new(self.make_shelf(sort));
        all().insert(sort, made.clone());
        made
    }

    fn make_shelf(&self, sort: Sort) -> Shelf {
        let Some(witness) = self.seed.witness() else { return Shelf::default() };
        let mut wider = self.seed.terms.clone();
        let mut draw = Draw::new("", "shelf", 0);
        let mut known: FxHashSet<Term> = FxHashSet::default();
        let mut made = Shelf::default();
        let mut put = |made: &mut Shelf, terms: &Terms, found: &[Term]| {
            let mut evaluator = Evaluator::with_limits(terms, LIMITS);
            for &term in found.iter().filter(|&&term| known.insert(term)) {
                let outcome = evaluator.eval(witness, term);
                if let (Ok(value), true) = (outcome, evaluator.take_basis().is_standard()) {
                    made.add(value, term);
                }
            }
        };
        for of_seed in [&self.leaves, &self.own] {
            put(&mut made, &wider, of_seed.get(&sort).map_or(&[], Vec::as_slice));
        }
        let all_values = match sort {
            Sort::BOOL => Some(2),
            Sort::ROUNDING => Some(5),
            _ => None,
        };
        for fit in self.fitting.get(&sort).into_iter().flatten() {
            // Whatever else is found has no room.
            if all_values.is_some_and(|values| made.full_rows() == values) {
                break;
            }
            let found = fit.smallest(self, &mut wider, &mut draw);
            put(&mut made, &wider, &found);
        }
        made.keep(wider, self.seed.terms.len());
        made
    }
}

impl Fit {
    /// Draws a term over the seed's variables and literals.
    pub fn draw(&self, stock: &Stock, terms: &mut Terms, draw: &mut Draw) -> Option<Term> {
        self.grammar
            .draw(self.sort, terms, draw, |leaf, terms, draw| self.leaf(stock, leaf, terms, draw))
    }

    fn smallest(&self, stock: &Stock, terms: &mut Terms, draw: &mut Draw) -> Vec<Term> {
        self.grammar.smallest(self.sort, terms, |leaf, terms| self.leaf(stock, leaf, terms, draw))
    }

    /// A literal of the grammar is often kept; a variable is one of the seed's leaves.
    fn leaf(
        &self,
        stock: &Stock,
        leaf: Leaf<'_>,
        terms: &mut Terms,
        draw: &mut Draw,
    ) -> Option<Term> {
        match leaf {
            Leaf::Variable(sort) => stock.variable(self.sort_of(sort)?, terms, draw),
            Leaf::Literal(value) => {
                let literal = terms.constant_of(value)?;
                let sort = terms.sort(literal);
                let ours = match terms.sorts.kind(sort) {
                    SortKind::BitVec(_) | SortKind::Float(_) => self.alike(sort, terms)?,
                    _ => sort,
                };
                if ours == sort {
                    let other =
                        if draw.chance(1, 3) { stock.leaf(sort, terms, draw) } else { None };
                    return Some(other.unwrap_or(literal));
                }
                match (value, terms.sorts.width(ours)) {
                    (Value::BitVec(bits), Some(width)) if !draw.chance(1, 3) => {
                        let bits = BitVec::from_big(width, &bits.to_big());
                        terms.constant_of(&Value::BitVec(bits))
                    }
                    _ => stock.leaf(ours, terms, draw),
                }
            }
        }
    }

    fn sort_of(&self, theirs: Sort) -> Option<Sort> {
        self.sorts.iter().find(|(sort, _)| *sort == theirs).map(|(_, ours)| *ours)
    }

    /// Returns the sort of the seed's bit-vectors or floating-point numbers that the grammar's
    /// become; `None` if the grammar has none that the seed has.
    fn alike(&self, sort: Sort, terms: &Terms) -> Option<Sort> {
        let is_bits = terms.sorts.width(sort).is_some();
        let fits = |ours: Sort| {
            if is_bits {
                terms.sorts.width(ours).is_some()
            } else {
                terms.sorts.format(ours).is_some()
            }
        };
        let same = self.sorts.iter().map(|(_, ours)| *ours).find(|&ours| fits(ours));
        // `fp` of three bit-vectors: these are of no sort that the grammar has terms of.
        same.or(Some(sort))
    }
}

/// Returns the distinct subterms that are not below a binder, smaller ones first.
pub fn outside_of_binders(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    terms.reachable(roots, |term| match terms.node(term) {
        Node::Bind(..) => Arguments::new(),
        Node::Match(scrutinee, _) => Arguments::from_slice(&[*scrutinee]),
        _ => terms.children(term),
    })
}
