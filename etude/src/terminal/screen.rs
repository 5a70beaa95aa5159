//! The lines at the end of the terminal that are drawn anew, and what is written above them.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use terminal_size::{Height, Width, terminal_size_of};

use super::frame::{Extent, Frame, rows, width};

/// What a terminal has that does not say how large it is.
const USUAL: Extent = Extent { columns: 80, rows: 24 };

/// The widths of the lines that stand there now.
static DRAWN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Draws a frame in the place of the one before.
pub(super) fn draw(frame: &Frame) {
    let extent = extent();
    let lines = frame.fit(extent);
    let mut drawn = lock();
    let mut text = back(&drawn, extent.columns);
    for line in &lines {
        // What is longer there is wiped: nothing blinks.
        let _ = writeln!(text, "{line}\x1b[K");
    }
    text.push_str("\x1b[J");
    *drawn = lines.iter().map(|line| width(line)).collect();
    put(&text);
}

/// Takes the lines off the terminal.
pub(super) fn clear() {
    let mut drawn = lock();
    wipe(&mut drawn);
}

/// Writes a line to stderr, above those that are drawn anew: they come back when they are drawn next.
pub(crate) fn line(text: &str) {
    let mut drawn = lock();
    wipe(&mut drawn);
    put(&format!("{text}\n"));
}

fn wipe(drawn: &mut Vec<usize>) {
    if !drawn.is_empty() {
        put(&format!("{}\x1b[J", back(drawn, extent().columns)));
        drawn.clear();
    }
}

/// Returns what moves the cursor to the first of the lines that stand there.
fn back(drawn: &[usize], columns: usize) -> String {
    match rows(drawn, columns) {
        0 => String::new(),
        rows => format!("\r\x1b[{rows}A"),
    }
}

fn lock() -> MutexGuard<'static, Vec<usize>> {
    // A panic elsewhere leaves the widths as they were.
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes in one go. Nobody is the worse off for a line that cannot be written.
fn put(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

fn extent() -> Extent {
    match terminal_size_of(io::stderr()) {
        Some((Width(columns), Height(rows))) if columns > 0 && rows > 0 => {
            Extent { columns: columns.into(), rows: rows.into() }
        }
        _ => USUAL,
    }
}
