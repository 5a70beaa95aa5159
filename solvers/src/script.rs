//! A script's text into its commands, as far as running it needs to know.

use std::borrow::Cow;
use std::ops::Range;

use crate::adapt::{Adaptation, adapt};
use crate::family::Family;
use crate::scan::{Piece, head, pieces};
use crate::want::Want;

/// A script cut into its commands. Keeps the text as it is.
#[derive(Clone, Debug)]
pub(crate) struct Script<'a> {
    text: &'a str,
    commands: Vec<Range<usize>>,
    /// Whether there is nothing but complete commands.
    is_whole: bool,
}

impl<'a> Script<'a> {
    /// Cuts `text`, up to its `(exit)` if it has one.
    pub fn new(text: &'a str) -> Self {
        let mut commands = Vec::new();
        let mut is_whole = true;
        for piece in pieces(text) {
            match piece {
                Piece::List(range) if &text[head(text, &range)] == "exit" => break,
                Piece::List(range) => commands.push(range),
                Piece::Word(_) | Piece::Stray(_) => is_whole = false,
            }
        }
        Self { text, commands, is_whole }
    }

    /// Its text as `family` understands it, and what is different; `None` if nothing is.
    pub fn adapted(&self, family: Family) -> Option<(String, Vec<Adaptation>)> {
        adapt(self.text, &self.commands, family)
    }

    /// The texts of the commands.
    pub fn commands(&self) -> impl Iterator<Item = Command<'a>> {
        let text = self.text;
        self.commands.iter().map(move |range| Command {
            text: &text[range.clone()],
            name: &text[head(text, range)],
        })
    }

    /// Returns the number of answers that it asks for.
    pub fn checks(&self) -> usize {
        self.commands().filter(Command::is_check).count()
    }

    /// Iterates over the ends of its questions.
    fn check_ends(&self) -> impl Iterator<Item = usize> {
        let commands = self.commands.iter().zip(self.commands());
        commands.filter(|(_, command)| command.is_check()).map(|(range, _)| range.end)
    }

    /// Returns the end of its last question.
    fn last_check(&self) -> Option<usize> {
        self.check_ends().last()
    }

    fn has(&self, name: &str) -> bool {
        self.commands().any(|command| command.name == name)
    }

    /// Whether it says itself whether models are wanted.
    fn sets_models(&self) -> bool {
        self.text.contains(":produce-models")
    }

    /// Whether it changes what holds after its last question: then its model cannot be asked for at
    /// its end.
    pub fn goes_on_after_check(&self) -> bool {
        let commands: Vec<Command> = self.commands().collect();
        let after = commands.iter().rev().take_while(|command| !command.is_check());
        let changes = |command: &Command| {
            let name = command.name;
            matches!(name, "assert" | "push" | "pop")
                || command.undoes_all()
                || command.is_declaration()
        };
        self.checks() > 0 && after.into_iter().any(changes)
    }

    /// Whether it asks for a model itself.
    pub fn asks_model(&self) -> bool {
        self.has("get-model")
    }

    /// The settings and then the declarations that it begins with; `None` if more of them
    /// follow after its first other command, or a setting follows a declaration.
    pub fn opening(&self) -> Option<Vec<Command<'a>>> {
        let rank = |command: &Command| match command {
            setting if setting.is_setting() || setting.name == "set-info" => 0,
            declaration if declaration.is_declaration() => 1,
            _ => 2,
        };
        self.commands().map(|command| rank(&command)).is_sorted().then(|| {
            let is_opening = |command: &Command| rank(command) < 2;
            self.commands().take_while(is_opening).collect()
        })
    }

    /// Whether a solver needs to be told that there is more than one question.
    pub fn is_incremental(&self) -> bool {
        self.checks() > 1 || self.has("push") || self.has("reset") || self.has("reset-assertions")
    }

    /// Whether it can be sent to a process that is to live on: every
    /// parenthesis is closed, and its output is not sent elsewhere.
    pub fn suits_session(&self) -> bool {
        let redirects = |command: Command| {
            command.name == "set-option"
                && (command.text.contains(":regular-output-channel")
                    || command.text.contains(":diagnostic-output-channel"))
        };
        self.is_whole && !self.commands().any(redirects)
    }

    /// Returns the commands that the solver wants to read before the script.
    pub fn preface(&self, family: Family, want: Want) -> String {
        let mut preface = String::new();
        if want == Want::Model && !self.sets_models() {
            preface.push_str("(set-option :produce-models true)");
        }
        if family.wants_logic() && !self.has("set-logic") {
            preface.extend(["(set-logic ", family.widest_logic(), ")"]);
        }
        preface
    }

    /// The script as a fresh process of `family` reads it: the text itself,
    /// unless something is wanted before it, or a model after its last
    /// question, or it has words that the family does not know.
    ///
    /// What is added stands on existing lines, so that line numbers in
    /// messages stay true.
    pub fn for_fresh(&self, family: Family, want: Want) -> Cow<'a, str> {
        let mut insertions: Vec<(Range<usize>, &str)> = Vec::new();
        if want == Want::Model && !self.asks_model() {
            insertions.extend(self.last_check().map(|end| (end..end, "(get-model)")));
        }
        self.with_insertions(family, want, insertions)
    }

    /// The script as a fresh process of `family` reads it, with commands behind its questions: for
    /// each question those that follow it, if any.
    pub fn with_follow_ups(&self, family: Family, follow_ups: &[Option<String>]) -> Cow<'a, str> {
        let ends = self.check_ends().zip(follow_ups);
        let insertions = ends.filter_map(|(end, text)| Some((end..end, text.as_deref()?)));
        self.with_insertions(family, Want::Model, insertions.collect())
    }

    fn with_insertions(
        &self,
        family: Family,
        want: Want,
        mut insertions: Vec<(Range<usize>, &str)>,
    ) -> Cow<'a, str> {
        if !family.declares_constants() {
            for range in &self.commands {
                insertions.extend(as_function(self.text, range).into_iter().flatten());
            }
        }
        let preface = self.preface(family, want);
        // What is forgotten with all else is said again.
        let resets = self.commands.iter().zip(self.commands());
        let resets = resets.filter(|(_, command)| command.name == "reset" && !preface.is_empty());
        let repeated = resets.map(|(range, _)| (range.end..range.end, preface.as_str()));
        let mut insertions: Vec<(Range<usize>, &str)> =
            insertions.into_iter().chain(repeated).collect();
        if preface.is_empty() && insertions.is_empty() {
            return Cow::Borrowed(self.text);
        }
        insertions.sort_by_key(|(range, _)| range.start);
        let mut text = preface.clone();
        let mut place = 0;
        for (range, instead) in insertions {
            text.push_str(&self.text[place..range.start]);
            text.push_str(instead);
            place = range.end;
        }
        text.push_str(&self.text[place..]);
        Cow::Owned(text)
    }
}

/// A command that a script lacks for a solver to be asked by its plain command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    /// `(set-option :produce-models true)`, before the script.
    ModelsOption,
    /// `(set-logic ALL)`, before the script: the widest logic of a family that wants one.
    Logic(&'static str),
    /// `(get-model)`, after the last question.
    Model,
}

/// Returns what [`standalone`] adds to `script`, in the order of the file.
pub fn additions(script: &str, families: &[Family], want: Want) -> Vec<Addition> {
    Script::new(script).additions(families, want)
}

impl Script<'_> {
    fn additions(&self, families: &[Family], want: Want) -> Vec<Addition> {
        let needs_option = families.iter().any(|family| family.wants_models_option());
        let wanting = families.iter().find(|family| family.wants_logic());
        let logic = wanting.filter(|_| !self.has("set-logic"));
        let lacks_model = want == Want::Model && !self.asks_model() && self.last_check().is_some();
        let option = (needs_option && !self.sets_models()).then_some(Addition::ModelsOption);
        let logic = logic.map(|family| Addition::Logic(family.widest_logic()));
        let model = lacks_model.then_some(Addition::Model);
        [option, logic, model].into_iter().flatten().collect()
    }
}

/// Returns `script` as a file that solvers of these families read with their plain command lines:
/// what any of them needs before the script, each command on a line of its own, then the script,
/// with `(get-model)` after its last question if a model is wanted. [`additions`] names what is
/// new in it.
pub fn standalone(script: &str, families: &[Family], want: Want) -> String {
    let script = Script::new(script);
    let (mut text, mut last) = (String::new(), None);
    for addition in script.additions(families, want) {
        match addition {
            Addition::ModelsOption => text.push_str("(set-option :produce-models true)\n"),
            Addition::Logic(logic) => text.extend(["(set-logic ", logic, ")\n"]),
            Addition::Model => last = script.last_check(),
        }
    }
    let (before, after) = script.text.split_at(last.unwrap_or(script.text.len()));
    text.push_str(before);
    if last.is_some() {
        text.push_str("\n(get-model)");
    }
    text.push_str(after);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Returns the edits that make `(declare-const a S)` at `range` of `text` a `(declare-fun a () S)`:
/// two places, and the text for each. `None` for any other command. `None` for any other command.
fn as_function(text: &str, range: &Range<usize>) -> Option<[(Range<usize>, &'static str); 2]> {
    let head = head(text, range);
    let is_constant = &text[head.clone()] == "declare-const";
    let behind = head.end..range.end - 1;
    let name = pieces(&text[behind.clone()]).into_iter().next().filter(|_| is_constant)?;
    let Piece::Word(name) = name else { return None };
    let end = behind.start + name.end;
    Some([(head, "declare-fun"), (end..end, " ()")])
}

/// One command of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Command<'a> {
    pub text: &'a str,
    pub name: &'a str,
}

impl Command<'_> {
    /// Whether it is answered by sat, unsat or unknown.
    pub fn is_check(&self) -> bool {
        matches!(self.name, "check-sat" | "check-sat-assuming" | "check-sat-using")
    }

    /// Whether it says how to read what follows, and not what holds.
    pub fn is_setting(&self) -> bool {
        matches!(self.name, "set-logic" | "set-option")
    }

    /// Whether it gives something a name.
    pub fn is_declaration(&self) -> bool {
        self.name.starts_with("declare-") || self.name.starts_with("define-")
    }

    /// Whether it undoes more than one script said.
    pub fn undoes_all(&self) -> bool {
        matches!(self.name, "reset" | "reset-assertions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_counted_up_to_the_exit() {
        for (text, checks) in [
            ("", 0),
            ("(check-sat)", 1),
            ("(check-sat) ; (check-sat)\n(echo \"(check-sat)\")", 1),
            ("(check-sat)(check-sat-assuming (a))(exit)(check-sat)", 2),
            ("(assert |(check-sat)|)( check-sat )", 1),
        ] {
            assert_eq!(Script::new(text).checks(), checks, "{text}");
        }
    }

    #[test]
    fn an_opening_is_what_can_be_said_once_for_many_scripts() {
        for (text, opening) in [
            ("", Some(0)),
            ("(check-sat)", Some(0)),
            (
                "(set-info :a b)(set-logic A)(declare-const a Int)(define-fun f () Int 1)(g)",
                Some(4),
            ),
            ("(declare-const a Int)(g)(declare-const b Int)", None),
            ("(declare-const a Int)(set-logic A)", None),
            ("(g)(set-option :a 1)", None),
        ] {
            assert_eq!(Script::new(text).opening().map(|opening| opening.len()), opening, "{text}");
        }
    }

    #[test]
    fn a_model_is_asked_for_before_it_is_gone() {
        for (text, goes_on) in [
            ("(check-sat)(get-value (a))(exit)(pop 1)", false),
            ("(push 1)(check-sat)(pop 1)", true),
            ("(check-sat)(assert a)", true),
            ("(assert a)", false),
        ] {
            assert_eq!(Script::new(text).goes_on_after_check(), goes_on, "{text}");
        }
    }

    #[test]
    fn what_would_hang_a_session_does_not_suit_one() {
        for (text, suits) in [
            ("(check-sat)", true),
            ("(check-sat", false),
            ("(assert \"a)(check-sat)", false),
            ("(check-sat))", false),
            ("check-sat", false),
            ("(set-option :regular-output-channel \"f\")(check-sat)", false),
            ("(check-sat)(exit) garbage (", true),
        ] {
            assert_eq!(Script::new(text).suits_session(), suits, "{text}");
        }
    }

    #[test]
    fn a_fresh_process_reads_the_text_itself_and_what_it_wants() {
        let text = "; c\n(check-sat)\n(exit)";
        let script = Script::new(text);
        assert_eq!(script.for_fresh(Family::Z3, Want::Verdict), text);
        assert_eq!(
            script.for_fresh(Family::Z3, Want::Model),
            "(set-option :produce-models true); c\n(check-sat)(get-model)\n(exit)"
        );
        assert_eq!(
            script.for_fresh(Family::Yices, Want::Verdict),
            format!("(set-logic ALL){text}")
        );
        let constants =
            "(declare-const |a b| ; c\n (_ BitVec 2))(declare-const)(f declare-const x)";
        assert_eq!(
            Script::new(constants).for_fresh(Family::Boolector, Want::Verdict),
            "(declare-fun |a b| () ; c\n (_ BitVec 2))(declare-const)(f declare-const x)"
        );
        assert_eq!(Script::new(constants).for_fresh(Family::Z3, Want::Verdict), constants);
        assert_eq!(
            Script::new("(declare-const a Bool)(check-sat)")
                .for_fresh(Family::Boolector, Want::Model),
            "(set-option :produce-models true)(declare-fun a () Bool)(check-sat)(get-model)"
        );
        assert_eq!(
            Script::new("(check-sat)(reset)(check-sat)").for_fresh(Family::Cvc5, Want::Model),
            "(set-option :produce-models true)(check-sat)(reset)(set-option :produce-models true)\
             (check-sat)(get-model)"
        );
        let asks = "(set-logic ALL)(check-sat)(get-model)";
        assert_eq!(
            Script::new(asks).for_fresh(Family::Yices, Want::Model),
            format!("(set-option :produce-models true){asks}")
        );
    }

    #[test]
    fn what_follows_a_question_stands_behind_it() {
        let script = Script::new("(check-sat)(pop 1)\n(check-sat) ; c\n(check-sat)");
        let more = [None, Some("(get-model)(get-value (a))".to_owned()), Some("(b)".to_owned())];
        assert_eq!(
            script.with_follow_ups(Family::Z3, &more),
            "(set-option :produce-models true)(check-sat)(pop 1)\n\
             (check-sat)(get-model)(get-value (a)) ; c\n(check-sat)(b)"
        );
    }

    #[test]
    fn a_file_for_people_has_a_command_a_line() {
        let text = "(assert true)\n(check-sat)\n(exit)";
        assert_eq!(standalone(text, &[Family::Z3], Want::Verdict), format!("{text}\n"));
        assert_eq!(
            standalone(text, &[Family::Z3], Want::Model),
            "(assert true)\n(check-sat)\n(get-model)\n(exit)\n"
        );
        assert_eq!(
            standalone(text, &[Family::Z3, Family::Yices], Want::Verdict),
            format!("(set-option :produce-models true)\n(set-logic ALL)\n{text}\n")
        );
        assert_eq!(
            additions(text, &[Family::Z3, Family::Yices], Want::Model),
            [Addition::ModelsOption, Addition::Logic("ALL"), Addition::Model]
        );
        assert_eq!(additions("; no (check-sat)", &[Family::Z3], Want::Model), []);
        let asks = "(set-logic QF_LIA)(check-sat)(get-model)\n";
        assert_eq!(standalone(asks, &[Family::Z3, Family::Opensmt], Want::Model), {
            format!("(set-option :produce-models true)\n{asks}")
        });
    }
}
