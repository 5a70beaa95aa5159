//! A hunt that joins a campaign: what the campaign calls its solvers, and what it holds beside.

use anyhow::Result;
use campaign::{Plan, SeatId, Setting, Store};
use outlet::times::brief;

/// Gives the solvers of a plan the names that they have in a campaign: one program may stand in two
/// places, and what it said and did counts under either name. Returns the names that changed, with
/// what takes their place.
pub(crate) fn call_as_before(plan: &mut Plan, store: &Store) -> Result<Vec<(String, String)>> {
    let mut changed = Vec::new();
    let seats: Vec<SeatId> = plan.settings.seats().collect();
    for seat in seats {
        let own = plan.settings[seat].name().to_owned();
        let Some(known_as) = store.name_of(&plan.settings[seat])? else { continue };
        if plan.settings.iter().all(|it| it.name() != known_as) {
            let setting = &mut plan.settings[seat];
            setting.solver = setting.solver.clone().with_name(known_as.as_str());
            changed.push((own, known_as));
        }
    }
    Ok(changed)
}

/// Returns what a campaign holds beside what a plan asks, in words: `other solvers (z3-5.4.0), another
/// time limit (z3-4.8.7: 2 s), other theories (Ints)`; `None` if there is nothing.
pub(crate) fn held_beside(store: &Store, plan: &Plan) -> Result<Option<String>> {
    let (mut others, mut limits) = (Vec::new(), Vec::new());
    let is_asked = |key: &str| plan.settings.iter().any(|setting: &Setting| setting.key() == key);
    for stored in store.solvers()?.iter().filter(|it| it.is_judged()) {
        let name = stored.name();
        let namesake = plan.settings.iter().find(|setting| setting.name() == name);
        let limit = brief(stored.most_patient().limit().as_secs_f64());
        match namesake {
            None => others.push(name.to_owned()),
            Some(_) if is_asked(&stored.most_patient().key) => {}
            Some(_) => limits.push(format!("{name}: {limit}")),
        }
    }
    let asked = |name: &str| plan.stretches.iter().any(|it| it.source.identity().name == name);
    let mut theories: Vec<String> = Vec::new();
    for track in store.tracks()? {
        let name = track.name().to_owned();
        if !asked(&name) && !theories.contains(&name) {
            theories.push(name);
        }
    }
    let part = |one: &str, many: &str, names: &[String]| match names.len() {
        0 => None,
        1 => Some(format!("{one} ({})", names[0])),
        _ => Some(format!("{many} ({})", names.join(", "))),
    };
    let parts = [
        part("another solver", "other solvers", &others),
        part("another time limit or other options", "other time limits or options", &limits),
        part("another theory", "other theories", &theories),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Ok((!parts.is_empty()).then(|| parts.join(", ")))
}
