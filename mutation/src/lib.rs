//! Mutants with known answers: a seed with a witness becomes a mutant with a witness.
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
//! | `weaken` | rules and a specimen | steps of weakening and strengthening |
//! | `neighbours` | a seed and rules | all mutants of one step, by number |
//! | `walk` | a seed, techniques and a number | the steps of a mutant |
//! | `mutators` | the name of a technique | the technique at work |
//! | `draw` | a text, a purpose and a number | all that is drawn |
//!
//! Nothing here knows solvers, processes or storage. What a wrong rule does is lose mutants: every
//! `sat` mutant is evaluated under its witness before anybody is asked.

mod draw;
pub mod known;
mod mutant;
mod mutators;
mod neighbours;
mod places;
mod rules;
mod seed;
mod specimen;
mod step;
mod technique;
mod walk;
mod weaken;

pub use draw::Draw;
pub use known::{Decision, Ground, KnownAnswer, KnownAnswers};
pub use mutant::Mutant;
pub use mutators::{mutator, neighbours};
pub use neighbours::Neighbours;
pub use rules::{Counterexample, Rule, RuleCheck, RuleError, RuleQuestion, RuleSet};
pub use seed::{NoSeed, Seed};
pub use specimen::{Answer, Specimen, Unproven};
pub use step::{RuleName, Step, StepPlace};
pub use technique::{Technique, UnknownTechnique};
pub use walk::{Alone, Made, Mutator, Recipe, Seeds};
pub use weaken::Weaken;
