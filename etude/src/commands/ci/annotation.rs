//! Regressions as GitHub Actions shows them beside a change.

use super::regression::Regression;

/// One line, which GitHub Actions turns into an annotation.
pub(super) fn github(regression: &Regression) -> String {
    let title = property(&regression.title);
    format!("::error title={title}::{}", data(&regression.text))
}

/// A line's text, in which GitHub's runner reads `%` and line ends as its own.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's text, in which `:` and `,` would end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::regression::Aspect;
    use super::*;

    #[test]
    fn what_means_something_to_github_is_escaped() {
        let regression = Regression {
            aspect: Aspect::Speed,
            theory: "Ints".to_owned(),
            index: None,
            title: "slower: 10%, in Ints".to_owned(),
            text: "first::line, 5%\r\nsecond".to_owned(),
        };
        assert_eq!(
            github(&regression),
            "::error title=slower%3A 10%25%2C in Ints::first::line, 5%25%0D%0Asecond"
        );
    }
}
