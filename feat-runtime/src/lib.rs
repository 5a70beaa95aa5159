//! Functional enumeration of regular tree grammars: counts, trees by index, indices by tree.

mod count;
mod engine;
mod find;
mod grammar;
mod number;
mod oracle;
mod read;
mod space;
mod stream;
pub mod table;
mod term;
mod typed;

pub use find::order::compare;
pub use grammar::analysis;
pub use grammar::charset::CharSet;
pub use grammar::draft::{
    Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, ProductionId, Symbol,
};
pub use grammar::layout::Layout;
pub use grammar::rtg::{Nonterminal, Production, Rtg};
pub use grammar::tree::{Choice, OutlineLine, Tree};
pub use number::{Cost, Index, IndexError, MOST_SIZE, Size};
pub use oracle::{naive, plain};
pub use read::forest::Forest;
pub use read::parse::{Obstacle, ParseError};
pub use space::reach::{Counting, CountingBudget, Excess, TooLarge};
pub use space::sample::Sampler;
pub use space::{Position, Space};
pub use stream::{Limit, Stream};
pub use term::{Node, Shared, Stacks, Term};
pub use typed::Values;
