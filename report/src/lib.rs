//! Reports: a campaign's database in, pages, tables and figures out.
//!
//! Nothing here asks a solver, and nothing is printed: what comes out is text.

mod figure;
mod history;

pub use figure::Figure;
pub use history::{Column, History, Record, Theory};
