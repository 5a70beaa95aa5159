//! Sorts into text.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{LONG, MAX_SIZE, Sort, SortKind, Sorts};
use crate::symbol::Quoted;

impl Sorts {
    /// The sort as SMT-LIB writes it, a long one by the names that the script has for its parts.
    pub fn text(&self, sort: Sort) -> String {
        let mut text = String::new();
        self.write(sort, &mut text);
        text
    }

    /// Writes the sort as SMT-LIB does.
    ///
    /// A sort that has neither a name nor a text of bearable length is cut off with `…`; a script
    /// that has one is refused.
    pub fn write(&self, sort: Sort, to: &mut String) {
        if self.is_long(sort) && self.written_size(sort) > MAX_SIZE {
            to.push('…');
            return;
        }
        if let Some(name) = self.name(sort) {
            let _ = write!(to, "{}", Quoted(name));
            return;
        }
        match self.kind(sort) {
            SortKind::Bool => to.push_str("Bool"),
            SortKind::Int => to.push_str("Int"),
            SortKind::Real => to.push_str("Real"),
            SortKind::String => to.push_str("String"),
            SortKind::RegLan => to.push_str("RegLan"),
            SortKind::RoundingMode => to.push_str("RoundingMode"),
            SortKind::BitVec(width) => {
                let _ = write!(to, "(_ BitVec {width})");
            }
            SortKind::Float(format) => {
                let _ = write!(to, "{format}");
            }
            SortKind::Array(index, element) => {
                to.push_str("(Array ");
                self.write(*index, to);
                to.push(' ');
                self.write(*element, to);
                to.push(')');
            }
            SortKind::Sequence(element) => {
                to.push_str("(Seq ");
                self.write(*element, to);
                to.push(')');
            }
            SortKind::Named { name, arguments, .. } => {
                if arguments.is_empty() {
                    Quoted(name).write(to);
                    return;
                }
                let _ = write!(to, "({}", Quoted(name));
                for argument in arguments {
                    to.push(' ');
                    self.write(*argument, to);
                }
                to.push(')');
            }
            SortKind::Parameter(name) => {
                let _ = write!(to, "{}", Quoted(name));
            }
        }
    }

    /// Returns whether the sort is so long that a name is written instead.
    pub(crate) fn is_long(&self, sort: Sort) -> bool {
        self.facts(sort).size > LONG
    }

    /// Returns whether any sort needs a name to be written.
    pub(crate) fn have_long(&self) -> bool {
        self.0.facts.iter().any(|facts| facts.size > LONG)
    }

    /// The name that is written for a sort.
    fn name(&self, sort: Sort) -> Option<&str> {
        self.0.names.get(&sort).map(|name| &**name)
    }

    /// Lets a long sort be written by its name, unless it has one.
    pub(crate) fn give_name(&mut self, sort: Sort, name: &Arc<str>) {
        if self.is_long(sort) {
            Arc::make_mut(&mut self.0).names.entry(sort).or_insert_with(|| name.clone());
        }
    }

    /// The names that `define-sort` gave, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.0.names.values()
    }

    /// Keeps the names that still mean these sorts.
    pub(crate) fn retain_names(&mut self, mut is_known: impl FnMut(&str, Sort) -> bool) {
        Arc::make_mut(&mut self.0).names.retain(|&sort, name| is_known(name, sort));
    }

    /// Returns the number of sorts in the text of a sort, where a name counts as one.
    pub(crate) fn written_size(&self, sort: Sort) -> u64 {
        self.count_written(sort, &mut FxHashMap::default())
    }

    /// Recurses no deeper than a sort nests.
    fn count_written(&self, sort: Sort, known: &mut FxHashMap<Sort, u64>) -> u64 {
        if !self.is_long(sort) {
            return self.facts(sort).size;
        }
        if self.0.names.contains_key(&sort) {
            return 1;
        }
        if let Some(&size) = known.get(&sort) {
            return size;
        }
        let parts = Self::parts(self.kind(sort));
        let size =
            parts.fold(1_u64, |sum, part| sum.saturating_add(self.count_written(part, known)));
        known.insert(sort, size);
        size
    }
}
