//! Campaigns: formulas and verdicts in, findings out, kept in a database.

mod baseline;
mod bisect;
mod description;
mod examiner;
mod exhibit;
mod explanation;
mod finding;
mod folder;
mod hunt;
mod judge;
mod kind;
mod known;
mod outcome;
mod plan;
mod reference;
mod replay;
mod report;
mod retrial;
mod rivals;
mod rota;
mod setting;
mod signature;
mod standing;
mod statistics;
mod store;
mod summary;
mod track;
mod widen;

pub use baseline::{
    BaselineError, Change, Difference, Machine, NewBug, Speed, TheoryDifference, Tolerance,
    compare, counterpart,
};
pub use bisect::{Bisection, Boundaries, Breadth, Edge, Health, Tested, boundaries};
pub use description::quoted;
pub use exhibit::{Evaluation, Exhibit, Searched};
pub use finding::{AskedValue, CutModel, Evidence, Finding, Testimony};
pub use folder::{Dossier, EVIDENCE, FORMULA, FolderError, REPORT, folder_name};
pub use hunt::{Ending, Event, HuntError, hunt};
pub use judge::{Heard, Judge, Judgement, Suspicion};
pub use kind::Kind;
pub use known::Known;
pub use outcome::{Outcome, pack_time, unpack_time};
pub use plan::{Lane, Plan, Shard};
pub use reference::{recall, remember};
pub use replay::{Comparison, ReplayError, Replayed, Replaying, replay};
pub use report::Argument;
pub use retrial::{Recurrence, Retrial};
pub use rivals::{Attention, Rivals};
pub use rota::{ALL_TRIGGERS, MOST_TRIGGERS, rota};
pub use setting::{Description, Manner, Purpose, Recorded, Setting, tell_apart};
pub use signature::{Group, Trigger, group, normal_crash, normal_reason, normal_unread};
pub use standing::{Standing, Standings, Voice, Weighed};
pub use statistics::median;
pub use store::{
    Bug, Chunk, Merged, Reason, RunId, SettingId, Spans, Store, StoreError, StoredRun,
    StoredSetting, StoredTrack, TrackId, spans,
};
pub use summary::{
    Excuse, Summary, TheorySummary, grouped, open_word, summarize, summarize_stored,
};
pub use track::{Formula, Order, Track};
pub use widen::{WidenError, Widening, widen};
