//! S-expressions into terms, with a list of open forms instead of recursion.

use rustc_hash::FxHashSet;

use super::Reader;
use super::cases::OpenCase;
use super::identifier::Head;
use crate::error::Error;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::{Arguments, Binder, Local, Term};

/// The forms that are being read, and what was read of them.
///
/// They are kept from one term to the next, so that most terms need no memory of their own.
#[derive(Debug, Default)]
pub(crate) struct Forms<'a> {
    pub(super) frames: Vec<Frame>,
    /// The parts of the open forms that were read.
    pub(super) values: Vec<Term>,
    /// The names of a `let` whose bindings are being read.
    names: Vec<&'a str>,
    /// The names of each such `let` that binds more than a few, with the place of its first name.
    many: FxHashSet<(usize, &'a str)>,
}

/// Number of names of a `let` that are looked through one by one.
const FEW: usize = 16;

/// A form whose parts are being read.
#[derive(Debug)]
pub(super) struct Frame {
    /// The whole form.
    sexpr: Sexpr,
    /// End of the part that is being read.
    stop: u32,
    /// Number of values that there were before.
    pub(super) base: usize,
    /// The sort that the form should have, if the forms around it tell; known in models only.
    pub(super) wanted: Option<Sort>,
    pub(super) form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    /// An application, until its end.
    Apply(Head),
    /// The bindings of a `let`, whose names begin there; its stop is the end of one binding.
    Bindings { names: usize, end: u32 },
    /// The body of a `let`, and what was bound before it.
    Let { mark: usize },
    /// The body of a quantifier.
    Bind(Box<OpenBinder>),
    /// The term that a `match` looks at.
    Scrutinee,
    /// A case of a `match`.
    Case(Box<OpenCase>),
    /// The term that is annotated.
    Annotated,
}

#[derive(Debug)]
pub(super) struct OpenBinder {
    pub(super) binder: Binder,
    locals: Vec<Local>,
    /// Number of names that were bound before it.
    mark: usize,
}

impl<'a> Reader<'_, 'a> {
    /// The term that an S-expression is.
    pub(crate) fn term(&mut self, root: Sexpr) -> Result<Term, Error> {
        self.term_for(root, None)
    }

    /// The same, where the sort that it should have may tell what a name stands for.
    fn term_for(&mut self, root: Sexpr, whole: Option<Sort>) -> Result<Term, Error> {
        // The terms of a pattern are read while the forms around them are open.
        let outer = self.forms.frames.len();
        let mut at = root;
        loop {
            let wanted = match self.forms.frames.len() {
                _ if !self.in_model => None,
                open if open == outer => whole,
                _ => self.wanted_at(at),
            };
            at = if self.sexprs.kind(at) == Kind::List {
                self.open(at, wanted)?
            } else {
                let atom = self.atom(at, wanted)?;
                self.forms.values.push(atom);
                self.sexprs.after(at)
            };
            loop {
                if self.forms.frames.len() == outer {
                    return Ok(self.forms.values.pop().expect("a term was read"));
                }
                match self.forms.frames.pop_if(|frame| frame.stop == at.number()) {
                    Some(frame) => at = self.close(at, frame)?,
                    None => break,
                }
            }
        }
    }

    /// A term that must be of this sort.
    pub(crate) fn term_of(&mut self, sexpr: Sexpr, wanted: Sort) -> Result<Term, Error> {
        let mut term = self.term_for(sexpr, Some(wanted))?;
        if wanted == Sort::REAL {
            term = self.terms.to_real(term);
        }
        let found = self.terms.sort(term);
        if found == wanted {
            return Ok(term);
        }
        let (found, wanted) = (self.terms.sorts.text(found), self.terms.sorts.text(wanted));
        Err(self.sexprs.error(sexpr, format!("this is of sort {found}, not {wanted}")))
    }

    /// Begins a list: where to read on.
    fn open(&mut self, sexpr: Sexpr, wanted: Option<Sort>) -> Result<Sexpr, Error> {
        let end = self.sexprs.after(sexpr);
        let Some(first) = self.sexprs.items(sexpr).next() else {
            return Err(self.sexprs.error(sexpr, "a term is wanted here, not ()"));
        };
        let word =
            if self.sexprs.kind(first) == Kind::Symbol { self.sexprs.text(first) } else { "" };
        let (form, at, stop) = match word {
            "_" | "as" => {
                let head = if word == "_" { self.indexed(sexpr)? } else { self.qualified(sexpr)? };
                let term = self.apply(sexpr, head, Arguments::new(), wanted)?;
                self.forms.values.push(term);
                return Ok(end);
            }
            "let" => {
                let [_, bindings, _] = self.parts(sexpr, "`let` takes bindings and a term")?;
                let Some(binding) = self.sexprs.items(bindings).next() else {
                    return Err(self.sexprs.error(bindings, "`let` binds no name"));
                };
                let (name, term) = self.binding(binding)?;
                let names = self.forms.names.len();
                self.forms.names.push(name);
                let form = Form::Bindings { names, end: self.sexprs.after(bindings).number() };
                (form, term, self.sexprs.after(binding))
            }
            "forall" | "exists" | "lambda" => {
                let message = format!("`{word}` takes sorted variables and a term");
                let [_, variables, body] = self.parts(sexpr, &message)?;
                let binder = match word {
                    "forall" => Binder::Forall,
                    "exists" => Binder::Exists,
                    _ => Binder::Lambda,
                };
                let (names, locals) = self.sorted_variables(variables)?;
                (self.open_binder(binder, &names, locals), body, end)
            }
            "witness" | "choice" if self.in_model && !self.is_visible(word) => {
                let [_, variables, body] =
                    self.parts(sexpr, "a `witness` takes a variable and a term")?;
                let (names, locals) = self.witness_variables(variables, body)?;
                (self.open_binder(Binder::Witness, &names, locals), body, end)
            }
            "match" => {
                let [_, scrutinee, cases] = self.parts(sexpr, "`match` takes a term and cases")?;
                (Form::Scrutinee, scrutinee, cases)
            }
            "!" => {
                let Some(body) = self.sexprs.items(sexpr).nth(1) else {
                    return Err(self.sexprs.error(sexpr, "`!` takes a term and attributes"));
                };
                (Form::Annotated, body, self.sexprs.after(body))
            }
            "root-obj" => {
                let root = self.root_object(sexpr)?;
                self.forms.values.push(root);
                return Ok(end);
            }
            _ => {
                let head =
                    if word.is_empty() { self.head(first)? } else { self.named(first, word)? };
                (Form::Apply(head), self.sexprs.after(first), end)
            }
        };
        let base = self.forms.values.len();
        self.forms.frames.push(Frame { sexpr, stop: stop.number(), base, wanted, form });
        Ok(at)
    }

    /// Binds the variables of a quantifier and the like, whose body is read next.
    fn open_binder(&mut self, binder: Binder, names: &[&'a str], locals: Vec<Local>) -> Form {
        let mark = self.bindings.mark();
        self.bind_locals(names, &locals);
        Form::Bind(Box::new(OpenBinder { binder, locals, mark }))
    }

    /// Ends what a frame was reading: where to read on.
    fn close(&mut self, at: Sexpr, frame: Frame) -> Result<Sexpr, Error> {
        let Frame { sexpr, stop, base, wanted, form } = frame;
        let end = self.sexprs.after(sexpr);
        let term = match form {
            Form::Apply(head) => {
                let arguments = Arguments::from_slice(&self.forms.values[base..]);
                self.apply(sexpr, head, arguments, wanted)?
            }
            Form::Bindings { names, end: bindings_end } => {
                if at.number() != bindings_end {
                    return self.next_binding(at, Frame { form, ..frame });
                }
                let mark = self.bindings.mark();
                if self.forms.names.len() - names > FEW {
                    self.forms.many.retain(|&(first, _)| first != names);
                }
                let bound = self.forms.names.drain(names..);
                for (name, value) in bound.zip(self.forms.values.drain(base..)) {
                    self.bindings.bind(name, value);
                }
                let form = Form::Let { mark };
                self.forms.frames.push(Frame { sexpr, stop: end.number(), base, wanted, form });
                return Ok(at);
            }
            Form::Let { mark } => {
                self.bindings.unbind(mark);
                self.forms.values[base]
            }
            Form::Bind(open) => {
                self.bindings.unbind(open.mark);
                let bound = self.terms.bind(open.binder, &open.locals, self.forms.values[base]);
                bound.map_err(|why| self.sexprs.error(sexpr, why.to_string()))?
            }
            Form::Scrutinee => {
                let cases = at;
                let Some(first) = self.sexprs.items(cases).next() else {
                    return Err(self.sexprs.error(cases, "a `match` needs a case"));
                };
                let (case, body) = self.case(first, self.forms.values[base], Vec::new())?;
                let (stop, form) = (self.sexprs.after(first).number(), Form::Case(Box::new(case)));
                self.forms.frames.push(Frame { sexpr, stop, base, wanted, form });
                return Ok(body);
            }
            Form::Case(case) => {
                self.bindings.unbind(case.mark());
                let body = self.forms.values.pop().expect("the case's body was read");
                let scrutinee = self.forms.values[base];
                let cases = case.close(body);
                if stop != end.number() {
                    let (case, body) = self.case(at, scrutinee, cases)?;
                    let (stop, form) = (self.sexprs.after(at).number(), Form::Case(Box::new(case)));
                    self.forms.frames.push(Frame { sexpr, stop, base, wanted, form });
                    return Ok(body);
                }
                self.finish_match(sexpr, scrutinee, cases)?
            }
            Form::Annotated => self.annotated(sexpr, at, self.forms.values[base])?,
        };
        self.forms.values.truncate(base);
        self.forms.values.push(term);
        Ok(end)
    }

    /// Begins another binding of a `let`: where its term is.
    fn next_binding(&mut self, at: Sexpr, frame: Frame) -> Result<Sexpr, Error> {
        let (name, term) = self.binding(at)?;
        if let Form::Bindings { names, .. } = frame.form {
            let before = &self.forms.names[names..];
            let is_twin = if before.len() < FEW {
                before.contains(&name)
            } else {
                if before.len() == FEW {
                    self.forms.many.extend(before.iter().map(|&name| (names, name)));
                }
                !self.forms.many.insert((names, name))
            };
            if is_twin {
                return Err(self.sexprs.error(at, format!("`{name}` is bound twice here")));
            }
        }
        self.forms.names.push(name);
        self.forms.frames.push(Frame { stop: self.sexprs.after(at).number(), ..frame });
        Ok(term)
    }

    /// The three parts of a form.
    pub(super) fn parts(&self, sexpr: Sexpr, message: &str) -> Result<[Sexpr; 3], Error> {
        let mut items = self.sexprs.items(sexpr);
        match (items.next(), items.next(), items.next(), items.next()) {
            (Some(a), Some(b), Some(c), None) => Ok([a, b, c]),
            _ => Err(self.sexprs.error(sexpr, message)),
        }
    }
}
