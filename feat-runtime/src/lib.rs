//! Functional enumeration of regular tree grammars: counts, trees by index, indices by tree.

pub mod analysis;
mod charset;
mod counts;
mod forest;
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
mod parse;
pub mod plain;
mod plan;
mod pool;
mod rank;
mod reach;
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
mod text;
mod tree;
pub mod typed;
mod unrank;

pub use charset::CharSet;
pub use forest::Forest;
pub use layout::Layout;
pub use number::{Cost, Index, IndexError, Size};
pub use order::compare;
pub use parse::{Obstacle, ParseError};
pub use reach::{Budget, Counting, Excess, TooLarge};
pub use rtg::{
    Draft, DraftNonterminal, DraftProduction, Join, Nonterminal, NonterminalId, Production,
    ProductionId, Rtg, Symbol,
};
pub use sample::Sampler;
pub use space::{MOST_SIZE, Position, Space};
pub use stream::{Limit, Stream};
pub use tree::{Choice, Line, Tree};
pub use typed::{Node, Shared, Term, Values};
