//! What is asked of the operating system without a safe wrapper: to bind a
//! process to ours before it starts, to count what it used, to read its clock.

#![expect(
    unsafe_code,
    reason = "std's pre_exec is unsafe, and no safe crate offers wait4, signal or another process's \
              clock"
)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getpid, getppid, setrlimit, setsid};

use crate::verdict::Status;

/// What a new process is to us.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kin {
    /// A solver: it dies with the thread that started it, and may use no more
    /// addresses than this.
    Solver { address_space: Option<u64> },
    /// The process that cleans up after us: it must outlive us.
    Warden,
}

/// What a process used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub cpu: Duration,
    /// The most memory it held, in bytes.
    pub memory: u64,
}

/// Starts `command` in a session of its own, so that it has its own process
/// group and no terminal. Must be called by a thread that never ends: the
/// system kills the process together with the thread.
pub(super) fn spawn(command: &mut Command, kin: Kin) -> io::Result<Child> {
    let parent = getpid();
    let prepare = move || {
        setsid()?;
        // A crash must not leave a file behind.
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        if let Kin::Solver { address_space } = kin {
            heed_signals();
            if address_space.is_some() {
                setrlimit(Resource::As, Rlimit { current: address_space, maximum: address_space })?;
            }
            #[cfg(target_os = "linux")]
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
            // We may have died before the line above.
            if getppid() != Some(parent) {
                return Err(io::ErrorKind::NotConnected.into());
            }
        }
        Ok(())
    };
    // SAFETY: between fork and exec only system calls are made; nothing is
    // allocated and no lock is taken.
    unsafe { command.pre_exec(prepare) };
    command.spawn()
}

/// Makes every signal do what it does by itself. What `nohup` or a shell's `&` made us ignore, a
/// solver would ignore too, and not die by it.
fn heed_signals() {
    /// The signals with names, on all systems.
    const LAST: libc::c_int = 31;
    for signal in 1..=LAST {
        // SAFETY: the default action runs no code of ours. The system refuses for those two signals
        // that nobody can ignore.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Takes the process `pid`, a child of ours, off the system's list once it has
/// ended, and says how it ended and what it used.
pub(super) fn wait(pid: Pid) -> io::Result<(Status, Usage)> {
    let mut status = 0;
    loop {
        // SAFETY: an all-zero rusage is valid, and both pointers are to live locals.
        let (found, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            let found = libc::wait4(pid.as_raw_nonzero().get(), &raw mut status, 0, &raw mut usage);
            (found, usage)
        };
        if found > 0 {
            let ended = if libc::WIFSIGNALED(status) {
                Status::Signal(libc::WTERMSIG(status))
            } else {
                Status::Exit(libc::WEXITSTATUS(status))
            };
            return Ok((ended, to_usage(&usage)));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn to_usage(usage: &libc::rusage) -> Usage {
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
    /// That of the process `pid`; `None` where the system has no such clocks.
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

    /// What the process has used so far, to the nanosecond; `None` once it was waited for.
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
