//! The limits of filling a buffer.

/// The point at which filling a buffer stops, whichever comes first. A buffer may take `4096`
/// formulas or a megabyte.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The most formulas to append.
    pub formulas: u64,
    /// The length of the buffer, in bytes, from which on nothing more is appended.
    pub bytes: usize,
}
