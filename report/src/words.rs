//! The words that pages, tables and files of a report share.

use std::fmt::Write as _;

use campaign::{Finding, Kind, Order, RecordedReply, VerdictKind};
use outlet::counted;
use outlet::times::fine;

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

/// How long a solver had.
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

/// What each solver left open beside a guarantee; of many solvers, those of the first few.
pub(crate) fn left_open(guarantee: &Guarantee) -> Option<String> {
    const MOST: usize = 6;
    let open = &guarantee.left_open;
    let mut parts: Vec<String> = open.iter().take(MOST).cloned().collect();
    if open.len() > MOST {
        parts.push(format!("and {}", counted((open.len() - MOST) as u64, "more solver")));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What a kind means, in a sentence.
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
