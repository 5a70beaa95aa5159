//! The same work on all cores, on threads of its own.
//!
//! Tables grow while their lock is held. A thread of a shared pool that waits for parallel
//! work takes up other work meanwhile, and that could want the same lock: it would wait for
//! itself for ever. Threads that do nothing else cannot.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// `(0..count).map(work)`, in order, on as many threads as rayon would use.
pub(super) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = rayon::current_num_threads().min(count);
    if threads < 2 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, work(number)));
        }
    };
    let mut all: Vec<(usize, T)> = Vec::with_capacity(count);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        for worker in workers {
            match worker.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, value)| value).collect()
}
