//! From a tree to its text.

use crate::grammar::draft::{Join, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};

/// The separators between the tokens of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// No space after `(` nor before `)`, each top-level command on a line of its own, one
    /// space between all other tokens.
    #[default]
    Smtlib,
    /// One space between every two tokens.
    Spaced,
}

impl Rtg {
    /// The text of `tree`, which must be a tree of this grammar.
    ///
    /// Costs time and memory in the length of the text, whatever the nesting.
    pub fn render(&self, tree: &Tree, layout: Layout) -> String {
        let mut text = String::with_capacity(8 * tree.choices().len() + 64);
        let mut cursor = Cursor::new(layout);
        let mut write = |cursor: &mut Cursor, piece: &str| {
            // A separator is one character at the most; pushing it as such is faster.
            text.extend(cursor.pass(piece).chars().next());
            text.push_str(piece);
        };
        let mut choices = tree.choices().iter();
        let mut open: Vec<Frame> = Vec::with_capacity(16);
        if let Some(Choice::Production(root)) = choices.next() {
            open.push(self.frame(*root));
        }
        while let Some(frame) = open.last_mut() {
            let join = frame.join;
            let Some(symbol) = frame.symbols.next() else {
                open.pop();
                // A token among others ends with the production that it is made by.
                if join == Join::Joined && open.last().is_some_and(|f| f.join == Join::Separated) {
                    cursor.end_token();
                }
                continue;
            };
            match symbol {
                Symbol::Literal(piece) => write(&mut cursor, piece),
                Symbol::Set(_) | Symbol::Nonterminal(_) => match choices.next() {
                    Some(Choice::Char(c)) => write(&mut cursor, c.encode_utf8(&mut [0; 4])),
                    Some(Choice::Production(id)) => {
                        let child = self.frame(*id);
                        if join == Join::Separated && child.join == Join::Joined {
                            cursor.end_token();
                        }
                        open.push(child);
                        continue;
                    }
                    None => unreachable!("a tree has a choice for every symbol that makes one"),
                },
            }
            if join == Join::Separated {
                cursor.end_token();
            }
        }
        text
    }

    fn frame(&self, id: ProductionId) -> Frame<'_> {
        let production = self.production(id);
        let join = self.nonterminal(production.nonterminal()).join();
        Frame { symbols: production.symbols().iter(), join }
    }
}

/// A production that is being written: the symbols that are left.
struct Frame<'a> {
    symbols: std::slice::Iter<'a, Symbol>,
    join: Join,
}

/// The end of a text, as far as it matters for the layout of what follows.
///
/// Tokens come in one or more pieces; a token without any text leaves no trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cursor {
    layout: Layout,
    last: Last,
    /// Whether the last token is finished, so that the next piece begins a new one.
    at_boundary: bool,
    /// The depth of parentheses at the end of the text, and the quotes that are open there.
    /// Layouts that do not care leave both alone.
    depth: i64,
    quote: Quote,
    /// The least depth on the way.
    lowest: i64,
}

/// The last character of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Last {
    Nothing,
    Open,
    Close,
    Other,
}

/// The quotes that a text ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Quote {
    None,
    /// `"`
    Double,
    /// `|`
    Bar,
}

impl Cursor {
    /// The end of the empty text.
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            last: Last::Nothing,
            at_boundary: true,
            depth: 0,
            quote: Quote::None,
            lowest: 0,
        }
    }

    /// Moves past the next piece of a token; gives what must stand between it and the text.
    #[inline]
    pub fn pass(&mut self, piece: &str) -> &'static str {
        let Some(&first) = piece.as_bytes().first() else { return "" };
        let separator = if self.at_boundary { self.separator(first) } else { "" };
        self.at_boundary = false;
        self.last = Last::Other;
        if self.layout == Layout::Smtlib {
            self.scan(piece);
        }
        separator
    }

    /// The token ends here.
    pub fn end_token(&mut self) {
        self.at_boundary = true;
    }

    /// The separator between the text and a token that begins with `first`.
    fn separator(&self, first: u8) -> &'static str {
        match (self.layout, self.last) {
            (_, Last::Nothing) => "",
            (Layout::Smtlib, last) if self.quote == Quote::None => {
                if last == Last::Open || first == b')' {
                    ""
                } else if last == Last::Close && self.depth == 0 {
                    "\n"
                } else {
                    " "
                }
            }
            (Layout::Smtlib | Layout::Spaced, _) => " ",
        }
    }

    fn scan(&mut self, piece: &str) {
        // What matters is ASCII, whose bytes stand for nothing else.
        for &c in piece.as_bytes() {
            match (self.quote, c) {
                (Quote::None, b'"') => self.quote = Quote::Double,
                (Quote::None, b'|') => self.quote = Quote::Bar,
                (Quote::None, b'(') => self.depth += 1,
                (Quote::None, b')') => self.depth -= 1,
                (Quote::Double, b'"') | (Quote::Bar, b'|') => self.quote = Quote::None,
                (Quote::None | Quote::Double | Quote::Bar, _) => {}
            }
            self.lowest = self.lowest.min(self.depth);
            self.last = match c {
                b'(' => Last::Open,
                b')' => Last::Close,
                _ => Last::Other,
            };
        }
    }
}

/// Classes of cursors, so that a text that was laid out once can stand in many places: see
/// `text_pool.rs`.
impl Cursor {
    /// One cursor for all that lay out alike any text which does not sink below their depth;
    /// `None` below the top level, where a text that rises could tell each depth apart.
    ///
    /// Inside parentheses a newline is never wanted, however deep.
    pub fn class(self) -> Option<Self> {
        let depth = self.depth.min(1);
        let last = if self.is_plain() { Last::Other } else { self.last };
        (depth >= 0).then_some(Self { last, depth, lowest: depth, ..self })
    }

    /// The number of classes, over all layouts.
    pub const CLASSES: usize = 2 * 4 * 2 * 2 * 3;

    /// The number of the [`class`](Self::class), below [`CLASSES`](Self::CLASSES).
    #[inline]
    pub fn class_number(&self) -> Option<usize> {
        let is_inside = self.depth > 0;
        let last = if self.is_plain() { Last::Other } else { self.last };
        let flags = 2 * usize::from(self.at_boundary) + usize::from(is_inside);
        let number = (self.layout as usize * 4 + last as usize) * 4 + flags;
        (self.depth >= 0).then_some(number * 3 + self.quote as usize)
    }

    /// Whether the last character does not matter.
    fn is_plain(&self) -> bool {
        self.quote != Quote::None || (self.depth > 0 && self.last == Last::Close)
    }

    /// One cursor for all after which every text is equally long: a newline is as long as a
    /// space, so depth does not matter, and in quotes the last character does not.
    #[must_use]
    pub fn length_class(self) -> Self {
        let last = match self.last {
            Last::Nothing => Last::Nothing,
            Last::Open if self.quote == Quote::None => Last::Open,
            Last::Open | Last::Close | Last::Other => Last::Other,
        };
        Self { last, depth: 0, lowest: 0, ..self }
    }

    /// Whether what follows is laid out alike after both.
    pub fn is_like(self, other: Self) -> bool {
        self.depth == other.depth && self.class() == other.class()
    }

    /// Whether the text sank below the depth of `start` on its way from there.
    pub fn sank_below(self, start: Self) -> bool {
        self.lowest < start.depth
    }

    /// The cursor after a text that leads from `start`, the class of this one, to `end`.
    #[must_use]
    pub fn moved(self, start: Self, end: Self) -> Self {
        Self { depth: self.depth + (end.depth - start.depth), lowest: self.lowest, ..end }
    }
}
