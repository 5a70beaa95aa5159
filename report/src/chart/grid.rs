//! Panels in rows and columns that share their axes: rows have scales, columns have slots.

use super::panel::Panel;
use super::scale::Scale;
use super::svg::{Anchor, Svg};
use super::{at, text_width};

/// A column of panels.
#[derive(Clone, Debug)]
pub(crate) struct Across {
    /// The text that stands above it.
    pub(crate) title: String,
    /// The names of its slots.
    pub(crate) labels: Vec<String>,
}

/// A row of panels.
#[derive(Clone, Debug)]
pub(crate) struct Down {
    /// The text that stands above it.
    pub(crate) title: String,
    /// The unit that its scale counts.
    pub(crate) unit: String,
    /// Its scale.
    pub(crate) scale: Scale,
    /// Height of its panels.
    pub(crate) height: f64,
}

/// Panels in rows and columns.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// From left to right.
    pub(crate) columns: Vec<Across>,
    /// From top to bottom.
    pub(crate) rows: Vec<Down>,
    /// Room above, for a legend.
    pub(crate) top: f64,
}

/// The numbers of an axis stand here.
const AXIS: f64 = 46.0;
/// The titles of the columns stand here.
const HEAD: f64 = 20.0;
/// The titles of a row stand here.
const ROW_HEAD: f64 = 30.0;
/// Labels that are closer than this run into each other.
const LEAST_SLOT: f64 = 17.0;
const MARGIN: f64 = 14.0;
/// The room that a page has; a smaller drawing would leave it empty.
const PAGE: f64 = 1080.0;

impl Grid {
    /// Returns the width of the panels of a column: as wide as they must be, and wider where all of
    /// them leave
    /// a part of the page empty.
    fn panel_width(&self, column: &Across) -> f64 {
        let all: f64 = self.columns.iter().map(|it| self.least_width(it)).sum();
        let room = PAGE - MARGIN - at(self.columns.len()) * (AXIS + MARGIN);
        self.least_width(column) * (room / all).max(1.0)
    }

    /// Returns the least width of the panels of a column: as its slots ask for, and no narrower
    /// than what stands
    /// above them.
    fn least_width(&self, column: &Across) -> f64 {
        let slots = at(column.labels.len().max(1));
        let width = slots * (340.0 / slots).clamp(LEAST_SLOT, 56.0);
        let heading = |row: &Down| text_width(&row.title) * 1.15 + text_width(&row.unit) + 8.0;
        let headings = self.rows.iter().map(heading).fold(150.0, f64::max);
        width.max(headings).max(text_width(&column.title) * 1.4)
    }

    /// Returns the room that the labels below take, and how far the first of a column hangs to the
    /// left.
    fn labels(&self) -> (f64, f64) {
        let longest = self.columns.iter().flat_map(|column| &column.labels);
        let longest = longest.map(|label| text_width(label) * 0.92).fold(0.0, f64::max);
        (longest * 0.87 + 16.0, longest * 0.5)
    }

    /// The left edge of each column, and the right edge of all.
    fn lefts(&self) -> (Vec<f64>, f64) {
        let hang = self.labels().1;
        let mut edge = MARGIN;
        let mut lefts = Vec::new();
        for column in &self.columns {
            let width = self.panel_width(column);
            let slot = width / at(column.labels.len().max(1));
            let left = edge + AXIS.max(hang - slot / 2.0);
            lefts.push(left);
            edge = left + width + MARGIN;
        }
        (lefts, edge)
    }

    /// The width of the whole.
    pub(crate) fn width(&self) -> f64 {
        self.lefts().1
    }

    /// The height of the whole.
    pub(crate) fn height(&self) -> f64 {
        let rows: f64 = self.rows.iter().map(|row| row.height + ROW_HEAD).sum();
        self.top + HEAD + rows + self.labels().0 + MARGIN
    }

    /// Draws frames, titles and labels; the panels, row by row.
    pub(crate) fn draw(&self, svg: &mut Svg) -> Vec<Vec<Panel>> {
        let (lefts, _) = self.lefts();
        for (column, left) in self.columns.iter().zip(&lefts) {
            svg.text((*left, self.top + 16.0), Anchor::Start, "head", &column.title);
        }
        let mut top = self.top + HEAD;
        let mut rows = Vec::new();
        for row in &self.rows {
            top += ROW_HEAD;
            let mut panels = Vec::new();
            for (column, left) in self.columns.iter().zip(&lefts) {
                let panel = Panel {
                    left: *left,
                    top,
                    width: self.panel_width(column),
                    height: row.height,
                    slots: column.labels.len(),
                    scale: row.scale,
                };
                panel.frame(svg);
                svg.heading((*left, top - 7.0), &row.title, &row.unit);
                panels.push(panel);
            }
            top += row.height;
            rows.push(panels);
        }
        for (place, column) in self.columns.iter().enumerate() {
            let width = self.panel_width(column) / at(column.labels.len().max(1));
            for (slot, label) in column.labels.iter().enumerate() {
                let x = lefts[place] + (at(slot) + 0.5) * width;
                svg.line((x, top), (x, top + 4.0), "axis");
                svg.slanted((x + 3.0, top + 13.0), label);
            }
        }
        rows
    }
}
