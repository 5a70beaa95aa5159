//! Campaigns: formulas and verdicts in, findings out, kept in a database.

mod exhibit;
mod finding;
mod judge;
mod kind;
mod outcome;
mod setting;
mod signature;
mod track;

pub use exhibit::{Evaluation, Exhibit, Searched};
pub use finding::{Evidence, Finding, Testimony};
pub use judge::{Heard, Judge, Judgement, Suspicion};
pub use kind::Kind;
pub use outcome::{Outcome, pack_time, unpack_time};
pub use setting::{Description, Manner, Setting, tell_apart};
pub use signature::{Group, Trigger, group, normal_crash, normal_reason};
pub use track::{Formula, Order, Track};
