//! The legend: which mark stands for what, in as many lines as the width asks for.

use super::look::Look;
use super::svg::{Anchor, Svg};
use super::text_width;

const LINE: f64 = 20.0;
const MARGIN: f64 = 14.0;
const SAMPLE: f64 = 30.0;

/// The form in which an entry is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    /// A line with its mark.
    Line,
    /// A bar.
    Bar,
}

/// Draws a legend at the top; how high it is.
pub(crate) fn legend(svg: &mut Svg, width: f64, entries: &[(Look, Sample, String)]) -> f64 {
    if entries.is_empty() {
        return MARGIN;
    }
    let (mut x, mut y) = (MARGIN, MARGIN + 6.0);
    for (look, sample, text) in entries {
        let needed = SAMPLE + text_width(text) + 22.0;
        if x > MARGIN && x + needed > width {
            (x, y) = (MARGIN, y + LINE);
        }
        svg.group(look.class, |svg| match sample {
            Sample::Line => {
                svg.polyline(&[(x, y), (x + SAMPLE - 4.0, y)], look);
                svg.marker((x + SAMPLE / 2.0 - 2.0, y), look, 3.6, "");
            }
            Sample::Bar => svg.rect((x + 8.0, y - 5.0), (10.0, 10.0), "bar", ""),
        });
        svg.text((x + SAMPLE + 2.0, y + 4.0), Anchor::Start, "legend", text);
        x += needed;
    }
    y + 14.0
}
