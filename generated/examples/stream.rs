//! How fast streams are: for each theory and layout, bytes and formulas a second into memory
//! on one core, and bytes a second with one thread and with all, handed over in order.
//!
//! `cargo run --release -p generated --example stream [SECONDS] [FROM]`
#![expect(clippy::cast_precision_loss, reason = "two digits are shown")]

use std::io::Write;
use std::time::{Duration, Instant};

use feat_runtime::{Index, Layout, Limit, Space};
use generated::THEORIES;

/// A buffer that stays in the fast memory.
const BYTES: usize = 256 << 10;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0.5);
    let time = Duration::from_secs_f64(seconds);
    let from: Index = arguments.next().and_then(|text| text.parse().ok()).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for theory in THEORIES {
        for layout in [Layout::Spaced, Layout::Smtlib] {
            let begin = Instant::now();
            let mut stream = theory.space().stream(&from, layout);
            let seek = begin.elapsed();
            let (mut bytes, mut formulas) = (0, 0);
            let mut out = Vec::with_capacity(2 * BYTES);
            let begin = Instant::now();
            while begin.elapsed() < time {
                out.clear();
                formulas += stream.fill(&mut out, "\n", Limit { formulas: u64::MAX, bytes: BYTES });
                bytes += out.len();
            }
            let seconds = begin.elapsed().as_secs_f64();
            let one = in_order(theory.space(), &from, layout, time, 1);
            let all = in_order(theory.space(), &from, layout, time, cores);
            let _ = writeln!(
                std::io::stdout(),
                "{:10} {:7} {:6.2} GB/s {:6.1} M formulas/s {:5} bytes each, seek {:8.2?}; \
                 handed over: {one:6.2} GB/s, {cores} threads {all:6.2} GB/s, ratio {:.2}",
                theory.name(),
                format!("{layout:?}"),
                bytes as f64 / seconds / 1e9,
                formulas as f64 / seconds / 1e6,
                bytes as u64 / formulas.max(1),
                seek,
                all / one
            );
        }
    }
}

/// Gigabytes a second with so many threads.
fn in_order(space: &Space, from: &Index, layout: Layout, time: Duration, threads: usize) -> f64 {
    let mut bytes = 0;
    let begin = Instant::now();
    let take = |text: &[u8], _| {
        bytes += text.len();
        if begin.elapsed() < time { Ok(()) } else { Err(()) }
    };
    let _ = space.stream(from, layout).for_pieces(None, "\n", threads, take);
    bytes as f64 / begin.elapsed().as_secs_f64() / 1e9
}
