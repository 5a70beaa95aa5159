//! A text into a script with its witness, as candidates are made of it.

use std::ops::Range;

use smtlib::Shape as Arity;
use smtlib::sexpr::{Sexpr, Sexprs};
use smtlib::{Command, Dialect, Error, Model, Node, Op, Script, Term};

use super::edit::Edit;
use super::opening::normal_forms;
use super::terms;

/// A script, its witness, and what is in it.
#[derive(Debug)]
pub(super) struct Shape {
    text: String,
    witness: Option<String>,
    /// Number of operators of several arguments that have one only, where our reader can type it.
    lonely: Option<usize>,
    /// `None` where our reader cannot type it, or where it is not in our words: what candidates are
    /// printed from would not be what was asked.
    pub typed: Option<Typed>,
    /// The lists and atoms of the text, the longest first.
    pub cells: Vec<Range<usize>>,
    /// The commands of the text.
    pub commands: Vec<Range<usize>>,
}

/// A script as our reader understands it.
#[derive(Debug)]
pub(super) struct Typed {
    pub script: Script,
    /// The model under which the script is true.
    pub model: Option<Model>,
    /// The distinct subterms of what is asserted, the longest first.
    pub subterms: Vec<Term>,
    /// The places of those that occur more than once.
    pub occurrences: Vec<terms::Occurrence>,
}

impl Shape {
    /// Takes a text apart; `is_ours` says that it is known to be in our words.
    pub fn new(text: &str, witness: Option<&str>, is_ours: bool) -> Result<Self, Error> {
        let sexprs = Sexprs::read(text)?;
        let commands = sexprs.top().map(|top| sexprs.span(top)).collect();
        let mut cells = Vec::new();
        let mut open: Vec<Sexpr> = sexprs.top().collect();
        while let Some(cell) = open.pop() {
            cells.push(sexprs.span(cell));
            open.extend(sexprs.items(cell));
        }
        cells.sort_by_key(|span| (usize::MAX - span.len(), span.start));
        let script = Script::parse(text).ok();
        let lonely = script.as_ref().map(lonely);
        let ours = script.filter(|script| is_ours || script.to_string() == text);
        let typed = ours.map(|script| Typed::new(script, witness));
        let (text, witness) = (text.to_owned(), witness.map(str::to_owned));
        Ok(Self { text, witness, lonely, typed, cells, commands })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn witness(&self) -> Option<&str> {
        self.witness.as_deref()
    }

    /// Returns a text as the next one, in our words if this one is; `None` if it is no step forward:
    /// not smaller, or not typed where this one is.
    pub fn next(&self, text: String, may_grow: bool) -> Option<String> {
        let is_step = |text: &str| {
            let is_smaller = (text.len(), text) < (self.text.len(), self.text.as_str());
            is_smaller || may_grow && text != self.text && text.len() <= 4 * self.text.len() + 1000
        };
        let Some(most) = self.lonely else { return is_step(&text).then_some(text) };
        // What is written out may be much longer: that need not be read.
        let script = Some(&text).filter(|it| is_step(it)).and_then(|it| Script::parse(it).ok())?;
        if lonely(&script) > most {
            return None;
        }
        let text = if self.typed.is_some() { script.to_string() } else { text };
        is_step(&text).then_some(text)
    }

    /// Returns the text and the witness after a change; `None` if it cannot be made.
    pub fn with(&mut self, edit: &Edit) -> Option<(String, Option<String>)> {
        let witness = self.witness.clone();
        match edit {
            Edit::Text { text, witness } => Some((text.clone(), witness.clone())),
            Edit::Splice { at, with } => {
                let mut text = self.text.clone();
                text.replace_range(at.clone(), with);
                Some((text, witness))
            }
            Edit::Commands(left_out) => Some((self.without(left_out), witness)),
            Edit::Term(replacement) => self.typed.as_mut()?.replaced(replacement, witness),
        }
    }

    /// The script without the commands with these numbers, in ascending order.
    fn without(&self, left_out: &[usize]) -> String {
        let is_kept = |place: &usize| left_out.binary_search(place).is_err();
        if let Some(typed) = &self.typed {
            let all = typed.script.commands();
            let kept: Vec<Command> =
                (0..all.len()).filter(is_kept).map(|place| all[place].clone()).collect();
            return typed.script.terms.text_of_commands(&kept);
        }
        let kept = (0..self.commands.len()).filter(is_kept);
        let lines: Vec<&str> = kept.map(|place| &self.text[self.commands[place].clone()]).collect();
        lines.join("\n") + "\n"
    }

    /// Returns the same question in our own words, in several ways, the plainest first.
    pub fn normal_forms(&self) -> Vec<String> {
        let parsed;
        let script = match &self.typed {
            Some(typed) => &typed.script,
            None => match Script::parse(&self.text) {
                Ok(script) => {
                    parsed = script;
                    &parsed
                }
                Err(_) => return Vec::new(),
            },
        };
        let forms = normal_forms(script);
        forms.into_iter().filter(|form| *form != self.text).collect()
    }
}

impl Typed {
    fn new(mut script: Script, witness: Option<&str>) -> Self {
        let model = witness.and_then(|it| Model::parse(&mut script, it, Dialect::Standard).ok());
        let subterms = terms::longest_first(&script);
        let occurrences = terms::occurrences(&script);
        Self { script, model, subterms, occurrences }
    }

    /// Returns the numbers of the commands that do something: assertions, or all others but checks.
    pub fn places_of(&self, assertions: bool) -> Vec<usize> {
        let commands = self.script.commands().iter().enumerate();
        let is_meant = |command: &Command| match command {
            Command::Assert(_) => assertions,
            _ => !assertions,
        };
        commands.filter(|(_, command)| is_meant(command)).map(|(place, _)| place).collect()
    }
}

/// Returns how many operators that take two arguments or more, as the standard has them, have one:
/// our reader takes them, and so do some solvers.
fn lonely(script: &Script) -> usize {
    let takes_several = |op: Op| match op.shape() {
        Arity::Fold(_) => true,
        Arity::Number { most, .. } | Arity::BitVec { most, .. } => most > 1,
        _ => op == Op::Concat,
    };
    let is_lonely = |term: &&Term| match script.terms.node(**term) {
        Node::Op(op, arguments) => arguments.len() == 1 && takes_several(*op),
        _ => false,
    };
    terms::longest_first(script).iter().filter(is_lonely).count()
}
