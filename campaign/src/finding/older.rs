//! A bug that several releases of a solver have stands once: the newest of them tells of the others.

use std::collections::BTreeMap;

use solvers::Release;

use crate::finding::Finding;

/// Older releases first: by family (CVC4 came before cvc5), then by version.
type Rank = (String, Option<Release>);

/// Returns, for each finding, the place of the one that tells of it: that of the newest release of the
/// same solver and options with a finding of the same kind on the same formula. `None` where there is no
/// newer one, where nobody is to blame alone, and for a build that tells no version.
pub fn told_by(findings: &[&Finding]) -> Vec<Option<usize>> {
    let mut alike: BTreeMap<_, Vec<(Rank, usize)>> = BTreeMap::new();
    for (place, finding) in findings.iter().enumerate() {
        let replies = finding.accused_replies();
        let (Some(_), [reply]) = (finding.accused.alone(), &replies[..]) else { continue };
        let solver = &reply.solver;
        if solver.version.is_none() {
            continue;
        }
        let kin = (solver.kin().to_owned(), solver.options.clone());
        let rank = (solver.family.clone(), solver.release());
        alike.entry((finding.kind, finding.formula.name(), kin)).or_default().push((rank, place));
    }
    let mut told_by = vec![None; findings.len()];
    for mut releases in alike.into_values() {
        releases.sort();
        let Some((_, newest)) = releases.pop() else { continue };
        for (_, place) in releases {
            told_by[place] = Some(newest);
        }
    }
    told_by
}
