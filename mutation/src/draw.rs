//! Drawing: the only randomness of the room, a pure function of what it is made from.
//!
//! The same words and numbers give the same draws on every machine and in every version, since
//! mutants are known by their numbers.

use std::fmt::{self, Write as _};

/// A sequence of drawn numbers.
///
/// ```
/// use mutation::Draw;
///
/// let mut draw = Draw::new("(assert true)", "weaken", 3);
/// let first = draw.below(10);
/// assert!(first < 10);
/// assert_eq!(Draw::new("(assert true)", "weaken", 3).below(10), first);
/// ```
#[derive(Clone, Debug)]
pub struct Draw {
    state: u64,
}

impl Draw {
    /// Begins the sequence of a text, a purpose and a number.
    pub fn new(text: &str, purpose: &str, number: u64) -> Self {
        Self::after(Self::prefix(text), purpose, number)
    }

    /// Returns what a text contributes to the sequences that begin with it.
    pub(crate) fn prefix(text: &str) -> u64 {
        fold(fold(OFFSET, text.as_bytes()), &[0])
    }

    /// Begins the sequence of the text with this prefix.
    pub(crate) fn after(prefix: u64, purpose: &str, number: u64) -> Self {
        Self::for_purpose(prefix, format_args!("{purpose}"), number)
    }

    /// Begins the sequence of the text with this prefix and of a purpose in several parts.
    pub(crate) fn for_purpose(prefix: u64, purpose: fmt::Arguments<'_>, number: u64) -> Self {
        let mut words = Folded(prefix);
        words.write_fmt(purpose).expect("folding never fails");
        Self { state: mixed(fold(words.0, &[0]) ^ mixed(number.wrapping_add(STEP))) }
    }

    /// Begins a sequence of its own, so that how much one part draws changes nothing for the
    /// others.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        Self { state: self.bits() }
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mixed(self.state)
    }

    /// Returns a number below `end`, each with equal chance. Precondition: `end` is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // What lies beyond the last whole multiple of `end` is drawn again.
        let rest = (u64::MAX % end + 1) % end;
        loop {
            let bits = self.bits();
            if bits <= u64::MAX - rest {
                return bits % end;
            }
        }
    }

    /// Returns a place in a list of this length, each with equal chance. Precondition: the list is
    /// not empty.
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("a place in memory")
    }

    /// Returns one of a list, each with equal chance; `None` of an empty one.
    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.place(list.len())) }
    }

    /// Returns true in `wins` of `of` cases: `draw.chance(1, 5)`.
    pub fn chance(&mut self, wins: u64, of: u64) -> bool {
        self.below(of) < wins
    }
}

/// The golden ratio's fraction: what the generator (`SplitMix64`) adds for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number with which FNV-1a begins.
const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;

/// A state into which text is folded as it is written.
struct Folded(u64);

impl fmt::Write for Folded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = fold(self.0, text.as_bytes());
        Ok(())
    }
}

/// FNV-1a: bytes into a state.
fn fold(state: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The finaliser of `SplitMix64`.
fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
