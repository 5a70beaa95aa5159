//! Lines into what fits a terminal: each cut to its width, all of them to its height.

use console::truncate_str;

/// The lines that are drawn while something lasts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// A line for each part of the work; a log does not show them.
    pub parts: Vec<String>,
    /// Progress of all of it: the last line on a terminal, and the only one in a log.
    pub total: String,
}

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub columns: usize,
    pub rows: usize,
}

impl Frame {
    /// A single line.
    pub fn line(total: String) -> Self {
        Self { parts: Vec::new(), total }
    }

    /// Returns the lines that fit. One row stays free for the cursor; parts that do not fit are
    /// counted in a line of their own.
    pub(super) fn fit(&self, extent: Extent) -> Vec<String> {
        let places = extent.rows.saturating_sub(2);
        let mut lines: Vec<String> = self.parts.clone();
        if lines.len() > places {
            let shown = places.saturating_sub(1);
            let more = lines.len() - shown;
            lines.truncate(shown);
            if places > 0 {
                lines.push(format!("… and {more} more"));
            }
        }
        lines.push(self.total.clone());
        // The last column stays free: a terminal may go on below when it is filled.
        let width = extent.columns.saturating_sub(1);
        let dots = if width == 0 { "" } else { "…" };
        lines.iter().map(|line| truncate_str(line, width, dots).into_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(parts: &[&str], extent: (usize, usize), expected: &[&str]) {
        let parts = parts.iter().map(ToString::to_string).collect();
        let frame = Frame { parts, total: "total 12".to_owned() };
        let (columns, rows) = extent;
        assert_eq!(frame.fit(Extent { columns, rows }), expected, "{extent:?}");
    }

    #[test]
    fn lines_are_cut_to_the_width() {
        check(&["Ints 1,234"], (80, 24), &["Ints 1,234", "total 12"]);
        check(&["Ints 1,234"], (11, 24), &["Ints 1,234", "total 12"]);
        check(&["Ints 1,234"], (10, 24), &["Ints 1,2…", "total 12"]);
        check(&["Größe 1"], (6, 24), &["Größ…", "tota…"]);
        // A character of two columns is not cut in halves.
        check(&["漢字漢字"], (5, 24), &["漢…", "tot…"]);
        check(&["Ints"], (1, 24), &["", ""]);
    }

    #[test]
    fn parts_that_do_not_fit_are_counted() {
        check(&["a", "b", "c"], (80, 5), &["a", "b", "c", "total 12"]);
        check(&["a", "b", "c"], (80, 4), &["a", "… and 2 more", "total 12"]);
        check(&["a", "b", "c"], (80, 3), &["… and 3 more", "total 12"]);
        check(&["a", "b", "c"], (80, 2), &["total 12"]);
    }
}
