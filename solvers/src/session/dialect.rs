//! What is sent for a script so that the next one finds nothing of it.

use std::collections::HashMap;

use crate::family::Mode;
use crate::scan::{Piece, pieces};
use crate::script::{Command, Script};

/// What is sent for one script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// Before the answer.
    pub before: String,
    /// After it.
    pub after: &'static str,
}

/// What a process has been told that later scripts can rely on, or must fear.
#[derive(Debug)]
pub(super) struct Dialect {
    mode: Mode,
    /// Options that no `(reset)` undoes, in z3 at least: fixed by the first script.
    lasting: Option<Vec<String>>,
    /// What was set since the last `(reset)`.
    settings: Option<Vec<String>>,
    /// What was declared since the last `(reset)`, by name. Only with
    /// [`Mode::ResetAssertions`].
    declared: HashMap<String, String>,
}

/// Options that `(reset)` does undo.
const UNDONE: [&str; 10] = [
    ":produce-models",
    ":produce-assertions",
    ":produce-assignments",
    ":produce-proofs",
    ":produce-unsat-assumptions",
    ":produce-unsat-cores",
    ":global-declarations",
    ":interactive-mode",
    ":print-success",
    ":verbosity",
];

impl Dialect {
    pub fn new(mode: Mode) -> Self {
        Self { mode, lasting: None, settings: None, declared: HashMap::new() }
    }

    /// What to send for `script`, which wants `preface` before it; `None` if
    /// the process was told something that only a new process does not know.
    pub fn turn(&mut self, script: &Script, preface: &str) -> Option<Turn> {
        let is_lasting = |command: &Command| {
            command.name == "set-option" && !UNDONE.iter().any(|name| command.text.contains(name))
        };
        let lasting: Vec<String> =
            script.commands().filter(is_lasting).map(|command| command.text.to_owned()).collect();
        match &self.lasting {
            Some(known) if *known != lasting => return None,
            _ => self.lasting = Some(lasting),
        }
        let undoes =
            |command: Command| command.undoes_all() || matches!(command.name, "push" | "pop");
        let is_plain = !script.commands().any(undoes);
        Some(match self.mode {
            Mode::PushPop if is_plain => self.push_pop(script, preface),
            Mode::ResetAssertions if is_plain => self.reset_assertions(script, preface),
            Mode::Reset | Mode::ResetAssertions | Mode::PushPop => self.reset(script, preface),
        })
    }

    /// Forgets all, and says so to the process.
    pub fn forget(&mut self) -> &'static str {
        self.settings = None;
        self.declared.clear();
        "(reset)"
    }

    fn reset(&mut self, script: &Script, preface: &str) -> Turn {
        let mut before = String::new();
        if self.settings.is_some() {
            before.push_str(self.forget());
        }
        before.push_str(preface);
        for command in script.commands() {
            before.push_str(command.text);
            before.push('\n');
        }
        Turn { before, after: "(reset)" }
    }

    fn push_pop(&mut self, script: &Script, preface: &str) -> Turn {
        let mut before = self.settle(script, preface, "");
        before.push_str("(push 1)\n");
        for command in script.commands().filter(|command| !command.is_setting()) {
            before.push_str(command.text);
            before.push('\n');
        }
        Turn { before, after: "(pop 1)" }
    }

    fn reset_assertions(&mut self, script: &Script, preface: &str) -> Turn {
        // The standard lets go of declarations too, unless they are global.
        const GLOBAL: &str = "(set-option :global-declarations true)";
        let mut before = self.settle(script, preface, GLOBAL);
        let mut own = HashMap::new();
        for command in script.commands().filter(Command::is_declaration) {
            for name in declared_names(&command) {
                own.insert(name, command.text.to_owned());
            }
        }
        let differs = |(name, text): (&String, &String)| {
            self.declared.get(name).is_some_and(|known| known != text)
        };
        if own.iter().any(differs) {
            before = self.forget().to_owned() + &self.settle(script, preface, GLOBAL);
        }
        for command in script.commands().filter(|command| !command.is_setting()) {
            let is_known = command.is_declaration()
                && declared_names(&command).iter().all(|name| self.declared.contains_key(name));
            if !is_known {
                before.push_str(command.text);
                before.push('\n');
            }
        }
        self.declared.extend(own);
        Turn { before, after: "(reset-assertions)" }
    }

    /// What makes the settings those of `script`: nothing if they are so already.
    fn settle(&mut self, script: &Script, preface: &str, always: &str) -> String {
        let own =
            script.commands().filter(Command::is_setting).map(|command| command.text.to_owned());
        let wanted: Vec<String> = [preface.to_owned()].into_iter().chain(own).collect();
        if self.settings.as_ref() == Some(&wanted) {
            return String::new();
        }
        let mut text = String::new();
        if self.settings.is_some() {
            text.push_str(self.forget());
        }
        text.push_str(always);
        for setting in &wanted {
            text.push_str(setting);
        }
        text.push('\n');
        self.settings = Some(wanted);
        text
    }
}

/// The names that a declaration gives: its second word, or for several
/// datatypes or functions at once, its whole text, which is a name of its own
/// that only the same text has.
fn declared_names(command: &Command) -> Vec<String> {
    let inner = &command.text[1..command.text.len() - 1];
    let second = pieces(inner).into_iter().nth(1);
    match second {
        Some(Piece::Word(range)) => vec![inner[range].to_owned()],
        _ => vec![command.text.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(dialect: &mut Dialect, script: &str) -> Option<(String, &'static str)> {
        let turn = dialect.turn(&Script::new(script), "")?;
        Some((turn.before.replace('\n', ""), turn.after))
    }

    #[test]
    fn reset_sends_all() {
        let mut dialect = Dialect::new(Mode::Reset);
        for _ in 0..2 {
            let sent =
                turn(&mut dialect, "(set-logic ALL)(declare-const a Int) ; c\n(check-sat)(exit)");
            let expected = "(set-logic ALL)(declare-const a Int)(check-sat)";
            assert_eq!(sent, Some((expected.to_owned(), "(reset)")));
        }
    }

    #[test]
    fn push_and_pop_keep_settings() {
        let mut dialect = Dialect::new(Mode::PushPop);
        let pop = |text: &str| Some((text.to_owned(), "(pop 1)"));
        assert_eq!(turn(&mut dialect, "(set-logic A)(f)"), pop("(set-logic A)(push 1)(f)"));
        assert_eq!(turn(&mut dialect, "(set-logic A)(g)"), pop("(push 1)(g)"));
        assert_eq!(turn(&mut dialect, "(set-logic B)(f)"), pop("(reset)(set-logic B)(push 1)(f)"));
        assert_eq!(
            turn(&mut dialect, "(push 1)(f)"),
            Some(("(reset)(push 1)(f)".to_owned(), "(reset)"))
        );
        assert_eq!(turn(&mut dialect, "(f)"), pop("(push 1)(f)"));
    }

    #[test]
    fn declarations_are_sent_once_and_again_after_a_conflict() {
        let global = "(set-option :global-declarations true)";
        let mut dialect = Dialect::new(Mode::ResetAssertions);
        let mut sent = |text: &str| turn(&mut dialect, text).unwrap().0;
        assert_eq!(sent("(declare-const a Int)(f)"), format!("{global}(declare-const a Int)(f)"));
        assert_eq!(
            sent("(declare-const a Int)(declare-const b Int)(g)"),
            "(declare-const b Int)(g)"
        );
        assert_eq!(
            sent("(declare-const a Bool)(g)"),
            format!("(reset){global}(declare-const a Bool)(g)")
        );
        assert_eq!(sent("(declare-const b Int)(g)"), "(declare-const b Int)(g)");
        assert_eq!(sent("(declare-const a Bool)(g)"), "(g)");
    }

    #[test]
    fn an_option_that_lasts_needs_a_process_of_its_own() {
        let mut dialect = Dialect::new(Mode::Reset);
        assert!(turn(&mut dialect, "(set-option :produce-models true)(f)").is_some());
        assert!(turn(&mut dialect, "(set-option :timeout 5)(f)").is_none());
        let mut dialect = Dialect::new(Mode::Reset);
        assert!(turn(&mut dialect, "(set-option :timeout 5)(f)").is_some());
        assert!(turn(&mut dialect, "(set-option :timeout 5)(g)").is_some());
        assert!(turn(&mut dialect, "(f)").is_none());
    }
}
