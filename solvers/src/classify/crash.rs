//! From the last words of a solver to one line that says what failed and where.

use super::shortened;
use crate::verdict::{Cause, Crash};

/// Words by which programs say that something in them went wrong. A solver that prints one of these
/// crashed, whatever its exit code.
const CRASH_TEXTS: [&str; 18] = [
    "ASSERTION VIOLATION",
    "UNEXPECTED CODE WAS REACHED",
    "Fatal failure within",
    "Internal error detected",
    "suffered a segfault",
    "AddressSanitizer",
    "LeakSanitizer",
    "ThreadSanitizer",
    "MemorySanitizer",
    "UndefinedBehaviorSanitizer",
    ": runtime error: ",
    "Assertion `",
    "Assertion failed",
    "panicked at",
    "terminate called",
    "Segmentation fault",
    "core dumped",
    "fatal error has been detected by the Java Runtime",
];

/// Whether one of the two streams holds a crash's text.
pub(super) fn has_crash_text(stdout: &str, stderr: &str) -> bool {
    CRASH_TEXTS.iter().any(|text| stderr.contains(text) || stdout.contains(text))
}

/// The crash that the two streams report.
pub(super) fn report(cause: Cause, stdout: &str, stderr: &str) -> Crash {
    let found = [stderr, stdout]
        .into_iter()
        .find_map(|stream| FINDERS.iter().find_map(|find| find(stream)));
    let (message, location) = found.unwrap_or_else(|| (last_words(stderr), None));
    Crash { cause, message: shortened(&message), location }
}

type Found = (String, Option<String>);

/// The most telling first: a sanitizer's summary says more than the assertion
/// that it stumbled over.
const FINDERS: [fn(&str) -> Option<Found>; 8] =
    [sanitizer, undefined, z3, cvc5, assertion, panic, exception, marked_line];

/// `SUMMARY: AddressSanitizer: heap-use-after-free /a/b.cpp:12:3 in f`.
fn sanitizer(text: &str) -> Option<Found> {
    if let Some(line) = text.lines().find_map(|line| line.trim().strip_prefix("SUMMARY: ")) {
        let location = line.split_whitespace().find(|word| is_location(word));
        return Some((line.to_owned(), location.map(str::to_owned)));
    }
    let line = text.lines().find(|line| line.contains("ERROR: ") && line.contains("Sanitizer"))?;
    Some((line.split_once("ERROR: ")?.1.to_owned(), None))
}

/// `../src/a.cpp:12:3: runtime error: signed integer overflow`.
fn undefined(text: &str) -> Option<Found> {
    let (place, what) = text.lines().find_map(|line| line.split_once(": runtime error: "))?;
    Some((format!("runtime error: {what}"), Some(place.trim().to_owned())))
}

/// `ASSERTION VIOLATION`, then `File: …`, `Line: …` and the assertion.
fn z3(text: &str) -> Option<Found> {
    let mut lines = text.lines().map(str::trim).skip_while(|line| {
        !line.starts_with("ASSERTION VIOLATION") && !line.starts_with("UNEXPECTED CODE WAS REACHED")
    });
    let kind = lines.next()?;
    let rest: Vec<&str> = lines.take(8).collect();
    let field = |name: &str| rest.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let location = match (field("File:"), field("Line:")) {
        (Some(file), Some(line)) => Some(format!("{file}:{line}")),
        _ => None,
    };
    let is_field = |line: &str| line.is_empty() || line.contains(": ") || line.starts_with('(');
    let after_line = rest.iter().skip_while(|line| !line.starts_with("Line:")).skip(1);
    let condition = after_line.copied().find(|line| !is_field(line));
    let message = condition.map_or(kind.to_owned(), |condition| format!("{kind}: {condition}"));
    Some((message, location))
}

/// `Fatal failure within F at /a/b.cpp:12`, then the kind, then the condition.
fn cvc5(text: &str) -> Option<Found> {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| line.starts_with("Fatal failure within"))?;
    let location = first.rsplit_once(" at ").map(|(_, place)| place.trim().to_owned());
    let what: Vec<&str> = lines.filter(|line| !line.is_empty()).take(2).collect();
    let message = if what.is_empty() { first.to_owned() } else { what.join(": ") };
    Some((message, location))
}

/// `b.cpp:12: void f(): Assertion …` of glibc, and `Assertion failed: (x),
/// function f, file b.cpp, line 12.` of macOS.
fn assertion(text: &str) -> Option<Found> {
    let line = text
        .lines()
        .find(|line| line.contains("Assertion `") || line.contains("Assertion failed"))?
        .trim();
    let start = line.find("Assertion ").expect("both words that were found begin so");
    let place = line[..start].split(": ").find(|part| is_location(part));
    let location = place.map(|place| place.trim().to_owned()).or_else(|| {
        let (_, rest) = line.split_once(", file ")?;
        let (file, number) = rest.split_once(", line ")?;
        Some(format!("{file}:{}", number.trim_end_matches('.')))
    });
    Some((line[start..].to_owned(), location))
}

/// `thread 'main' panicked at src/a.rs:12:3:`, then the message.
fn panic(text: &str) -> Option<Found> {
    let mut lines = text.lines();
    let first = lines.find_map(|line| line.split_once("panicked at "))?.1;
    let location = first.trim().trim_end_matches(':').to_owned();
    Some((format!("panicked: {}", lines.next().unwrap_or("").trim()), Some(location)))
}

/// `terminate called after throwing an instance of 'X'`, then `what():  …`.
fn exception(text: &str) -> Option<Found> {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| line.starts_with("terminate called"))?;
    let what = lines.next().filter(|line| line.starts_with("what():"));
    Some((what.map_or(first.to_owned(), |what| format!("{first}: {what}")), None))
}

/// Any line with a crash's text.
fn marked_line(text: &str) -> Option<Found> {
    let line = text.lines().find(|line| CRASH_TEXTS.iter().any(|mark| line.contains(mark)))?;
    Some((line.trim().to_owned(), None))
}

/// The last line that is not empty.
fn last_words(text: &str) -> String {
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("").to_owned()
}

/// Whether `word` is `file.ext:12` or `file.ext:12:3`.
fn is_location(word: &str) -> bool {
    let mut parts = word.trim().split(':');
    let file = parts.next().unwrap_or("");
    let mut numbers = parts.filter(|part| !part.is_empty()).peekable();
    file.contains('.')
        && numbers.peek().is_some()
        && numbers.all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}
