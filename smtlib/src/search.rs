//! A query into a satisfying assignment of small values, a proof that there is none, or neither.
//!
//! **How it works.** The declared functions that a query mentions are its inputs. Each has a list
//! of interpretations, the simplest first ([`Candidates`]). Three things are tried, in this order:
//!
//! 1. Nothing has a value. What is true or false all the same, is so under every assignment.
//! 2. Assignments by the sum of their positions in the lists: the simplest first. The first one
//!    under which every assertion is exactly true is the answer. If the lists hold all values of
//!    all inputs and each assignment made an assertion exactly false, there is none.
//! 3. A tree over the inputs whose lists are complete, one level an input, with all others open. A
//!    branch ends where an assertion is false whatever the rest is, so that thirty Booleans need
//!    not mean a billion assignments. If all branches end so, there is no assignment.
//!
//! **Why it is never wrong.** An assignment counts as refuted only if an assertion evaluates to
//! false; what the standard leaves open, what has no value yet and what takes too long is open, and
//! refutes nothing. Nothing is refuted for good if a sort of the query may have any number of
//! elements: a quantifier or an array over it may be false for the elements that were thought of
//! and true for fewer. Nothing is satisfied if a recursive definition is known: no function may
//! fit its equation. A satisfying assignment is evaluated once more by an evaluator that shares
//! nothing with the search.
//!
//! **What it costs.** The terms are compiled once. An evaluation then looks at what depends on the
//! inputs that changed, until an assertion is false: about 10 to 40 nanoseconds a subterm for the
//! Booleans, integers and bit-vectors, more for long strings and irrational numbers. No clock is
//! read: the [`Budget`] counts evaluations and steps, so that the same query has the same answer
//! everywhere.

mod assignment;
mod survey;

use crate::candidates::{Candidates, Diagonal};
use crate::eval::{Evaluator, Limits, Probe, TruthValue};
use crate::model::{Interpretation, Model};
use crate::script::Query;
use crate::term::Terms;
use crate::value::Value;
use assignment::{Input, inputs};
use survey::Survey;

/// Limits to the work of a search. `etude search --budget 100000` sets the number of evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Evaluations of the query.
    pub evaluations: u64,
    /// Steps of one evaluation: about one for each subterm looked at.
    pub steps: u64,
    /// Steps of all evaluations.
    pub all_steps: u64,
}

impl Default for Budget {
    /// At most 50 milliseconds of processor time on a machine of 2023, for formulas of a few lines.
    fn default() -> Self {
        Budget { evaluations: 50_000, steps: 20_000, all_steps: 600_000 }
    }
}

/// Result of a search. For `(assert (> x 3))` it is a model with `x = 4`, for `(assert (distinct b
/// b))` a proof that there is none.
#[derive(Clone, Debug)]
pub enum Found {
    /// Every assertion is true under this model, which gives each declared function that the query
    /// knows an interpretation.
    Sat(Model),
    /// No model makes all assertions true: assignments, some of which stand for many, were
    /// refuted, and there are no others.
    Unsat {
        /// Number of evaluations it took.
        assignments: u64,
    },
    /// Neither.
    Unknown {
        /// Number of assignments that were tried.
        tried: u64,
    },
}

impl Found {
    /// `sat`, `unsat` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Found::Sat(_) => "sat",
            Found::Unsat { .. } => "unsat",
            Found::Unknown { .. } => "unknown",
        }
    }
}

/// Searches for an assignment of small values that makes all assertions of the query true.
///
/// Deterministic: the same terms, query and budget give the same answer.
pub fn search(terms: &Terms, query: &Query, budget: &Budget) -> Found {
    let survey = Survey::new(terms, query);
    let limits = Limits {
        steps: budget.steps,
        calls: 1_000,
        exhaustive: 4_096,
        instances: 100,
        ..Limits::default()
    };
    let probe = Probe::new(terms, limits, &query.assertions, &survey.inputs);
    let mut search =
        Search { terms, query, budget, limits, probe, tried: 0, refutes: survey.refutes };
    match search.run(&survey) {
        Answer::Satisfied(interpretations) if survey.satisfies => {
            search.model(&survey, interpretations)
        }
        Answer::Refuted => Found::Unsat { assignments: search.tried },
        _ => Found::Unknown { tried: search.tried },
    }
}

struct Search<'a> {
    terms: &'a Terms,
    query: &'a Query,
    budget: &'a Budget,
    limits: Limits,
    probe: Probe<'a>,
    tried: u64,
    /// Whether assignments may be refuted for good.
    refutes: bool,
}

enum Answer {
    /// By these interpretations of the inputs.
    Satisfied(Vec<Option<Interpretation>>),
    /// Every assignment is.
    Refuted,
    Neither,
}

impl Search<'_> {
    fn run(&mut self, survey: &Survey) -> Answer {
        match self.truth() {
            TruthValue::True => return Answer::Satisfied(Vec::new()),
            TruthValue::False if self.refutes => return Answer::Refuted,
            TruthValue::False => return Answer::Neither,
            TruthValue::Open if survey.inputs.is_empty() => return Answer::Neither,
            TruthValue::Open => {}
        }
        let mut candidates = Candidates::of_terms(self.terms, &self.query.assertions);
        candidates.add(self.probe.fixed_values(200));
        let inputs = inputs(self.terms, &candidates, &survey.inputs, self.budget.evaluations);
        let branches = self.refutes && inputs.iter().any(|input| input.complete);
        // Half of the work is for the tree, unless all there is can be tried.
        let all = inputs.iter().try_fold(1_u64, |product, input| {
            product.checked_mul(input.interpretations.len() as u64)
        });
        let fits = all.is_some_and(|all| all < self.budget.evaluations);
        let share = if branches && !fits { 2 } else { 1 };
        match self.diagonal(&inputs, share) {
            Answer::Neither if branches => {
                for number in 0..inputs.len() {
                    self.probe.set(number, None);
                }
                self.tree(&inputs)
            }
            answer => answer,
        }
    }

    /// Tries assignments by the sum of their positions, with a share of the budget.
    fn diagonal(&mut self, inputs: &[Input], share: u64) -> Answer {
        let lengths: Vec<usize> = inputs.iter().map(|input| input.interpretations.len()).collect();
        let mut refuted = self.refutes && inputs.iter().all(|input| input.complete);
        let mut last: Vec<Option<usize>> = vec![None; inputs.len()];
        let mut turns = Diagonal::new(&lengths);
        while let Some((turn, from)) = turns.next() {
            if self.is_spent(share) {
                return Answer::Neither;
            }
            for number in from..turn.len() {
                if last[number] != Some(turn[number]) {
                    last[number] = Some(turn[number]);
                    self.probe.set(number, Some(&inputs[number].interpretations[turn[number]]));
                }
            }
            match self.truth() {
                TruthValue::False => {}
                TruthValue::Open => refuted = false,
                TruthValue::True => return Answer::Satisfied(chosen(inputs, &last)),
            }
        }
        if refuted { Answer::Refuted } else { Answer::Neither }
    }

    /// Refutes all values of the inputs whose lists are complete, if it can.
    fn tree(&mut self, inputs: &[Input]) -> Answer {
        // Those with few values first: they cut off the most.
        let mut levels: Vec<usize> =
            (0..inputs.len()).filter(|&number| inputs[number].complete).collect();
        levels.sort_by_key(|&number| inputs[number].interpretations.len());
        // The position on each level, the current one last.
        let mut path: Vec<usize> = vec![0];
        let mut last: Vec<Option<usize>> = vec![None; inputs.len()];
        while let Some(&position) = path.last() {
            let number = levels[path.len() - 1];
            let Some(interpretation) = inputs[number].interpretations.get(position) else {
                // Every value of this level is refuted, so the one above it is.
                self.probe.set(number, None);
                last[number] = None;
                path.pop();
                if let Some(above) = path.last_mut() {
                    *above += 1;
                }
                continue;
            };
            if self.is_spent(1) {
                return Answer::Neither;
            }
            self.probe.set(number, Some(interpretation));
            last[number] = Some(position);
            match self.truth() {
                TruthValue::True => return Answer::Satisfied(chosen(inputs, &last)),
                TruthValue::Open if path.len() < levels.len() => path.push(0),
                TruthValue::Open => return Answer::Neither,
                TruthValue::False => {
                    if let Some(position) = path.last_mut() {
                        *position += 1;
                    }
                }
            }
        }
        Answer::Refuted
    }

    fn truth(&mut self) -> TruthValue {
        self.tried += 1;
        self.probe.truth()
    }

    /// Returns whether this share of the budget is spent.
    fn is_spent(&self, share: u64) -> bool {
        self.tried >= self.budget.evaluations / share
            || self.probe.steps() >= self.budget.all_steps / share
    }

    /// The model of a satisfying assignment, after it was checked.
    fn model(&self, survey: &Survey, chosen: Vec<Option<Interpretation>>) -> Found {
        let mut model = Model::default();
        for (&fun, interpretation) in survey.inputs.iter().zip(chosen) {
            if let Some(interpretation) = interpretation {
                model.set(fun, interpretation);
            }
        }
        // What has no value may have any.
        model.complete(self.terms, &survey.inputs);
        model.complete(self.terms, &self.query.functions);
        let limits = Limits { steps: self.budget.all_steps, ..self.limits };
        let mut evaluator = Evaluator::with_limits(self.terms, limits);
        let holds = |&assertion: &_| {
            let outcome = evaluator.eval(&model, assertion);
            debug_assert_ne!(outcome, Ok(Value::Bool(false)), "what satisfies does not satisfy");
            outcome == Ok(Value::Bool(true))
        };
        if self.query.assertions.iter().all(holds) {
            Found::Sat(model)
        } else {
            // What the search knew from one assignment to the next takes too many steps at once.
            Found::Unknown { tried: self.tried }
        }
    }
}

/// The interpretations at these positions.
fn chosen(inputs: &[Input], positions: &[Option<usize>]) -> Vec<Option<Interpretation>> {
    let both = inputs.iter().zip(positions);
    both.map(|(input, at)| at.map(|at| input.interpretations[at].clone())).collect()
}
