//! The one thread that starts processes, and the sweeping up after them.
//!
//! Each solver has a *supervisor* between it and us, which ends all that the solver started (see
//! `supervisor`). The system tells the supervisor that we are dead, but it means the *thread* that
//! started it, so one thread that never ends starts them all. Two more nets hang below: what a
//! supervisor loses, since somebody killed it, becomes our child (we are its *subreaper*), and the
//! *warden*, a shell that waits for the end of a pipe from us, then kills whatever carries our mark
//! in its environment and removes our scratch folder.

use std::collections::HashSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, kill_process_group, waitid,
};

use thiserror::Error;

use super::memory;
use super::place;
use super::system::{Errand, Supervised, glance, spawn_supervised, spawn_warden, wait_for};
use crate::lease::Lease;

/// The environment variable that carries the mark.
pub(crate) const MARK: &str = "ETUDE_RUN";

/// Prefix of the names of scratch folders.
const SCRATCH: &str = "etude-run-";

/// Script of the warden: it waits until nobody holds the other end of its standard input, then
/// kills all that carry the mark `$1`, again and again while there are any, and removes the folder
/// `$2`.
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
rm -rf -- "$2" 2>/dev/null || { chmod -R u+rwx -- "$2"; rm -rf -- "$2"; }
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

/// Starts a process in the thread that never ends, and gives its result away.
type Request = Box<dyn FnOnce(&Registry) + Send>;

/// A solver that was started.
pub(super) struct Started {
    pub process: Supervised,
    pub supervisor: Pid,
    /// The folder that it runs in, to be removed after it.
    pub folder: PathBuf,
}

/// A folder for the files of this program's runs, removed after its end,
/// whatever end that is.
pub(crate) fn scratch_folder() -> io::Result<&'static Path> {
    Ok(&nursery()?.scratch)
}

/// Starts the solver that `words` run, in a new folder, with `variables` in its environment.
pub(super) fn start(
    words: &[OsString],
    address_space: Option<u64>,
    variables: &[(OsString, OsString)],
) -> io::Result<Started> {
    let nursery = nursery()?;
    let empty = || io::Error::new(io::ErrorKind::InvalidInput, "the command is empty");
    let (program, arguments) = words.split_first().ok_or_else(empty)?;
    let here = env::current_dir()?;
    let program = place::program(program, &here)?;
    let mut words = vec![program.clone().into_os_string()];
    words.extend(arguments.iter().map(|word| place::argument(word, &here)));

    let number = nursery.started.fetch_add(1, Ordering::Relaxed);
    let folder = nursery.scratch.join(number.to_string());
    fs::create_dir_all(&folder).map_err(|reason| NoScratch::error(&folder, reason))?;
    let mark = format!("{}{number}", nursery.mark);
    let mut ours = vec![
        (MARK.into(), mark.into()),
        // A script that needs the folder that it was started from finds it as `cd -` does.
        ("PWD".into(), folder.clone().into_os_string()),
        ("OLDPWD".into(), here.into_os_string()),
    ];
    ours.extend_from_slice(variables);
    let is_theirs = |(name, _): &(OsString, OsString)| ours.iter().all(|(our, _)| our != name);
    let environment: Vec<_> = env::vars_os().filter(is_theirs).chain(ours.clone()).collect();
    let errand = Errand::new(&program, &words, environment, address_space)?;
    let mut command = Command::new(&program);
    command.current_dir(&folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = nursery.ask(move || {
        let process = spawn_supervised(command, errand)?;
        let supervisor = number_of(&process.supervisor)?;
        Ok(((process, supervisor), supervisor))
    });
    match started {
        Ok((process, supervisor)) => Ok(Started { process, supervisor, folder }),
        Err(error) => {
            let _ = fs::remove_dir(&folder);
            Err(error)
        }
    }
}

/// Waits for the end of a supervisor and takes it off the system's list.
///
/// The process is forgotten while nothing can be started, since from then on
/// the system may give its number to another.
pub(super) fn reap(supervisor: Pid) {
    let Ok(nursery) = nursery() else { return };
    let until_ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(supervisor), until_ended), Err(rustix::io::Errno::INTR)) {}
    let mut registry = nursery.lock();
    // Nobody else waits for it, so this cannot fail.
    let _ = wait_for(supervisor);
    registry.remove(&supervisor);
}

/// Kills what became our child since its supervisor was killed, and takes it off the system's list.
///
/// Those whose supervisors live are their supervisors' children, so all that are ours, and that we
/// did not start, are left over. They have sessions of their own; what else this program started
/// has not.
pub(super) fn sweep() {
    let Ok(nursery) = nursery() else { return };
    if cfg!(target_os = "linux") {
        // What dies gives its children to us, so a round may find new ones.
        for _ in 0..1000 {
            if !nursery.sweep_adopted() {
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
        // Solvers run elsewhere.
        let temporary = path::absolute(env::temp_dir())?;
        let scratch = Lease::new(&temporary, SCRATCH)
            .map_err(|reason| NoScratch::error(&temporary, reason))?;
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
        // From here on the warden removes it. It stays locked as long as we live.
        std::mem::forget(scratch);
        Ok(nursery)
    }

    fn post_warden(&self) -> io::Result<()> {
        let mut command = Command::new("sh");
        command.args(["-c", WARDEN, "etude-warden", &format!("{MARK}={}", self.mark)]);
        command.arg(&self.scratch).env_remove(MARK).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut warden = self.ask(move || {
            let warden = spawn_warden(&mut command)?;
            let number = number_of(&warden)?;
            Ok((warden, number))
        })?;
        // Our end of the pipe stays open as long as we live, and is closed by
        // the system when we do not.
        std::mem::forget(warden.stdin.take());
        Ok(())
    }

    /// Lets `work` start a process in the thread that never ends, and returns the process and the
    /// number of the child.
    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> io::Result<(T, Pid)> + Send + 'static,
    ) -> io::Result<T> {
        let (reply, answer) = channel();
        let gone = || io::Error::other("the thread that starts solvers is gone");
        let request = move |registry: &Registry| {
            let mut registry = registry.lock().unwrap_or_else(PoisonError::into_inner);
            let started = work().map(|(started, pid)| {
                registry.insert(pid);
                started
            });
            drop(registry);
            // Who asked waits for the answer.
            let _ = reply.send(started);
        };
        self.requests.send(Box::new(request)).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Pid>> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One round of [`sweep`]. Whether there were any, so that there may be more.
    fn sweep_adopted(&self) -> bool {
        let ours = memory::session(getpid());
        // While we hold the registry, no process of ours is on its way into it.
        let registry = self.lock();
        let mut is_found = false;
        for entry in memory::all() {
            let is_left = entry.parent == Some(getpid()) && entry.session != ours;
            if !is_left || registry.contains(&entry.pid) {
                continue;
            }
            if let Some(group) = entry.group {
                let _ = kill_process_group(group, Signal::KILL);
            }
            // What we may not kill we do not wait for.
            is_found |= kill_process(entry.pid, Signal::KILL).is_ok();
            let _ = glance(Some(entry.pid));
        }
        is_found
    }
}

/// Starts what is asked for, for ever.
fn serve(requests: &Receiver<Request>, registry: &Registry) {
    for request in requests {
        request(registry);
    }
}

fn number_of(child: &Child) -> io::Result<Pid> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    pid.ok_or_else(|| io::Error::other("the process has no number"))
}

/// A folder for solvers to run in, or a file in it, that could not be made: the disk's fault, and
/// no solver's.
#[derive(Debug, Error)]
#[error("nothing can be written in {} ({reason})", folder.display())]
pub(crate) struct NoScratch {
    pub folder: PathBuf,
    pub reason: io::Error,
}

impl NoScratch {
    /// The error that says that `folder` takes nothing.
    pub fn error(folder: &Path, reason: io::Error) -> io::Error {
        io::Error::new(reason.kind(), Self { folder: folder.to_owned(), reason })
    }

    /// The one behind an error that a process could not be started for, if that is it.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}
