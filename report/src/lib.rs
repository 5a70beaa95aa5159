//! Reports: a campaign's database in, pages, tables and figures out.
//!
//! Nothing here asks a solver, and nothing is printed: what comes out is text.

mod chart;
pub mod csv;
mod figure;
mod figures;
mod history;
pub mod html;
pub mod json;
pub mod junit;
pub mod markdown;
mod report;
pub mod sarif;
mod words;

pub use figure::Figure;
pub use figures::figures;
pub use history::{Answers, Column, History, Record, Theory};
pub use report::{
    Account, Age, BugEntry, Guarantee, LeftOpen, Participant, Report, Rival, Run, Slow, Source,
};
