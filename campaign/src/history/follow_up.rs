//! A finding, put to other releases after the hunt: which of them have its bug.

use solvers::Solver;

use crate::finding::Finding;
use crate::finding::lifetime::{AskedRelease, Lifetime};
use crate::finding::sequel::Sequel;
use crate::finding::trimmed::trimmed;
use crate::history::bisect::Bisection;
use crate::judge::Judge;
use crate::judge::health::Health;
use crate::judge::kind::Kind;

/// Returns the formula of a finding without what it does not use, if `same`, the solver that is to blame
/// as it can be had here, fails on that too; of releases nothing is known. `None` if the evidence does
/// not say who is to blame alone.
///
/// Costs one process, and none for a formula that uses all that it declares.
pub fn shorten(finding: &Finding, same: Option<Solver>) -> Option<Sequel> {
    finding.accused.alone()?;
    Some(Sequel { trimmed: shortened(finding, same), ..Sequel::default() })
}

fn shortened(finding: &Finding, same: Option<Solver>) -> Option<String> {
    let shorter = trimmed(&finding.evidence.formula)?;
    let mut small = finding.clone();
    small.evidence.formula = shorter;
    let replies = finding.accused_replies();
    let family = &replies.first()?.solver.family;
    let judge = Judge::default();
    let bisection = Bisection::new(&small, &judge, |it| it == family).ok()?;
    let health = bisection.test(same?).health;
    (health == Health::Bad).then_some(small.evidence.formula)
}

/// Returns what releases say of a finding, oldest first, until `stop` says so, and whether `same`, the
/// solver that is to blame as it can be had here, fails on a shorter formula. `None` if the evidence
/// does not say who is to blame alone.
///
/// A formula that only a session showed is put to them twice in one process, if `same` fails then; else nobody is
/// asked, since a fresh process that answers says nothing of a session.
///
/// `listed` names all releases that there are, where that is known. Costs a process for each release.
pub fn follow_up(
    finding: &Finding,
    same: Option<Solver>,
    releases: &[Solver],
    listed: Option<&[String]>,
    stop: &dyn Fn() -> bool,
) -> Option<Sequel> {
    let accused = finding.accused.alone()?;
    let replies = finding.accused_replies();
    let description = &replies.first()?.solver;
    let judge = Judge::default();
    let mut bisection =
        Bisection::new(finding, &judge, |family| family == description.family).ok()?;
    let (mut trimmed, mut repeated) = (None, None);
    if finding.kind == Kind::SessionOnly {
        repeated = same.and_then(|same| bisection.repeat(&same));
        if repeated.is_none() {
            return Some(Sequel::default());
        }
        bisection = bisection.shown_by_repeating();
    } else if !stop() {
        trimmed = shortened(finding, same);
    }
    let own = description.version.clone();
    let mut asked: Vec<AskedRelease> = Vec::new();
    for solver in releases {
        let release = solver.version.map(|version| version.to_string());
        let Some(release) = release.filter(|release| Some(release) != own.as_ref()) else {
            continue;
        };
        if stop() {
            break;
        }
        let health = bisection.test(solver.clone()).health;
        asked.push(AskedRelease { release, health });
    }
    let name = match &own {
        Some(_) => description.family.clone(),
        None => accused.to_string(),
    };
    let lifetime = Lifetime::new(name, own, asked, listed.map(<[String]>::to_vec));
    Some(Sequel { trimmed, lifetime: Some(lifetime), repeated })
}
