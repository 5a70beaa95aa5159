//! Text into S-expressions: a flat list of cells, in the order of the text.
//!
//! A list's cell knows where the list ends, so that a walk can skip it, and nothing here recurses:
//! a hundred thousand open parentheses are as good as one.

mod read;

use std::mem;
use std::ops::Range;

use crate::error::Error;
use read::Reader;

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A symbol, also a reserved word: `x`, `assert`, `_`, `!`.
    Symbol,
    /// A symbol between bars; the bars are part of the cell's text.
    Quoted,
    /// `:named`.
    Keyword,
    /// `12`.
    Numeral,
    /// `1.5`.
    Decimal,
    /// `#x1F`.
    Hexadecimal,
    /// `#b01`.
    Binary,
    /// A string literal; its quotes are part of the cell's text.
    String,
    /// A list in parentheses.
    List,
}

/// An atom or a list.
#[derive(Clone, Copy, Debug)]
struct Cell {
    kind: Kind,
    start: u32,
    end: u32,
    /// The cell after this one and all that is inside it.
    next: u32,
}

/// The S-expressions of a text. `(a (b c))` holds five.
#[derive(Debug)]
pub struct Sexprs<'a> {
    text: &'a str,
    cells: Vec<Cell>,
    /// Number of bytes of the text that were read.
    at: usize,
    /// Room for the lists that are not closed yet.
    open: Vec<u32>,
}

/// One S-expression of a [`Sexprs`]. `(b c)` and `b` are two of those of `(a (b c))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sexpr(u32);

impl Sexpr {
    /// Its place in the order of the text.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

impl<'a> Sexprs<'a> {
    /// All S-expressions of a text.
    pub fn read(text: &'a str) -> Result<Sexprs<'a>, Error> {
        let (sexprs, problem) = Sexprs::read_some(text);
        problem.map_or(Ok(sexprs), Err)
    }

    /// The complete S-expressions at the beginning of a text, and what is wrong after them.
    ///
    /// A solver that dies while it prints leaves such a text behind.
    pub fn read_some(text: &'a str) -> (Sexprs<'a>, Option<Error>) {
        let mut reader =
            Reader { text, at: 0, cells: Vec::with_capacity(text.len() / 4), open: Vec::new() };
        let problem = loop {
            match reader.read() {
                Ok(true) => {}
                Ok(false) => break None,
                Err(problem) => break Some(problem),
            }
        };
        let complete = reader.open.first().map_or(reader.cells.len(), |&first| first as usize);
        reader.cells.truncate(complete);
        (Sexprs { text, cells: reader.cells, at: reader.at, open: reader.open }, problem)
    }

    /// None of the S-expressions of a text yet: [`Sexprs::advance`] reads one at a time.
    pub(crate) fn begin(text: &'a str) -> Sexprs<'a> {
        Sexprs { text, cells: Vec::new(), at: 0, open: Vec::new() }
    }

    /// Forgets all S-expressions and reads the next one; `None` at the end of the text.
    ///
    /// They all go to the same place, so that reading a long text takes the memory of its longest
    /// S-expression.
    pub(crate) fn advance(&mut self) -> Result<Option<Sexpr>, Error> {
        self.cells.clear();
        let (cells, open) = (mem::take(&mut self.cells), mem::take(&mut self.open));
        let mut reader = Reader { text: self.text, at: self.at, cells, open };
        let found = reader.read()?;
        *self = Sexprs { text: self.text, cells: reader.cells, at: reader.at, open: reader.open };
        Ok(found.then_some(Sexpr(0)))
    }

    /// Returns the number of S-expressions, those inside of others too.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The S-expressions that are inside no other.
    pub fn top(&self) -> impl Iterator<Item = Sexpr> + '_ {
        self.walk(0, u32::try_from(self.cells.len()).expect("the reader refuses longer texts"))
    }

    /// All S-expressions, also those inside of others, in the order of the text.
    pub(crate) fn all(&self) -> impl Iterator<Item = Sexpr> + use<> {
        (0..u32::try_from(self.cells.len()).expect("the reader refuses longer texts")).map(Sexpr)
    }

    /// Iterates over the members of a list; nothing for an atom.
    pub fn items(&self, sexpr: Sexpr) -> impl Iterator<Item = Sexpr> + '_ {
        let cell = self.cells[sexpr.0 as usize];
        let end = if cell.kind == Kind::List { cell.next } else { sexpr.0 + 1 };
        self.walk(sexpr.0 + 1, end)
    }

    fn walk(&self, from: u32, end: u32) -> impl Iterator<Item = Sexpr> + '_ {
        let first = (from < end).then_some(from);
        std::iter::successors(first, move |&at| {
            let next = self.cells[at as usize].next;
            (next < end).then_some(next)
        })
        .map(Sexpr)
    }

    /// Returns the kind of this S-expression.
    #[inline]
    pub fn kind(&self, sexpr: Sexpr) -> Kind {
        self.cells[sexpr.0 as usize].kind
    }

    /// Its text, as it was written.
    #[inline]
    pub fn text(&self, sexpr: Sexpr) -> &'a str {
        &self.text[self.span(sexpr)]
    }

    /// The name that a symbol stands for: `|x|` and `x` are the same.
    #[inline]
    pub fn symbol(&self, sexpr: Sexpr) -> Option<&'a str> {
        let text = self.text(sexpr);
        match self.kind(sexpr) {
            Kind::Symbol => Some(text),
            Kind::Quoted => Some(&text[1..text.len() - 1]),
            _ => None,
        }
    }

    /// Returns whether it is the symbol with this name, unquoted.
    pub fn is(&self, sexpr: Sexpr, word: &str) -> bool {
        self.kind(sexpr) == Kind::Symbol && self.text(sexpr) == word
    }

    /// The word that a list begins with.
    pub fn head(&self, sexpr: Sexpr) -> Option<&'a str> {
        let first = self.items(sexpr).next()?;
        (self.kind(first) == Kind::Symbol).then(|| self.text(first))
    }

    /// Returns the cell after an S-expression and all that is inside it: the next one of the same
    /// list, or what follows the list.
    #[inline]
    pub(crate) fn after(&self, sexpr: Sexpr) -> Sexpr {
        Sexpr(self.cells[sexpr.0 as usize].next)
    }

    /// The text from the beginning of one S-expression to the end of another.
    pub(crate) fn across(&self, first: Sexpr, last: Sexpr) -> &'a str {
        &self.text[self.span(first).start..self.span(last).end]
    }

    /// Returns whether there is an S-expression at this number. Behind the last there is none.
    pub(crate) fn holds(&self, sexpr: Sexpr) -> bool {
        (sexpr.0 as usize) < self.cells.len()
    }

    /// Its text with comments and line breaks gone and single spaces.
    pub fn spaced(&self, sexpr: Sexpr) -> String {
        let mut text = String::new();
        let mut ends: Vec<u32> = Vec::new();
        let end = self.cells[sexpr.0 as usize].next;
        for number in sexpr.0..end {
            let mut closed = false;
            while ends.last() == Some(&number) {
                ends.pop();
                text.push(')');
                closed = true;
            }
            if closed || !(text.is_empty() || text.ends_with('(')) {
                text.push(' ');
            }
            let cell = self.cells[number as usize];
            if cell.kind == Kind::List {
                text.push('(');
                ends.push(cell.next);
            } else {
                text.push_str(self.text(Sexpr(number)));
            }
        }
        text.extend(ends.iter().map(|_| ')'));
        text
    }

    /// Returns its place in the text.
    #[inline]
    pub fn span(&self, sexpr: Sexpr) -> Range<usize> {
        let cell = self.cells[sexpr.0 as usize];
        cell.start as usize..cell.end as usize
    }

    /// An error at an S-expression.
    pub fn error(&self, sexpr: Sexpr, message: impl Into<String>) -> Error {
        Error::at(self.text, self.span(sexpr).start, message)
    }
}

/// Returns whether the byte may stand in a symbol without bars.
///
/// Solvers print letters beyond ASCII without bars too, so those are taken as well.
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    const SYMBOL: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0_u8;
        loop {
            table[byte as usize] = byte.is_ascii_alphanumeric() || !byte.is_ascii();
            if byte == u8::MAX {
                break;
            }
            byte += 1;
        }
        let extra = b"~!@$%^&*_-+=<>.?/";
        let mut at = 0;
        while at < extra.len() {
            table[extra[at] as usize] = true;
            at += 1;
        }
        table
    };
    SYMBOL[byte as usize]
}
