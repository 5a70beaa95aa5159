//! Findings of mutants that rest on how the mutant was made: fewer steps, and proofs that still hold.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::num::NonZeroUsize;
use std::sync::Arc;

use campaign::{
    Ended, Finding, Kind, Numbered, Place, Proof, Recurrence, ReducedFinding, Replaying, Setting,
    Source, Store, Watch, reduce_finding, replay,
};
use mutation::{Draw, Mutator, Seeds, Specimen, Technique};
use smtlib::{Op, Sort};

use crate::culprits::{RIGHT, declare};
use crate::mutants::{SAT, Twice, UNSAT, note, plan, run, source_made};

/// A hunt over mutants with a solver that is wrong.
struct Hunted {
    source: Arc<dyn Source>,
    settings: Vec<Setting>,
    findings: Vec<Finding>,
    _folder: tempfile::TempDir,
}

impl Hunted {
    fn new(seed: &'static str, mutator: Arc<dyn Mutator>, making: &str, solver: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = source_made(&[seed], mutator, making);
        let plan = plan(folder.path(), &source, &[("faulty", solver)]);
        let mut store = Store::open(&folder.path().join("campaign")).unwrap();
        let told = run(&plan, &mut store);
        told.ending.unwrap();
        let settings = plan.settings.iter().cloned().collect();
        Self { source, settings, findings: told.findings, _folder: folder }
    }

    fn reduced(&self, finding: &Finding) -> ReducedFinding {
        let Place::Mutant { number, .. } = finding.formula.place else { panic!("it is a mutant") };
        let mutant = Numbered { source: &*self.source, number };
        let mut watch = Watch { halt: &|| false, tell: &mut |_| {} };
        let one = NonZeroUsize::MIN;
        reduce_finding(finding, &self.settings, Some(mutant), one, &mut watch).unwrap()
    }

    /// Whether the finding shows when its solver is asked anew.
    fn holds(&self, finding: &Finding) -> bool {
        let find = |_: &campaign::RecordedReply| Ok(self.settings[0].solver.clone());
        replay(finding, &Replaying::default(), find).unwrap().standing == Recurrence::Holds
    }
}

fn rules(finding: &Finding) -> Vec<String> {
    let lineage = finding.evidence.lineage.as_ref().unwrap();
    lineage.steps.iter().map(|step| step.rule.clone()).collect()
}

/// Says an assertion again, or declares another constant.
#[derive(Debug)]
struct TwiceOrDeclare;

impl Mutator for TwiceOrDeclare {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool {
        if draw.chance(1, 2) {
            return Twice.step(specimen, others, draw);
        }
        declare(specimen);
        true
    }
}

#[test]
fn what_was_decided_a_step_before_keeps_that_step_and_those_that_it_takes() {
    // Two arrows are too many, so that one is something that the solver is able to do.
    let weary = format!("[ $(grep -c '=>' $1) -ge 2 ] && {{ echo unknown; exit; }}\n{RIGHT}");
    let hunted = Hunted::new(SAT, Arc::new(TwiceOrDeclare), "weaken:5", &weary);
    let long = |it: &&Finding| {
        it.kind == Kind::Incompleteness
            && it.fault.to_string() == "implication by weaken declare"
            && rules(it).len() > 2
    };
    let findings: Vec<&Finding> = hunted.findings.iter().filter(long).take(2).collect();
    assert!(!findings.is_empty());
    for finding in findings {
        let reduced = hunted.reduced(finding);
        assert_eq!(reduced.ended, Ended::Through);
        let small = reduced.finding.unwrap_or_else(|| panic!("{:?}", rules(finding)));
        assert_eq!(rules(&small), ["declare", "declare"], "{:?}", rules(finding));
        assert_eq!((small.kind, &small.fault), (finding.kind, &finding.fault));
        let evidence = &small.evidence;
        assert!(evidence.formula.len() < finding.evidence.formula.len());
        let before = evidence.lineage.as_ref().unwrap().before.as_ref().unwrap();
        assert_eq!((before.matches("=>").count(), evidence.formula.matches("=>").count()), (1, 2));
        assert_eq!(evidence.original.as_ref().unwrap().finding, *finding);
        assert!(hunted.holds(&small));
    }
}

/// Says an assertion again, or puts beside all of them what has no solution, though no search tells.
#[derive(Debug)]
struct Beside;

impl Mutator for Beside {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool {
        if specimen.assertions.len() == 1 || draw.chance(1, 2) {
            return Twice.step(specimen, others, draw);
        }
        let number = specimen.declare_fresh("n", Sort::INT, None);
        let terms = &mut specimen.terms;
        let number = terms.call(number, [].as_slice(), None).unwrap();
        let square = terms.op(Op::Mul, &[number, number][..]).unwrap();
        let other = terms.op(Op::Distinct, &[square, square][..]).unwrap();
        let all = terms.op(Op::And, &specimen.assertions[..]).unwrap();
        specimen.assertions = vec![terms.op(Op::Or, &[all, other][..]).unwrap()];
        note(specimen, "beside");
        true
    }
}

#[test]
fn a_wrong_sat_that_a_walk_proves_wrong_keeps_that_proof_or_gets_another() {
    // It is wrong of every square of a variable.
    let hunted = Hunted::new(
        UNSAT,
        Arc::new(Beside),
        "weaken:4",
        "if grep -q '(\\* n' $1; then echo sat; else echo unsat; fi",
    );
    let long = |it: &&Finding| rules(it).len() > 1;
    let findings: Vec<&Finding> = hunted.findings.iter().filter(long).take(2).collect();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!((finding.kind, &finding.evidence.proof), (Kind::SolutionUnsoundness, &None));
        let reduced = hunted.reduced(finding);
        assert_eq!(reduced.ended, Ended::Through);
        let small = reduced.finding.unwrap_or_else(|| panic!("{:?}", rules(finding)));
        assert_eq!(small.kind, Kind::SolutionUnsoundness);
        assert_eq!(rules(&small), ["beside"], "{:?}", rules(finding));
        let evidence = &small.evidence;
        let is_derived = evidence.lineage.as_ref().unwrap().is_refuted;
        match &evidence.proof {
            // No step says anything of another script.
            Some(Proof::Refuted { .. }) => assert!(!is_derived, "{}", evidence.formula),
            None => {
                assert!(is_derived, "{}", evidence.formula);
                let known = "known before anybody was asked: unsat, derived: weaken beside of";
                assert!(evidence.remarks.iter().any(|it| it.starts_with(known)));
            }
            proof => panic!("{proof:?}"),
        }
        assert!(evidence.formula.len() < finding.evidence.formula.len());
        assert!(hunted.holds(&small), "{}", evidence.formula);
    }
}
