//! A file of fusion functions into a table, with a word on whatever is left out.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use mutation::fusion::{FusionFile, FusionFunction, FusionTable, read_fusion_functions};

use crate::output::warn;

/// Reads a file of fusion functions. Each that cannot be taken back is left out, and told with its
/// counterexample.
///
/// Fails if a line cannot be read, or no function is left.
pub(crate) fn fusion_table(path: &Path) -> Result<FusionTable> {
    let name = path.display();
    let file = fusion_file(path)?;
    for refused in &file.refused {
        warn(&format!("left out: {name}:{}: {}", refused.line, refused.why));
    }
    file.table().ok_or_else(|| {
        anyhow!("{name} has no fusion function that can be taken back; the reasons are above")
    })
}

/// Reads a file of fusion functions, those that cannot be taken back too. What is no function is told.
pub(crate) fn unchecked_functions(path: &Path) -> Result<Arc<[FusionFunction]>> {
    let file = fusion_file(path)?;
    for refused in file.refused.iter().filter(|it| it.function.is_none()) {
        warn(&format!("left out: {}:{}: {}", path.display(), refused.line, refused.why));
    }
    Ok(file.functions().into())
}

/// Reads a file of fusion functions. Each that is taken with a guard is told.
fn fusion_file(path: &Path) -> Result<FusionFile> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let stem = path.file_stem().expect("only folders have no name, and a file was read");
    let file = read_fusion_functions(&stem.to_string_lossy(), &text);
    if let Some(refused) = file.refused.iter().find(|it| it.why.is_unreadable()) {
        bail!("{name}:{}: {}", refused.line, refused.why);
    }
    if file.taken.is_empty() && file.refused.is_empty() {
        bail!(
            "{name} has no fusion functions: one is a line `name | x y z: Int | z = … | x = … | \
             y = …`, or stands between #begin and #end"
        );
    }
    for taken in &file.taken {
        if let (Some(why), Some(guard)) = (&taken.guarded, taken.function.guard()) {
            warn(&format!(
                "{name}:{}: used only where {guard}, since it cannot be taken back for {why}",
                taken.line
            ));
        }
    }
    Ok(file)
}
