//! Grammars of formulas into terms: trees of the nonterminals that have a sort, as terms over the
//! names of somebody else.

use std::sync::Arc;

use feat_runtime::{Choice, Index, Layout, NonterminalId, Size, Space, Symbol, Tree};
use rustc_hash::FxHashMap;
use smtlib::{Arguments, Command, Node, Op, Script, Sort, Term, Terms, Value};

use crate::draw::Draw;

/// A grammar whose trees are scripts, with what its words mean as terms.
#[derive(Debug)]
pub struct Grammar {
    space: Space,
    /// The declarations of its smallest script, in whose sorts the words are.
    terms: Terms,
    /// The words of each production, by its number.
    words: Vec<Arc<[Word]>>,
    /// The nonterminals whose trees are terms, with their sorts in `terms`.
    kinds: Vec<Kind>,
}

/// A nonterminal whose trees are terms.
#[derive(Debug)]
struct Kind {
    nonterminal: NonterminalId,
    sort: Sort,
    /// For each size from 0: how many trees are smaller.
    before: Vec<u64>,
}

/// One word of a production.
#[derive(Clone, Debug)]
enum Word {
    Open,
    Close,
    Op(Op),
    Literal(Value),
    /// A variable of a sort of the grammar's terms.
    Variable(Sort),
    /// Whatever the tree has chosen next.
    Choice,
    /// What no term is made of here.
    Other,
}

/// A leaf of a grammar's tree, for which a term is chosen.
#[derive(Clone, Copy, Debug)]
pub enum Leaf<'a> {
    /// A literal of the grammar.
    Literal(&'a Value),
    /// A variable of a sort of the grammar.
    Variable(Sort),
}

/// The largest trees that are drawn.
const LARGEST: u32 = 5;

impl Grammar {
    /// Reads a grammar whose trees are scripts; `None` if its smallest script is none that can be
    /// read, or if none of its nonterminals stands for terms.
    pub fn new(space: &Space) -> Option<Self> {
        let smallest = space.get(&Index::from(0_u64))?;
        let script = Script::parse(&space.rtg().render(&smallest, Layout::Smtlib)).ok()?;
        let mut variables: FxHashMap<String, Sort> = FxHashMap::default();
        for command in script.commands() {
            if let Command::DeclareConst(fun) | Command::DeclareFun(fun) = command {
                let function = script.terms.function(*fun);
                if function.parameters.is_empty() {
                    variables.insert(function.name.to_string(), function.result);
                }
            }
        }
        let mut grammar = Self {
            space: space.clone(),
            terms: script.terms,
            words: Vec::new(),
            kinds: Vec::new(),
        };
        let rtg = space.rtg();
        for production in rtg.productions() {
            let symbols = rtg.production(production).symbols();
            let words = symbols.iter().flat_map(|symbol| grammar.words_of(symbol, &variables));
            let words: Vec<Word> = words.collect();
            grammar.words.push(words.into());
        }
        for nonterminal in rtg.nonterminals() {
            grammar.add_kind(nonterminal);
        }
        (!grammar.kinds.is_empty()).then_some(grammar)
    }

    fn words_of(&self, symbol: &Symbol, variables: &FxHashMap<String, Sort>) -> Vec<Word> {
        match symbol {
            Symbol::Nonterminal(_) => vec![Word::Choice],
            Symbol::Set(_) => vec![Word::Other],
            Symbol::Literal(text) => tokens(text)
                .into_iter()
                .map(|token| match token {
                    "(" => Word::Open,
                    ")" => Word::Close,
                    name => match variables.get(name) {
                        Some(&sort) => Word::Variable(sort),
                        None => Op::named(name).map_or_else(|| literal(name), Word::Op),
                    },
                })
                .collect(),
        }
    }

    /// Adds a nonterminal if its smallest tree is a term.
    fn add_kind(&mut self, nonterminal: NonterminalId) {
        let space = self.space.of(nonterminal);
        let mut terms = std::mem::take(&mut self.terms);
        let sort = (0..3_u64).find_map(|index| {
            let tree = space.get(&Index::from(index))?;
            let term = self.read(&tree, &mut terms, |leaf, terms| match leaf {
                Leaf::Literal(value) => terms.constant_of(value),
                Leaf::Variable(sort) => {
                    let variable = terms.declare("x", &[], sort);
                    terms.call(variable, Arguments::new(), None).ok()
                }
            })?;
            Some(terms.sort(term))
        });
        self.terms = terms;
        let Some(sort) = sort else { return };
        let mut before = vec![0_u64];
        for size in 0..=LARGEST {
            let count = u64::try_from(&space.count(Size(size))).unwrap_or(u64::MAX);
            let sum = before.last().copied().unwrap_or(0).saturating_add(count);
            before.push(sum);
        }
        self.kinds.push(Kind { nonterminal, sort, before });
    }

    /// Returns whether it has a variable of one of its sorts.
    pub fn has_variable(&self, sort: Sort) -> bool {
        let mut words = self.words.iter().flat_map(|words| words.iter());
        words.any(|word| matches!(word, Word::Variable(variable) if *variable == sort))
    }

    /// Returns whether it has terms of one of its sorts.
    pub fn has(&self, sort: Sort) -> bool {
        self.kinds_of(sort).next().is_some()
    }

    /// Returns the sorts of its terms, as handles of itself and as texts.
    pub fn sorts(&self) -> Vec<(Sort, String)> {
        self.kinds.iter().map(|kind| (kind.sort, self.terms.sorts.text(kind.sort))).collect()
    }

    /// Returns the nonterminals of a sort of itself.
    fn kinds_of(&self, sort: Sort) -> impl Iterator<Item = &Kind> {
        self.kinds.iter().filter(move |kind| kind.sort == sort)
    }

    /// Draws a term of one of its sorts: a size with equal chance, and a tree of that size with
    /// equal chance; `None` if the tree is no term, or its leaves are none.
    pub fn draw(
        &self,
        sort: Sort,
        terms: &mut Terms,
        draw: &mut Draw,
        mut leaf: impl FnMut(Leaf<'_>, &mut Terms, &mut Draw) -> Option<Term>,
    ) -> Option<Term> {
        let kinds: Vec<&Kind> = self.kinds_of(sort).collect();
        let kind = draw.one_of(&kinds)?;
        let sizes: Vec<usize> = (0..kind.before.len() - 1)
            .filter(|&size| kind.before[size] < kind.before[size + 1])
            .collect();
        let size = *draw.one_of(&sizes)?;
        let (from, to) = (kind.before[size], kind.before[size + 1]);
        let index = from + draw.below(to - from);
        self.term(kind, index, terms, |it, terms| leaf(it, terms, draw))
    }

    /// Returns the smallest terms of one of its sorts, one after the other; `None` for those trees
    /// that are no terms.
    pub fn smallest(
        &self,
        sort: Sort,
        most: u64,
        terms: &mut Terms,
        mut leaf: impl FnMut(Leaf<'_>, &mut Terms) -> Option<Term>,
    ) -> Vec<Term> {
        let mut found = Vec::new();
        for kind in self.kinds_of(sort) {
            let all = kind.before.last().copied().unwrap_or(0);
            for index in 0..all.min(most) {
                found.extend(self.term(kind, index, terms, &mut leaf));
            }
        }
        found
    }

    fn term(
        &self,
        kind: &Kind,
        index: u64,
        terms: &mut Terms,
        leaf: impl FnMut(Leaf<'_>, &mut Terms) -> Option<Term>,
    ) -> Option<Term> {
        let tree = self.space.of(kind.nonterminal).get(&Index::from(index))?;
        self.read(&tree, terms, leaf)
    }

    /// Reads a tree word by word, with a term for each leaf.
    fn read(
        &self,
        tree: &Tree,
        terms: &mut Terms,
        mut leaf: impl FnMut(Leaf<'_>, &mut Terms) -> Option<Term>,
    ) -> Option<Term> {
        let mut choices = tree.choices().iter();
        let start: Arc<[Word]> = Arc::new([Word::Choice]);
        let mut open: Vec<(Arc<[Word]>, usize)> = vec![(start, 0)];
        // What is read of each list that is open: its operator, and its arguments.
        let mut lists: Vec<(Option<Op>, Arguments)> = vec![(None, Arguments::new())];
        while let Some((words, at)) = open.last_mut() {
            let Some(word) = words.get(*at).cloned() else {
                open.pop();
                continue;
            };
            *at += 1;
            let is_inside = lists.len() > 1;
            let (head, arguments) = lists.last_mut()?;
            match word {
                Word::Choice => match choices.next()? {
                    Choice::Production(id) => open.push((self.words[id.index()].clone(), 0)),
                    Choice::Char(_) => return None,
                },
                Word::Other => return None,
                Word::Open => lists.push((None, Arguments::new())),
                Word::Op(op) if op.is_extension() => return None,
                Word::Op(op) if head.is_none() && arguments.is_empty() && is_inside => {
                    *head = Some(op);
                }
                Word::Op(op) => arguments.push(terms.op(op, Arguments::new()).ok()?),
                Word::Literal(value) => arguments.push(leaf(Leaf::Literal(&value), terms)?),
                Word::Variable(sort) => arguments.push(leaf(Leaf::Variable(sort), terms)?),
                Word::Close => {
                    let (head, arguments) = lists.pop()?;
                    let term = terms.op(head?, arguments).ok()?;
                    lists.last_mut()?.1.push(term);
                }
            }
        }
        let (_, arguments) = lists.pop()?;
        (arguments.len() == 1).then(|| arguments[0])
    }
}

/// Returns what a word without a meaning as a name or an operator is: a literal, or nothing.
fn literal(word: &str) -> Word {
    let read = || {
        let script = Script::parse(&format!("(assert (= {word} {word}))")).ok()?;
        let Command::Assert(equation) = script.commands().first()? else { return None };
        let term = *script.terms.children(*equation).first()?;
        match script.terms.node(term) {
            Node::Literal(value) => Some(Word::Literal(value.clone())),
            _ => None,
        }
    };
    read().unwrap_or(Word::Other)
}

/// Splits a text into parentheses, strings and words.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            '"' => string_length(rest),
            _ => rest
                .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"'))
                .unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// Returns how long a string literal is, in which `""` stands for a quotation mark.
fn string_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            if bytes.get(at + 1) != Some(&b'"') {
                return at + 1;
            }
            at += 1;
        }
        at += 1;
    }
    text.len()
}
