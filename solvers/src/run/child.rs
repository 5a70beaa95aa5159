//! One process of a solver, from its start to its certain end.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, PipeReader, Read};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::memory::{self, Ledger};
use super::nursery::{Started, reap, start, sweep};
use super::supervisor::{self, ExitReport};
use super::system::{CpuClock, Usage};
use crate::lease;
use crate::verdict::Status;

/// Command of a process, and its surroundings.
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
    /// The solver's process, a child of its supervisor.
    pid: Pid,
    /// The process between it and us, a child of ours.
    supervisor: Pid,
    pub(super) stdin: Option<OwnedFd>,
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
    /// Pipe on which the supervisor reports; becomes readable when the process has ended.
    pub(super) report: PipeReader,
    /// The folder that it runs in.
    folder: PathBuf,
    /// Both are asked after every script, so they stay open.
    clock: Option<CpuClock>,
    ledger: Option<Ledger>,
    ended: Option<Ended>,
}

/// End of a process, and what it used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub status: Status,
    pub usage: Usage,
}

impl Child {
    /// Starts a process whose three streams are pipes to us, in a folder of its own.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        Self::start_with(launch, &[])
    }

    /// The same, with these `variables` in its environment, each a name and a value.
    pub fn start_with(launch: &Launch, variables: &[(OsString, OsString)]) -> io::Result<Self> {
        let Started { mut process, supervisor, folder } = start_when_free(launch, variables)?;
        let started = Self {
            pid: process.solver,
            supervisor,
            stdin: process.supervisor.stdin.take().map(OwnedFd::from),
            stdout: process.supervisor.stdout.take().map(OwnedFd::from),
            stderr: process.supervisor.stderr.take().map(OwnedFd::from),
            report: process.report,
            folder,
            clock: CpuClock::of(process.solver),
            ledger: Ledger::of(process.solver),
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
        let report = self.await_report();
        if report.is_none() {
            // Somebody else killed it, or stopped it again and again.
            let _ = kill_process(self.supervisor, Signal::KILL);
        }
        reap(self.supervisor);
        if report.is_none_or(|report| !report.is_clean) {
            sweep();
        }
        lease::remove(&self.folder);
        // Without its supervisor a solver is killed.
        let killed = (Status::Signal(Signal::KILL.as_raw()), Usage::default());
        let (status, usage) = report.map_or(killed, |report| (report.status, report.usage));
        let ended = Ended { status, usage };
        self.ended = Some(ended);
        ended
    }

    /// Waits for the supervisor's report, once it was told to end all; `None` if it is dead or does
    /// not listen.
    fn await_report(&mut self) -> Option<ExitReport> {
        // Beyond the time that it takes itself, on a machine that is busy.
        const MOMENT: Duration = Duration::from_secs(2);
        let start = Instant::now();
        while !self.has_reported(Duration::ZERO) {
            if start.elapsed() > supervisor::PATIENCE + MOMENT {
                return None;
            }
            let _ = kill_process(self.supervisor, Signal::TERM);
            self.rouse();
            self.has_reported(Duration::from_millis(50));
        }
        let mut bytes = [0; supervisor::LENGTH];
        self.report.read_exact(&mut bytes).ok()?;
        Some(ExitReport::from_bytes(bytes))
    }

    /// Whether the supervisor has reported, or died, before `patience` is over.
    pub(super) fn has_reported(&self, patience: Duration) -> bool {
        let mut polled = [PollFd::new(&self.report, PollFlags::IN)];
        let timeout = Timespec::try_from(patience).ok();
        self.ended.is_some() || matches!(poll(&mut polled, timeout.as_ref()), Ok(1..))
    }

    /// Lets a supervisor go on that somebody has stopped.
    pub(super) fn rouse(&self) {
        let _ = kill_process(self.supervisor, Signal::CONT);
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
    pub fn resident_of_all(&self) -> u64 {
        memory::resident_below(self.supervisor)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts a process, and waits a moment where its file is still open for
/// writing: another thread may have started a process while it was written.
fn start_when_free(launch: &Launch, variables: &[(OsString, OsString)]) -> io::Result<Started> {
    for _ in 0..100 {
        match start_script(launch, variables) {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                sleep(Duration::from_millis(20));
            }
            done => return done,
        }
    }
    start_script(launch, variables)
}

/// Starts a process; a script that does not say what runs it is run by the shell, as shells do.
fn start_script(launch: &Launch, variables: &[(OsString, OsString)]) -> io::Result<Started> {
    const ENOEXEC: i32 = 8;
    match start(launch.words, launch.address_space, variables) {
        Err(error) if error.raw_os_error() == Some(ENOEXEC) && is_text(launch.words) => {
            let words: Vec<OsString> =
                [OsString::from("sh")].iter().chain(launch.words).cloned().collect();
            start(&words, launch.address_space, variables)
        }
        done => done,
    }
}

/// Whether the file that the first word names begins as texts do.
fn is_text(words: &[OsString]) -> bool {
    let mut start = [0; 256];
    let read = words.first().and_then(|word| File::open(word).ok()?.read(&mut start).ok());
    read.is_some_and(|length| length > 0 && !start[..length].contains(&0))
}
