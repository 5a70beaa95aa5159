//! Identity of a source, by which a database knows it.

use crate::source::order::Order;

/// The identity of a source, which tells it from all others. Its name, digest and order are the
/// columns `name`,
/// `grammar` and `sequence` of the table `track`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name: `Strings`, or that of a grammar.
    pub name: String,
    /// A digest, in 16 hexadecimal digits, of all that its formulas are made from.
    pub digest: String,
    /// The order in which its questions come.
    pub order: Order,
    /// The words by which the command line asks for it, such as `--grammar my.g4`; `None` where
    /// its name does, and where only a database is known.
    pub origin: Option<String>,
}

impl Identity {
    /// Returns what people call it beside others: `Strings`, or of its mutants `Strings/weaken`, or
    /// `Strings/all` of those by all techniques.
    pub fn title(&self) -> String {
        match &self.order {
            Order::Mutated { making, .. } => format!("{}/{}", self.name, making.short()),
            _ => self.name.clone(),
        }
    }

    /// Whether both have the same questions by the same numbers, whatever the words that lead
    /// there.
    pub fn is(&self, other: &Self) -> bool {
        (&self.name, &self.digest, &self.order) == (&other.name, &other.digest, &other.order)
    }
}
