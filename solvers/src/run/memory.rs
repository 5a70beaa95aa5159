//! The system's list of processes: who descends from whom, what each holds.

use std::fs;
use std::os::unix::fs::FileExt;

use rustix::process::Pid;

/// A process as the system lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub pid: Pid,
    pub parent: Option<Pid>,
    pub session: Option<Pid>,
    /// Whether it has ended and nobody has waited for it.
    pub is_dead: bool,
    /// Whether it waits for something, and not for its turn.
    pub is_asleep: bool,
}

/// The processes that are younger than `leader`: those with higher numbers,
/// or all others if the system's numbers began anew meanwhile.
pub(super) fn younger_than(leader: Pid) -> Vec<Entry> {
    let newest = fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split_whitespace().last()?.parse::<i32>().ok());
    let leader = leader.as_raw_nonzero().get();
    let least = if newest.is_some_and(|newest| newest < leader) { 0 } else { leader };
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|pid: &i32| *pid > least && *pid != leader).filter_map(entry).collect()
}

/// Whose a process is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// That of the run with this mark.
    Run(String),
    /// Somebody else's.
    Other,
    /// It has no environment: it is dead or about to be.
    Nobody,
}

/// Whose the process `pid` is, by the variable `name` in its environment.
pub(super) fn owner(pid: Pid, name: &str) -> Owner {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    if environment.is_empty() {
        return Owner::Nobody;
    }
    let mut entries = environment.split(|byte| *byte == 0);
    let value = entries.find_map(|entry| entry.strip_prefix(name.as_bytes())?.strip_prefix(b"="));
    value.map_or(Owner::Other, |value| Owner::Run(String::from_utf8_lossy(value).into_owned()))
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

/// What the system writes down of the memory of one process.
#[derive(Debug)]
pub(super) struct Ledger {
    file: fs::File,
}

impl Ledger {
    /// That of the process `pid`; `None` where the system keeps none.
    pub fn of(pid: Pid) -> Option<Self> {
        let file = fs::File::open(format!("/proc/{pid}/statm")).ok()?;
        Some(Self { file })
    }

    /// How many bytes the process holds now; `None` once it is gone.
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

/// How many bytes `leader` and all in its session hold together.
pub(super) fn resident_of_session(leader: Pid) -> Option<u64> {
    let others = younger_than(leader).into_iter().filter(|entry| entry.session == Some(leader));
    Some(resident(leader)? + others.filter_map(|entry| resident(entry.pid)).sum::<u64>())
}

fn entry(pid: i32) -> Option<Entry> {
    let pid = Pid::from_raw(pid)?;
    parse_entry(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Reads `12 (name) S 1 12 12 …`; the name may hold anything.
fn parse_entry(pid: Pid, text: &str) -> Option<Entry> {
    let mut fields = text[text.rfind(')')? + 1..].split_whitespace();
    let state = fields.next()?;
    let mut number = || fields.next().and_then(|field| field.parse().ok());
    let parent = number()?;
    let _group = number()?;
    let session = number()?;
    // One that is about to vanish is listed with -1, which is no number of a process.
    let known = |number: i32| Pid::from_raw(number.max(0));
    Some(Entry {
        pid,
        parent: known(parent),
        session: known(session),
        is_dead: matches!(state, "Z" | "X"),
        is_asleep: state == "S",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let pid = Pid::from_raw(12).unwrap();
        let entry = parse_entry(pid, "12 (a) Z 1 (b) Z 7 8 9 0 0\n").unwrap();
        assert_eq!((entry.parent, entry.session), (Pid::from_raw(7), Pid::from_raw(9)));
        assert!(entry.is_dead);
        let vanishing = parse_entry(pid, "12 (a) X 0 -1 -1 0 -1\n").unwrap();
        assert_eq!((vanishing.parent, vanishing.session), (None, None));
        let contained = parse_entry(pid, "12 (a) S 7 0 0 0 -1\n").unwrap();
        assert_eq!((contained.parent, contained.session), (Pid::from_raw(7), None));
        assert_eq!(parse_entry(pid, ""), None);
        assert_eq!(parse_entry(pid, "12 (a"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn we_hold_memory() {
        assert!(resident(rustix::process::getpid()).unwrap() > 100_000);
    }
}
