//! The terminal: who watches, whether colours are wanted, and the lines at its end that are drawn
//! anew while something lasts.
//!
//! All that people read while a command runs goes to stderr through here, so that a message never
//! lands between two lines that are drawn anew.

mod frame;
mod progress;
mod screen;

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

pub(crate) use frame::Frame;
pub(crate) use progress::Progress;
pub(crate) use screen::line;

/// Whether only results, warnings and errors are wanted.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// From now on colours are used as was asked for: `--color never`, else as `NO_COLOR`,
/// `CLICOLOR_FORCE` and `TERM` say.
pub(crate) fn set_colour(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Returns what a command line says of colours, before it is known to be one: help and errors of
/// the command line itself have colours too.
pub(crate) fn colour_in(line: &[impl AsRef<OsStr>]) -> Option<clap::ColorChoice> {
    let words: Vec<&str> = line.iter().filter_map(|word| word.as_ref().to_str()).collect();
    let place = words.iter().position(|word| word.starts_with("--color"))?;
    let value = match words[place].strip_prefix("--color") {
        Some("") => words.get(place + 1).copied(),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    };
    clap::ColorChoice::from_str(value?, false).ok()
}

/// From now on nothing is said but results, warnings and errors.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Returns true if only results, warnings and errors are wanted.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// The reader of what a command says while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A person at a terminal whose lines can be drawn anew.
    Terminal,
    /// A log, or a terminal that only takes line after line (`TERM=dumb`).
    Log,
    /// Nobody: `--quiet`.
    Nobody,
}

impl Audience {
    /// Returns who reads stderr now.
    pub fn of_stderr() -> Self {
        if is_quiet() {
            Self::Nobody
        } else if io::stderr().is_terminal() && moves_cursor(std::env::var_os("TERM").as_deref()) {
            Self::Terminal
        } else {
            Self::Log
        }
    }
}

/// Returns true if a terminal of this kind goes back to lines that were written.
fn moves_cursor(term: Option<&OsStr>) -> bool {
    cfg!(windows) || term.is_some_and(|term| term != "dumb" && !term.is_empty())
}

/// Returns true if what goes to the stream has colours.
pub(crate) fn is_coloured(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Returns a word for stderr that stands out: `error:` in red, with a plain colon.
pub(crate) fn marked(word: &str, colour: AnsiColor) -> String {
    if !is_coloured(&io::stderr()) {
        return word.to_owned();
    }
    let style = Style::new().bold().fg_color(Some(colour.into()));
    match word.strip_suffix(':') {
        Some(word) => format!("{style}{word}{style:#}:"),
        None => format!("{style}{word}{style:#}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_asked_for_in_two_ways() {
        let check = |line: &str, expected: Option<clap::ColorChoice>| {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(colour_in(&words), expected, "{line}");
        };
        check("etude hunt", None);
        check("etude --color never hunt", Some(clap::ColorChoice::Never));
        check("etude hunt --color=always", Some(clap::ColorChoice::Always));
        check("etude hunt --color", None);
        check("etude hunt --color=sometimes", None);
        check("etude hunt --colors never", None);
    }

    #[test]
    fn a_dumb_terminal_takes_line_after_line() {
        let check = |term: Option<&str>, expected: bool| {
            assert_eq!(moves_cursor(term.map(OsStr::new)), expected, "{term:?}");
        };
        check(Some("xterm-256color"), true);
        check(Some("dumb"), false);
        check(Some(""), false);
        check(None, false);
    }
}
