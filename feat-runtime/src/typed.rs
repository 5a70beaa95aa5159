//! Generated datatypes: values that are trees, typed.
//!
//! A generated module holds the enums of a grammar and one call of [`theory!`](crate::theory), the
//! grammar as a table. All else that a datatype needs is written here, once:
//!
//! - `term`: what a value can do: its index, its tree, its text, and back;
//! - `shared`: children that several values own together;
//! - `values`: the values of a type in order;
//! - `table`: a grammar as constant data;
//! - `theory`: the macro that puts these together.

mod shared;
mod table;
mod term;
mod theory;
mod values;

pub use shared::Shared;
pub use table::{Alternative, Rule, Symbol, Table};
pub use term::{Child, Kept, Node, Stacks, Term};
pub use values::Values;
