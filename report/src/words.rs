//! The words that pages, tables and files of a report share.

use std::fmt::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use campaign::{Finding, Kind, Occasion, Order, Place, RecordedReply, VerdictKind};
use outlet::counted;
use outlet::times::{fine, rough};

use solvers::Day;

use crate::report::{Guarantee, Participant};

/// Returns the time that a reply took; for one that did not come, that of the wait. That of a session
/// is not set against those of fresh processes.
pub(crate) fn taken(finding: &Finding, reply: &RecordedReply) -> String {
    match reply.verdict {
        _ if !finding.is_comparable(reply) => "–".to_owned(),
        VerdictKind::Timeout => format!("> {}", fine(reply.limit.as_secs_f64())),
        _ => fine(reply.time.as_secs_f64()),
    }
}

/// Returns the heading of a column of formulas' names: `index`, `file`, `mutant`; `name` where they are
/// not all of one kind.
pub(crate) fn heading_of<'a>(places: impl Iterator<Item = &'a Place>) -> &'static str {
    let mut keys: Vec<&'static str> = places.map(Place::key).collect();
    keys.sort_unstable();
    keys.dedup();
    match keys[..] {
        [key] => key,
        _ => "name",
    }
}

/// Returns a moment, given in seconds since 1970, as people write it: `2026-11-18 23:10 UTC`.
pub(crate) fn moment(seconds: u64) -> String {
    // A clock that stands centuries ahead tells no day.
    let day = Day::of(UNIX_EPOCH + Duration::from_secs(seconds));
    let day = day.map_or_else(|| "an unknown day".to_owned(), |day| day.to_string());
    let minutes = seconds / 60;
    format!("{day} {:02}:{:02} UTC", minutes / 60 % 24, minutes % 60)
}

/// Returns how long a run took.
#[expect(clippy::cast_precision_loss, reason = "a run is far below 2^52 seconds long")]
pub(crate) fn duration(occasion: &Occasion) -> String {
    match occasion.ended {
        Some(ended) => rough(ended.saturating_sub(occasion.began) as f64),
        None => "not ended: it goes on, or was killed".to_owned(),
    }
}

/// Returns the machine, and how busy it was.
pub(crate) fn machine(occasion: &Occasion) -> String {
    let cores = counted(occasion.cores as u64, "core");
    let processor = occasion.processor.iter().cloned();
    let mut parts: Vec<String> = processor.chain([cores, occasion.system.clone()]).collect();
    let load = |when: &str, load: Option<f64>| load.map(|load| format!("{load:.2} {when}"));
    let loads =
        [load("at the start", occasion.load_at_begin), load("at the end", occasion.load_at_end)];
    let loads: Vec<String> = loads.into_iter().flatten().collect();
    if !loads.is_empty() {
        parts.push(format!("load {}", loads.join(", ")));
    }
    parts.join("; ")
}

/// Returns how long a solver had.
#[expect(clippy::cast_precision_loss, reason = "a time limit is far below 2^52 milliseconds")]
pub(crate) fn limit(participant: &Participant) -> String {
    participant.limit_ms.map_or_else(|| "?".to_owned(), |limit| fine(limit as f64 / 1e3))
}

/// A text as a part of a URI: letters, digits and the signs in `plain` stay as they are.
pub(crate) fn percent_encoded(text: &str, plain: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || plain.contains(c) {
            encoded.push(c);
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// The order of a track in words.
pub(crate) fn order(order: &Order) -> String {
    match order {
        order if order.is_from_zero() => "in order".to_owned(),
        Order::Exhaustive { base } => format!("in order, from index {base}"),
        Order::Sampled { size, seed } => format!("at random, of size {size}, seed {seed}"),
        Order::Mutated { seeds, making, per_seed } => {
            let mutants = counted(*per_seed, "mutant");
            format!("{mutants} by {making} of each seed; seeds {}", self::order(seeds))
        }
        Order::Corpus { files } => {
            format!("{}, by name", counted(files.as_slice().len() as u64, "file"))
        }
    }
}

/// Returns what each solver left open beside a guarantee; of many solvers, those of the first few.
pub(crate) fn left_open(guarantee: &Guarantee) -> Option<String> {
    const MOST: usize = 6;
    let open = &guarantee.left_open;
    let mut parts: Vec<String> = open.iter().take(MOST).cloned().collect();
    if open.len() > MOST {
        parts.push(format!("and {}", counted((open.len() - MOST) as u64, "more solver")));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns what a kind means, in a sentence.
pub(crate) fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::RefutationUnsoundness => "A solver answers unsat, but the formula has a model.",
        Kind::SolutionUnsoundness => "A solver answers sat, but the formula has no model.",
        Kind::InvalidModel => "A solver gives a model under which the formula is false.",
        Kind::Crash => "A solver dies.",
        Kind::Flawed => "A solver gives no answer, or several.",
        Kind::Disagreement => {
            "Answers contradict each other or the evaluator, and nobody knows which is wrong."
        }
        Kind::SessionOnly => "A process that lives on answers otherwise than a fresh one.",
        Kind::Performance => "A solver is late where another one is fast.",
        Kind::Incompleteness => "A solver answers unknown where another one decides.",
    }
}
