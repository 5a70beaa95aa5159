//! The developers' commands.
//!
//! ```
//! // Which module each grammar becomes, and whether the one that lies there is fresh.
//! let grammars = xtask::theories::grammars()?;
//! assert!(grammars.contains_key("Core"));
//! # Ok::<(), anyhow::Error>(())
//! ```

pub mod dist;
pub mod statistics;
pub mod theories;
