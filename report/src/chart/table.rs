//! Tables as pictures, side by side.

use super::look::Look;
use super::svg::{Anchor, Svg};
use super::text_width;

/// A table: a name and numbers in each row.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The text that stands above it.
    pub(crate) title: String,
    /// The names of its columns; numbers have a mark there.
    pub(crate) heads: Vec<(String, Option<Look>)>,
    /// Its rows, with a cell for each column.
    pub(crate) rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Whether it stands out.
    pub(crate) is_strong: bool,
    /// Its cells.
    pub(crate) cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// Words, on the left.
    Words(String),
    /// A number, on the right, and what is shown to who points at it.
    Number {
        /// As it is written.
        text: String,
        /// The owner and the subject.
        title: String,
        /// Whether it says that there is nothing.
        is_nothing: bool,
    },
}

const LINE: f64 = 18.0;
const MARGIN: f64 = 14.0;
const GAP: f64 = 18.0;

impl Cell {
    fn text(&self) -> &str {
        match self {
            Self::Words(text) | Self::Number { text, .. } => text,
        }
    }
}

impl Table {
    fn widths(&self) -> Vec<f64> {
        let width = |place: usize| {
            let (head, look) = &self.heads[place];
            let head = bold_width(head) + if look.is_some() { 8.0 } else { 0.0 };
            let cells = self.rows.iter().filter_map(|row| row.cells.get(place));
            cells.map(|cell| text_width(cell.text())).fold(head, f64::max) + GAP
        };
        (0..self.heads.len()).map(width).collect()
    }

    /// Its width and height with the margins around it.
    pub(crate) fn size(&self) -> (f64, f64) {
        let width = self.widths().iter().sum::<f64>().max(text_width(&self.title) * 1.3);
        (width + 2.0 * MARGIN, super::at(self.rows.len() + 2) * LINE + 2.0 * MARGIN)
    }

    /// Draws it with the corner of its margin, on the upper left, at a place.
    pub(crate) fn draw(&self, svg: &mut Svg, (left, top): (f64, f64)) {
        let widths = self.widths();
        let (start, end) = (left + MARGIN, left + MARGIN + widths.iter().sum::<f64>());
        let mut y = top + MARGIN + LINE - 5.0;
        svg.text((start + GAP / 2.0, y), Anchor::Start, "head", &self.title);
        y += LINE;
        let mut x = start;
        for (place, (head, look)) in self.heads.iter().enumerate() {
            let is_number = self
                .rows
                .iter()
                .any(|row| matches!(row.cells.get(place), Some(Cell::Number { .. })));
            let (at, anchor) = if is_number {
                (x + widths[place] - GAP / 2.0, Anchor::End)
            } else {
                (x + GAP / 2.0, Anchor::Start)
            };
            svg.text((at, y), anchor, "strong", head);
            if let Some(look) = look {
                svg.group(look.class, |svg| svg.marker((at + 8.0, y - 4.0), look, 3.6, ""));
            }
            x += widths[place];
        }
        svg.line((start, y + 6.0), (end, y + 6.0), "axis");
        for (place, row) in self.rows.iter().enumerate() {
            y += LINE;
            if place % 2 == 1 {
                svg.rect((start, y - 11.5), (end - start, LINE), "band", "");
            }
            row.draw(svg, (start, y), &widths);
        }
    }
}

impl Row {
    fn draw(&self, svg: &mut Svg, (mut x, y): (f64, f64), widths: &[f64]) {
        let y = y + 1.0;
        for (cell, width) in self.cells.iter().zip(widths) {
            match cell {
                Cell::Words(text) => {
                    let class = if self.is_strong { "strong" } else { "words" };
                    svg.text((x + GAP / 2.0, y), Anchor::Start, class, text);
                }
                Cell::Number { text, title, is_nothing } => {
                    let class = if *is_nothing { "faint" } else { "number" };
                    svg.text((x + width - GAP / 2.0, y), Anchor::End, class, text);
                    svg.rect((x, y - 12.5), (*width, LINE), "cell", title);
                }
            }
            x += width;
        }
    }
}

/// About how wide a text is where it stands out.
fn bold_width(text: &str) -> f64 {
    text_width(text) * 1.15
}
