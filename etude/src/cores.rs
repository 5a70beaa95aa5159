//! Number of things that this machine does at once.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// Returns the number of cores that this process may use; one where the system does not say.
pub(crate) fn cores() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
