//! Streams on all cores, with the output still in order.
//!
//! The formulas are cut into chunks, and of `n` threads each makes every n-th chunk: it has a
//! stream of its own and skips what the others make, which costs next to nothing. A thread
//! that has made its chunk waits for its turn, writes it, and passes the turn on; while one
//! writes the others make theirs. So bytes are written by the core that made them, which has
//! them at hand, and there are never more than `n` buffers, however slow the output is.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::stream::{Limit, Stream};

/// A chunk is so long if all formulas are as long as the first; a buffer that has grown so
/// long is written even if the chunk goes on.
const BYTES: usize = 512 << 10;

impl Stream {
    /// Writes the next `count` formulas (all there are without it), each followed by
    /// `terminator`, with so many threads; gives how many were written.
    ///
    /// The bytes are those of [`fill`](Self::fill), whatever the number of threads. Memory is
    /// bounded by about 1 MiB a thread, or a few formulas if these are longer.
    pub fn write(
        self,
        count: Option<u64>,
        terminator: &str,
        threads: usize,
        out: &mut (dyn Write + Send),
    ) -> io::Result<u64> {
        let written = self.for_pieces(count, terminator, threads, |text, _| out.write_all(text))?;
        out.flush()?;
        Ok(written)
    }

    /// As [`write`](Self::write), with a function that is given one piece of the output after
    /// the other, and how many formulas it holds. Its first error ends everything.
    pub fn for_pieces<E: Send>(
        mut self,
        count: Option<u64>,
        terminator: &str,
        threads: usize,
        mut take: impl FnMut(&[u8], u64) -> Result<(), E> + Send,
    ) -> Result<u64, E> {
        let count = count.unwrap_or(u64::MAX);
        // The first formula tells how many make a chunk.
        let mut first = Vec::new();
        let limit = Limit { formulas: count.min(1), bytes: usize::MAX };
        let written = self.fill(&mut first, terminator, limit);
        if written == 0 {
            return Ok(0);
        }
        take(&first, written)?;
        let rest = count - written;
        let chunk = (BYTES / first.len().max(1)).max(1) as u64;
        // A short request needs no threads.
        let threads = rest.div_ceil(chunk).min(threads as u64).max(1);
        let desk = Desk {
            state: Mutex::new(State { turn: 0, written, error: None, is_closed: false, take }),
            next: Condvar::new(),
        };
        thread::scope(|scope| {
            for number in 1..threads {
                let worker = Worker { stream: self.clone(), number, threads, chunk, count: rest };
                let desk = &desk;
                scope.spawn(move || worker.run(terminator, desk));
            }
            Worker { stream: self, number: 0, threads, chunk, count: rest }.run(terminator, &desk);
        });
        let state = desk.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(state.written), Err)
    }
}

/// Where threads hand in their pieces in turn.
struct Desk<E, T> {
    state: Mutex<State<E, T>>,
    next: Condvar,
}

struct State<E, T> {
    /// The chunk whose pieces are taken.
    turn: u64,
    written: u64,
    error: Option<E>,
    /// Whether nothing more is taken.
    is_closed: bool,
    take: T,
}

impl<E, T: FnMut(&[u8], u64) -> Result<(), E>> Desk<E, T> {
    fn lock(&self) -> MutexGuard<'_, State<E, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of a chunk and hands in a piece of it; `false` if it is not taken.
    fn hand_in(&self, chunk: u64, text: &[u8], formulas: u64, is_last: bool) -> bool {
        let waits = |state: &mut State<E, T>| state.turn != chunk && !state.is_closed;
        let state = self.next.wait_while(self.lock(), waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        match (state.take)(text, formulas) {
            Ok(()) => state.written += formulas,
            Err(error) => {
                state.error = Some(error);
                state.is_closed = true;
            }
        }
        if is_last || state.is_closed {
            state.turn += 1;
            self.next.notify_all();
        }
        !state.is_closed
    }
}

/// Closes the desk if its thread dies, lest the others wait for it for ever.
struct Watch<'a, E, T: FnMut(&[u8], u64) -> Result<(), E>>(&'a Desk<E, T>);

impl<E, T: FnMut(&[u8], u64) -> Result<(), E>> Drop for Watch<'_, E, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().is_closed = true;
            self.0.next.notify_all();
        }
    }
}

/// Makes the chunks `number`, `number + threads`, `number + 2 * threads`, …
struct Worker {
    stream: Stream,
    number: u64,
    threads: u64,
    chunk: u64,
    count: u64,
}

impl Worker {
    /// Goes on until there are no more formulas or nobody takes them.
    fn run<E, T>(mut self, terminator: &str, desk: &Desk<E, T>)
    where
        T: FnMut(&[u8], u64) -> Result<(), E>,
    {
        let _watch = Watch(desk);
        let mut text = Vec::new();
        let mut skipped = self.number * self.chunk;
        for chunk in (self.number..).step_by(usize::try_from(self.threads).unwrap_or(usize::MAX)) {
            self.stream.skip(skipped);
            let before = chunk.saturating_mul(self.chunk).min(self.count);
            let mut rest = self.chunk.min(self.count - before);
            while rest > 0 {
                text.clear();
                let limit = Limit { formulas: rest, bytes: BYTES };
                let formulas = self.stream.fill(&mut text, terminator, limit);
                rest -= formulas;
                if formulas == 0 || !desk.hand_in(chunk, &text, formulas, rest == 0) {
                    return;
                }
            }
            if before == self.count {
                return;
            }
            skipped = (self.threads - 1) * self.chunk;
        }
    }
}
