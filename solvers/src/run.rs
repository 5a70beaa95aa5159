//! Processes: started so that nothing of them can be left behind, listened to
//! within limits, ended with all that they started.
//!
//! `system` asks the operating system what has no safe wrapper, `nursery`
//! starts processes, each with a `supervisor` that ends what it leaves, in a
//! folder of its own (`place`); `child` is one process, `listen` reads what it
//! says, and `memory` what it holds.

mod child;
mod listen;
mod memory;
mod nursery;
mod place;
mod supervisor;
mod system;

pub(crate) use child::{Child, Launch};
pub(crate) use listen::{Event, Said, Until};
pub(crate) use nursery::{MARK, NoScratch, scratch_folder};
pub(crate) use place::is_runnable;
