//! Ends of commands: one scheme of exit codes for all of them (`docs/exit-codes.md`).

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Error;
use campaign::{FolderError, HuntError, KnownBugsError, StoreError};
use solvers::{InstallError, StartError};

use crate::choice::BrokenSolvers;
use crate::output::Unwritten;

/// The end of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All that was asked for was done, and nothing wrong was found.
    Fine = 0,
    /// The request cannot be met: its words, a file that it names, a campaign that is not there.
    Request = 2,
    /// A fault of etude.
    Fault = 3,
    /// A solver is missing or broken, or cannot be fetched.
    Solver = 4,
    /// Something cannot be written.
    Disk = 5,
    /// Something wrong was found: a bug, a regression, an assertion that is false under its model.
    Found = 10,
    /// Nothing wrong was found, and it cannot be told that nothing is.
    Open = 11,
    /// It was told to end, in places where it does not end by the signal itself.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    /// Returns the end to which an error leads.
    pub fn of_error(error: &Error) -> Self {
        // The outermost cause of a known type decides: it knows what it was doing.
        error.chain().find_map(of_cause).unwrap_or(Self::Request)
    }
}

fn of_cause(cause: &(dyn std::error::Error + 'static)) -> Option<Exit> {
    if is_unwritten(cause) {
        return Some(Exit::Disk);
    }
    if let Some(error) = cause.downcast_ref::<HuntError>() {
        return Some(match error {
            HuntError::Internal(_) | HuntError::OwnFaults { .. } => Exit::Fault,
            HuntError::Solver(error) => of_start(error),
            HuntError::Store(error) => of_store(error),
        });
    }
    if let Some(error) = cause.downcast_ref::<StoreError>() {
        return Some(of_store(error));
    }
    if let Some(KnownBugsError::Store(error)) = cause.downcast_ref::<KnownBugsError>() {
        return Some(of_store(error));
    }
    if let Some(error) = cause.downcast_ref::<FolderError>() {
        let is_write = matches!(error, FolderError::Write { .. });
        return Some(if is_write { Exit::Disk } else { Exit::Request });
    }
    if let Some(error) = cause.downcast_ref::<InstallError>() {
        let is_disk = matches!(error, InstallError::Cache { .. });
        return Some(if is_disk { Exit::Disk } else { Exit::Solver });
    }
    if let Some(error) = cause.downcast_ref::<StartError>() {
        return Some(of_start(error));
    }
    cause.is::<BrokenSolvers>().then_some(Exit::Solver)
}

fn of_start(error: &StartError) -> Exit {
    if error.is_disk() { Exit::Disk } else { Exit::Solver }
}

fn of_store(error: &StoreError) -> Exit {
    match error {
        StoreError::Foreign { .. }
        | StoreError::Missing(_)
        | StoreError::Busy(_)
        | StoreError::Later { .. }
        | StoreError::Damaged { .. } => Exit::Request,
        StoreError::Full(_) | StoreError::Unusable { .. } => Exit::Disk,
    }
}

fn is_unwritten(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<Unwritten>() || cause.downcast_ref::<io::Error>().is_some_and(Unwritten::is_in)
}

/// Whether some thread panicked.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Runs a command. A panic, in whatever thread, is a fault of etude, and a word about it is said.
pub(crate) fn guarded(command: impl FnOnce() -> ExitCode) -> ExitCode {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        usual(panicked);
        // One word is enough for all threads that fall after the first.
        if !PANICKED.swap(true, Ordering::Relaxed) {
            let _ = writeln!(
                io::stderr(),
                "error: this is a fault of etude: please report it, with the command line and what \
                 stands above"
            );
        }
    }));
    let ended = panic::catch_unwind(AssertUnwindSafe(command));
    match ended {
        Ok(code) if !PANICKED.load(Ordering::Relaxed) => code,
        _ => Exit::Fault.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use campaign::{KnownAnswer, Order, OwnFault};

    use super::*;

    /// One test, since what it looks at is one for the whole program.
    #[test]
    fn a_panic_in_any_thread_is_a_fault_of_etude() {
        let text = |code: ExitCode| format!("{code:?}");
        let fault = text(Exit::Fault.into());
        assert_eq!(text(guarded(|| Exit::Found.into())), text(Exit::Found.into()));
        let in_a_thread = || {
            assert!(thread::spawn(|| panic!("for the test")).join().is_err());
            Exit::Fine.into()
        };
        assert_eq!(text(guarded(in_a_thread)), fault);
        PANICKED.store(false, Ordering::Relaxed);
        assert_eq!(text(guarded(|| panic!("for the test"))), fault);
        PANICKED.store(false, Ordering::Relaxed);
        let _ = panic::take_hook();
    }

    #[test]
    fn an_error_is_known_by_its_cause_whatever_is_said_around_it() {
        let disk = || Unwritten::new("a.txt", io::ErrorKind::StorageFull.into());
        let path = || "c".into();
        let own = OwnFault {
            source: "Ints".to_owned(),
            place: Order::exhaustive().place(7),
            check: None,
            known: KnownAnswer::derived("a wrong rule"),
            reason: "there is a model".to_owned(),
            rules: Vec::new(),
            formula: "(check-sat)\n".to_owned(),
        };
        let own = HuntError::OwnFaults { count: 1, first: Box::new(own) };
        assert_eq!(
            own.to_string(),
            "1 known answer of etude is wrong, and no solver is blamed for it; the first: Ints 7 \
             should be unsat, derived: a wrong rule, but there is a model. Please report this, with \
             the formula:\n(check-sat)\n"
        );
        let later = StoreError::Later { path: path(), what: "`mutated`".to_owned() };
        let cases: [(Error, Exit); 10] = [
            (own.into(), Exit::Fault),
            (later.into(), Exit::Request),
            (disk().into(), Exit::Disk),
            (Error::from(disk()).context("figure 1"), Exit::Disk),
            (StoreError::Full(path()).into(), Exit::Disk),
            (StoreError::Busy(path()).into(), Exit::Request),
            (HuntError::Internal("it".to_owned()).into(), Exit::Fault),
            (HuntError::Store(StoreError::Full(path())).into(), Exit::Disk),
            (Error::from(InstallError::NoCache).context("z3"), Exit::Solver),
            (Error::from(io::Error::from(io::ErrorKind::NotFound)).context("in"), Exit::Request),
        ];
        for (error, exit) in cases {
            assert_eq!(Exit::of_error(&error), exit, "{error:#}");
        }
    }
}
