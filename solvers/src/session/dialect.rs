//! The commands to send for a script so that the next one finds nothing of it.

use crate::family::Mode;
use crate::script::{Command, Script};

/// Forgets what was asserted.
const RESET_ASSERTIONS: &str = "(reset-assertions)";

/// Forgets what was said since `(push 1)`.
const POP: &str = "(pop 1)";

/// Commands that make a process forget a script so quickly that it need not be woken for it alone.
pub(super) const QUICK: [&str; 2] = [RESET_ASSERTIONS, POP];

/// Commands to send for one script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// Before the answer.
    pub before: String,
    /// After it.
    pub after: &'static str,
    /// Whether its question is put in other words than the script's.
    pub is_reworded: bool,
}

/// State of a process that later scripts can rely on, or must fear.
#[derive(Debug)]
pub(super) struct Dialect {
    mode: Mode,
    /// Options that no `(reset)` undoes, in z3 at least: fixed by the first script.
    lasting: Option<Vec<String>>,
    /// Commands that were sent since the last `(reset)` and still hold: settings, and with
    /// [`Mode::ResetAssertions`] also declarations.
    told: Option<Vec<String>>,
    /// Whether we made declarations global, which no `(reset)` undoes in z3.
    is_global: bool,
}

/// Options that `(reset)` does undo.
const UNDONE: [&str; 9] = [
    ":produce-models",
    ":produce-assertions",
    ":produce-assignments",
    ":produce-proofs",
    ":produce-unsat-assumptions",
    ":produce-unsat-cores",
    ":interactive-mode",
    ":print-success",
    ":verbosity",
];

/// The plain question.
const CHECK: &str = "(check-sat)";

/// Whether z3's tactic `default` answers `script`: it asks once, with nothing assumed, and sets
/// neither a logic nor an option but that models are wanted.
fn is_default(script: &Script) -> bool {
    let is_plain = |command: Command| match command.name {
        "set-option" => command.text.contains(":produce-models"),
        name => !matches!(name, "set-logic" | "check-sat-assuming" | "check-sat-using"),
    };
    script.checks() == 1 && script.commands().all(is_plain)
}

impl Dialect {
    pub fn new(mode: Mode) -> Self {
        Self { mode, lasting: None, told: None, is_global: false }
    }

    /// Returns the commands for `script`, which wants `preface` before it; `None` if the process
    /// was told something that only a new process does not know.
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
        let opening = script.opening();
        Some(match (self.mode, opening) {
            (Mode::PushPop, _) if is_plain => self.push_pop(script, preface, CHECK),
            (Mode::DefaultTactic, _) if is_plain && is_default(script) => {
                self.push_pop(script, preface, "(check-sat-using default)")
            }
            (Mode::ResetAssertions, Some(opening)) if is_plain => {
                self.reset_assertions(script, preface, opening)
            }
            _ => self.reset(script, preface),
        })
    }

    /// Forgets all, and says so to the process.
    pub fn forget(&mut self) -> &'static str {
        self.told = None;
        "(reset)"
    }

    /// Returns the commands for `script` after which its process knows nothing else, whatever it
    /// knew.
    pub fn reset(&mut self, script: &Script, preface: &str) -> Turn {
        let mut before = String::new();
        if self.told.is_some() {
            before.push_str(self.forget());
        }
        if std::mem::take(&mut self.is_global) {
            before.push_str("(set-option :global-declarations false)");
        }
        before.push_str(preface);
        for command in script.commands() {
            before.push_str(command.text);
            before.push('\n');
        }
        Turn { before, after: "(reset)", is_reworded: false }
    }

    /// Its questions `(check-sat)` are put as `check`.
    fn push_pop(&mut self, script: &Script, preface: &str, check: &str) -> Turn {
        let own = script.commands().filter(Command::is_setting).collect();
        let mut before = self.settle(own, preface, "");
        before.push_str("(push 1)\n");
        for command in script.commands().filter(|command| !command.is_setting()) {
            before.push_str(if command.name == "check-sat" { check } else { command.text });
            before.push('\n');
        }
        Turn { before, after: POP, is_reworded: check != CHECK }
    }

    /// Declarations are kept only while script after script makes the very same ones: a script
    /// that forgets one must not find it here.
    fn reset_assertions(&mut self, script: &Script, preface: &str, opening: Vec<Command>) -> Turn {
        // The standard lets go of declarations too, unless they are global.
        const GLOBAL: &str = "(set-option :global-declarations true)";
        self.is_global = true;
        let length = opening.len();
        let mut before = self.settle(opening, preface, GLOBAL);
        for command in script.commands().skip(length) {
            before.push_str(command.text);
            before.push('\n');
        }
        Turn { before, after: RESET_ASSERTIONS, is_reworded: false }
    }

    /// Returns the commands that make the process know `preface` and `own` and nothing else:
    /// nothing if it is so already, else both, with `always` before them.
    fn settle(&mut self, own: Vec<Command>, preface: &str, always: &str) -> String {
        let own = own.into_iter().map(|command| command.text.to_owned());
        let wanted: Vec<String> = [preface.to_owned()].into_iter().chain(own).collect();
        if self.told.as_ref() == Some(&wanted) {
            return String::new();
        }
        let mut text = String::new();
        if self.told.is_some() {
            text.push_str(self.forget());
        }
        text.push_str(always);
        for command in &wanted {
            text.push_str(command);
            text.push('\n');
        }
        self.told = Some(wanted);
        text
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
    fn the_default_tactic_is_named_where_it_would_answer() {
        const MODELS: &str = "(set-option :produce-models true)";
        let mut dialect = Dialect::new(Mode::DefaultTactic);
        let named = |text: &str| Some((format!("{text}(check-sat-using default)"), "(pop 1)"));
        assert_eq!(turn(&mut dialect, "(f)(check-sat)"), named("(push 1)(f)"));
        assert_eq!(turn(&mut dialect, "(g)(check-sat)"), named("(push 1)(g)"));
        assert_eq!(
            turn(&mut dialect, &format!("{MODELS}(f)( check-sat )")),
            named(&format!("(reset){MODELS}(push 1)(f)"))
        );
        for plain in [
            "(set-logic QF_LIA)(check-sat)",
            "(f)(check-sat)(g)(check-sat)",
            "(push 1)(f)(check-sat)",
            "(check-sat-assuming (a))",
            "(check-sat-using smt)",
            "(f)",
        ] {
            let mut dialect = Dialect::new(Mode::DefaultTactic);
            assert_eq!(turn(&mut dialect, plain), Some((plain.to_owned(), "(reset)")));
            turn(&mut dialect, "(check-sat)");
            // What `(push 1)` made of the process must not reach a plain question.
            assert_eq!(turn(&mut dialect, plain).unwrap().0, format!("(reset){plain}"));
        }
        let mut dialect = Dialect::new(Mode::DefaultTactic);
        let option = "(set-option :smt.random_seed 7)(check-sat)";
        assert_eq!(turn(&mut dialect, option), Some((option.to_owned(), "(reset)")));
    }

    #[test]
    fn declarations_are_sent_once_and_again_where_they_differ() {
        let global = "(set-option :global-declarations true)";
        let mut dialect = Dialect::new(Mode::ResetAssertions);
        let mut sent = |text: &str| turn(&mut dialect, text).unwrap().0;
        let (a, b) = ("(declare-const a Int)", "(declare-const b Int)");
        assert_eq!(sent(&format!("{a}{b}(f)")), format!("{global}{a}{b}(f)"));
        assert_eq!(sent(&format!("{a}{b}(g)")), "(g)");
        // This one may use `b`, and then it is to be refused.
        assert_eq!(sent(&format!("{a}(g)")), format!("(reset){global}{a}(g)"));
        assert_eq!(sent(&format!("{a}(h)")), "(h)");
        assert_eq!(sent(&format!("{b}(h)")), format!("(reset){global}{b}(h)"));
        // So may this, before it declares it.
        let late = format!("{a}(g){b}(h)");
        let local = "(set-option :global-declarations false)";
        assert_eq!(sent(&late), format!("(reset){local}{late}"));
        assert_eq!(sent(&late), late);
        assert_eq!(sent(&format!("{a}{b}(f)")), format!("{global}{a}{b}(f)"));
        assert_eq!(sent("(push 1)(f)"), format!("(reset){local}(push 1)(f)"));
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
        assert!(turn(&mut dialect, "(set-option :global-declarations true)(f)").is_none());
    }
}
