//! An expression and a short text into all spans of the text that are words of the expression.
//!
//! The spans are a matrix of bits: row i holds, as a word of 64 bits, the ends j of the spans
//! `text[i..j]` that match. Then concatenation is the product of matrices, union and intersection
//! are `|` and `&`, complement is `!` within the rows' possible ends, and counted repetition is a
//! power. A stack machine does all of it, in the order in which the nodes are finished.

use rustc_hash::FxHashMap;

use super::{Kind, Regex};

/// The longest text that it works for: a row must hold all ends from 0 to the length.
pub(super) const LONGEST: usize = 63;

/// Below this size, looking for shared nodes costs more than it saves.
const SMALL: u64 = 256;

/// The matrix of an expression on a text of at most [`LONGEST`] characters, row by row.
pub(super) fn spans(expression: &Regex, text: &[u32]) -> Vec<u64> {
    let mut machine = Machine {
        text,
        stack: Vec::with_capacity(4 * (text.len() + 1)),
        known: FxHashMap::default(),
        kept: Vec::new(),
    };
    let shares = expression.0.size > SMALL;
    let mut steps = vec![Step::Enter(expression)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Enter(node) if shares && machine.recall(node) => {}
            Step::Enter(node) => match node.0.kind.children() {
                [None, _] => machine.leaf(&node.0.kind),
                children => {
                    steps.push(Step::Leave(node));
                    steps.extend(children.into_iter().flatten().map(Step::Enter));
                }
            },
            Step::Leave(node) => {
                machine.combine(&node.0.kind);
                if shares {
                    machine.keep(node);
                }
            }
        }
    }
    machine.stack
}

enum Step<'a> {
    Enter(&'a Regex),
    Leave(&'a Regex),
}

struct Machine<'a> {
    text: &'a [u32],
    /// Matrices of finished nodes, one after the other; a second child lies below the first.
    stack: Vec<u64>,
    /// Offset in `kept` of the matrix of a finished node.
    known: FxHashMap<usize, usize>,
    kept: Vec<u64>,
}

impl Machine<'_> {
    fn rows(&self) -> usize {
        self.text.len() + 1
    }

    fn recall(&mut self, node: &Regex) -> bool {
        let Some(&at) = self.known.get(&node.address()) else { return false };
        self.stack.extend_from_slice(&self.kept[at..=at + self.text.len()]);
        true
    }

    fn keep(&mut self, node: &Regex) {
        // A node with one owner is met once only.
        if std::sync::Arc::strong_count(&node.0) > 1 {
            self.known.insert(node.address(), self.kept.len());
            self.kept.extend_from_slice(&self.stack[self.stack.len() - self.rows()..]);
        }
    }

    fn leaf(&mut self, kind: &Kind) {
        let text = self.text;
        let length = text.len();
        let rows = 0..=length;
        match kind {
            Kind::All => self.stack.extend(rows.map(|i| ends(i, length))),
            Kind::Word(word) => self.stack.extend(rows.map(|i| {
                let matches = text[i..].starts_with(word.characters());
                if matches { 1 << (i + word.len()) } else { 0 }
            })),
            Kind::Range(low, high) => self.stack.extend(rows.map(|i| match text.get(i) {
                Some(character) if (low..=high).contains(&character) => 1 << (i + 1),
                _ => 0,
            })),
            // `None`: the others have children, and are no leaves.
            _ => self.stack.extend(rows.map(|_| 0)),
        }
    }

    fn combine(&mut self, kind: &Kind) {
        let rows = self.rows();
        let top = self.stack.len() - rows;
        match kind {
            Kind::Comp(_) => {
                for (i, row) in self.stack[top..].iter_mut().enumerate() {
                    *row = ends(i, rows - 1) & !*row;
                }
            }
            Kind::Repeat { least, most, .. } => {
                let matrix = self.stack.split_off(top);
                self.stack.extend(repeat(matrix, *least, *most));
            }
            _ => {
                // The first child was entered last.
                let (below, first) = self.stack.split_at_mut(top);
                let second = &mut below[top - rows..];
                match kind {
                    Kind::Union(..) => second.iter_mut().zip(first).for_each(|(b, a)| *b |= *a),
                    Kind::Inter(..) => second.iter_mut().zip(first).for_each(|(b, a)| *b &= *a),
                    _ => {
                        multiply_into(first, second);
                        second.copy_from_slice(first);
                    }
                }
                self.stack.truncate(top);
            }
        }
    }
}

/// All ends that a span from `start` can have.
fn ends(start: usize, length: usize) -> u64 {
    (u64::MAX << start) & (u64::MAX >> (63 - length))
}

/// `left := left · right`.
fn multiply_into(left: &mut [u64], right: &[u64]) {
    for row in left {
        let mut middles = *row;
        *row = 0;
        while middles != 0 {
            *row |= right[middles.trailing_zeros() as usize];
            middles &= middles - 1;
        }
    }
}

/// The matrix of `least` to `most` words.
fn repeat(matrix: Vec<u64>, least: u64, most: Option<u64>) -> Vec<u64> {
    let length = matrix.len() as u64 - 1;
    // Each word that is not empty takes a character. So with more words than characters some are
    // empty, and nothing changes any more; without empty words, nothing is left.
    if least > length && matrix[0] & 1 == 0 {
        return vec![0; matrix.len()];
    }
    let mut result = power(&matrix, least.min(length));
    let more = most.map_or(length, |most| (most - least).min(length));
    let rest = if more == length {
        closure(matrix)
    } else {
        let or_nothing: Vec<u64> =
            matrix.iter().enumerate().map(|(i, row)| row | (1 << i)).collect();
        power(&or_nothing, more)
    };
    multiply_into(&mut result, &rest);
    result
}

fn power(matrix: &[u64], mut exponent: u64) -> Vec<u64> {
    let mut result: Vec<u64> = (0..matrix.len()).map(|i| 1 << i).collect();
    let mut square = matrix.to_vec();
    while exponent > 0 {
        if exponent & 1 == 1 {
            multiply_into(&mut result, &square);
        }
        exponent >>= 1;
        if exponent > 0 {
            let factor = square.clone();
            multiply_into(&mut square, &factor);
        }
    }
    result
}

/// Any number of words: a span goes to the right only, so the last rows are known first.
fn closure(mut matrix: Vec<u64>) -> Vec<u64> {
    for i in (0..matrix.len()).rev() {
        let mut middles = matrix[i] & !(1 << i);
        matrix[i] |= 1 << i;
        while middles != 0 {
            matrix[i] |= matrix[middles.trailing_zeros() as usize];
            middles &= middles - 1;
        }
    }
    matrix
}
