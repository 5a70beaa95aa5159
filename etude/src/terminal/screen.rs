//! The lines at the end of the terminal that are drawn anew, and what is written above them.

use std::io::{self, Write};
use std::sync::LazyLock;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::frame::{Extent, Frame};

/// Shows a frame as the message of a bar, which is finished while nothing is drawn.
static BAR: LazyLock<ProgressBar> = LazyLock::new(|| {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg}").expect("the template has a message alone");
    bar.set_style(style);
    bar.finish_and_clear();
    bar
});

/// Draws a frame in the place of the one before.
pub(super) fn draw(frame: &Frame) {
    BAR.set_message(frame.fit(extent()).join("\n"));
    if BAR.is_finished() {
        BAR.reset();
    }
}

/// Takes the lines off the terminal.
pub(super) fn clear() {
    BAR.finish_and_clear();
}

/// Writes a line to stderr, above those that are drawn anew.
pub(crate) fn line(text: &str) {
    // In one go. Nobody is the worse off for a line that cannot be written.
    BAR.suspend(|| {
        let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
    });
}

fn extent() -> Extent {
    let (rows, columns) = Term::stderr().size();
    Extent { columns: columns.into(), rows: rows.into() }
}
