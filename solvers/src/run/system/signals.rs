//! Signals as a supervisor sees them: none interrupts it, two are waited for.

use std::time::Duration;

/// Reason why a supervisor woke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::run) enum Cue {
    /// A child of its own may have ended, or time has passed.
    Look,
    /// It is to end all that it supervises: we said so, or we are dead.
    End,
}

/// Makes every signal do what it does by itself. What `nohup` or a shell's `&` made us ignore, a
/// solver would ignore too, and not die by it.
pub(super) fn reset() {
    /// The signals with names, on all systems.
    const LAST: libc::c_int = 31;
    for signal in 1..=LAST {
        // SAFETY: the default action runs no code of ours. The system refuses for those two signals
        // that nobody can ignore.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Holds all signals back.
pub(super) fn block() {
    // SAFETY: an all-zero set is valid and then filled; nothing else is touched.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const all, std::ptr::null_mut());
    }
}

/// Lets all signals through.
pub(super) fn unblock() {
    // SAFETY: an all-zero set is valid and then emptied; nothing else is touched.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Waits for a child to end or for [`Cue::End`], for as long as `patience` says, if it does.
pub(in crate::run) fn await_cue(patience: Option<Duration>) -> Cue {
    // SAFETY: an all-zero set is valid and then emptied; all pointers are to live locals, or null
    // where the system allows that.
    let signal = unsafe {
        let mut awaited: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut awaited);
        libc::sigaddset(&raw mut awaited, libc::SIGCHLD);
        libc::sigaddset(&raw mut awaited, libc::SIGTERM);
        wait(&awaited, patience)
    };
    if signal == libc::SIGTERM { Cue::End } else { Cue::Look }
}

#[cfg(target_os = "linux")]
unsafe fn wait(awaited: &libc::sigset_t, patience: Option<Duration>) -> libc::c_int {
    let Some(patience) = patience else {
        // SAFETY: as promised.
        return unsafe { libc::sigwaitinfo(awaited, std::ptr::null_mut()) };
    };
    // What the system cannot count is as good as for ever.
    let time = libc::timespec {
        tv_sec: patience.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: patience.subsec_nanos().into(),
    };
    // SAFETY: as promised.
    unsafe { libc::sigtimedwait(awaited, std::ptr::null_mut(), &raw const time) }
}

/// There is no such wait with an end everywhere, so one sleeps instead.
#[cfg(not(target_os = "linux"))]
unsafe fn wait(awaited: &libc::sigset_t, patience: Option<Duration>) -> libc::c_int {
    if let Some(patience) = patience {
        std::thread::sleep(patience);
        return libc::SIGCHLD;
    }
    let mut signal = 0;
    // SAFETY: as promised.
    unsafe { libc::sigwait(awaited, &raw mut signal) };
    signal
}
