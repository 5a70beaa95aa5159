//! A pool of threads that count and do nothing else.
//!
//! Tables grow while their lock is held. A thread of rayon's common pool that waits for
//! parallel work takes up other work meanwhile, and that could want the same lock: it would
//! wait for itself for ever. So counting has a pool of its own, and whoever wants it done
//! waits outside of any pool.

use std::sync::LazyLock;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

static POOL: LazyLock<ThreadPool> = LazyLock::new(|| {
    let builder = ThreadPoolBuilder::new().thread_name(|number| format!("count-{number}"));
    builder.build().expect("threads can be started")
});

/// The number of threads that count.
pub(super) fn threads() -> usize {
    POOL.current_num_threads()
}

/// Does the work, and all parallel work in it, in the pool. The work must take no lock.
pub(super) fn install<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(|| POOL.install(work)).join() {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
