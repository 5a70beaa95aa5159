//! Functional enumeration of regular tree grammars: counts, trees by index, indices by tree.
//!
//! A grammar is written as a [`Draft`], checked into an [`Rtg`], and enumerated as a [`Space`]:
//! all trees of one nonterminal, the smaller ones first, each with an index of any length.
//!
//! ```
//! use feat_runtime::{
//!     Draft, DraftNonterminal, DraftProduction, Index, Join, Layout, NonterminalId, Size, Space,
//! };
//!
//! // term : 'x' | '(not' term ')' | '(and' term term ')', where variables are free.
//! let term = NonterminalId::new(0);
//! let terms = DraftNonterminal::new("term", Join::Separated, [
//!     DraftProduction::new("X", 0, ["x".into()]),
//!     DraftProduction::new("Not", 1, ["(not".into(), term.into(), ")".into()]),
//!     DraftProduction::new("And", 1, ["(and".into(), term.into(), term.into(), ")".into()]),
//! ]);
//! let draft = Draft { start: term, nonterminals: vec![terms] };
//! let space = Space::new(draft.check().expect("every nonterminal is productive and reachable"));
//!
//! // The number of trees of sizes 0, 1, 2, …
//! let counts: Vec<u64> =
//!     (0..6).map(|size| space.count(Size(size)).try_into().expect("a small count")).collect();
//! assert_eq!(counts, [1, 2, 6, 22, 90, 394]);
//!
//! // Formula 1000, and back to its index.
//! let index = Index::from(1000);
//! let tree = space.get(&index).expect("there are infinitely many");
//! let text = space.rtg().render(&tree, Layout::Smtlib);
//! assert_eq!(text, "(and x (and x (not (not (not (and x x))))))");
//! assert_eq!(space.rank(&tree), Some(index));
//!
//! // Back from its text as well: the trees that have it, the least index first.
//! let forest = space.parse(&text).expect("it is a formula");
//! assert_eq!(forest.least(), &tree);
//! ```
//!
//! The modules, each of which knows only those before it:
//!
//! | module | idea |
//! |---|---|
//! | `number` | sizes, costs and indices, which never mix |
//! | `grammar` | drafts, checked grammars, trees, layouts |
//! | `count` | how many trees of each size there are |
//! | `find` | from an index to a tree and back, and the order between trees |
//! | `engine` | one grammar with its counts and caches, shared by everybody |
//! | `space` | the façade: one nonterminal of an engine |
//! | `stream` | texts one after the other at the speed of copying |
//! | `read` | from a text back to its trees |
//! | `oracle` | the plain ways, which tests hold against the fast ones |

mod count;
mod engine;
mod find;
mod grammar;
mod number;
mod oracle;
mod read;
mod space;
mod stream;
pub mod typed;

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
pub use typed::{Node, Shared, Term, Values};
