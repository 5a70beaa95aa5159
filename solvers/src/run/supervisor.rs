//! The life of a supervisor: the process between us and one solver.
//!
//! What a solver starts and leaves becomes a child of its supervisor, whatever session, group or
//! environment it has taken (the supervisor is its *subreaper*). When the solver ends, when we say
//! so, or when we are dead, the supervisor ends all that are below it, and says how the solver
//! ended. It is a fork of us that never becomes another program, which would take as long as a
//! small solver does. So nothing here may allocate, and nothing may panic.

use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, RawDir};
use rustix::process::{Pid, Signal, getpid, kill_process, kill_process_group};

use super::memory::parse_entry;
use super::system::{Cue, Dead, Usage, await_cue, glance};
use crate::verdict::Status;

/// Time for which a supervisor tries to end all. Only what it may not kill lives longer.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// First pause for those that it killed to end, before it looks who is left; each pause is twice as
/// long as the last, up to a limit.
const PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// Last report of a supervisor.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExitReport {
    pub status: Status,
    pub usage: Usage,
    /// Whether all that was below it has ended.
    pub is_clean: bool,
}

/// The bytes of a report.
pub(super) const LENGTH: usize = 4 + 4 + 8 + 8;

impl ExitReport {
    fn to_bytes(self) -> [u8; LENGTH] {
        let (kind, number) = match self.status {
            Status::Exit(code) => (0_i32, code),
            Status::Signal(signal) => (1, signal),
        };
        let kind = kind | i32::from(self.is_clean) << 1;
        // Half a million years fit; what is longer counts as that.
        let cpu = u64::try_from(self.usage.cpu.as_micros()).unwrap_or(u64::MAX);
        let mut bytes = [0; LENGTH];
        let (head, tail) = bytes.split_at_mut(8);
        head[..4].copy_from_slice(&kind.to_ne_bytes());
        head[4..].copy_from_slice(&number.to_ne_bytes());
        tail[..8].copy_from_slice(&cpu.to_ne_bytes());
        tail[8..].copy_from_slice(&self.usage.memory.to_ne_bytes());
        bytes
    }

    /// The report that was written as these bytes.
    pub fn from_bytes(bytes: [u8; LENGTH]) -> Self {
        let [k0, k1, k2, k3, n0, n1, n2, n3, numbers @ ..] = bytes;
        let kind = i32::from_ne_bytes([k0, k1, k2, k3]);
        let number = i32::from_ne_bytes([n0, n1, n2, n3]);
        let long = |part: [u8; 8]| u64::from_ne_bytes(part);
        let [c0, c1, c2, c3, c4, c5, c6, c7, memory @ ..] = numbers;
        let cpu = long([c0, c1, c2, c3, c4, c5, c6, c7]);
        Self {
            status: if kind & 1 == 0 { Status::Exit(number) } else { Status::Signal(number) },
            usage: Usage { cpu: Duration::from_micros(cpu), memory: long(memory) },
            is_clean: kind & 2 != 0,
        }
    }
}

/// Says on `report` which process the solver is, waits for its end or for ours, ends all that is
/// left, and says how the solver ended.
pub(super) fn keep(solver: Pid, report: BorrowedFd) {
    let number = solver.as_raw_nonzero().get();
    let _ = rustix::io::write(report, &number.to_ne_bytes());
    let ending = watch(solver);
    let _ = rustix::io::write(report, &ending.to_bytes());
}

fn watch(solver: Pid) -> ExitReport {
    let killed = Status::Signal(Signal::KILL.as_raw());
    let mut report = ExitReport { status: killed, usage: Usage::default(), is_clean: true };
    let mut is_running = true;
    let mut over: Option<Instant> = None;
    let mut pause = PAUSE;
    loop {
        // As init would, it takes the dead off the system's list.
        loop {
            match glance(None) {
                Dead::Child { pid, status, usage } if pid == solver => {
                    report = ExitReport { status, usage, ..report };
                    is_running = false;
                }
                Dead::Child { .. } => {}
                Dead::None => break,
                Dead::Childless => return report,
            }
        }
        if is_running && over.is_none() {
            if await_cue(None) == Cue::End {
                over = Some(Instant::now());
            }
            continue;
        }
        if over.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            return ExitReport { is_clean: false, ..report };
        }
        if is_running {
            let _ = kill_process_group(solver, Signal::KILL);
        }
        // Most solvers leave nobody, which shows at no cost once they are dead. One that does not
        // die keeps nobody else alive.
        if !is_running || pause == LONGEST_PAUSE {
            let killed = kill_children(solver);
            if killed == Killed::None && !is_running {
                return ExitReport { is_clean: false, ..report };
            }
        }
        await_cue(Some(pause));
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Result of a look for children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Killed {
    /// Some were killed, or none was seen.
    Some,
    /// There are some, none of which may be killed: they belong to another user.
    None,
}

/// Kills the children of this process, and all in their process groups. Theirs become ours.
///
/// Costs a look at every process of the system, so it is done only if there are children.
#[cfg(target_os = "linux")]
fn kill_children(_: Pid) -> Killed {
    let folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let Ok(processes) = rustix::fs::open(c"/proc", folder, Mode::empty()) else {
        return Killed::Some;
    };
    let this = getpid();
    let (mut seen, mut killed) = (false, false);
    let mut buffer = [MaybeUninit::uninit(); 8192];
    let mut entries = RawDir::new(&processes, &mut buffer);
    while let Some(Ok(entry)) = entries.next() {
        let number = entry.file_name().to_str().ok().and_then(|name| name.parse().ok());
        let Some(pid) = number.and_then(|number: i32| Pid::from_raw(number.max(0))) else {
            continue;
        };
        let mut text = [0; 512];
        let Some(read) = read_stat(&processes, entry.file_name().to_bytes(), &mut text) else {
            continue;
        };
        let Some(entry) = parse_entry(pid, read) else { continue };
        if entry.parent != Some(this) {
            continue;
        }
        // Groups do not reach beyond sessions, and none of those below us is ours.
        if let Some(group) = entry.group.filter(|group| *group != this) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        seen = true;
        killed |= kill_process(pid, Signal::KILL).is_ok();
    }
    if seen && !killed { Killed::None } else { Killed::Some }
}

/// Kills the solver's process group: who else its children are, the system does not say.
#[cfg(not(target_os = "linux"))]
fn kill_children(solver: Pid) -> Killed {
    let _ = kill_process_group(solver, Signal::KILL);
    Killed::Some
}

/// Reads `number/stat` in the folder of processes.
#[cfg(target_os = "linux")]
fn read_stat<'a>(processes: &OwnedFd, number: &[u8], text: &'a mut [u8]) -> Option<&'a [u8]> {
    let mut path = [0; 32];
    let name = b"/stat";
    path.get_mut(..number.len())?.copy_from_slice(number);
    path.get_mut(number.len()..number.len() + name.len())?.copy_from_slice(name);
    let path = std::ffi::CStr::from_bytes_until_nul(&path).ok()?;
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = rustix::fs::openat(processes, path, flags, Mode::empty()).ok()?;
    let length = rustix::io::read(&file, &mut *text).ok()?;
    text.get(..length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let usage = Usage { cpu: Duration::from_micros(1 << 40), memory: 1 << 50 };
        for status in [Status::Exit(0), Status::Exit(255), Status::Signal(9)] {
            for is_clean in [true, false] {
                let report = ExitReport { status, usage, is_clean };
                let read = ExitReport::from_bytes(report.to_bytes());
                assert_eq!((read.status, read.is_clean), (status, is_clean));
                assert_eq!((read.usage.cpu, read.usage.memory), (usage.cpu, usage.memory));
            }
        }
    }
}
