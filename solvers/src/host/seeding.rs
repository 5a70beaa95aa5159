//! GMP's random numbers, seeded once for each seed.
//!
//! cvc5 seeds a generator of GMP whenever a solver is made and again when it starts to work, and
//! seeding the Mersenne Twister takes GMP a third of a millisecond: a third of all the time that a
//! session spends on a small formula. The generator's state is a function of the seed alone, so it
//! is kept and copied.
//!
//! The program exports a function of the name that cvc5's library looks for (`build.rs` of the
//! program says so to the linker), which the system finds before GMP's own. A program that does not
//! export it works as well, only slower.
#![expect(unsafe_code, reason = "a state of GMP is copied, which only its address is known of")]

use std::ffi::{c_int, c_ulong};
use std::sync::{Mutex, OnceLock, PoisonError};

/// `gmp_randstate_t`, as `gmp.h` declares it: what follows is not looked at.
#[repr(C)]
pub struct State {
    alloc: c_int,
    size: c_int,
    words: *mut u64,
}

/// Number of words in the state of a Mersenne Twister: 624 numbers of 32 bits, and a place.
const WORDS: usize = 313;

type Seed = unsafe extern "C" fn(*mut State, c_ulong);

/// GMP's own function.
static ORIGINAL: OnceLock<Seed> = OnceLock::new();
/// The states that seeds lead to: a solver uses one or two seeds.
static KEPT: Mutex<Vec<(c_ulong, [u64; WORDS])>> = Mutex::new(Vec::new());
/// Number of states that are kept.
const MOST: usize = 16;

/// Finds GMP's own function in the libraries that `library` needs.
pub(super) fn prepare(library: &libloading::Library) {
    // SAFETY: the type is that of `gmp.h`, and the library is never unloaded.
    if let Ok(found) = unsafe { library.get::<Seed>(b"__gmp_randseed_ui") } {
        let _ = ORIGINAL.set(*found);
    }
}

/// Seeds a generator as GMP does.
///
/// # Safety
///
/// `state` was initialised by GMP, and nobody else uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __gmp_randseed_ui(state: *mut State, seed: c_ulong) {
    // Before the library is there, nobody can have a state of it.
    let Some(original) = ORIGINAL.get() else { return };
    // SAFETY: GMP initialised the state.
    let (alloc, words) = unsafe { ((*state).alloc, (*state).words) };
    if usize::try_from(alloc) != Ok(WORDS) || words.is_null() {
        // Another kind of generator.
        // SAFETY: as promised by the caller.
        return unsafe { original(state, seed) };
    }
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = kept.iter().find(|(of, _)| *of == seed) {
        // SAFETY: the state has that many words, as `alloc` says.
        unsafe { words.copy_from_nonoverlapping(known.as_ptr(), WORDS) };
        return;
    }
    let mut fresh = [0; WORDS];
    // SAFETY: as promised by the caller; afterwards the state has that many words.
    unsafe {
        original(state, seed);
        fresh.as_mut_ptr().copy_from_nonoverlapping((*state).words, WORDS);
    }
    if kept.len() < MOST {
        kept.push((seed, fresh));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static CALLS: AtomicUsize = AtomicUsize::new(0);

    /// Plays GMP: every word depends on the seed.
    unsafe extern "C" fn gmp(state: *mut State, seed: c_ulong) {
        CALLS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the tests give states with as many words as they say.
        let words = unsafe {
            let length = usize::try_from((*state).alloc).unwrap();
            std::slice::from_raw_parts_mut((*state).words, length)
        };
        for (place, word) in words.iter_mut().enumerate() {
            *word = (place as u64 + 1) * (seed + 1);
        }
    }

    fn seeded(length: usize, seed: c_ulong) -> Vec<u64> {
        let mut words = vec![7; length];
        let alloc = c_int::try_from(length).unwrap();
        let mut state = State { alloc, size: 0, words: words.as_mut_ptr() };
        // SAFETY: the state has its words, and nobody else uses it.
        unsafe { __gmp_randseed_ui(&raw mut state, seed) };
        words
    }

    #[test]
    fn a_seed_gives_the_same_state_and_is_worked_out_once() {
        let _ = ORIGINAL.set(gmp);
        let calls = || CALLS.load(Ordering::Relaxed);
        let zero = seeded(WORDS, 0);
        assert_eq!((zero[0], zero[WORDS - 1], calls()), (1, WORDS as u64, 1));
        assert_eq!((seeded(WORDS, 0), calls()), (zero.clone(), 1));
        assert_ne!(seeded(WORDS, 5), zero);
        assert_eq!((seeded(WORDS, 5)[2], calls()), (18, 2));
        // Another kind of generator is left to GMP, every time.
        assert_eq!((seeded(4, 0), seeded(4, 0), calls()), (vec![1, 2, 3, 4], vec![1, 2, 3, 4], 4));
    }
}
