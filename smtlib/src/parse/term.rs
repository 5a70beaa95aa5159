//! S-expressions into terms, with a list of open forms instead of recursion.

use smallvec::SmallVec;

use super::Reader;
use super::identifier::{Head, numeral};
use crate::error::Error;
use crate::function::{Definition, Fun, Function, FunctionKind};
use crate::real::{Budget, Real};
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::{Attribute, AttributeValue, Binder, Case, Local, Term};
use crate::value::Value;

/// A pattern inside of the annotations of a pattern, and so on: no deeper than this.
const MAX_PATTERN_DEPTH: usize = 100;

/// A form whose parts are being read.
struct Frame<'a> {
    /// The whole form.
    sexpr: Sexpr,
    /// Where the part ends that is being read.
    stop: u32,
    /// How many values there were before.
    base: usize,
    form: Form<'a>,
}

enum Form<'a> {
    /// An application, until its end.
    Apply(Head),
    /// The bindings of a `let`; its stop is the end of one binding.
    Bindings { names: Vec<&'a str>, end: u32 },
    /// The body of a `let`.
    Let { names: Vec<&'a str> },
    /// The body of a quantifier.
    Bind { binder: Binder, names: Vec<&'a str>, locals: Vec<Local> },
    /// What a `match` looks at.
    Scrutinee,
    /// A case of a `match`.
    Case { names: Vec<&'a str>, constructor: Option<Fun>, locals: Vec<Local>, cases: Vec<Case> },
    /// What is annotated.
    Annotated,
}

impl<'a> Reader<'_, 'a> {
    /// The term that an S-expression is.
    pub(crate) fn term(&mut self, root: Sexpr) -> Result<Term, Error> {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut values: Vec<Term> = Vec::new();
        let mut at = root;
        loop {
            at = if self.sexprs.kind(at) == Kind::List {
                self.open(at, &mut frames, &mut values)?
            } else {
                values.push(self.atom(at)?);
                self.sexprs.after(at)
            };
            while let Some(frame) = frames.last() {
                if at.number() != frame.stop {
                    break;
                }
                at = self.close(at, &mut frames, &mut values)?;
            }
            if frames.is_empty() {
                return Ok(values.pop().expect("a term was read"));
            }
        }
    }

    /// A term that must be of this sort.
    pub(crate) fn term_of(&mut self, sexpr: Sexpr, wanted: Sort) -> Result<Term, Error> {
        let mut term = self.term(sexpr)?;
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
    fn open(
        &mut self,
        sexpr: Sexpr,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Term>,
    ) -> Result<Sexpr, Error> {
        let base = values.len();
        let end = self.sexprs.after(sexpr).number();
        let Some(first) = self.sexprs.items(sexpr).next() else {
            return Err(self.sexprs.error(sexpr, "a term is wanted here, not ()"));
        };
        let word =
            if self.sexprs.kind(first) == Kind::Symbol { self.sexprs.text(first) } else { "" };
        let (form, at, stop) = match word {
            "_" | "as" => {
                let head = if word == "_" { self.indexed(sexpr)? } else { self.qualified(sexpr)? };
                values.push(self.apply(sexpr, head, &[])?);
                return Ok(self.sexprs.after(sexpr));
            }
            "let" => {
                let [_, bindings, _] = self.parts(sexpr, "`let` takes bindings and a term")?;
                let Some(binding) = self.sexprs.items(bindings).next() else {
                    return Err(self.sexprs.error(bindings, "`let` binds no name"));
                };
                let end = self.sexprs.after(bindings).number();
                let (name, term) = self.binding(binding)?;
                let stop = self.sexprs.after(binding).number();
                (Form::Bindings { names: vec![name], end }, term, stop)
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
                self.bind_locals(&names, &locals);
                (Form::Bind { binder, names, locals }, body, end)
            }
            "match" => {
                let [_, scrutinee, cases] = self.parts(sexpr, "`match` takes a term and cases")?;
                (Form::Scrutinee, scrutinee, cases.number())
            }
            "!" => {
                let Some(body) = self.sexprs.items(sexpr).nth(1) else {
                    return Err(self.sexprs.error(sexpr, "`!` takes a term and attributes"));
                };
                (Form::Annotated, body, self.sexprs.after(body).number())
            }
            "root-obj" => {
                values.push(self.root_object(sexpr)?);
                return Ok(self.sexprs.after(sexpr));
            }
            _ => {
                let head = self.head(first)?;
                (Form::Apply(head), self.sexprs.after(first), end)
            }
        };
        frames.push(Frame { sexpr, stop, base, form });
        Ok(at)
    }

    /// Ends what the last frame was reading: where to read on.
    fn close(
        &mut self,
        at: Sexpr,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Term>,
    ) -> Result<Sexpr, Error> {
        let Frame { sexpr, stop, base, form } = frames.pop().expect("a frame to close");
        let end = self.sexprs.after(sexpr);
        let term = match form {
            Form::Apply(head) => self.apply(sexpr, head, &values[base..])?,
            Form::Bindings { mut names, end: bindings_end } => {
                if at.number() != bindings_end {
                    let (name, term) = self.binding(at)?;
                    if names.contains(&name) && names.len() < 64 {
                        return Err(self.sexprs.error(at, format!("`{name}` is bound twice here")));
                    }
                    names.push(name);
                    let stop = self.sexprs.after(at).number();
                    let form = Form::Bindings { names, end: bindings_end };
                    frames.push(Frame { sexpr, stop, base, form });
                    return Ok(term);
                }
                for (name, value) in names.iter().zip(values.drain(base..)) {
                    self.bindings.entry(name).or_default().push(value);
                }
                let form = Form::Let { names };
                frames.push(Frame { sexpr, stop: end.number(), base, form });
                return Ok(at);
            }
            Form::Let { names } => {
                self.unbind(&names);
                values[base]
            }
            Form::Bind { binder, names, locals } => {
                self.unbind(&names);
                let bound = self.terms.bind(binder, &locals, values[base]);
                bound.map_err(|message| self.sexprs.error(sexpr, message))?
            }
            Form::Scrutinee => {
                let cases = at;
                let Some(first) = self.sexprs.items(cases).next() else {
                    return Err(self.sexprs.error(cases, "a `match` needs a case"));
                };
                let (form, body) = self.case(first, values[base], Vec::new())?;
                frames.push(Frame { sexpr, stop: self.sexprs.after(first).number(), base, form });
                return Ok(body);
            }
            Form::Case { names, constructor, locals, mut cases } => {
                self.unbind(&names);
                let body = values.pop().expect("the case's body was read");
                cases.push(Case { constructor, locals: locals.into(), body });
                if stop != end.number() {
                    let (form, body) = self.case(at, values[base], cases)?;
                    frames.push(Frame { sexpr, stop: self.sexprs.after(at).number(), base, form });
                    return Ok(body);
                }
                self.finish_match(sexpr, values[base], cases)?
            }
            Form::Annotated => self.annotated(sexpr, at, values[base])?,
        };
        values.truncate(base);
        values.push(term);
        Ok(end)
    }

    /// The three parts of a form.
    fn parts(&self, sexpr: Sexpr, message: &str) -> Result<[Sexpr; 3], Error> {
        let mut items = self.sexprs.items(sexpr);
        match (items.next(), items.next(), items.next(), items.next()) {
            (Some(a), Some(b), Some(c), None) => Ok([a, b, c]),
            _ => Err(self.sexprs.error(sexpr, message)),
        }
    }

    /// `(name term)`.
    fn binding(&self, sexpr: Sexpr) -> Result<(&'a str, Sexpr), Error> {
        let mut items = self.sexprs.items(sexpr);
        match (items.next().and_then(|name| self.sexprs.symbol(name)), items.next(), items.next()) {
            (Some(name), Some(term), None) => Ok((name, term)),
            _ => Err(self.sexprs.error(sexpr, "a binding is a name and a term: (x 1)")),
        }
    }

    /// `((x Int) (y Bool))`: the names as they are written, and variables that hide nothing.
    pub(crate) fn sorted_variables(
        &mut self,
        sexpr: Sexpr,
    ) -> Result<(Vec<&'a str>, Vec<Local>), Error> {
        let mut names = Vec::new();
        let mut locals = Vec::new();
        if self.sexprs.kind(sexpr) != Kind::List {
            return Err(self.sexprs.error(sexpr, "sorted variables are wanted here: ((x Int))"));
        }
        for variable in self.sexprs.items(sexpr) {
            let mut items = self.sexprs.items(variable);
            let (name, sort) = match (
                items.next().and_then(|name| self.sexprs.symbol(name)),
                items.next(),
                items.next(),
            ) {
                (Some(name), Some(sort), None) => (name, self.sort(sort)?),
                _ => return Err(self.sexprs.error(variable, "a variable has a name and a sort")),
            };
            locals.push(self.fresh(name, sort, &locals));
            names.push(name);
        }
        Ok((names, locals))
    }

    /// A variable of that name, or of one like it if something has the name already: with `let`
    /// gone, a variable that hides something could catch what is meant for the other.
    pub(crate) fn fresh(&mut self, name: &str, sort: Sort, siblings: &[Local]) -> Local {
        let taken = |reader: &Self, name: &str| {
            reader.is_visible(name)
                || reader.local_names.contains_key(name)
                || siblings.iter().any(|&local| &**reader.terms.local(local).0 == name)
        };
        if !taken(self, name) {
            return self.terms.get_local(name, sort);
        }
        // Beginning at how often the name is bound, so that many in a row cost one look each.
        let bound = self.bindings.get(name).map_or(0, SmallVec::len).max(1);
        let mut number = bound;
        loop {
            let other = format!("{name}!{number}");
            if !taken(self, &other) {
                return self.terms.get_local(&other, sort);
            }
            number += 1;
        }
    }

    pub(crate) fn bind_locals(&mut self, names: &[&'a str], locals: &[Local]) {
        for (name, &local) in names.iter().zip(locals) {
            let variable = self.terms.variable(local);
            self.bindings.entry(name).or_default().push(variable);
            let own = self.terms.local(local).0.clone();
            *self.local_names.entry(own).or_default() += 1;
        }
    }

    pub(crate) fn unbind(&mut self, names: &[&'a str]) {
        for name in names.iter().rev() {
            let Some(stack) = self.bindings.get_mut(name) else { continue };
            let Some(term) = stack.pop() else { continue };
            if let crate::term::Node::Local(local) = *self.terms.node(term) {
                let own = self.terms.local(local).0;
                if let Some(count) = self.local_names.get_mut(own) {
                    *count -= 1;
                    if *count == 0 {
                        self.local_names.remove(&own.clone());
                    }
                }
            }
        }
    }

    /// A case of a `match`: binds its variables and says where its body is.
    fn case(
        &mut self,
        sexpr: Sexpr,
        scrutinee: Term,
        cases: Vec<Case>,
    ) -> Result<(Form<'a>, Sexpr), Error> {
        let mut items = self.sexprs.items(sexpr);
        let (Some(pattern), Some(body), None) = (items.next(), items.next(), items.next()) else {
            return Err(self.sexprs.error(sexpr, "a case is a pattern and a term"));
        };
        let sort = self.terms.sort(scrutinee);
        let Some(constructors) = self.terms.constructors(sort).map(<[Fun]>::to_vec) else {
            return Err(self.sexprs.error(sexpr, "`match` takes a term of a datatype"));
        };
        let parts: Vec<Sexpr> = match self.sexprs.kind(pattern) {
            Kind::List => self.sexprs.items(pattern).collect(),
            _ => vec![pattern],
        };
        let symbols: Option<Vec<&'a str>> =
            parts.iter().map(|&part| self.sexprs.symbol(part)).collect();
        let Some([head, fields @ ..]) = symbols.as_deref() else {
            return Err(self
                .sexprs
                .error(pattern, "a pattern is a constructor and variables, or a variable"));
        };
        let found =
            constructors.iter().copied().find(|&fun| &*self.terms.function(fun).name == *head);
        let (names, sorts) = match found {
            Some(constructor) => {
                let sorts = self.terms.field_sorts(constructor, sort).unwrap_or_default();
                if sorts.len() != fields.len() {
                    let message =
                        format!("`{head}` has {} fields, not {}", sorts.len(), fields.len());
                    return Err(self.sexprs.error(pattern, message));
                }
                (fields.to_vec(), sorts)
            }
            None if fields.is_empty() => (vec![*head], vec![sort]),
            None => {
                return Err(self.sexprs.error(pattern, format!("the datatype has no `{head}`")));
            }
        };
        let mut locals = Vec::new();
        for (name, sort) in names.iter().zip(sorts) {
            locals.push(self.fresh(name, sort, &locals));
        }
        self.bind_locals(&names, &locals);
        Ok((Form::Case { names, constructor: found, locals, cases }, body))
    }

    fn finish_match(
        &mut self,
        sexpr: Sexpr,
        scrutinee: Term,
        cases: Vec<Case>,
    ) -> Result<Term, Error> {
        let constructors = self.terms.constructors(self.terms.sort(scrutinee)).unwrap_or(&[]);
        let covers = |fun: Fun| {
            cases.iter().any(|case| case.constructor.is_none_or(|constructor| constructor == fun))
        };
        if let Some(&missing) = constructors.iter().find(|&&fun| !covers(fun)) {
            let message =
                format!("this `match` has no case for `{}`", self.terms.function(missing).name);
            return Err(self.sexprs.error(sexpr, message));
        }
        self.terms.match_on(scrutinee, cases).map_err(|message| self.sexprs.error(sexpr, message))
    }

    /// The attributes of `(! term attribute …)`, which begin at `at`.
    fn annotated(&mut self, sexpr: Sexpr, at: Sexpr, term: Term) -> Result<Term, Error> {
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

    /// z3's `(root-obj polynomial k)`: the k-th root of a polynomial in `x`.
    fn root_object(&mut self, sexpr: Sexpr) -> Result<Term, Error> {
        let [_, polynomial, number] =
            self.parts(sexpr, "`root-obj` takes a polynomial and a number")?;
        let coefficients = self.polynomial(polynomial)?;
        let number = self.index(number)? as usize;
        let coefficients: Vec<_> =
            coefficients.into_iter().map(crate::Rational::from_integer).collect();
        match Real::root_of(&coefficients, number, &Budget::default()) {
            Ok(root) => Ok(self.terms.literal(Value::Real(root), Sort::REAL)),
            Err(why) => Err(self.sexprs.error(sexpr, format!("this root cannot be had: {why}"))),
        }
    }

    /// A sum of products of numbers and powers of `x`: its coefficients, the constant first.
    fn polynomial(&self, sexpr: Sexpr) -> Result<Vec<num_bigint::BigInt>, Error> {
        let mut coefficients: Vec<num_bigint::BigInt> = Vec::new();
        let summands: Vec<Sexpr> = match self.sexprs.head(sexpr) {
            Some("+") => self.sexprs.items(sexpr).skip(1).collect(),
            _ => vec![sexpr],
        };
        for summand in summands {
            let factors: Vec<Sexpr> = match self.sexprs.head(summand) {
                Some("*") => self.sexprs.items(summand).skip(1).collect(),
                _ => vec![summand],
            };
            let (mut coefficient, mut power) = (num_bigint::BigInt::from(1), 0);
            for factor in factors {
                match self.monomial(factor)? {
                    Monomial::Number(number) => coefficient *= number,
                    Monomial::Power(by) => power += by as usize,
                }
            }
            if power > 10_000 {
                return Err(self.sexprs.error(summand, "the polynomial's degree is too large"));
            }
            if coefficients.len() <= power {
                coefficients.resize_with(power + 1, Default::default);
            }
            coefficients[power] += coefficient;
        }
        Ok(coefficients)
    }

    fn monomial(&self, sexpr: Sexpr) -> Result<Monomial, Error> {
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        match (self.sexprs.kind(sexpr), self.sexprs.head(sexpr)) {
            (Kind::Numeral, _) => Ok(Monomial::Number(numeral(self.sexprs.text(sexpr)).to_big())),
            (Kind::Symbol, _) if self.sexprs.is(sexpr, "x") => Ok(Monomial::Power(1)),
            (_, Some("^")) if items.len() == 3 && self.sexprs.is(items[1], "x") => {
                Ok(Monomial::Power(self.index(items[2])?))
            }
            (_, Some("-")) if items.len() == 2 && self.sexprs.kind(items[1]) == Kind::Numeral => {
                Ok(Monomial::Number(-numeral(self.sexprs.text(items[1])).to_big()))
            }
            _ => Err(self.sexprs.error(sexpr, "a number or a power of x is wanted here")),
        }
    }
}

enum Monomial {
    Number(num_bigint::BigInt),
    Power(u32),
}
