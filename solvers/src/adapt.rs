//! A script into what a family of solvers understands, where that cannot change its answers.
//!
//! An option that only other solvers know, or a command that only prints, makes a solver refuse a
//! script that it could answer. It is left out, or put in other words, and the answer says so.

mod words;

use std::fmt;
use std::ops::Range;

use crate::family::Family;
use crate::scan::{Piece, head, pieces};

use words::{Fate, fate_of_command, is_deciding_option, is_foreign_option};

/// A command of a script that a solver got otherwise than it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adaptation {
    /// The command as it was written: `(set-option :incremental true)`.
    pub command: String,
    /// The words that the solver got instead.
    pub change: CommandChange,
    /// The family that does not know the command.
    pub family: Family,
}

/// The words that a solver got in place of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandChange {
    /// Nothing, as for `(display x)`.
    LeftOut,
    /// Another command: `(check-sat)` for `(check-sat-using smt)`.
    PutAs(&'static str),
}

impl fmt::Display for Adaptation {
    /// `` `(set-option :incremental true)` was left out: z3 does not know it ``
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` was ", self.command)?;
        match self.change {
            CommandChange::LeftOut => f.write_str("left out")?,
            CommandChange::PutAs(other) => write!(f, "put as `{other}`")?,
        }
        write!(f, ": {} does not know it", self.family)
    }
}

/// Returns the script whose commands stand at `commands` of `text`, as `family` understands it, and what
/// is different; `None` if nothing is.
///
/// Lines stay where they are, so that line numbers in messages stay true.
pub(crate) fn adapt(
    text: &str,
    commands: &[Range<usize>],
    family: Family,
) -> Option<(String, Vec<Adaptation>)> {
    let mut changes: Vec<(&Range<usize>, Option<CommandChange>)> = Vec::new();
    // From the last on, so that it is known whether a question follows.
    let mut is_last = true;
    for range in commands.iter().rev() {
        if is_withheld(text, range, family) {
            changes.push((range, None));
        } else if let Some(change) = change(text, range, family, is_last) {
            changes.push((range, Some(change)));
        }
        is_last &= !is_question(&text[head(text, range)]);
    }
    if changes.is_empty() {
        return None;
    }
    let mut adapted = String::with_capacity(text.len());
    let mut adaptations = Vec::with_capacity(changes.len());
    let mut place = 0;
    for (range, change) in changes.into_iter().rev() {
        let command = &text[range.clone()];
        adapted.push_str(&text[place..range.start]);
        if let Some(CommandChange::PutAs(other)) = change {
            adapted.push_str(other);
        }
        adapted.extend(command.chars().filter(|c| *c == '\n'));
        place = range.end;
        let told = |change| Adaptation { command: on_one_line(command), change, family };
        adaptations.extend(change.map(told));
    }
    adapted.push_str(&text[place..]);
    Some((adapted, adaptations))
}

/// Whether a command is kept from a solver, which is not worth telling: it says nothing of what is
/// asked. Where `(set-info :status …)` declares another answer than they find, z3 complains, and
/// cvc5 does not answer at all; what `(echo "sat")` prints looks like an answer; and an answer that
/// goes into another file is none.
fn is_withheld(text: &str, range: &Range<usize>, family: Family) -> bool {
    let head = head(text, range);
    let rest = &text[head.end..range.end - 1];
    match &text[head] {
        "echo" => true,
        "set-info" => {
            let compares = matches!(family, Family::Z3 | Family::Cvc5 | Family::Cvc4);
            compares && keyword(rest).is_some_and(|(name, _)| name == "status")
        }
        "set-option" => keyword(rest).is_some_and(|(name, _)| name.ends_with("-output-channel")),
        _ => false,
    }
}

/// Returns the first command of a script that changes what it means to solvers that know it, so that
/// it does not mean what the standard says: `(set-option :global-negate true)`.
pub fn deciding_option(script: &str) -> Option<&str> {
    pieces(script).into_iter().find_map(|piece| {
        let Piece::List(range) = piece else { return None };
        let head = head(script, &range);
        if &script[head.clone()] != "set-option" {
            return None;
        }
        let (name, _) = keyword(&script[head.end..range.end - 1])?;
        is_deciding_option(&name).then(|| &script[range])
    })
}

/// Whether a command of this name is answered by sat, unsat or unknown.
fn is_question(name: &str) -> bool {
    name.starts_with("check-sat")
}

fn change(
    text: &str,
    range: &Range<usize>,
    family: Family,
    is_last: bool,
) -> Option<CommandChange> {
    let head = head(text, range);
    let name = &text[head.clone()];
    if matches!(name, "set-option" | "get-option") {
        let (option, value) = keyword(&text[head.end..range.end - 1])?;
        return is_foreign_option(family, &option, value).then_some(CommandChange::LeftOut);
    }
    match fate_of_command(family, name)? {
        Fate::LeftOut => Some(CommandChange::LeftOut),
        Fate::LeftOutLast => is_last.then_some(CommandChange::LeftOut),
        Fate::Put(other) => Some(CommandChange::PutAs(other)),
    }
}

/// The name of an option, with `-` for `_`, and its value without quotes.
fn keyword(text: &str) -> Option<(String, &str)> {
    let mut words = pieces(text).into_iter();
    let Some(Piece::Word(name)) = words.next() else { return None };
    let value = match words.next() {
        Some(Piece::Word(value) | Piece::List(value)) => &text[value],
        _ => "",
    };
    Some((text[name].strip_prefix(':')?.replace('_', "-"), value.trim_matches('"')))
}

/// A command with single blanks between its words, outside of strings and quoted symbols.
fn on_one_line(command: &str) -> String {
    if !command.contains(['\n', '\t', ';']) {
        return command.to_owned();
    }
    command.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::deciding_option;
    use crate::family::Family;
    use crate::script::Script;

    /// Compares what a family is sent, and the words about it, with what is expected.
    fn check(family: Family, text: &str, sent: &str, told: &[&str]) {
        let (found, adaptations) = match Script::new(text).adapted(family) {
            Some((found, adaptations)) => (found, adaptations),
            None => (text.to_owned(), Vec::new()),
        };
        assert_eq!(found, sent, "{family}");
        let found: Vec<String> = adaptations.iter().map(ToString::to_string).collect();
        assert_eq!(found, told, "{family}");
        assert!(Script::new(sent).adapted(family).is_none(), "{sent}");
    }

    #[test]
    fn an_option_goes_to_those_who_know_it() {
        let incremental = "(set-option :incremental true)\n(check-sat)";
        check(Family::Cvc5, incremental, incremental, &[]);
        let told = ["`(set-option :incremental true)` was left out: z3 does not know it"];
        check(Family::Z3, incremental, "\n(check-sat)", &told);
        check(Family::Other, incremental, incremental, &[]);
        let arith = "(set-option :smt.arith.solver 2)(set-option :rlimit 7)(check-sat)";
        check(Family::Z3, arith, arith, &[]);
        let told = ["`(set-option :smt.arith.solver 2)` was left out: cvc5 does not know it"];
        check(Family::Cvc5, arith, "(set-option :rlimit 7)(check-sat)", &told);
        // z3 takes either sign.
        let either = "(set-option :smtlib2-compliant true)(set-option :smtlib2_compliant true)";
        check(Family::Z3, either, either, &[]);
        // The same name with a value that only others take.
        let solver = "(set-option :bv-solver \"prop\")";
        check(Family::Bitwuzla, solver, solver, &[]);
        check(
            Family::Cvc5,
            solver,
            "",
            &["`(set-option :bv-solver \"prop\")` was left out: cvc5 does not know it"],
        );
        // What belongs to the standard, or to nobody, or changes what a script means.
        for text in [
            "(set-option :produce-models true)(set-info :source sat)",
            "(set-option :nobody.knows.this 1)",
            "(set-option :rewriter.hi_div0 false)",
            "(set-option :global-negate true)",
            "(set-option)",
            "(set-option (a) b)",
        ] {
            for family in [Family::Z3, Family::Cvc5, Family::Yices, Family::Opensmt] {
                check(family, text, text, &[]);
            }
        }
    }

    #[test]
    fn what_says_nothing_of_the_question_is_kept_from_those_who_stumble_over_it() {
        let script = "(set-info :status sat)\n(echo \"sat\")\
                      (set-option :regular-output-channel \"f\")(check-sat)";
        for family in [Family::Z3, Family::Cvc5, Family::Cvc4] {
            check(family, script, "\n(check-sat)", &[]);
        }
        check(Family::Bitwuzla, script, "(set-info :status sat)\n(check-sat)", &[]);
        assert_eq!(deciding_option(script), None);
        let negated = "(set-option :produce-models true)(set-option :global_negate true)";
        assert_eq!(deciding_option(negated), Some("(set-option :global_negate true)"));
    }

    #[test]
    fn a_command_goes_to_those_who_know_it() {
        let using = "(check-sat-using\n  (then simplify smt))(display x)";
        check(Family::Z3, using, using, &[]);
        check(
            Family::Cvc5,
            using,
            "(check-sat)\n",
            &[
                "`(check-sat-using (then simplify smt))` was put as `(check-sat)`: cvc5 does not know it",
                "`(display x)` was left out: cvc5 does not know it",
            ],
        );
        // It excludes a model from what is asked next.
        let block = "(check-sat)(block-model :values)";
        let told = ["`(block-model :values)` was left out: z3 does not know it"];
        check(Family::Z3, block, "(check-sat)", &told);
        let asked = format!("{block}(check-sat)");
        check(Family::Z3, &asked, &asked, &[]);
        let pool = "(declare-pool p Int ())(assert true)(get-difficulty)(check-sat)";
        assert!(Script::new(pool).adapted(Family::Cvc5).is_none());
        assert_eq!(Script::new(pool).adapted(Family::Yices).map(|(_, told)| told.len()), Some(2));
        // What is unknown to us may mean something.
        let unknown = "(assert-strangely x)(check-sat)";
        check(Family::Z3, unknown, unknown, &[]);
    }
}
