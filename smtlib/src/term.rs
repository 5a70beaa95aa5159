//! Terms, each kept once: a handle is a number, and equal terms are equal handles.
//!
//! A term is a node over smaller terms, so a formula is a graph that shares what repeats. `let`
//! has no node: the reader puts the shared term in place, and the printer invents a `let` where a
//! term would otherwise be written too often.

mod build;
mod constant;
mod nodes;

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::function::{Fun, Function, SortDeclaration};
use crate::op::Op;
use crate::sort::{Sort, Sorts};
use crate::value::Value;
use nodes::Nodes;

/// A term of a [`Terms`]. `(+ x 1)` is one, and so are `x` and `1` in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// The term's number: less than that of every term it is a part of.
    pub fn number(self) -> usize {
        self.0 as usize
    }

    /// The term with a number that it is known to have.
    pub(crate) fn numbered(number: usize) -> Term {
        Term(u32::try_from(number).expect("fewer terms than bytes"))
    }
}

/// A variable bound by a quantifier, a `match`, a `lambda` or a definition.
///
/// Two of the same name and sort are the same: the reader renames one that would hide another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(u32);

/// The arguments of an application. In `(+ x 1)` they are `x` and `1`.
pub type Arguments = SmallVec<[Term; 4]>;

/// Construct that binds variables.
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
    /// Term that the `match` is in this case.
    pub body: Term,
}

/// An annotation of a term: `:named x`, `:pattern ((f x))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// With its colon.
    pub keyword: Arc<str>,
    /// Text after the keyword.
    pub value: AttributeValue,
}

/// Text after the keyword of an attribute. In `(! a :named b)` it is `b`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttributeValue {
    /// Nothing.
    None,
    /// An S-expression, with single spaces.
    Text(Arc<str>),
    /// The terms of a pattern.
    Terms(Box<[Term]>),
}

/// Structure of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A word of SMT-LIB: `true`, `12`, `1.5`, `#b01`, `"a"`, `RNE`, `(_ NaN 8 24)`, and the
    /// nameless elements of declared sorts that models have.
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

/// All terms of a script, with their sorts and the functions in them. `(and a a)` is two terms in
/// it: `a` and the whole.
///
/// What seldom changes is shared by clones until one of them changes it; [`Terms::share`] has them
/// share the terms too.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The sorts.
    pub sorts: Sorts,
    nodes: Nodes,
    /// The term of each function that was called without arguments.
    constants: Arc<Vec<Option<Term>>>,
    /// Room for the sorts of arguments.
    argument_sorts: Vec<Sort>,
    locals: Arc<IndexSet<(Arc<str>, Sort), FxBuildHasher>>,
    pub(crate) functions: Arc<Vec<Function>>,
    pub(crate) declarations: Arc<Vec<SortDeclaration>>,
    /// Constructors whose name other datatypes' functions have too.
    pub(crate) overloaded: Arc<FxHashSet<Fun>>,
    /// The function that changes the field of each selector, where there is one.
    pub(crate) updaters: Arc<FxHashMap<Fun, Fun>>,
    /// The sorts whose values are made of sorts that are known already.
    pub(crate) settled: Arc<FxHashSet<Sort>>,
}

/// Room for functions beyond those that were asked for: what joins scripts often adds some.
const SPARE: usize = 4;

impl Terms {
    /// Returns the structure of a term.
    pub fn node(&self, term: Term) -> &Node {
        self.nodes.node(term.number())
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes.sort(term.number())
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no terms yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// Lets clones share all terms that there are now, so that each of them costs what it adds.
    pub fn share(&mut self) {
        self.nodes.share();
    }

    /// Makes room for this many more terms.
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
        let local = (name.into(), sort);
        let number = match self.locals.get_index_of(&local) {
            Some(known) => known,
            None => Arc::make_mut(&mut self.locals).insert_full(local).0,
        };
        Local(u32::try_from(number).expect("fewer variables than bytes of text"))
    }

    /// The names of functions and bound variables that begin with this letter.
    pub(crate) fn names_with(&self, letter: char) -> FxHashSet<String> {
        let functions = self.functions.iter().map(|function| &function.name);
        let names = functions.chain(self.locals.iter().map(|(name, _)| name));
        names.filter(|name| name.starts_with(letter)).map(ToString::to_string).collect()
    }

    /// Returns a name that no function and no bound variable has: `stem` itself, or with a number
    /// behind it, as in `z!2`.
    pub fn fresh_name(&self, stem: &str) -> String {
        if !self.has_name(stem) {
            return stem.to_owned();
        }
        let numbered = (1_u64..).map(|number| format!("{stem}!{number}"));
        numbered.into_iter().find(|name| !self.has_name(name)).expect("names never end")
    }

    /// Whether a function or a bound variable has the name.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        self.functions.iter().any(|function| *function.name == *name)
            || self.locals.iter().any(|(local, _)| **local == *name)
    }

    /// Returns the number of bound variables.
    pub(crate) fn locals(&self) -> usize {
        self.locals.len()
    }

    /// Makes room for this many more functions.
    pub(crate) fn reserve_functions(&mut self, more: usize) {
        if let Some(functions) = Arc::get_mut(&mut self.functions) {
            functions.reserve(more);
            return;
        }
        // A clone would have no room for them, and be moved.
        let mut functions = Vec::with_capacity(self.functions.len() + more + SPARE);
        functions.extend_from_slice(&self.functions);
        self.functions = Arc::new(functions);
    }

    /// The names of all functions and bound variables.
    pub(crate) fn names(&self) -> FxHashSet<Arc<str>> {
        let functions = self.functions.iter().map(|function| function.name.clone());
        functions.chain(self.locals.iter().map(|(name, _)| name.clone())).collect()
    }

    /// The names of all sorts that are declared or defined.
    pub(crate) fn sort_names(&self) -> FxHashSet<Arc<str>> {
        let declared = self.declarations.iter().map(|declaration| declaration.name.clone());
        declared.chain(self.sorts.names().cloned()).collect()
    }

    /// Returns the functions that a bound variable has the name of: in a text, a binder may catch
    /// their calls.
    pub fn shadowed(&self) -> Vec<Fun> {
        if self.locals.is_empty() {
            return Vec::new();
        }
        let names: FxHashSet<&str> = self.locals.iter().map(|(name, _)| &**name).collect();
        let functions = self.functions().filter(|(_, function)| names.contains(&*function.name));
        functions.map(|(fun, _)| fun).collect()
    }

    pub(crate) fn get(&mut self, node: Node, sort: Sort) -> Term {
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

    /// The terms that a term is made of, one by one: those of [`Terms::children`].
    pub fn each_child(&self, term: Term) -> impl Iterator<Item = Term> + '_ {
        let (first, cases): (&[Term], &[Case]) = match self.node(term) {
            Node::Literal(_) | Node::Local(_) => (&[], &[]),
            Node::Op(_, arguments) | Node::Call(_, arguments) => (arguments, &[]),
            Node::Bind(_, _, body) | Node::Annotated(body, _) => (std::slice::from_ref(body), &[]),
            Node::Match(scrutinee, cases) => (std::slice::from_ref(scrutinee), cases),
        };
        first.iter().copied().chain(cases.iter().map(|case| case.body))
    }

    /// The terms that a term is made of, in the order they are written.
    ///
    /// The terms of a pattern are annotations, not parts.
    pub fn children(&self, term: Term) -> SmallVec<[Term; 4]> {
        match self.node(term) {
            Node::Literal(_) | Node::Local(_) => SmallVec::new(),
            // Copied as a whole: a clone would go through them one by one.
            Node::Op(_, arguments) | Node::Call(_, arguments) => SmallVec::from_slice(arguments),
            Node::Bind(_, _, body) | Node::Annotated(body, _) => SmallVec::from_slice(&[*body]),
            Node::Match(scrutinee, cases) => {
                std::iter::once(*scrutinee).chain(cases.iter().map(|case| case.body)).collect()
            }
        }
    }
}
