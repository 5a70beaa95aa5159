//! The sums and products that the shortest texts of a grammar are made of.
//!
//! How many bytes a text adds depends on where the text before it ends, but of that only on a few
//! things: a newline is as long as a space, so depth does not matter (`Cursor::length_class`).
//! A nonterminal that begins at a cursor is a *gate*; it has a row for each cursor that its texts
//! can end at. Theories have one gate and one row for nearly every nonterminal.

use std::collections::HashMap;

use crate::grammar::charset::CharSet;
use crate::grammar::draft::{NonterminalId, ProductionId};
use crate::grammar::layout::{Cursor, Layout};
use crate::grammar::rtg::Rtg;
use crate::grammar::writing_steps::{ChoiceSymbol, Steps, WritingStep, WritingSteps};

/// A row of lengths, one per size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LengthRow(pub usize);

/// One way to make the texts of a row: bytes of its own and what two rows add.
#[derive(Clone, Copy, Debug)]
pub(super) struct LengthTerm {
    pub cost: u32,
    pub bytes: u32,
    pub left: Option<LengthRow>,
    pub right: Option<LengthRow>,
}

/// The rules by which all rows are made.
#[derive(Debug, Default)]
pub(super) struct LengthRules {
    /// For each row the ways to make its texts.
    pub terms: Vec<Vec<LengthTerm>>,
    /// The rows of the start symbol.
    pub start: Vec<LengthRow>,
    /// The most that a term pays.
    pub most_cost: u32,
    gates: Vec<Gate>,
    numbers: HashMap<(NonterminalId, Cursor), usize>,
    pairs: HashMap<(LengthRow, LengthRow), LengthRow>,
}

/// A nonterminal that begins at a cursor.
#[derive(Debug)]
struct Gate {
    id: NonterminalId,
    start: Cursor,
    ends: Vec<(Cursor, LengthRow)>,
    /// The gates whose productions lead through this one.
    users: Vec<usize>,
}

/// One way that a step of a production can lead, with what it adds.
struct Move {
    end: Cursor,
    part: Beginning,
}

/// The beginning of a production: bytes, and a row for all that it chose.
#[derive(Clone, Copy, Default)]
struct Beginning {
    bytes: u32,
    row: Option<LengthRow>,
}

impl LengthRules {
    /// The rules for the texts of `start` at the beginning of a text.
    ///
    /// Costs the length of the grammar for each cursor that a nonterminal can begin at.
    pub fn new(rtg: &Rtg, writing: &WritingSteps, start: NonterminalId, layout: Layout) -> Self {
        let mut rules = Self::default();
        let mut unvisited = vec![rules.gate(start, Cursor::new(layout).length_class())];
        // A gate is visited again when one that it leads through has got a further end.
        while let Some(gate) = unvisited.pop() {
            let Gate { id, start, .. } = rules.gates[gate];
            for production in rtg.nonterminal(id).productions() {
                let before = rules.gates.len();
                for end in rules.ends(writing, writing.of(production), start, gate) {
                    if !rules.gates[gate].ends.iter().any(|(known, _)| *known == end) {
                        let row = rules.row();
                        rules.gates[gate].ends.push((end, row));
                        unvisited.extend(&rules.gates[gate].users);
                    }
                }
                unvisited.extend(before..rules.gates.len());
            }
        }
        rules.start = rules.gates[0].ends.iter().map(|(_, row)| *row).collect();
        for gate in 0..rules.gates.len() {
            for production in rtg.nonterminal(rules.gates[gate].id).productions() {
                rules.add(writing, production, gate);
            }
        }
        rules
    }

    /// The cursors at which a production can end, as far as the ends of its children are known.
    fn ends(
        &mut self,
        writing: &WritingSteps,
        steps: &Steps,
        start: Cursor,
        user: usize,
    ) -> Vec<Cursor> {
        let mut ends = vec![start];
        for step in &steps.list {
            let mut next = Vec::new();
            for cursor in ends {
                if let WritingStep::Choose(place) = step
                    && let ChoiceSymbol::Node(id) = steps.children[*place]
                {
                    let gate = self.gate(id, cursor);
                    if !self.gates[gate].users.contains(&user) {
                        self.gates[gate].users.push(user);
                    }
                }
                for Move { end, .. } in self.moves(writing, steps, step, cursor) {
                    if !next.contains(&end) {
                        next.push(end);
                    }
                }
            }
            ends = next;
        }
        ends
    }

    /// Adds what a production does to the rows of its gate.
    fn add(&mut self, writing: &WritingSteps, production: ProductionId, gate: usize) {
        let steps = writing.of(production);
        let mut parts = vec![(self.gates[gate].start, Beginning::default())];
        for step in &steps.list {
            let mut next: Vec<(Cursor, Beginning)> = Vec::new();
            for (cursor, part) in parts {
                for Move { end, part: further } in self.moves(writing, steps, step, cursor) {
                    let part = self.both(part, further);
                    match next.iter().position(|(known, _)| *known == end) {
                        Some(place) => next[place].1 = self.either(next[place].1, part),
                        None => next.push((end, part)),
                    }
                }
            }
            parts = next;
        }
        self.most_cost = self.most_cost.max(steps.cost);
        for (end, part) in parts {
            let rows = self.gates[gate].ends.iter();
            if let Some(row) = rows.filter(|(known, _)| *known == end).map(|(_, row)| *row).next() {
                self.add_part(row, steps.cost, part);
            }
        }
    }

    /// A term for a part, unless a term with the same row has no more bytes.
    fn add_part(&mut self, row: LengthRow, cost: u32, Beginning { bytes, row: left }: Beginning) {
        let terms = &mut self.terms[row.0];
        let same = terms.iter_mut().find(|it| (it.cost, it.left, it.right) == (cost, left, None));
        match same {
            Some(term) => term.bytes = term.bytes.min(bytes),
            None => terms.push(LengthTerm { cost, bytes, left, right: None }),
        }
    }

    /// The ways that a step can lead from a cursor.
    fn moves(
        &self,
        writing: &WritingSteps,
        steps: &Steps,
        step: &WritingStep,
        mut cursor: Cursor,
    ) -> Vec<Move> {
        match step {
            WritingStep::Write(piece) => vec![write(cursor, piece)],
            WritingStep::Token(piece) => {
                let mut written = write(cursor, piece);
                written.end.end_token();
                vec![written]
            }
            WritingStep::EndToken => {
                cursor.end_token();
                vec![Move { end: cursor, part: Beginning::default() }]
            }
            WritingStep::Choose(place) => match steps.children[*place] {
                ChoiceSymbol::Set(number) => write_one_of(cursor, writing.set(number)),
                ChoiceSymbol::Node(id) => {
                    let gate = self.numbers.get(&(id, cursor)).map(|gate| &self.gates[*gate]);
                    let ends = gate.into_iter().flat_map(|gate| &gate.ends);
                    let through =
                        |&(end, row)| Move { end, part: Beginning { bytes: 0, row: Some(row) } };
                    ends.map(through).collect()
                }
            },
        }
    }

    /// One part behind the other.
    fn both(&mut self, left: Beginning, right: Beginning) -> Beginning {
        let row = match (left.row, right.row) {
            (Some(left), Some(right)) => Some(self.pair(left, right)),
            (left, right) => left.or(right),
        };
        Beginning { bytes: left.bytes.saturating_add(right.bytes), row }
    }

    /// The row of a product. Equal products are one row.
    fn pair(&mut self, left: LengthRow, right: LengthRow) -> LengthRow {
        if let Some(pair) = self.pairs.get(&(left, right)) {
            return *pair;
        }
        let pair = self.row();
        let term = LengthTerm { cost: 0, bytes: 0, left: Some(left), right: Some(right) };
        self.terms[pair.0].push(term);
        self.pairs.insert((left, right), pair);
        pair
    }

    /// The shorter of two parts, whatever sizes they have.
    fn either(&mut self, one: Beginning, other: Beginning) -> Beginning {
        if one.row == other.row {
            return Beginning { bytes: one.bytes.min(other.bytes), row: one.row };
        }
        let row = self.row();
        self.add_part(row, 0, one);
        self.add_part(row, 0, other);
        Beginning { bytes: 0, row: Some(row) }
    }

    fn row(&mut self) -> LengthRow {
        self.terms.push(Vec::new());
        LengthRow(self.terms.len() - 1)
    }

    /// The number of a gate.
    fn gate(&mut self, id: NonterminalId, start: Cursor) -> usize {
        *self.numbers.entry((id, start)).or_insert_with(|| {
            self.gates.push(Gate { id, start, ends: Vec::new(), users: Vec::new() });
            self.gates.len() - 1
        })
    }
}

fn write(mut cursor: Cursor, piece: &str) -> Move {
    let bytes = cursor.pass(piece).len() + piece.len();
    let bytes = u32::try_from(bytes).expect("a literal is shorter than 4 GiB");
    Move { end: cursor.length_class(), part: Beginning { bytes, row: None } }
}

/// The shortest characters of a set, one for each cursor that they lead to.
fn write_one_of(cursor: Cursor, set: &CharSet) -> Vec<Move> {
    // Characters ascend, and so do their lengths.
    let is_special = |c: &char| "()\"|".contains(*c);
    let special = "()\"|".chars().filter(|c| set.contains(*c));
    let plain = set.chars().find(|c| !is_special(c));
    let mut moves: Vec<Move> = Vec::new();
    for c in special.chain(plain) {
        let written = write(cursor, c.encode_utf8(&mut [0; 4]));
        match moves.iter_mut().find(|known| known.end == written.end) {
            Some(known) => known.part.bytes = known.part.bytes.min(written.part.bytes),
            None => moves.push(written),
        }
    }
    moves
}
