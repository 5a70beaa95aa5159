//! Grafts: a subterm gives way to another term wherever the witness allows it (DIVER).
//!
//! | module | turns | into |
//! |---|---|---|
//! | `allowed`, with `span`, `ring`, `keys`, `words` | – | sets of values |
//! | `places`, with `parts` and a module of rules a theory | an assertion and the witness | its places, each with the values that keep it true |
//! | `grammar` | a grammar of formulas | terms over anybody's names |
//! | `stock` | a seed and grammars | what terms are made of |
//! | `shelf` | small terms | a table of them by value |
//! | `adjust` | a term of the wrong value | one of the right value |
//! | `complicate` | subterms | fresh constants within bounds |
//!
//! Nothing asks a solver: the values come from the evaluator's own trace. Operators that no theory
//! of the standard has are not used, since a witness proves nothing of them. A graft needs a witness,
//! so that there is none of an `unsat`.

mod adjust;
mod allowed;
mod bits;
mod chain;
mod complicate;
mod data;
mod display;
mod floats;
mod grammar;
mod keys;
mod logic;
mod monotone;
mod numbers;
mod parts;
mod places;
mod ring;
mod shelf;
mod span;
mod stock;
mod strings;
#[cfg(test)]
mod tests;
mod words;

use std::sync::{Arc, Mutex};

use feat_runtime::Space;
use smtlib::{Position, Sort, Term, Value};

use crate::draw::Draw;
use crate::specimen::Specimen;
use crate::step::{Step, StepPlace};
use crate::technique::Technique;
use crate::walk::{Mutator, Seeds};
use allowed::Allowed;
use grammar::Grammar;
pub use places::Places;
use stock::{LIMITS, Stock};

/// The technique `graft`: it puts terms of grammars, or of the seed itself, where the witness
/// allows their values.
///
/// ```
/// use mutation::{Alone, Graft, Mutator, Recipe, Seed};
/// use smtlib::{Budget, Script};
/// use std::sync::Arc;
///
/// let script = Script::parse("(declare-const a Int)(assert (> (* 2 a) 6))(check-sat)")?;
/// let seed = Seed::by_search("example", &script, 0, &Budget::default()).expect("4 is small");
/// let graft: Arc<dyn Mutator> = Arc::new(Graft::new([]));
/// let recipe = Recipe { mutators: vec![graft], steps: 1..=1, seed: 0 };
/// let mutant = recipe.mutant(&seed, &Alone, 0).expect("`a` is free above 3");
/// assert_ne!(mutant.text(), seed.text());
/// # Ok::<(), smtlib::Error>(())
/// ```
#[derive(Debug)]
pub struct Graft {
    grammars: Vec<Arc<Grammar>>,
    /// The stocks of the last seeds, the last one first: each is a function of its seed alone.
    stocks: Mutex<Vec<Arc<Stock>>>,
}

/// Seeds whose stocks are kept.
const KEPT: usize = 128;
/// Number of terms that are tried in a step.
const TRIES: usize = 50;
/// Number of terms that are tried at one place.
const TRIES_AT_A_PLACE: usize = 10;

/// The source of a term: the rules of the technique, as steps name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Grammar,
    Own,
    Shelf,
    Edge,
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Self::Grammar => "grammar",
            Self::Own => "own",
            Self::Shelf => "shelf",
            Self::Edge => "edge",
        }
    }
}

/// A place of the specimen with what may stand there.
struct Site {
    assertion: usize,
    places: Arc<Places>,
    place: usize,
}

/// A term for a site.
struct Scion {
    term: Term,
    source: Source,
    is_adjusted: bool,
}

impl Graft {
    /// Makes the technique with grammars whose trees are scripts. Those that cannot be read, or that
    /// have no terms, are left out: a seed's own terms are always there.
    pub fn new<'a>(grammars: impl IntoIterator<Item = &'a Space>) -> Self {
        let grammars = grammars.into_iter().filter_map(Grammar::new).map(Arc::new).collect();
        Self { grammars, stocks: Mutex::default() }
    }

    /// Returns the stock of what a specimen is made from.
    fn stock(&self, specimen: &Specimen) -> Arc<Stock> {
        let Some(seed) = specimen.root() else {
            return Arc::new(Stock::new(&Arc::new(specimen.clone()), &self.grammars));
        };
        let stocks = || self.stocks.lock().expect("nobody panics who holds it");
        let is_its = |stock: &Arc<Stock>| Arc::ptr_eq(stock.seed(), seed);
        {
            let mut stocks = stocks();
            if let Some(at) = stocks.iter().position(is_its) {
                stocks[..=at].rotate_right(1);
                return stocks[0].clone();
            }
        }
        let stock = Arc::new(Stock::new(seed, &self.grammars));
        let mut stocks = stocks();
        stocks.truncate(KEPT - 1);
        stocks.insert(0, stock.clone());
        stock
    }
}

impl Mutator for Graft {
    fn technique(&self) -> Technique {
        Technique::Graft
    }

    /// The rules of this version, and the grammars, of which other ones have other terms.
    fn edition(&self) -> String {
        let grammars = self.grammars.iter().map(|grammar| grammar.edition());
        std::iter::once("1".to_owned()).chain(grammars).collect::<Vec<String>>().join(" ")
    }

    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, draw: &mut Draw) -> bool {
        if specimen.witness().is_none() {
            return false;
        }
        let stock = self.stock(specimen);
        let Some(grove) = Grove::of(&stock, specimen) else { return false };
        for _ in 0..TRIES / TRIES_AT_A_PLACE {
            let site = grove.draw(draw);
            for _ in 0..TRIES_AT_A_PLACE {
                if let Some(scion) = scion(&stock, specimen, &site, draw)
                    && put(specimen, &site, &scion, draw)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// The places of all assertions.
struct Grove {
    places: Vec<Arc<Places>>,
    total: u64,
}

impl Grove {
    /// `None` if there is no place at all.
    fn of(stock: &Stock, specimen: &Specimen) -> Option<Self> {
        let witness = specimen.witness()?;
        let places: Vec<Arc<Places>> = specimen
            .assertions
            .iter()
            .map(|&assertion| stock.places(specimen, witness, assertion))
            .collect();
        let total = places.iter().map(|places| places.total()).sum();
        (total > 0).then_some(Self { places, total })
    }

    /// Draws a place by its weight among all.
    fn draw(&self, draw: &mut Draw) -> Site {
        let mut at = draw.below(self.total);
        for (assertion, places) in self.places.iter().enumerate() {
            if at < places.total() {
                return Site { assertion, places: places.clone(), place: places.at_weight(at) };
            }
            at -= places.total();
        }
        unreachable!("the total is the sum")
    }
}

impl Site {
    fn term(&self) -> Term {
        self.places.all()[self.place].term
    }

    /// Whether other values may do as well as those that are known.
    fn is_kept(&self) -> bool {
        self.places.all()[self.place].is_kept
    }

    fn position(&self) -> Position {
        self.places.position(self.place)
    }

    fn allowed(&self) -> &Allowed {
        &self.places.all()[self.place].allowed
    }
}

/// Tries to make a term for a place, whose value is allowed there.
fn scion(stock: &Stock, specimen: &mut Specimen, site: &Site, draw: &mut Draw) -> Option<Scion> {
    let old = site.term();
    let sort = specimen.terms.sort(old);
    let (term, source) = candidate(stock, specimen, site, sort, draw)?;
    if term == old {
        return None;
    }
    let scion = |term, is_adjusted| Some(Scion { term, source, is_adjusted });
    // What is on a shelf was chosen by its value; what nobody looks at may even have none.
    if source == Source::Shelf || *site.allowed() == Allowed::Any {
        return scion(term, false);
    }
    let value = value_of(specimen, term)?;
    if site.allowed().contains(&value) || site.is_kept() && holds(specimen, site, term) {
        return scion(term, false);
    }
    let wanted = match site.allowed().only() {
        Some(wanted) => wanted.clone(),
        None => value_of(specimen, old)?,
    };
    if let Some(term) = adjust::adjusted(&mut specimen.terms, term, &value, &wanted) {
        return scion(term, true);
    }
    let condition = boolean(stock, specimen, draw)?;
    let is_true = value_of(specimen, condition)?.as_bool()?;
    let term = adjust::chosen(&mut specimen.terms, condition, is_true, old, term)?;
    scion(term, true)
}

/// Returns whether the assertion is true with a term at the place.
fn holds(specimen: &mut Specimen, site: &Site, term: Term) -> bool {
    let (assertion, position) = (specimen.assertions[site.assertion], site.position());
    let replaced = specimen.terms.replace_at(assertion, &position, term);
    replaced.is_ok_and(|replaced| value_of(specimen, replaced) == Some(Value::Bool(true)))
}

/// Returns the value of a closed term under the witness, if the standard alone gives it one.
fn value_of(specimen: &Specimen, term: Term) -> Option<Value> {
    let mut evaluator = specimen.evaluator(LIMITS)?;
    let value = evaluator.eval(specimen.witness()?, term).ok()?;
    evaluator.take_basis().is_standard().then_some(value)
}

/// Draws a term of the sort, from one of the sources.
fn candidate(
    stock: &Stock,
    specimen: &mut Specimen,
    site: &Site,
    sort: Sort,
    draw: &mut Draw,
) -> Option<(Term, Source)> {
    let is_held = site.allowed().weight() < allowed::FREE;
    let terms = &mut specimen.terms;
    // Of eight: how many come from grammars and from the seed; the rest from the shelf and the edge.
    let (of_grammar, of_own) = if is_held { (3, 4) } else { (5, 6) };
    let at = draw.below(8);
    if at < of_grammar
        && let Some(fit) = stock.fit(sort, draw)
    {
        return Some((fit.draw(stock, terms, draw)?, Source::Grammar));
    }
    if at >= of_own && at < 7 && *site.allowed() != Allowed::Any {
        let term = stock.shelf(sort).draw(site.allowed(), terms, draw)?;
        return Some((term, Source::Shelf));
    }
    if at == 7 {
        let edges = site.allowed().edges(sort == Sort::INT);
        return Some((terms.constant_of(draw.one_of(&edges)?)?, Source::Edge));
    }
    Some((stock.own(sort, draw)?, Source::Own))
}

/// Draws a formula.
fn boolean(stock: &Stock, specimen: &mut Specimen, draw: &mut Draw) -> Option<Term> {
    match stock.fit(Sort::BOOL, draw) {
        Some(fit) => fit.draw(stock, &mut specimen.terms, draw),
        None => stock.own(Sort::BOOL, draw),
    }
}

/// Puts a term at its place, now and then with fresh constants in it; false if nothing changed.
fn put(specimen: &mut Specimen, site: &Site, scion: &Scion, draw: &mut Draw) -> bool {
    let old = site.term();
    let position = site.position();
    let assertion = specimen.assertions[site.assertion];
    let (mut term, mut rule) = (scion.term, scion.source.name().to_owned());
    if scion.is_adjusted {
        rule.push_str("-adjusted");
    }
    if draw.chance(1, 4)
        && let Some(complicated) = complicate::complicate(specimen, term, draw)
    {
        term = complicated;
        rule.push_str("-fresh");
    }
    if term == old {
        return false;
    }
    let Ok(replaced) = specimen.terms.replace_at(assertion, &position, term) else { return false };
    specimen.assertions[site.assertion] = replaced;
    // The new term may need more than the logic has.
    specimen.set_logic(None);
    let place = StepPlace { assertion: site.assertion, position, before: old, after: term };
    specimen.steps.push(Step {
        technique: Technique::Graft,
        rule: rule.into(),
        place: Some(place),
    });
    true
}
