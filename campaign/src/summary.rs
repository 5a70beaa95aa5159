//! What a campaign has shown so far: a guarantee for each theory, and what was left open.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;

use feat_runtime::{Size, Space};
use num_bigint::BigUint;

use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::plan::Plan;
use crate::store::{
    SettingId, Spans, Store, StoreError, StoredSetting, TrackId, is_in, next_border_of,
};
use crate::track::Order;

/// A sentence names no more solvers than this.
const MOST_NAMES: usize = 6;

/// What a campaign has shown.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The names of the solvers.
    pub solvers: Vec<String>,
    /// What it has shown of each theory.
    pub theories: Vec<TheorySummary>,
}

/// What a campaign has shown of one theory.
#[derive(Clone, Debug)]
pub struct TheorySummary {
    /// Its name.
    pub name: String,
    /// How many formulas all of them were asked.
    pub formulas: u64,
    /// How many of these follow each other from the first formula on.
    pub from_start: u64,
    /// The largest size up to which all formulas were asked, and how many these are.
    pub complete: Option<(u32, u64)>,
    /// The size of the formulas, where they were drawn at random.
    pub sampled: Option<u32>,
    /// Which solver was asked only what the others left open.
    pub arbiter: Option<usize>,
    /// What each solver said how often.
    pub tallies: Vec<BTreeMap<Outcome, u64>>,
    /// How many findings there are of each kind.
    pub findings: BTreeMap<Kind, u64>,
    /// How many formulas have an answer that is wrong or in doubt.
    pub disputed: u64,
}

/// What the database holds of the formulas of a plan, whenever they were asked.
pub fn summarize(plan: &Plan, store: &Store) -> Result<Summary, StoreError> {
    let panel = Panel {
        arbiter: plan.rivals.arbiter(),
        settings: plan.settings.iter().map(|it| store.setting(it)).collect::<Result<_, _>>()?,
        solvers: plan.settings.iter().map(|setting| setting.name().to_owned()).collect(),
    };
    let theories: Result<_, _> = plan
        .lanes
        .iter()
        .zip(plan.titles())
        .map(|(lane, name)| {
            let formulas = Formulas {
                track: store.track(&lane.track)?,
                name: &name,
                order: Some(&lane.track.order),
                space: Some(&lane.track.space),
                numbers: vec![lane.numbers.clone()],
            };
            summarize_formulas(&formulas, &panel, store)
        })
        .collect();
    Ok(Summary { solvers: panel.solvers, theories: theories? })
}

/// All that the database holds: a summary for each panel of solvers that were all asked the same
/// formulas. Solvers whose times were measured are left out, since nothing was judged.
///
/// `space` gives the formulas of a theory by its name. Where it does not know them, or where they
/// are not those that were asked, no size is called complete.
pub fn summarize_stored(
    store: &Store,
    space: &dyn Fn(&str) -> Option<Space>,
) -> Result<Vec<Summary>, StoreError> {
    let is_judged = |it: &StoredSetting| !it.recorded.manner.is_timed() && !it.is_yardstick();
    let settings: Vec<_> = store.settings()?.into_iter().filter(is_judged).collect();
    let mut summaries: Vec<(Panel, Vec<TheorySummary>)> = Vec::new();
    for stored in store.tracks()? {
        let track = space(&stored.name).and_then(|space| stored.of_space(space));
        let order = stored.order();
        for (numbers, panel) in panels(stored.id, &settings, store)? {
            let formulas = Formulas {
                track: stored.id,
                name: &stored.name,
                order: order.as_ref(),
                space: track.as_ref().map(|track| &track.space),
                numbers,
            };
            let theory = summarize_formulas(&formulas, &panel, store)?;
            match summaries.iter_mut().find(|(other, _)| other.settings == panel.settings) {
                Some((_, theories)) => theories.push(theory),
                None => summaries.push((panel, vec![theory])),
            }
        }
    }
    let summary = |(panel, theories): (Panel, _)| Summary { solvers: panel.solvers, theories };
    Ok(summaries.into_iter().map(summary).collect())
}

/// Solvers that are summed up together.
struct Panel {
    /// The place of one who was asked only what the others left open.
    arbiter: Option<usize>,
    settings: Vec<SettingId>,
    solvers: Vec<String>,
}

/// For the formulas of a track that some solver was asked, all who were asked these, perhaps among
/// others; the largest panel first.
fn panels(
    track: TrackId,
    settings: &[StoredSetting],
    store: &Store,
) -> Result<Vec<(Spans, Panel)>, StoreError> {
    let done: Vec<Spans> =
        settings.iter().map(|setting| store.done(track, setting.id)).collect::<Result<_, _>>()?;
    let mut distinct: Vec<&Spans> = Vec::new();
    for spans in done.iter().filter(|spans| !spans.is_empty()) {
        if !distinct.contains(&spans) {
            distinct.push(spans);
        }
    }
    let panel = |numbers: &Spans| {
        let has_all = |other: &Spans| {
            intersection(&[numbers.clone(), other.clone()], &(0..u64::MAX)) == *numbers
        };
        let members = settings.iter().zip(&done).filter(|(_, other)| has_all(other));
        let members: Vec<&StoredSetting> = members.map(|(setting, _)| setting).collect();
        let settings = members.iter().map(|setting| setting.id).collect();
        let solvers = members.iter().map(|setting| setting.name().to_owned()).collect();
        (numbers.clone(), Panel { arbiter: None, settings, solvers })
    };
    let mut panels: Vec<(Spans, Panel)> = distinct.into_iter().map(panel).collect();
    panels.sort_by_key(|(_, panel)| Reverse(panel.settings.len()));
    Ok(panels)
}

/// Formulas that are summed up together.
struct Formulas<'a> {
    track: TrackId,
    name: &'a str,
    /// `None` if this etude does not know it.
    order: Option<&'a Order>,
    /// `None` if nobody knows it.
    space: Option<&'a Space>,
    numbers: Spans,
}

fn summarize_formulas(
    formulas: &Formulas<'_>,
    panel: &Panel,
    store: &Store,
) -> Result<TheorySummary, StoreError> {
    let track = formulas.track;
    let mut tallies = vec![BTreeMap::new(); panel.settings.len()];
    let mut done = Vec::new();
    for (place, (setting, tally)) in panel.settings.iter().zip(&mut tallies).enumerate() {
        for numbers in &formulas.numbers {
            store.chunks(track, *setting, numbers.clone(), |chunk| {
                for (outcome, _) in chunk.outcomes {
                    *tally.entry(outcome).or_insert(0) += 1;
                }
            })?;
        }
        if panel.arbiter != Some(place) {
            done.push(store.done(track, *setting)?);
        }
    }
    let together = formulas.numbers.iter().flat_map(|numbers| intersection(&done, numbers));
    let is_from_zero = matches!(formulas.order, Some(Order::Exhaustive { base }) if base == "0");
    let everything = intersection(&done, &(0..u64::MAX));
    let from_start = match everything.first() {
        Some(span) if span.start == 0 && is_from_zero => span.end,
        _ => 0,
    };
    let sampled = match formulas.order {
        Some(Order::Sampled { size, .. }) => Some(*size),
        _ => None,
    };
    let (findings, disputed) = findings(store, formulas, &panel.solvers)?;
    Ok(TheorySummary {
        name: formulas.name.to_owned(),
        formulas: together.map(|span| span.end - span.start).sum(),
        from_start,
        complete: formulas.space.and_then(|space| complete_size(space, from_start)),
        sampled,
        arbiter: panel.arbiter,
        tallies,
        findings,
        disputed,
    })
}

/// How many findings of each kind these solvers have on these formulas, and how many formulas have
/// an answer that is wrong or in doubt.
fn findings(
    store: &Store,
    formulas: &Formulas<'_>,
    solvers: &[String],
) -> Result<(BTreeMap<Kind, u64>, u64), StoreError> {
    let mut counts = BTreeMap::new();
    let mut disputed = BTreeSet::new();
    for (number, solver, kind) in store.found(formulas.track)? {
        let is_member = |part: &str| solvers.iter().any(|name| name == part);
        if !is_in(&formulas.numbers, number) || !solver.split(" and ").all(is_member) {
            continue;
        }
        *counts.entry(kind).or_insert(0) += 1;
        if kind.is_wrong_answer() || kind == Kind::Disagreement {
            disputed.insert(number);
        }
    }
    Ok((counts, disputed.len() as u64))
}

/// The largest size of which all formulas are among the first `count`, and how many there are up
/// to it.
fn complete_size(space: &Space, count: u64) -> Option<(u32, u64)> {
    let count = BigUint::from(count);
    let mut best = None;
    let mut total = BigUint::ZERO;
    for size in 0.. {
        let here = space.count(Size(size));
        total += &here;
        if total > count {
            break;
        }
        if here > BigUint::ZERO {
            best = Some((size, u64::try_from(&total).ok()?));
        }
        let is_last = space.len().is_some_and(|len| total >= len);
        if is_last {
            break;
        }
    }
    best
}

/// The numbers that are in all of some sets and in a range.
fn intersection(sets: &[Vec<Range<u64>>], range: &Range<u64>) -> Vec<Range<u64>> {
    let mut spans: Vec<Range<u64>> = Vec::new();
    let mut at = range.start;
    if sets.is_empty() {
        return spans;
    }
    while at < range.end {
        let borders = sets.iter().filter_map(|set| next_border_of(set, at));
        let end = borders.min().unwrap_or(range.end).min(range.end);
        if sets.iter().all(|set| is_in(set, at)) {
            match spans.last_mut() {
                Some(last) if last.end == at => last.end = end,
                _ => spans.push(at..end),
            }
        }
        at = end;
    }
    spans
}

impl TheorySummary {
    fn count(&self, place: usize, wanted: impl Fn(Outcome) -> bool) -> u64 {
        let tally = self.tallies[place].iter();
        tally.filter(|(outcome, _)| wanted(**outcome)).map(|(_, count)| count).sum()
    }

    /// One sentence: what holds of which formulas.
    pub fn guarantee(&self, solvers: &[String]) -> String {
        let which = match (self.complete, self.sampled) {
            (_, Some(size)) => {
                format!(
                    "{} random formulas of {} of size {size}",
                    grouped(self.formulas),
                    self.name
                )
            }
            (Some((size, count)), None) => {
                let further = self.formulas.saturating_sub(count);
                let further = match further {
                    0 => String::new(),
                    further => format!(", and {} larger ones", grouped(further)),
                };
                format!(
                    "all {} formulas of {} up to size {size}{further}",
                    grouped(count),
                    self.name
                )
            }
            (None, None) => format!("{} formulas of {}", grouped(self.formulas), self.name),
        };
        if self.formulas == 0 {
            return format!("{}: nothing was asked yet", self.name);
        }
        // What an arbiter's models are worth says nothing of those that are tested.
        let tested = || (0..solvers.len()).filter(|place| self.arbiter != Some(*place));
        let names: Vec<&str> = tested().map(|place| &*solvers[place]).collect();
        let is_unchecked = |it| matches!(it, Outcome::SatOpen | Outcome::SatUnread);
        let unchecked: u64 = tested().map(|place| self.count(place, is_unchecked)).sum();
        let verb = if names.len() == 1 { "is not contradicted" } else { "agree" };
        let who = list(&names);
        let agreement = match self.disputed {
            0 => format!("{who} {verb}"),
            1 => format!("{who} {verb} but for 1 formula"),
            count => format!("{who} {verb} but for {} formulas", grouped(count)),
        };
        let models = match unchecked {
            0 => "every model was checked".to_owned(),
            count => format!("every model was checked but {}", grouped(count)),
        };
        let rest = self.arbiter.map_or_else(String::new, |arbiter| {
            let name = &solvers[arbiter];
            match self.count(arbiter, |_| true) {
                0 => format!("; {name} was not needed"),
                1 => format!("; {name} was asked the one that this does not settle"),
                asked => {
                    format!("; {name} was asked the {} that this does not settle", grouped(asked))
                }
            }
        });
        format!("{which}: {agreement}, and {models}{rest}")
    }

    /// What each solver left open, if it did: how many were late, unknown, refused, ….
    pub fn left_open(&self, solvers: &[String]) -> Vec<String> {
        let line = |place: usize| {
            let words: Vec<String> = self.tallies[place]
                .iter()
                .filter_map(|(outcome, count)| Some((open_word(*outcome)?, count)))
                .map(|(word, count)| format!("{} {word}", grouped(*count)))
                .collect();
            (!words.is_empty()).then(|| format!("{}: {}", solvers[place], words.join(", ")))
        };
        (0..solvers.len()).filter_map(line).collect()
    }

    /// The share of the formulas to which a solver gave no sensible answer at all.
    fn useless(&self, place: usize) -> (u64, u64) {
        let all = self.count(place, |_| true);
        (self.count(place, is_useless), all)
    }
}

impl Summary {
    /// The solvers that gave no sensible answer to most formulas of a theory, and those that gave
    /// hardly any at all: a hunt with one of these tests nothing.
    pub fn failures(&self) -> (Vec<String>, Vec<String>) {
        let (mut of_theories, mut of_all) = (Vec::new(), Vec::new());
        for (place, solver) in self.solvers.iter().enumerate() {
            let (mut useless, mut all) = (0, 0);
            for theory in &self.theories {
                let (here, asked) = theory.useless(place);
                if asked > 0 && here * 2 > asked {
                    let (here, asked, name) = (grouped(here), grouped(asked), &theory.name);
                    of_theories.push(format!(
                        "{solver} gave no answer to {here} of {asked} formulas of {name}"
                    ));
                }
                useless += here;
                all += asked;
            }
            // Nearly all: what a solver with few theories, or an old one, can answer is worth asking.
            if all > 0 && useless * 20 >= all * 19 {
                let (useless, all) = (grouped(useless), grouped(all));
                of_all.push(format!(
                    "{solver} refused or failed on {useless} of {all} formulas: this hunt tests nothing of it; \
                     `etude solvers doctor` says what it supports"
                ));
            }
        }
        (of_theories, of_all)
    }
}

fn is_useless(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Rejected | Outcome::Flawed | Outcome::Crash | Outcome::OutOfMemory)
}

/// What an outcome is called that leaves a formula open; `None` if it does not.
pub fn open_word(outcome: Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::SatOpen => "models left open by the standard",
        Outcome::SatUnread => "models that cannot be read",
        Outcome::Unknown => "unknown",
        Outcome::Timeout => "timeouts",
        Outcome::OutOfMemory => "out of memory",
        Outcome::Crash => "crashes",
        Outcome::Rejected => "refused",
        Outcome::Flawed => "without an answer",
        _ => return None,
    })
}

/// `a`, `a and b`, `a, b and c`; how many there are, where nobody would read their names.
fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        many if many.len() > MOST_NAMES => format!("{} solvers", many.len()),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A whole number with its digits in threes.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theory() -> TheorySummary {
        TheorySummary {
            name: "Ints".to_owned(),
            formulas: 2000,
            from_start: 2000,
            complete: Some((3, 1234)),
            sampled: None,
            arbiter: None,
            tallies: vec![
                BTreeMap::from([(Outcome::SatTrue, 1990), (Outcome::SatOpen, 10)]),
                BTreeMap::from([(Outcome::Unsat, 900), (Outcome::Rejected, 1100)]),
            ],
            findings: BTreeMap::new(),
            disputed: 0,
        }
    }

    #[test]
    fn the_guarantee_says_what_was_done() {
        let solvers = ["z3".to_owned(), "cvc5".to_owned()];
        let mut theory = theory();
        assert_eq!(
            theory.guarantee(&solvers),
            "all 1,234 formulas of Ints up to size 3, and 766 larger ones: z3 and cvc5 agree, and \
             every model was checked but 10"
        );
        theory.disputed = 2;
        theory.tallies[0].remove(&Outcome::SatOpen);
        assert_eq!(
            theory.guarantee(&solvers),
            "all 1,234 formulas of Ints up to size 3, and 766 larger ones: z3 and cvc5 agree but \
             for 2 formulas, and every model was checked"
        );
        assert_eq!(theory.left_open(&solvers), ["cvc5: 1,100 refused"]);
        theory.disputed = 0;
        theory.arbiter = Some(1);
        theory.tallies[1] = BTreeMap::from([(Outcome::Unsat, 900), (Outcome::SatOpen, 1100)]);
        assert_eq!(
            theory.guarantee(&solvers),
            "all 1,234 formulas of Ints up to size 3, and 766 larger ones: z3 is not contradicted, \
             and every model was checked; cvc5 was asked the 2,000 that this does not settle"
        );
    }

    #[test]
    fn a_solver_that_refuses_most_is_told() {
        let solvers = vec!["z3".to_owned(), "cvc5".to_owned()];
        let summary = Summary { solvers, theories: vec![theory()] };
        let (of_theories, of_all) = summary.failures();
        assert_eq!(of_theories, ["cvc5 gave no answer to 1,100 of 2,000 formulas of Ints"]);
        assert!(of_all.is_empty());
        let mut dead = summary;
        dead.theories[0].tallies[1] = BTreeMap::from([(Outcome::Crash, 2000)]);
        assert_eq!(dead.failures().1.len(), 1);
    }

    #[test]
    fn sets_are_intersected() {
        let sets = [vec![0..10, 20..30], vec![5..22, 22..25]];
        assert_eq!(intersection(&sets, &(0..100)), [5..10, 20..25]);
        assert_eq!(intersection(&sets, &(6..22)), [6..10, 20..22]);
        let touching = [vec![0..4, 4..8], vec![0..3, 3..9]];
        assert_eq!(intersection(&touching, &(0..100)).len(), 1);
        assert!(intersection(&[], &(0..100)).is_empty());
    }
}
