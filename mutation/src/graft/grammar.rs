//! Grammars of formulas into terms: trees of the nonterminals that have a sort, as terms over the
//! names of somebody else.

use std::ops::Range;
use std::sync::OnceLock;

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
    words: Vec<Box<[Word]>>,
    /// The nonterminals whose trees are terms, with their sorts in `terms`.
    kinds: Vec<Kind>,
    sorts: Vec<GrammarSort>,
}

/// A nonterminal whose trees are terms.
#[derive(Debug)]
struct Kind {
    space: Space,
    sort: Sort,
    /// For each size that trees have: the indices of the trees of that size.
    sizes: Vec<Range<u64>>,
    /// The first trees, which are read anew for each seed, once somebody asked for them.
    smallest: OnceLock<Vec<Tree>>,
}

/// A sort of a grammar's terms.
#[derive(Debug)]
pub struct GrammarSort {
    /// The sort in the grammar's own terms.
    pub sort: Sort,
    /// Its text: `(_ BitVec 64)`.
    pub text: String,
    /// Whether the grammar has a variable of it.
    pub has_variable: bool,
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
    /// Something of which no term is made here.
    Other,
}

/// A leaf of a grammar's tree, for which a term is chosen. In `(+ x 1)` these are `x` and `1`.
#[derive(Clone, Copy, Debug)]
pub enum Leaf<'a> {
    /// A literal of the grammar.
    Literal(&'a Value),
    /// A variable of a sort of the grammar.
    Variable(Sort),
}

/// The largest trees that are drawn.
const LARGEST: u32 = 5;

/// The number of the smallest trees of a nonterminal that are given.
const SMALLEST: u64 = 40;

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
            sorts: Vec::new(),
        };
        let rtg = space.rtg();
        for production in rtg.productions() {
            let symbols = rtg.production(production).symbols();
            let words = symbols.iter().flat_map(|symbol| words_of(symbol, &variables));
            let words: Vec<Word> = words.collect();
            grammar.words.push(words.into());
        }
        for nonterminal in rtg.nonterminals() {
            grammar.add_kind(nonterminal);
        }
        grammar.add_sorts();
        (!grammar.kinds.is_empty()).then_some(grammar)
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
        let mut sizes = Vec::new();
        let mut from = 0_u64;
        for size in 0..=LARGEST {
            let count = u64::try_from(&space.count(Size(size))).unwrap_or(u64::MAX);
            let to = from.saturating_add(count);
            if from < to {
                sizes.push(from..to);
            }
            from = to;
        }
        let smallest = OnceLock::new();
        self.kinds.push(Kind { space, sort, sizes, smallest });
    }

    fn add_sorts(&mut self) {
        for kind in &self.kinds {
            if self.sorts.iter().all(|known| known.sort != kind.sort) {
                let mut words = self.words.iter().flat_map(|words| words.iter());
                let is_it =
                    |word: &Word| matches!(word, Word::Variable(sort) if *sort == kind.sort);
                let has_variable = words.any(is_it);
                let text = self.terms.sorts.text(kind.sort);
                self.sorts.push(GrammarSort { sort: kind.sort, text, has_variable });
            }
        }
    }

    /// Returns a text that another grammar has not: a digest of its productions.
    pub fn edition(&self) -> String {
        format!("{:016x}", Draw::new(&format!("{:?}", self.space.rtg()), "edition", 0).bits())
    }

    /// Returns the sorts of its terms.
    pub fn sorts(&self) -> &[GrammarSort] {
        &self.sorts
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
        let kind = self.kinds_of(sort).nth(draw.place(self.kinds_of(sort).count().max(1)))?;
        let size = draw.one_of(&kind.sizes)?;
        let index = size.start + draw.below(size.end - size.start);
        let tree = kind.space.get(&Index::from(index))?;
        self.read(&tree, terms, |it, terms| leaf(it, terms, draw))
    }

    /// Returns the smallest terms of one of its sorts, one after the other; `None` for those trees
    /// that are no terms.
    pub fn smallest(
        &self,
        sort: Sort,
        terms: &mut Terms,
        mut leaf: impl FnMut(Leaf<'_>, &mut Terms) -> Option<Term>,
    ) -> Vec<Term> {
        let trees = self.kinds_of(sort).flat_map(Kind::smallest);
        trees.filter_map(|tree| self.read(tree, terms, &mut leaf)).collect()
    }

    /// Reads a tree word by word, with a term for each leaf.
    fn read(
        &self,
        tree: &Tree,
        terms: &mut Terms,
        mut leaf: impl FnMut(Leaf<'_>, &mut Terms) -> Option<Term>,
    ) -> Option<Term> {
        let mut choices = tree.choices().iter();
        let mut open: Vec<std::slice::Iter<'_, Word>> = vec![[Word::Choice].iter()];
        // What is read of each list that is open: its operator, and its arguments.
        let mut lists: Vec<(Option<Op>, Arguments)> = vec![(None, Arguments::new())];
        while let Some(words) = open.last_mut() {
            let Some(word) = words.next() else {
                open.pop();
                continue;
            };
            let is_inside = lists.len() > 1;
            let (head, arguments) = lists.last_mut()?;
            match word {
                Word::Choice => match choices.next()? {
                    Choice::Production(id) => open.push(self.words[id.index()].iter()),
                    Choice::Char(_) => return None,
                },
                Word::Other => return None,
                Word::Open => lists.push((None, Arguments::new())),
                Word::Op(op) if op.is_extension() => return None,
                Word::Op(op) if head.is_none() && arguments.is_empty() && is_inside => {
                    *head = Some(*op);
                }
                Word::Op(op) => arguments.push(terms.op(*op, Arguments::new()).ok()?),
                Word::Literal(value) => arguments.push(leaf(Leaf::Literal(value), terms)?),
                Word::Variable(sort) => arguments.push(leaf(Leaf::Variable(*sort), terms)?),
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

impl Kind {
    fn smallest(&self) -> &[Tree] {
        self.smallest.get_or_init(|| {
            let all = self.sizes.last().map_or(0, |last| last.end);
            (0..all.min(SMALLEST)).map_while(|at| self.space.get(&Index::from(at))).collect()
        })
    }
}

/// Returns the words of one symbol; one that is no literal is whatever the tree has chosen.
fn words_of(symbol: &Symbol, variables: &FxHashMap<String, Sort>) -> Vec<Word> {
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
