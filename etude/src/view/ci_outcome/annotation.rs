//! Regressions as GitHub Actions shows them beside a change.

use outlet::harmless;

/// One line, which GitHub Actions turns into an annotation.
pub(super) fn github(title: &str, text: &str) -> String {
    format!("::error title={}::{}", property(title), data(text))
}

/// A line of the log, which the runner must not take for a command: those begin with `::`, behind
/// whatever space.
pub(super) fn plain(line: &str) -> String {
    if line.trim_start().starts_with("::") { format!("| {line}") } else { line.to_owned() }
}

/// A line's text, in which GitHub's runner reads `%` and line ends as its own.
fn data(text: &str) -> String {
    harmless(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's text, in which `:` and `,` would end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_is_no_command() {
        assert_eq!(plain("  ::set-env name=PATH::/tmp"), "|   ::set-env name=PATH::/tmp");
        assert_eq!(plain("  a::b"), "  a::b");
    }

    #[test]
    fn what_means_something_to_github_is_escaped() {
        assert_eq!(
            github("slower: 10%, in Ints", "first::line, 5%\r\nsecond"),
            "::error title=slower%3A 10%25%2C in Ints::first::line, 5%25%0Asecond"
        );
    }
}
