//! `(! term :named x :pattern (…))` into an annotated term.

use super::Reader;
use crate::error::Error;
use crate::function::{Definition, Function, FunctionKind};
use crate::sexpr::{Kind, Sexpr};
use crate::term::{Attribute, AttributeValue, Term};

/// A pattern inside of the annotations of a pattern, and so on: no deeper than this.
const MAX_PATTERN_DEPTH: usize = 100;

impl Reader<'_, '_> {
    /// The attributes of `(! term attribute …)`, which begin at `at`.
    pub(super) fn annotated(&mut self, sexpr: Sexpr, at: Sexpr, term: Term) -> Result<Term, Error> {
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).skip_while(|&item| item != at).collect();
        let mut attributes = Vec::new();
        let mut rest = items.as_slice();
        while let [keyword, after @ ..] = rest {
            if self.sexprs.kind(*keyword) != Kind::Keyword {
                return Err(self.sexprs.error(*keyword, "a keyword is wanted here"));
            }
            let value =
                after.first().copied().filter(|&value| self.sexprs.kind(value) != Kind::Keyword);
            rest = &after[usize::from(value.is_some())..];
            let text = self.sexprs.text(*keyword);
            let value = match (text, value) {
                (_, None) => AttributeValue::None,
                (":pattern" | ":no-pattern", Some(value))
                    if self.sexprs.kind(value) == Kind::List =>
                {
                    AttributeValue::Terms(self.pattern(value)?)
                }
                (":named", Some(value)) => {
                    self.name(value, term)?;
                    AttributeValue::Text(self.sexprs.spaced(value).into())
                }
                (_, Some(value)) => AttributeValue::Text(self.sexprs.spaced(value).into()),
            };
            attributes.push(Attribute { keyword: text.into(), value });
        }
        Ok(self.terms.annotate(term, attributes))
    }

    fn pattern(&mut self, sexpr: Sexpr) -> Result<Box<[Term]>, Error> {
        if self.pattern_depth >= MAX_PATTERN_DEPTH {
            return Err(self.sexprs.error(sexpr, "patterns nest too deep"));
        }
        self.pattern_depth += 1;
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        let terms = items.into_iter().map(|item| self.term(item)).collect();
        self.pattern_depth -= 1;
        terms
    }

    /// `:named`: a function without parameters whose definition is the term.
    fn name(&mut self, sexpr: Sexpr, term: Term) -> Result<(), Error> {
        let Some(name) = self.sexprs.symbol(sexpr) else {
            return Err(self.sexprs.error(sexpr, "a name is wanted here"));
        };
        if self.scope.function(name).is_some() {
            return Err(self.sexprs.error(sexpr, format!("`{name}` is declared already")));
        }
        let fun = self.terms.add_function(Function {
            name: name.into(),
            parameters: Box::default(),
            result: self.terms.sort(term),
            kind: FunctionKind::Defined(Definition { locals: Box::default(), body: Some(term) }),
        });
        self.scope.add_function(name.into(), fun);
        Ok(())
    }
}
