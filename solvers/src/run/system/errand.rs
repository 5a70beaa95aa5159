//! A program to run, laid out beforehand as the system wants it: a process that is half of us may
//! not allocate.

use std::ffi::{CString, NulError, OsString, c_char, c_void};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use rustix::process::{Pid, Resource, Rlimit, setrlimit, setsid};

use super::signals;

/// A program with its arguments, its environment and its limit.
pub(in crate::run) struct Errand {
    path: CString,
    arguments: Strings,
    environment: Strings,
    address_space: Option<u64>,
    /// Memory for the calls of the new process, until it has its own.
    #[cfg(target_os = "linux")]
    stack: Vec<Line>,
}

impl Errand {
    /// The program at `path`, called as `words` say. `environment` holds names and values.
    pub fn new(
        path: &Path,
        words: &[OsString],
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        address_space: Option<u64>,
    ) -> io::Result<Self> {
        let entry = |(mut name, value): (OsString, OsString)| {
            name.push("=");
            name.push(value);
            name
        };
        let path = CString::new(path.as_os_str().to_owned().into_vec())?;
        let arguments = Strings::new(words.iter().cloned())?;
        let environment = Strings::new(environment.into_iter().map(entry))?;
        Ok(Self {
            path,
            arguments,
            environment,
            address_space,
            #[cfg(target_os = "linux")]
            stack: vec![Line([0; 64]); STACK / size_of::<Line>()],
        })
    }

    /// Starts the program as a child of this process, which waits until it runs.
    ///
    /// Called between fork and exec, so it allocates nothing.
    #[cfg(target_os = "linux")]
    pub(super) fn start(&mut self) -> io::Result<Pid> {
        let top = self.stack.as_mut_ptr_range().end.cast::<c_void>();
        let mut failure = 0;
        let mut work = Work { errand: self, failure: &mut failure };
        // SAFETY: the child shares our memory and runs on `stack`, which nobody else uses, while we
        // wait until it has become another program or is gone, so that all that it uses outlives
        // its use.
        let number = unsafe {
            let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
            libc::clone(run, top, flags, (&raw mut work).cast())
        };
        if number < 0 {
            return Err(io::Error::last_os_error());
        }
        if failure != 0 {
            return Err(io::Error::from_raw_os_error(failure));
        }
        Pid::from_raw(number).ok_or_else(|| io::ErrorKind::Other.into())
    }

    /// The same where a child cannot share our memory: it says by a pipe why it failed.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn start(&mut self) -> io::Result<Pid> {
        use std::io::{Read, Write};
        let (mut failure, mut complaint) = io::pipe()?;
        // SAFETY: the child makes system calls only.
        let number = unsafe { libc::fork() };
        if number < 0 {
            return Err(io::Error::last_os_error());
        }
        if number == 0 {
            let error = self.become_program().raw_os_error().unwrap_or(libc::EIO);
            let _ = complaint.write_all(&error.to_ne_bytes());
            // SAFETY: ends the process at once.
            unsafe { libc::_exit(1) };
        }
        drop(complaint);
        let mut error = [0; 4];
        match failure.read_exact(&mut error) {
            Ok(()) => Err(io::Error::from_raw_os_error(i32::from_ne_bytes(error))),
            Err(_) => Pid::from_raw(number).ok_or_else(|| io::ErrorKind::Other.into()),
        }
    }

    /// Becomes the program. Comes back only if it cannot, with the reason.
    fn become_program(&self) -> io::Error {
        if let Err(error) = self.prepare() {
            return error;
        }
        // SAFETY: path, arguments and environment are texts and lists of texts that end with zero
        // and live as long as `self`.
        unsafe {
            libc::execve(self.path.as_ptr(), self.arguments.pointers(), self.environment.pointers())
        };
        io::Error::last_os_error()
    }

    /// Gives the process a session of its own, so that it has its own process group and no
    /// terminal, and its limits; and has it killed together with its supervisor.
    fn prepare(&self) -> io::Result<()> {
        setsid()?;
        if let Some(most) = self.address_space {
            setrlimit(Resource::As, Rlimit { current: Some(most), maximum: Some(most) })?;
        }
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        signals::unblock();
        Ok(())
    }
}

/// The bytes of [`Errand::stack`]: as many as the C library itself uses for this, and then some.
#[cfg(target_os = "linux")]
const STACK: usize = 64 << 10;

/// Memory as aligned as every system wants its stacks.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

#[cfg(target_os = "linux")]
struct Work<'a> {
    errand: &'a Errand,
    /// The number of the error, if the program could not be run.
    failure: &'a mut i32,
}

/// Entry point of the new process, `work` being a [`Work`].
#[cfg(target_os = "linux")]
extern "C" fn run(work: *mut c_void) -> libc::c_int {
    // SAFETY: the caller of `clone` passes one and waits while it is used.
    let work = unsafe { &mut *work.cast::<Work>() };
    *work.failure = work.errand.become_program().raw_os_error().unwrap_or(libc::EIO);
    1
}

/// Texts in a list that ends with a null pointer.
struct Strings {
    _texts: Vec<CString>,
    pointers: Vec<*const c_char>,
}

// SAFETY: the pointers are to texts that the same value owns and nobody changes.
unsafe impl Send for Strings {}
// SAFETY: as above.
unsafe impl Sync for Strings {}

impl Strings {
    fn new(texts: impl Iterator<Item = OsString>) -> Result<Self, NulError> {
        let texts: Vec<CString> =
            texts.map(|text| CString::new(text.into_vec())).collect::<Result<_, _>>()?;
        let end = [std::ptr::null()];
        let pointers = texts.iter().map(|text| text.as_ptr()).chain(end).collect();
        Ok(Self { _texts: texts, pointers })
    }

    fn pointers(&self) -> *const *const c_char {
        self.pointers.as_ptr()
    }
}
