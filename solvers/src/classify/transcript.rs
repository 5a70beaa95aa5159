//! From a solver's standard output to answers, errors and a model.

use std::ops::Range;

use super::Printed;
use crate::scan::{Piece, first_list, head, pieces};
use crate::verdict::Check;

/// Content of a solver's standard output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transcript {
    /// The answers, in order, with what was printed after each.
    pub checks: Vec<Printed>,
    /// The errors, in order.
    pub errors: Vec<Error>,
    /// Reason why the last answer is unknown, as far as the solver said.
    pub reason: Option<String>,
    /// Whether there is a line `timeout`.
    pub is_timeout: bool,
    /// Lines that are nothing of the kind; the first thousand.
    pub noise: Vec<String>,
    /// Whether something after the last answer begins and does not end.
    is_cut: bool,
    /// The likeness of the last answer's model.
    likeness: Likeness,
}

/// The likeness of a list to a model, from what is none to what can be nothing else.
///
/// A script may ask for other things before it asks for the model, or we do: `(get-value (a))`
/// names some of its values only, and is no model where there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// `(a b)`
    #[default]
    None,
    /// `()`: a model that says nothing, or an empty list of anything.
    Empty,
    /// `(= a 1)`: one of several lists, as yices has them, or any equation.
    Equation,
    /// `((a 1))`: what `MathSAT` calls a model, or values.
    Values,
    /// `(define-fun a () Int 1)`: one of several lists.
    Definition,
    /// `(model …)` or `((define-fun …) …)`
    Model,
}

impl Likeness {
    fn of(text: &str, list: &Range<usize>) -> Self {
        match &text[head(text, list)] {
            "model" => Self::Model,
            "=" | "function" => Self::Equation,
            name if DEFINING.contains(&name) => Self::Definition,
            "" => match first_list(text, list) {
                Some(first) if DEFINING.contains(&&text[head(text, &first)]) => Self::Model,
                Some(_) => Self::Values,
                None => Self::Empty,
            },
            _ => Self::None,
        }
    }

    /// Whether a model may be many of these.
    fn is_piece(self) -> bool {
        matches!(self, Self::Equation | Self::Definition)
    }
}

/// The commands that models are made of.
const DEFINING: [&str; 9] = [
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
];

/// An error that the solver printed in SMT-LIB's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    /// Its text.
    pub message: String,
    /// Number of answers before it.
    pub answers_before: usize,
}

/// The most lists that are kept after a model.
const MOST_LISTS: usize = 64;

impl Transcript {
    /// Returns the last answer.
    pub fn last(&self) -> Option<Check> {
        self.checks.last().map(|printed| printed.check)
    }

    /// Reads all of `text`. Linear in it.
    pub fn read(text: &str) -> Self {
        let mut transcript = Self::default();
        let mut noisy_line = 0;
        for piece in pieces(text) {
            if matches!(&piece, Piece::Stray(range) if text[range.clone()] == *"(") {
                // What follows is the rest of something that was cut off.
                transcript.is_cut = true;
            }
            match piece {
                Piece::List(range) => transcript.read_list(text, &range),
                Piece::Word(range) | Piece::Stray(range) => {
                    if range.start < noisy_line {
                        continue;
                    }
                    if !transcript.read_word(text, &range) {
                        noisy_line = transcript.keep_noise(text, range.start);
                    }
                }
            }
        }
        transcript
    }

    fn read_list(&mut self, text: &str, range: &Range<usize>) {
        let list = &text[range.clone()];
        match &text[head(text, range)] {
            "error" => self.errors.push(Error {
                message: quoted(&list["(error".len()..list.len() - 1]),
                answers_before: self.checks.len(),
            }),
            ":reason-unknown" => {
                let reason = list.trim_start_matches(['(', ' ']);
                let reason = reason.trim_start_matches(":reason-unknown");
                self.reason = Some(quoted(&reason[..reason.len() - 1]));
            }
            _ if self.last() == Some(Check::Unknown)
                && starts_line(text, range.start).is_some_and(|before| before == "unknown") =>
            {
                self.reason = Some(list[1..list.len() - 1].trim().to_owned());
            }
            _ if !self.is_cut => self.keep_list(list, Likeness::of(text, range)),
            _ => {}
        }
    }

    /// Keeps a list that follows an answer: as the model if none is more like one, which is that
    /// of the first of several alike, else among the lists after it.
    fn keep_list(&mut self, list: &str, likeness: Likeness) {
        let Some(answer) = self.checks.last_mut() else { return };
        match &mut answer.model {
            _ if likeness == Likeness::None => return,
            Some(model) if likeness == self.likeness && likeness.is_piece() => {
                // One model in many lists.
                model.push('\n');
                model.push_str(list);
                return;
            }
            Some(_) if likeness <= self.likeness => {
                if !likeness.is_piece() && answer.lists.len() < MOST_LISTS {
                    answer.lists.push(list.to_owned());
                }
                return;
            }
            model => *model = Some(list.to_owned()),
        }
        answer.lists.clear();
        self.likeness = likeness;
    }

    /// Whether the word is an answer, or a word that says nothing.
    fn read_word(&mut self, text: &str, range: &Range<usize>) -> bool {
        if starts_line(text, range.start).is_none_or(|before| !before.is_empty()) {
            return false;
        }
        let word = &text[range.clone()];
        let line = text[range.end..].lines().next().unwrap_or("").trim();
        let check = match word {
            "sat" if line.is_empty() => Check::Sat,
            "unsat" if line.is_empty() => Check::Unsat,
            "unknown" if line.is_empty() || line.starts_with('(') => Check::Unknown,
            "delta-sat" => Check::Sat,
            "timeout" if line.is_empty() => {
                self.is_timeout = true;
                return true;
            }
            "success" | "unsupported" if line.is_empty() => return true,
            _ => return false,
        };
        self.likeness = Likeness::None;
        self.checks.push(Printed { check, model: None, lists: Vec::new() });
        // What was printed before belongs to an earlier question.
        self.reason = None;
        self.is_cut = false;
        // The rest of the line after `delta-sat` says how large delta is.
        word != "delta-sat"
    }

    /// Keeps the line at `place`, and says where it ends.
    fn keep_noise(&mut self, text: &str, place: usize) -> usize {
        let start = text[..place].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[place..].find('\n').map_or(text.len(), |length| place + length);
        if self.noise.len() < 1000 {
            // A line of a hundred megabytes says no more than its beginning.
            self.noise.push(text[start..end].chars().take(1000).collect());
        }
        end
    }
}

/// Returns the text between the start of the line and `place`, trimmed; `None` if that is more than
/// a few words.
fn starts_line(text: &str, place: usize) -> Option<&str> {
    let before = &text.as_bytes()[place.saturating_sub(64)..place];
    let start = match before.iter().rposition(|byte| *byte == b'\n') {
        Some(newline) => place - before.len() + newline + 1,
        None if before.len() < 64 => 0,
        None => return None,
    };
    Some(text[start..place].trim())
}

/// The text of a string literal, or the trimmed text itself.
fn quoted(text: &str) -> String {
    let text = text.trim();
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\"").trim().to_owned(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_model_is_none() {
        let model = |text: &str| Transcript::read(text).checks.pop().and_then(|last| last.model);
        assert_eq!(model("sat\n((define-fun a () Int"), None);
        assert_eq!(model("sat\n(\n(define-fun a () Int 1)\n"), None);
        let whole = "((define-fun a () Int 1))";
        assert_eq!(model(&format!("(\nsat\n{whole}")).as_deref(), Some(whole));
    }
}
