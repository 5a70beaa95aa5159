//! Reports: a campaign's database in, pages, tables and figures out.
//!
//! ```
//! use campaign::{KnownBugs, Store};
//! use report::{Report, html, markdown};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(folder.path())?;
//! let known = KnownBugs::of_campaign(folder.path(), &[])?;
//! let report = Report::read(&store, "nightly", &known, &|_| None)?;
//! assert!(markdown::render(&report).contains("nightly"));
//! assert!(html::render(&report).starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
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
    Account, Age, Brought, BugEntry, Gone, Guarantee, LeftOpen, News, Participant, Report, Rival,
    Run, Share, Slow, Source,
};
