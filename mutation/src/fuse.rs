//! Fusion (Semantic Fusion): seeds joined by variables that are fused into one.
//!
//! With z = f(x, y), x of one seed and y of another, some occurrences of x become `r_x`(y, z) and some
//! of y become `r_y`(x, z). For `sat`, the witness is both witnesses and z ↦ f(x, y); for `unsat`, the
//! fusion constraints are asserted, so that nothing hangs on whether f can be taken back.

mod kind;
mod occurrences;
mod pair;

use std::sync::Arc;

use smtlib::{Model, Op, Term};

use crate::assignment::assign;
use crate::draw::Draw;
use crate::fusion::FusionFunction;
use crate::known::Decision;
use crate::specimen::{Answer, Specimen};
use crate::step::Step;
use crate::technique::Technique;
use crate::walk::{Mutator, Seeds};
use kind::Kind;
use pair::Sides;

/// The technique `fuse`.
#[derive(Clone, Debug)]
pub struct Fuse {
    /// The fusion functions, of which each pair of variables takes one.
    pub functions: Arc<[FusionFunction]>,
    /// The most pairs of variables of two seeds.
    pub pairs: usize,
    /// The most seeds of a mutant; at least 2.
    pub seeds: usize,
    /// In how many of four cases the two seeds have different answers.
    pub mixed: u64,
}

impl Default for Fuse {
    /// The functions that come with the program, up to three pairs, up to four seeds, and seeds of
    /// different answers in one of four cases.
    fn default() -> Self {
        Self { functions: FusionFunction::shipped(), pairs: 3, seeds: 4, mixed: 1 }
    }
}

/// The number of the assignment of an `unsat` seed that nobody will ask for its truth, and of how
/// many values of each constant it takes one.
const ASSIGNED: (u64, usize) = (1, 4);

/// Number of tries to find a seed with constants.
const TRIES: usize = 4;

impl Mutator for Fuse {
    fn technique(&self) -> Technique {
        Technique::Fuse
    }

    fn edition(&self) -> String {
        let lines: Vec<String> = self.functions.iter().map(ToString::to_string).collect();
        let Self { pairs, seeds, mixed, .. } = self;
        let text = format!("{pairs} {seeds} {mixed}\n{}", lines.join("\n"));
        format!("{:016x}", Draw::new(&text, "edition", 0).bits())
    }

    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool {
        if specimen.used_constants().is_empty() {
            return false;
        }
        let mut names: Vec<Arc<str>> = Vec::new();
        for number in 1..self.seeds.max(2) {
            // Three seeds and more are rare.
            if number > 1 && !draw.chance(1, 5) {
                break;
            }
            let mut draw = draw.fork();
            let before = specimen.clone();
            let Some(fused) = self.join(specimen, others, &mut draw) else {
                *specimen = before;
                break;
            };
            names.extend(fused);
        }
        if names.is_empty() {
            return false;
        }
        let rule = names.join("+").into();
        specimen.steps.push(Step { technique: Technique::Fuse, rule, place: None });
        true
    }
}

impl Fuse {
    /// Joins another seed to the specimen; returns the names of the fusion functions. `None` if no
    /// two variables could be fused.
    fn join(
        &self,
        specimen: &mut Specimen,
        others: &dyn Seeds,
        draw: &mut Draw,
    ) -> Option<Vec<Arc<str>>> {
        let own = specimen.decision();
        let opposite = match own {
            Decision::Sat => Decision::Unsat,
            Decision::Unsat => Decision::Sat,
        };
        let mixed = draw.chance(self.mixed.min(4), 4);
        let wanted = if mixed { opposite } else { own };
        let with_constants = |answer: Decision, draw: &mut Draw| {
            let seeds = (0..TRIES).map_while(|_| others.draw(answer, draw));
            seeds.into_iter().find(|seed| !seed.specimen().used_constants().is_empty())
        };
        let seed = with_constants(wanted, draw).or_else(|| with_constants(own, draw));
        // Who has no other seed is fused with a copy.
        let copy = if seed.is_none() { Some(specimen.clone()) } else { None };
        let other = seed.as_ref().map(|seed| seed.specimen()).or(copy.as_ref());
        let other = other.expect("one of both is there");
        let kind = Kind::of(own, other.decision(), draw);
        let mut model = if kind.is_sat() { Some(model_of(specimen)?) } else { None };
        let joined = specimen.join(other, model.as_mut());
        if let (Some(model), None) = (&mut model, other.witness()) {
            assign(model, &specimen.terms, &joined.declared, &joined.assertions, ASSIGNED)?;
        }
        let ground = kind.ground(specimen.answer(), other.answer());
        match model {
            Some(model) if own == Decision::Sat => specimen.extend_witness(model),
            Some(model) => specimen.set_answer(Answer::Sat(model)),
            None => specimen.set_answer(Answer::Unsat(ground?)),
        }
        // No logic is known to have what fusion brings in.
        if specimen.logic() != other.logic() || specimen.logic() != Some("ALL") {
            specimen.set_logic(None);
        }
        let mut sides = Sides::new(specimen, joined, self.pairs, draw);
        let names = sides.fuse(specimen, &self.functions, kind, draw);
        let Sides { mut first, second, constraints, .. } = sides;
        specimen.assertions = if kind.is_disjunction() {
            let (first, second) = (conjunction(specimen, &first), conjunction(specimen, &second));
            vec![specimen.terms.op(Op::Or, &[first, second][..]).expect("both are formulas")]
        } else {
            first.extend(second);
            first
        };
        if !kind.is_sat() {
            specimen.assertions.extend(constraints);
        }
        (!names.is_empty()).then_some(names)
    }
}

/// The specimen's witness, or an assignment if it has none.
fn model_of(specimen: &Specimen) -> Option<Model> {
    if let Some(witness) = specimen.witness() {
        return Some(witness.clone());
    }
    let mut model = Model::default();
    let (terms, roots) = (&specimen.terms, &specimen.assertions);
    assign(&mut model, terms, specimen.declared(), roots, ASSIGNED)?;
    Some(model)
}

/// All of these in one formula.
fn conjunction(specimen: &mut Specimen, formulas: &[Term]) -> Term {
    match formulas {
        [] => specimen.terms.bool(true),
        &[only] => only,
        _ => specimen.terms.op(Op::And, formulas).expect("these are formulas"),
    }
}
