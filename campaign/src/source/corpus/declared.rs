//! Checks of a script, and what its author says of the answers.

use smtlib::sexpr::Sexprs;

use crate::source::file_name::FileName;
use crate::source::known::{Decision, KnownAnswer, KnownAnswers};

/// A script's checks as its author wrote them, read without understanding its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// The answer that `(set-info :status …)` declares for each check, up to `(exit)` or to where the
    /// script cannot be read any more.
    statuses: Vec<Option<Decision>>,
}

impl Declared {
    /// Reads a script. A status holds for the next check and for no other.
    pub fn read(text: &str) -> Self {
        let (sexprs, _) = Sexprs::read_some(text);
        let (mut statuses, mut next) = (Vec::new(), None);
        for command in sexprs.top() {
            let mut words = sexprs.items(command).skip(1).map(|word| sexprs.text(word));
            match sexprs.head(command) {
                Some("set-info") if words.next() == Some(":status") => {
                    next = words.next().and_then(decision);
                }
                Some("check-sat" | "check-sat-assuming" | "check-sat-using") => {
                    statuses.push(next.take());
                }
                Some("reset") => next = None,
                Some("exit") => break,
                _ => {}
            }
        }
        Self { statuses }
    }

    /// Returns the number of checks.
    pub fn checks(&self) -> usize {
        self.statuses.len()
    }

    /// Returns the declared answers, those of the script and that of the folder in which it lies; or
    /// the two that contradict each other.
    ///
    /// A folder speaks of scripts with one check alone.
    pub fn answers(&self, folder: Option<Decision>) -> Result<KnownAnswers, Contradiction> {
        let known = |status: Decision| KnownAnswer::declared(status, ":status");
        match (self.statuses.as_slice(), folder) {
            ([Some(status)], Some(folder)) if *status != folder => {
                Err(Contradiction { status: *status, folder })
            }
            ([None], Some(folder)) => {
                Ok(KnownAnswer::declared(folder, format!("the folder {folder}/")).into())
            }
            (statuses, _) => Ok(statuses.iter().map(|status| status.map(known)).collect()),
        }
    }
}

/// A script whose author says one thing, and whose folder the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The answer of `:status`.
    pub status: Decision,
    /// The answer of the folder.
    pub folder: Decision,
}

/// Returns the answer that the folders of a file declare: that of the nearest called `sat` or `unsat`.
/// The corpus's own name counts as a folder.
pub(super) fn folder_answer(corpus: &str, file: &FileName) -> Option<Decision> {
    let mut folders = file.folders().rev().chain([corpus]);
    folders.find_map(decision)
}

fn decision(word: &str) -> Option<Decision> {
    match word {
        "sat" => Some(Decision::Sat),
        "unsat" => Some(Decision::Unsat),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_holds_for_the_next_check_alone() {
        let (sat, unsat) = (Some(Decision::Sat), Some(Decision::Unsat));
        for (text, statuses) in [
            ("(set-info :status sat)(check-sat)(check-sat)", vec![sat, None]),
            ("(set-info :status sat)(set-info :status unsat)(check-sat)", vec![unsat]),
            ("(set-info :status unknown)(check-sat-assuming (a))", vec![None]),
            ("(set-info :source |(set-info :status sat)|)(check-sat)", vec![None]),
            ("(set-info :status sat)(reset)(check-sat-using smt)", vec![None]),
            ("(check-sat)(set-info :status sat)(exit)(check-sat)", vec![None]),
            ("; (check-sat)\n(echo \"(check-sat)\")", vec![]),
            ("(set-info :status sat)(check-sat)(assert (", vec![sat]),
        ] {
            assert_eq!(Declared::read(text).statuses, statuses, "{text}");
        }
    }

    #[test]
    fn the_nearest_folder_speaks_for_scripts_with_one_check() {
        let answer = |corpus: &str, file: &str| folder_answer(corpus, &file.into());
        assert_eq!(answer("c", "QF_S/unsat/a.smt2"), Some(Decision::Unsat));
        assert_eq!(answer("c", "unsat/old/sat/a.smt2"), Some(Decision::Sat));
        assert_eq!(answer("sat", "a.smt2"), Some(Decision::Sat));
        assert_eq!(answer("c", "unsatisfiable/sat.smt2"), None);
        let one = Declared::read("(check-sat)").answers(Some(Decision::Sat)).unwrap();
        assert_eq!(one.at(0).unwrap().label(), "declared sat by the folder sat/");
        let two = Declared::read("(check-sat)(check-sat)").answers(Some(Decision::Sat)).unwrap();
        assert_eq!((two.at(0), two.at(1)), (None, None));
        let against = Declared::read("(set-info :status unsat)(check-sat)");
        let contradiction = Contradiction { status: Decision::Unsat, folder: Decision::Sat };
        assert_eq!(against.answers(Some(Decision::Sat)), Err(contradiction));
    }
}
