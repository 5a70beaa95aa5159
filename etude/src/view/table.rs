//! Tables for a terminal.

use std::io::Write;

use anyhow::Result;

/// Writes rows of cells: columns as wide as their widest cell, with two spaces between them.
pub(crate) fn write_table<R: AsRef<[String]>>(out: &mut impl Write, rows: &[R]) -> Result<()> {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(column));
        // A column that no row has takes no room.
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.as_ref().iter().zip(&widths);
        let cells: Vec<String> = cells.map(|(cell, width)| format!("{cell:<width$}")).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
