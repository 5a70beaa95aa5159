//! Streams on all cores, with the output still in order.
//!
//! The formulas are cut into chunks, and each thread makes the next chunk that nobody has
//! begun: it has a stream of its own and skips what the others make, which costs next to
//! nothing. So a thread whose core has other work makes fewer. A thread that has made a chunk
//! writes it when its turn has come, and passes the turn on; before that it makes a few more,
//! and then waits. So bytes are written by the core that made them, which has them at hand,
//! and memory is bounded, however slow the output is.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::stream::{Limit, Stream};

/// Bytes per chunk if all formulas are as long as the first: long enough that beginning one
/// costs little, short enough that those in the making stay in the fast memory.
const CHUNK: usize = 512 << 10;
/// It is handed in in pieces of this length, so that long formulas do not make long chunks. A reader
/// that has nothing to read while a piece is made falls asleep, and is slow to wake: so they are long.
const PIECE: usize = 512 << 10;
/// Pieces that a thread makes before it waits for its turn: enough to go on
/// while the one whose turn it is lost its core for a moment.
const MOST_WAITING: usize = 8;

impl Stream {
    /// Writes the next `count` formulas (all there are without it), each followed by
    /// `terminator`, with `threads` threads; gives how many were written.
    ///
    /// The bytes are those of [`fill`](Self::fill), whatever the number of threads. Memory is
    /// bounded by about 5 MiB per thread, or a few formulas if these are longer.
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
        // Without a number, as many as can be counted: no stream is read to the end of these.
        let count = count.unwrap_or(u64::MAX);
        // The first formula tells how many make a chunk.
        let mut first = Vec::new();
        let limit = Limit { formulas: count.min(1), bytes: usize::MAX };
        let written = self.fill(&mut first, terminator, limit);
        if written == 0 {
            return Ok(0);
        }
        take(&first, written)?;
        let count = count - written;
        let formulas = (CHUNK / first.len().max(1)).max(1) as u64;
        // A short request needs no threads.
        let threads = count.div_ceil(formulas).min(threads as u64).max(1);
        let turns = Turns {
            unclaimed: AtomicU64::new(0),
            state: Mutex::new(TurnState { turn: 0, written, error: None, is_closed: false, take }),
            next: Condvar::new(),
        };
        let worker =
            Worker { stream: self, terminator, formulas, count, passed: 0, chunk: 0, rest: 0 };
        thread::scope(|scope| {
            for _ in 1..threads {
                let (worker, turns) = (worker.clone(), &turns);
                scope.spawn(move || worker.run(turns));
            }
            worker.run(&turns);
        });
        let state = turns.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(state.written), Err)
    }
}

/// The order of the threads: they claim chunks here, and hand in their pieces in turn.
struct Turns<E, T> {
    /// The first chunk that nobody has begun.
    unclaimed: AtomicU64,
    state: Mutex<TurnState<E, T>>,
    next: Condvar,
}

struct TurnState<E, T> {
    /// The chunk whose pieces are taken.
    turn: u64,
    written: u64,
    error: Option<E>,
    /// Whether nothing more is taken.
    is_closed: bool,
    take: T,
}

impl<E, T: FnMut(&[u8], u64) -> Result<(), E>> Turns<E, T> {
    fn lock(&self) -> MutexGuard<'_, TurnState<E, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A chunk for a thread to make: each is claimed once, in order.
    fn claim(&self) -> u64 {
        self.unclaimed.fetch_add(1, Ordering::Relaxed)
    }

    /// Hands in a piece if it is the turn of its chunk, or waits for that.
    fn hand_in(&self, piece: &ChunkPiece, patience: Patience) -> HandedIn {
        let mut state = self.lock();
        if patience == Patience::Wait {
            let waits = |state: &mut TurnState<E, T>| state.turn != piece.chunk && !state.is_closed;
            state = self.next.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return HandedIn::Closed;
        }
        if state.turn != piece.chunk {
            return HandedIn::NotYet;
        }
        match (state.take)(&piece.text, piece.formulas) {
            Ok(()) => state.written += piece.formulas,
            Err(error) => {
                state.error = Some(error);
                state.is_closed = true;
            }
        }
        if piece.is_last || state.is_closed {
            state.turn += 1;
            self.next.notify_all();
        }
        if state.is_closed { HandedIn::Closed } else { HandedIn::Taken }
    }
}

/// Behaviour of a thread while it is not its turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    Wait,
    GoOn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum HandedIn {
    Taken,
    NotYet,
    Closed,
}

/// Some formulas of a chunk.
struct ChunkPiece {
    chunk: u64,
    text: Vec<u8>,
    formulas: u64,
    is_last: bool,
}

/// Ends all turns if its thread dies, lest the others wait for it for ever.
struct Watch<'a, E, T: FnMut(&[u8], u64) -> Result<(), E>>(&'a Turns<E, T>);

impl<E, T: FnMut(&[u8], u64) -> Result<(), E>> Drop for Watch<'_, E, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().is_closed = true;
            self.0.next.notify_all();
        }
    }
}

/// Makes chunks of `formulas` formulas, of `count` formulas in all.
#[derive(Clone)]
struct Worker<'a> {
    stream: Stream,
    terminator: &'a str,
    formulas: u64,
    count: u64,
    /// The number of formulas that the stream has passed.
    passed: u64,
    /// The chunk that is being made, and how many formulas it still wants.
    chunk: u64,
    rest: u64,
}

impl Worker<'_> {
    /// Goes on until there are no more formulas or nobody takes them.
    fn run<E, T>(mut self, turns: &Turns<E, T>)
    where
        T: FnMut(&[u8], u64) -> Result<(), E>,
    {
        let _watch = Watch(turns);
        self.move_to(turns.claim());
        let (mut waiting, mut empty) = (VecDeque::new(), Vec::new());
        while let Some(piece) = self.make(empty.pop()) {
            if piece.is_last {
                self.move_to(turns.claim());
            }
            waiting.push_back(piece);
            while let Some(piece) = waiting.front() {
                let is_full = waiting.len() >= MOST_WAITING;
                let patience = if is_full { Patience::Wait } else { Patience::GoOn };
                match turns.hand_in(piece, patience) {
                    HandedIn::Closed => return,
                    HandedIn::NotYet => break,
                    HandedIn::Taken => empty.extend(waiting.pop_front().map(|piece| piece.text)),
                }
            }
        }
        for piece in &waiting {
            turns.hand_in(piece, Patience::Wait);
        }
    }

    /// The next piece, in the memory of an old one if there is one.
    fn make(&mut self, empty: Option<Vec<u8>>) -> Option<ChunkPiece> {
        let mut text = empty.map_or_else(Vec::new, |mut text| {
            text.clear();
            text
        });
        let limit = Limit { formulas: self.rest, bytes: PIECE };
        let formulas = self.stream.fill(&mut text, self.terminator, limit);
        if formulas == 0 {
            return None;
        }
        self.passed += formulas;
        self.rest -= formulas;
        Some(ChunkPiece { chunk: self.chunk, text, formulas, is_last: self.rest == 0 })
    }

    /// Skips to the beginning of a chunk.
    fn move_to(&mut self, chunk: u64) {
        let begin = chunk.saturating_mul(self.formulas);
        // Behind the last formula nothing is made, so nothing need be skipped.
        if begin < self.count {
            self.stream.skip(begin - self.passed);
        }
        (self.chunk, self.passed) = (chunk, begin);
        self.rest = self.count.saturating_sub(begin).min(self.formulas);
    }
}
