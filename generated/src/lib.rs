//! The theories as Rust datatypes: one module per grammar in `grammars/`, with one enum per rule and
//! one constructor per production.
//!
//! ```
//! use generated::Term;
//! use generated::core_theory::{AssertStmt, BinopBool, BoolTerm, Start};
//!
//! // A formula by its index, and back.
//! let formula = Start::nth(1000).unwrap();
//! assert_eq!(formula.index(), 1000.into());
//! let text = formula.to_string();
//! assert!(text.ends_with("(assert (or true (ite false a true)))\n(check-sat)"), "{text}");
//!
//! // Formulas in order. Each shares with the one before it what did not change.
//! let is_equation = |formula: &Start| {
//!     let Start::C0(_, AssertStmt::Assert(term), _) = formula;
//!     matches!(term, BoolTerm::BoolBinary(BinopBool::Equal, ..))
//! };
//! let equation = Start::iter_from(1000).find(is_equation).unwrap();
//! assert!(equation.to_string().contains("(assert (= true (not true)))"), "{equation}");
//!
//! // A formula made by hand has its index too, and every rule has an enumeration of its own.
//! let term = BoolTerm::Not(BoolTerm::nth(2).unwrap().into());
//! assert_eq!(term.to_string(), "(not a)");
//! assert_eq!(BoolTerm::nth(term.index()).as_ref(), Some(&term));
//! if let BoolTerm::Not(inner) = term {
//!     assert_eq!(inner.to_string(), "a");
//! }
//!
//! // Indices have any length.
//! let far: generated::Index = "10^100".parse()?;
//! assert_eq!(Start::nth(&far).unwrap().index(), far);
//! # Ok::<(), generated::IndexError>(())
//! ```
//!
//! Everything below [`theories`] is written by `cargo xtask compile-grammar`.

pub mod theories;
mod theory;

pub use feat_runtime::{Index, IndexError, Layout, Shared, Size, Space, Term, Tree, Values};
pub use theories::*;
pub use theory::Theory;
