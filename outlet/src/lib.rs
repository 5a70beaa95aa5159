//! Files that are whole, words that are harmless, numbers and times as people read them: all that
//! leaves the program.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("report.md");
//! outlet::write(&path, b"no findings\n")?;
//! assert_eq!(std::fs::read(&path)?, b"no findings\n");
//!
//! // A solver's message must not move the cursor, nor rename the window.
//! assert_eq!(outlet::harmless("\u{1b}[2Jsat"), "\u{fffd}[2Jsat");
//! # Ok::<(), std::io::Error>(())
//! ```

mod file;
mod numbers;
mod pieces;
pub mod times;
mod words;

pub use file::{Whole, is_standard_output, write};
pub use numbers::{bytes_text, counted, grouped, short_index, short_number};
pub use pieces::Pieces;
pub use words::{escaped, first_line, fitted, harmless, in_quotes, is_harmful, markup, quoted};
