//! The one thread that starts processes, and the sweeping up after them.
//!
//! A solver can be asked to die with us (`PDEATHSIG`), but the system means
//! the *thread* that started it, so one thread that never ends starts them all.
//! What a solver started in its turn is found in three ways: it is in the
//! solver's process group; or it left the group, and then it becomes our child
//! when its parent dies (we are its *subreaper*) and still carries the mark
//! that we put into the solver's environment; or we were killed ourselves, and
//! then the *warden*, a shell that waits for the end of a pipe from us, kills
//! whatever carries our mark and removes our scratch folder.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, kill_process_group,
    test_kill_process_group, waitid, waitpgid, waitpid,
};

use super::memory::{self, Owner};
use super::system::{Kin, Usage, spawn, wait};
use crate::verdict::Status;

/// The environment variable that carries the mark.
pub(crate) const MARK: &str = "ETUDE_RUN";

/// What the warden does: it waits until nobody holds the other end of its
/// standard input, then kills all that carry the mark `$1`, again and again
/// while there are any, and removes the folder `$2`.
const WARDEN: &str = r#"
trap '' HUP INT TERM
while read -r _; do :; done
round=0
while [ $round -lt 100 ]; do
  left=$(grep -lsF -- "$1" /proc/[0-9]*/environ)
  [ -n "$left" ] || break
  for entry in $left; do
    entry=${entry#/proc/}
    kill -9 "${entry%/environ}" 2>/dev/null
  done
  round=$((round + 1))
done
rm -rf -- "$2"
"#;

/// Our direct children, which a sweep must leave to those who wait for them.
type Registry = Arc<Mutex<HashSet<Pid>>>;

struct Nursery {
    requests: Sender<Request>,
    registry: Registry,
    /// A folder of ours alone, which the warden removes; its name is our mark.
    scratch: PathBuf,
    mark: String,
    started: AtomicU64,
}

struct Request {
    command: Command,
    kin: Kin,
    reply: Sender<io::Result<std::process::Child>>,
}

/// A process that was started, and the mark that it and its children carry.
pub(super) struct Started {
    pub child: std::process::Child,
    pub mark: String,
}

/// A folder for the files of this program's runs, removed after its end,
/// whatever end that is.
pub(crate) fn scratch_folder() -> io::Result<&'static Path> {
    Ok(&nursery()?.scratch)
}

/// Starts a solver.
pub(super) fn start(mut command: Command, address_space: Option<u64>) -> io::Result<Started> {
    let nursery = nursery()?;
    let number = nursery.started.fetch_add(1, Ordering::Relaxed);
    let mark = format!("{}{number}", nursery.mark);
    command.env(MARK, &mark);
    let child = nursery.ask(command, Kin::Solver { address_space })?;
    Ok(Started { child, mark })
}

/// Waits for the end of the solver `leader` and takes it off the system's list.
///
/// The process is forgotten while nothing can be started, since from then on
/// the system may give its number to another.
pub(super) fn reap(leader: Pid) -> io::Result<(Status, Usage)> {
    let nursery = nursery()?;
    let until_ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while let Err(error) = waitid(WaitId::Pid(leader), until_ended) {
        if error != Errno::INTR {
            return Err(error.into());
        }
    }
    let mut registry = nursery.lock();
    let ended = wait(leader);
    registry.remove(&leader);
    ended
}

/// Kills what is left of the solver `leader`, which has been reaped, and takes
/// it off the system's list.
///
/// Costs one look at the process group and one at the list of processes.
pub(super) fn sweep(leader: Pid, mark: &str) {
    let Ok(nursery) = nursery() else { return };
    sweep_group(leader);
    if cfg!(target_os = "linux") {
        // What dies gives its children to us, so a round may find new ones.
        for _ in 0..1000 {
            if !nursery.sweep_adopted(leader, mark) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn nursery() -> io::Result<&'static Nursery> {
    static NURSERY: OnceLock<Nursery> = OnceLock::new();
    static OPENING: Mutex<()> = Mutex::new(());
    if let Some(nursery) = NURSERY.get() {
        return Ok(nursery);
    }
    let _opening = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(nursery) = NURSERY.get() {
        return Ok(nursery);
    }
    let nursery = Nursery::open()?;
    Ok(NURSERY.get_or_init(|| nursery))
}

impl Nursery {
    fn open() -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(getpid()))?;
        let scratch = tempfile::Builder::new().prefix("etude-run-").tempdir()?;
        let name = scratch.path().file_name().and_then(OsStr::to_str).unwrap_or("etude-run");
        let mark = format!("{name}/");
        let (requests, receiver) = channel();
        let registry = Registry::default();
        let for_thread = Arc::clone(&registry);
        thread::Builder::new()
            .name("solver nursery".to_owned())
            .spawn(move || serve(&receiver, &for_thread))?;
        let nursery = Self {
            requests,
            registry,
            scratch: scratch.path().into(),
            mark,
            started: AtomicU64::new(0),
        };
        nursery.post_warden()?;
        // From here on the warden removes it.
        let _ = scratch.keep();
        Ok(nursery)
    }

    fn post_warden(&self) -> io::Result<()> {
        let mut command = Command::new("sh");
        command.args(["-c", WARDEN, "etude-warden", &format!("{MARK}={}", self.mark)]);
        command.arg(&self.scratch).env_remove(MARK).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut warden = self.ask(command, Kin::Warden)?;
        // Our end of the pipe stays open as long as we live, and is closed by
        // the system when we do not.
        std::mem::forget(warden.stdin.take());
        Ok(())
    }

    fn ask(&self, command: Command, kin: Kin) -> io::Result<std::process::Child> {
        let (reply, answer) = channel();
        let gone = || io::Error::other("the thread that starts solvers is gone");
        self.requests.send(Request { command, kin, reply }).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Pid>> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills the processes that became our children and carry `mark`, and takes
    /// the dead ones off the system's list. Whether there were any, so that
    /// there may be more.
    ///
    /// A process is younger than the one it descends from, so only those with
    /// higher numbers than `leader` are looked at, unless the numbers began anew.
    fn sweep_adopted(&self, leader: Pid, mark: &str) -> bool {
        let ours = memory::session(getpid());
        // While we hold the registry, no process of ours is on its way into it.
        let registry = self.lock();
        let mut is_found = false;
        for entry in memory::younger_than(leader) {
            if entry.parent != Some(getpid()) || registry.contains(&entry.pid) {
                continue;
            }
            let owner = memory::owner(entry.pid, MARK);
            if entry.is_dead || owner == Owner::Nobody {
                // One that is dead or dying has no environment any more. Of
                // our children only solvers and what they started have
                // sessions of their own.
                if entry.session != ours {
                    // Its children may have become ours since the list was read.
                    is_found |= waitpid(Some(entry.pid), WaitOptions::NOHANG).is_ok();
                }
            } else if owner == Owner::Run(mark.to_owned()) {
                is_found = true;
                let _ = kill_process_group(entry.pid, Signal::KILL);
                let _ = kill_process(entry.pid, Signal::KILL);
            }
        }
        is_found
    }
}

/// Starts what is asked for, for ever.
fn serve(requests: &Receiver<Request>, registry: &Registry) {
    for Request { mut command, kin, reply } in requests {
        let mut registry = registry.lock().unwrap_or_else(PoisonError::into_inner);
        let started = spawn(&mut command, kin);
        if let Ok(child) = &started {
            registry.extend(i32::try_from(child.id()).ok().and_then(Pid::from_raw));
        }
        drop(registry);
        // Who asked may have gone; then the child's pipes close, and it is
        // killed with us at the latest.
        let _ = reply.send(started);
    }
}

/// Kills the process group of a leader that has been reaped.
fn sweep_group(leader: Pid) {
    for _ in 0..1000 {
        while let Ok(Some(_)) = waitpgid(leader, WaitOptions::NOHANG) {}
        if test_kill_process_group(leader).is_err() {
            return;
        }
        let _ = kill_process_group(leader, Signal::KILL);
        thread::sleep(Duration::from_millis(1));
    }
}
