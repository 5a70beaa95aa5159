//! From findings to bugs: which of them are the same.
//!
//! Crashes are the same if they happen in the same place with the same message, but for numbers
//! and addresses. Of other findings the smallest trigger stands for its bug: a formula that has
//! all the operators of a smaller one, on which the same solver fails in the same way, most likely
//! shows the same bug.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::finding::Finding;
use crate::finding::accused::Accused;
use crate::finding::fault::Fault;
use crate::hex::hex;
use crate::judge::kind::Kind;

/// The features of a finding that decide which bug it shows. Where solvers have other names, as in
/// two builds of
/// one, `A` says otherwise who is accused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger<A = Accused> {
    /// The accused.
    pub accused: A,
    /// The kind of fault.
    pub kind: Kind,
    /// The fault, which tells the bug from others of its kind.
    pub fault: Fault,
    /// The operators of the formula, sorted.
    pub operators: Vec<String>,
    /// The formula's size: smaller ones stand for larger ones.
    pub size: u32,
}

impl<A: PartialEq> Trigger<A> {
    /// Whether another trigger, not smaller, shows the same bug.
    pub fn stands_for(&self, other: &Self) -> bool {
        (self.kind, &self.accused, &self.fault) == (other.kind, &other.accused, &other.fault)
            && (other.fault.is_located() || is_subset(&self.operators, &other.operators))
    }
}

impl Trigger {
    /// Returns what decides which bug a finding shows.
    pub fn of(finding: &Finding) -> Self {
        Self {
            accused: finding.accused.clone(),
            kind: finding.kind,
            fault: finding.fault.clone(),
            operators: finding.operators.clone(),
            size: finding.formula.size,
        }
    }

    /// The bug in 32 hexadecimal digits: the same in every campaign in which the same operators
    /// trigger it, and different for different bugs of one campaign.
    pub fn fingerprint(&self) -> String {
        let (accused, fault) = (self.accused.to_string(), self.fault.to_string());
        let mut parts = vec![self.kind.name(), &accused, &fault];
        if !self.fault.is_located() {
            parts.extend(self.operators.iter().map(String::as_str));
        }
        hex(&Sha256::digest(parts.join("\0").as_bytes())[..16])
    }
}

/// Findings of one bug. Of members `[3, 5, 8]` number 3 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The place of the finding that stands for all: the smallest, of these the first.
    pub first: usize,
    /// The places of all of them.
    pub members: Vec<usize>,
}

/// The bugs that some triggers show, the worst and smallest first.
///
/// Does not depend on the order of the triggers, but where two are equally small: then the
/// earlier one comes first. Costs the number of triggers times that of bugs.
pub fn group(triggers: &[Trigger]) -> Vec<Group> {
    let mut places: Vec<usize> = (0..triggers.len()).collect();
    places.sort_by_key(|&place| {
        let trigger = &triggers[place];
        (trigger.kind, trigger.size, trigger.operators.len(), place)
    });
    let mut groups: Vec<Group> = Vec::new();
    let mut known: BTreeMap<(Kind, &Accused, &Fault), Vec<usize>> = BTreeMap::new();
    for place in places {
        let trigger = &triggers[place];
        let alike = known.entry((trigger.kind, &trigger.accused, &trigger.fault)).or_default();
        let found = alike.iter().copied().find(|&group| {
            let smallest = &triggers[groups[group].first];
            smallest.stands_for(trigger)
        });
        if let Some(group) = found {
            groups[group].members.push(place);
        } else {
            alike.push(groups.len());
            groups.push(Group { first: place, members: vec![place] });
        }
    }
    for group in &mut groups {
        group.members.sort_unstable();
    }
    groups
}

/// Whether every element of a sorted list is in another one.
fn is_subset(small: &[String], large: &[String]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|wanted| rest.any(|given| given == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trigger(kind: Kind, detail: &str, size: u32, operators: &[&str]) -> Trigger {
        Trigger {
            accused: "z3".parse().unwrap(),
            kind,
            fault: Fault::parse(kind, detail),
            operators: operators.iter().map(|&name| name.to_owned()).collect(),
            size,
        }
    }

    #[test]
    fn the_smallest_stands_for_those_with_its_operators() {
        let model = |size, operators: &[&str]| trigger(Kind::InvalidModel, "sat", size, operators);
        let triggers = [
            model(5, &["*", "div", "not"]),
            model(3, &["div"]),
            model(4, &["mod"]),
            model(3, &["div", "mod"]),
        ];
        let groups = group(&triggers);
        assert_eq!(
            groups,
            [Group { first: 1, members: vec![0, 1, 3] }, Group { first: 2, members: vec![2] }]
        );
    }

    #[test]
    fn solvers_kinds_and_polarities_are_kept_apart() {
        let mut triggers = vec![
            trigger(Kind::Disagreement, "sat and unsat", 3, &["="]),
            trigger(Kind::RefutationUnsoundness, "unsat", 3, &["="]),
            trigger(Kind::RefutationUnsoundness, "unsat", 3, &["="]),
        ];
        triggers[2].accused = "cvc5".parse().unwrap();
        let groups = group(&triggers);
        assert_eq!(groups.iter().map(|group| group.first).collect::<Vec<_>>(), [1, 2, 0]);
    }

    #[test]
    fn crashes_are_told_by_their_place() {
        let located = |operators| trigger(Kind::Crash, "bad at a.cpp:7", 3, operators);
        assert_eq!(group(&[located(&["="]), located(&["<"])]).len(), 1);
        let blind = |operators| trigger(Kind::Crash, "SIGSEGV", 3, operators);
        assert_eq!(group(&[blind(&["="]), blind(&["<"])]).len(), 2);
    }
}
