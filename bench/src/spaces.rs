//! The theories' spaces, read from their grammars.

use std::path::Path;

use anyhow::{Context, Result};
use feat_runtime::Space;
use xtask::theories::{compile_file, grammars};

/// Returns the space of one theory.
pub(crate) fn space(theory: &str) -> Result<Space> {
    let grammars = grammars()?;
    of_file(grammars.get(theory).with_context(|| format!("there is no theory {theory}"))?)
}

/// Returns the space of every theory, by name.
pub(crate) fn spaces() -> Result<Vec<(String, Space)>> {
    grammars()?.into_iter().map(|(name, path)| Ok((name, of_file(&path)?))).collect()
}

fn of_file(path: &Path) -> Result<Space> {
    Ok(Space::new(compile_file(path)?.rtg))
}
