//! One frame of a chart: slots from left to right, a scale upwards.

use std::ops::Range;

use super::at;
use super::look::Look;
use super::scale::{Scale, tick_text};
use super::svg::{Anchor, Svg};

/// A frame and its scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) slots: usize,
    pub(super) scale: Scale,
}

/// A value, and what is shown to who points at it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// The value.
    pub(crate) value: f64,
    /// The owner and the subject.
    pub(crate) title: String,
}

/// Wider slots do not make what stands in them wider.
const WIDE: f64 = 28.0;

impl Panel {
    fn slot_width(&self) -> f64 {
        self.width / at(self.slots.max(1))
    }

    fn x(&self, slot: usize) -> f64 {
        self.left + (at(slot) + 0.5) * self.slot_width()
    }

    fn y(&self, value: f64) -> f64 {
        self.top + self.height * (1.0 - self.scale.place(value))
    }

    /// The frame, a rule for each tick, and its number on the left.
    pub(super) fn frame(&self, svg: &mut Svg) {
        let right = self.left + self.width;
        for tick in self.scale.ticks() {
            let y = self.y(tick);
            svg.line((self.left, y), (right, y), "rule");
            svg.text((self.left - 5.0, y + 3.5), Anchor::End, "tick", &tick_text(tick));
        }
        let bottom = self.top + self.height;
        svg.rect((self.left, self.top), (self.width, self.height), "frame", "");
        svg.line((self.left, bottom), (right, bottom), "axis");
    }

    /// A value in each slot that has one, joined by lines where neighbours do. `shift` moves all
    /// of it to the right by a part of a slot, so that series do not hide each other.
    pub(crate) fn line(&self, svg: &mut Svg, look: &Look, shift: f64, points: &[Option<Point>]) {
        let place = |slot: usize, point: &Point| {
            (self.x(slot) + shift * self.slot_width().min(WIDE), self.y(point.value))
        };
        svg.group(look.class, |svg| {
            let placed: Vec<Option<(f64, f64)>> = points
                .iter()
                .enumerate()
                .map(|(slot, point)| Some(place(slot, point.as_ref()?)))
                .collect();
            for run in runs(points) {
                let run: Vec<(f64, f64)> = placed[run].iter().flatten().copied().collect();
                svg.polyline(&run, look);
            }
            // Marks shrink where slots are narrow; nothing at all is a small mark.
            let radius = (self.slot_width() * 0.2).clamp(2.4, 3.6);
            for (at, point) in placed.iter().zip(points) {
                if let (Some(at), Some(point)) = (at, point) {
                    let radius = if point.value > 0.0 { radius } else { radius * 0.6 };
                    svg.marker(*at, look, radius, &point.title);
                }
            }
        });
    }

    /// A bar in each slot that has a value.
    pub(crate) fn bars(&self, svg: &mut Svg, look: &Look, points: &[Option<Point>]) {
        let width = (self.slot_width() * 0.7).min(WIDE);
        let bottom = self.top + self.height;
        svg.group(look.class, |svg| {
            for (slot, point) in points.iter().enumerate() {
                let Some(point) = point else { continue };
                let (left, top) = (self.x(slot) - width / 2.0, self.y(point.value));
                svg.rect((left, top), (width, bottom - top), "bar", &point.title);
            }
        });
    }

    /// A remark in the middle, where there is nothing to show.
    pub(crate) fn remark(&self, svg: &mut Svg, text: &str) {
        let middle = (self.left + self.width / 2.0, self.top + self.height / 2.0 + 4.0);
        svg.text(middle, Anchor::Middle, "faint", text);
    }
}

/// The runs of neighbours that lines join. Two that are nothing are not joined: such lines would lie
/// on the axis, and on each other.
fn runs(points: &[Option<Point>]) -> Vec<Range<usize>> {
    let is_joined = |pair: &[Option<Point>]| match pair {
        [Some(one), Some(other)] => one.value > 0.0 || other.value > 0.0,
        _ => false,
    };
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, _) in points.windows(2).enumerate().filter(|(_, pair)| is_joined(pair)) {
        match runs.last_mut() {
            Some(run) if run.end == place + 1 => run.end = place + 2,
            _ => runs.push(place..place + 2),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_join_neighbours_that_are_something() {
        let some = |value: f64| Some(Point { value, title: String::new() });
        let points = [some(1.0), some(0.0), some(0.0), some(2.0), None, some(3.0), some(4.0)];
        assert_eq!(runs(&points), [0..2, 2..4, 5..7]);
        assert_eq!(runs(&[some(1.0)]), []);
    }
}
