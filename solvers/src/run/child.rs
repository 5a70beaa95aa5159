//! One process of a solver, from its start to its certain end.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::memory::{self, Ledger};
use super::nursery::{Started, reap, start, sweep};
use super::system::{CpuClock, Usage};
use crate::verdict::Status;

/// How a process is to be started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Launch<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// The most addresses that each process may use.
    pub address_space: Option<u64>,
}

/// A running process. When dropped it is ended, with all that it started.
#[derive(Debug)]
pub(crate) struct Child {
    pid: Pid,
    mark: String,
    pub(super) stdin: Option<OwnedFd>,
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
    /// Becomes readable when the process ends; `None` where the system has no
    /// such thing, and then one has to look from time to time.
    pub(super) exit: Option<OwnedFd>,
    /// Both are asked after every script, so they stay open.
    clock: Option<CpuClock>,
    ledger: Option<Ledger>,
    ended: Option<Ended>,
}

/// How a process ended and what it used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub status: Status,
    pub usage: Usage,
}

impl Child {
    /// Starts a process whose three streams are pipes to us.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        let Started { mut child, mark } = start_when_free(launch)?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| io::Error::other("the process has no number"))?;
        let started = Self {
            pid,
            mark,
            stdin: child.stdin.take().map(OwnedFd::from),
            stdout: child.stdout.take().map(OwnedFd::from),
            stderr: child.stderr.take().map(OwnedFd::from),
            exit: watch_exit(pid),
            clock: CpuClock::of(pid),
            ledger: Ledger::of(pid),
            ended: None,
        };
        for stream in [&started.stdin, &started.stdout, &started.stderr].into_iter().flatten() {
            rustix::io::ioctl_fionbio(stream, true)?;
        }
        Ok(started)
    }

    /// Ends the process and all that it started, and says how it ended: of
    /// itself, if it did so before this call. What it printed can still be read.
    pub fn end(&mut self) -> Ended {
        if let Some(ended) = self.ended {
            return ended;
        }
        self.stdin = None;
        let _ = kill_process_group(self.pid, Signal::KILL);
        // Nobody else waits for this process, so the wait cannot fail.
        let killed = (Status::Signal(Signal::KILL.as_raw()), Usage::default());
        let (status, usage) = reap(self.pid).unwrap_or(killed);
        sweep(self.pid, &self.mark);
        let ended = Ended { status, usage };
        self.ended = Some(ended);
        ended
    }

    /// Whether the process has ended; for systems without [`Child::exit`].
    pub(super) fn has_ended(&self) -> bool {
        let glance = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.ended.is_some() || !matches!(waitid(WaitId::Pid(self.pid), glance), Ok(None))
    }

    /// The processor time it has used so far.
    pub fn cpu(&self) -> Option<Duration> {
        self.clock?.time()
    }

    /// Whether it does nothing now but wait, as far as the system says.
    pub fn is_asleep(&self) -> bool {
        memory::is_asleep(self.pid).unwrap_or(true)
    }

    /// The bytes of memory that the process itself holds now.
    pub fn resident(&self) -> Option<u64> {
        self.ledger.as_ref()?.resident()
    }

    /// The bytes of memory that it and its children hold now. Costs a look at
    /// the system's list of processes.
    pub fn resident_of_all(&self) -> Option<u64> {
        memory::resident_of_session(self.pid)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// What becomes readable when the process ends.
#[cfg(target_os = "linux")]
fn watch_exit(pid: Pid) -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, pidfd_open};
    pidfd_open(pid, PidfdFlags::empty()).ok()
}

/// Nothing does, on other systems.
#[cfg(not(target_os = "linux"))]
fn watch_exit(_: Pid) -> Option<OwnedFd> {
    None
}

/// Starts a process, and waits a moment where its file is still open for
/// writing: another thread may have started a process while it was written.
fn start_when_free(launch: &Launch) -> io::Result<Started> {
    for _ in 0..100 {
        match start_once(launch) {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                sleep(Duration::from_millis(20));
            }
            done => return done,
        }
    }
    start_once(launch)
}

fn start_once(launch: &Launch) -> io::Result<Started> {
    let empty = || io::Error::new(io::ErrorKind::InvalidInput, "the command is empty");
    let (program, arguments) = launch.words.split_first().ok_or_else(empty)?;
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    start(command, launch.address_space)
}
