//! Origins: what is known of a seed, so that a mutant costs only what is new in it.

use std::sync::{Arc, OnceLock};

use smtlib::{Command, Evaluator, Fun, KnownValues, Limits, Model, Term, Terms};

use crate::places::Sites;

/// All that is known of the seed that a specimen is made from.
#[derive(Debug, Default)]
pub(super) struct Origin {
    /// Assertions of the seed; all are true under the witness, if there is one.
    pub(super) assertions: Vec<Term>,
    declarations: Arc<Vec<Command>>,
    /// The functions that the seed declares.
    declared: Arc<Vec<Fun>>,
    /// The seed's script.
    text: Arc<str>,
    /// Offset at which its declarations begin, behind the logic.
    head: usize,
    /// Offsets at which the line of each assertion begins, and at which that of the check does.
    lines: Vec<usize>,
    values: OnceLock<KnownValues>,
    sites: OnceLock<Arc<Sites>>,
    constants: OnceLock<Arc<[Term]>>,
}

impl Origin {
    pub(super) fn new(
        terms: &Terms,
        assertions: &[Term],
        (declarations, declared): (&Arc<Vec<Command>>, &Arc<Vec<Fun>>),
        logic: Option<&Arc<str>>,
    ) -> Self {
        let (mut text, mut head, mut lines) = (String::new(), 0, Vec::new());
        // Where sorts are written by names, a line hangs on those before it.
        if terms.have_plain_text() {
            write_logic(terms, logic, &mut text);
            head = text.len();
            terms.write_commands(declarations, &mut text);
            lines.push(text.len());
            for &assertion in assertions {
                write_assertion(terms, assertion, &mut text);
                lines.push(text.len());
            }
        }
        Self {
            assertions: assertions.to_vec(),
            declarations: declarations.clone(),
            declared: declared.clone(),
            text: text.into(),
            head,
            lines,
            values: OnceLock::new(),
            sites: OnceLock::new(),
            constants: OnceLock::new(),
        }
    }

    /// Whether the seed declares a function.
    pub(super) fn declares(&self, fun: Fun) -> bool {
        self.declared.contains(&fun)
    }

    /// Returns the values of the seed's subterms under its witness.
    pub(super) fn values(&self, terms: &Terms, model: &Model) -> &KnownValues {
        self.values.get_or_init(|| {
            let mut evaluator = Evaluator::with_limits(terms, Limits::default());
            KnownValues::of(&mut evaluator, model, &self.assertions)
        })
    }

    /// Returns the sites of the seed.
    pub(super) fn sites(&self, find: impl FnOnce() -> Sites) -> Arc<Sites> {
        self.sites.get_or_init(|| Arc::new(find())).clone()
    }

    /// Returns the constants that the seed's assertions use.
    pub(super) fn constants(&self, find: impl FnOnce() -> Arc<[Term]>) -> Arc<[Term]> {
        self.constants.get_or_init(find).clone()
    }

    /// Writes declarations: those of the seed, which come first, are copied.
    pub(super) fn write_head(
        &self,
        terms: &Terms,
        logic: Option<&Arc<str>>,
        declarations: &[Command],
        text: &mut String,
    ) {
        write_logic(terms, logic, text);
        let Some(&end) = self.lines.first() else {
            return terms.write_commands(declarations, text);
        };
        text.push_str(&self.text[self.head..end]);
        terms.write_commands(&declarations[self.declarations.len()..], text);
    }

    /// Writes an assertion: one of the seed, at its place, is copied.
    pub(super) fn write_assertion(
        &self,
        terms: &Terms,
        place: usize,
        assertion: Term,
        text: &mut String,
    ) {
        if self.assertions.get(place) == Some(&assertion) {
            text.push_str(&self.text[self.lines[place]..self.lines[place + 1]]);
        } else {
            write_assertion(terms, assertion, text);
        }
    }
}

fn write_logic(terms: &Terms, logic: Option<&Arc<str>>, text: &mut String) {
    if let Some(logic) = logic {
        terms.write_commands(&[Command::SetLogic(logic.clone())], text);
    }
}

fn write_assertion(terms: &Terms, assertion: Term, text: &mut String) {
    terms.write_commands(&[Command::Assert(assertion)], text);
}
