//! The system's list of processes: who descends from whom, what each holds.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::FileExt;

use rustix::process::Pid;

/// A process as the system lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub pid: Pid,
    pub parent: Option<Pid>,
    pub group: Option<Pid>,
    pub session: Option<Pid>,
    /// Whether it waits for something, and not for its turn.
    pub is_asleep: bool,
}

/// All processes.
pub(super) fn all() -> Vec<Entry> {
    numbered_above(0)
}

/// The processes that are younger than `ancestor`: those with higher numbers, or all if the
/// system's numbers began anew meanwhile.
fn younger_than(ancestor: Pid) -> Vec<Entry> {
    let newest = fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split_whitespace().last()?.parse::<i32>().ok());
    let ancestor = ancestor.as_raw_nonzero().get();
    numbered_above(if newest.is_some_and(|newest| newest < ancestor) { 0 } else { ancestor })
}

fn numbered_above(least: i32) -> Vec<Entry> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|pid| *pid > least).filter_map(entry).collect()
}

/// The session of a process, or `None` if its leader is not among those we
/// can see: in a container it may live outside, where `getsid` gives 0.
pub(super) fn session(pid: Pid) -> Option<Pid> {
    entry(pid.as_raw_nonzero().get())?.session
}

/// Whether a process waits for something, and not for its turn; `None` where the system does not
/// say.
pub(super) fn is_asleep(pid: Pid) -> Option<bool> {
    Some(entry(pid.as_raw_nonzero().get())?.is_asleep)
}

/// Record that the system keeps of the memory of one process.
#[derive(Debug)]
pub(super) struct Ledger {
    file: fs::File,
}

impl Ledger {
    /// Opens the record of the process `pid`; `None` where the system keeps none.
    pub fn of(pid: Pid) -> Option<Self> {
        let file = fs::File::open(format!("/proc/{pid}/statm")).ok()?;
        Some(Self { file })
    }

    /// Returns the bytes that the process holds now; `None` once it is gone.
    pub fn resident(&self) -> Option<u64> {
        let mut line = [0; 256];
        let length = self.file.read_at(&mut line, 0).ok()?;
        let text = str::from_utf8(&line[..length]).ok()?;
        let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(pages * u64::try_from(rustix::param::page_size()).ok()?)
    }
}

fn resident(pid: Pid) -> Option<u64> {
    Ledger::of(pid)?.resident()
}

/// Returns the bytes that all the processes hold together that descend from `ancestor`.
pub(super) fn resident_below(ancestor: Pid) -> u64 {
    let below = descendants(ancestor, &younger_than(ancestor));
    below.into_iter().filter_map(resident).sum()
}

/// The processes of `list` that descend from `ancestor`.
fn descendants(ancestor: Pid, list: &[Entry]) -> HashSet<Pid> {
    let mut found = HashSet::new();
    loop {
        let before = found.len();
        let is_below = |entry: &&Entry| {
            entry.parent.is_some_and(|parent| parent == ancestor || found.contains(&parent))
        };
        let below: Vec<Pid> = list.iter().filter(is_below).map(|entry| entry.pid).collect();
        found.extend(below);
        if found.len() == before {
            return found;
        }
    }
}

fn entry(pid: i32) -> Option<Entry> {
    let pid = Pid::from_raw(pid)?;
    parse_entry(pid, &fs::read(format!("/proc/{pid}/stat")).ok()?)
}

/// Reads `12 (name) S 1 12 12 …`; the name may hold anything. Allocates nothing.
pub(super) fn parse_entry(pid: Pid, text: &[u8]) -> Option<Entry> {
    let end = text.iter().rposition(|byte| *byte == b')')?;
    let mut fields = str::from_utf8(text.get(end + 1..)?).ok()?.split_whitespace();
    let state = fields.next()?;
    let mut number = || fields.next().and_then(|field| field.parse().ok());
    let parent = number()?;
    let group = number()?;
    let session = number()?;
    // One that is about to vanish is listed with -1, which is no number of a process.
    let known = |number: i32| Pid::from_raw(number.max(0));
    Some(Entry {
        pid,
        parent: known(parent),
        group: known(group),
        session: known(session),
        is_asleep: state == "S",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry_of(pid: i32, text: &[u8]) -> Option<Entry> {
        parse_entry(Pid::from_raw(pid).unwrap(), text)
    }

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let entry = entry_of(12, b"12 (a) Z 1 (\xff) S 7 8 9 0 0\n").unwrap();
        assert_eq!((entry.parent, entry.session), (Pid::from_raw(7), Pid::from_raw(9)));
        assert_eq!((entry.group, entry.is_asleep), (Pid::from_raw(8), true));
        let vanishing = entry_of(12, b"12 (a) X 0 -1 -1 0 -1\n").unwrap();
        assert_eq!((vanishing.parent, vanishing.session), (None, None));
        let contained = entry_of(12, b"12 (a) S 7 0 0 0 -1\n").unwrap();
        assert_eq!((contained.parent, contained.session), (Pid::from_raw(7), None));
        assert_eq!(entry_of(12, b""), None);
        assert_eq!(entry_of(12, b"12 (a"), None);
    }

    #[test]
    fn descendants_are_found_in_any_order() {
        let entry = |pid: i32, parent: i32| {
            entry_of(pid, format!("{pid} (a) S {parent} 1 1 0\n").as_bytes()).unwrap()
        };
        let list = [entry(5, 9), entry(9, 4), entry(4, 1), entry(6, 1), entry(7, 5)];
        let found = descendants(Pid::from_raw(4).unwrap(), &list);
        assert_eq!(found, [5, 7, 9].map(|pid| Pid::from_raw(pid).unwrap()).into());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn we_hold_memory() {
        assert!(resident(rustix::process::getpid()).unwrap() > 100_000);
    }
}
