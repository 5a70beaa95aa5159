//! Words of solvers without what differs from formula to formula and from run to run, so that the
//! same trouble has the same text.

use solvers::Crash;

/// A crash without what differs from run to run: `ASSERTION VIOLATION at theory_arith.cpp:123`.
pub fn normal_crash(crash: &Crash) -> String {
    let place = crash.location.as_ref().map(|location| {
        // Builds differ in where their sources lie, and in line numbers only by version.
        location.rsplit('/').next().unwrap_or(location).to_owned()
    });
    let message = normal_reason(&crash.message);
    match (place, message.is_empty()) {
        (Some(place), true) => format!("at {place}"),
        (Some(place), false) => format!("{message} at {place}"),
        (None, false) => message,
        (None, true) => crash.cause.to_string(),
    }
}

/// Returns why a model cannot be read in a form that is the same for many models: without the
/// place in the text, with `…` for every name and `N` for every number.
pub fn normal_unread(reason: &str) -> String {
    // Every second part stands between two backticks.
    let parts = without_place(reason).split('`').enumerate();
    let parts = parts.map(|(place, part)| if place % 2 == 1 { "…" } else { part });
    normal_reason(&parts.collect::<Vec<_>>().join("`"))
}

/// Returns why a script cannot be read without the place in the text; names stay, since what they
/// name is what is missing.
pub(crate) fn normal_refusal(reason: &str) -> String {
    normal_reason(without_place(reason))
}

/// Returns a message without `12:5:` before it.
fn without_place(reason: &str) -> &str {
    let is_place = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = reason.splitn(3, ':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(line), Some(column), Some(message)) if is_place(line) && is_place(column) => message,
        _ => reason,
    }
}

/// A message on one line, at most 120 characters, with `N` for every number and address.
pub fn normal_reason(text: &str) -> String {
    let mut normal = String::new();
    let mut words = text.split_whitespace();
    for word in words.by_ref().take(40) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        let is_address = word.contains("0x");
        let mut was_digit = false;
        for c in word.chars() {
            let is_digit = c.is_ascii_digit() || is_address && c.is_ascii_alphanumeric();
            if !is_digit {
                normal.push(c);
            } else if !was_digit {
                normal.push('N');
            }
            was_digit = is_digit;
        }
    }
    normal.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use solvers::Cause;

    #[test]
    fn reasons_of_models_lose_their_places_and_names() {
        for (reason, normal) in [
            ("12:5: there is no `k!0` here", "there is no `…` here"),
            ("3:17: `f` gives Int, not `(L Int)`", "`…` gives Int, not `…`"),
            ("this is of sort (_ BitVec 12), not Int", "this is of sort (_ BitVec N), not Int"),
            ("there is none", "there is none"),
            ("a:b: c", "a:b: c"),
            ("1:2", "N:N"),
            ("", ""),
        ] {
            assert_eq!(normal_unread(reason), normal, "{reason}");
        }
    }

    #[test]
    fn crashes_lose_folders_numbers_and_addresses() {
        let crash = |message: &str, location: Option<&str>| Crash {
            cause: Cause::Signal(6),
            message: message.to_owned(),
            location: location.map(str::to_owned),
        };
        let normal = |message, location| normal_crash(&crash(message, location));
        assert_eq!(normal("", None), "SIGABRT");
        assert_eq!(
            normal("bad  index 12 of 0x7ffe12ab\n", Some("/tmp/b/src/a.cpp:7")),
            "bad index N of N at a.cpp:7"
        );
    }
}
