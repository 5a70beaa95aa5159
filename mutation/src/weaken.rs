//! Weakening and strengthening: rules applied where they keep the answer.
//!
//! At a place where a weaker formula weakens the whole, an assertion that is `sat` may be weakened
//! and one that is `unsat` strengthened; where it strengthens the whole, the other way round. A
//! model of the seed is a model of every such mutant.

use std::sync::Arc;

use crate::draw::Draw;
use crate::places::{Pool, Sites};
use crate::rules::{Choice, Reading, RuleSet};
use crate::specimen::Specimen;
use crate::step::{Step, StepPlace};
use crate::technique::Technique;
use crate::walk::{Mutator, Seeds};

/// Weakening and strengthening by a set of rules.
#[derive(Clone, Debug)]
pub struct Weaken {
    rules: Arc<RuleSet>,
    readings: Arc<[Reading]>,
}

impl Weaken {
    /// Takes the rules of a set; [`RuleSet::without`] leaves some out.
    pub fn new(rules: RuleSet) -> Self {
        let readings = Reading::all(&rules).into();
        Self { rules: Arc::new(rules), readings }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    pub(crate) fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Applies a reading at a site and notes the step. False, with the assertions as they were, if
    /// what is chosen does not fit.
    pub(crate) fn apply(
        &self,
        specimen: &mut Specimen,
        sites: &Sites,
        found: Found,
        choice: Choice<'_>,
    ) -> bool {
        let reading = &self.readings[found.reading];
        let site = *sites.get(found.site);
        let pool = Pool::new(sites, &specimen.terms);
        let terms = &mut specimen.terms;
        let Some(new) = reading.apply(terms, site.term, found.way, &pool, choice) else {
            return false;
        };
        let position = sites.position(found.site);
        let assertion = site.assertion as usize;
        let root = specimen.assertions[assertion];
        let Ok(changed) = terms.replace_at(root, &position, new) else { return false };
        specimen.assertions[assertion] = changed;
        let rule = self.rules.rules()[reading.rule].name().clone();
        let place = StepPlace { assertion, position, before: site.term, after: new };
        specimen.steps.push(Step { technique: Technique::Weaken, rule, place: Some(place) });
        true
    }

    /// Draws a site and a way in which a reading fits there; `None` if it fits nowhere.
    fn place_of(
        &self,
        specimen: &Specimen,
        sites: &Sites,
        reading: usize,
        draw: &mut Draw,
    ) -> Option<Found> {
        let Reading { needs, target, .. } = self.readings[reading];
        let fitting: Vec<(usize, usize)> = (0..sites.len())
            .filter(|&site| sites.may_fit(&specimen.terms, site, needs, target))
            .filter_map(|site| {
                let ways = self.readings[reading].ways(&specimen.terms, sites.get(site).term);
                (ways > 0).then_some((site, ways))
            })
            .collect();
        let &(site, ways) = draw.one_of(&fitting)?;
        Some(Found { reading, site, way: draw.place(ways) })
    }
}

/// A reading of a rule, a site where it fits, and the way in which it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) reading: usize,
    pub(crate) site: usize,
    pub(crate) way: usize,
}

/// How often what is drawn for a rule may not fit before another rule is drawn.
const TRIES: usize = 4;

impl Mutator for Weaken {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    /// Draws a rule among those that apply and were applied the least in this walk, then one of
    /// its places: rules that make room for themselves do not swallow the walk.
    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, draw: &mut Draw) -> bool {
        let sites = Sites::of(specimen);
        let mut used = vec![0_u32; self.rules.rules().len()];
        for step in &specimen.steps {
            let named = |rule: &crate::rules::Rule| *rule.name() == step.rule;
            if let Some(rule) = self.rules.rules().iter().position(named) {
                used[rule] += 1;
            }
        }
        let mut order: Vec<(u32, u64, usize)> =
            (0..used.len()).map(|rule| (used[rule], draw.bits(), rule)).collect();
        order.sort_unstable();
        for (_, _, rule) in order {
            let mut readings: Vec<usize> =
                (0..self.readings.len()).filter(|&at| self.readings[at].rule == rule).collect();
            while !readings.is_empty() {
                let reading = readings.swap_remove(draw.place(readings.len()));
                for _ in 0..TRIES {
                    let Some(found) = self.place_of(specimen, &sites, reading, draw) else { break };
                    if self.apply(specimen, &sites, found, Choice::Draw(draw)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
