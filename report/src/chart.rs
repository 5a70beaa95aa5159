//! Charts: numbers with their places into SVG, readable without colour, light and dark.
//!
//! Nothing here knows what the numbers mean.

mod grid;
mod legend;
mod look;
mod panel;
mod scale;
mod svg;
mod table;

pub(crate) use grid::{Across, Down, Grid};
pub(crate) use legend::{Sample, legend};
pub(crate) use look::{
    CRASH, DISAGREEMENT, INK, INVALID_MODEL, Look, OTHERS, THEORY_LOOKS, TIME_LOOKS, UNSOUND,
};
pub(crate) use panel::{Panel, Point};
pub(crate) use scale::Scale;
pub(crate) use svg::Svg;
pub(crate) use table::{Cell, Row, Table};

/// A count as a coordinate.
#[expect(clippy::cast_precision_loss, reason = "pixels, and counts far below 2^52")]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

/// A place in a list as a coordinate.
pub(crate) fn at(place: usize) -> f64 {
    real(place as u64)
}

/// About how wide a text is at the size of the labels: no font is known here.
fn text_width(text: &str) -> f64 {
    at(text.chars().count()) * 6.3
}
