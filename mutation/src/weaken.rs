//! Weakening and strengthening: rules applied where they keep the answer.
//!
//! At a place where a weaker formula weakens the whole, an assertion that is `sat` may be weakened
//! and one that is `unsat` strengthened; where it strengthens the whole, the other way round. A
//! model of the seed is a model of every such mutant.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::draw::Draw;
use crate::logic;
use crate::places::Sites;
use crate::rules::{Choice, Reading, Rule, RuleSet};
use crate::specimen::Specimen;
use crate::step::{Step, StepPlace};
use crate::technique::Technique;
use crate::walk::{Mutator, Seeds};

/// Weakening and strengthening by a set of rules. One step makes `(<= a b)` of `(< a b)` where the
/// formula may become weaker.
#[derive(Clone, Debug)]
pub struct Weaken {
    rules: Arc<RuleSet>,
    readings: Arc<[Reading]>,
    /// The readings of each rule.
    of_rule: Arc<[Vec<usize>]>,
    /// The number of each rule by its name.
    numbers: Arc<FxHashMap<Arc<str>, usize>>,
}

impl Weaken {
    /// Takes the rules of a set; [`RuleSet::without`] leaves some out.
    pub fn new(rules: RuleSet) -> Self {
        let readings: Arc<[Reading]> = Reading::all(&rules).into();
        let mut of_rule = vec![Vec::new(); rules.rules().len()];
        for (number, reading) in readings.iter().enumerate() {
            of_rule[reading.rule].push(number);
        }
        let names = rules.rules().iter().map(|rule| rule.name().clone());
        let numbers = Arc::new(names.zip(0..).collect());
        Self { rules: Arc::new(rules), readings, of_rule: of_rule.into(), numbers }
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
        let terms = &mut specimen.terms;
        let Some(new) = reading.apply(terms, site.term, found.way, sites, choice) else {
            return false;
        };
        let position = sites.position(found.site);
        let assertion = site.assertion as usize;
        let root = specimen.assertions[assertion];
        let Ok(changed) = terms.replace_at(root, &position, new) else { return false };
        specimen.assertions[assertion] = changed;
        if let Some(logic) = specimen.logic().map(Arc::from) {
            let terms = &specimen.terms;
            let is_known = |part| sites.has(terms, part);
            let logic = logic::after(&logic, terms, site.term, new, is_known);
            specimen.set_logic(Some(logic));
        }
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
        number: usize,
        draw: &mut Draw,
    ) -> Option<Found> {
        let reading = &self.readings[number];
        let terms = &specimen.terms;
        let groups: SmallVec<[&[u32]; 4]> =
            sites.groups(terms, &reading.target, reading.needs).collect();
        let count: usize = groups.iter().map(|group| group.len()).sum();
        let fits = |site: u32| {
            let ways = if sites.meets(site, reading.needs) {
                reading.ways(terms, sites.get(site).term)
            } else {
                0
            };
            (ways > 0).then_some((site, ways))
        };
        let found = |(site, ways), draw: &mut Draw| {
            Some(Found { reading: number, site, way: draw.place(ways) })
        };
        if count == 0 {
            return None;
        }
        // Among many sites, one that fits is soon met; among few, all are looked at.
        for _ in 0..TRIES.min(count / TRIES) {
            let mut at = draw.place(count);
            let site = groups.iter().find_map(|group| {
                let here = group.get(at).copied();
                at = at.wrapping_sub(group.len());
                here
            });
            if let Some(fitting) = site.and_then(fits) {
                return found(fitting, draw);
            }
        }
        let all = groups.iter().flat_map(|group| group.iter().copied());
        let fitting: SmallVec<[(u32, usize); 16]> = all.filter_map(fits).collect();
        found(*draw.one_of(&fitting)?, draw)
    }

    /// Returns the rules that may fit somewhere, of those that were applied the least in this walk
    /// first.
    fn candidates(&self, specimen: &Specimen, sites: &Sites) -> Vec<(usize, usize)> {
        let mut used = vec![0_usize; self.of_rule.len()];
        for step in &specimen.steps {
            if let Some(&rule) = self.numbers.get(&step.rule) {
                used[rule] += 1;
            }
        }
        let may_fit = |&reading: &usize| {
            let reading = &self.readings[reading];
            sites.groups(&specimen.terms, &reading.target, reading.needs).next().is_some()
        };
        let rules = (0..self.of_rule.len()).filter(|&rule| self.of_rule[rule].iter().any(may_fit));
        let mut candidates: Vec<(usize, usize)> = rules.map(|rule| (used[rule], rule)).collect();
        candidates.sort_unstable();
        candidates
    }
}

/// A reading of a rule, a site where it fits, and the way in which it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) reading: usize,
    pub(crate) site: u32,
    pub(crate) way: usize,
}

/// Number of misfits that are drawn for a rule before another rule is drawn.
const TRIES: usize = 8;

impl Mutator for Weaken {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn edition(&self) -> String {
        let lines: Vec<&str> = self.rules.rules().iter().map(Rule::text).collect();
        format!("{:016x}", Draw::new(&lines.join("\n"), "edition", 0).bits())
    }

    /// Draws a rule among those that apply and were applied the least in this walk, then one of
    /// its places: rules that make room for themselves do not swallow the walk.
    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, draw: &mut Draw) -> bool {
        let sites = specimen.sites();
        let mut candidates = self.candidates(specimen, &sites);
        while let Some(&(least, _)) = candidates.first() {
            let count = candidates.iter().take_while(|(used, _)| *used == least).count();
            let (_, rule) = candidates.remove(draw.place(count));
            let mut readings: SmallVec<[usize; 8]> = SmallVec::from_slice(&self.of_rule[rule]);
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
