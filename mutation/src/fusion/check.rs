//! Fusion functions held against values: is x = `r_x`(y, f(x, y)) and y = `r_y`(x, f(x, y))?

use std::fmt;

use smallvec::SmallVec;
use smtlib::{Candidates, Evaluator, Fun, Model, Outcome, Sort, Term, Terms, Value};

use super::FusionFunction;
use crate::draw::Draw;

/// Result of checking a fusion function. Of `z = (+ x y)` over the integers its verdict is
/// `Inverts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusionCheck {
    /// Pairs of values that were tried and met the guard.
    pub assignments: u64,
    /// Pairs of which the evaluator did not know.
    pub open: u64,
    /// Whether f can be taken back.
    pub verdict: Verdict,
}

/// Whether a fusion function can be taken back. `InvertsWhen("(distinct y 0)")` is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No pair of values is known for which it cannot.
    Inverts,
    /// No pair is known that meets the guard.
    InvertsWhen(String),
    /// For this pair it cannot.
    Fails(Counterexample),
    /// No sort fits its variables, or its terms are of other sorts: nothing was tried.
    Unfit,
}

/// Values for which a fusion function cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The values of x, y and z, and what each side gives: `x = 1, y = 0, z = 0`.
    values: String,
    /// The side that is wrong: `(div z y)`.
    side: String,
    /// The value that it gives.
    gives: String,
}

/// `x = 1, y = 0, z = 0: (div z y) is open: …`
impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} is {}", self.values, self.side, self.gives)
    }
}

/// Values of each variable.
const VALUES: usize = 60;

/// Draws of constants for each sort.
const DRAWS: u64 = 4;

/// Tries a fusion function on small and likely values of every sort that fits: some ten thousand
/// pairs for each, if it has that many. Deterministic.
pub fn check(function: &FusionFunction) -> FusionCheck {
    let mut result = FusionCheck { assignments: 0, open: 0, verdict: Verdict::Unfit };
    for sorting in sortings() {
        for number in 0..DRAWS {
            let mut terms = Terms::default();
            let Some([x, y]) = sorting.sorts(&mut terms, function) else { continue };
            let mut draw = Draw::new(function.name(), "check", number);
            let [x, y] = [("x", x), ("y", y)].map(|(name, sort)| terms.declare(name, &[], sort));
            let Some(trial) = Trial::new(terms, function, (x, y), &mut draw) else { continue };
            if let Some(counterexample) = trial.run(&mut result) {
                result.verdict = Verdict::Fails(counterexample);
                return result;
            }
            if let Verdict::Unfit = result.verdict {
                result.verdict = match function.guard() {
                    Some(guard) => Verdict::InvertsWhen(guard.to_owned()),
                    None => Verdict::Inverts,
                };
            }
        }
    }
    result
}

/// Sorts of x and y that are tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sorting {
    /// The same for both, without parameters.
    Plain(Sort),
    /// Bit-vectors of these widths.
    Widths(u32, u32),
}

/// Returns all sorts that are tried.
pub(super) fn sortings() -> impl Iterator<Item = Sorting> {
    let plain = [Sort::BOOL, Sort::INT, Sort::REAL, Sort::STRING].map(Sorting::Plain);
    plain.into_iter().chain(WIDTHS.map(|(x, y)| Sorting::Widths(x, y)))
}

/// The widths of bit-vectors that are tried.
const WIDTHS: [(u32, u32); 9] =
    [(1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (64, 64), (67, 67), (2, 3), (9, 1)];

impl Sorting {
    /// The sorts, if the function takes them.
    pub(super) fn sorts(self, terms: &mut Terms, function: &FusionFunction) -> Option<[Sort; 2]> {
        let pair = match self {
            Self::Plain(sort) => [sort, sort],
            Self::Widths(x, y) => [terms.sorts.bit_vec(x), terms.sorts.bit_vec(y)],
        };
        function.fits(&terms.sorts, pair[0], pair[1]).then_some(pair)
    }
}

/// One instance of a function, over variables of its own.
struct Trial {
    terms: Terms,
    variables: [Fun; 3],
    fused: Term,
    guard: SmallVec<[Term; 2]>,
    inverted: [Term; 2],
}

impl Trial {
    fn new(
        mut terms: Terms,
        function: &FusionFunction,
        (x, y): (Fun, Fun),
        draw: &mut Draw,
    ) -> Option<Self> {
        let constant = |terms: &mut Terms, fun: Fun| {
            terms.call(fun, &[][..], None).expect("it has no parameters")
        };
        let pair = (constant(&mut terms, x), constant(&mut terms, y));
        let instance = function.instance(&mut terms, pair, &[], draw)?;
        let z = terms.declare("z", &[], instance.sort);
        let term = constant(&mut terms, z);
        let (of_x, of_y) = instance.inverted(&mut terms, term)?;
        let (fused, guard) = (instance.fused, instance.guard);
        Some(Self { terms, variables: [x, y, z], fused, guard, inverted: [of_x, of_y] })
    }

    fn run(&self, result: &mut FusionCheck) -> Option<Counterexample> {
        let terms = &self.terms;
        let roots = [self.fused, self.inverted[0], self.inverted[1]];
        let candidates = Candidates::of_terms(terms, &roots);
        let [xs, ys] = [0, 1].map(|place: usize| {
            let sort = terms.function(self.variables[place]).result;
            candidates.values(terms, sort, VALUES)
        });
        let mut evaluator = Evaluator::new(terms);
        let mut model = Model::default();
        for x in &xs {
            for y in &ys {
                model.set_value(self.variables[0], x.clone());
                model.set_value(self.variables[1], y.clone());
                let meets = |guard: &Term| evaluator.eval(&model, *guard) == Ok(Value::Bool(true));
                if !self.guard.iter().all(meets) {
                    continue;
                }
                let failed = match evaluator.eval(&model, self.fused) {
                    Ok(z) => {
                        model.set_value(self.variables[2], z);
                        self.compare(&mut evaluator, &model, [x, y])
                    }
                    Err(open) if open.0.is_unspecified() => Some(Some((self.fused, Err(open)))),
                    Err(_) => None,
                };
                match failed {
                    None => result.open += 1,
                    Some(None) => result.assignments += 1,
                    Some(Some((side, outcome))) => {
                        return Some(self.counterexample(&model, side, &outcome));
                    }
                }
            }
        }
        None
    }

    /// Whether both are taken back: the side that is not, or `None` if it is not known.
    #[allow(clippy::option_option, reason = "not known, nothing wrong, or what is wrong")]
    fn compare(
        &self,
        evaluator: &mut Evaluator<'_>,
        model: &Model,
        wanted: [&Value; 2],
    ) -> Option<Option<(Term, Outcome)>> {
        for (side, wanted) in self.inverted.into_iter().zip(wanted) {
            let outcome = evaluator.eval(model, side);
            match &outcome {
                Ok(value) if value.equals(wanted)? => {}
                Err(open) if !open.0.is_unspecified() => return None,
                _ => return Some(Some((side, outcome))),
            }
        }
        Some(None)
    }

    fn counterexample(&self, model: &Model, side: Term, outcome: &Outcome) -> Counterexample {
        let terms = &self.terms;
        let values = self.variables.iter().filter_map(|&fun| {
            let smtlib::Interpretation::Value(value) = model.get(fun)? else { return None };
            Some(format!("{} = {}", terms.function(fun).name, value.display(terms)))
        });
        let values: Vec<String> = values.collect();
        let gives = match outcome {
            Ok(value) => value.display(terms).to_string(),
            Err(open) => format!("open: {}", open.0.display(terms)),
        };
        Counterexample { values: values.join(", "), side: terms.text(side), gives }
    }
}
