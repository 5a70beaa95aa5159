//! Signals that ask the program to end: noted when they come, obeyed where nothing is left
//! half done.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// The signal that came last; 0 if none did.
pub(crate) struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// From the first call on, signals are noted instead of ending the program; a second one
    /// ends it all the same, so that nobody waits in vain.
    pub fn watch() -> &'static Self {
        static WATCH: OnceLock<Interrupt> = OnceLock::new();
        WATCH.get_or_init(|| {
            let last = Arc::new(AtomicUsize::new(0));
            for signal in SIGNALS {
                // Where a signal cannot be watched, it ends the program as it always did.
                let _ = watch(signal, &last);
            }
            Self(last)
        })
    }

    /// From now on the program goes on as if no signal came.
    pub fn ignore() {
        for signal in SIGNALS {
            // Where a signal cannot be watched, it ends the program as it always did.
            let _ = flag::register(signal, Arc::new(AtomicBool::new(false)));
        }
    }

    /// Whether the program is to end.
    pub fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Ends the program as the signal would have done, so that who started it sees why.
    pub fn obey(&self) {
        let signal = self.0.load(Ordering::Relaxed);
        if let Some(&signal) = SIGNALS.iter().find(|&&known| usize::try_from(known) == Ok(signal)) {
            let _ = low_level::emulate_default_handler(signal);
        }
    }
}

fn watch(signal: i32, last: &Arc<AtomicUsize>) -> io::Result<()> {
    let is_second = Arc::new(AtomicBool::new(false));
    // What was registered first runs first: it must not see the flag of its own signal.
    flag::register_conditional_default(signal, Arc::clone(&is_second))?;
    flag::register(signal, is_second)?;
    let number = usize::try_from(signal).expect("signals have positive numbers");
    flag::register_usize(signal, Arc::clone(last), number)?;
    Ok(())
}
