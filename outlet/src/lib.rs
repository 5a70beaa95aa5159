//! What leaves the program: files that are whole, words that are harmless.
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
mod pieces;
mod words;

pub use file::{Whole, is_standard_output, write};
pub use pieces::Pieces;
pub use words::{harmless, is_harmful};
