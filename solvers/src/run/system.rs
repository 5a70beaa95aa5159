//! Requests to the operating system that have no safe wrapper: to start a process under a
//! supervisor, to count what it used, to read its clock.

#![expect(
    unsafe_code,
    reason = "std's pre_exec is unsafe, and no safe crate offers wait4, clone, signal or another \
              process's clock"
)]

mod errand;
mod signals;
mod slimming;

use std::io::{self, PipeReader, Read};
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getpid, getppid, setrlimit, setsid};

use super::supervisor;
use crate::verdict::Status;

pub(super) use errand::Errand;
pub(super) use signals::{Cue, await_cue};

/// Time and memory that a process used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub cpu: Duration,
    /// The most memory it held, in bytes.
    pub memory: u64,
}

/// Starts the process that cleans up after us, in a session of its own: it must outlive us.
pub(super) fn spawn_warden(command: &mut Command) -> io::Result<Child> {
    let prepare = || {
        setsid()?;
        forbid_cores()
    };
    // SAFETY: between fork and exec only system calls are made; nothing is allocated and no lock
    // is taken.
    unsafe { command.pre_exec(prepare) };
    command.spawn()
}

/// A solver that was started, below its supervisor.
pub(super) struct Supervised {
    /// The supervisor: a child of ours. The streams are the solver's.
    pub supervisor: Child,
    pub solver: Pid,
    /// Pipe on which the supervisor says how the solver ended.
    pub report: PipeReader,
}

/// Starts a supervisor with the streams and in the folder that `command` says, and under it the
/// solver of `errand`. The program of `command` is not run. Must be called by a thread that never
/// ends: the supervisor ends the solver when that thread dies.
pub(super) fn spawn_supervised(mut command: Command, mut errand: Errand) -> io::Result<Supervised> {
    let (mut report, reporter) = io::pipe()?;
    let (parent, descriptor) = (getpid(), reporter.as_raw_fd());
    let prepare = move || become_supervisor(&mut errand, parent, descriptor);
    // SAFETY: between fork and exec, or the end of the supervisor, only system calls are made;
    // nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(prepare) };
    let mut supervisor = command.spawn()?;
    // From here on only the supervisor holds its end.
    drop(reporter);
    let mut number = [0; 4];
    let read = report.read_exact(&mut number);
    if let (Ok(()), Some(solver)) = (read, Pid::from_raw(i32::from_ne_bytes(number))) {
        return Ok(Supervised { supervisor, solver, report });
    }
    // Somebody killed it before it said a word.
    supervisor.kill()?;
    supervisor.wait()?;
    Err(io::Error::other("its supervisor was killed"))
}

/// Makes this process, a fork of `parent`, the supervisor of a new process that runs `errand`.
/// Comes back only if there is none, with the reason.
fn become_supervisor(errand: &mut Errand, parent: Pid, report: RawFd) -> io::Result<()> {
    setsid()?;
    forbid_cores()?;
    signals::reset();
    signals::block();
    #[cfg(target_os = "linux")]
    {
        rustix::process::set_child_subreaper(Some(getpid()))?;
        // A signal that the supervisor waits for. It may have come too late.
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM))?;
    }
    if getppid() != Some(parent) {
        return Err(io::ErrorKind::NotConnected.into());
    }
    let solver = errand.start()?;
    // The solver's streams, and whatever else we had open, are none of its business.
    keep_only(report);
    let _ = rustix::process::chdir(c"/");
    slimming::release_memory();
    supervisor::keep(solver, REPORT);
    // SAFETY: ends the process at once; nothing of ours is to be cleaned up in it.
    unsafe { libc::_exit(0) }
}

/// The supervisor's end of the pipe on which it reports: its only open file.
const REPORT: BorrowedFd<'static> = {
    // SAFETY: used by the supervisor alone, in which `keep_only` has opened it for good.
    unsafe { BorrowedFd::borrow_raw(0) }
};

/// Moves `report` to the place of [`REPORT`] and closes all else.
fn keep_only(report: RawFd) {
    // SAFETY: nothing in this process uses an open file but the one that is kept; the numbers
    // belong to values of the process that this is a copy of.
    unsafe {
        libc::dup2(report, 0);
        #[cfg(target_os = "linux")]
        if libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0) == 0 {
            return;
        }
        let most = libc::sysconf(libc::_SC_OPEN_MAX).clamp(1024, 1 << 16);
        for descriptor in 1..most {
            let Ok(descriptor) = RawFd::try_from(descriptor) else { return };
            libc::close(descriptor);
        }
    }
}

/// A crash must not leave a file behind.
fn forbid_cores() -> io::Result<()> {
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    Ok(())
}

/// Result of a look at our dead children.
pub(super) enum Dead {
    /// One that ended, now off the system's list.
    Child { pid: Pid, status: Status, usage: Usage },
    /// There are children, and all of them live.
    None,
    /// There are no children.
    Childless,
}

/// Takes one child of ours that has ended off the system's list: `pid`, or any.
pub(super) fn glance(pid: Option<Pid>) -> Dead {
    match wait(pid, libc::WNOHANG) {
        Ok(Some((pid, status, usage))) => Dead::Child { pid, status, usage },
        Ok(None) => Dead::None,
        Err(_) => Dead::Childless,
    }
}

/// Waits for the end of the process `pid`, a child of ours, and takes it off the system's list.
pub(super) fn wait_for(pid: Pid) -> io::Result<()> {
    wait(Some(pid), 0).map(|_| ())
}

fn wait(pid: Option<Pid>, flags: libc::c_int) -> io::Result<Option<(Pid, Status, Usage)>> {
    let wanted = pid.map_or(-1, |pid| pid.as_raw_nonzero().get());
    let mut status = 0;
    loop {
        // SAFETY: an all-zero rusage is valid, and both pointers are to live locals.
        let (found, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            let found = libc::wait4(wanted, &raw mut status, flags, &raw mut usage);
            (found, usage)
        };
        if found == 0 {
            return Ok(None);
        }
        if let Some(found) = Pid::from_raw(found.max(0)) {
            let ended = if libc::WIFSIGNALED(status) {
                Status::Signal(libc::WTERMSIG(status))
            } else {
                Status::Exit(libc::WEXITSTATUS(status))
            };
            return Ok(Some((found, ended, to_usage(&usage))));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn to_usage(usage: &libc::rusage) -> Usage {
    // The system says no negative numbers, though its types could.
    let time = |time: libc::timeval| {
        Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
            + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
    };
    // Linux counts kilobytes, macOS bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    Usage {
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit,
    }
}

/// The clock of the processor time of one process.
#[derive(Clone, Copy, Debug)]
pub(super) struct CpuClock {
    #[cfg(target_os = "linux")]
    id: libc::clockid_t,
}

impl CpuClock {
    /// Returns the clock of the process `pid`; `None` where the system has no such clocks.
    pub fn of(pid: Pid) -> Option<Self> {
        #[cfg(target_os = "linux")]
        {
            let mut id = 0;
            // SAFETY: the pointer is to a live local.
            let code =
                unsafe { libc::clock_getcpuclockid(pid.as_raw_nonzero().get(), &raw mut id) };
            (code == 0).then_some(Self { id })
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = pid;
            None
        }
    }

    /// Returns the time that the process has used so far, to the nanosecond; `None` once it was
    /// waited for.
    pub fn time(self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        {
            let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: the pointer is to a live local.
            let is_read = unsafe { libc::clock_gettime(self.id, &raw mut time) == 0 };
            let seconds = u64::try_from(time.tv_sec).ok()?;
            let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
            is_read.then(|| Duration::new(seconds, nanoseconds))
        }
        #[cfg(not(target_os = "linux"))]
        None
    }
}
