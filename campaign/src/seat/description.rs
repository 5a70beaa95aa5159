//! A solver's description back into a solver, and into command lines for people.

use std::ffi::OsString;
use std::path::Path;

use outlet::quoted;
use smtlib::Dialect;
use solvers::{Family, Invocation, Limits, Release, Solver, Want};

use crate::seat::setting::{Description, Manner, Setting};

impl Description {
    /// The solver that was described. Whether its program is still there, nobody looks. A family
    /// that this etude does not know is told by the command.
    pub fn solver(&self) -> Solver {
        let words = |words: &[String]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let solver = Solver::new(words(&self.command));
        let family = self.family.parse().unwrap_or(solver.family);
        let solver = solver.with_family(family).with_options(words(&self.options));
        Solver { version: self.release(), ..solver.with_name(&self.name) }
    }

    /// Returns its version as a release that can be compared; `None` if it says none, or not as
    /// releases do.
    pub fn release(&self) -> Option<Release> {
        self.version.as_ref()?.parse().ok()
    }

    /// The solver as people speak of it: `z3 4.8.7`, or its name where its version is not known.
    pub fn label(&self) -> String {
        match &self.version {
            Some(version) if self.family != "other" => format!("{} {version}", self.family),
            _ => self.name.clone(),
        }
    }

    /// Returns the dialect in which it wrote strings.
    pub(crate) fn dialect(&self) -> Dialect {
        let setting = Setting::new(self.solver(), Limits::default(), Manner::Fresh);
        setting.map_or(Dialect::Standard, |setting| setting.dialect())
    }

    /// Returns the command by which a person runs it on a file, with no folder that only one
    /// machine has:
    /// `cvc5 --strings-exp --lang=smt2 formula.smt2`.
    pub fn plain_command(&self, file: &str, want: Want) -> String {
        let family = self.solver().family;
        let mut words: Vec<String> = match self.solver().command {
            // Libraries that etude hosts have no program; elsewhere the solver has one.
            Invocation::Hosted { solver, .. } => vec![solver.to_string()],
            Invocation::Program(_) => self.command.iter().map(|it| without_folder(it)).collect(),
        };
        words.extend(self.options.iter().map(|word| without_folder(word)));
        let model_words = match want {
            Want::Model => family.model_words(),
            Want::Verdict => &[],
        };
        for word in family.file_words().iter().chain(model_words) {
            let name =
                |word: &str| word.split_once(['=', ':']).map_or(word, |(name, _)| name).to_owned();
            if !words.iter().any(|given| name(given) == name(word)) {
                words.push((*word).to_owned());
            }
        }
        match words.iter_mut().find(|word| *word == "{}") {
            Some(word) => file.clone_into(word),
            None => words.push(file.to_owned()),
        }
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the name by which etude is asked for it: `z3@4.8.7`, where releases of it can be
    /// fetched.
    pub fn request(&self) -> Option<String> {
        let family: Family = self.family.parse().ok().filter(|it| *it != Family::Other)?;
        let version = self.version.as_ref()?;
        let usual: Vec<&String> =
            self.options.iter().filter(|it| !family.usual_words().contains(&it.as_str())).collect();
        let words = [format!("{family}@{version}")];
        let words: Vec<String> = words.iter().chain(usual).map(|word| quoted(word)).collect();
        Some(words.join(" "))
    }
}

/// The file's name where a word is an absolute path.
fn without_folder(word: &str) -> String {
    let path = Path::new(word);
    match path.file_name() {
        Some(name) if path.is_absolute() => name.to_string_lossy().into_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(family: &str, command: &[&str], options: &[&str]) -> Description {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Description {
            name: "it".to_owned(),
            version: Some("1.2.0".to_owned()),
            family: family.to_owned(),
            command: words(command),
            options: words(options),
            fingerprint: None,
            commit: None,
            built: None,
        }
    }

    #[test]
    fn command_lines_name_no_folders_of_one_machine() {
        for (family, command, options, expected) in [
            ("z3", &["/home/me/z3-1/z3"][..], &["smt.seed=1"][..], "z3 smt.seed=1 f.smt2"),
            (
                "cvc5",
                &["/home/me/bin/etude", "host", "cvc5", "/home/me/cvc5-1"],
                &["--strings-exp"],
                "cvc5 --strings-exp --lang=smt2 f.smt2",
            ),
            ("yices", &["yices-smt2"], &[], "yices-smt2 --smt2-model-format f.smt2"),
            ("other", &["./mine", "{}", "a b"], &[], "./mine f.smt2 'a b'"),
        ] {
            let line = description(family, command, options).plain_command("f.smt2", Want::Model);
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn a_description_is_the_solver_that_it_describes() {
        let solver = Solver::parse("./build/cvc5 --strings-exp -q").unwrap().with_name("mine");
        let setting = Setting::new(solver.clone(), Limits::default(), Manner::Fresh).unwrap();
        assert_eq!(setting.description().solver(), solver);
    }

    #[test]
    fn only_releases_are_asked_for_by_name() {
        let released = description("cvc5", &["/x/cvc5"], &["--strings-exp", "-q"]);
        assert_eq!(released.request().as_deref(), Some("cvc5@1.2.0 -q"));
        assert_eq!(description("other", &["mine"], &[]).request(), None);
    }
}
