//! A run as `JUnit` files tell it: for each theory its answers, its completeness, its speed.

use campaign::Aspect;
use report::junit::{self, Case, CaseResult, Form};

/// A regression in words.
pub(super) struct Failure {
    pub aspect: Aspect,
    pub title: String,
    pub text: String,
}

/// A theory with its regressions.
pub(super) struct TheorySuite<'a> {
    pub theory: &'a str,
    pub regressions: Vec<Failure>,
    /// Reasons why aspects were not looked at.
    pub skipped: Vec<(Aspect, String)>,
    /// Sentences on what is known of its formulas, and who did not answer.
    pub said: Vec<String>,
}

/// Returns the file.
pub(super) fn render(suites: &[TheorySuite], seconds: f64) -> String {
    let suites = suites.iter().map(TheorySuite::written).collect();
    junit::Document { name: "etude ci".to_owned(), seconds, suites, form: Form::Plain }.render()
}

impl TheorySuite<'_> {
    fn of(&self, aspect: Aspect) -> Vec<&Failure> {
        self.regressions.iter().filter(|it| it.aspect == aspect).collect()
    }

    fn written(&self) -> junit::Suite {
        let case = |aspect: Aspect| Case {
            name: aspect.name().to_owned(),
            class: format!("etude.{}", self.theory),
            seconds: 0.0,
            result: self.result(aspect),
            output: None,
        };
        junit::Suite {
            name: self.theory.to_owned(),
            seconds: 0.0,
            cases: Aspect::ALL.map(case).into(),
            output: (!self.said.is_empty()).then(|| self.said.join("\n")),
        }
    }

    fn result(&self, aspect: Aspect) -> CaseResult {
        // Readers of such files expect one failure per test.
        match (&self.of(aspect)[..], self.reason(aspect)) {
            ([], None) => CaseResult::Passed,
            ([], Some(reason)) => CaseResult::Skipped(reason.to_owned()),
            (all @ [first, ..], _) => {
                let message = match all.len() {
                    1 => first.title.clone(),
                    count => format!("{} and {} more", first.title, count - 1),
                };
                let told = |it: &&Failure| format!("{}\n{}", it.title, it.text);
                let told: Vec<String> = all.iter().map(told).collect();
                CaseResult::Failed { message, kind: None, details: told.join("\n\n") }
            }
        }
    }

    fn reason(&self, aspect: Aspect) -> Option<&str> {
        self.skipped
            .iter()
            .find(|(skipped, _)| *skipped == aspect)
            .map(|(_, reason)| reason.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_failed_and_what_was_not_looked_at() {
        let regression = |title: &str| Failure {
            aspect: Aspect::Answers,
            title: title.to_owned(),
            text: "(assert (< a \"\u{1}\"))".to_owned(),
        };
        let suites = [
            TheorySuite {
                theory: "Ints",
                regressions: vec![regression("first & <worst>"), regression("second")],
                skipped: vec![
                    (Aspect::Answers, "no".to_owned()),
                    (Aspect::Speed, "no baseline".to_owned()),
                ],
                said: vec!["12 formulas of Ints: 12 open".to_owned(), "  <z3>: late".to_owned()],
            },
            TheorySuite {
                theory: "Core",
                regressions: Vec::new(),
                skipped: Vec::new(),
                said: Vec::new(),
            },
        ];
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"etude ci\" tests=\"6\" failures=\"1\" time=\"1.500\">
  <testsuite name=\"Ints\" tests=\"3\" failures=\"1\" skipped=\"1\">
    <testcase classname=\"etude.Ints\" name=\"answers\">
      <failure message=\"first &amp; &lt;worst&gt; and 1 more\">first &amp; &lt;worst&gt;
(assert (&lt; a &quot;\u{FFFD}&quot;))

second
(assert (&lt; a &quot;\u{FFFD}&quot;))</failure>
    </testcase>
    <testcase classname=\"etude.Ints\" name=\"completeness\"/>
    <testcase classname=\"etude.Ints\" name=\"speed\"><skipped message=\"no baseline\"/></testcase>
    <system-out>12 formulas of Ints: 12 open
  &lt;z3&gt;: late</system-out>
  </testsuite>
  <testsuite name=\"Core\" tests=\"3\" failures=\"0\" skipped=\"0\">
    <testcase classname=\"etude.Core\" name=\"answers\"/>
    <testcase classname=\"etude.Core\" name=\"completeness\"/>
    <testcase classname=\"etude.Core\" name=\"speed\"/>
  </testsuite>
</testsuites>
";
        assert_eq!(render(&suites, 1.5), expected);
    }
}
