//! One term into text, with a `let` for what repeats too often.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use crate::decimal;
use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::sort::Sort;
use crate::symbol::Quoted;
use crate::term::{AttributeValue, Node, Term, Terms};
use crate::value::Value;

/// A term whose text would have this many more nodes than it has distinct ones is written with
/// `let`.
const MUCH: u64 = 1000;

/// Text that is still to be written.
enum Task {
    /// A term, or the name that stands for it.
    Term(Term),
    /// A space, and a term, or the name that stands for it.
    Argument(Term),
    /// A term, even if a name stands for it.
    Expanded(Term),
    /// The body of a binder: a scope that may have a `let` of its own.
    Scope(Term),
    /// Names that stand for nothing any more.
    Forget(Vec<Term>),
    /// Some text.
    Text(String),
    /// A closing parenthesis.
    Close,
    /// A space.
    Space,
}

pub(super) struct Printer<'a> {
    terms: &'a Terms,
    pub(super) text: String,
    tasks: Vec<Task>,
    /// The names that stand for terms.
    names: FxHashMap<Term, String>,
    /// The number of the last name.
    used: usize,
    /// Names that look like ours and are not.
    taken: FxHashSet<String>,
}

impl<'a> Printer<'a> {
    /// A printer that writes behind this text.
    pub(super) fn new(terms: &'a Terms, text: String) -> Printer<'a> {
        Printer {
            terms,
            text,
            tasks: Vec::new(),
            names: FxHashMap::default(),
            used: 0,
            taken: FxHashSet::default(),
        }
    }

    /// Writes a term behind what is written already.
    pub(super) fn print(&mut self, root: Term) {
        self.tasks.push(Task::Scope(root));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Text(text) => self.text.push_str(&text),
                Task::Close => self.text.push(')'),
                Task::Space => self.text.push(' '),
                Task::Forget(terms) => {
                    for term in terms {
                        self.names.remove(&term);
                    }
                }
                Task::Term(term) => self.term(term),
                Task::Argument(term) => {
                    self.text.push(' ');
                    self.term(term);
                }
                Task::Expanded(term) => self.node(term),
                Task::Scope(term) => self.scope(term),
            }
        }
    }

    /// Writes a term, or the name that stands for it.
    fn term(&mut self, term: Term) {
        if self.names.is_empty() {
            return self.node(term);
        }
        match self.names.get(&term) {
            Some(name) => self.text.push_str(name),
            None => self.node(term),
        }
    }

    /// Writes a term, with a `let` for what repeats in it.
    fn scope(&mut self, root: Term) {
        let shared = self.shared(root);
        if shared.is_empty() {
            return self.term(root);
        }
        if self.used == 0 {
            self.taken = self.terms.names_with('$');
        }
        let mut tasks = Vec::new();
        for &term in &shared {
            let name = self.new_name();
            tasks.push(Task::Text(format!("(let (({name} ")));
            tasks.push(Task::Expanded(term));
            tasks.push(Task::Text(")) ".to_owned()));
            self.names.insert(term, name);
        }
        tasks.push(Task::Term(root));
        tasks.extend(shared.iter().map(|_| Task::Close));
        tasks.push(Task::Forget(shared));
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// The terms to bind before the root: those that occur more than once outside of binders, if
    /// writing them out would make the text much longer.
    fn shared(&self, root: Term) -> Vec<Term> {
        if self.repeats_little(root) {
            return Vec::new();
        }
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut stack = vec![root];
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            for child in self.inside(term) {
                *uses.entry(child).or_default() += 1;
                stack.push(child);
            }
        }
        let mut order: Vec<Term> = seen.into_iter().collect();
        order.sort_unstable();
        let mut sizes: FxHashMap<Term, u64> = FxHashMap::default();
        for &term in &order {
            let parts = self.inside(term).into_iter();
            let size = parts.map(|part| sizes[&part]).fold(1_u64, u64::saturating_add);
            sizes.insert(term, size);
        }
        if sizes[&root] <= order.len() as u64 + MUCH {
            return Vec::new();
        }
        let repeated = |term: &Term| uses.get(term).is_some_and(|&uses| uses > 1);
        order.retain(|term| {
            repeated(term)
                && !self.names.contains_key(term)
                && !self.terms.children(*term).is_empty()
        });
        order
    }

    /// Whether a term is written with few more nodes than it has distinct ones. No more than these
    /// are looked at.
    fn repeats_little(&self, root: Term) -> bool {
        let mut seen: SmallVec<[u64; 16]> = SmallVec::from_elem(0, root.number() / 64 + 1);
        let mut repeated = 0;
        let mut stack: SmallVec<[Term; 32]> = smallvec![root];
        while let Some(term) = stack.pop() {
            let (word, bit) = (term.number() / 64, 1 << (term.number() % 64));
            if seen[word] & bit != 0 {
                repeated += 1;
                if repeated > MUCH {
                    return false;
                }
            }
            seen[word] |= bit;
            match self.terms.node(term) {
                Node::Op(_, parts) | Node::Call(_, parts) => {
                    if self.names.is_empty() || !self.names.contains_key(&term) {
                        stack.extend_from_slice(parts);
                    }
                }
                Node::Literal(_) | Node::Local(_) => {}
                _ => stack.extend(self.inside(term)),
            }
        }
        true
    }

    /// The parts of a term that are written in the same scope: none if a name stands for it.
    fn inside(&self, term: Term) -> Vec<Term> {
        if self.names.contains_key(&term) {
            return Vec::new();
        }
        match self.terms.node(term) {
            Node::Bind(..) => Vec::new(),
            Node::Match(scrutinee, _) => vec![*scrutinee],
            Node::Annotated(body, attributes) => {
                let patterns = attributes.iter().flat_map(|attribute| match &attribute.value {
                    AttributeValue::Terms(pattern) => pattern.as_ref(),
                    AttributeValue::None | AttributeValue::Text(_) => &[],
                });
                [*body].into_iter().chain(patterns.copied()).collect()
            }
            _ => self.terms.children(term).to_vec(),
        }
    }

    fn new_name(&mut self) -> String {
        loop {
            self.used += 1;
            let name = format!("${}", self.used);
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }

    fn node(&mut self, term: Term) {
        let terms = self.terms;
        match terms.node(term) {
            Node::Literal(Value::Real(real))
                if real.to_small().is_some_and(|(numer, denom)| {
                    decimal::write_small(numer, denom, &mut self.text)
                }) => {}
            Node::Literal(Value::BitVec(bits)) => {
                let _ = write!(self.text, "{bits}");
            }
            Node::Literal(Value::Real(real)) => {
                match real.to_rational().and_then(|real| decimal::text(&real)) {
                    Some(decimal) => self.text.push_str(&decimal),
                    None => self.text.push_str(&real.term_text()),
                }
            }
            Node::Literal(Value::Bool(value)) => {
                self.text.push_str(if *value { "true" } else { "false" });
            }
            Node::Literal(value) => {
                let _ = write!(self.text, "{:#}", value.display(terms));
            }
            Node::Local(local) => {
                Quoted(terms.local(*local).0).write(&mut self.text);
            }
            Node::Op(Op::ConstArray(sort), arguments) => {
                self.open(arguments);
                let _ = write!(self.text, "(as const {})", terms.sorts.text(*sort));
                self.apply(arguments);
            }
            Node::Op(Op::SeqEmpty(sort), _) => {
                let _ = write!(self.text, "(as seq.empty {})", terms.sorts.text(*sort));
            }
            Node::Op(op, arguments) => {
                self.open(arguments);
                op.write(&mut self.text);
                self.apply(arguments);
            }
            Node::Call(fun, arguments) => {
                self.open(arguments);
                self.head(*fun, terms.sort(term));
                self.apply(arguments);
            }
            Node::Bind(binder, locals, body) => {
                let _ = write!(self.text, "({} (", binder.name());
                terms.write_variables(locals, &mut self.text);
                self.text.push_str(") ");
                self.tasks.push(Task::Close);
                self.tasks.push(Task::Scope(*body));
            }
            Node::Match(scrutinee, cases) => {
                self.text.push_str("(match ");
                let mut tasks = vec![Task::Term(*scrutinee), Task::Text(" (".to_owned())];
                for (place, case) in cases.iter().enumerate() {
                    let names =
                        case.locals.iter().map(|&local| Quoted(terms.local(local).0).to_string());
                    let mut words: Vec<String> = case
                        .constructor
                        .map(|fun| Quoted(&terms.function(fun).name).to_string())
                        .into_iter()
                        .collect();
                    words.extend(names);
                    let pattern = match words.as_slice() {
                        [word] => word.clone(),
                        _ => format!("({})", words.join(" ")),
                    };
                    let space = if place == 0 { "" } else { " " };
                    tasks.push(Task::Text(format!("{space}({pattern} ")));
                    tasks.push(Task::Scope(case.body));
                    tasks.push(Task::Close);
                }
                tasks.push(Task::Text("))".to_owned()));
                self.tasks.extend(tasks.into_iter().rev());
            }
            Node::Annotated(body, attributes) => {
                self.text.push_str("(! ");
                let mut tasks = vec![Task::Term(*body)];
                for attribute in attributes {
                    tasks.push(Task::Text(format!(" {}", attribute.keyword)));
                    match &attribute.value {
                        AttributeValue::None => {}
                        AttributeValue::Text(text) => tasks.push(Task::Text(format!(" {text}"))),
                        AttributeValue::Terms(pattern) => {
                            tasks.push(Task::Text(" (".to_owned()));
                            for (place, &term) in pattern.iter().enumerate() {
                                if place > 0 {
                                    tasks.push(Task::Space);
                                }
                                tasks.push(Task::Term(term));
                            }
                            tasks.push(Task::Close);
                        }
                    }
                }
                tasks.push(Task::Close);
                self.tasks.extend(tasks.into_iter().rev());
            }
        }
    }

    /// Writes what stands before the head of an application.
    fn open(&mut self, arguments: &[Term]) {
        if !arguments.is_empty() {
            self.text.push('(');
        }
    }

    /// Sees to what stands behind the head of an application.
    fn apply(&mut self, arguments: &[Term]) {
        if arguments.is_empty() {
            return;
        }
        self.tasks.push(Task::Close);
        self.tasks.extend(arguments.iter().rev().map(|&argument| Task::Argument(argument)));
    }

    /// Writes a function as an identifier: a constructor whose arguments do not tell its sort is
    /// qualified.
    fn head(&mut self, fun: Fun, sort: Sort) {
        let terms = self.terms;
        let function = terms.function(fun);
        let name = Quoted(&function.name);
        let _ = match &function.kind {
            FunctionKind::Tester { constructor } => {
                write!(self.text, "(_ is {})", Quoted(&terms.function(*constructor).name))
            }
            FunctionKind::Updater { .. } => write!(self.text, "(_ update {name})"),
            FunctionKind::Constructor { .. } if terms.wants_sort(fun) => {
                write!(self.text, "(as {name} {})", terms.sorts.text(sort))
            }
            _ => {
                name.write(&mut self.text);
                Ok(())
            }
        };
    }
}
