//! Lines of comma-separated values (RFC 4180, with plain ends of lines).

/// A table under way.
#[derive(Clone, Debug)]
pub(super) struct Csv {
    text: String,
}

impl Csv {
    /// A table with these columns.
    pub(super) fn new<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Self {
        let mut csv = Self { text: String::new() };
        csv.line(names);
        csv
    }

    /// Adds a line.
    pub(super) fn line<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        for (place, cell) in cells.into_iter().enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            self.cell(cell.as_ref());
        }
        self.text.push('\n');
    }

    fn cell(&mut self, cell: &str) {
        if cell.contains([',', '"', '\n', '\r']) {
            self.text.push('"');
            self.text.push_str(&cell.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(cell);
        }
    }

    /// The whole table.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotes_are_quoted() {
        let mut csv = Csv::new(["a", "b"]);
        csv.line(["Core of size 9, sampled", "\"x\""]);
        assert_eq!(csv.finish(), "a,b\n\"Core of size 9, sampled\",\"\"\"x\"\"\"\n");
    }
}
