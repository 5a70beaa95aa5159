//! From the statistics to a plain table, or to JSON.

use std::fmt::{self, Display, Formatter};

use serde_json::{Value, json};

use super::{Extent, Place, Statistics};

/// Functions and commands that the table shows.
const SHOWN: usize = 10;
/// Files with more lines than this are shown.
const LONG_FILE: usize = 400;

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Statistics {
    fn long_files(&self) -> Vec<&Extent> {
        self.files.iter().take_while(|file| file.lines > LONG_FILE).collect()
    }

    /// Returns everything that the table shows, as JSON.
    pub fn json(&self) -> Value {
        let extent = |extent: &Extent| json!({ "name": extent.name, "lines": extent.lines });
        let places = |places: &[Place]| places.iter().map(Place::to_string).collect::<Vec<_>>();
        let crates = self.crates.iter().map(|(name, found)| {
            let entry = json!({
                "files": found.files,
                "lines": found.lines,
                "sibling_cycles": found.sibling_cycles,
                "file_cycles": found.file_cycles,
            });
            (name.clone(), entry)
        });
        let shared =
            self.shared_names.iter().map(|(name, found)| (name.clone(), json!(places(found))));
        json!({
            "crates": crates.collect::<serde_json::Map<_, _>>(),
            "longest_functions": self.functions.iter().take(SHOWN).map(extent).collect::<Vec<_>>(),
            "long_files": self.long_files().into_iter().map(extent).collect::<Vec<_>>(),
            "commands": self.commands.iter().map(extent).collect::<Vec<_>>(),
            "silent_defaults": places(&self.silent_defaults),
            "string_errors": places(&self.string_errors),
            "old_phrases": places(&self.old_phrases),
            "types_without_example": places(&self.types_without_example),
            "shared_names": shared.collect::<serde_json::Map<_, _>>(),
        })
    }
}

impl Display for Statistics {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<18} {:>5} {:>6}  cycles between siblings · between files",
            "crate", "files", "lines"
        )?;
        for (name, found) in &self.crates {
            let lengths = |cycles: &[Vec<String>]| {
                let lengths: Vec<String> =
                    cycles.iter().map(|cycle| cycle.len().to_string()).collect();
                if lengths.is_empty() { "none".to_owned() } else { lengths.join(", ") }
            };
            let (modules, files) = (lengths(&found.sibling_cycles), lengths(&found.file_cycles));
            writeln!(f, "{name:<18} {:>5} {:>6}  {modules} · {files}", found.files, found.lines)?;
        }
        for (name, found) in &self.crates {
            for (kind, cycles) in
                [("siblings", &found.sibling_cycles), ("files", &found.file_cycles)]
            {
                for cycle in cycles {
                    writeln!(f, "\n{name}, {} {kind}: {}", cycle.len(), cycle.join(", "))?;
                }
            }
        }
        let functions = self.functions.iter().take(SHOWN);
        extents(f, "longest functions", &functions.collect::<Vec<_>>())?;
        extents(f, &format!("files over {LONG_FILE} lines"), &self.long_files())?;
        extents(f, "longest commands", &self.commands.iter().take(SHOWN).collect::<Vec<_>>())?;
        places(f, "unwrap_or_default without a reason", &self.silent_defaults)?;
        places(f, "Result<_, String> in libraries", &self.string_errors)?;
        places(f, "old turns of phrase", &self.old_phrases)?;
        places(f, "public types without an example", &self.types_without_example)?;
        writeln!(f, "\nnames that several public types have: {}", self.shared_names.len())?;
        for (name, found) in &self.shared_names {
            let shown: Vec<String> = found.iter().map(Place::to_string).collect();
            writeln!(f, "  {name}: {}", shown.join(", "))?;
        }
        Ok(())
    }
}

fn extents(f: &mut Formatter<'_>, title: &str, extents: &[&Extent]) -> fmt::Result {
    writeln!(f, "\n{title}: {}", if extents.is_empty() { "none" } else { "" })?;
    extents.iter().try_for_each(|extent| writeln!(f, "  {:>5}  {}", extent.lines, extent.name))
}

/// Writes how many there are, and in which files.
fn places(f: &mut Formatter<'_>, title: &str, places: &[Place]) -> fmt::Result {
    writeln!(f, "\n{title}: {}", places.len())?;
    for group in places.chunk_by(|a, b| a.file == b.file) {
        let lines: Vec<String> = group.iter().map(|place| place.line.to_string()).collect();
        writeln!(f, "  {}: {}", group[0].file, lines.join(", "))?;
    }
    Ok(())
}
