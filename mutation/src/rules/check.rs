//! Rules into verdicts: is there an assignment that makes the left side true and the right one
//! false?

use indexmap::IndexMap;
use smtlib::text::Text;
use smtlib::{
    BitVec, Candidates, Evaluator, Interpretation, Limits, Model, Rational, Sort, SortKind, Terms,
    Value,
};

use super::Rule;
use super::claim::Claim;
use crate::draw::Draw;

/// The evaluator's word on a rule. People read `ok       1002 tried, 198 applied`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleCheck {
    /// The instances of the rule: sorts, operators, numbers of arguments.
    pub instances: usize,
    /// The assignments that were tried.
    pub tried: u64,
    /// Those under which the left side is true; all that are not open, if the sides are the same.
    pub applied: u64,
    /// Those that the evaluator could not decide, and which therefore show nothing.
    pub open: u64,
    /// An assignment that refutes the rule, with what it makes of it.
    pub counterexample: Option<Counterexample>,
}

/// An assignment under which the left side of a rule is true, and the right one is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The left side, as it stands for the constants.
    pub left: String,
    /// The right side.
    pub right: String,
    /// The assignment: `x Int 1, y Int 2`.
    pub assignment: String,
}

/// A script that must be unsat if a rule is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleQuestion {
    /// The variables with their sorts: `(x Int) (y Int)`.
    pub of: String,
    /// The script.
    pub script: String,
}

impl Rule {
    /// Looks for an assignment that refutes the rule, among this many, as evenly among its
    /// instances as it goes. The same numbers find the same.
    pub fn check(&self, assignments: u64) -> RuleCheck {
        let claims = self.claims();
        let mut check = RuleCheck { instances: claims.len(), ..RuleCheck::default() };
        let each = assignments.div_ceil(claims.len().max(1) as u64);
        for (number, claim) in (0..).zip(&claims) {
            let draw = Draw::new(self.name(), "check", number);
            Checker::new(claim, draw).run(each, &mut check);
            if check.counterexample.is_some() {
                break;
            }
        }
        check
    }

    /// Returns scripts that must be unsat: the negated rule, for each of its instances.
    pub fn questions(&self) -> Vec<RuleQuestion> {
        let claims = self.claims();
        let questions = claims.iter().flat_map(|claim| {
            let of = claim.inputs_text();
            claim.scripts().into_iter().map(move |script| RuleQuestion { of: of.clone(), script })
        });
        questions.collect()
    }
}

/// Values of a sort that are taken from the pool that every search begins with.
const POOL: usize = 48;

/// Further values that are random.
const RANDOM: usize = 24;

struct Checker<'a> {
    claim: &'a Claim,
    /// The values of each input: the simplest first, random ones last.
    pools: Vec<Vec<Value>>,
    draw: Draw,
}

impl<'a> Checker<'a> {
    fn new(claim: &'a Claim, mut draw: Draw) -> Self {
        let roots: Vec<_> = claim.when.into_iter().chain([claim.left, claim.right]).collect();
        let candidates = Candidates::of_terms(&claim.terms, &roots);
        let pools = claim.inputs.iter().map(|&fun| {
            let sort = claim.terms.function(fun).result;
            let mut pool = candidates.values(&claim.terms, sort, POOL);
            pool.extend((0..RANDOM).filter_map(|_| random(&claim.terms, sort, &mut draw)));
            pool
        });
        let pools = pools.collect();
        Self { claim, pools, draw }
    }

    fn run(&mut self, assignments: u64, check: &mut RuleCheck) {
        let claim = self.claim;
        let limits =
            Limits { steps: 50_000, instances: 64, exhaustive: 4_096, ..Limits::default() };
        let mut evaluator = Evaluator::with_limits(&claim.terms, limits);
        let mut model = Model::default();
        let mut truth = |model: &Model, term| {
            let outcome = evaluator.eval(model, term);
            outcome.ok().filter(|_| evaluator.take_basis().is_standard())
        };
        for _ in 0..assignments {
            self.assign(&mut model);
            check.tried += 1;
            match claim.when.map(|when| truth(&model, when)) {
                None | Some(Some(Value::Bool(true))) => {}
                Some(Some(_)) => continue,
                Some(None) => {
                    check.open += 1;
                    continue;
                }
            }
            let Some(left) = truth(&model, claim.left) else {
                check.open += 1;
                continue;
            };
            if !claim.is_equivalence && left == Value::Bool(false) {
                continue;
            }
            let Some(right) = truth(&model, claim.right) else {
                check.open += 1;
                continue;
            };
            check.applied += 1;
            if left.equals(&right) == Some(false) {
                check.counterexample = Some(Counterexample {
                    left: claim.terms.text(claim.left),
                    right: claim.terms.text(claim.right),
                    assignment: claim.shown(&model),
                });
                return;
            }
        }
    }

    /// Gives each input a value. Often few values are taken, so that inputs are often equal.
    fn assign(&mut self, model: &mut Model) {
        let few = *self.draw.one_of(&[2, 3, 4, 6, 13, usize::MAX]).expect("there are some");
        for (number, &fun) in self.claim.inputs.iter().enumerate() {
            let pool = &self.pools[number];
            let most = pool.len().min(few);
            // A later window of the pool is as good as the first.
            let start = if self.draw.chance(1, 2) { 0 } else { pool.len() - most };
            let mut value = || pool[start + self.draw.place(most)].clone();
            let parameters = &self.claim.terms.function(fun).parameters;
            let interpretation = if parameters.is_empty() {
                Interpretation::Value(value())
            } else {
                let mut entries = IndexMap::default();
                for key in keys(&self.claim.terms, parameters) {
                    entries.insert(key, value());
                }
                Interpretation::Table { entries, default: Some(value()) }
            };
            model.set(fun, interpretation);
        }
    }
}

/// All tuples of values of finite sorts.
fn keys(terms: &Terms, sorts: &[Sort]) -> Vec<Vec<Value>> {
    let candidates = Candidates::default();
    let mut keys: Vec<Vec<Value>> = vec![Vec::new()];
    for &sort in sorts {
        let values = candidates.values(terms, sort, 16);
        let longer = |key: Vec<Value>| {
            values.iter().map(move |value| [key.clone(), vec![value.clone()]].concat())
        };
        keys = keys.into_iter().flat_map(longer).collect();
    }
    keys
}

/// A random value of a sort; `None` where the pool is as good.
fn random(terms: &Terms, sort: Sort, draw: &mut Draw) -> Option<Value> {
    let small = |draw: &mut Draw, end: u64| i64::try_from(draw.below(end)).expect("it is small");
    Some(match terms.sorts.kind(sort) {
        SortKind::Int => {
            let end = 1 << (2 + draw.below(12));
            Value::Int((small(draw, 2 * end) - small(draw, 2 * end)).into())
        }
        SortKind::Real => {
            let numerator = small(draw, 200) - 100;
            Value::Real(Rational::new(numerator.into(), (1 + small(draw, 12)).into()).into())
        }
        SortKind::BitVec(width) if *width <= 32 => {
            Value::BitVec(BitVec::new(*width, draw.below(1 << width)))
        }
        SortKind::Float(format) if format.width() <= 32 => {
            let bits = draw.below(1 << format.width());
            Value::Float(smtlib::float::Float::from_word(*format, bits))
        }
        SortKind::String => {
            let letters: Vec<u32> = (0..draw.below(5))
                .map(|_| *draw.one_of(&[0x61, 0x62, 0x30, 0x31, 0x7A]).expect("there are some"))
                .collect();
            Value::String(Text::from_characters(&letters).expect("letters are characters"))
        }
        _ => return None,
    })
}
