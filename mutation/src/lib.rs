//! Mutants with known answers: a seed with a witness becomes a mutant with a witness.
//!
//! ```
//! use mutation::{Alone, Decision, Recipe, Seed, Technique, Tools, mutator};
//! use smtlib::{Budget, Script};
//!
//! let script = Script::parse("(declare-const x Int)(assert (< 2 x 5))(check-sat)")?;
//! let seed = Seed::by_search("a script", &script, 0, &Budget::default())?;
//! assert_eq!(seed.answer(), Decision::Sat);
//!
//! // Mutant 7 of three steps: the same on every machine, and sat, since its witness makes it true.
//! let mutators = vec![mutator(Technique::Weaken, &Tools::default())];
//! let recipe = Recipe { mutators, steps: 3..=3, seed: 0 };
//! let mutant = recipe.mutant(&seed, &Alone, 7).expect("there is something to weaken");
//! assert_eq!(mutant.answer(), Decision::Sat);
//! assert_eq!(mutant.steps().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//!
//! | module | turns | into |
//! |---|---|---|
//! | `known` | – | answers that are known beforehand, each with its ground |
//! | `specimen` | a check of a script | declarations and assertions, as steps change them |
//! | `seed` | a check and a proof of its answer | a seed |
//! | `technique`, `step` | – | the ways of making mutants; what was done |
//! | `mutant` | a seed and steps | a mutant, evaluated under its witness |
//! | `rules` | tables of what is weaker than what | patterns that are held against terms |
//! | `places` | assertions | the places where rules may be applied, with their parity |
//! | `logic` | a logic and a changed term | the logic of the changed script |
//! | `weaken` | rules and a specimen | steps of weakening and strengthening |
//! | `neighbours` | a seed and rules | all mutants of one step, by number |
//! | `graft` | a seed, grammars | terms put where the witness allows their values |
//! | `walk` | a seed, techniques and a number | the steps of a mutant |
//! | `generations` | a seed and a number | a mutant of a mutant |
//! | `traces` | – | the values of a seed's Boolean subformulas, kept for its mutants |
//! | `recombine` | a seed's subformulas | formulas that are true under a witness, or contain an `unsat` core |
//! | `fusion` | tables of fusion functions | terms in the place of two variables |
//! | `fuse` | two specimens and fusion functions | one specimen |
//! | `incremental` | a seed | a script of several checks, each with its own known answer |
//! | `assignment` | terms and a number | values for all that they leave open |
//! | `mutators` | the name of a technique | the technique at work |
//! | `reduce` | a script | smaller scripts, one of which may show the same |
//! | `draw` | a text, a purpose and a number | all that is drawn |
//!
//! Nothing here knows solvers, processes or storage. What a wrong rule does is lose mutants: every
//! `sat` mutant is evaluated under its witness before anybody is asked.

mod assignment;
mod draw;
mod fuse;
pub mod fusion;
mod generations;
mod graft;
mod incremental;
pub mod known;
mod logic;
mod mutant;
mod mutators;
mod neighbours;
mod places;
mod recombine;
mod reduce;
mod rules;
mod seed;
mod specimen;
mod step;
mod technique;
mod traces;
mod walk;
mod weaken;

pub use draw::Draw;
pub use fuse::Fuse;
pub use generations::Generations;
pub use graft::Graft;
pub use incremental::{Incremental, IncrementalScript};
pub use known::{Decision, Ground, KnownAnswer, KnownAnswers};
pub use mutant::Mutant;
pub use mutators::{Tools, mutator, neighbours};
pub use neighbours::Neighbours;
pub use recombine::{Bounds, Fragments, Recombine};
pub use reduce::{Candidate, Reduction, Stage};
pub use rules::{
    Change, Counterexample, Example, Rule, RuleCheck, RuleError, RuleQuestion, RuleSet,
};
pub use seed::{NoSeed, Seed};
pub use specimen::{Answer, Specimen, Unproven};
pub use step::{Generation, RuleName, Step, StepPlace};
pub use technique::{Technique, UnknownTechnique};
pub use walk::{Alone, Made, Mutator, Recipe, Seeds};
pub use weaken::Weaken;
