//! Functional enumeration of regular tree grammars: counts, trees by index, indices by tree.

pub mod analysis;
mod charset;
mod counts;
mod graph;
mod layout;
mod lead;
mod least;
mod length;
pub mod naive;
mod natural;
mod number;
mod odometer;
mod order;
mod parallel;
pub mod plain;
mod plan;
mod pool;
mod rank;
mod reach;
mod read;
mod reel;
mod rtg;
mod sample;
mod saplings;
mod script;
mod shelf;
mod space;
mod splits;
mod stream;
mod succession;
pub mod table;
mod term;
mod text;
mod tree;
mod typed;
mod unrank;

pub use charset::CharSet;
pub use layout::Layout;
pub use number::{Cost, Index, IndexError, Size};
pub use order::compare;
pub use reach::{Budget, Counting, Excess, TooLarge};
pub use read::forest::Forest;
pub use read::parse::{Obstacle, ParseError};
pub use rtg::{
    Draft, DraftNonterminal, DraftProduction, Join, Nonterminal, NonterminalId, Production,
    ProductionId, Rtg, Symbol,
};
pub use sample::Sampler;
pub use space::{MOST_SIZE, Position, Space};
pub use stream::{Limit, Stream};
pub use term::{Node, Shared, Stacks, Term};
pub use tree::{Choice, Line, Tree};
pub use typed::Values;
