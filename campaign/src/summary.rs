//! What a campaign has shown so far: a guarantee for each theory, and what was left open.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

use feat_runtime::Size;
use num_bigint::BigUint;

use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::plan::{Lane, Plan};
use crate::store::{SettingId, Store, StoreError, TrackId, is_in, next_border_of};
use crate::track::Order;

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
    /// What each solver said how often.
    pub tallies: Vec<BTreeMap<Outcome, u64>>,
    /// How many findings there are of each kind.
    pub findings: BTreeMap<Kind, u64>,
}

/// What the database holds of the formulas of a plan, whenever they were asked.
pub fn summarize(plan: &Plan, store: &Store) -> Result<Summary, StoreError> {
    let settings: Vec<SettingId> =
        plan.settings.iter().map(|setting| store.setting(setting)).collect::<Result<_, _>>()?;
    let theories: Result<_, _> = plan
        .lanes
        .iter()
        .zip(plan.titles())
        .map(|(lane, name)| summarize_lane(lane, name, &settings, store))
        .collect();
    let solvers = plan.settings.iter().map(|setting| setting.name().to_owned()).collect();
    Ok(Summary { solvers, theories: theories? })
}

fn summarize_lane(
    lane: &Lane,
    name: String,
    settings: &[SettingId],
    store: &Store,
) -> Result<TheorySummary, StoreError> {
    let track = store.track(&lane.track)?;
    let mut tallies = vec![BTreeMap::new(); settings.len()];
    let mut done = Vec::new();
    for (setting, tally) in settings.iter().zip(&mut tallies) {
        store.chunks(track, *setting, lane.numbers.clone(), |chunk| {
            for (outcome, _) in chunk.outcomes {
                *tally.entry(outcome).or_insert(0) += 1;
            }
        })?;
        done.push(store.done(track, *setting)?);
    }
    let together = intersection(&done, &lane.numbers);
    let formulas = together.iter().map(|span| span.end - span.start).sum();
    let is_from_zero = matches!(&lane.track.order, Order::Exhaustive { base } if base == "0");
    let everything = intersection(&done, &(0..u64::MAX));
    let from_start = match everything.first() {
        Some(span) if span.start == 0 && is_from_zero => span.end,
        _ => 0,
    };
    let sampled = match lane.track.order {
        Order::Sampled { size, .. } => Some(size),
        Order::Exhaustive { .. } => None,
    };
    Ok(TheorySummary {
        name,
        formulas,
        from_start,
        complete: complete_size(lane, from_start),
        sampled,
        tallies,
        findings: findings(store, track)?,
    })
}

fn findings(store: &Store, track: TrackId) -> Result<BTreeMap<Kind, u64>, StoreError> {
    let counts = store.finding_counts(track)?;
    Ok(counts.into_iter().filter_map(|(name, count)| Some((Kind::named(&name)?, count))).collect())
}

/// The largest size of which all formulas are among the first `count`, and how many there are up
/// to it.
fn complete_size(lane: &Lane, count: u64) -> Option<(u32, u64)> {
    let count = BigUint::from(count);
    let mut best = None;
    let mut total = BigUint::ZERO;
    for size in 0.. {
        let here = lane.track.space.count(Size(size));
        total += &here;
        if total > count {
            break;
        }
        if here > BigUint::ZERO {
            best = Some((size, u64::try_from(&total).ok()?));
        }
        let is_last = lane.track.space.len().is_some_and(|len| total >= len);
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
        let names: Vec<&str> = solvers.iter().map(String::as_str).collect();
        let disputed: u64 = self
            .findings
            .iter()
            .filter(|(kind, _)| kind.is_wrong_answer() || **kind == Kind::Disagreement)
            .map(|(_, count)| count)
            .sum();
        let is_unchecked = |it| matches!(it, Outcome::SatOpen | Outcome::SatUnread);
        let unchecked: u64 = (0..solvers.len()).map(|place| self.count(place, is_unchecked)).sum();
        let verb = if names.len() == 1 { "is not contradicted" } else { "agree" };
        let agreement = match disputed {
            0 => format!("{} {verb}", list(&names)),
            1 => format!("{} {verb} but for 1 formula", list(&names)),
            count => format!("{} {verb} but for {} formulas", list(&names), grouped(count)),
        };
        let models = match unchecked {
            0 => "every model was checked".to_owned(),
            count => format!("every model was checked but {}", grouped(count)),
        };
        format!("{which}: {agreement}, and {models}")
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

fn open_word(outcome: Outcome) -> Option<&'static str> {
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

/// `a`, `a and b`, `a, b and c`.
fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
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
            tallies: vec![
                BTreeMap::from([(Outcome::SatTrue, 1990), (Outcome::SatOpen, 10)]),
                BTreeMap::from([(Outcome::Unsat, 900), (Outcome::Rejected, 1100)]),
            ],
            findings: BTreeMap::new(),
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
        theory.findings.insert(Kind::InvalidModel, 2);
        theory.tallies[0].remove(&Outcome::SatOpen);
        assert_eq!(
            theory.guarantee(&solvers),
            "all 1,234 formulas of Ints up to size 3, and 766 larger ones: z3 and cvc5 agree but \
             for 2 formulas, and every model was checked"
        );
        assert_eq!(theory.left_open(&solvers), ["cvc5: 1,100 refused"]);
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
