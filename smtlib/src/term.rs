//! Terms, each kept once: a handle is a number, and equal terms are equal handles.
//!
//! A term is a node over smaller terms, so a formula is a graph that shares what repeats. `let`
//! has no node: the reader puts the shared term in place, and the printer invents a `let` where a
//! term would otherwise be written too often.

mod nodes;

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::function::{Fun, Function, SortDeclaration};
use crate::op::{Op, Shape};
use crate::sort::{Sort, Sorts};
use crate::typing::{self, TypeError};
use crate::value::Value;
use nodes::Nodes;

/// A term of a [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// The term's number: less than that of every term it is a part of.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A variable bound by a quantifier, a `match`, a `lambda` or a definition.
///
/// Two of the same name and sort are the same: the reader renames one that would hide another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(u32);

/// The arguments of an application.
pub type Arguments = SmallVec<[Term; 4]>;

/// What binds variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binder {
    /// For all values.
    Forall,
    /// For some value.
    Exists,
    /// The array with these elements; z3 prints arrays so.
    Lambda,
    /// A value that makes the body true, always the same one; only models have it, since cvc5
    /// prints values so that it does not write out: `(witness ((x String)) (= (str.len x) 70000))`.
    Witness,
}

impl Binder {
    /// `forall`, `exists`, `lambda`, `witness`.
    pub fn name(self) -> &'static str {
        match self {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
            Binder::Witness => "witness",
        }
    }
}

/// A case of a `match`: the constructor, unless any will do, and what its fields are called.
///
/// Without a constructor there is at most one local, which is the whole value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The constructor that the case is for.
    pub constructor: Option<Fun>,
    /// The names of its fields, or of the whole value.
    pub locals: Box<[Local]>,
    /// What the `match` is in this case.
    pub body: Term,
}

/// An annotation of a term: `:named x`, `:pattern ((f x))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// With its colon.
    pub keyword: Arc<str>,
    /// What follows it.
    pub value: AttributeValue,
}

/// What follows the keyword of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttributeValue {
    /// Nothing.
    None,
    /// An S-expression, with single spaces.
    Text(Arc<str>),
    /// The terms of a pattern.
    Terms(Box<[Term]>),
}

/// What a term is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// What SMT-LIB writes as one word: `true`, `12`, `1.5`, `#b01`, `"a"`, `RNE`, `(_ NaN 8 24)`,
    /// and the nameless elements of declared sorts that models have.
    Literal(Value),
    /// A bound variable.
    Local(Local),
    /// An operator of a theory and its arguments.
    Op(Op, Arguments),
    /// A declared or defined function, a constructor, selector or tester, and its arguments.
    Call(Fun, Arguments),
    /// A quantifier or `lambda`.
    Bind(Binder, Box<[Local]>, Term),
    /// `match`.
    Match(Term, Box<[Case]>),
    /// `!`.
    Annotated(Term, Box<[Attribute]>),
}

/// All terms of a script, with their sorts and the functions in them.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The sorts.
    pub sorts: Sorts,
    nodes: Nodes,
    /// The term of each function that was called without arguments.
    constants: Vec<Option<Term>>,
    /// Room for the sorts of arguments.
    argument_sorts: Vec<Sort>,
    locals: IndexSet<(Arc<str>, Sort), FxBuildHasher>,
    pub(crate) functions: Vec<Function>,
    pub(crate) declarations: Vec<SortDeclaration>,
    /// Constructors whose name other datatypes' functions have too.
    pub(crate) overloaded: FxHashSet<Fun>,
    /// The function that changes the field of each selector, where there is one.
    pub(crate) updaters: FxHashMap<Fun, Fun>,
    /// The sorts whose values are made of sorts that are known already.
    pub(crate) settled: FxHashSet<Sort>,
}

impl Terms {
    /// What a term is made of.
    pub fn node(&self, term: Term) -> &Node {
        self.nodes.node(term.number())
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes.sort(term.number())
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Are there no terms yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// Makes room for so many more terms.
    pub(crate) fn reserve(&mut self, terms: usize) {
        self.nodes.reserve(terms);
    }

    /// The name and the sort of a bound variable.
    pub fn local(&self, local: Local) -> (&Arc<str>, Sort) {
        let (name, sort) = &self.locals[local.0 as usize];
        (name, *sort)
    }

    /// The bound variable of this name and sort.
    pub fn get_local(&mut self, name: &str, sort: Sort) -> Local {
        let (number, _) = self.locals.insert_full((name.into(), sort));
        Local(u32::try_from(number).expect("fewer variables than bytes of text"))
    }

    /// The names of functions and bound variables that begin with this letter.
    pub(crate) fn names_with(&self, letter: char) -> FxHashSet<String> {
        let functions = self.functions.iter().map(|function| &function.name);
        let names = functions.chain(self.locals.iter().map(|(name, _)| name));
        names.filter(|name| name.starts_with(letter)).map(ToString::to_string).collect()
    }

    fn get(&mut self, node: Node, sort: Sort) -> Term {
        Term(self.nodes.insert(node, sort))
    }

    /// A literal.
    pub(crate) fn literal(&mut self, value: Value, sort: Sort) -> Term {
        self.get(Node::Literal(value), sort)
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Term {
        self.literal(Value::Bool(value), Sort::BOOL)
    }

    /// A bound variable as a term.
    pub fn variable(&mut self, local: Local) -> Term {
        let (_, sort) = self.local(local);
        self.get(Node::Local(local), sort)
    }

    /// An operator applied to arguments, which are converted from Int to Real where they must be.
    ///
    /// [`Op::Sub`] of one argument is [`Op::Neg`]. The error says what is wrong with the sorts.
    pub fn op(&mut self, op: Op, arguments: impl Into<Arguments>) -> Result<Term, TypeError> {
        let mut arguments = arguments.into();
        let op = if op == Op::Sub && arguments.len() == 1 { Op::Neg } else { op };
        self.convert(op, &mut arguments);
        let nodes = &self.nodes;
        self.argument_sorts.clear();
        self.argument_sorts.extend(arguments.iter().map(|term| nodes.sort(term.number())));
        let sort = typing::result(&mut self.sorts, op, &self.argument_sorts)?;
        Ok(self.get(Node::Op(op, arguments), sort))
    }

    /// Converts arguments from Int to Real where the operator wants a Real.
    fn convert(&mut self, op: Op, arguments: &mut Arguments) {
        let real = |terms: &Self, arguments: &[Term]| {
            arguments.iter().any(|&term| terms.sort(term) == Sort::REAL)
        };
        let converted = match op.shape() {
            Shape::Fold(Sort::REAL) => 0..arguments.len(),
            Shape::Fixed(signature) if signature[..signature.len() - 1].contains(&Sort::REAL) => {
                0..arguments.len()
            }
            Shape::Number { .. } | Shape::NumberChain if real(self, arguments) => {
                0..arguments.len()
            }
            Shape::Own => match op {
                Op::Eq | Op::Distinct if real(self, arguments) => 0..arguments.len(),
                Op::Ite if real(self, arguments) => 1.min(arguments.len())..arguments.len(),
                Op::ToFp(_) if arguments.len() == 2 => 1..2,
                Op::ConstArray(sort) => match self.sorts.array(sort) {
                    Some((_, Sort::REAL)) => 0..arguments.len(),
                    _ => return,
                },
                Op::Select | Op::Store => return self.convert_array(arguments),
                _ => return,
            },
            _ => return,
        };
        for argument in &mut arguments[converted] {
            *argument = self.to_real(*argument);
        }
    }

    fn convert_array(&mut self, arguments: &mut Arguments) {
        let Some((index, element)) =
            arguments.first().and_then(|&a| self.sorts.array(self.sort(a)))
        else {
            return;
        };
        for (argument, wanted) in arguments[1..].iter_mut().zip([index, element]) {
            if wanted == Sort::REAL {
                *argument = self.to_real(*argument);
            }
        }
    }

    /// An Int as a Real: a literal becomes one of Real, anything else is under a `to_real`.
    pub fn to_real(&mut self, term: Term) -> Term {
        if self.sort(term) != Sort::INT {
            return term;
        }
        match self.node(term) {
            Node::Literal(Value::Int(int)) => {
                let real = Value::Real(int.to_big().into());
                self.literal(real, Sort::REAL)
            }
            Node::Op(Op::Neg, arguments)
                if matches!(self.node(arguments[0]), Node::Literal(Value::Int(_))) =>
            {
                let inner = arguments[0];
                let inner = self.to_real(inner);
                self.get(Node::Op(Op::Neg, Arguments::from_slice(&[inner])), Sort::REAL)
            }
            _ => self.get(Node::Op(Op::ToReal, Arguments::from_slice(&[term])), Sort::REAL),
        }
    }

    /// A function applied to arguments; `result` decides the sort of a constructor such as `nil`
    /// whose arguments do not.
    pub fn call(
        &mut self,
        fun: Fun,
        arguments: impl Into<Arguments>,
        result: Option<Sort>,
    ) -> Result<Term, TypeError> {
        let mut arguments = arguments.into();
        if arguments.is_empty() && result.is_none() {
            return self.constant(fun);
        }
        let sort = self.call_sort(fun, &mut arguments, result)?;
        Ok(self.get(Node::Call(fun, arguments), sort))
    }

    /// A function without parameters: most leaves of a term are one that was there before.
    fn constant(&mut self, fun: Fun) -> Result<Term, TypeError> {
        if let Some(&Some(known)) = self.constants.get(fun.number()) {
            return Ok(known);
        }
        let mut arguments = Arguments::new();
        let sort = self.call_sort(fun, &mut arguments, None)?;
        let term = self.get(Node::Call(fun, arguments), sort);
        if self.constants.len() <= fun.number() {
            self.constants.resize(self.functions.len(), None);
        }
        self.constants[fun.number()] = Some(term);
        Ok(term)
    }

    fn call_sort(
        &mut self,
        fun: Fun,
        arguments: &mut Arguments,
        result: Option<Sort>,
    ) -> Result<Sort, TypeError> {
        let function = &self.functions[fun.number()];
        let (wanted, found, given) = (function.parameters.len(), arguments.len(), function.result);
        if wanted != found {
            let name = function.name.clone();
            return Err(TypeError::CallCount { name, wanted, found });
        }
        let mut binding = Vec::new();
        if let Some(result) = result
            && !self.sorts.unify(given, result, &mut binding)
        {
            let name = self.function(fun).name.clone();
            let (found, wanted) = (self.sorts.text(given), self.sorts.text(result));
            return Err(TypeError::CallResult { name, found, wanted });
        }
        for (place, argument) in arguments.iter_mut().enumerate() {
            let wanted = self.functions[fun.number()].parameters[place];
            if wanted == Sort::REAL {
                *argument = self.to_real(*argument);
            }
            let found = self.sort(*argument);
            if found != wanted && !self.sorts.unify(wanted, found, &mut binding) {
                let name = self.function(fun).name.to_string();
                let (found, wanted) = (self.sorts.text(found), self.sorts.text(wanted));
                return Err(TypeError::Argument { place: place + 1, name, found, wanted });
            }
        }
        let sort = self.sorts.instantiate(given, &binding).ok_or(TypeError::TooDeep)?;
        if self.sorts.has_parameter(sort) {
            return Err(TypeError::UnknownSort(self.function(fun).name.clone()));
        }
        Ok(sort)
    }

    /// A quantifier, a `lambda`, or a `witness`.
    pub fn bind(
        &mut self,
        binder: Binder,
        locals: &[Local],
        body: Term,
    ) -> Result<Term, TypeError> {
        let body_sort = self.sort(body);
        let sort = match (binder, locals) {
            (Binder::Lambda, &[local]) => {
                let (_, index) = self.local(local);
                let array = crate::sort::SortKind::Array(index, body_sort);
                self.sorts.get(array).ok_or(TypeError::TooDeep)?
            }
            (Binder::Lambda, _) => return Err(TypeError::Lambda),
            (_, []) => return Err(TypeError::NoVariable(binder.name())),
            (Binder::Witness, &[local]) if body_sort == Sort::BOOL => self.local(local).1,
            (Binder::Witness, [_, _, ..]) => return Err(TypeError::Witness),
            _ if body_sort == Sort::BOOL => Sort::BOOL,
            _ => {
                let sort = self.sorts.text(body_sort);
                return Err(TypeError::Body { binder: binder.name(), sort });
            }
        };
        Ok(self.get(Node::Bind(binder, locals.into(), body), sort))
    }

    /// A `match`; that its cases are complete is not checked here.
    pub fn match_on(&mut self, scrutinee: Term, cases: Vec<Case>) -> Result<Term, TypeError> {
        let Some(first) = cases.first() else {
            return Err(TypeError::NoCase);
        };
        let sort = self.sort(first.body);
        for case in &cases {
            let found = self.sort(case.body);
            if found != sort {
                let (first, other) = (self.sorts.text(sort), self.sorts.text(found));
                return Err(TypeError::Cases { first, other });
            }
        }
        Ok(self.get(Node::Match(scrutinee, cases.into()), sort))
    }

    /// A term with annotations, which do not change its value.
    pub fn annotate(&mut self, term: Term, attributes: Vec<Attribute>) -> Term {
        let sort = self.sort(term);
        self.get(Node::Annotated(term, attributes.into()), sort)
    }

    /// The terms that a term is made of, in the order they are written.
    ///
    /// The terms of a pattern are annotations, not parts.
    pub fn children(&self, term: Term) -> SmallVec<[Term; 4]> {
        match self.node(term) {
            Node::Literal(_) | Node::Local(_) => SmallVec::new(),
            Node::Op(_, arguments) | Node::Call(_, arguments) => arguments.clone(),
            Node::Bind(_, _, body) | Node::Annotated(body, _) => SmallVec::from_slice(&[*body]),
            Node::Match(scrutinee, cases) => {
                std::iter::once(*scrutinee).chain(cases.iter().map(|case| case.body)).collect()
            }
        }
    }

    /// The same node over other terms: `with_children(t, &children(t)) == t`.
    ///
    /// The error says what is wrong with the sorts.
    pub fn with_children(&mut self, term: Term, children: &[Term]) -> Result<Term, TypeError> {
        let sort = self.sort(term);
        match self.node(term).clone() {
            Node::Literal(_) | Node::Local(_) => Ok(term),
            Node::Op(op, _) => self.op(op, children),
            Node::Call(fun, _) => {
                // Only a constructor's sort may depend on more than its arguments.
                let fixed = self.function(fun).is_constructor().then_some(sort);
                self.call(fun, children, fixed)
            }
            Node::Bind(binder, locals, _) => self.bind(binder, &locals, children[0]),
            Node::Annotated(_, attributes) => Ok(self.annotate(children[0], attributes.into())),
            Node::Match(_, cases) => {
                let cases = cases.into_iter().zip(&children[1..]);
                let cases = cases.map(|(case, &body)| Case { body, ..case }).collect();
                self.match_on(children[0], cases)
            }
        }
    }
}
