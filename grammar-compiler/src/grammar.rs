//! The grammar as its author wrote it: every item with its place in the text.
//!
//! Nothing here has been checked beyond its syntax. Names may be undefined or defined
//! twice, and sugar stands as it was written.

use feat_runtime::CharSet;

/// A place in the text, in bytes. The first rule of `grammar G; a : 'x' ;` begins at `11`.
pub type Span = std::ops::Range<usize>;

/// A value and where it was written. In `a : b ;` the name `b` is one, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// Value that was written.
    pub value: T,
    /// Place at which it was written.
    pub span: Span,
}

/// A `.g4` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// Kind of rules that the file promises to hold.
    pub kind: GrammarKind,
    /// The name after `grammar`.
    pub name: Spanned<String>,
    /// Options, imports, tokens, channels and named actions, in order.
    pub prequels: Vec<Prequel>,
    /// The rules, in order. The first parser rule is where an author expects to start.
    pub rules: Vec<Rule>,
    /// The rules that could not be read, in order; each has been complained of.
    pub unread: Vec<Unread>,
}

/// Remains of a rule with an error in its syntax. Of `a : ( 'x' ;` the name `a` is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The name before the colon, if it has one.
    pub name: Option<String>,
    /// Every word in it: the rules that it may refer to, among others.
    pub words: Vec<String>,
}

/// The three kinds of grammar files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrammarKind {
    /// `grammar X;`
    Combined,
    /// `lexer grammar X;`
    Lexer,
    /// `parser grammar X;`
    Parser,
}

/// Construct above the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prequel {
    /// `options {a=b; c='d';}`
    Options(Vec<OptionEntry>),
    /// `import A, b=C;`
    Import {
        /// The imported grammars: `A` and `C`. A label such as `b` is left out.
        names: Vec<Spanned<String>>,
        /// The whole statement.
        span: Span,
    },
    /// `tokens {A, B}`
    Tokens(Vec<Spanned<String>>),
    /// `channels {A, B}`
    Channels(Vec<Spanned<String>>),
    /// `@header {…}` and its like: code, which has no meaning here.
    Action(Span),
}

/// One `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionEntry {
    /// The key. A bare `<Foo>` has the key `Foo`.
    pub key: Spanned<String>,
    /// The value as it was written, without its quotes; empty for a bare `<Foo>`.
    pub value: Spanned<String>,
}

/// The two kinds of rules, told apart by the first letter of their names. `term` is a parser rule,
/// `DIGIT` a lexer rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// The name does not start with an upper-case letter.
    Parser,
    /// The name starts with an upper-case letter.
    Lexer,
}

/// `name : alternatives ;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name before the colon.
    pub name: Spanned<String>,
    /// Kind by the name.
    pub kind: RuleKind,
    /// Whether the word `fragment` stands before the name.
    pub fragment: bool,
    /// The `mode M;` under which the rule stands, if any.
    pub mode: Option<Spanned<String>>,
    /// The rule's own `options {…}`.
    pub options: Vec<OptionEntry>,
    /// Code and declarations without meaning here: `@init {…}`, `catch`, `finally`,
    /// arguments, `returns`, `locals`, `throws`, and the arguments of `x[…]` in the
    /// alternatives.
    pub actions: Vec<Span>,
    /// The right-hand sides, at least one.
    pub alternatives: Vec<Alternative>,
    /// The whole rule, from its first modifier to its last clause.
    pub span: Span,
}

/// One right-hand side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The elements, in order; none for an empty alternative.
    pub elements: Vec<Element>,
    /// The name after `#`.
    pub label: Option<Spanned<String>>,
    /// The leading `<…>`.
    pub options: Vec<OptionEntry>,
    /// The lexer commands after `->`.
    pub commands: Vec<Command>,
    /// From the first element (with its label `x=`) to the last; for an empty alternative
    /// an empty span at its place.
    pub span: Span,
}

/// One element of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Atom that is matched.
    pub atom: Atom,
    /// Number of times that it is matched.
    pub repeat: Option<Repeat>,
    /// The `<…>` after the atom.
    pub options: Vec<OptionEntry>,
    /// The element with its suffix, without its label.
    pub span: Span,
}

/// A suffix. Whether it is greedy does not matter to the set of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// `?` or `??`
    Optional,
    /// `*` or `*?`
    Star,
    /// `+` or `+?`
    Plus,
}

/// Part of an element before its suffix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// `'text'`, with its escapes decoded; never empty.
    Literal(String),
    /// A rule's or token's name, or `EOF`.
    Reference(Spanned<String>),
    /// `[a-z]`. Empty only if the author named nothing but surrogates, which are no
    /// characters; that has been warned of.
    Set(CharSet),
    /// `'a'..'z'`, in ascending order.
    Range(char, char),
    /// `~x` or `~(x | y)`: any one character or token but these.
    Not(Vec<NotItem>),
    /// `.`
    Wildcard,
    /// `( … | … )`
    Group(Vec<Alternative>),
    /// `{…}`
    Action,
    /// `{…}?`
    Predicate,
}

/// Construct after `~`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotItem {
    /// `'text'`, with its escapes decoded.
    Literal(String),
    /// A token's name.
    Reference(Spanned<String>),
    /// `[a-z]`, as in [`Atom::Set`].
    Set(CharSet),
    /// `'a'..'z'`
    Range(char, char),
}

/// A lexer command such as `skip` or `pushMode(M)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// `skip`, `channel`, …
    pub name: Spanned<String>,
    /// Text in its parentheses.
    pub argument: Option<Spanned<String>>,
}
