//! `JUnit` files: suites of cases into XML.

use std::fmt::Write as _;

use outlet::escaped;

/// A whole file. Its root is `<testsuites>`.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name of the run.
    pub name: String,
    /// The time of the run, in seconds.
    pub seconds: f64,
    /// The suites.
    pub suites: Vec<Suite>,
    /// The attributes that suites and cases have.
    pub form: Form,
}

/// The attributes that suites and cases have. Readers compare files of one source, so each source
/// keeps its form. Suites of `Timed` ones have an attribute `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Suites and cases have times, and suites the number of errors, which is 0.
    Timed,
    /// They have not.
    Plain,
}

/// Cases that belong together.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name, such as `Ints`.
    pub name: String,
    /// The time of all cases, in seconds.
    pub seconds: f64,
    /// The cases.
    pub cases: Vec<Case>,
    /// Output beyond the cases.
    pub output: Option<String>,
}

/// One thing that was tested.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name, such as `answers`.
    pub name: String,
    /// The class, such as `etude.Ints`.
    pub class: String,
    /// The time, in seconds.
    pub seconds: f64,
    /// The result.
    pub result: CaseResult,
    /// Output beyond the result.
    pub output: Option<String>,
}

/// The result of a case.
#[derive(Clone, Debug)]
pub enum CaseResult {
    /// Nothing is wrong.
    Passed,
    /// Nothing can be said, for this reason.
    Skipped(String),
    /// Something is wrong. Readers of such files expect one failure per case.
    Failed {
        /// One line that says it.
        message: String,
        /// The kind of failure, such as `invalid-model`.
        kind: Option<&'static str>,
        /// All that there is to know.
        details: String,
    },
}

impl Document {
    /// Returns the file.
    pub fn render(&self) -> String {
        let tests: usize = self.suites.iter().map(|suite| suite.cases.len()).sum();
        let failures: usize = self.suites.iter().map(Suite::failures).sum();
        let errors = self.form.errors();
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            xml,
            "<testsuites name=\"{}\" tests=\"{tests}\" failures=\"{failures}\"{errors} \
             time=\"{:.3}\">",
            escaped(&self.name),
            self.seconds
        );
        for suite in &self.suites {
            suite.render(self.form, &mut xml);
        }
        xml.push_str("</testsuites>\n");
        xml
    }
}

impl Form {
    fn errors(self) -> &'static str {
        match self {
            Self::Timed => " errors=\"0\"",
            Self::Plain => "",
        }
    }

    fn time(self, seconds: f64) -> String {
        match self {
            Self::Timed => format!(" time=\"{seconds:.3}\""),
            Self::Plain => String::new(),
        }
    }
}

impl Suite {
    fn failures(&self) -> usize {
        self.cases.iter().filter(|it| matches!(it.result, CaseResult::Failed { .. })).count()
    }

    fn render(&self, form: Form, xml: &mut String) {
        let skipped = self.cases.iter().filter(|it| matches!(it.result, CaseResult::Skipped(_)));
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\"{} skipped=\"{}\"{}>",
            escaped(&self.name),
            self.cases.len(),
            self.failures(),
            form.errors(),
            skipped.count(),
            form.time(self.seconds)
        );
        for case in &self.cases {
            case.render(form, xml);
        }
        if let Some(output) = &self.output {
            let _ = writeln!(xml, "    <system-out>{}</system-out>", escaped(output));
        }
        xml.push_str("  </testsuite>\n");
    }
}

impl Case {
    fn render(&self, form: Form, xml: &mut String) {
        let (name, class) = (escaped(&self.name), escaped(&self.class));
        let time = form.time(self.seconds);
        let _ = match form {
            Form::Timed => {
                write!(xml, "    <testcase name=\"{name}\" classname=\"{class}\"{time}")
            }
            Form::Plain => write!(xml, "    <testcase classname=\"{class}\" name=\"{name}\""),
        };
        let output = self
            .output
            .as_ref()
            .map(|output| format!("      <system-out>{}</system-out>\n", escaped(output)));
        match (&self.result, output) {
            (CaseResult::Passed, None) => xml.push_str("/>\n"),
            (CaseResult::Passed, Some(output)) => {
                let _ = write!(xml, ">\n{output}    </testcase>\n");
            }
            (CaseResult::Skipped(reason), None) => {
                let reason = escaped(reason);
                let _ = writeln!(xml, "><skipped message=\"{reason}\"/></testcase>");
            }
            (CaseResult::Skipped(reason), Some(output)) => {
                let reason = escaped(reason);
                let _ = write!(
                    xml,
                    ">\n      <skipped message=\"{reason}\"/>\n{output}    </testcase>\n"
                );
            }
            (CaseResult::Failed { message, kind, details }, output) => {
                let kind = kind.map_or_else(String::new, |kind| format!(" type=\"{kind}\""));
                let _ = write!(
                    xml,
                    ">\n      <failure message=\"{}\"{kind}>{}</failure>\n{}    </testcase>\n",
                    // A line end in an attribute is read as a space.
                    escaped(&message.split_whitespace().collect::<Vec<_>>().join(" ")),
                    escaped(details),
                    output.as_deref().unwrap_or("")
                );
            }
        }
    }
}
