//! Functions: tables with a default and few exceptions.

use indexmap::IndexMap;

use super::{Candidates, Diagonal};
use crate::domain;
use crate::model::Interpretation;
use crate::sort::Sort;
use crate::term::Terms;
use crate::value::Value;

/// Most arguments and results that are combined.
const MOST_PARTS: usize = 6;

impl Candidates {
    /// Up to `most` interpretations of a function of these sorts, the simplest first, and whether
    /// these are all there are. The values of a constant weigh no more than `room` together.
    pub fn interpretations(
        &self,
        terms: &Terms,
        parameters: &[Sort],
        result: Sort,
        most: usize,
        room: u64,
    ) -> (Vec<Interpretation>, bool) {
        if parameters.is_empty() {
            let values = self.values_within(terms, result, most, room);
            let all = domain::cardinality(terms, result);
            let complete = all.is_some_and(|all| all == values.len() as u64);
            return (values.into_iter().map(Interpretation::Value).collect(), complete);
        }
        if let Some(all) = Candidates::all_tables(terms, parameters, result, most) {
            return (all, true);
        }
        let results = self.values(terms, result, MOST_PARTS);
        let arguments: Vec<Vec<Value>> =
            parameters.iter().map(|&sort| self.values(terms, sort, MOST_PARTS)).collect();
        if results.is_empty() || arguments.iter().any(Vec::is_empty) {
            return (Vec::new(), false);
        }
        let mut tables: Vec<Interpretation> =
            results.iter().map(|result| table(Vec::new(), result)).collect();
        let rows = rows(&arguments, most.min(64));
        for (place, &sort) in parameters.iter().enumerate() {
            if sort == result {
                // What is given is the argument itself, for arguments that are likely.
                let entries = rows.iter().map(|row| (row.clone(), row[place].clone())).collect();
                tables.push(table(entries, &results[0]));
            }
        }
        let (rowed, resulted) = (rows.len(), results.len());
        let mut turns = Diagonal::new(&[resulted, rowed, resulted]);
        while let (true, Some((turn, _))) = (tables.len() < most, turns.next()) {
            if turn[0] != turn[2] {
                let entries = vec![(rows[turn[1]].clone(), results[turn[2]].clone())];
                tables.push(table(entries, &results[turn[0]]));
            }
        }
        let mut turns = Diagonal::new(&[resulted, rowed, resulted, rowed, resulted]);
        while let (true, Some((turn, _))) = (tables.len() < most, turns.next()) {
            if turn[0] != turn[2] && turn[0] != turn[4] && turn[1] < turn[3] {
                let first = (rows[turn[1]].clone(), results[turn[2]].clone());
                let second = (rows[turn[3]].clone(), results[turn[4]].clone());
                tables.push(table(vec![first, second], &results[turn[0]]));
            }
        }
        tables.truncate(most);
        (tables, false)
    }

    /// Every function there is, if there are at most `most`.
    fn all_tables(
        terms: &Terms,
        parameters: &[Sort],
        result: Sort,
        most: usize,
    ) -> Option<Vec<Interpretation>> {
        let results = domain::values(terms, result, most)?;
        let arguments: Option<Vec<Vec<Value>>> =
            parameters.iter().map(|&sort| domain::values(terms, sort, most)).collect();
        let arguments = arguments?;
        let count = arguments.iter().map(Vec::len).try_fold(1_usize, usize::checked_mul)?;
        let tables = results.len().checked_pow(u32::try_from(count).ok()?)?;
        if tables > most || count > most {
            return None;
        }
        let rows = rows(&arguments, count);
        let mut turns = Diagonal::new(&vec![results.len(); count]);
        let mut all = Vec::with_capacity(tables);
        while let Some((turn, _)) = turns.next() {
            let entries = rows.iter().cloned().zip(turn.iter().map(|&at| results[at].clone()));
            all.push(table(entries.collect(), &results[0]));
        }
        Some(all)
    }
}

/// Tuples of arguments, the simplest first.
fn rows(arguments: &[Vec<Value>], most: usize) -> Vec<Vec<Value>> {
    let lengths: Vec<usize> = arguments.iter().map(Vec::len).collect();
    let mut turns = Diagonal::new(&lengths);
    let mut rows = Vec::new();
    while let (true, Some((turn, _))) = (rows.len() < most, turns.next()) {
        rows.push(turn.iter().zip(arguments).map(|(&at, values)| values[at].clone()).collect());
    }
    rows
}

fn table(entries: Vec<(Vec<Value>, Value)>, default: &Value) -> Interpretation {
    let entries: IndexMap<_, _, _> =
        entries.into_iter().filter(|(_, value)| value != default).collect();
    Interpretation::Table { entries, default: Some(default.clone()) }
}
