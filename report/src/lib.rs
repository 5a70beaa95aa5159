//! Reports: a campaign's database in, pages, tables and figures out.
//!
//! Nothing here asks a solver, and nothing is printed: what comes out is text.

mod chart;
mod figure;
mod figures;
mod history;

pub use figure::Figure;
pub use figures::figures;
pub use history::{Answers, Column, History, Record, Theory};
