//! A seed into a script of several checks, each with a known answer of its own.
//!
//! The seed's subformulas have values under several witnesses at once. Whatever is asserted, declared,
//! pushed and popped, at least one witness makes all that holds true, but for checks that are made
//! `unsat` on purpose: there the seed's own `unsat` assertions stand, or what contradicts an
//! assertion. Every check that is `sat` is evaluated under its witness.

mod session;

use std::ops::RangeInclusive;

use smtlib::{Evaluator, Limits, Model, Term, Value};

use crate::draw::Draw;
use crate::known::{KnownAnswer, KnownAnswers};
use crate::mutant::{Mutant, known_of};
use crate::recombine::{Bounds, Pool, traces};
use crate::seed::Seed;
use crate::specimen::{Answer, Specimen};
use crate::step::RuleName;
use crate::technique::Technique;
use crate::traces::Trace;
use session::{Session, Why};

/// Options of making scripts of several checks. Usual are `2..=8` checks and 4 witnesses.
#[derive(Clone, Debug)]
pub struct Incremental {
    /// Bounds of the formulas; of the assertions, how many may hold at a check.
    pub bounds: Bounds,
    /// Number of witnesses that a seed has, up to 64: its own model, if it has one, and assignments
    /// of
    /// small values.
    pub witnesses: u64,
    /// Numbers of checks that a script may have, each with equal chance.
    pub checks: RangeInclusive<u32>,
}

impl Default for Incremental {
    fn default() -> Self {
        let bounds = Bounds { assertions: 16, ..Bounds::default() };
        Self { bounds, witnesses: 4, checks: 2..=8 }
    }
}

/// A script of several checks with what is known of each. `(push 1)`, `(check-sat)`, `(pop 1)`,
/// `(check-sat)` has two checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncrementalScript {
    text: String,
    known: KnownAnswers,
    checks: usize,
}

impl IncrementalScript {
    /// Returns the script.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the known answer of each check.
    pub fn known(&self) -> &KnownAnswers {
        &self.known
    }

    /// Returns the number of checks.
    pub fn checks(&self) -> usize {
        self.checks
    }

    /// Returns the rule by which a script of several checks is made.
    pub fn rule() -> RuleName {
        RuleName { technique: Technique::Recombine, rule: "incremental".into() }
    }
}

/// Work that the evaluation of a script may be.
const LIMITS: Limits = Limits {
    steps: 1_000_000,
    calls: 1_000,
    exhaustive: 4_096,
    instances: 100,
    all_steps: 3_000_000,
    model_bytes: 1 << 20,
};

impl Incremental {
    /// Makes script `number` of a seed: a pure function of both. `None` if no subformula has a value,
    /// or a check turns out not to have its answer.
    pub fn script(&self, seed: &Seed, number: u64) -> Option<IncrementalScript> {
        self.make(seed.specimen().clone(), seed.text(), number)
    }

    /// Makes script `number` of a mutant: the same of what steps made of a seed.
    pub fn script_of(&self, mutant: &Mutant, number: u64) -> Option<IncrementalScript> {
        self.make(mutant.specimen().clone(), &mutant.text(), number)
    }

    /// Returns what tells it from others, which make other scripts.
    pub fn edition(&self) -> String {
        format!("{:?} {} {:?}", self.bounds, self.witnesses, self.checks)
    }

    fn make(&self, mut specimen: Specimen, text: &str, number: u64) -> Option<IncrementalScript> {
        let purpose = format!("incremental {}", self.edition());
        let mut draw = Draw::new(text, &purpose, number);
        let traces = traces(&specimen, self.witnesses.clamp(1, 64));
        let shared: Vec<_> = traces.iter().map(|trace| &**trace).collect();
        let model = |trace: &&Trace| {
            let model = trace.assignment().or(specimen.witness());
            model.expect("what is no assignment is the specimen's own witness").clone()
        };
        let models: Vec<Model> = shared.iter().map(model).collect();
        if models.is_empty() {
            return None;
        }
        let mut pool = Pool::new(&shared, &self.bounds);
        if pool.fragments() == 0 {
            return None;
        }
        pool.build(&mut specimen.terms, 2 * self.bounds.assertions, &mut draw);
        let (least, most) = (u64::from(*self.checks.start()), u64::from(*self.checks.end()));
        let checks = least + draw.below(most.max(least) - least + 1);
        let mut session = Session::new(&mut specimen, pool, models, &self.bounds);
        session.run(usize::try_from(checks.max(1)).ok()?, &mut draw);
        session.prove()?;
        let answers = session.answers();
        let commands = session.commands;
        let known = answers.iter().map(|answer| match answer {
            Answered::Witness(model) => KnownAnswer::witnessed(model.clone()),
            Answered::Core => match specimen.answer() {
                Answer::Unsat(ground) => {
                    known_of(ground, || specimen.lineage(Some("recombine core")))
                }
                Answer::Sat(_) => unreachable!("only an unsat seed has a core"),
            },
            Answered::Contradiction => {
                KnownAnswer::derived(specimen.lineage(Some("recombine contradiction")))
            }
        });
        Some(IncrementalScript {
            known: known.map(Some).collect(),
            checks: answers.len(),
            text: specimen.terms.text_of_commands(&commands),
        })
    }
}

/// Reason why a check has its answer.
enum Answered {
    /// `sat`, with this model.
    Witness(String),
    /// `unsat`: the seed's assertions stand.
    Core,
    /// `unsat`: an assertion contradicts another.
    Contradiction,
}

impl Session<'_> {
    /// Evaluates every assertion of every check that is `sat` under its witness. `None` if one is not
    /// true by the standard alone.
    fn prove(&self) -> Option<()> {
        let mut evaluator = Evaluator::with_limits(&self.specimen.terms, LIMITS);
        let mut known: Vec<(usize, Term)> = Vec::new();
        for check in &self.checks {
            let Why::Witness(witness) = check.why else { continue };
            for &assertion in &check.assertions {
                if known.contains(&(witness, assertion)) {
                    continue;
                }
                let outcome = evaluator.eval(&self.models[witness], assertion);
                if outcome != Ok(Value::Bool(true)) || !evaluator.take_basis().is_standard() {
                    return None;
                }
                known.push((witness, assertion));
            }
        }
        Some(())
    }

    fn answers(&self) -> Vec<Answered> {
        let answer = |check: &session::Checked| match check.why {
            Why::Witness(witness) => {
                Answered::Witness(self.models[witness].text(&self.specimen.terms, &check.functions))
            }
            Why::Core => Answered::Core,
            Why::Contradiction => Answered::Contradiction,
        };
        self.checks.iter().map(answer).collect()
    }
}
