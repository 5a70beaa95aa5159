//! The theories as Rust datatypes: one module for each grammar in `grammars/`.
//!
//! Everything below [`theories`] is written by `cargo xtask compile-grammar`.
//!
//! ```
//! use feat_runtime::Term;
//! use generated::core::Start;
//!
//! let index = "1000".parse().unwrap();
//! let formula = Start::nth(&index).unwrap();
//! assert_eq!(formula.index(), index);
//! assert!(formula.to_string().starts_with("(declare-const a Bool)\n"));
//! ```

pub mod theories;
mod theory;

pub use theories::*;
pub use theory::Theory;
