//! Numbers and texts as people read them, and as markup holds them.

use std::fmt::{self, Write as _};

use campaign::{Kind, Order, RecordedReply, VerdictKind};

use crate::report::{Guarantee, Participant};

/// A time in a unit that suits it: `3.2 ms`, `1.25 s`, `4 min 10 s`, `2 h 05 min`.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds < 0.0095 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 0.9995 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 120.0 {
        format!("{seconds:.2} s")
    } else if seconds < 7200.0 {
        format!("{:.0} min {:02.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor())
    } else {
        let minutes = (seconds / 60.0).floor();
        format!("{:.0} h {:02.0} min", (minutes / 60.0).floor(), minutes % 60.0)
    }
}

/// Returns the time that a reply took; for one that did not come, that of the wait.
pub(crate) fn taken(reply: &RecordedReply) -> String {
    match reply.verdict {
        VerdictKind::Timeout => format!("> {}", seconds(reply.limit.as_secs_f64())),
        _ => seconds(reply.time.as_secs_f64()),
    }
}

/// How long a solver had.
#[expect(clippy::cast_precision_loss, reason = "a time limit is far below 2^52 milliseconds")]
pub(crate) fn limit(participant: &Participant) -> String {
    participant.limit_ms.map_or_else(|| "?".to_owned(), |limit| seconds(limit as f64 / 1e3))
}

/// `1 formula`, `2,000 formulas`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", campaign::grouped(count))
}

/// A text as XML and HTML hold it, also in an attribute. What no document may hold, such as a
/// control character in a solver's message, becomes a mark.
pub(crate) fn escaped(text: &str) -> String {
    markup(text, |c| match c {
        '\'' => Some("&#39;"),
        _ if outlet::is_harmful(c) => Some("\u{fffd}"),
        _ => None,
    })
}

/// Returns a text in which nothing is read as markup; `instead` says what stands for a character
/// that may stay otherwise.
pub(crate) fn markup(text: &str, instead: impl Fn(char) -> Option<&'static str>) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => match instead(c) {
                Some(other) => escaped.push_str(other),
                None => escaped.push(c),
            },
        }
    }
    escaped
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

/// Returns an index that fits a line.
pub(crate) fn shortened(index: impl fmt::Display) -> String {
    const MOST: usize = 24;
    let index = index.to_string();
    if index.len() <= MOST || !index.is_ascii() {
        return index;
    }
    format!("{}…({} digits)", &index[..9], index.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        for (given, expected) in [
            (0.00123, "1.2 ms"),
            (0.0421, "42 ms"),
            (0.9999, "1.00 s"),
            (61.5, "61.50 s"),
            (125.0, "2 min 05 s"),
            (7500.0, "2 h 05 min"),
        ] {
            assert_eq!(seconds(given), expected);
        }
    }

    #[test]
    fn nothing_breaks_out_of_markup() {
        assert_eq!(
            escaped("<a b=\"c\">&'\u{1b}\u{0}"),
            "&lt;a b=&quot;c&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}"
        );
    }
}
